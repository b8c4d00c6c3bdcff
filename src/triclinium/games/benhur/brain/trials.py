"""Trials for the search: answers in common worlds with common luck. The learned driver goes on for the chariot, the
racer for all others, and the learned judge says how it stands.
"""

from __future__ import annotations

from typing import Any

from triclinium.core.decision import CHANCE
from triclinium.core.dice import below, sow
from triclinium.core.kernel import kernel
from triclinium.core.playout import OVER_NOW
from triclinium.games.benhur.brain.belief import imagine
from triclinium.games.benhur.brain.judge import judged
from triclinium.games.benhur.brain.mind import drive_by_mind
from triclinium.games.benhur.brain.outlook import distance, lap_length
from triclinium.games.benhur.brain.prospects import LOST, count_of_hand, page_of, prospect
from triclinium.games.benhur.brain.racer import race_on
from triclinium.games.benhur.brain.senses import NOT_WAITING
from triclinium.games.benhur.brain.standing import A_TURN
from triclinium.games.benhur.rules.cards import CHARIOTS_MOST, RACES
from triclinium.games.benhur.rules.engine import apply, asked, luck_code, luck_total
from triclinium.games.benhur.rules.setup import courses, laps_to_drive
from triclinium.games.benhur.rules.state import (
    DRAW_CARD,
    RACING,
    THROW_ACCIDENT,
    THROW_ATTACKER,
    THROW_DEFENDER,
    State,
)

ROOT, WORLD, WORK = 0, 1, 2
"""The state that the view describes, a world that it may be, and what becomes of it."""
STATES = 3
FAR_APART = 1_000_003
"""Between the seeds of two turns."""
SEEDS = (1 << 44) - 1
FINE = 1 << 20
"""The parts that a pile is divided into."""
GOLDEN = 648055
"""The golden section of that: its multiples fall everywhere alike."""
A_UNIT = 1e-5
"""What a unit of progress is worth beside the judge's chance to win."""
ARRIVED = 4000
"""How far beyond the line a chariot is thought to be that has finished."""


@kernel
def settle_alike(s: State, world: int, dice: Any) -> int:
    """Answer for chance until a seat is asked, which is returned.

    What a chariot draws, throws for an accident or throws as an attacker in a round depends on the world alone, and not
    on what happened to others before: the luck of two answers stays the same for longer. For the same reason a draw is
    a share of the pile, laid out kind by kind: from two piles that differ by a card mostly the same comes up.
    """
    seat = asked(s)
    tied = False
    while seat == CHANCE:
        if s.phase == DRAW_CARD or s.phase == THROW_ACCIDENT:
            sow(dice, world + FAR_APART * (s.round * CHARIOTS_MOST + s.chariot) + s.phase)
        elif s.phase == THROW_ATTACKER and not tied:
            sow(dice, world + FAR_APART * (s.round * CHARIOTS_MOST + s.attacker) + s.phase)
        tied = s.phase == THROW_DEFENDER
        apply(s, CHANCE, luck_code(s, below(dice, FINE) * luck_total(s) // FINE))
        seat = asked(s)
    return seat


@kernel
def spread_over(number: int) -> int:
    """The share of the pile at which the card lies that a world draws first: neighbouring worlds draw far apart."""
    return (number & (FINE - 1)) * GOLDEN & (FINE - 1)


@kernel
def drive_on(s: State, me: int, rounds: int, world: int, chart: Any, book: Any, wishes: Any, r: Any, dice: Any) -> None:
    """Drive on for so many rounds, but not into the next race: the learned driver for `me`, the racer for the others,
    who takes a tenth of the time.
    """
    race = s.race
    last = s.round + rounds
    seat = settle_alike(s, world, dice)
    while seat != OVER_NOW and s.round < last and s.race == race:
        own = s.chariot == me
        apply(s, seat, drive_by_mind(s, chart, book, wishes, r) if own else race_on(s, chart, book, r.notes))
        seat = settle_alike(s, world, dice)


@kernel
def progress(s: State, me: int, race: int, start: int, chart: Any, book: Any) -> int:
    """How far a chariot has come from a start in a race, and what it may expect of its cards."""
    if s.race == race and s.status[me] == RACING:
        here = distance(s, s.x[me], s.y[me], s.wraps[me])
        page = page_of(s, chart, s.x[me], s.y[me], s.heading[me])
        ahead = prospect(s, chart, book, page, count_of_hand(s, me))
        return here + ahead - start - (A_TURN if (s.owes >> me) & 1 else 0)
    if s.laurel[me][race - 1 if s.format == RACES else courses(s) - 1] > 0:
        return laps_to_drive(s) * lap_length(s) + ARRIVED - start
    return -LOST


@kernel
def try_answers(
    states: Any,
    me: int,
    codes: Any,
    count: int,
    seed: int,
    worlds: int,
    rounds: int,
    chart: Any,
    book: Any,
    wishes: Any,
    net: Any,
    r: Any,
    dice: Any,
    chances: Any,
    leads: Any,
    squares: Any,
) -> None:
    """Try so many answers of a chariot in so many worlds, from the seed on. The chances to win after each of them are
    added up, how far it leads the first in each world, and the squares of that.

    A lead is one of chances and of progress. Progress is far steadier, because the luck of others moves it little; and
    it is worth having against anybody, while the judge thinks that all drive like racers.
    """
    root = states[ROOT]
    seat = me % root.seats
    start = distance(root, root.x[me], root.y[me], root.wraps[me])
    for number in range(worlds):
        states[WORLD] = states[ROOT]
        sow(dice, seed + number)
        imagine(states[WORLD], seat, dice)
        luck = dice[0]
        first = 0.0
        for at in range(count):
            states[WORK] = states[WORLD]
            s = states[WORK]
            dice[0] = luck
            apply(s, seat, codes[at])
            if s.phase == DRAW_CARD:
                apply(s, CHANCE, luck_code(s, spread_over(seed + number) * luck_total(s) // FINE))
            drive_on(s, me, rounds, luck & SEEDS, chart, book, wishes, r, dice)
            chance = judged(s, me, NOT_WAITING, chart, book, net, r)
            worth = chance + A_UNIT * progress(s, me, root.race, start, chart, book)
            if at == 0:
                first = worth
            chances[at] += chance
            leads[at] += worth - first
            squares[at] += (worth - first) * (worth - first)
