"""How much skill tells on decks of Ben Hur, and how open they keep a race: `python -m bench.openness --out FILE`.

Decks are drawn at random around the game's own: counts, accidents, their ranges, horseshoes. On each, the learned
driver meets `driver`, two against two, and racers show how often the first at half the race wins. FILE gets a line for
each deck; the same command goes on. Then a line is fitted: what a better driver wins, by how long a lead lasts.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy

from bench.circus import TABLES, Plan, deck_of, plan_of, sound
from bench.habits import study
from bench.races import Races
from triclinium.bots.ladder import seatings
from triclinium.core.intervals import Share
from triclinium.games.benhur.rules.cards import SPEEDS
from triclinium.games.benhur.rules.deck import STANDARD_DECK
from triclinium.games.benhur.rules.track import STANDARD_TRACK
from triclinium.games.benhur.study.races import drive_races

NOW = plan_of(STANDARD_DECK, STANDARD_TRACK)
PAIR = ("mind", "driver")
SEATS = 4
OPEN = ("one lap", "long")
"""The games in which one laurel decides, so that the first at half has not won half of it."""
FEWEST, MOST = (5, 7), (13, 20)
"""How many accidents the normal and the risky deck may have."""
SHOES = ((0.05, 0.2, 0.3, 0.3, 0.5, 0.8), (0.05, 0.2, 0.42, 0.42, 0.6, 0.9))
"""Shares of the speed cards of either deck that may bear a horseshoe."""
DRIVEN = 5
"""Drivers race once for so many races of the meeting, to see how many finish."""
FIRST_DEAL, FIRST_RACE = 9_000_000, 77


def drawn(rng: random.Random) -> tuple[Plan, tuple[float, float]]:
    """A sound plan, and how many of its speed cards bear a horseshoe."""
    while True:
        cards: list[tuple[int, ...]] = []
        for row, fewest, most in zip(NOW.cards, FEWEST, MOST, strict=True):
            accidents = rng.randint(fewest, most)
            ranges = shared(accidents, [rng.uniform(0.2, 2.2), rng.random(), 0.6 * rng.random()], 0)
            speeds = shared(sum(row) - accidents, [count * rng.uniform(0.6, 1.4) for count in row[:SPEEDS]], 1)
            cards.append((*speeds, *ranges))
        plan = Plan((cards[0], cards[1]), NOW.forward)
        if sound(plan):
            return plan, (rng.choice(SHOES[0]), rng.choice(SHOES[1]))


def shared(total: int, weights: Sequence[float], least: int) -> list[int]:
    """So many cards by weight, at least so many of each; the first takes what is left."""
    whole = sum(weights)
    counts = [max(least, int(total * weight / whole)) for weight in weights]
    return [total - sum(counts[1:]), *counts[1:]]


def met(options: dict[str, Any], races: int) -> Share:
    """What the learned driver wins of the races that are decided."""
    table, ways, won = Races(SEATS, options), seatings(PAIR, SEATS), [0, 0]
    for number in range(races):
        deal, way = divmod(number, len(ways))
        winners = int(table.race(ways[way], FIRST_DEAL + deal)["winners"])
        sides = {name for seat, name in enumerate(ways[way]) if (winners >> seat) & 1}
        if len(sides) == 1:
            won[PAIR.index(sides.pop())] += 1
    return Share(won[0], sum(won))


def tried(plan: Plan, shoes: tuple[float, float], races: int) -> dict[str, Any]:
    options = {"deck": deck_of(plan, shoes)}
    told: dict[str, Any] = {"cards": plan.cards, "horseshoes": shoes, "races": races}
    told["mind"] = round(met(options, races).share, 4)
    for name in OPEN:
        found = study(len(plan.forward), options | TABLES[name], races, [0], FIRST_RACE)
        told[f"first at half, {name}"] = round(found.leader, 4)
    driver = drive_races(races // DRIVEN, FIRST_RACE, ("driver", "safe"), options | TABLES["long"]).tallies["driver"]
    return told | {"finished": round(driver.as_json()["finished"]["share"], 4)}


def fitted(lines: Sequence[dict[str, Any]]) -> tuple[float, float, float]:
    """What the learned driver wins where the first at half wins 60 %, how much more for each point more, and how
    closely the two go together.
    """
    first = numpy.array([sum(line[f"first at half, {name}"] for name in OPEN) / len(OPEN) for line in lines])
    mind = numpy.array([line["mind"] for line in lines])
    slope, start = numpy.polyfit(first - 0.6, mind, 1)
    return float(start), float(slope), float(numpy.corrcoef(first, mind)[0, 1])


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.openness", description=__doc__)
    parser.add_argument("--decks", type=int, default=50)
    parser.add_argument("--races", type=int, default=1500, help="of each kind, for each deck")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, required=True)
    asked = parser.parse_args()
    lines = [json.loads(line) for line in asked.out.read_text().splitlines()] if asked.out.exists() else []
    for number in range(len(lines), asked.decks):
        lines.append(tried(*drawn(random.Random(f"{asked.seed}/{number}")), asked.races))
        with asked.out.open("a", encoding="utf-8") as out:
            print(json.dumps(lines[-1]), file=out, flush=True)
    start, slope, together = fitted(lines)
    print(f"{len(lines)} decks: mind takes {start:.1%} from driver where the first at half wins 60 %,")
    print(f"and {slope:.2f} points more for each point more (correlation {together:.2f})")


if __name__ == "__main__":
    main()
