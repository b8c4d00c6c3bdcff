"""Learn the manners of banqueters: `python -m learning.manners --out FILE`. Needs NumPy and Numba alone; see README.md.

Compiled games of mixed company: each seat plays by rule of thumb, or by the mind with some slips and warmth. At every
question one seat looks at another (`brain/manner.py`), and a logistic regression learns which of the two that one is.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy

from triclinium.core.compiled import compile_kernels, dtype_of, write_record
from triclinium.core.dice import below, sow
from triclinium.core.kernel import kernel
from triclinium.core.playout import OVER_NOW, playout_of
from triclinium.games.banquet.brain.features import REMEMBERED
from triclinium.games.banquet.brain.manner import SIGN_NAMES, SIGNS, see_signs
from triclinium.games.banquet.brain.memory import DEALT, NOTES, count_round, forget, remember
from triclinium.games.banquet.brain.mind import learned_answer, room, weights
from triclinium.games.banquet.brain.rule_of_thumb import choose
from triclinium.games.banquet.game import GAME
from triclinium.games.banquet.rules import engine as rules
from triclinium.games.banquet.rules.cards import RING, SEATS_MOST
from triclinium.games.banquet.rules.engine import apply, legal
from triclinium.games.banquet.rules.state import PICK, State

HUNDRED = 100
BY_THUMB = -1.0
"""Instead of a warmth: this seat answers by rule of thumb."""
COMPANY = (
    (0, BY_THUMB),
    (0, BY_THUMB),
    (0, BY_THUMB),
    (0, BY_THUMB),
    (0, 0.0),
    (0, 0.7),
    (18, 0.7),
    (18, 0.7),
    (37, 1.7),
    (60, 2.7),
)
"""Who may sit down: slips in a hundred, and the warmth of the mind."""
A_LOOK = 4
"""One question in so many is looked at."""
A_GAME = 200
"""Room for the looks of a game."""
SMALLNESS = 3.0
"""How strongly the weights are kept small."""
settle_luck = playout_of(rules).settle_luck


@kernel
def watch(
    states: Any, slips: Any, warmths: Any, counts: Any, notes: Any, mind: Any, r: Any, cards: Any, dice: Any, seen: Any,
    whom: Any,
) -> int:  # fmt: skip
    """Play a game, and write what was seen of whom now and then; return how often."""
    s = states[0]
    looks = 0
    forget(counts, notes)
    seat = settle_luck(s, dice)
    while seat != OVER_NOW:
        if s.phase == PICK:
            count_round(s, counts, notes)
        dealt = notes[DEALT : DEALT + SEATS_MOST]
        if looks < A_GAME and below(dice, A_LOOK) == 0:
            whom[looks] = (seat + 1 + below(dice, s.seats - 1)) % s.seats
            see_signs(s, whom[looks], counts, dealt, cards, r.listed, seen[looks])
            looks += 1
        count = legal(s, seat, r.listed)
        code = r.listed[0]
        if count > 1:
            if slips[seat] and below(dice, HUNDRED) < slips[seat]:
                code = r.listed[below(dice, count)]
            elif warmths[seat] == BY_THUMB:
                code = choose(s, seat, r.listed, dice)
            else:
                code = learned_answer(s, seat, counts, dealt, mind, r, warmths[seat], dice)
        remember(s, seat, code, counts, notes)
        apply(s, seat, code)
        seat = settle_luck(s, dice)
    return looks


def lessons(games: int, seed: int) -> tuple[Any, Any, Any]:
    """What was seen, whether it was of a seat that plays by rule of thumb, and in which game."""
    fast = compile_kernels((watch, sow))
    mind = weights().mind
    r = room(len(mind.first_bias))
    counts, notes = numpy.zeros((SEATS_MOST, REMEMBERED), numpy.int16), numpy.zeros(NOTES, numpy.int16)
    cards, dice = numpy.zeros(RING, numpy.int64), numpy.zeros(1, numpy.int64)
    seen, whom = numpy.zeros((A_GAME, SIGNS)), numpy.zeros(A_GAME, numpy.int64)
    rng = numpy.random.default_rng(seed)
    starts = []
    for seats in GAME.info.seats:
        starts.append(numpy.zeros(1, dtype_of(State)))
        write_record(starts[-1][0], GAME.start(GAME.complete({}), seats))
    rows, thumbs, numbers = [], [], []
    for number in range(games):
        company = [COMPANY[at] for at in rng.integers(len(COMPANY), size=SEATS_MOST)]
        slips, warmths = (numpy.array([one[part] for one in company]) for part in range(2))
        fast[sow](dice, int(rng.integers(1 << 60)))
        table = starts[number % len(starts)].copy()
        looks = fast[watch](table, slips, warmths.astype(float), counts, notes, mind, r, cards, dice, seen, whom)
        rows.append(seen[:looks].copy())
        thumbs.append(warmths[whom[:looks]] == BY_THUMB)
        numbers.append(numpy.full(looks, number))
    return numpy.concatenate(rows), numpy.concatenate(thumbs).astype(float), numpy.concatenate(numbers)


def chances(rows: Any, told: Any) -> Any:
    return 1 / (1 + numpy.exp(-(rows @ told)))


def fitted(rows: Any, thumbs: Any) -> Any:
    """The weights of a logistic regression, by Newton's method; the last one is the bias."""
    told = numpy.zeros(rows.shape[1])
    small = numpy.full(len(told), SMALLNESS)
    for _ in range(20):
        likely = chances(rows, told)
        slope = rows.T @ (thumbs - likely) - small * told
        bend = (rows * (likely * (1 - likely))[:, None]).T @ rows + numpy.diag(small)
        told += numpy.linalg.solve(bend, slope)
    return told


def log_loss(likely: Any, thumbs: Any) -> float:
    return float(-numpy.log(numpy.where(thumbs > 0, likely, 1 - likely)).mean())


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m learning.manners", description=__doc__)
    parser.add_argument("--out", type=Path, required=True, help="where the weights go, with the record of the learning")
    parser.add_argument("--games", type=int, default=6000, help="how many to learn from")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    began = perf_counter()
    rows, thumbs, numbers = lessons(asked.games, asked.seed)
    rows = numpy.column_stack([rows, numpy.ones(len(rows))])
    kept_back = numbers % 5 == 0
    told = fitted(rows[~kept_back], thumbs[~kept_back])
    likely, truly = chances(rows[kept_back], told), thumbs[kept_back]
    record = {
        "games": asked.games,
        "seed": asked.seed,
        "looks": len(rows),
        "share_of_thumbs": round(float(thumbs.mean()), 4),
        "log_loss": round(log_loss(likely, truly), 4),
        "log_loss_without_signs": round(log_loss(numpy.full(len(truly), thumbs.mean()), truly), 4),
        "right": round(float(((likely > 0.5) == (truly > 0.5)).mean()), 4),
        "seconds": round(perf_counter() - began, 1),
    }
    named = {name: round(float(weight), 4) for name, weight in zip(SIGN_NAMES, told, strict=False)}
    kept = {"bias": round(float(told[-1]), 4), "weights": named, "record": record}
    asked.out.write_text(json.dumps(kept, indent=2) + "\n", encoding="utf-8")
    print(json.dumps(record))


if __name__ == "__main__":
    main()
