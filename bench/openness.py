"""How much skill tells on decks of Ben Hur, and how open they keep a race: `python -m bench.openness --out FILE`.

Decks are tried one after the other, first some drawn at random around the game's own, then for so many minutes those
that promise most by all that is known (`bench.guesses`). On each, the learned driver meets `driver`, two against two;
six learned drivers show how often the first at half the race wins, drivers how they get home, racers what fights and
the risky deck are worth. FILE gets a line for each deck; the same command goes on. In the end the best are told.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Mapping, Sequence
from pathlib import Path
from time import monotonic
from typing import Any, NamedTuple

import numpy

from bench.circus import Plan, deck_of, plan_of, sound
from bench.guesses import Guess
from bench.habits import LEADER, NO_FIGHT, RISKY, RISKY_ONLY, study
from bench.races import Races
from triclinium.bots.ladder import seatings
from triclinium.core.intervals import Share
from triclinium.games.benhur.rules.cards import DECKS, SPEEDS
from triclinium.games.benhur.rules.deck import STANDARD_DECK
from triclinium.games.benhur.rules.state import NOBODY
from triclinium.games.benhur.rules.track import STANDARD_TRACK
from triclinium.games.benhur.study.races import drive_races

NOW = plan_of(STANDARD_DECK, STANDARD_TRACK)
PAIR = ("mind", "driver")
FEW, MANY = 4, 6
"""Seats where skill is measured, and where openness is."""
OPEN: dict[str, dict[str, Any]] = {"one lap": {"length": 1}, "long": {"format": "long", "length": 2}}
"""The games in which one laurel decides, so that the first at half has not won half of it."""
FEWEST, MOST = (5, 7), (13, 20)
"""How many accidents the normal and the risky deck may have where decks are drawn at random."""
SHOES = (0.05, 0.1, 0.2, 0.3, 0.42, 0.5, 0.6, 0.8, 0.9)
"""Shares of the speed cards of a deck that may bear a horseshoe."""
FIRST_RACE, FIRST_SEED = 9_000_000, 4_400_000
CANDIDATES, PARENTS = 1500, 10
"""Decks that are guessed at before one is tried, and the best known ones that they come from."""
HOPE = 0.7
"""So many deviations count for a deck that is little known."""


class Aim(NamedTuple):
    """What is measured of a deck: what is missed costs so much for each unit."""

    name: str
    at: float
    price: float
    above: bool
    """Whether the measurement should lie above."""
    noise: float
    """Its variance in one race."""


SKILL = "mind from driver"
AIMS = (
    Aim("first at half, one lap", 0.595, 2.5, False, 0.5),
    Aim("first at half, long", 0.595, 2.5, False, 0.5),
    Aim("drivers finish", 0.85, 1.0, True, 0.25),
    Aim("turns a lap", 20.0, 0.04, False, 40.0),
    Aim("never fighting", 0.9, 0.8, False, 2.0),
    Aim("always risky", 0.85, 0.3, False, 4.0),
    Aim("risky cards", 0.66, 0.5, False, 0.25),
)

Cards = tuple[tuple[int, ...], tuple[int, ...]]
Shoes = tuple[float, float]


def drawn(rng: random.Random) -> tuple[Cards, Shoes]:
    """A sound deck around the game's own."""
    while True:
        cards: list[tuple[int, ...]] = []
        for row, fewest, most in zip(NOW.cards, FEWEST, MOST, strict=True):
            accidents = rng.randint(fewest, most)
            ranges = shared(accidents, [rng.uniform(0.2, 2.2), rng.random(), 0.6 * rng.random()], 0)
            speeds = shared(sum(row) - accidents, [count * rng.uniform(0.6, 1.4) for count in row[:SPEEDS]], 1)
            cards.append((*speeds, *ranges))
        made = cards[0], cards[1]
        if sound(Plan(made, NOW.forward)):
            return made, (rng.choice(SHOES), rng.choice(SHOES))


def shared(total: int, weights: Sequence[float], least: int) -> list[int]:
    """So many cards by weight, at least so many of each; the first takes what is left."""
    whole = sum(weights)
    counts = [max(least, int(total * weight / whole)) for weight in weights]
    return [total - sum(counts[1:]), *counts[1:]]


def changed(cards: Cards, shoes: Shoes, rng: random.Random) -> tuple[Cards, Shoes]:
    """A sound deck a few cards away."""
    while True:
        rows = [list(row) for row in cards]
        for _ in range(rng.choice((1, 2, 2, 3, 4))):
            row = rng.choice(rows)
            less, more = rng.sample(range(len(row)), 2)
            if row[less]:
                row[less] -= 1
                row[more] += 1
        made, worn = (tuple(rows[0]), tuple(rows[1])), list(shoes)
        if rng.random() < 0.4:
            worn[rng.randrange(DECKS)] = rng.choice(SHOES)
        if sound(Plan(made, NOW.forward)):
            return made, (worn[0], worn[1])


# --- Trying a deck --------------------------------------------------------------------------------


class Open(NamedTuple):
    """What learned drivers show: how often the first at half wins, and the part of risky cards."""

    leader: float
    risky: float


