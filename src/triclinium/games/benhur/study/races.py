"""Races of Ben Hur between chosen drivers, compiled.

    python -m triclinium.games.benhur.study.races --races 1000 --drivers driver,safe

The named drivers take the six chariots in turn; start places are thrown for as usual. The same seed gives the same
races, compiled or not.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from triclinium.core.compiled import compile_kernels, dtype_of, numba_is_here, read_record, write_record
from triclinium.core.decision import Json
from triclinium.core.dice import sow
from triclinium.core.intervals import Share
from triclinium.core.kernel import copy_into, kernel
from triclinium.core.playout import OVER_NOW, playout_of
from triclinium.games.benhur.brain.driver import DRIVER_KINDS, choose
from triclinium.games.benhur.game import GAME
from triclinium.games.benhur.rules import engine as rules
from triclinium.games.benhur.rules.cards import (
    CHARIOTS_MOST,
    COURSES_MOST,
    FORMAT_NAMES,
    KINDS,
    LONG,
    PLACE_NAMES,
    RACES,
    SPEEDS,
)
from triclinium.games.benhur.rules.codes import HOLD, OPTIONS_MOST, WHIP_AT, angle_a_of, angle_b_of, card_of, is_drive
from triclinium.games.benhur.rules.engine import apply
from triclinium.games.benhur.rules.hands import accidents_held, cards_held
from triclinium.games.benhur.rules.setup import courses
from triclinium.games.benhur.rules.state import DRIVE, State
from triclinium.games.benhur.rules.verdicts import WALL, judge

WORTH_COMPILING = 30
"""Compiling the rules and drivers pays from this many games on."""

# Counts for each chariot.
TURNS = 0
ACCIDENT_TWELFTHS = 1  # the share of accidents in hand before a card, in twelfths, because a hand has one to four cards
WHIPS = 2
COLLISIONS = 3
COLLISIONS_WON = 4
CRASHES = 5
LAPS = 6
TURNS_OF_LAPS = 7
COUNTED_LAPS = 8  # those of the current race, and the turn of the last one
LAST_LAP_AT = 9
COUNTS = 10

settle_luck = playout_of(rules).settle_luck


@kernel
def race(
    s: State, drivers: list[int], counts: list[list[int]], places: list[list[int]], notes: list[int], dice: list[int]
) -> int:
    """Drive a game to its end. Fill the counts and the start places of every race; return the number of decisions."""
    decisions = 0
    race_on = 0
    seat = settle_luck(s, dice)
    while seat != OVER_NOW:
        if s.race != race_on:
            race_on = s.race
            for chariot in range(s.chariots):
                places[race_on - 1][chariot] = s.place[chariot]
                counts[chariot][COUNTED_LAPS] = 0
                counts[chariot][LAST_LAP_AT] = 0
        chariot = s.chariot
        code = choose(s, drivers[chariot], notes, dice)
        ramming = count_choice(s, chariot, code, counts[chariot])
        x = s.x[chariot]
        y = s.y[chariot]
        round_on = s.round
        apply(s, seat, code)
        decisions += 1
        seat = settle_luck(s, dice)
        if ramming and (s.x[chariot] != x or s.y[chariot] != y):
            counts[chariot][COLLISIONS_WON] += 1
        for other in range(s.chariots):
            count_laps(s, other, race_on, round_on, counts[other])
    return decisions


@kernel
def count_choice(s: State, chariot: int, code: int, count: list[int]) -> bool:
    """Count a driver's choice; return whether it is a collision."""
    if WHIP_AT <= code < HOLD:
        count[WHIPS] += 1
        return False
    if s.phase == DRIVE:
        count[TURNS] += 1
        count[ACCIDENT_TWELFTHS] += 12 * accidents_held(s, chariot) // cards_held(s, chariot)
    if not is_drive(code):
        return False
    hits = judge(s, chariot, card_of(code) % KINDS % SPEEDS, angle_a_of(code), angle_b_of(code))
    if hits & WALL:
        count[CRASHES] += 1
        return False
    count[COLLISIONS] += hits != 0
    return hits != 0


