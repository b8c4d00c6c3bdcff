"""What each card of Bacchus' Banquet does to each guest: `python -m bench.recipes --out FILE`.

Decks near today's are drawn at random. On each the mind dines at tables of three, four and five, and meets the rule of
thumb at four. FILE gets a line for each deck; the same command goes on. Then a line is fitted: what one card more of a
sort does to each guest's share of an even one, where it takes the place of a card like the mean one.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy

from bench.feasts import Feasts
from bench.guests import AT_ITS_BEST, counted, feast
from triclinium.core.decision import Json
from triclinium.core.intervals import Share
from triclinium.games.banquet.rules.cards import KIND_NAMES, class_of
from triclinium.games.banquet.rules.deck import STANDARD_DECK, counts_and_values
from triclinium.games.banquet.study.tuning import SEATS, Counts, deck_of, sound

COUNTS, VALUES = (tuple(row) for row in counts_and_values(STANDARD_DECK))
FIRST_GAME = 2_000_000
"""Apart from the games by which decks are confirmed."""
STEPS = (2, 7)
"""A deck differs from today's by so many cards, at least and at most."""
FEWER = {3: 0.5, 4: 0.5, 5: 1.0}
"""The part of the games that each size of table gets."""


def sort_of(kind: int) -> str:
    """Cards of a sort are alike for this: dishes of one value, and all presents."""
    of_class = class_of(kind)
    if of_class == "dish":
        return f"dish of {VALUES[kind]}"
    return of_class if of_class == "present" else KIND_NAMES[kind]


SORTS = tuple(dict.fromkeys(sort_of(kind) for kind in range(len(KIND_NAMES))))


def drawn(rng: random.Random) -> Counts:
    """A sound deck with a few cards of some sorts in the place of others. The daggers stay."""
    sorts = [sort for sort in SORTS if sort != "dagger"]
    while True:
        made = list(COUNTS)
        for _ in range(rng.randint(*STEPS)):
            given, taken = rng.sample(sorts, 2)
            made[rng.choice([kind for kind in range(len(made)) if sort_of(kind) == given])] += 1
            made[rng.choice([kind for kind in range(len(made)) if sort_of(kind) == taken])] -= 1
        if sound(tuple(made), VALUES) and tuple(made) != COUNTS:
            return tuple(made)


def tried(counts: Counts, games: int, first: int = FIRST_GAME) -> dict[str, float]:
    """What the guests win on a deck, how long games last, and what the mind wins from the rule of thumb."""
    options: Mapping[str, Json] = {"deck": deck_of(counts, VALUES, "a deck on trial")}
    told: dict[str, float] = {}
    for seats in SEATS:
        feasts = Feasts(seats, options)
        found = counted([feast(feasts, seed) for seed in range(first, first + int(games * FEWER[seats]))])
        told |= {f"{seats} {name}": seats * share.share for name, share in found.by_goal().items()}
        told[f"{seats} rounds"] = found.rounds
        if seats == 4:
            met = list(feasts.meet((AT_ITS_BEST, "thumb"), range(first, first + games // 2)))
            told["from thumb"] = share_of(met)
    return told


def share_of(met: Sequence[Any]) -> float:
    """The share of decided games that the mind won."""
    first = sum(one.won(AT_ITS_BEST) and not one.won("thumb") for one in met)
    second = sum(one.won("thumb") and not one.won(AT_ITS_BEST) for one in met)
    return Share(first, first + second).share


def by_sort(counts: Counts) -> list[int]:
    """How many cards more of each sort than today."""
    return [
        sum(n - now for kind, (n, now) in enumerate(zip(counts, COUNTS, strict=True)) if sort_of(kind) == sort)
        for sort in SORTS
    ]


def fitted(lines: Sequence[Mapping[str, Any]]) -> dict[str, tuple[float, list[float]]]:
    """For everything that was measured: what today's deck gives, and what one card more of each sort does."""
    cards = numpy.array([[1, *by_sort(tuple(line["counts"]))] for line in lines], float)
    found = {}
    for name in lines[0]["told"]:
        start, *slopes = numpy.linalg.pinv(cards) @ numpy.array([line["told"][name] for line in lines])
        found[name] = float(start), [float(slope) for slope in slopes]
    return found


def foretold(found: Mapping[str, tuple[float, list[float]]], counts: Counts) -> dict[str, float]:
    """What the line says of a deck."""
    cards = by_sort(counts)
    return {
        name: start + sum(a * b for a, b in zip(slopes, cards, strict=True)) for name, (start, slopes) in found.items()
    }


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.recipes", description=__doc__)
    parser.add_argument("--decks", type=int, default=80)
    parser.add_argument("--games", type=int, default=4000, help="at five seats; half as many at three and at four")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, required=True)
    asked = parser.parse_args()
    lines = [json.loads(line) for line in asked.out.read_text().splitlines()] if asked.out.exists() else []
    for number in range(len(lines), asked.decks):
        counts = drawn(random.Random(f"{asked.seed}/{number}"))
        lines.append({"counts": counts, "games": asked.games, "told": tried(counts, asked.games)})
        with asked.out.open("a", encoding="utf-8") as out:
            print(json.dumps(lines[-1]), file=out, flush=True)
    found = fitted(lines)
    print("", *SORTS, sep="\t")
    for name, (start, slopes) in found.items():
        print(f"{name} {start:.3f}", *(f"{slope:+.3f}" for slope in slopes), sep="\t")


if __name__ == "__main__":
    main()
