"""Learn what the cards before a seat say about its guest, from rule-of-thumb games: `python -m bench.belief`.

Games are stopped at random moments, and the cards before each seat are compared with its guest. The printed table, for
`games/banquet/brain/belief.py`, is a logistic regression: the log-odds that each card of a class adds.
"""

from __future__ import annotations

import argparse
from typing import Any

import numpy

from triclinium.core.compiled import compile_kernels, dtype_of, write_record
from triclinium.core.dice import below, sow
from triclinium.core.kernel import kernel
from triclinium.core.playout import OVER_NOW
from triclinium.games.banquet.brain.belief import BIAS, CLASSES, SORT_OF, SORTS, look_at
from triclinium.games.banquet.brain.lookahead import settle_luck
from triclinium.games.banquet.brain.rule_of_thumb import ROOM, choose
from triclinium.games.banquet.game import GAME
from triclinium.games.banquet.rules.cards import ALL_GUESTS, CALIGULA, GUESTS
from triclinium.games.banquet.rules.engine import apply, legal
from triclinium.games.banquet.rules.state import State

LONGEST = 90
"""The most decisions before a game is stopped."""
WHIM = 15


@kernel
def watch(states: Any, dice: list[int], out: list[int], first: int, count: int, seen: Any) -> int:
    """Play games up to a random moment; note what lies before each seat and which guest sits there."""
    rows = 0
    for seed in range(first, first + count):
        states[0] = states[1]
        s = states[0]
        sow(dice, seed)
        seat = settle_luck(s, dice)
        for _ in range(below(dice, LONGEST)):
            if seat == OVER_NOW:
                break
            if below(dice, 100) < WHIM:
                apply(s, seat, out[below(dice, legal(s, seat, out))])
            else:
                apply(s, seat, choose(s, seat, out, dice))
            seat = settle_luck(s, dice)
        if seat == OVER_NOW:
            continue
        for other in range(s.seats):
            if s.guest[other] != CALIGULA:
                look_at(s, other, seen[rows])
                seen[rows, CLASSES] = s.guest[other]
                rows += 1
    return rows


def gather(seats: int, games: int) -> Any:
    """Rows of what was seen, with the guest at the end."""
    watch_now = compile_kernels((watch,))[watch]
    states = numpy.zeros(2, dtype_of(State))
    start = GAME.start({}, seats)
    write_record(states[1], start)
    seen = numpy.zeros((games * seats, CLASSES + 1), numpy.int64)
    rows = watch_now(states, numpy.zeros(1, numpy.int64), numpy.zeros(ROOM, numpy.int64), 1, games, seen)
    return seen[:rows]


def fit(seen: Any, steps: int = 4000, rate: float = 0.5) -> Any:
    """Log-odds by sort of guest and class of card, by gradient ascent on the likelihood."""
    rows, counts = numpy.unique(seen, axis=0, return_counts=True)
    features = rows[:, :CLASSES].astype(float)
    sorts = numpy.array(SORT_OF)[rows[:, CLASSES]]
    scale = features.std(axis=0)
    scale[BIAS] = 1.0
    scaled = features / scale
    weight = counts[:, None] / counts.sum()
    odds = numpy.zeros((SORTS, CLASSES))
    wanted = numpy.eye(SORTS)[sorts]
    for _ in range(steps):
        chances = numpy.exp(scaled @ odds.T)
        chances /= chances.sum(axis=1, keepdims=True)
        odds += rate * (weight * (wanted - chances)).T @ scaled
    right = counts[(scaled @ odds.T).argmax(axis=1) == sorts].sum() / counts.sum()
    print(f"{counts.sum():,} looks; the likeliest sort was right in {right:.1%}")
    return odds / scale


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.belief", description=__doc__)
    parser.add_argument("--games", type=int, default=40_000)
    arguments = parser.parse_args()
    seen = numpy.concatenate([gather(seats, arguments.games) for seats in GAME.info.seats])
    odds = fit(seen)
    counts = numpy.array([sum(SORT_OF[guest] == sort for guest in range(1, GUESTS)) for sort in range(SORTS)])
    assert ALL_GUESTS.bit_count() - 1 == counts.sum()
    odds[:, BIAS] -= numpy.log(counts)
    for row in odds - odds[0]:
        print("    (" + ", ".join(f"{round(100 * value)}" for value in row) + "),")


if __name__ == "__main__":
    main()