@kernel
def count_laps(s: State, chariot: int, race_on: int, round_on: int, count: list[int]) -> None:
    """Count a finished lap and the turns since the last: one a round, lost turns included."""
    if s.format == LONG:
        laps = s.lap[chariot]
    elif s.format == RACES:
        laps = 1 if s.laurel[chariot][race_on - 1] > 0 else 0
    else:
        laps = 0
        while laps < s.length and s.laurel[chariot][laps] > 0:
            laps += 1
    if laps > count[COUNTED_LAPS]:
        count[LAPS] += 1
        count[COUNTED_LAPS] = laps
        count[TURNS_OF_LAPS] += round_on - count[LAST_LAP_AT]
        count[LAST_LAP_AT] = round_on


# --- The report -----------------------------------------------------------------------------------


@dataclass(slots=True)
class Tally:
    """The results of one driver's chariots. A chariot starts once a game, or once a race in the format `races`."""

    chariots: int = 0
    starts: int = 0
    wins: float = 0.0
    finished: int = 0
    counts: list[int] = field(default_factory=lambda: [0] * COUNTS)

    def as_json(self) -> dict[str, Any]:
        turns, laps = max(1, self.counts[TURNS]), max(1, self.counts[LAPS])
        return {
            "wins": Share(round(self.wins), self.chariots).as_json(),
            "finished": Share(self.finished, self.starts).as_json(),
            "crashed": Share(self.counts[CRASHES], self.starts).as_json(),
            "turns_a_lap": round(self.counts[TURNS_OF_LAPS] / laps, 2),
            "accident_share": round(self.counts[ACCIDENT_TWELFTHS] / 12 / turns, 4),
            "whips_a_start": round(self.counts[WHIPS] / max(1, self.starts), 3),
            "collisions_a_start": round(self.counts[COLLISIONS] / max(1, self.starts), 3),
            "collisions_won": Share(self.counts[COLLISIONS_WON], self.counts[COLLISIONS]).as_json(),
        }


@dataclass(slots=True)
class Races:
    """The results of the games. A race is one of the format `races`, or the whole game. A win may be shared."""

    options: Mapping[str, Json]
    drivers: tuple[str, ...]
    seed: int
    games: int = 0
    races: int = 0
    decisions: int = 0
    seconds: float = 0.0
    tallies: dict[str, Tally] = field(default_factory=dict)
    wins_by_place: list[float] = field(default_factory=lambda: [0.0] * CHARIOTS_MOST)

    def add(self, s: State, counts: Any, places: Any, decisions: int) -> None:
        self.games += 1
        self.decisions += decisions
        self.races += s.race
        winners = [chariot for chariot in range(s.chariots) if (s.winners >> chariot) & 1]
        for chariot in range(s.chariots):
            tally = self.tallies.setdefault(self.drivers[chariot], Tally())
            tally.chariots += 1
            tally.starts += s.race
            tally.counts = [int(sum_) + int(n) for sum_, n in zip(tally.counts, counts[chariot], strict=True)]
            ends = range(s.race) if s.format == RACES else [courses(s) - 1]
            tally.finished += sum(s.laurel[chariot][end] > 0 for end in ends)
            if chariot in winners:
                tally.wins += 1 / len(winners)
        if s.format == RACES:
            firsts = [(number, c) for number in range(s.race) for c in range(s.chariots) if s.laurel[c][number] == 1]
            for number, chariot in firsts:
                self.wins_by_place[places[number][chariot] - 1] += 1
        else:
            for chariot in winners:
                self.wins_by_place[s.place[chariot] - 1] += 1 / len(winners)

    def share_of_place(self, place: int) -> Share:
        """How often the chariot from a start place won."""
        return Share(round(self.wins_by_place[place]), self.races)

    def as_json(self) -> dict[str, Any]:
        return {
            "options": dict(self.options),
            "drivers": list(self.drivers),
            "seed": self.seed,
            "games": self.games,
            "races": self.races,
            "decisions": self.decisions,
            "seconds": round(self.seconds, 2),
            "decisions_per_second": round(self.decisions / self.seconds) if self.seconds else 0,
            "by_place": {name: self.share_of_place(n).as_json() for n, name in enumerate(PLACE_NAMES)},
            "by_driver": {name: tally.as_json() for name, tally in self.tallies.items()},
        }


