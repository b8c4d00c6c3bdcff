"""What the graphics card runs for `GpuVector`: many games to a thread, one after another.

The 32 threads of a warp run fast only while they do the same. So each thread goes from step to step of its games, and
in each round only those threads move whose next step is the commonest in the warp; the others wait for theirs.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from types import SimpleNamespace
from typing import Any

from triclinium.adapters.batch import ALL_SEATS, SEED_STEP, bound_to
from triclinium.core.compiled import compile_with, dtype_of
from triclinium.core.decision import CHANCE
from triclinium.core.dice import below, sow
from triclinium.core.gpu import cuda_here, for_gpu
from triclinium.core.ledger import ledger_of
from triclinium.core.playout import OVER_NOW
from triclinium.games import game_named

WARP = 0xFFFFFFFF
"""All 32 threads of a warp."""
PHASES = 64
"""More than any game has."""
TAKE, GO_ON, ASK, DONE = 0, 1, 2, -1
"""What a thread does next with its game: take the answer, let chance and bots go on, ask; or it has no game left."""


def _doors(game: str) -> tuple[Any, int, dict[str, Any]]:
    """The record of a game's state, the room its functions need for lists, and these functions on the card."""
    from numba import from_dtype

    kernel = game_named(game).kernel
    assert kernel is not None, "this game has no compiled form"
    ledger, bound = ledger_of(game), bound_to(game)
    assert ledger.choose is not None, "this game has no compiled bots"
    ours: dict[str, Callable[..., Any]] = {
        "sow": sow,
        "below": below,
        "observe": kernel.observe,
        "choose": ledger.choose,
        **{name: getattr(kernel.rules, name) for name in ("asked", "legal", "luck_total", "luck_code", "apply")},
        "ask": bound["ask"],
        "begin": bound["begin"],
    }
    compiled = compile_with(for_gpu, ours.values())
    room = max(ledger.notes, kernel.options_most)
    return from_dtype(dtype_of(kernel.state)), room, {name: compiled[one] for name, one in ours.items()}


def _commonest(cuda: Any) -> Any:
    """A function that returns the commonest key of the warp, or a negative one when no thread has any."""

    def commonest(key: int) -> int:
        alike = cuda.popc(cuda.match_any_sync(WARP, key))
        most = alike * (PHASES << 2) + key if key >= 0 else -1
        most = max(most, cuda.shfl_xor_sync(WARP, most, 16))
        most = max(most, cuda.shfl_xor_sync(WARP, most, 8))
        most = max(most, cuda.shfl_xor_sync(WARP, most, 4))
        most = max(most, cuda.shfl_xor_sync(WARP, most, 2))
        most = max(most, cuda.shfl_xor_sync(WARP, most, 1))
        return most % (PHASES << 2) if most >= 0 else -1

    return cuda.jit(device=True)(commonest)


