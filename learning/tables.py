"""Many banquets at once for a learner, on the processor or on a graphics card. Tensors are written in place.

Rows lie game by game in the last dimension: neighbouring threads of a card write neighbouring numbers.
"""

from __future__ import annotations

from functools import cache
from types import SimpleNamespace
from typing import Any

import numpy
import torch

from learning.rounds import advise, begin, look, step
from triclinium.core.compiled import compile_kernels, compile_with, dtype_of, write_record
from triclinium.core.dice import sow
from triclinium.core.gpu import cuda_here, for_gpu, movers, numbers_in
from triclinium.games.banquet.brain.features import FEATURES, REMEMBERED, SECRETS
from triclinium.games.banquet.brain.memory import NOTES
from triclinium.games.banquet.brain.rule_of_thumb import ROOM
from triclinium.games.banquet.game import GAME
from triclinium.games.banquet.rules.cards import SEATS_MOST
from triclinium.games.banquet.rules.state import State

THREADS = 64
SEED_STEP = 1 << 31
ROW = FEATURES + SECRETS


@cache
def on_cpu() -> Any:
    from triclinium.core.kernel import bind

    def begin_all(
        states, starts, which, kinds, counts, notes, out, dice, die, seated, seats, rows, masks, cards, left, seed
    ):
        for place in range(len(seats)):
            sow(die, seed + place * SEED_STEP)
            start = starts[which[place] : which[place] + 1]
            seat = begin(states, place, start, kinds[place], counts[place], notes[place], out, die, seated[place])
            left[place] = look(
                states[place], seat, counts[place], notes[place], out, rows[place], masks[place], cards[place]
            )
            seats[place] = seat
            dice[place] = die[0]

    def step_all(
        states,
        starts,
        which,
        kinds,
        counts,
        notes,
        out,
        dice,
        die,
        seated,
        seats,
        rows,
        masks,
        cards,
        left,
        codes,
        rewards,
    ):
        for place in range(len(seats)):
            die[0] = dice[place]
            seat = step(
                states,
                place,
                starts[which[place] : which[place] + 1],
                kinds[place],
                counts[place],
                notes[place],
                out,
                die,
                seated[place],
                seats[place],
                codes[place],
                rewards[place],
            )
            left[place] = look(
                states[place], seat, counts[place], notes[place], out, rows[place], masks[place], cards[place]
            )
            seats[place] = seat
            dice[place] = die[0]

    def advise_all(states, seats, out, dice, die, advice):
        for place in range(len(seats)):
            die[0] = dice[place]
            advice[place] = advise(states[place], seats[place], out, die)

    doors = {"begin": begin, "step": step, "look": look, "sow": sow, "advise": advise}
    bound = bind((begin_all, step_all, advise_all), doors, __name__)
    twins = compile_kernels(bound.values())
    return SimpleNamespace(**{name: twins[function] for name, function in bound.items()})


@cache
def on_card() -> Any:
    from numba import from_dtype, int64

    cuda = cuda_here()
    load, save = movers(State)
    ours = compile_with(for_gpu, (begin, step, look, advise, sow, load, save))
    start_one, step_one, look_one, seed_die = ours[begin], ours[step], ours[look], ours[sow]
    advise_one = ours[advise]
    loaded, saved = ours[load], ours[save]
    record = from_dtype(dtype_of(State))

    def begin_all(cells, starts, which, kinds, counts, notes, dice, seated, seats, rows, masks, cards, left, seed):
        place = cuda.grid(1)
        if place < len(seats):
            own = cuda.local.array(1, record)
            die = cuda.local.array(1, int64)
            out = cuda.local.array(ROOM, int64)
            seed_die(die, seed + place * SEED_STEP)
            start = starts[which[place] : which[place] + 1]
            seat = start_one(own, 0, start, kinds[place], counts[place], notes[place], out, die, seated[place])
            left[place] = look_one(
                own[0], seat, counts[place], notes[place], out, rows[place], masks[place], cards[place]
            )
            saved(own[0], cells, place)
            seats[place] = seat
            dice[place] = die[0]

    def step_all(
        cells, starts, which, kinds, counts, notes, dice, seated, seats, rows, masks, cards, left, codes, rewards
    ):
        place = cuda.grid(1)
        if place < len(seats):
            own = cuda.local.array(1, record)
            die = cuda.local.array(1, int64)
            out = cuda.local.array(ROOM, int64)
            loaded(own[0], cells, place)
            die[0] = dice[place]
            seat = step_one(
                own,
                0,
                starts[which[place] : which[place] + 1],
                kinds[place],
                counts[place],
                notes[place],
                out,
                die,
                seated[place],
                seats[place],
                codes[place],
                rewards[place],
            )
            left[place] = look_one(
                own[0], seat, counts[place], notes[place], out, rows[place], masks[place], cards[place]
            )
            saved(own[0], cells, place)
            seats[place] = seat
            dice[place] = die[0]

    def advise_all(cells, seats, dice, advice):
        place = cuda.grid(1)
        if place < len(seats):
            own = cuda.local.array(1, record)
            die = cuda.local.array(1, int64)
            out = cuda.local.array(ROOM, int64)
            loaded(own[0], cells, place)
            die[0] = dice[place]
            advice[place] = advise_one(own[0], seats[place], out, die)

    return SimpleNamespace(**{one.__name__: cuda.jit(one) for one in (begin_all, step_all, advise_all)})


