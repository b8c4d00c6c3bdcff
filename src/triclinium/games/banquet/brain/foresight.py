"""What the learned player foresees: each move is tried in worlds that it believes in, and looked at in two ways.

Some games are played out by rule of thumb. And the mind plays on for everybody until the round is over, and the judge
says who will win. Not everybody plays like the one or like the other; a move that is good against both is good.
"""

from __future__ import annotations

from math import exp
from typing import Any, NamedTuple

from triclinium.core.dice import sow
from triclinium.core.kernel import kernel
from triclinium.core.playout import OVER_NOW, playout_of
from triclinium.games.banquet.brain.belief import imagine
from triclinium.games.banquet.brain.features import FEATURES, REMEMBERED, SECRETS, features, relative, secrets
from triclinium.games.banquet.brain.lookahead import ROOT, WORK, WORLD, play_by_rule
from triclinium.games.banquet.brain.memory import DEALT, LEAD, NOTES, count_round, remember
from triclinium.games.banquet.brain.mind import learned_answer, pass_through
from triclinium.games.banquet.rules import engine as rules
from triclinium.games.banquet.rules.cards import SEATS_MOST
from triclinium.games.banquet.rules.engine import apply
from triclinium.games.banquet.rules.state import NOBODY, PICK, State

settle_luck = playout_of(rules).settle_luck

BY_RULE_OF_THUMB = 24
"""Games played out by rule of thumb for each round that the mind plays."""
MIND_COUNTS = 0.1
"""The share of a move's worth that the mind and the judge tell; the games by rule of thumb tell the rest. With half
it wins more from learned players, and too little from the rule of thumb (`docs/ladder.md`)."""
WARMTH = 0.7
"""How freely the mind answers for everybody."""


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
def play_round(s: State, counts: Any, notes: Any, mind: Any, r: Any, dice: Any) -> int:
    """Play by the mind until the next round begins; return who leads it, or OVER_NOW."""
    now = s.round
    seat = settle_luck(s, dice)
    while seat != OVER_NOW:
        if s.phase == PICK:
            count_round(s, counts, notes)
            if s.round > now:
                return seat
        code = learned_answer(s, seat, counts, notes[DEALT : DEALT + SEATS_MOST], mind, r, WARMTH, dice)
        remember(s, seat, code, counts, notes)
        apply(s, seat, code)
        seat = settle_luck(s, dice)
    return seat


@kernel
def judged(s: State, asked: int, seat: int, counts: Any, notes: Any, judge: Any, r: Any) -> float:
    """How likely a seat wins: the judge sees everything, from the asked seat."""
    features(s, asked, counts, notes[DEALT : DEALT + SEATS_MOST], r.row)
    secrets(s, asked, r.row, FEATURES)
    pass_through(judge, r.row, FEATURES + SECRETS, r.one, r.two, r.told, SEATS_MOST)
    return 1.0 / (1.0 + exp(-float(r.told[relative(s, asked, seat)])))


@kernel
def by_rule_of_thumb(states: Any, seat: int, first: int, second: int, r: Any, dice: Any) -> float:
    """The share of games that the seat wins after this move if everybody plays on by rule of thumb."""
    won = 0
    for _ in range(BY_RULE_OF_THUMB):
        states[WORK] = states[WORLD]
        s = states[WORK]
        apply(s, seat, first)
        if second >= 0:
            apply(s, seat, second)
        play_by_rule(s, dice, r.listed)
        won += (s.winners >> seat) & 1
    return won / BY_RULE_OF_THUMB


@kernel
def by_mind(states: Any, seat: int, first: int, second: int, m: Any, mind: Any, judge: Any, r: Any, dice: Any) -> float:
    """How likely the seat wins after this move and the rest of the round, if everybody plays like the mind."""
    states[WORK] = states[WORLD]
    s = states[WORK]
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
    leads = play_round(s, counts, notes, mind, r, dice)
    if leads == OVER_NOW:
        return float((s.winners >> seat) & 1)
    return judged(s, leads, seat, counts, notes, judge, r)


@kernel
def try_moves(
    states: Any,
    seat: int,
    moves: Any,
    count: int,
    worlds: int,
    guests: Any,
    layings: Any,
    m: Any,
    mind: Any,
    judge: Any,
    r: Any,
    dice: Any,
    die: Any,
    won: Any,
    sums: Any,
    squares: Any,
) -> None:
    """Try each move in each of so many worlds, with the same luck. A move is one answer, or a pick and a laying.

    `squares` is how far each was from the mean of its world: luck that all share says nothing.
    """
    for _ in range(worlds):
        states[WORLD] = states[ROOT]
        imagine(states[WORLD], seat, guests, layings, dice)
        usual = 0.0
        for number in range(count):
            first = moves[number, 0]
            second = moves[number, 1]
            die[0] = dice[0]
            ruled = by_rule_of_thumb(states, seat, first, second, r, die)
            foreseen = by_mind(states, seat, first, second, m, mind, judge, r, die)
            won[number] = ruled + MIND_COUNTS * (foreseen - ruled)
            usual += won[number] / count
        for number in range(count):
            sums[number] += won[number]
            squares[number] += (won[number] - usual) * (won[number] - usual)
        sow(dice, dice[0])