@cache
def kernels_of(game: str) -> Any:
    """The kernels of a game: `begin_all`, `step_all`, `look_all`, `draw_all`, `play_all`."""
    from numba import int32, int64

    cuda = cuda_here()
    record, room, on_card = _doors(game)
    commonest = _commonest(cuda)
    sow_, below_, observe_, choose_ = (on_card[name] for name in ("sow", "below", "observe", "choose"))
    asked_, legal_, apply_ = (on_card[name] for name in ("asked", "legal", "apply"))
    luck_total_, luck_code_, ask_, begin_ = (on_card[name] for name in ("luck_total", "luck_code", "ask", "begin"))

    def begin_all(
        states: Any, dice: Any, seats: Any, options: Any, counts: Any, masks: Any, learner: int, bot: int, seed: int
    ) -> None:
        place = cuda.grid(1)
        if place < len(seats):
            own = cuda.local.array(1, record)
            die = cuda.local.array(1, int64)
            out = cuda.local.array(room, int64)
            sow_(die, seed + place * SEED_STEP)
            seat = begin_(own, 0, states, learner, bot, out, die)
            ask_(own[0], place, seat, out, options, counts, masks)
            states[place] = own[0]
            seats[place] = seat
            dice[place] = die[0]

    def step_all(
        states: Any,
        dice: Any,
        seats: Any,
        options: Any,
        counts: Any,
        masks: Any,
        learner: int,
        bot: int,
        actions: Any,
        done: Any,
        rewards: Any,
        tally: Any,
    ) -> None:
        games, threads = len(seats), cuda.gridsize(1)
        own = cuda.local.array(1, record)
        die = cuda.local.array(1, int64)
        out = cuda.local.array(room, int64)
        s = own[0]
        place = cuda.grid(1)
        doing = int32(DONE)
        if place < games:
            own[0] = states[place]
            die[0] = dice[place]
            doing = int32(TAKE)
        while True:
            key = int32(doing * PHASES + s.phase) if doing != DONE else int32(-1)
            best = commonest(key)
            if best < 0:
                break
            if key == best:
                who = int64(seats[place]) if doing == TAKE else asked_(s)
                if doing == TAKE:
                    done[place] = 0
                    for seat in range(rewards.shape[1]):
                        rewards[place, seat] = 0
                    doing = int32(GO_ON)
                    action = actions[place]
                    if 0 <= action < masks.shape[1] and masks[place, action]:
                        apply_(s, who, action)
                    else:
                        cuda.atomic.max(tally, 1, place + 1)
                elif doing == ASK:
                    ask_(s, place, who, out, options, counts, masks)
                    states[place] = own[0]
                    seats[place] = who
                    dice[place] = die[0]
                    place += threads
                    doing = int32(DONE)
                    if place < games:
                        own[0] = states[place]
                        die[0] = dice[place]
                        doing = int32(TAKE)
                elif who == CHANCE:
                    apply_(s, who, luck_code_(s, below_(die, luck_total_(s))))
                elif who == OVER_NOW:
                    # A game that ends before the learner is asked at all does not count.
                    if done[place] == 0:
                        cuda.atomic.add(tally, 0, 1)
                        done[place] = 1
                        for seat in range(rewards.shape[1]):
                            rewards[place, seat] = (s.winners >> seat) & 1
                    own[0] = states[games]
                elif learner == ALL_SEATS or who == learner:
                    doing = int32(ASK)
                else:
                    apply_(s, who, choose_(s, who, bot, out, die))

    def look_all(states: Any, seats: Any, rows: Any) -> None:
        place = cuda.grid(1)
        if place < len(seats):
            observe_(states[place], seats[place], rows[place])

    def draw_all(dice: Any, options: Any, counts: Any, actions: Any) -> None:
        place = cuda.grid(1)
        if place < len(actions):
            die = cuda.local.array(1, int64)
            die[0] = dice[place]
            actions[place] = options[place, below_(die, counts[place])]
            dice[place] = die[0]

    def play_all(states: Any, dice: Any, decisions: int, tally: Any) -> None:
        games, threads = len(states) - 1, cuda.gridsize(1)
        own = cuda.local.array(1, record)
        die = cuda.local.array(1, int64)
        out = cuda.local.array(room, int64)
        s = own[0]
        place = cuda.grid(1)
        left = -1
        over = 0
        if place < games:
            own[0] = states[place]
            die[0] = dice[place]
            left = decisions
        while True:
            key = int32(s.phase) if left >= 0 else int32(-1)
            best = commonest(key)
            if best < 0:
                break
            if key == best:
                who = asked_(s)
                if who == OVER_NOW:
                    over += 1
                    own[0] = states[games]
                elif who == CHANCE:
                    apply_(s, who, luck_code_(s, below_(die, luck_total_(s))))
                elif left > 0:
                    left -= 1
                    apply_(s, who, out[below_(die, legal_(s, who, out))])
                else:
                    states[place] = own[0]
                    dice[place] = die[0]
                    place += threads
                    left = -1
                    if place < games:
                        own[0] = states[place]
                        die[0] = dice[place]
                        left = decisions
        cuda.atomic.add(tally, 0, over)

    ours = (begin_all, step_all, look_all, draw_all, play_all)
    return SimpleNamespace(**{one.__name__: cuda.jit(one) for one in ours})
