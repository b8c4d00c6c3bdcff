"""What is written down of a finished game, so that many games can be counted.

Each game brings its ledger (`games/NAME/study/ledger.py`): which traits of a seat are counted, which cards, what
counts as a win, and two functions that note them. For a game with a kernel they are kernel functions, so that bulk play
writes its rows without leaving compiled code.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from triclinium.core.game import AnyGame
from triclinium.core.manifest import manifest_of

# The row of a game.
ENDING = 0
LENGTH = 1
WINNERS = 2  # as a set of seats
DECISIONS = 3
GAME_COLUMNS = 4

CARDS = 0
"""In the row of a seat, before its traits: the cards it had at some time, as a set of kinds."""
UNKNOWN = -1
"""A trait that has not been noted yet."""


@dataclass(frozen=True, slots=True)
class Trait:
    """Something a seat was or had, by which wins are counted: its guest, its start place."""

    name: str
    values: tuple[str, ...]
    words: str
    """The group of the game's words that names the values; empty where a value needs no word."""
    outcome: bool = False
    """Whether it is something the seat came to: then not wins are counted by it, but how often it came."""


@dataclass(frozen=True, slots=True)
class Ledger:
    """What is counted of one game. A value is a number in a row and a name outside."""

    endings: tuple[str, ...]
    length: str
    """What the length of a game is counted in."""
    win: str
    """What counts as a win."""
    traits: tuple[Trait, ...]
    cards: tuple[str, ...]
    watch: Callable[[Any, list[list[int]]], None]
    """`watch(state, seats)` notes before each question what seats have; the row of a seat is CARDS, then its traits."""
    close: Callable[[Any, list[int], list[list[int]]], None]
    """`close(state, game, seats)` fills the rows of a game that is over, all but DECISIONS."""
    bots: tuple[str, ...] = ()
    """The bots that are kernel functions, by number."""
    choose: Callable[[Any, int, int, list[int], list[int]], int] | None = None
    """`choose(state, seat, bot, notes, dice)`: what the numbered bot answers; it looks at what its seat may know."""
    notes: int = 1
    """How many numbers `choose` needs to think."""

    worth_compiling: int = 0
    """From so many games on, compiling pays."""

    @property
    def columns(self) -> int:
        """How many numbers the row of a seat has."""
        return 1 + len(self.traits)


def ledger_of(game: str) -> Ledger:
    """What is counted of a game; of one that says nothing, who won."""
    manifest = manifest_of(game)
    ledger: Ledger = manifest.part("ledger") if manifest.ledger is not None else _plain(manifest.part("game"))
    return ledger


def _plain(game: AnyGame) -> Ledger:
    def close(state: Any, row: list[int], _seats: list[list[int]]) -> None:
        result = game.result(state)
        assert result is not None, "a ledger is closed when the game is over"
        row[ENDING] = row[LENGTH] = 0
        row[WINNERS] = sum(1 << seat for seat in result.winners)

    return Ledger(("over",), "rounds", "wins", (), (), lambda _state, _seats: None, close)
