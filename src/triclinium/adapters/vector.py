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

from collections.abc import Callable, Mapping
from functools import cache
from types import SimpleNamespace
from typing import Any

import numpy
from numpy.typing import ArrayLike, NDArray

from triclinium.adapters.sitting import Table
from triclinium.core.compiled import compile_kernels, dtype_of, write_record
from triclinium.core.decision import Json, Seat
from triclinium.core.dice import below, sow
from triclinium.core.kernel import bind
from triclinium.core.playout import OVER_NOW, playout_of

SEED_STEP = 1 << 31

settle_luck: Callable[[Any, Any], int]
legal: Callable[[Any, int, Any], int]
apply: Callable[[Any, int, int], None]
observe: Callable[[Any, int, Any], int]


def ask(s: Any, dice: Any, options: Any, mask: Any) -> int:
    """Let chance answer, then list and mark what the next seat may answer; gives the seat."""
    seat = settle_luck(s, dice)
    if seat != OVER_NOW:
        for place in range(legal(s, seat, options)):
            mask[options[place]] = 1
    return seat


def sit_down(states: Any, start: Any, dice: Any, seed: int, seats: Any, options: Any, masks: Any) -> None:
    """Begin all games."""
    masks[:, :] = 0
    for place in range(len(states)):
        states[place] = start[0]
        sow(dice[place], seed + place * SEED_STEP)
        seats[place] = ask(states[place], dice[place], options[place], masks[place])


def first_illegal(masks: Any, actions: Any) -> int:
    """The first game whose action is outside its mask, or -1."""
    codes = masks.shape[1]
    for place in range(len(actions)):
        action = actions[place]
        if action < 0 or action >= codes or not masks[place, action]:
            return place
    return -1


def step_all(
    states: Any, start: Any, dice: Any, actions: Any, seats: Any, options: Any, masks: Any, done: Any, rewards: Any
) -> int:
    """One answer in every game; a game that is over is dealt anew. Gives how many were over."""
    over = 0
    masks[:, :] = 0
    for place in range(len(states)):
        apply(states[place], seats[place], actions[place])
        seat = ask(states[place], dice[place], options[place], masks[place])
        done[place] = seat == OVER_NOW
        for other in range(rewards.shape[1]):
            rewards[place, other] = 0.0
        if seat == OVER_NOW:
            over += 1
            for other in range(rewards.shape[1]):
                rewards[place, other] = (states[place].winners >> other) & 1
            states[place] = start[0]
            seat = ask(states[place], dice[place], options[place], masks[place])
        seats[place] = seat
    return over


def look_all(states: Any, seats: Any, rows: Any) -> None:
    """What the asked seat may know, in every game."""
    for place in range(len(states)):
        observe(states[place], seats[place], rows[place])


def draw_all(dice: Any, options: Any, masks: Any, actions: Any) -> None:
    """An action for every game, each legal one equally likely."""
    for place in range(len(actions)):
        count = 0
        for code in range(masks.shape[1]):
            count += masks[place, code]
        actions[place] = options[place, below(dice[place], count)]


PATTERNS = (ask, sit_down, first_illegal, step_all, look_all, draw_all)


@cache
def compiled(game: str, seats: int) -> Any:
    """The patterns above, bound to a game and compiled."""
    kernel = Table(game, seats).kernel
    doors = {
        "settle_luck": playout_of(kernel.rules).settle_luck,
        "legal": kernel.rules.legal,
        "apply": kernel.rules.apply,
        "observe": kernel.observe,
    }
    bound = bind(PATTERNS, doors, __name__)
    twins = compile_kernels(bound.values())
    return SimpleNamespace(**{name: twins[function] for name, function in bound.items()})


class Vector:
    """So many games of one kind, stepped together."""

    def __init__(
        self, game: str, games: int, seats: int = 4, options: Mapping[str, Json] | None = None, seed: int = 0
    ) -> None:
        self.table = Table(game, seats, options)
        self.games = games
        self.rules: Any = compiled(game, seats)
        kernel = self.table.kernel
        self.states = numpy.zeros(games, dtype_of(kernel.state))
        self.start = numpy.zeros(1, dtype_of(kernel.state))
        write_record(self.start[0], self.table.start)
        self.dice = numpy.zeros((games, 1), numpy.int64)
        self.options = numpy.zeros((games, kernel.options_most), numpy.int16)
        self.actions = numpy.zeros(games, numpy.int64)
        self.rows = numpy.zeros((games, kernel.layout.size), numpy.int16)
        self.seats: NDArray[numpy.int64] = numpy.zeros(games, numpy.int64)
        """The seat that is asked in each game."""
        self.masks: NDArray[numpy.int8] = numpy.zeros((games, self.table.codes), numpy.int8)
        """1 for each action that seat may take."""
        self.done: NDArray[numpy.bool_] = numpy.zeros(games, numpy.bool_)
        """Whether the last step ended a game."""
        self.rewards: NDArray[numpy.float32] = numpy.zeros((games, seats), numpy.float32)
        """1 for each seat that won the game that ended, 0 otherwise."""
        self.reset(seed)

    def reset(self, seed: int) -> None:
        """Begin all games anew; the same seed and actions give the same games."""
        self.played = 0
        self.done[:] = False
        self.rewards[:] = 0.0
        self.rules.sit_down(self.states, self.start, self.dice, seed, self.seats, self.options, self.masks)

    def step(self, actions: ArrayLike) -> None:
        """One action for the asked seat of every game; raises `ValueError` if one is outside its mask."""
        taken = numpy.asarray(actions, numpy.int64)
        if taken.shape != (self.games,):
            raise ValueError(f"{self.games} games need as many actions, not an array of shape {taken.shape}")
        if (place := self.rules.first_illegal(self.masks, taken)) >= 0:
            raise ValueError(f"seat {self.seats[place]} of game {place} cannot answer {taken[place]}; see its mask")
        self.played += self.rules.step_all(
            self.states,
            self.start,
            self.dice,
            taken,
            self.seats,
            self.options,
            self.masks,
            self.done,
            self.rewards,
        )

    def observations(self) -> NDArray[numpy.int16]:
        """What the asked seat of each game may know; `table.kernel.layout` names the places."""
        self.rules.look_all(self.states, self.seats, self.rows)
        return self.rows

    def random_actions(self) -> NDArray[numpy.int64]:
        """A legal action for every game, each equally likely."""
        self.rules.draw_all(self.dice, self.options, self.masks, self.actions)
        return self.actions

    def views(self, place: int, seat: Seat | None) -> Mapping[str, Json]:
        """One game as a seat, or a spectator, sees it at the table."""
        from triclinium.core.compiled import read_record

        state = self.table.kernel.state()
        read_record(self.states[place], state)
        return self.table.game.view(state, seat)
