"""Banquets played ahead: worlds a seat could be in, and games in them to their end by rule of thumb."""

from __future__ import annotations

from typing import Any

from triclinium.core.dice import below
from triclinium.core.kernel import kernel
from triclinium.core.playout import OVER_NOW, playout_of
from triclinium.games.banquet.brain.belief import imagine
from triclinium.games.banquet.brain.habits import choose
from triclinium.games.banquet.rules import engine as rules
from triclinium.games.banquet.rules.engine import apply, legal
from triclinium.games.banquet.rules.state import State

settle_luck = playout_of(rules).settle_luck

WHIM = 10
"""How many of a hundred answers in a game played ahead are any of the legal ones: nobody plays by rule for ever."""

WORK = 0
WORLD = 1
ROOT = 2
STATES = 3
"""The row of states: the one played on, the world it is played in, and the question as the seat sees it."""


@kernel
def habit(s: State, seat: int, dice: list[int], out: list[int]) -> int:
    """What a seat answers by rule of thumb, and now and then on a whim."""
    if below(dice, 100) < WHIM:
        return out[below(dice, legal(s, seat, out))]
    return choose(s, seat, out, dice)


@kernel
def play_by_habit(s: State, dice: list[int], out: list[int]) -> None:
    """Play to the end, every seat by habit."""
    seat = settle_luck(s, dice)
    while seat != OVER_NOW:
        apply(s, seat, habit(s, seat, dice, out))
        seat = settle_luck(s, dice)


@kernel
def try_answers(
    states: Any,
    seat: int,
    answers: list[int],
    count: int,
    worlds: int,
    guests: list[list[int]],
    layings: list[list[int]],
    dice: list[int],
    out: list[int],
    won: list[int],
) -> None:
    """Try each of the first answers once in each of so many worlds, as likely as the seat believes (`belief.Belief`).

    `won` counts the games this seat won after each. The seat's answer comes first even where sealed answers of others
    lie open: in a window the order does not matter.
    """
    for _ in range(worlds):
        states[WORLD] = states[ROOT]
        imagine(states[WORLD], seat, guests, layings, dice)
        for number in range(count):
            states[WORK] = states[WORLD]
            s = states[WORK]
            apply(s, seat, answers[number])
            play_by_habit(s, dice, out)
            won[number] += (s.winners >> seat) & 1