def drive_races(
    games: int, seed: int, drivers: Sequence[str] = ("driver",), options: Mapping[str, Json] | None = None
) -> Races:
    """Drive so many games of six chariots."""
    start = GAME.start(options or {}, CHARIOTS_MOST)
    start.taping = 0
    complete = GAME.complete(options or {})
    told = {name: value for name, value in complete.items() if name not in ("deck", "track")}
    seated = tuple(drivers[chariot % len(drivers)] for chariot in range(CHARIOTS_MOST))
    report = Races(told, seated, seed)
    numbers = [DRIVER_KINDS.index(name) for name in seated]
    drive = _compiled(start, numbers) if games >= WORTH_COMPILING and numba_is_here() else _plain(start, numbers)
    began = time.perf_counter()
    for game in range(games):
        report.add(*drive(seed * 1_000_003 + game))
    report.seconds = time.perf_counter() - began
    return report


Drive = Callable[[int], tuple[State, Any, Any, int]]
"""Drives one seeded game; returns its end, the counts, the places, the decisions."""


def _plain(start: State, numbers: list[int]) -> Drive:
    s, notes, dice = State(), [0] * OPTIONS_MOST, [0]

    def drive(seed: int) -> tuple[State, Any, Any, int]:
        copy_into(s, start)
        sow(dice, seed)
        counts = [[0] * COUNTS for _ in range(CHARIOTS_MOST)]
        places = [[0] * CHARIOTS_MOST for _ in range(COURSES_MOST)]
        return s, counts, places, race(s, numbers, counts, places, notes, dice)

    return drive


def _compiled(start: State, numbers: list[int]) -> Drive:
    import numpy

    fast_race = compile_kernels([race])[race]
    records = numpy.zeros(2, dtype_of(State))
    write_record(records[1], start)
    fast_numbers = numpy.array(numbers, numpy.int64)
    counts = numpy.zeros((CHARIOTS_MOST, COUNTS), numpy.int64)
    places = numpy.zeros((COURSES_MOST, CHARIOTS_MOST), numpy.int64)
    notes, fast_dice = numpy.zeros(OPTIONS_MOST, numpy.int64), numpy.zeros(1, numpy.int64)
    s, dice = State(), [0]
    copy_into(s, start)

    def drive(seed: int) -> tuple[State, Any, Any, int]:
        records[0] = records[1]
        sow(dice, seed)
        fast_dice[0] = dice[0]
        counts[:] = 0
        decisions = int(fast_race(records[0], fast_numbers, counts, places, notes, fast_dice))
        read_record(records[0], s)
        return s, counts.tolist(), places.tolist(), decisions

    drive(0)  # compile before timing
    return drive


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m triclinium.games.benhur.study.races", description=__doc__)
    parser.add_argument("--races", type=int, default=1000, help="how many games")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--format", choices=FORMAT_NAMES, default="laps")
    parser.add_argument("--length", type=int, default=2, help="laps of a game, or small races")
    parser.add_argument("--club", action="store_true", help="the club's variant")
    parser.add_argument("--drivers", default="driver", help=f"of {', '.join(DRIVER_KINDS)}; they fill six chariots")
    asked = parser.parse_args()
    options = {"format": asked.format, "length": asked.length, "club": asked.club}
    report = drive_races(asked.races, asked.seed, asked.drivers.split(","), options)
    print(json.dumps(report.as_json(), indent=1))


if __name__ == "__main__":
    main()