def open_races(seats: int, options: dict[str, Any], races: int, first: int = FIRST_SEED) -> Open:
    table, drawn_from, led = Races(seats, options), numpy.zeros(DECKS), 0.0
    for seed in range(first, first + races):
        end = table.race(("mind",) * seats, seed)
        drawn_from += table.counted[:DECKS]
        winners, leader = int(end["winners"]), int(table.counted[LEADER])
        if leader != NOBODY:
            led += ((winners >> leader) & 1) / max(1, winners.bit_count())
    return Open(led / races, float(drawn_from[RISKY] / drawn_from.sum()))


def met(options: dict[str, Any], races: int) -> Share:
    """What the learned driver wins of the races that are decided."""
    table, ways, won = Races(FEW, options), seatings(PAIR, FEW), [0, 0]
    for number in range(races):
        deal, way = divmod(number, len(ways))
        winners = int(table.race(ways[way], FIRST_RACE + deal)["winners"])
        sides = {name for seat, name in enumerate(ways[way]) if (winners >> seat) & 1}
        if len(sides) == 1:
            won[PAIR.index(sides.pop())] += 1
    return Share(won[0], sum(won))


def tried(cards: Cards, shoes: Shoes, races: int) -> dict[str, Any]:
    """What is measured of a deck in so many races between two, and in fewer of the others."""
    options = {"deck": deck_of(Plan(cards, NOW.forward), shoes)}
    told: dict[str, Any] = {"cards": cards, "horseshoes": shoes, "races": races, SKILL: met(options, races).share}
    for name, rules in OPEN.items():
        told[f"first at half, {name}"] = open_races(MANY, options | rules, races // 2).leader
    told["risky cards"] = open_races(MANY, options, races // 10).risky
    driver = drive_races(races // 8, 3, ("driver",), options).tallies["driver"].as_json()
    told |= {"drivers finish": driver["finished"]["share"], "turns a lap": driver["turns_a_lap"]}
    told["never fighting"] = study(FEW, options, races // 2, [0, NO_FIGHT], 5).by_habit[NO_FIGHT]
    told["always risky"] = study(FEW, options, races // 4, [0, RISKY_ONLY], 5).by_habit[RISKY_ONLY]
    return told


# --- The search -----------------------------------------------------------------------------------


def place_of(cards: Cards, shoes: Shoes) -> list[float]:
    """A deck as numbers of like weight."""
    accidents = [1.5 * sum(row[SPEEDS:]) for row in cards]
    return [*cards[0], *cards[1], *(10 * share for share in shoes), *accidents]


def worth(told: Mapping[str, Any]) -> Any:
    """How good decks are, given their measurements as rows: skill, less what is missed."""
    whole = told[SKILL] + 0.0
    for aim in AIMS:
        missed = aim.at - told[aim.name] if aim.above else told[aim.name] - aim.at
        whole = whole - aim.price * numpy.maximum(0, missed)
    return whole


def guesses(lines: Sequence[Mapping[str, Any]]) -> dict[str, Guess]:
    places = [place_of(line["cards"], line["horseshoes"]) for line in lines]
    races = numpy.array([line["races"] for line in lines], float)
    noise = {aim.name: aim.noise / races for aim in AIMS} | {SKILL: 0.2 / races}
    return {name: Guess(places, numpy.array([line[name] for line in lines]), row) for name, row in noise.items()}


def best_of(lines: Sequence[Mapping[str, Any]], guess: Mapping[str, Guess], count: int) -> list[tuple[int, Any]]:
    """The decks that are best by all that is known, and what is thought of each."""
    places = numpy.array([place_of(line["cards"], line["horseshoes"]) for line in lines])
    told = {name: one(places)[0] for name, one in guess.items()}
    order = (-worth(told)).argsort()[:count]
    return [(int(at), {name: round(float(row[at]), 3) for name, row in told.items()}) for at in order]


def promising(lines: Sequence[Mapping[str, Any]], rng: random.Random) -> tuple[Cards, Shoes]:
    """A deck near the best ones that promises most."""
    guess = guesses(lines)
    parents = [lines[at] for at, _ in best_of(lines, guess, PARENTS)]
    candidates = []
    for _ in range(CANDIDATES):
        parent = rng.choice(parents)
        candidates.append(changed(parent["cards"], parent["horseshoes"], rng))
    places = numpy.array([place_of(*one) for one in candidates])
    hoped = {}
    for name, one in guess.items():
        mean, deviation = one(places)
        hoped[name] = mean + HOPE * deviation if name == SKILL else mean
    return candidates[int(worth(hoped).argmax())]


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.openness", description=__doc__)
    parser.add_argument("--decks", type=int, default=26, help="drawn at random before the search")
    parser.add_argument("--minutes", type=float, default=20.0, help="of the search")
    parser.add_argument("--races", type=int, default=600, help="between two, for each deck; fewer of the others")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, required=True)
    asked = parser.parse_args()
    lines = [json.loads(line) for line in asked.out.read_text().splitlines()] if asked.out.exists() else []
    began = monotonic()
    while len(lines) < asked.decks or monotonic() - began < 60 * asked.minutes:
        rng = random.Random(f"{asked.seed}/{len(lines)}")
        found = drawn(rng) if len(lines) < asked.decks else promising(lines, rng)
        lines.append(tried(*found, asked.races))
        with asked.out.open("a", encoding="utf-8") as out:
            print(json.dumps(lines[-1]), file=out, flush=True)
    for at, told in best_of(lines, guesses(lines), PARENTS):
        print(lines[at]["cards"], lines[at]["horseshoes"], told)


if __name__ == "__main__":
    main()
