"""What the graphics card runs for `GpuVector`: a thread for each game.

A thread copies its game's state into memory of its own, plays, and copies it back (`core/gpu.py` says why).

A finished game is not dealt again by the thread that finished it: a deal is a dozen answers of chance, and the other 31
threads of its warp would wait for each of them. Its place goes into a list, and a second kernel deals the games of that
list side by side.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from types import SimpleNamespace
from typing import Any

from triclinium.adapters.batch import SEED_STEP, bound_to
from triclinium.core.compiled import compile_with, dtype_of
from triclinium.core.decision import CHANCE
from triclinium.core.dice import below, sow
from triclinium.core.gpu import cuda_here, for_gpu, movers
from triclinium.core.ledger import ledger_of
from triclinium.core.playout import OVER_NOW
from triclinium.games import game_named

WARP = 0xFFFFFFFF
"""All 32 threads of a warp."""
PHASES = 64
"""More than any game has."""


def _parts(game: str, *, bots: bool) -> tuple[Any, int, SimpleNamespace]:
    """The record of a state, the room needed for a list of answers, and the game's functions, compiled for the card."""
    from numba import from_dtype

    kernel = game_named(game).kernel
    assert kernel is not None, "this game has no compiled form"
    load, save = movers(kernel.state)
    ours: dict[str, Callable[..., Any]] = {
        **{name: getattr(kernel.rules, name) for name in ("asked", "legal", "luck_total", "luck_code", "apply")},
        **{name: bound_to(game, bots=bots)[name] for name in ("begin", "go_on", "reward_of", "ask")},
        **{"sow": sow, "below": below, "observe": kernel.observe, "load": load, "save": save},
    }
    compiled = compile_with(for_gpu, ours.values())
    room = max(ledger_of(game).notes if bots else 0, kernel.options_most)
    return from_dtype(dtype_of(kernel.state)), room, SimpleNamespace(**{name: compiled[ours[name]] for name in ours})


@cache
def kernels_of(game: str, *, bots: bool) -> Any:
    """The kernels of a game: `begin_all`, `step_all`, `deal_all`, `look_all`, `draw_all`. Bots make them long to
    compile.
    """
    from numba import int64

    cuda = cuda_here()
    record, room, card = _parts(game, bots=bots)
    load, save, begin, go_on, ask = card.load, card.save, card.begin, card.go_on, card.ask
    apply, reward_of = card.apply, card.reward_of
    observe, roll, seed_die = card.observe, card.below, card.sow

    def begin_all(
        cells: Any,
        start: Any,
        dice: Any,
        seats: Any,
        options: Any,
        counts: Any,
        masks: Any,
        learner: int,
        bot: int,
        seed: int,
    ) -> None:
        place = cuda.grid(1)
        if place < len(seats):
            own = cuda.local.array(1, record)
            die = cuda.local.array(1, int64)
            out = cuda.local.array(room, int64)
            seed_die(die, seed + place * SEED_STEP)
            seat = begin(own, 0, start, learner, bot, out, die)
            ask(own[0], place, seat, out, options, counts, masks)
            save(own[0], cells, place)
            seats[place] = seat
            dice[place] = die[0]

    def step_all(
        cells: Any,
        start: Any,
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
        rows: Any,
        ended: Any,
        count: Any,
        turn: int,
    ) -> None:
        place = cuda.grid(1)
        if place < len(seats):
            action = actions[place]
            if action < 0 or action >= masks.shape[1] or not masks[place, action]:
                cuda.atomic.max(tally, 1, place + 1)
                return
            own = cuda.local.array(1, record)
            die = cuda.local.array(1, int64)
            out = cuda.local.array(room, int64)
            s = own[0]
            load(s, cells, place)
            die[0] = dice[place]
            apply(s, seats[place], action)
            seat = go_on(s, learner, bot, out, die)
            dice[place] = die[0]
            done[place] = seat == OVER_NOW
            for other in range(rewards.shape[1]):
                rewards[place, other] = reward_of(s, other) if seat == OVER_NOW else 0.0
            if seat == OVER_NOW:
                cuda.atomic.add(tally, 0, 1)
                ended[cuda.atomic.add(count, turn, 1)] = place
                return
            ask(s, place, seat, out, options, counts, masks)
            save(s, cells, place)
            seats[place] = seat
            if len(rows):
                observe(s, seat, rows[place])

    def deal_all(
        cells: Any,
        start: Any,
        dice: Any,
        seats: Any,
        options: Any,
        counts: Any,
        masks: Any,
        learner: int,
        bot: int,
        rows: Any,
        ended: Any,
        count: Any,
        turn: int,
    ) -> None:
        own = cuda.local.array(1, record)
        die = cuda.local.array(1, int64)
        out = cuda.local.array(room, int64)
        for number in range(cuda.grid(1), count[turn], cuda.gridsize(1)):
            place = ended[number]
            die[0] = dice[place]
            seat = begin(own, 0, start, learner, bot, out, die)
            ask(own[0], place, seat, out, options, counts, masks)
            save(own[0], cells, place)
            seats[place] = seat
            dice[place] = die[0]
            if len(rows):
                observe(own[0], seat, rows[place])
        if cuda.grid(1) == 0:
            count[1 - turn] = 0  # the next step counts there; this one's count is still read

    def look_all(cells: Any, seats: Any, rows: Any) -> None:
        place = cuda.grid(1)
        if place < len(seats):
            own = cuda.local.array(1, record)
            load(own[0], cells, place)
            observe(own[0], seats[place], rows[place])

    def draw_all(dice: Any, options: Any, counts: Any, actions: Any) -> None:
        place = cuda.grid(1)
        if place < len(actions):
            die = cuda.local.array(1, int64)
            die[0] = dice[place]
            actions[place] = options[place, roll(die, counts[place])]
            dice[place] = die[0]

    return SimpleNamespace(
        **{one.__name__: cuda.jit(one) for one in (begin_all, step_all, deal_all, look_all, draw_all)}
    )


