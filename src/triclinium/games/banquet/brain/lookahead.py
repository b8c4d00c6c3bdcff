"""Simulated games for the search: sample a world that the seat could be in, and play it out by rule of thumb."""

from __future__ import annotations

from typing import Any

from triclinium.core.dice import below
from triclinium.core.kernel import kernel
from triclinium.core.playout import OVER_NOW, playout_of
from triclinium.games.banquet.brain.belief import imagine
from triclinium.games.banquet.brain.rule_of_thumb import choose
from triclinium.games.banquet.rules import engine as rules
from triclinium.games.banquet.rules.engine import apply, legal
from triclinium.games.banquet.rules.state import State

settle_luck = playout_of(rules).settle_luck

WHIM = 10
"""Percentage of random answers in a simulated game, because real players do not always follow the rule."""

WORK = 0
WORLD = 1
ROOT = 2
STATES = 3
"""The row of states: the simulated game, its starting world, and the question as the seat sees it."""


@kernel
def simulated_answer(s: State, seat: int, dice: list[int], out: list[int]) -> int:
    """The rule-of-thumb answer of a seat, or sometimes a random one."""
    if below(dice, 100) < WHIM:
        return out[below(dice, legal(s, seat, out))]
    return choose(s, seat, out, dice)


@kernel
def play_by_rule(s: State, luck: list[int], dice: list[int], out: list[int]) -> None:
    """Play to the end, every seat by rule of thumb.

    Chance has dice of its own, so that it deals the same cards after different moves; they can also be the same.
    """
    seat = settle_luck(s, luck)
    while seat != OVER_NOW:
        apply(s, seat, simulated_answer(s, seat, dice, out))
        seat = settle_luck(s, luck)


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
    """Try each of the first answers once in each of so many worlds, sampled by what the seat believes
    (`belief.Belief`).

    `won` counts this seat's wins after each answer. The seat answers first even if other sealed answers are still
    missing: in a window the order does not matter.
    """
    for _ in range(worlds):
        states[WORLD] = states[ROOT]
        imagine(states[WORLD], seat, guests, layings, dice)
        for number in range(count):
            states[WORK] = states[WORLD]
            s = states[WORK]
            apply(s, seat, answers[number])
            play_by_rule(s, dice, dice, out)
            won[number] += (s.winners >> seat) & 1
