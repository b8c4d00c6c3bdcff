"""What the learned player foresees: each move is tried in worlds that it believes in, and looked at in two ways.

Some games are played out by rule of thumb. Elsewhere only the round is played on, every seat by its manner (`manner`):
by rule of thumb or by the mind; then the judge, who is told the manners too, says who will win.
"""

from __future__ import annotations

from math import exp
from typing import Any, NamedTuple

from triclinium.core.dice import below, sow
from triclinium.core.kernel import kernel
from triclinium.core.observation import put_set
from triclinium.core.playout import OVER_NOW, playout_of
from triclinium.games.banquet.brain.belief import imagine
from triclinium.games.banquet.brain.features import (
    FEATURES,
    JUDGED,
    REMEMBERED,
    features,
    relative,
    relative_set,
    secrets,
)
from triclinium.games.banquet.brain.lookahead import ROOT, WORK, WORLD, play_by_rule
from triclinium.games.banquet.brain.memory import DEALT, LEAD, NOTES, count_round, remember
from triclinium.games.banquet.brain.mind import FINE, learned_answer, pass_through
from triclinium.games.banquet.brain.rule_of_thumb import choose
from triclinium.games.banquet.rules import engine as rules
from triclinium.games.banquet.rules.cards import SEATS_MOST
from triclinium.games.banquet.rules.engine import apply
from triclinium.games.banquet.rules.state import NOBODY, PICK, State

settle_luck = playout_of(rules).settle_luck

WARMTH = 0.7
"""How freely the mind answers for everybody."""
SUMS, SQUARES = 0, 1
"""The rows of a tally."""


class Memory(NamedTuple):
    """What the table remembers (`memory`): at the question, and in the simulated game."""

    counts: Any
    notes: Any
    simulated_counts: Any
    simulated_notes: Any


def memory() -> Memory:
    import numpy

    counts, notes = numpy.zeros((SEATS_MOST, REMEMBERED), numpy.int16), numpy.zeros(NOTES, numpy.int16)
    return Memory(counts, notes, counts.copy(), notes.copy())


def remember_counts(m: Memory, counts: Any, dealt: Any) -> None:
    """What the view tells of the rounds before. What was done in this round so far is not counted."""
    m.counts[:] = counts
    m.notes[:] = 0
    m.notes[DEALT : DEALT + SEATS_MOST] = dealt
    m.notes[LEAD] = NOBODY


@kernel
def play_round(s: State, thumbs: int, counts: Any, notes: Any, mind: Any, r: Any, luck: Any, dice: Any) -> int:
    """Play until the next round begins, these seats by rule of thumb and the others by the mind.

    Return who leads the next round, or OVER_NOW.
    """
    now = s.round
    seat = settle_luck(s, luck)
    while seat != OVER_NOW:
        if s.phase == PICK:
            count_round(s, counts, notes)
            if s.round > now:
                return seat
        if (thumbs >> seat) & 1:
            code = choose(s, seat, r.listed, dice)
        else:
            code = learned_answer(s, seat, counts, notes[DEALT : DEALT + SEATS_MOST], mind, r, WARMTH, dice)
        remember(s, seat, code, counts, notes)
        apply(s, seat, code)
        seat = settle_luck(s, luck)
    return seat


@kernel
def judged(s: State, asked: int, seat: int, thumbs: int, counts: Any, notes: Any, judge: Any, r: Any) -> float:
    """How likely a seat wins: the judge sees everything, from the asked seat, and also who plays by rule of thumb."""
    features(s, asked, counts, notes[DEALT : DEALT + SEATS_MOST], r.row)
    at = secrets(s, asked, r.row, FEATURES)
    put_set(r.row, at, relative_set(s, asked, thumbs), SEATS_MOST)
    pass_through(judge, r.row, JUDGED, r.one, r.two, r.told, SEATS_MOST)
    return 1.0 / (1.0 + exp(-float(r.told[relative(s, asked, seat)])))


@kernel
def by_rule_of_thumb(s: State, seat: int, first: int, second: int, r: Any, luck: Any, dice: Any) -> float:
    """1 if the seat wins after this move if everybody plays on by rule of thumb, otherwise 0."""
    apply(s, seat, first)
    if second >= 0:
        apply(s, seat, second)
    play_by_rule(s, luck, dice, r.listed)
    return float((s.winners >> seat) & 1)


@kernel
def by_manner(
    s: State, seat: int, first: int, second: int, thumbs: int, m: Any, mind: Any, judge: Any, r: Any, luck: Any,
    dice: Any,
) -> float:  # fmt: skip
    """How likely the seat wins after this move and the rest of the round, if these others play by rule of thumb and
    everybody else like the mind.
    """
    counts = m.simulated_counts
    notes = m.simulated_notes
    for other in range(SEATS_MOST):
        for column in range(REMEMBERED):
            counts[other][column] = m.counts[other][column]
    for column in range(NOTES):
        notes[column] = m.notes[column]
    remember(s, seat, first, counts, notes)
    apply(s, seat, first)
    if second >= 0:
        remember(s, seat, second, counts, notes)
        apply(s, seat, second)
    leads = play_round(s, thumbs, counts, notes, mind, r, luck, dice)
    if leads == OVER_NOW:
        return float((s.winners >> seat) & 1)
    return judged(s, leads, seat, thumbs, counts, notes, judge, r)


@kernel
def draw_thumbs(s: State, seat: int, chances: Any, dice: Any) -> int:
    """The other seats that play by rule of thumb in this world, as a set."""
    thumbs = 0
    for other in range(s.seats):
        if other != seat and below(dice, FINE) < chances[other] * FINE:
            thumbs |= 1 << other
    return thumbs


@kernel
def try_moves(
    states: Any,
    seat: int,
    moves: Any,
    count: int,
    worlds: int,
    foresees: bool,
    guests: Any,
    layings: Any,
    chances: Any,
    m: Any,
    mind: Any,
    judge: Any,
    r: Any,
    dice: Any,
    luck: Any,
    die: Any,
    won: Any,
    tally: Any,
) -> None:
    """Try each move in each of so many worlds, with the same luck. A move is one answer, or a pick and a laying.

    Games are played out by rule of thumb, or a round by the others' manners (`foresees`). The tally has a row for the
    sums, and one for how far each was from the mean of its world: luck that all share says nothing.
    """
    for _ in range(worlds):
        states[WORLD] = states[ROOT]
        imagine(states[WORLD], seat, guests, layings, dice)
        thumbs = draw_thumbs(states[WORLD], seat, chances, dice)
        usual = 0.0
        for number in range(count):
            states[WORK] = states[WORLD]
            s = states[WORK]
            first = moves[number, 0]
            second = moves[number, 1]
            luck[0] = dice[0]
            sow(die, dice[0])
            if foresees:
                won[number] = by_manner(s, seat, first, second, thumbs, m, mind, judge, r, luck, die)
            else:
                won[number] = by_rule_of_thumb(s, seat, first, second, r, luck, die)
            usual += won[number] / count
        for number in range(count):
            tally[SUMS, number] += won[number]
            tally[SQUARES, number] += (won[number] - usual) * (won[number] - usual)
        sow(dice, dice[0])
