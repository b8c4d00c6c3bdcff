"""Search for a deck of Bacchus' Banquet in which every guest has a fair chance.

    python -m triclinium.games.banquet.study.tuning search --bots thumb --games 4000 --generations 60 --out search.jsonl
    python -m triclinium.games.banquet.study.tuning measure --bots thumb --games 100000 --deck my-cards.toml

The search changes only counts, not values, and keeps to the known facts about the printed deck (`sound`). A deck is as
good as its worst guest: how far that guest's share of wins is from an even share, over all numbers of seats, counted
both by the guest dealt and by the guest at the end. A (1 + n) evolution strategy changes one to three cards at a time.
All decks of a generation play the same seeds, and every generation new ones, so that no deck survives by luck. Results
go to --out as lines of JSON. Confirm them with `measure`, which uses other seeds.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import sys
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import nullcontext
from dataclasses import dataclass
from itertools import pairwise
from math import log2, sqrt
from pathlib import Path
from typing import Any, TextIO

from triclinium.core.decision import Json
from triclinium.core.intervals import Share
from triclinium.core.ledger import LENGTH, WINNERS
from triclinium.games.banquet.rules.cards import (
    CLASS_NAMES,
    FIRST_WINE,
    GUEST_NAMES,
    KIND_NAMES,
    KINDS,
    SEATS_LEAST,
    SEATS_MOST,
    class_of,
)
from triclinium.games.banquet.rules.deck import STANDARD_DECK, counts_and_values, parse_deck
from triclinium.games.banquet.study.ledger import DEALT, GUEST
from triclinium.lab.bulk import Lineup, play_block, warm, worth_compiling

CARDS_IN_ALL = 93
BELT = 10
ROUNDS_AIM = (12, 24)
"""The aim for the median number of rounds."""
RATIO_AIM = 2.0
"""No guest should win less than half or more than twice its even share."""
CLASS_BOUNDS = {
    "dish": (2, 5),
    "wine": (1, 9),
    "poison": (3, 8),
    "present": (1, 4),
    "dagger": (3, 10),
    "minus": (1, 7),
    "special": (1, 6),
}
"""Allowed counts of one kind of each class. With fewer than three daggers, three could never lie on the table."""
PLAIN_WINE = "cup"
"""The plain cup must stay the commonest wine."""
PAIRS = (("octavius", "septimus", "cassius"), ("caesonia", "agrippina"))
"""Guests with the same goal. Their games are pooled, which needs fewer games."""
SHORT_SHARE = 0.42
"""The share of games below ROUNDS_AIM at which the median is still safe."""
SEATS = tuple(range(SEATS_LEAST, SEATS_MOST + 1))

Counts = tuple[int, ...]
"""How many cards of each kind."""


def sound(counts: Counts, values: Sequence[int]) -> bool:
    """Whether a deck keeps the known facts: the sum, every kind, equal presents, cheap dishes that fit the belt."""
    wines = [counts[kind] for kind in range(KINDS) if class_of(kind) == "wine"]
    presents = [counts[kind] for kind in range(KINDS) if class_of(kind) == "present"]
    cheapest = sorted(values[kind] for kind in range(FIRST_WINE))[:5]
    return (
        sum(counts) == CARDS_IN_ALL
        and all(_fits(kind, count) for kind, count in enumerate(counts))
        and max(presents) - min(presents) <= 1
        and counts[KIND_NAMES.index(PLAIN_WINE)] == max(wines)
        and sum(cheapest) <= BELT
    )


def _fits(kind: int, count: int) -> bool:
    least, most = CLASS_BOUNDS[class_of(kind)]
    return least <= count <= most


def mutant(counts: Counts, values: Sequence[int], rng: random.Random) -> Counts:
    """A sound deck with one to three cards changed."""
    while True:
        changed = list(counts)
        for _ in range(rng.randint(1, 3)):
            given, taken = rng.sample(CLASS_NAMES, 2)
            changed[_kind(given, rng)] += 1
            changed[_kind(taken, rng)] -= 1
        made = tuple(changed)
        if made != counts and sound(made, values):
            return made


def _kind(of_class: str, rng: random.Random) -> int:
    return rng.choice([kind for kind in range(KINDS) if class_of(kind) == of_class])


def deck_of(counts: Counts, values: Sequence[int], name: str) -> dict[str, Json]:
    """The deck as a game option."""
    rows: dict[str, Json] = {
        kind: [count, value] for kind, count, value in zip(KIND_NAMES, counts, values, strict=True)
    }
    return {"name": name, "cards": rows}


# --- Measuring a deck -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Measure:
    """The results of a deck at one number of seats: wins of each guest, and rounds."""

    seats: int
    games: int
    ending_with: Mapping[str, Share]
    dealt: Mapping[str, Share]
    median: float
    short: float
    long: float

    def ratios(self) -> dict[str, float]:
        """Each guest's share of wins divided by the even share."""
        return {
            f"{way} {guest}": share.share * self.seats
            for way, shares in (("ending with", self.ending_with), ("dealt", self.dealt))
            for guest, share in shares.items()
        }

    def as_json(self) -> dict[str, Any]:
        return {
            "seats": self.seats,
            "games": self.games,
            "median_rounds": self.median,
            "ending_with": {guest: share.as_json() for guest, share in self.ending_with.items()},
            "dealt": {guest: share.as_json() for guest, share in self.dealt.items()},
        }


