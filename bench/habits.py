"""What start places, decks and whips are worth among racers of Ben Hur: `python -m bench.habits --races 4000`.

Racers drive against each other in compiled races; then half of the seats, in turn, have one habit: always one deck, or
never a whip. A share is what such a seat wins of an even share; a shared win is divided.
"""

from __future__ import annotations

import argparse
from typing import Any, NamedTuple

import numpy

from triclinium.core.compiled import compile_kernels, dtype_of, write_record
from triclinium.core.dice import sow
from triclinium.core.kernel import kernel
from triclinium.core.playout import OVER_NOW, playout_of
from triclinium.games.benhur.brain.race_book import book_for
from triclinium.games.benhur.brain.racer import race_on
from triclinium.games.benhur.game import GAME
from triclinium.games.benhur.rules import engine as rules
from triclinium.games.benhur.rules.cards import CHARIOTS_MOST, DECKS
from triclinium.games.benhur.rules.codes import HOLD, OPTIONS_MOST, REFILL_FROM
from triclinium.games.benhur.rules.engine import apply
from triclinium.games.benhur.rules.state import REFILL, WHIP, State

HABITS = ("none", "always the normal deck", "always the risky deck", "never a whip after a move")
NORMAL_ONLY, RISKY_ONLY, NO_WHIP = 1, 2, 3
TABLES: tuple[tuple[int, dict[str, Any]], ...] = (
    (6, {}),
    (6, {"length": 1}),
    (6, {"format": "long", "length": 2}),
    (4, {}),
)
settle_luck = playout_of(rules).settle_luck


class Found(NamedTuple):
    by_place: list[float]
    by_habit: dict[int, float]
    risky: float
    """The share of cards drawn from the risky deck."""


@kernel
def race(s: State, seed: int, habits: Any, chart: Any, book: Any, notes: Any, dice: Any, drawn: Any) -> None:
    sow(dice, seed)
    asked = settle_luck(s, dice)
    while asked != OVER_NOW:
        code = race_on(s, chart, book, notes)
        if s.phase == REFILL:
            if habits[asked] == NORMAL_ONLY or habits[asked] == RISKY_ONLY:
                code = REFILL_FROM + habits[asked] - NORMAL_ONLY
            drawn[code - REFILL_FROM] += 1
        elif s.phase == WHIP and habits[asked] == NO_WHIP:
            code = HOLD
        apply(s, asked, code)
        asked = settle_luck(s, dice)


def study(seats: int, options: dict[str, Any], races: int, habits: list[int]) -> Found:
    """Race so many times; the habits move on by a seat each time."""
    state = GAME.start(options, seats)
    start, states = numpy.zeros(1, dtype_of(State)), numpy.zeros(1, dtype_of(State))
    write_record(start[0], state)
    book, drive = book_for(state), compile_kernels((race,))[race]
    notes, dice = numpy.zeros(OPTIONS_MOST, numpy.int64), numpy.zeros(1, numpy.int64)
    drawn = numpy.zeros(DECKS, numpy.int64)
    places, place_wins = numpy.zeros(CHARIOTS_MOST), numpy.zeros(CHARIOTS_MOST)
    seated, won = numpy.zeros(len(HABITS)), numpy.zeros(len(HABITS))
    for number in range(races):
        states[0] = start[0]
        own = numpy.array([habits[(seat + number) % len(habits)] for seat in range(seats)])
        drive(states[0], number, own, *book, notes, dice, drawn)
        winners = int(states[0]["winners"])
        for seat in range(seats):
            share = ((winners >> seat) & 1) / max(1, winners.bit_count())
            place = int(states[0]["place"][seat]) - 1
            places[place] += 1
            place_wins[place] += share
            seated[own[seat]] += 1
            won[own[seat]] += share
    by_habit = {habit: float(won[habit] / seated[habit] * seats) for habit in set(habits)}
    return Found((place_wins / places.clip(1)).tolist(), by_habit, float(drawn[1] / drawn.sum()))


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.habits", description=__doc__)
    parser.add_argument("--races", type=int, default=4_000)
    races = parser.parse_args().races
    for seats, options in TABLES:
        found = study(seats, options, races, [0])
        print(seats, options, [f"{share:.3f}" for share in found.by_place], f"risky {found.risky:.1%}", flush=True)
    for habit in range(1, len(HABITS)):
        shares = [study(seats, {}, races, [0, habit]).by_habit[habit] for seats in (4, 6)]
        print(HABITS[habit], [f"{share:.2f}" for share in shares], flush=True)


if __name__ == "__main__":
    main()
