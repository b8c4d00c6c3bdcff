"""Drivers for many races, in kernel style: at random, or sensibly, and a play-out that checks the sand at every step.

They live with the tests and are no bots: they exist to bring races to every corner of the rules.
"""

from __future__ import annotations

import math

from triclinium.core.decision import CHANCE
from triclinium.core.dice import below
from triclinium.core.kernel import kernel
from triclinium.games.benhur.rules.cards import DECKS, KINDS, SPEEDS
from triclinium.games.benhur.rules.codes import REFILL_FROM, angle_a_of, angle_b_of, card_of, is_drive
from triclinium.games.benhur.rules.engine import OVER_NOW, apply, asked, legal, luck_code, luck_total
from triclinium.games.benhur.rules.geometry import RULERS, chariot_clear, chariots_overlap, placed, ruler_clear, turned
from triclinium.games.benhur.rules.state import RACING, State
from triclinium.games.benhur.rules.verdicts import judge, laps_of

NOTCH = 30
ROOM_ENOUGH = 4


@kernel
def room(s: State, x: int, y: int, heading: int) -> int:
    """How many placements of the two shortest rulers are clear of the walls from a pose."""
    n = 0
    for speed in range(2):
        for a in range(-NOTCH, NOTCH + 1, NOTCH):
            for b in range(-NOTCH, NOTCH + 1, NOTCH):
                tip_x, tip_y, end_x, end_y, new_x, new_y, last = placed(x, y, heading, RULERS[speed], a, b)
                if chariot_clear(new_x, new_y, last, s.half_axis, s.middle, s.outer) and ruler_clear(
                    tip_x, tip_y, end_x, end_y, turned(heading, a), s.half_axis, s.middle, s.outer
                ):
                    n += 1
    return n


@kernel
def onward(s: State, x: int, y: int, dx: int, dy: int) -> float:
    """How far a way of dx and dy leads onward along the lap from a place."""
    if x > s.half_axis or x < -s.half_axis:
        centre = s.half_axis if x > 0 else -s.half_axis
        return ((x - centre) * dy - y * dx) / math.sqrt((x - centre) * (x - centre) + y * y + 1.0)
    return float(-dx) if y > 0 else float(dx)


@kernel
def worth(s: State, code: int) -> float:
    """What a sensible driver thinks of an answer: safe and far, with room left at the end."""
    chariot = s.chariot
    if not is_drive(code):
        return -20000.0
    speed = card_of(code) % KINDS % SPEEDS
    if judge(s, chariot, speed, angle_a_of(code), angle_b_of(code)) != 0:
        return -30000.0
    _, _, _, _, x, y, heading = placed(
        s.x[chariot], s.y[chariot], s.heading[chariot], RULERS[speed], angle_a_of(code), angle_b_of(code)
    )
    free = room(s, x, y, heading)
    way = onward(s, s.x[chariot], s.y[chariot], x - s.x[chariot], y - s.y[chariot]) + onward(
        s, x, y, x - s.x[chariot], y - s.y[chariot]
    )
    return way if free >= ROOM_ENOUGH else -10000.0 + 1000.0 * free


@kernel
def choose(s: State, dice: list[int], out: list[int], n: int, folly: int) -> int:
    """The sensible answer, or, so many times in a hundred, any."""
    if below(dice, 100) < folly or not (is_drive(out[0]) or out[0] == REFILL_FROM):
        return out[below(dice, n)]
    if out[0] == REFILL_FROM:
        return out[0]
    best = out[0]
    best_worth = worth(s, best)
    for i in range(1, n):
        this = worth(s, out[i])
        if this > best_worth:
            best = out[i]
            best_worth = this
    return best


@kernel
def fault(s: State) -> int:
    """0 while the sand is sound; else a number that tells what is wrong."""
    for chariot in range(s.chariots):
        if s.status[chariot] == RACING:
            if not chariot_clear(s.x[chariot], s.y[chariot], s.heading[chariot], s.half_axis, s.middle, s.outer):
                return 1
            if s.round > 0 and s.lap[chariot] != laps_of(s, chariot):
                return 2
            for other in range(chariot):
                if s.status[other] == RACING and chariots_overlap(
                    s.x[chariot], s.y[chariot], s.heading[chariot], s.x[other], s.y[other], s.heading[other]
                ):
                    return 3
        for deck in range(DECKS):
            cards = 0
            for kind in range(KINDS):
                cards += s.hand[chariot][deck * KINDS + kind]
            if cards != s.hand_size[chariot][deck]:
                return 4
    for deck in range(DECKS):
        for kind in range(KINDS):
            cards = s.pile[deck][kind] + s.discards[deck][kind] + s.removed[deck][kind] + s.aside[deck][kind]
            for chariot in range(s.chariots):
                cards += s.hand[chariot][deck * KINDS + kind]
            if cards != s.deck[deck][kind]:
                return 5
    return 0


@kernel
def checked_race(s: State, dice: list[int], out: list[int], folly: int, most: int) -> int:
    """Play to the end under checks; the number of decisions, or minus a fault (-9: no answer, -10: no end)."""
    decisions = 0
    while decisions < most:
        seat = asked(s)
        if seat == OVER_NOW:
            return decisions
        if seat == CHANCE:
            apply(s, seat, luck_code(s, below(dice, luck_total(s))))
        else:
            n = legal(s, seat, out)
            if n == 0:
                return -9
            apply(s, seat, choose(s, dice, out, n, folly))
            decisions += 1
        wrong = fault(s)
        if wrong:
            return -wrong
    return -10