@cache
def playing_of(game: str) -> Any:
    """The kernel of random play: `play_all` writes nothing but the states at the end.

    The 32 threads of a warp run fast only while they do the same. So in each round only those move whose games are in
    the commonest phase of the warp; the others wait for theirs.
    """
    from numba import int32, int64

    cuda = cuda_here()
    record, room, card = _parts(game, bots=False)
    load, save, asked, legal, apply = card.load, card.save, card.asked, card.legal, card.apply
    luck_total, luck_code, roll = card.luck_total, card.luck_code, card.below

    def play_all(cells: Any, start: Any, dice: Any, decisions: int, tally: Any) -> None:
        games, place = len(dice), cuda.grid(1)
        own = cuda.local.array(1, record)
        die = cuda.local.array(1, int64)
        out = cuda.local.array(room, int64)
        s = own[0]
        who = int64(0)
        left = int32(0)
        over = 0
        if place < games:
            load(s, cells, place)
            die[0] = dice[place]
            who = asked(s)
            left = int32(decisions)
        while True:
            key = int32(s.phase) if place < games and (left > 0 or who < 0) else int32(-1)
            alike = cuda.popc(cuda.match_any_sync(WARP, key))
            most = int32(alike * PHASES + key) if key >= 0 else int32(-1)
            mine = most
            most = max(most, cuda.shfl_xor_sync(WARP, most, 16))
            most = max(most, cuda.shfl_xor_sync(WARP, most, 8))
            most = max(most, cuda.shfl_xor_sync(WARP, most, 4))
            most = max(most, cuda.shfl_xor_sync(WARP, most, 2))
            most = max(most, cuda.shfl_xor_sync(WARP, most, 1))
            if most < 0:
                break
            if mine == most:
                if who == OVER_NOW:
                    over += 1
                    own[0] = start[0]
                    who = asked(s)
                code = int64(0)
                if who == CHANCE:
                    code = luck_code(s, roll(die, luck_total(s)))
                else:
                    left -= int32(1)
                    code = out[roll(die, legal(s, who, out))]
                apply(s, who, code)
                who = asked(s)
        if place < games:
            save(s, cells, place)
            dice[place] = die[0]
            cuda.atomic.add(tally, 0, over)

    return cuda.jit(play_all)
