"""Races in compiled code, and what was decided in them: lessons for the learned driver of Ben Hur and for its judge."""

from __future__ import annotations

from math import exp, log
from typing import Any

from triclinium.core.dice import below, sow
from triclinium.core.kernel import kernel
from triclinium.core.piles import bits
from triclinium.core.playout import OVER_NOW, playout_of
from triclinium.games.benhur.brain.driver import LOOK_AHEAD, choose
from triclinium.games.benhur.brain.judge import correction
from triclinium.games.benhur.brain.marks import MARKS
from triclinium.games.benhur.brain.mind import by_wish, look_around, weigh_wishes, wish
from triclinium.games.benhur.brain.racer import race_on
from triclinium.games.benhur.brain.senses import ROW
from triclinium.games.benhur.rules import engine as rules
from triclinium.games.benhur.rules.engine import apply, legal

LEARNER, RACER, DRIVER, PAST = range(4)
"""Who drives at a seat."""
HUNDRED = 100
SLIPS = 3
"""How many answers in a hundred of a racer are random, as strong slips."""
NOT_KEPT = -1
DECISIONS_MOST = 6000
"""Room for the decisions of one race."""
settle_luck = playout_of(rules).settle_luck


@kernel
def chance_of(count: int, taken: int, r: Any) -> float:
    """The logarithm of the chance of an answer."""
    best = r.wishes[0]
    for number in range(1, count):
        best = max(best, r.wishes[number])
    total = 0.0
    for number in range(count):
        total += exp(r.wishes[number] - best)
    return float(r.wishes[taken] - best - log(total))


@kernel
def keep(count: int, taken: int, at: int, seen: Any, r: Any) -> None:
    """Write what was seen, what could be answered, and what was."""
    seen.counts[at] = count
    seen.taken[at] = taken
    seen.chances[at] = chance_of(count, taken, r)
    for place in range(ROW):
        seen.rows[at, place] = r.row[place]
    for number in range(count):
        seen.base[at, number] = r.base[number]
        for place in range(MARKS):
            seen.marks[at, number, place] = r.marks[number, place]


@kernel
def drive_as(s: Any, kind: int, chart: Any, book: Any, notes: Any, dice: Any) -> int:
    """The answer of somebody who does not learn."""
    if kind == DRIVER:
        return choose(s, LOOK_AHEAD, notes, dice)
    if below(dice, HUNDRED) < SLIPS:
        return int(notes[below(dice, legal(s, s.chariot % s.seats, notes))])
    return race_on(s, chart, book, notes)


@kernel
def drive_freely(s: Any, chart: Any, book: Any, wishes: Any, r: Any, dice: Any) -> int:
    """The answer of a learned driver who draws it by how much he likes it."""
    count = weigh_wishes(s, chart, book, wishes, r)
    return int(r.codes[by_wish(count, r, dice) if count > 1 else 0])


@kernel
def play_lesson(
    states: Any,
    start: Any,
    seed: int,
    kinds: Any,
    chart: Any,
    book: Any,
    wishes: Any,
    past: Any,
    net: Any,
    r: Any,
    dice: Any,
    share: int,
    fading: float,
    kept: Any,
    first: int,
) -> int:
    """Play one race and keep so many decisions in a hundred from `first` on; return how many are used by then."""
    states[0] = start[0]
    s = states[0]
    sow(dice, seed)
    used = first
    number = 0
    asked = settle_luck(s, dice)
    while asked != OVER_NOW:
        if kinds[asked] == PAST:
            code = drive_freely(s, chart, book, past, r, dice)
        elif kinds[asked] != LEARNER:
            code = drive_as(s, kinds[asked], chart, book, r.notes, dice)
        else:
            count = look_around(s, chart, book, r)
            code = r.codes[0]
            if count > 1:
                wish(count, wishes, r)
                taken = by_wish(count, r, dice)
                code = r.codes[taken]
                if number < DECISIONS_MOST:
                    kept.who[number] = s.chariot
                    kept.values[number] = 1 / (1 + exp(-r.row[0] - correction(net, r.row, r.one, r.two)))
                    kept.at[number] = NOT_KEPT
                    if used < len(kept.seen.counts) and below(dice, HUNDRED) < share:
                        keep(count, taken, used, kept.seen, r)
                        kept.at[number] = used
                        used += 1
                    number += 1
        apply(s, asked, code)
        asked = settle_luck(s, dice)
    look_back(s, number, fading, kept)
    return used


@kernel
def look_back(s: Any, decisions: int, fading: float, kept: Any) -> None:
    """What each decision gained, counted along the decisions of one chariot, and what its seat won."""
    for chariot in range(s.chariots):
        won = ((s.winners >> (chariot % s.seats)) & 1) / bits(s.winners) if s.winners else 0.0
        then = won
        gained = 0.0
        for number in range(decisions - 1, -1, -1):
            if kept.who[number] != chariot:
                continue
            gained = then - kept.values[number] + fading * gained
            then = kept.values[number]
            if kept.at[number] != NOT_KEPT:
                kept.seen.gains[kept.at[number]] = gained
                kept.seen.won[kept.at[number]] = won
