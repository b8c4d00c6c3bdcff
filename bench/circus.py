"""Search decks and start places for Ben Hur that are fair and open among racers: `python -m bench.circus --out FILE`.

A plan is the cards of both decks and how far forward each start place stands. Every generation tries the best plans
again and new ones beside them, a card or two changed, or a start place moved (`--move places`). What is known of a
plan adds up over the generations, each on seeds of its own, so that no plan stays on top by luck. What counts is
`loss`. FILE gets a line for every generation; the same command goes on from its last one. Try the last plan on seeds
that the search has not seen: `python -m bench.habits`.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from copy import deepcopy
from multiprocessing import get_context
from pathlib import Path
from time import monotonic
from typing import Any, NamedTuple

from bench.habits import NO_FIGHT, NORMAL_ONLY, RISKY_ONLY, study
from triclinium.games.benhur.rules.cards import SPEED_NAMES, SPEEDS
from triclinium.games.benhur.rules.deck import RANGES, STANDARD_DECK
from triclinium.games.benhur.rules.track import STANDARD_TRACK
from triclinium.games.benhur.study.races import drive_races

DECK_NAMES = ("normal", "risky")
HORSESHOES = (0.3, 0.42)
"""How many cards of a speed bear a horseshoe."""
STEP = 40
"""How far a start place is moved at once."""
TABLES: dict[str, dict[str, Any]] = {"one lap": {"length": 1}, "long": {"format": "long", "length": 2}, "two laps": {}}
HABITS = {"normal only": NORMAL_ONLY, "risky only": RISKY_ONLY, "no fight": NO_FIGHT}
KEPT, PARENTS = 5, 3
"""How many plans are tried again in every generation, and from how many of them new ones come."""
DRIVEN = 5
"""For one race in so many, drivers race too: they are asked how many finish, and in how many turns."""
LEADER_MOST = {"one lap": 0.585, "long": 0.585, "two laps": 0.636}
"""How often the first at half the race may win. With two laurels luck alone makes it win 63.6 % (`bench.habits`)."""
FAR, ONE_DECK_MOST, NO_FIGHT_MOST, DECK_MOST, FINISHED_LEAST, TURNS_MOST = 0.02, 0.88, 0.92, 0.7, 0.865, 19.5
"""How far a place may be from a sixth, what always one deck and never fighting may win of an even share, how often a
deck may be taken, how many drivers finish and in how many turns a lap. Each a little stricter than wanted.
"""


class Plan(NamedTuple):
    cards: tuple[tuple[int, ...], tuple[int, ...]]
    """Of each deck: the speeds, slow ones first, then the accidents by range."""
    forward: tuple[int, ...]
    """How far before place I each place stands."""


Known = dict[str, float]
"""What is known of a plan: the mean of each figure, and how many races it stands on (`races`)."""


def plan_of(deck: Any, track: Any) -> Plan:
    normal, risky = (
        [deck[name][speed] + deck[name][f"{speed} horseshoe"] for speed in SPEED_NAMES]
        + [deck[name][f"accident {kind}"] for kind in RANGES]
        for name in DECK_NAMES
    )
    first = track["places"][0][0]
    return Plan((tuple(normal), tuple(risky)), tuple(x - first for x, _ in track["places"]))


def deck_of(plan: Plan, horseshoes: tuple[float, float] = HORSESHOES) -> dict[str, Any]:
    deck: dict[str, Any] = {"name": "a deck on trial"}
    for name, row, share in zip(DECK_NAMES, plan.cards, horseshoes, strict=True):
        cards: dict[str, int] = {}
        for speed, count in zip(SPEED_NAMES, row, strict=False):
            with_shoe = round(count * share)
            cards |= {speed: count - with_shoe, f"{speed} horseshoe": with_shoe}
        deck[name] = cards | {f"accident {kind}": count for kind, count in zip(RANGES, row[SPEEDS:], strict=True)}
    return deck


def track_of(plan: Plan) -> Any:
    track: Any = deepcopy(STANDARD_TRACK)
    first = track["places"][0][0]
    track["places"] = [[first + more, y] for more, (_, y) in zip(plan.forward, track["places"], strict=True)]
    return track


def sound(plan: Plan) -> bool:
    """What is known of the printed decks: every speed, all ranges, and more speed and accidents in the risky one."""
    normal, risky = plan.cards
    accidents = [sum(row[SPEEDS:]) / sum(row) for row in plan.cards]
    fast, slow = sum(risky[3:SPEEDS]) / sum(risky[:SPEEDS]), sum(normal[:2]) / sum(normal[:SPEEDS])
    return (
        min(*normal[: SPEEDS + 1], *risky) >= 1
        and min(*normal, *plan.forward) >= 0
        and accidents[1] >= 1.4 * accidents[0]
        and min(fast, slow) >= 0.5
        and normal[SPEEDS] >= normal[SPEEDS + 1] >= normal[SPEEDS + 2]
    )


def mutant(plan: Plan, move: str, rng: random.Random) -> Plan:
    while True:
        rows, forward = [list(row) for row in plan.cards], list(plan.forward)
        for _ in range(rng.choice((1, 1, 2, 3))):
            if move == "places":
                forward[rng.randrange(1, len(forward))] += rng.choice((-STEP, STEP))
            else:
                row = rng.choice(rows)
                less, more = rng.sample(range(len(row)), 2)
                row[less] -= 1
                row[more] += 1
        made = Plan((tuple(rows[0]), tuple(rows[1])), tuple(forward))
        if made != plan and sound(made):
            return made


def judge(plan: Plan, races: int, seed: int, move: str) -> Known:
    """Race on a plan, and say what came of it."""
    options = {"deck": deck_of(plan), "track": track_of(plan)}
    known: Known = {"races": races}
    for name, table in TABLES.items():
        found = study(len(plan.forward), options | table, races, [0], seed)
        known |= {f"first at half, {name}": found.leader, f"risky cards, {name}": found.risky}
        known |= {f"place {place}, {name}": share for place, share in enumerate(found.by_place, 1)}
    if move == "places":
        return known
    for name, habit in HABITS.items():
        for seats in (4, 6):
            known[f"{name}, {seats}"] = study(seats, options, races, [0, habit], seed).by_habit[habit]
    driven = drive_races(races // DRIVEN, seed, ("driver", "safe"), options | TABLES["long"])
    driver = driven.tallies["driver"].as_json()
    return known | {"finished": driver["finished"]["share"], "turns": driver["turns_a_lap"]}


def added(one: Known, other: Known) -> Known:
    """What two trials of a plan tell together."""
    total = one["races"] + other["races"]
    mean = {name: (one[name] * one["races"] + other[name] * other["races"]) / total for name in one}
    return mean | {"races": total}


def loss(known: Known) -> float:
    """How far the aims are missed, in points."""
    missed = 0.0
    for name in TABLES:
        missed += 100 * max(0.0, known[f"first at half, {name}"] - LEADER_MOST[name])
        risky = known[f"risky cards, {name}"]
        missed += 100 * max(0.0, max(risky, 1 - risky) - DECK_MOST)
        places = [share for key, share in known.items() if key.startswith("place ") and key.endswith(name)]
        off = [abs(share - 1 / len(places)) for share in places]
        missed += 100 * (sum(max(0.0, one - FAR) for one in off) + max(off) / 4)
    if "turns" in known:
        most = {"normal only": ONE_DECK_MOST, "risky only": ONE_DECK_MOST, "no fight": NO_FIGHT_MOST}
        missed += sum(50 * max(0.0, known[f"{name}, {seats}"] - most[name]) for name in HABITS for seats in (4, 6))
        missed += 100 * max(0.0, FINISHED_LEAST - known["finished"]) + 6 * max(0.0, known["turns"] - TURNS_MOST)
    return missed


def told(plan: Plan, known: Known) -> dict[str, Any]:
    figures = {name: round(value, 3) for name, value in known.items() if not name.startswith("place ")}
    far = max(abs(share - 1 / len(plan.forward)) for name, share in known.items() if name.startswith("place "))
    return {"loss": round(loss(known), 2), "plan": plan, "farthest place": round(far, 3)} | figures


def search(start: Sequence[Plan], asked: argparse.Namespace) -> Plan:
    rng, end = random.Random(asked.seed), monotonic() + 60 * asked.minutes
    kept: dict[Plan, Known] = {}
    judge(start[0], DRIVEN, 0, asked.move)  # compile once here; the processes load it
    with ProcessPoolExecutor(asked.processes, get_context("spawn")) as pool, asked.out.open("a") as lines:
        generation = 0
        while monotonic() < end or not kept:
            best = sorted(kept, key=lambda plan: loss(kept[plan]))[:KEPT] or list(start)
            new = [mutant(rng.choice(best[:PARENTS]), asked.move, rng) for _ in range(asked.processes - len(best))]
            tried = list(dict.fromkeys((*best, *new)))
            seed = 1000 * asked.seed + generation
            work = [pool.submit(judge, plan, asked.races, seed, asked.move) for plan in tried]
            for plan, found in zip(tried, work, strict=True):
                known = found.result()
                kept[plan] = added(kept[plan], known) if plan in kept else known
            generation += 1
            first = min(best, key=lambda plan: loss(kept[plan]))  # tried more than once, but for the first time
            print(json.dumps({"generation": generation} | told(first, kept[first])), file=lines, flush=True)
    return first


def read_last(path: Path) -> list[Plan]:
    """The plan of the last line, if there is one."""
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    cards, forward = json.loads(lines[-1])["plan"] if lines else ((), ())
    return [Plan((tuple(cards[0]), tuple(cards[1])), tuple(forward))] if lines else []


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.circus", description=__doc__)
    parser.add_argument("--races", type=int, default=1000, help="of each kind, for each plan in a generation")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=10.0, help="0 for one generation")
    parser.add_argument("--processes", type=int, default=8, help="and so many plans in a generation")
    parser.add_argument("--move", choices=("cards", "places"), default="cards")
    parser.add_argument("--out", type=Path, required=True)
    asked = parser.parse_args()
    found = search(read_last(asked.out) or [plan_of(STANDARD_DECK, STANDARD_TRACK)], asked)
    print(found)


if __name__ == "__main__":
    main()
