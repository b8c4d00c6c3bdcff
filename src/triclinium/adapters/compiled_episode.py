"""One game by the compiled rules: the state is a record, and an answer is one call of compiled code."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy
from numpy.typing import NDArray

from triclinium.adapters.episode import Episode, Mask, Row
from triclinium.adapters.setup import CHANCE_OUTCOMES_MOST, Record, Setup
from triclinium.adapters.single import NO_ANSWER, single_of
from triclinium.core.compiled import dtype_of, read_record, write_record
from triclinium.core.decision import Seat
from triclinium.core.playout import OVER_NOW

Numbers: TypeAlias = NDArray[numpy.int64]


class CompiledEpisode(Episode):
    """One game. The mask of the asked seat is written with every answer."""

    def __init__(self, table: Setup, record: Record, bots: Numbers, dice: Numbers, seat: Seat, mask: Mask) -> None:
        self.table = table
        self._record = record
        self._numbered_bots = bots
        self._numbered_dice = dice
        self._seat = seat
        self._mask = mask
        self._room = numpy.empty(max(table.ledger.notes, table.kernel.options_most), numpy.int64)
        self._core = single_of(table.game.info.id)

    @classmethod
    def of(cls, table: Setup, record: Record, bots: list[int], dice: list[int]) -> CompiledEpisode:
        """A game with this record, which becomes its own."""
        mask = numpy.zeros(table.codes, numpy.int8)
        made = cls(table, record, numpy.array(bots, numpy.int64), numpy.array(dice, numpy.int64), OVER_NOW, mask)
        made._move(NO_ANSWER, False)
        return made

    def _move(self, code: int, going_on: bool) -> None:
        self._seat = self._core.move(
            self._record, code, going_on, self._numbered_bots, self._room, self._numbered_dice, self._mask
        )

    @property
    def state(self) -> Any:
        """The state as the plain rules have it: a copy, to be looked at. Assign to it to change the game."""
        state = self.table.kernel.state()
        read_record(self._record[0], state)
        return state

    @state.setter
    def state(self, state: Any) -> None:
        write_record(self._record[0], state)
        self._move(NO_ANSWER, False)

    def asked(self) -> Seat:
        return self._seat

    def legal(self) -> list[int]:
        codes: list[int] = self._mask.nonzero()[0].tolist()
        return codes

    def allows(self, code: int) -> bool:
        return 0 <= code < len(self._mask) and bool(self._mask[code])

    def apply(self, code: int) -> None:
        self._move(code, False)

    def go_on(self) -> None:
        self._move(NO_ANSWER, True)

    def answer(self, code: int) -> None:
        self._move(code, True)

    def odds(self) -> list[tuple[int, float]]:
        counts, codes = numpy.empty((2, CHANCE_OUTCOMES_MOST), numpy.int64)
        chances = numpy.empty(CHANCE_OUTCOMES_MOST)
        found = self._core.list_odds(self._record, counts, codes, chances)
        return list(zip(codes[:found].tolist(), chances[:found].tolist(), strict=True))

    def mask(self, seat: Seat) -> Mask:
        return self._mask.copy() if seat == self._seat else numpy.zeros_like(self._mask)

    def observe(self, seat: Seat) -> Row:
        row: Row = numpy.empty(self.table.kernel.layout.size, numpy.int16)
        self._core.look(self._record, seat, row)
        return row

    def winners(self) -> int:
        return int(self._record["winners"][0])

    def __deepcopy__(self, memory: Any) -> CompiledEpisode:
        return CompiledEpisode(
            self.table,
            self._record.copy(),
            self._numbered_bots,
            self._numbered_dice.copy(),
            self._seat,
            self._mask.copy(),
        )

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled as numbers: the type of a record must stay one object, or every call would be slow."""
        return restored, (
            self.table,
            self._record.tobytes(),
            self._numbered_bots.tolist(),
            self._numbered_dice.tolist(),
        )


def restored(table: Setup, numbers: bytes, bots: list[int], dice: list[int]) -> CompiledEpisode:
    """A game from a pickle."""
    record = numpy.frombuffer(numbers, dtype_of(table.kernel.state)).copy()
    return CompiledEpisode.of(table, record, bots, dice)
