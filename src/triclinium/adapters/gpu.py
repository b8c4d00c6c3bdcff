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
from typing import Any

import numpy

from triclinium.adapters.batch import ALL_SEATS
from triclinium.adapters.dlpack import CUDA, Lent
from triclinium.adapters.episode import Setup
from triclinium.adapters.gpu_kernels import kernels_of, playing_of
from triclinium.core.compiled import dtype_of, write_record
from triclinium.core.decision import Json, Seat
from triclinium.core.game import BadOptions
from triclinium.core.gpu import cuda_here, numbers_in
from triclinium.core.ledger import ledger_of

THREADS = 128
"""Threads in a block."""
DEALING = 32
"""Games for each thread that deals: few of them end in the same step."""


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
        *,
        observing: bool = False,
    ) -> None:
        """With `observing`, every step writes the observations too, which is quicker than asking for them."""
        self.table = Setup(game, seats, options)
        if games < 1:
            raise BadOptions(f"{games} games cannot be played; ask for one or more")
        if learner is not None and not 0 <= learner < seats:
            raise BadOptions(f"no seat {learner} at this table; seats are 0 to {seats - 1}")
        ledger = ledger_of(game)
        if bot not in ledger.bots:
            raise BadOptions(f"no compiled bot {bot!r} for {game}; there are {', '.join(ledger.bots)}")
        self._cuda = cuda_here()
        self._kernels = kernels_of(game, bots=learner is not None)
        self.games = games
        self.learner: Seat = ALL_SEATS if learner is None else learner
        self._bot = ledger.bots.index(bot)
        kernel = self.table.kernel
        start = numpy.zeros(1, dtype_of(kernel.state))
        write_record(start[0], self.table.start)
        self._start = self._cuda.to_device(start)
        self._cells = self._room(numpy.int16, numbers_in(kernel.state))
        self._dice = self._room(numpy.int64)
        self._options = self._room(numpy.int16, kernel.options_most)
        self._counts = self._room(numpy.int64)
        self._actions = self._room(numpy.int64)
        self._observing = observing
        self._rows = self._room(numpy.int16, kernel.layout.size, games if observing else 0)
        self._tally = self._cuda.to_device(numpy.zeros(2, numpy.int64))
        self._ended = self._room(numpy.int64)
        self._count = self._cuda.to_device(numpy.zeros(2, numpy.int64))
        self._turn = 0
        self.seats = self._room(numpy.int64)
        self.masks = self._room(numpy.int8, self.table.codes)
        self.done = self._room(numpy.int8)
        self.rewards = self._room(numpy.float32, seats)
        self._asking = (self._cells, self._start, self._dice, self.seats, self._options, self._counts, self.masks)
        self.reset(seed)

    def _room(self, kind: Any, columns: int = 0, games: int | None = None) -> Any:
        """An array on the card: a number for each game, or a column of them for each of `columns`."""
        games = self.games if games is None else games
        return self._cuda.device_array((games, columns) if columns else (games,), kind, order="F")

    def _run(self, kernel: Any, *arguments: Any) -> None:
        kernel[-(-self.games // THREADS), THREADS](*arguments)

    def reset(self, seed: int) -> None:
        """Restart all games. The same seed and actions give the same games, here and on the processor."""
        for array in (self._tally, self.done, self.rewards):
            array.copy_to_device(numpy.zeros(array.shape, array.dtype, order="F"))
        self._run(self._kernels.begin_all, *self._asking, self.learner, self._bot, seed)
        if self._observing:
            self._run(self._kernels.look_all, self._cells, self.seats, self._rows)

    def step(self, actions: Any) -> None:
        """One action for the asked seat of every game, as an array on the card (or anything it can be made of).

        Nothing waits: an action outside its mask changes nothing in its game, and `check` tells of it.
        """
        taken = actions if self._cuda.is_cuda_array(actions) else self._cuda.to_device(numpy.asarray(actions))
        rows = self._rows if self._observing else self._rows[:0]
        asking = (*self._asking, self.learner, self._bot)
        over = (rows, self._ended, self._count, self._turn)
        self._run(self._kernels.step_all, *asking, taken, self.done, self.rewards, self._tally, *over)
        self._kernels.deal_all[-(-self.games // (THREADS * DEALING)), THREADS](*asking, *over)
        self._turn = 1 - self._turn

    def check(self) -> int:
        """Wait for the card; return how many games have ended since the reset. Raises `ValueError` for a bad action."""
        ended, bad = self._tally.copy_to_host().tolist()
        if bad:
            raise ValueError(f"game {bad - 1} was given an action outside its mask")
        return int(ended)

    def observations(self) -> Any:
        """What the asked seat of each game may know. `table.kernel.layout` names the columns."""
        if not self._observing:
            if not len(self._rows):
                self._rows = self._room(numpy.int16, self.table.kernel.layout.size)
            self._run(self._kernels.look_all, self._cells, self.seats, self._rows)
        return self._rows

    def random_actions(self) -> Any:
        """A uniformly random legal action for every game."""
        self._run(self._kernels.draw_all, self._dice, self._options, self._counts, self._actions)
        return self._actions

    def play(self, decisions: int) -> None:
        """Play so many random decisions in every game, and let chance go on until somebody is asked.

        Nobody is asked anything in between: `step` goes on after a `reset` only.
        """
        self._run(playing_of(self.table.game.info.id), self._cells, self._start, self._dice, decisions, self._tally)

    def lend(self, array: Any) -> Lent:
        """One of these arrays for another library, by DLPack: the same memory, no copy."""
        return Lent(array, array.device_ctypes_pointer.value, (CUDA, self._cuda.get_current_device().id))

    def numbers(self) -> Any:
        """The states of all games on the processor, a row of numbers for each; see `core.gpu.movers`."""
        return self._cells.copy_to_host()
