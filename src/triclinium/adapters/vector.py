"""Many games at once, from compiled code: step thousands of tables with one call.

>>> tables = Vector("banquet", games=64, seats=4, seed=1)
>>> tables.masks.shape, int(tables.masks[0].sum())
((64, 69), 35)
>>> for _ in range(1000):
...     tables.step(tables.random_actions())
>>> tables.played > 64
True

Arrays are made once and written in place by every step: copy what is to be kept. A game that is over is dealt anew at
once; `done` marks it, and `rewards` are those of the game that ended.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy
from numpy.typing import ArrayLike, NDArray

from triclinium.adapters.batch import ALL_SEATS, batch_of
from triclinium.adapters.setup import Setup
from triclinium.core.compiled import dtype_of, numbers_in_rows, read_record, write_record
from triclinium.core.decision import Json, Seat
from triclinium.core.game import BadOptions, View
from triclinium.core.ledger import ledger_of


class Vector:
    """Many games of one kind, stepped together.

    Every seat is asked. If a `learner` is named, only that seat is asked, and the compiled bot `bot` answers for the
    others.
    """

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
        if learner is not None and not 0 <= learner < seats:
            raise BadOptions(f"no seat {learner} at this table; seats are 0 to {seats - 1}")
        if games < 1:
            raise BadOptions(f"{games} games cannot be stepped; play at least 1")
        ledger = ledger_of(game)
        if bot not in ledger.bots:
            raise BadOptions(f"no compiled bot {bot!r} for {game}; there are {', '.join(ledger.bots)}")
        self.learner: Seat = ALL_SEATS if learner is None else learner
        self._bot = ledger.bots.index(bot)
        self.games = games
        self.played = 0
        """How many games have ended since the reset."""
        kernel = self.table.kernel
        self._batch: Any = batch_of(game)
        self._states = numpy.zeros(games + 1, dtype_of(kernel.state))
        write_record(self._states[games], self.table.start)
        self._dice = numpy.zeros(games + 1, numpy.int64)
        self._room = numpy.zeros(max(ledger.notes, kernel.options_most), numpy.int64)
        self._options = numpy.zeros((games, kernel.options_most), numpy.int16)
        self._counts = numpy.zeros(games, numpy.int64)
        self._actions = numpy.zeros(games, numpy.int64)
        self._rows = numpy.zeros((games, kernel.layout.size), numpy.int16)
        self.seats: NDArray[numpy.int64] = numpy.zeros(games, numpy.int64)
        """The asked seat of each game."""
        self.masks: NDArray[numpy.int8] = numpy.zeros((games, self.table.codes), numpy.int8)
        """1 for each action that seat may take."""
        self.done: NDArray[numpy.bool_] = numpy.zeros(games, numpy.bool_)
        """Whether the last step ended a game."""
        self.rewards: NDArray[numpy.float32] = numpy.zeros((games, seats), numpy.float32)
        """For each seat of a game just ended: 1 for a win, its part of 1 where winners share, otherwise 0."""
        self._asking = (self._states, self._dice, self._room, self.seats, self._options, self._counts, self.masks)
        self.reset(seed)

    def reset(self, seed: int) -> None:
        """Restart all games. The same seed and actions give the same games."""
        self.played = 0
        self.done[:] = False
        self.rewards[:] = 0.0
        self._batch.begin_all(*self._asking, self.learner, self._bot, seed)

    def step(self, actions: ArrayLike) -> None:
        """One action for the asked seat of every game. Raises `ValueError` if one is outside its mask."""
        taken = numpy.asarray(actions)
        if taken.dtype.kind not in "iu":
            raise ValueError(f"actions are whole numbers, not {taken.dtype}")
        taken = taken.astype(numpy.int64, copy=False)
        if taken.shape != (self.games,):
            raise ValueError(f"{self.games} games need as many actions, not an array of shape {taken.shape}")
        place = self._batch.first_illegal(self.masks, taken)
        if place >= 0:
            raise ValueError(f"seat {self.seats[place]} of game {place} cannot answer {taken[place]}; see its mask")
        self.played += self._batch.step_all(*self._asking, self.learner, self._bot, taken, self.done, self.rewards)

    def observations(self) -> NDArray[numpy.int16]:
        """What the asked seat of each game may know. `table.kernel.layout` names the columns."""
        self._batch.look_all(self._states, self.seats, self._rows)
        return self._rows

    def random_actions(self) -> NDArray[numpy.int64]:
        """A uniformly random legal action for every game."""
        self._batch.draw_all(self._dice, self._room, self._options, self._counts, self._actions)
        return self._actions

    def bot_actions(self) -> NDArray[numpy.int64]:
        """What the bot would answer for the asked seat of each game."""
        self._batch.advise_all(self._states, self._dice, self._room, self.seats, self._bot, self._actions)
        return self._actions

    def numbers(self) -> NDArray[numpy.int16]:
        """The states of all games, a row of numbers for each."""
        rows: NDArray[numpy.int16] = numbers_in_rows(self._states[: self.games], self.table.kernel.state)
        return rows

    def view(self, place: int, seat: Seat | None) -> View:
        """One of the games as a seat, or a spectator, sees it."""
        state = self.table.kernel.state()
        read_record(self._states[place], state)
        return self.table.game.view(state, seat)