def measure(deck: Mapping[str, Json], seats: int, bots: tuple[str, ...], games: int, seed: int, first: int) -> Counted:
    """Play and count some of the games; the caller adds up the parts."""
    table = Lineup("banquet", seats, bots, {"deck": dict(deck)})
    block = play_block(table, seed, first, games, worth_compiling(table, sys.maxsize))
    counted = Counted(seats)
    for game, rows in zip(block.games, block.seats, strict=True):
        counted.lengths.append(game[LENGTH])
        for seat, row in enumerate(rows):
            won = (game[WINNERS] >> seat) & 1
            for sums, guest in ((counted.ending_with, row[GUEST]), (counted.dealt, row[DEALT])):
                sums[guest][0] += won
                sums[guest][1] += 1
    return counted


class Counted:
    """Wins and games of each guest, and the length of each game."""

    def __init__(self, seats: int) -> None:
        self.seats = seats
        self.ending_with = [[0, 0] for _ in GUEST_NAMES]
        self.dealt = [[0, 0] for _ in GUEST_NAMES]
        self.lengths: list[int] = []

    def add(self, other: Counted) -> None:
        self.lengths += other.lengths
        for mine, theirs in ((self.ending_with, other.ending_with), (self.dealt, other.dealt)):
            for guest, (wins, games) in enumerate(theirs):
                mine[guest][0] += wins
                mine[guest][1] += games

    def measure(self) -> Measure:
        lengths = sorted(self.lengths)
        games = len(lengths)
        return Measure(
            self.seats,
            games,
            {name: Share(*self.ending_with[guest]) for guest, name in enumerate(GUEST_NAMES)},
            {name: Share(*self.dealt[guest]) for guest, name in enumerate(GUEST_NAMES)},
            (lengths[(games - 1) // 2] + lengths[games // 2]) / 2,
            sum(length < ROUNDS_AIM[0] for length in lengths) / games,
            sum(length > ROUNDS_AIM[1] for length in lengths) / games,
        )


def pooled(shares: Mapping[str, Share]) -> list[Share]:
    """The shares, with guests of the same goal pooled."""
    together = {guest for pair in PAIRS for guest in pair}
    alone = [share for guest, share in shares.items() if guest not in together]
    pairs = [[shares[guest] for guest in pair] for pair in PAIRS]
    return alone + [Share(sum(s.count for s in pair), sum(s.of for s in pair)) for pair in pairs]


def loss(measures: Iterable[Measure], counts: Counts, first: Counts) -> float:
    """How far a deck is from fair: the worst guest in doublings, then the length, then the rest, then the changes."""
    doublings: list[float] = []
    length = 0.0
    for each in measures:
        for shares in (each.ending_with, each.dealt):
            doublings += [abs(log2(max(share.share, 0.001) * each.seats)) for share in pooled(shares)]
        length = max(length, each.short - SHORT_SHARE, each.long - SHORT_SHARE)
    spread = sqrt(sum(d * d for d in doublings) / len(doublings))
    changes = sum(abs(now - then) for now, then in zip(counts, first, strict=True))
    return max(doublings) + 8 * max(0.0, length) + 0.5 * spread + 0.004 * changes


# --- Searching ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Search:
    """The parameters of a search."""

    bots: tuple[str, ...]
    games: int
    generations: int
    mutants: int
    seed: int


def measure_all(
    pool: Executor,
    decks: Sequence[Mapping[str, Json]],
    bots: tuple[str, ...],
    games: int,
    seed: int,
    blocks: int = 1,
    tables: Sequence[int] = SEATS,
) -> list[list[Measure]]:
    """Measure every deck at every number of seats in parallel. `blocks` splits the games of one table further."""
    bounds = [games * block // blocks for block in range(blocks + 1)]
    waiting = [
        [
            [
                pool.submit(measure, deck, seats, bots, end - start, seed, start)
                for start, end in pairwise(bounds)
                if end > start
            ]
            for seats in tables
        ]
        for deck in decks
    ]
    found = []
    for by_seats in waiting:
        measures = []
        for seats, parts in zip(tables, by_seats, strict=True):
            counted = Counted(seats)
            for part in parts:
                counted.add(part.result())
            measures.append(counted.measure())
        found.append(measures)
    return found


def search(pool: Executor, plan: Search, start: Counts, values: Sequence[int], out: TextIO) -> Counts:
    """The best deck found. Each generation writes a line of JSON."""
    rng = random.Random(plan.seed)
    first, best = start, start
    for generation in range(plan.generations):
        decks = [best, *(mutant(best, values, rng) for _ in range(plan.mutants))]
        named = [deck_of(counts, values, "a deck on trial") for counts in decks]
        measured = measure_all(pool, named, plan.bots, plan.games, plan.seed + generation + 1)
        losses = [loss(measures, counts, first) for measures, counts in zip(measured, decks, strict=True)]
        chosen = min(range(len(decks)), key=losses.__getitem__)
        best = decks[chosen]
        ratios = [ratio for each in measured[chosen] for ratio in each.ratios().values()]
        line = {
            "generation": generation,
            "loss": round(losses[chosen], 4),
            "least": round(min(ratios), 3),
            "most": round(max(ratios), 3),
            "median_rounds": [each.median for each in measured[chosen]],
            "counts": dict(zip(KIND_NAMES, best, strict=True)),
        }
        out.write(json.dumps(line) + "\n")
        out.flush()
    return best


def even(measures: Iterable[Measure]) -> bool:
    """Whether every guest meets the aim at every number of seats."""
    return all(1 / RATIO_AIM <= ratio <= RATIO_AIM for each in measures for ratio in each.ratios().values())


def fair(measures: Sequence[Measure]) -> bool:
    """Whether every guest and the length meet the aims at every number of seats."""
    return even(measures) and all(ROUNDS_AIM[0] <= each.median <= ROUNDS_AIM[1] for each in measures)


# --- The command ----------------------------------------------------------------------------------


def main(words: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m triclinium.games.banquet.study.tuning", description=__doc__)
    parser.add_argument("what", choices=("search", "measure"))
    parser.add_argument("--bots", default="thumb", help="who plays, separated by +; they fill the seats in turn")
    parser.add_argument("--games", type=int, default=4000, help="games for each deck and number of seats")
    parser.add_argument("--generations", type=int, default=60)
    parser.add_argument("--mutants", type=int, default=8)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--deck", type=Path, help="a deck file; without it the deck of the product")
    parser.add_argument("--out", type=Path, help="lines of JSON; without it the screen")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    asked = parser.parse_args(words)
    deck: Any = parse_deck(asked.deck.read_text(encoding="utf-8")) if asked.deck else STANDARD_DECK
    counts, values = counts_and_values(deck)
    bots = tuple(asked.bots.split("+"))
    warm(Lineup("banquet", SEATS_LEAST, bots), sys.maxsize)
    with (
        asked.out.open("w", encoding="utf-8") if asked.out else nullcontext(sys.stdout) as out,
        ProcessPoolExecutor(asked.processes) as pool,
    ):
        if asked.what == "search":
            plan = Search(bots, asked.games, asked.generations, asked.mutants, asked.seed)
            search(pool, plan, tuple(counts), values, out)
        else:
            measures = []
            for seats in SEATS:
                (found,) = measure_all(pool, [deck], bots, asked.games, asked.seed, 4 * asked.processes, [seats])
                measures += found
                line = {"deck": deck["name"], "bots": asked.bots, "seed": asked.seed, **found[0].as_json()}
                out.write(json.dumps(line) + "\n")
                out.flush()
            out.write(json.dumps({"deck": deck["name"], "fair": fair(measures)}) + "\n")


if __name__ == "__main__":
    main()
