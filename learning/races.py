"""Races of racers in compiled code, and what was seen at some of their moments: lessons for the judge of Ben Hur."""

from __future__ import annotations

from typing import Any

from triclinium.core.dice import below, sow
from triclinium.core.kernel import kernel
from triclinium.core.piles import bits
from triclinium.core.playout import OVER_NOW, playout_of
from triclinium.games.benhur.brain.outlook import note_draws
from triclinium.games.benhur.brain.racer import race_on
from triclinium.games.benhur.brain.senses import NOT_WAITING, ROW, sense
from triclinium.games.benhur.rules import engine as rules
from triclinium.games.benhur.rules.codes import REFILL_FROM
from triclinium.games.benhur.rules.engine import apply, legal
from triclinium.games.benhur.rules.state import DRIVE, REFILL, State

HUNDRED = 100
RARELY = 12
"""A whim moves a chariot only once in so many times: most such moves end in a wall."""
settle_luck = playout_of(rules).settle_luck


@kernel
def whimsical(s: State, whim: int, dice: Any) -> bool:
    """Whether to answer at random now, so that the worth of other answers is seen, too."""
    return below(dice, HUNDRED) < whim and (s.phase != DRIVE or below(dice, RARELY) == 0)


@kernel
def keep_look(s: State, waiting: int, chart: Any, book: Any, notes: Any, row: Any, dice: Any) -> int:
    """Write what one chariot sees now: the one that waits for a card, or any other. Returns which."""
    me = s.chariot
    if waiting == NOT_WAITING or below(dice, 3) == 0:
        waiting = NOT_WAITING
        me = below(dice, s.chariots)
        if me == s.chariot and s.phase == REFILL:
            me = (me + 1) % s.chariots
    note_draws(s, me % s.seats, notes)
    sense(s, me, waiting, chart, book, notes, row)
    return me


@kernel
def play_lesson(
    states: Any,
    start: Any,
    seed: int,
    chart: Any,
    book: Any,
    notes: Any,
    dice: Any,
    whim: int,
    share: int,
    rows: Any,
    whose: Any,
    first: int,
) -> int:
    """Play one race and keep so many moments in a hundred; return how many rows are used by then.

    Rows are kept from `first` on: what a seat sees, and at place ROW what it won in the end.
    """
    states[0] = start[0]
    s = states[0]
    sow(dice, seed)
    used = first
    asked = settle_luck(s, dice)
    while asked != OVER_NOW:
        if whimsical(s, whim, dice):
            code = notes[below(dice, legal(s, asked, notes))]
        else:
            code = race_on(s, chart, book, notes)
        if used < len(whose) and below(dice, HUNDRED) < share:
            waiting = code - REFILL_FROM if s.phase == REFILL else NOT_WAITING
            whose[used] = keep_look(s, waiting, chart, book, notes, rows[used], dice) % s.seats
            used += 1
        apply(s, asked, code)
        asked = settle_luck(s, dice)
    for number in range(first, used):
        rows[number, ROW] = ((s.winners >> whose[number]) & 1) / bits(s.winners) if s.winners else 0.0
    return used