class Tables:
    """Games of several numbers of seats and sets of options, asked together."""

    def __init__(
        self, kinds: Any, which: Any, options: list[tuple[int, dict[str, Any]]], seed: int, device: str, told: Any
    ) -> None:
        """`kinds` says of each game who sits there besides the learner (`rounds`), `which` by which of the `options` it
        is played. `told` are the tensors to write: rows, masks, cards, asked seats, how many answers there are, seats
        of others, rewards.
        """
        self.games = games = len(kinds)
        self.device = device
        rows, masks, cards, asked, left, seated, rewards = told
        self.kinds, of_table = (torch.as_tensor(numpy.asarray(one, numpy.int64)).to(device) for one in (kinds, which))
        self.codes = torch.zeros(games, dtype=torch.int64, device=device)
        self._dice = torch.zeros(games, dtype=torch.int64, device=device)
        self._counts = torch.zeros(REMEMBERED, SEATS_MOST, games, dtype=torch.int16, device=device)
        self._notes = torch.zeros(NOTES, games, dtype=torch.int16, device=device)
        starts = numpy.zeros(len(options), dtype_of(State))
        for start, (seats, chosen) in zip(starts, options, strict=True):
            write_record(start, GAME.start(chosen, seats))
        if device == "cpu":
            self._kernels = on_cpu()
            self._held = (
                numpy.zeros(games, dtype_of(State)),
                starts,
                *map(self._lent, (of_table, self.kinds, self._counts, self._notes)),
                numpy.zeros(ROOM, numpy.int64),
                self._lent(self._dice),
                numpy.zeros(1, numpy.int64),
            )
        else:
            cuda = cuda_here()
            self._kernels = on_card()
            cells = cuda.device_array((games, numbers_in(State)), numpy.int16, order="F")
            self._held = (
                cells,
                cuda.to_device(starts),
                *map(self._lent, (of_table, self.kinds, self._counts, self._notes, self._dice)),
            )
        self._held = (*self._held, *map(self._lent, (seated, asked, rows, masks, cards, left)))
        self._answers = (self._lent(self.codes), self._lent(rewards))
        states, die = self._held[0], self._lent(self._dice)
        room = self._held[6:9] if device == "cpu" else (die,)
        self._advising = (states, self._lent(asked), *room)
        self._run(self._kernels.begin_all, *self._held, seed)

    def _lent(self, tensor: Any) -> Any:
        """The same memory for Numba, with the games first."""
        turned = tensor.permute(*reversed(range(tensor.dim())))
        if self.device == "cpu":
            return turned.numpy()
        return cuda_here().as_cuda_array(turned)

    def _run(self, kernel: Any, *arguments: Any) -> None:
        if self.device == "cpu":
            kernel(*arguments)
        else:
            kernel[-(-self.games // THREADS), THREADS](*arguments)

    def step(self, codes: Any) -> None:
        """One answer in every game, seen from the asked seat."""
        self.codes.copy_(codes)
        self._run(self._kernels.step_all, *self._held, *self._answers)

    def advice(self) -> Any:
        """What the rule of thumb would answer in every game."""
        self._run(self._kernels.advise_all, *self._advising, self._answers[0])
        return self.codes
