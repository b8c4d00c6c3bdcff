"""Trials for the search: answers in common worlds with common luck, the racer drives on for all, and the learned judge
says how it stands.
"""

from __future__ import annotations

from typing import Any

from triclinium.core.decision import CHANCE
from triclinium.core.dice import below, sow
from triclinium.core.kernel import kernel
from triclinium.core.playout import OVER_NOW
from triclinium.games.benhur.brain.belief import imagine
from triclinium.games.benhur.brain.judge import judged
from triclinium.games.benhur.brain.racer import race_on
from triclinium.games.benhur.brain.senses import NOT_WAITING
from triclinium.games.benhur.rules.cards import CHARIOTS_MOST
from triclinium.games.benhur.rules.engine import apply, asked, luck_code, luck_total
from triclinium.games.benhur.rules.state import DRAW_CARD, THROW_ACCIDENT, State

ROOT, WORLD, WORK = 0, 1, 2
"""The state that the view describes, a world that it may be, and what becomes of it."""
STATES = 3
FAR_APART = 1_000_003
"""Between the seeds of two turns."""
SEEDS = (1 << 44) - 1


@kernel
def settle_alike(s: State, world: int, dice: Any) -> int:
    """Answer for chance until a seat is asked, which is returned.

    What a chariot draws or throws for an accident in a round depends on the world alone, and not on what happened to
    others before: the luck of two answers stays the same for longer.
    """
    seat = asked(s)
    while seat == CHANCE:
        luck = dice[0]
        own = s.phase == DRAW_CARD or s.phase == THROW_ACCIDENT
        if own:
            sow(dice, world + FAR_APART * (s.round * CHARIOTS_MOST + s.chariot) + s.phase)
        code = luck_code(s, below(dice, luck_total(s)))
        if own:
            dice[0] = luck
        apply(s, CHANCE, code)
        seat = asked(s)
    return seat


@kernel
def drive_on(s: State, rounds: int, world: int, chart: Any, book: Any, notes: Any, dice: Any) -> None:
    """Let the racer drive for everybody for so many rounds, but not into the next race."""
    race = s.race
    last = s.round + rounds
    seat = settle_alike(s, world, dice)
    while seat != OVER_NOW and s.round < last and s.race == race:
        apply(s, seat, race_on(s, chart, book, notes))
        seat = settle_alike(s, world, dice)


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
    net: Any,
    r: Any,
    dice: Any,
    chances: Any,
    leads: Any,
    squares: Any,
) -> None:
    """Try so many answers of a chariot in so many worlds, from the seed on. The chances to win after each of them are
    added up, how far it leads the first in each world, and the squares of that.
    """
    seat = me % states[ROOT].seats
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
            drive_on(s, rounds, luck & SEEDS, chart, book, r.notes, dice)
            chance = judged(s, me, NOT_WAITING, chart, book, net, r)
            if at == 0:
                first = chance
            chances[at] += chance
            leads[at] += chance - first
            squares[at] += (chance - first) * (chance - first)
