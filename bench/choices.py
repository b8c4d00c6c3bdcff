"""What a racer's choice of decks and its whips gain, by trials: `python -m bench.choices decks --places 8000`.

Racers drive until one of them may draw from either deck, or may whip. From there the race is driven to its end several
times with the risky deck and with the normal one (or with the whip and without), each pair of trials with the same
luck. The mean difference in wins is told apart for places where the racer takes it and where it does not.
"""

from __future__ import annotations

import argparse
from typing import Any

import numpy

from bench.habits import SEEDS_APART, without_whip
from triclinium.core.compiled import compile_kernels, dtype_of, write_record
from triclinium.core.dice import below, sow
from triclinium.core.kernel import kernel
from triclinium.core.piles import bits
from triclinium.core.playout import OVER_NOW, playout_of
from triclinium.games.benhur.brain.outlook import expected_shoes, note_draws, odds_at
from triclinium.games.benhur.brain.race_book import book_for
from triclinium.games.benhur.brain.racer import race_on
from triclinium.games.benhur.game import GAME
from triclinium.games.benhur.rules import engine as rules
from triclinium.games.benhur.rules.cards import NORMAL, RISKY
from triclinium.games.benhur.rules.codes import OPTIONS_MOST, REFILL_FROM, WHIP_AT
from triclinium.games.benhur.rules.engine import apply
from triclinium.games.benhur.rules.fights import whip_targets
from triclinium.games.benhur.rules.hands import deck_left, horseshoes
from triclinium.games.benhur.rules.state import DRIVE, NOBODY, REFILL, WHIP, State

DECKS_TRIED, WHIPS_TRIED = 0, 1
TRIED = ("decks", "whips")
MET_MOST = ((160, 110), (16, 8))
"""Up to how many such choices into a race to look, with six chariots and with four: about as many as there are."""
WHOLE = 60
"""A win; a shared one is a part of it."""
TAKEN = 2
"""Where it is noted whether the racer takes it, behind what was won without and with it."""
settle_luck = playout_of(rules).settle_luck


@kernel
def to_choose(s: State, tried: int) -> bool:
    """Whether the asked chariot has the choice that is tried."""
    if tried == DECKS_TRIED:
        return s.phase == REFILL and deck_left(s, NORMAL) and deck_left(s, RISKY)
    asked = s.phase == WHIP or (s.phase == DRIVE and s.cards_played == 0)
    return asked and whip_targets(s, s.chariot) != 0


@kernel
def likeliest(s: State, notes: Any) -> int:
    """The rival whom a whip would hit with the best odds."""
    note_draws(s, s.chariot % s.seats, notes)
    best = -1
    rival = NOBODY
    for other in range(s.chariots):
        if (whip_targets(s, s.chariot) >> other) & 1:
            odds = odds_at(100 * horseshoes(s, s.chariot) - expected_shoes(s, other, notes))
            if odds > best:
                best = odds
                rival = other
    return rival


@kernel
def drive_on(s: State, seat: int, chart: Any, book: Any, notes: Any, dice: Any) -> int:
    """Race to the end; return what the seat has won."""
    asked = settle_luck(s, dice)
    while asked != OVER_NOW:
        apply(s, asked, race_on(s, chart, book, notes))
        asked = settle_luck(s, dice)
    return WHOLE // bits(s.winners) if (s.winners >> seat) & 1 else 0


@kernel
def try_both(
    states: Any, seed: int, tried: int, most: int, trials: int, chart: Any, book: Any, notes: Any, dice: Any, found: Any
) -> bool:
    """Find one such choice at random in a race, and try it both ways. False if the race ended before."""
    s = states[0]
    sow(dice, seed)
    left = below(dice, most)
    asked = settle_luck(s, dice)
    while asked != OVER_NOW and (left > 0 or not to_choose(s, tried)):
        left -= 1 if to_choose(s, tried) else 0
        apply(s, asked, race_on(s, chart, book, notes))
        asked = settle_luck(s, dice)
    if asked == OVER_NOW:
        return False
    taken = race_on(s, chart, book, notes)
    without = REFILL_FROM + NORMAL
    code = REFILL_FROM + RISKY
    if tried == WHIPS_TRIED:
        without = without_whip(s, chart, book, notes)
        code = taken if taken != without else WHIP_AT + likeliest(s, notes)
    found[TAKEN] = 1 if taken == code else 0
    states[1] = states[0]
    for way in range(2):
        found[way] = 0
        for trial in range(trials):
            states[0] = states[1]
            sow(dice, (seed + 1) * trials + trial)
            apply(s, asked, code if way else without)
            found[way] += drive_on(s, asked, chart, book, notes, dice)
    return True


def study(seats: int, tried: int, places: int, trials: int, seed: int) -> Any:
    """For each place: what was won without and with it, and whether the racer takes it."""
    state = GAME.start({}, seats)
    start, states = numpy.zeros(1, dtype_of(State)), numpy.zeros(2, dtype_of(State))
    write_record(start[0], state)
    book, fast = book_for(state), compile_kernels((try_both,))[try_both]
    notes, dice = numpy.zeros(OPTIONS_MOST, numpy.int64), numpy.zeros(1, numpy.int64)
    row, race = numpy.zeros(TAKEN + 1, numpy.int64), seed * SEEDS_APART
    rows: list[list[float]] = []
    while len(rows) < places:
        states[0] = start[0]
        race += 1
        if fast(states, race, tried, MET_MOST[tried][seats == 4], trials, *book, notes, dice, row):
            rows.append([row[0] / trials / WHOLE, row[1] / trials / WHOLE, row[TAKEN]])
    return numpy.array(rows)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.choices", description=__doc__)
    parser.add_argument("tried", choices=TRIED)
    parser.add_argument("--places", type=int, default=4_000)
    parser.add_argument("--trials", type=int, default=6)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    for seats in (4, 6):
        rows = study(seats, TRIED.index(asked.tried), asked.places, asked.trials, asked.seed)
        for taken in (1, 0):
            gains = 100 * (rows[:, 1] - rows[:, 0])[rows[:, TAKEN] == taken]
            sure = 1.96 * gains.std() / max(1, len(gains)) ** 0.5
            told = f"{len(gains)} places, {gains.mean():+.2f} points (± {sure:.2f})"
            print(seats, "chariots, taken:" if taken else "chariots, not taken:", told, flush=True)


if __name__ == "__main__":
    main()
