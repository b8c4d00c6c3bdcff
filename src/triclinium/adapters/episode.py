"""A game in progress for a learner: numbered actions, masks, observations, rewards."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, TypeAlias

import numpy
from numpy.typing import NDArray

from triclinium.core.decision import CHANCE, Answer, Json, Seat
from triclinium.core.dice import below
from triclinium.core.event import Event
from triclinium.core.game import AnyGame, BadOptions, Kernel, Options, check_seats
from triclinium.core.manifest import manifest_of, manifests
from triclinium.core.playout import OVER_NOW
from triclinium.games import game_named

Row: TypeAlias = NDArray[numpy.int16]
Mask: TypeAlias = NDArray[numpy.int8]

RESEARCH_GAMES = tuple(manifest.id for manifest in manifests().values() if manifest.research is not None)
"""The games whose answers can be numbered."""


class Setup:
    """What stays the same from game to game: the rules, the seats, the options, and whether events are recorded."""

    def __init__(
        self, game: str, seats: int, options: Mapping[str, Json] | None = None, *, telling: bool = False
    ) -> None:
        if game not in RESEARCH_GAMES:
            raise BadOptions(f"no game {game!r} for research; there are {', '.join(RESEARCH_GAMES)}")
        self.game: AnyGame = game_named(game)
        check_seats(self.game.info, seats)
        self.seats = seats
        self.telling = telling
        self.options: Options = self.game.complete(options or {})
        if self.options.get("steering") == "free":
            raise BadOptions("free steering has more answers than can be numbered; set steering to notched")
        research = manifest_of(game).research
        assert self.game.kernel is not None and research is not None, "so are the games above"
        self.kernel: Kernel = self.game.kernel
        self.research = research
        self.start = self.game.start(self.options, seats)
        self.start.taping = int(telling)
        self.answers = manifest_of(game).part("answers")
        self.happenings = manifest_of(game).part("happenings")

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled as its arguments: rules cannot be pickled."""
        return partial(Setup, telling=self.telling), (self.game.info.id, self.seats, self.options)

    @property
    def codes(self) -> int:
        """The number of actions."""
        return self.kernel.codes

    def new_episode(self) -> Episode:
        return Episode(self, self.game.copy(self.start))


def agents_of(table: Setup) -> list[str]:
    return [f"seat_{seat}" for seat in range(table.seats)]


class Episode:
    """One game."""

    def __init__(self, table: Setup, state: Any) -> None:
        self.table = table
        self.state = state

    @property
    def rules(self) -> Any:
        return self.table.kernel.rules

    def asked(self) -> Seat:
        """Who is asked: a seat, CHANCE, or OVER_NOW. Simultaneous seats are asked one after the other."""
        seat: Seat = self.rules.asked(self.state)
        return seat

    @property
    def over(self) -> bool:
        return self.asked() == OVER_NOW

    def legal(self) -> list[int]:
        """What the asked seat may answer, in ascending order."""
        out = [0] * self.table.kernel.options_most
        count = self.rules.legal(self.state, self.asked(), out)
        return sorted(out[:count])

    def apply(self, code: int) -> list[Event]:
        """Apply an answer of the asked seat or of chance; return the events."""
        self.rules.apply(self.state, self.asked(), code)
        events: list[Event] = self.table.happenings.read_tape(self.state)
        return events

    def message(self, code: int) -> Answer:
        """What a code means now, as a message."""
        answers: Any = self.table.answers
        message: Answer = (answers.chance_message_of if self.asked() == CHANCE else answers.message_of)(
            self.state, code
        )
        return message

    def code(self, answer: Answer) -> int:
        """The code of a message of the asked seat."""
        code: int = self.table.answers.code_of(self.state, answer)
        return code

    def draw(self, dice: list[int]) -> None:
        """Answer for chance until a seat is asked or the game is over."""
        while self.asked() == CHANCE:
            self.apply(self.rules.luck_code(self.state, below(dice, self.rules.luck_total(self.state))))

    def odds(self) -> dict[int, float]:
        """The answers of chance with their probabilities, in ascending order."""
        total = self.rules.luck_total(self.state)
        counts: dict[int, int] = {}
        for outcome in range(total):
            code = self.rules.luck_code(self.state, outcome)
            counts[code] = counts.get(code, 0) + 1
        return {code: counts[code] / total for code in sorted(counts)}

    def mask(self, seat: Seat) -> Mask:
        """1 for each action that a seat may take now; all 0 if it is not asked."""
        mask = numpy.zeros(self.table.codes, numpy.int8)
        if seat == self.asked():
            mask[self.legal()] = 1
        return mask

    def observe(self, seat: Seat) -> Row:
        row = [0] * self.table.kernel.layout.size
        self.table.kernel.observe(self.state, seat, row)
        return numpy.array(row, numpy.int16)

    def rewards(self) -> list[float]:
        """1 for each seat that has won, or its part of 1 where winners share, otherwise 0."""
        winners = self.state.winners if self.over else 0
        worth = 1 / winners.bit_count() if winners and self.table.research.shares_wins else 1.0
        return [worth if (winners >> seat) & 1 else 0.0 for seat in range(self.table.seats)]

    def __deepcopy__(self, memory: Any) -> Episode:
        """A copy of the game with the same set-up."""
        return Episode(self.table, self.table.game.copy(self.state))
