"""Many thousands of games at once on an NVIDIA graphics card, from the same rules. `pip install 'triclinium[gpu]'`.

    tables = GpuVector("banquet", games=65_536, seats=4, seed=1)
    tables.step(tables.random_actions())
    masks = torch.from_dlpack(tables.lend(tables.masks))  # the same memory, no copy

It plays the games of `Vector` with the same seed and actions, number for number. Arrays stay on the card, are made once
and written in place. They lie there column by column (`masks[:, code]` is contiguous), since neighbouring threads play
neighbouring games. A library that wants rows is lent the transposed array: `tables.lend(tables.masks).T`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import numpy

from triclinium.adapters.batch import ALL_SEATS
from triclinium.adapters.dlpack import CUDA, Lent
from triclinium.adapters.gpu_kernels import Blocks, dealers, program_of
from triclinium.adapters.setup import Setup
from triclinium.core.card import Card
from triclinium.core.compiled import numbers_in_rows, packed_dtype, write_record
from triclinium.core.decision import Json, Seat
from triclinium.core.game import BadOptions
from triclinium.core.ledger import ledger_of

PLAYING = Blocks(games=96, warps=1)
"""Random play: the more games to a warp, the more of them share a phase; but the fewer warps run at once."""
STEPPING = Blocks(games=96, warps=3)
DRAWING = 256
"""Threads of a block that draws actions."""
WARP = 32
DEALING = 16
"""Games for each thread that deals: few of them end in the same step."""


@cache
def _program(card: Any, game: str, blocks: Blocks, *, playing: bool, bots: bool) -> Any:
    return card.program(program_of(game, blocks, playing=playing, bots=bots))


@cache
def card_here() -> Card:
    return Card()


class GpuVector:
    """Many games of one kind on the graphics card, stepped together; see `Vector` for what the arrays hold."""

    def __init__(
        self,
        game: str,
        games: int,
        seats: int = 4,
        options: Mapping[str, Json] | None = None,
        seed: int = 0,
        learner: Seat | None = None,
        bot: str = "random",
    ) -> None:
        self.table = Setup(game, seats, options)
        if games < 1:
            raise BadOptions(f"{games} games cannot be played; ask for one or more")
        if learner is not None and not 0 <= learner < seats:
            raise BadOptions(f"no seat {learner} at this table; seats are 0 to {seats - 1}")
        ledger = ledger_of(game)
        if bot not in ledger.bots:
            raise BadOptions(f"no compiled bot {bot!r} for {game}; there are {', '.join(ledger.bots)}")
        self._card = card_here()
        self.games = games
        self.learner: Seat = ALL_SEATS if learner is None else learner
        self._bot = ledger.bots.index(bot)
        kernel = self.table.kernel
        self._stepping, self._playing = STEPPING.fitting(kernel), PLAYING.fitting(kernel)
        self._program = _program(self._card, game, self._stepping, playing=False, bots=learner is not None)
        start = numpy.zeros(1, packed_dtype(kernel.state))
        write_record(start[0], self.table.start)
        self._start = self._card.copy(start.view(numpy.uint32))
        self._states = self._room(numpy.uint32, games=games * len(start.view(numpy.uint32)))
        self._dice = self._room(numpy.int64)
        self._options = self._room(numpy.int16, kernel.options_most)
        self._counts = self._room(numpy.int64)
        self._actions = self._room(numpy.int64)
        self._rows: Any = None
        self._tally = self._card.copy(numpy.zeros(2, numpy.int64))
        self._ended = self._room(numpy.int64)
        self._count = self._card.copy(numpy.zeros(2, numpy.int64))
        self._turn = 0
        self.seats = self._room(numpy.int64)
        self.masks = self._room(numpy.int8, self.table.codes)
        self.done = self._room(numpy.int8)
        self.rewards = self._room(numpy.float32, seats)
        self.reset(seed)

    def _room(self, kind: Any, columns: int = 0, games: int | None = None) -> Any:
        """An array on the card: a number for each game, or a column of them for each of `columns`."""
        games = self.games if games is None else games
        return self._card.room((games, columns) if columns else (games,), kind)

    def _run(self, kernel: str, threads: int, games: int, *arguments: Any) -> None:
        """Start a kernel whose blocks have so many threads and as many games."""
        self._program.run(kernel, -(-self.games // games), threads, *arguments)

    def _asking(self) -> tuple[Any, ...]:
        """What every kernel needs that asks somebody."""
        told = (self.seats, self._options, self._counts, self.masks)
        who = (numpy.int32(self.games), numpy.int32(self.learner), numpy.int32(self._bot))
        return self._states, self._start, self._dice, *told, *who

    def reset(self, seed: int) -> None:
        """Restart all games. The same seed and actions give the same games, here and on the processor."""
        for array in (self._tally, self.done, self.rewards):
            array.copy_to_device(numpy.zeros(array.shape, array.dtype, order="F"))
        threads = dealers(self._stepping)
        self._run("begin_all", threads, threads, *self._asking(), seed)

    def step(self, actions: Any) -> None:
        """One action for the asked seat of every game, as an array on the card (or anything it can be made of).

        Nothing waits: an action outside its mask changes nothing in its game, and `check` tells of it.
        """
        taken = self._card.taken(actions)
        if taken.shape != (self.games,) or taken.dtype not in (numpy.int64, numpy.int32):
            raise ValueError(f"{self.games} games need as many whole numbers, not {taken.shape} of {taken.dtype}")
        asking, blocks = self._asking(), self._stepping
        given = (taken, taken.strides[0], numpy.int32(taken.dtype.itemsize))
        told = (self.done, self.rewards, numpy.int32(self.table.seats), self._tally)
        over = (self._ended, self._count, numpy.int32(self._turn))
        self._run("step_all", blocks.warps * 32, blocks.games, *asking, *given, *told, *over)
        self._run("deal_all", WARP, WARP * DEALING, *asking, *over)
        self._turn = 1 - self._turn

    def check(self) -> int:
        """Wait for the card; return how many games have ended since the reset. Raises `ValueError` for a bad action."""
        ended, bad = self._tally.copy_to_host().tolist()
        if bad:
            raise ValueError(f"game {bad - 1} was given an action outside its mask")
        return int(ended)

    def observations(self) -> Any:
        """What the asked seat of each game may know. `table.kernel.layout` names the columns.

        Written now, each time into the same memory: a kernel of its own, where no thread waits for another game's step.
        """
        if self._rows is None:
            self._rows = self._room(numpy.int16, self.table.kernel.layout.size)
        threads = dealers(self._stepping)
        self._run("look_all", threads, threads, self._states, self.seats, self._rows, numpy.int32(self.games))
        return self._rows

    def random_actions(self) -> Any:
        """A uniformly random legal action for every game."""
        drawn = (self._dice, self._options, self._counts, self._actions, numpy.int32(self.games))
        self._run("draw_all", DRAWING, DRAWING, *drawn)
        return self._actions

    def play(self, decisions: int) -> None:
        """Play so many random decisions in every game, and let chance go on until somebody is asked.

        Nobody is asked anything in between: `step` goes on after a `reset` only.
        """
        kernel, blocks = self.table.kernel, self._playing
        program = _program(self._card, self.table.game.info.id, blocks, playing=True, bots=False)
        count = min(-(-self.games // blocks.games), self._card.processors * blocks.at_once(kernel))
        numbers = (numpy.int32(self.games), numpy.int32(decisions))
        program.run("play_all", count, blocks.warps * 32, self._states, self._start, self._dice, self._tally, *numbers)

    def lend(self, array: Any) -> Lent:
        """One of these arrays for another library, by DLPack: the same memory, no copy."""
        return Lent(array, array.device_ctypes_pointer.value, (CUDA, self._card.number()))

    def numbers(self) -> Any:
        """The states of all games on the processor, a row of numbers for each."""
        records = self._states.copy_to_host().view(packed_dtype(self.table.kernel.state))
        return numbers_in_rows(records, self.table.kernel.state)
