"""What is counted of a finished game, for statistics over many games.

Each game has a ledger (`games/NAME/study/ledger.py`): the traits of a seat and the cards to count, what counts as a
win, and two functions that note them. In a kernel game these are kernel functions, so that bulk play writes its rows in
compiled code.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from triclinium.core.game import AnyGame
from triclinium.core.manifest import manifest_of

# Columns in the row of a game.
ENDING = 0
LENGTH = 1
WINNERS = 2  # a bit mask of seats
DECISIONS = 3
GAME_COLUMNS = 4

CARDS = 0
"""Columns in the row of a seat: first the cards it ever had, as a bit mask of kinds, then its traits."""
UNKNOWN = -1
"""A trait not noted yet."""


@dataclass(frozen=True, slots=True)
class Trait:
    """Something a seat was or had, to count wins by: its guest, its start place."""

    name: str
    values: tuple[str, ...]
    words: str
    """The group of the game's words that names the values; empty if the values need no words."""
    means: str = ""
    """What a report says of it, where the name leaves a question open."""
    outcome: bool = False
    """Whether the trait is a result of the game. If so, count how often it happens, not the wins with it."""


@dataclass(frozen=True, slots=True)
class Ledger:
    """What is counted of one game. A value is a number in a row and a name outside."""

    endings: tuple[str, ...]
    length: str
    """The unit of a game's length."""
    win: str
    """What counts as a win."""
    traits: tuple[Trait, ...]
    cards: tuple[str, ...]
    watch: Callable[[Any, list[list[int]]], None]
    """`watch(state, seats)` runs before each question and notes what the seats have."""
    close: Callable[[Any, list[int], list[list[int]]], None]
    """`close(state, game, seats)` fills the rows of a finished game, except DECISIONS."""
    bots: tuple[str, ...] = ()
    """The bots that are kernel functions, by number."""
    choose: Callable[[Any, int, int, list[int], list[int]], int] | None = None
    """`choose(state, seat, bot, notes, dice)` is the numbered bot's answer. It reads only what its seat may know."""
    notes: int = 1
    """How many numbers `choose` needs as scratch space."""

    worth_compiling: int = 0
    """Compiling pays from this number of games on."""

    @property
    def columns(self) -> int:
        """The length of a seat's row."""
        return 1 + len(self.traits)


def ledger_of(game: str) -> Ledger:
    """A game's ledger. Without one, only wins are counted."""
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
