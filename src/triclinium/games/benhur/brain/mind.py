"""The learned driver: a small net that corrects what the racer thinks of each answer.

Kernel functions over arrays of weights, which `learning/` makes by self-play. The net sees the race as the judge does
(`senses`) and the marks of an answer (`marks`). Without a correction it drives as the racer does.
"""

from __future__ import annotations

from math import exp
from typing import Any

from triclinium.bots.net import feed, rectify
from triclinium.core.dice import below
from triclinium.core.kernel import kernel
from triclinium.games.benhur.brain.marks import MARKS, mark
from triclinium.games.benhur.brain.moves import list_choices
from triclinium.games.benhur.brain.outlook import note_draws
from triclinium.games.benhur.brain.senses import NOT_WAITING, sense
from triclinium.games.benhur.rules.state import REFILL, State

A_NUDGE = 150.0
"""How much worse the racer must find an answer for it to be e times less likely."""
HOPELESS = -12.0
FINELY = 1 << 24


@kernel
def look_around(s: State, chart: Any, book: Any, r: Any) -> int:
    """List the answers, with their marks and what the asked chariot sees; return how many."""
    me = s.chariot
    note_draws(s, me % s.seats, r.notes)
    count = list_choices(s, chart, book, r)
    best = r.worths[0]
    liked = 0
    for number in range(1, count):
        if r.worths[number] > best:
            best = r.worths[number]
            liked = number
    if count < 2:
        return count
    sense(s, me, liked if s.phase == REFILL else NOT_WAITING, chart, book, r.notes, r.row)
    for number in range(count):
        mark(s, number, best, chart, book, r)
        r.base[number] = max((r.worths[number] - best) / A_NUDGE, HOPELESS)
    return count


@kernel
def wish(count: int, net: Any, r: Any) -> None:
    """How much each answer is liked: the racer's liking and the net's correction."""
    nought = net.first_bias[0] - net.first_bias[0]
    units = len(r.first)
    feed(r.row, len(r.row), net.race, net.first_bias, r.seen, units)
    for number in range(count):
        feed(r.marks[number], MARKS, net.answer, r.seen, r.first, units)
        rectify(r.first, nought)
        feed(r.first, units, net.second, net.second_bias, r.second, len(r.second))
        rectify(r.second, nought)
        told = net.last_bias[0]
        for place in range(len(r.second)):
            told += r.second[place] * net.last[place, 0]
        r.wishes[number] = r.base[number] + told


@kernel
def most_wished(count: int, r: Any) -> int:
    best = 0
    for number in range(1, count):
        if r.wishes[number] > r.wishes[best]:
            best = number
    return best


@kernel
def by_wish(count: int, r: Any, dice: Any) -> int:
    """Draw an answer by how much it is liked."""
    best = r.wishes[most_wished(count, r)]
    total = 0.0
    for number in range(count):
        total += exp(r.wishes[number] - best)
    left = below(dice, FINELY) / FINELY * total
    chosen = 0
    for number in range(count):
        left -= exp(r.wishes[number] - best)
        if left < 0:
            chosen = number
            break
    return chosen


@kernel
def weigh_wishes(s: State, chart: Any, book: Any, net: Any, r: Any) -> int:
    """List the answers and how much each is liked; return how many."""
    count = look_around(s, chart, book, r)
    if count > 1:
        wish(count, net, r)
    return count


@kernel
def drive_by_mind(s: State, chart: Any, book: Any, net: Any, r: Any) -> int:
    """The answer that the learned driver likes best."""
    count = weigh_wishes(s, chart, book, net, r)
    return int(r.codes[most_wished(count, r) if count > 1 else 0])
