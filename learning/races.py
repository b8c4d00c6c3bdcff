"""Races between the learned judge and others in compiled code: lessons to learn from, matches to measure."""

from __future__ import annotations

from typing import Any

from triclinium.core.dice import below, sow
from triclinium.core.kernel import kernel
from triclinium.core.piles import bits
from triclinium.core.playout import OVER_NOW, playout_of
from triclinium.games.benhur.brain.driver import LOOK_AHEAD, choose
from triclinium.games.benhur.brain.judge import OUR, judge_on
from triclinium.games.benhur.brain.outlook import note_draws
from triclinium.games.benhur.brain.racer import race_on
from triclinium.games.benhur.brain.senses import NOT_WAITING, ROW, sense
from triclinium.games.benhur.rules import engine as rules
from triclinium.games.benhur.rules.codes import REFILL_FROM
from triclinium.games.benhur.rules.engine import apply, legal
from triclinium.games.benhur.rules.state import REFILL, WHIP

DRIVER, RACER, JUDGE, PAST = 0, 1, 2, 3
"""Who sits at a seat."""
HUNDRED = 100
settle_luck = playout_of(rules).settle_luck


@kernel
def answer_of(
    states: Any, who: int, chart: Any, book: Any, net: Any, past: Any, r: Any, old: Any, warmth: float, dice: Any
) -> int:
    s = states[OUR]
    if who == RACER:
        return race_on(s, chart, book, r.notes)
    if who == DRIVER:
        return choose(s, LOOK_AHEAD, r.notes, dice)
    if who == PAST:
        return judge_on(states, chart, book, past, old, 0.0, dice)
    return judge_on(states, chart, book, net, r, warmth, dice)


@kernel
def play_match(
    states: Any,
    start: Any,
    seed: int,
    seated: Any,
    chart: Any,
    book: Any,
    net: Any,
    past: Any,
    r: Any,
    old: Any,
    dice: Any,
) -> int:
    """Play one race; return the winners as a set of seats."""
    states[OUR] = start[0]
    s = states[OUR]
    sow(dice, seed)
    asked = settle_luck(s, dice)
    while asked != OVER_NOW:
        apply(s, asked, answer_of(states, seated[asked], chart, book, net, past, r, old, 0.0, dice))
        asked = settle_luck(s, dice)
    return s.winners


@kernel
def play_lesson(
    states: Any,
    start: Any,
    seed: int,
    seated: Any,
    chart: Any,
    book: Any,
    net: Any,
    past: Any,
    r: Any,
    old: Any,
    dice: Any,
    whim: int,
    share: int,
    rows: Any,
    whose: Any,
    first: int,
    warmth: float,
) -> int:
    """Play one race with some whims and keep what was seen at some of its moments; return how many rows are used.

    Rows are kept from `first` on, with the seat that each was seen by at `whose`; afterwards `rows` is followed by what
    that seat won, at place ROW.
    """
    states[OUR] = start[0]
    s = states[OUR]
    sow(dice, seed)
    used = first
    asked = settle_luck(s, dice)
    while asked != OVER_NOW:
        waiting = NOT_WAITING
        me = s.chariot
        if below(dice, HUNDRED) < whim and (s.phase == REFILL or s.phase == WHIP or below(dice, 4) == 0):
            code = r.codes[below(dice, legal(s, asked, r.codes))]
        else:
            code = answer_of(states, seated[asked], chart, book, net, past, r, old, warmth, dice)
        if s.phase == REFILL:
            waiting = code - REFILL_FROM
        if used < len(whose) and below(dice, HUNDRED) < share:
            if waiting == NOT_WAITING or below(dice, 3) == 0:
                me = below(dice, s.chariots)
                if me == s.chariot and s.phase == REFILL:
                    me = (me + 1) % s.chariots
                waiting = NOT_WAITING
            note_draws(s, me % s.seats, r.notes)
            sense(s, me, waiting, chart, book, r.notes, r.row)
            for place in range(ROW):
                rows[used, place] = r.row[place]
            whose[used] = me % s.seats
            used += 1
        apply(s, asked, code)
        asked = settle_luck(s, dice)
    for number in range(first, used):
        rows[number, ROW] = ((s.winners >> whose[number]) & 1) / bits(s.winners) if s.winners else 0.0
    return used
