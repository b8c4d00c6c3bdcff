"""Three ways to play a game of ours at random: plain Python, one compiled call a decision, a compiled loop.

`states` is a row of two: the first is played on, the second is the start of every game.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from bench.rounds import Games
from triclinium.core.dice import sow
from triclinium.core.kernel import copy_into, copy_of

PlayOut = Callable[[Any, Any, Any], int]
Begin = Callable[[Any, Any, Any, int], int]
Step = Callable[[Any, int, Any, int, Any], int]
PlayMany = Callable[[Any, Any, Any, int, int], int]


def plain(play_out: PlayOut, start: Any, options_most: int) -> Games:
    """Whole games by the rules as they are written, run by Python itself."""
    state = copy_of(start)
    dice = [0]
    out = [0] * options_most

    def games(first: int, count: int) -> int:
        decisions = 0
        for seed in range(first, first + count):
            copy_into(state, start)
            sow(dice, seed)
            decisions += play_out(state, dice, out)
        return decisions

    return games


def one_call_a_decision(begin: Begin, step: Step, states: Any, dice: Any, out: Any) -> Games:
    """A Python loop that chooses with Python's own luck and calls once for each decision.

    `out` is read through a memory view where it is an array: that gives Python's own numbers, and a NumPy
    number as argument would make every call slower.
    """
    answers = out if isinstance(out, list) else memoryview(out)

    def games(first: int, count: int) -> int:
        decisions = 0
        luck = Random(first).random
        for seed in range(first, first + count):
            options = begin(states, dice, out, seed)
            while options:
                options = step(states, 0, dice, answers[int(luck() * options)], out)
                decisions += 1
        return decisions

    return games


def compiled_loop(play_many: PlayMany, states: Any, dice: Any, out: Any) -> Games:
    """Many games in one call; Python is not in the loop."""

    def games(first: int, count: int) -> int:
        return play_many(states, dice, out, first, count)

    return games
