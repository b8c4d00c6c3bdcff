"""Search decks and start places for Ben Hur that are fair among racers: `python -m bench.circus --races 800 --seed 1`.

A plan says how far the two decks differ, how many accidents the risky deck has, and how far forward each start place
stands. The search tries the neighbours of a plan, races on each, and goes on from the best, until none is better. What
counts is `loss`; each plan is a line with what was found. Try the last plan on seeds that the search has not seen:
`python -m bench.habits`.
"""

from __future__ import annotations

import argparse
from copy import deepcopy
from typing import Any, NamedTuple

from bench.habits import NO_FIGHT, NORMAL_ONLY, RISKY_ONLY, Found, study
from triclinium.games.benhur.rules.cards import SPEED_NAMES
from triclinium.games.benhur.rules.deck import RANGES
from triclinium.games.benhur.rules.track import STANDARD_TRACK

NORMAL, RISKY = (13, 15, 10, 6, 2), (2, 5, 8, 8, 8)
"""The speeds of the decks where they differ least, slow ones first, beside 8 and 14 accidents."""
NORMAL_STEPS = ((3, 0), (2, 1), (4, 0), (3, 1), (2, 0), (3, 1))
RISKY_STEPS = ((1, 3), (0, 4), (1, 4), (2, 3), (1, 3), (2, 4))
"""For each step that the decks differ more: of which speed there is a card less, and of which one more."""
NORMAL_ACCIDENTS, RISKY_ACCIDENTS = (4, 3, 1), (4, 7, 3)
ACCIDENTS = sum(RISKY_ACCIDENTS)
MORE_ACCIDENTS, FEWER_ACCIDENTS = ((2, 1), (3, 0)), ((1, 2), (2, 3))
"""For each accident more or fewer: the speed that loses or gains a card, and the range of the accident."""
HORSESHOES = (0.3, 0.42)
"""How many cards of a speed bear a horseshoe."""
STEP = 80
"""How far a start place is moved at once."""
TABLES: tuple[dict[str, Any], ...] = ({}, {"length": 1}, {"format": "long", "length": 2})
FAR, ONE_DECK_MOST, NO_FIGHT_MOST, DECK_MOST, LEADER_MOST = 0.02, 0.9, 0.9, 0.7, 0.6
"""The aims: how far a place may be from a sixth, what always one deck and never fighting may win of an even share, how
often a deck may be taken, and how often the first at half the race may win. Each a little stricter than wanted.
"""


class Plan(NamedTuple):
    contrast: int
    accidents: int
    forward: tuple[int, ...]


def cards_of(speeds: tuple[int, ...], accidents: tuple[int, ...], horseshoes: float) -> dict[str, int]:
    cards: dict[str, int] = {}
    for name, count in zip(SPEED_NAMES, speeds, strict=True):
        with_shoe = round(count * horseshoes)
        cards |= {name: count - with_shoe, f"{name} horseshoe": with_shoe}
    return cards | {f"accident {name}": count for name, count in zip(RANGES, accidents, strict=True)}


def options_of(plan: Plan) -> dict[str, Any]:
    normal, risky, accidents = list(NORMAL), list(RISKY), list(RISKY_ACCIDENTS)
    for row, steps in ((normal, NORMAL_STEPS), (risky, RISKY_STEPS)):
        for less, more in steps[: plan.contrast]:
            row[less] -= 1
            row[more] += 1
    for speed, kind in MORE_ACCIDENTS[: max(0, plan.accidents - ACCIDENTS)]:
        risky[speed] -= 1
        accidents[kind] += 1
    for kind, speed in FEWER_ACCIDENTS[: max(0, ACCIDENTS - plan.accidents)]:
        risky[speed] += 1
        accidents[kind] -= 1
    decks = {
        "name": f"contrast {plan.contrast}, {plan.accidents} accidents",
        "normal": cards_of(tuple(normal), NORMAL_ACCIDENTS, HORSESHOES[0]),
        "risky": cards_of(tuple(risky), tuple(accidents), HORSESHOES[1]),
    }
    track: Any = deepcopy(STANDARD_TRACK)
    first = track["places"][0][0]
    track["places"] = [[first + more, y] for more, (_, y) in zip(plan.forward, track["places"], strict=True)]
    return {"deck": decks, "track": track}


def neighbours(plan: Plan) -> list[Plan]:
    found = [plan._replace(contrast=plan.contrast + one) for one in (-1, 1)]
    found += [plan._replace(accidents=plan.accidents + one) for one in (-1, 1)]
    for place in range(1, len(plan.forward)):
        for more in (-STEP, STEP):
            moved = plan.forward[place] + more
            found.append(plan._replace(forward=(*plan.forward[:place], moved, *plan.forward[place + 1 :])))
    return [
        one
        for one in found
        if 0 <= one.contrast <= len(RISKY_STEPS)
        and abs(one.accidents - ACCIDENTS) <= len(MORE_ACCIDENTS)
        and min(one.forward) >= 0
    ]


def loss(tables: list[Found], one_deck: list[float], no_fight: list[float]) -> float:
    """How far the aims are missed, in points; the spread of the places and the leader count a little even within."""
    missed = 0.0
    for found in tables:
        off = [abs(share - 1 / len(found.by_place)) for share in found.by_place]
        missed += 100 * (sum(max(0.0, one - FAR) for one in off) + max(off) / 4)
        missed += 100 * max(0.0, max(found.risky, 1 - found.risky) - DECK_MOST)
        missed += 10 * max(0.0, found.leader - LEADER_MOST)
    missed += 100 * sum(max(0.0, share - ONE_DECK_MOST) for share in one_deck)
    return missed + 100 * sum(max(0.0, share - NO_FIGHT_MOST) for share in no_fight)


def judge(plan: Plan, races: int, seed: int) -> float:
    options = options_of(plan)
    tables = [study(6, options | table, races, [0], seed) for table in TABLES]
    one_deck, no_fight = (
        [study(seats, options, races, [0, habit], seed).by_habit[habit] for habit in habits for seats in (4, 6)]
        for habits in ((NORMAL_ONLY, RISKY_ONLY), (NO_FIGHT,))
    )
    missed = loss(tables, one_deck, no_fight)
    far = max(abs(share - 1 / 6) for found in tables for share in found.by_place)
    taken = "/".join(f"{found.risky:.2f}" for found in tables)
    leader = "/".join(f"{found.leader:.2f}" for found in tables)
    habits = " ".join(f"{share:.2f}" for share in (*one_deck, *no_fight))
    print(f"{missed:6.2f}", *plan, f"far {far:.3f} risky {taken} leader {leader} habits {habits}", flush=True)
    return missed


def search(plan: Plan, races: int, seed: int) -> Plan:
    seen = {plan: judge(plan, races, seed)}
    while True:
        for one in neighbours(plan):
            if one not in seen:
                seen[one] = judge(one, races, seed)
        best = min(seen, key=lambda one: seen[one])
        if best == plan:
            return plan
        plan = best


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.circus", description=__doc__)
    parser.add_argument("--races", type=int, default=800)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--contrast", type=int, default=0)
    parser.add_argument("--accidents", type=int, default=ACCIDENTS)
    parser.add_argument("--forward", default="0,60,220,360,640,640")
    parser.add_argument("--only", action="store_true", help="judge this plan, and search no further")
    asked = parser.parse_args()
    plan = Plan(asked.contrast, asked.accidents, tuple(int(one) for one in asked.forward.split(",")))
    if asked.only:
        judge(plan, asked.races, asked.seed)
    else:
        print(search(plan, asked.races, asked.seed))


if __name__ == "__main__":
    main()
