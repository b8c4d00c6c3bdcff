"""A game in progress for a learner: numbered actions, masks, observations, rewards."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy
from numpy.typing import NDArray

from triclinium.adapters.setup import ASKED_OUTSIDE, Setup
from triclinium.core.decision import CHANCE, Answer, Seat
from triclinium.core.dice import below
from triclinium.core.playout import OVER_NOW

Row: TypeAlias = NDArray[numpy.int16]
Mask: TypeAlias = NDArray[numpy.int8]


class Episode:
    """One game, by the plain rules."""

    def __init__(self, table: Setup, state: Any, bots: list[int], dice: list[int]) -> None:
        self.table = table
        self._state = state
        self._bots = bots
        self._dice = dice
        self._options: list[int] | None = None
        """What the asked seat may answer, once it has been listed."""

    @property
    def state(self) -> Any:
        """The state of the game, to be looked at. Assign to it to change the game."""
        return self._state

    @state.setter
    def state(self, state: Any) -> None:
        self._state = state
        self._options = None

    @property
    def rules(self) -> Any:
        return self.table.kernel.rules

    def asked(self) -> Seat:
        """Who is asked: a seat, CHANCE, or OVER_NOW. Simultaneous seats are asked one after the other."""
        seat: Seat = self.rules.asked(self._state)
        return seat

    @property
    def over(self) -> bool:
        return self.asked() == OVER_NOW

    def legal(self) -> list[int]:
        """What the asked seat may answer, in ascending order."""
        if self._options is None:
            out = [0] * self.table.kernel.options_most
            self._options = sorted(out[: self.rules.legal(self._state, self.asked(), out)])
        return self._options

    def allows(self, code: int) -> bool:
        """Whether the asked seat may answer so."""
        return code in self.legal()

    def apply(self, code: int) -> None:
        """Apply one answer of the asked seat or of chance."""
        self.rules.apply(self._state, self.asked(), code)
        self._options = None

    def go_on(self) -> None:
        """Answer for chance and bots until another seat is asked or the game is over."""
        choose, notes = self.table.ledger.choose, [0] * self.table.ledger.notes
        while True:
            seat = self.asked()
            if seat == CHANCE:
                self.apply(self.rules.luck_code(self._state, below(self._dice, self.rules.luck_total(self._state))))
            elif seat != OVER_NOW and (bot := self._bots[seat]) != ASKED_OUTSIDE:
                assert choose is not None, "who has numbered bots can ask them"
                self.apply(choose(self._state, seat, bot, notes, self._dice))
            else:
                return

    def answer(self, code: int) -> None:
        """Apply an answer of the asked seat and go on."""
        self.apply(code)
        self.go_on()

    def message(self, code: int) -> Answer:
        """What a code means now, as a message."""
        answers: Any = self.table.answers
        read = answers.chance_message_of if self.asked() == CHANCE else answers.message_of
        message: Answer = read(self.state, code)
        return message

    def code(self, answer: Answer) -> int:
        """The code of a message of the asked seat."""
        code: int = self.table.answers.code_of(self.state, answer)
        return code

    def odds(self) -> list[tuple[int, float]]:
        """The answers of chance with their probabilities, in ascending order."""
        total = self.rules.luck_total(self._state)
        counts: dict[int, int] = {}
        for outcome in range(total):
            code = self.rules.luck_code(self._state, outcome)
            counts[code] = counts.get(code, 0) + 1
        return [(code, counts[code] / total) for code in sorted(counts)]

    def mask(self, seat: Seat) -> Mask:
        """1 for each action that a seat may take now; all 0 if it is not asked."""
        mask = numpy.zeros(self.table.codes, numpy.int8)
        if seat == self.asked():
            mask[self.legal()] = 1
        return mask

    def observe(self, seat: Seat) -> Row:
        """What a seat may know, as a row of its own."""
        row = [0] * self.table.kernel.layout.size
        self.table.kernel.observe(self._state, seat, row)
        return numpy.array(row, numpy.int16)

    def winners(self) -> int:
        """The seats that have won, as a set of bits."""
        return int(self._state.winners)

    def rewards(self) -> list[float]:
        """1 for each seat that has won, or its part of 1 where winners share, otherwise 0."""
        winners = self.winners() if self.over else 0
        worth = 1 / winners.bit_count() if winners and self.table.research.shares_wins else 1.0
        return [worth if (winners >> seat) & 1 else 0.0 for seat in range(self.table.seats)]

    def __deepcopy__(self, memory: Any) -> Episode:
        """A copy of the game with the same set-up."""
        return Episode(self.table, self.table.game.copy(self._state), self._bots, self._dice.copy())
