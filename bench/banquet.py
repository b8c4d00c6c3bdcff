"""Bacchus' Banquet at four seats: the standard deck, hidden privileges, random play among all legal answers."""

from __future__ import annotations

from typing import Any

from bench.rounds import Case, Games, Wanted, for_seconds
from bench.ways import compiled_loop, one_call_a_decision, plain
from triclinium.core.compiled import compile_kernels, dtype_of, write_record
from triclinium.core.dice import sow
from triclinium.core.kernel import kernel
from triclinium.core.playout import playout_of
from triclinium.games.banquet.game import GAME
from triclinium.games.banquet.rules import engine as rules
from triclinium.games.banquet.rules.codes import OPTIONS_MOST
from triclinium.games.banquet.rules.engine import legal
from triclinium.games.banquet.rules.state import State

NAME = "banquet"
SEATS = 4
PLAIN = "Banquet, plain Python"
ONE_CALL = "Banquet, one compiled call a decision"
LOOP = "Banquet, compiled loop"

WANTED = (
    Wanted(PLAIN, least=200_000),
    Wanted(ONE_CALL, least=1_000_000),
    Wanted(LOOP, least=5_000_000),
    Wanted(LOOP, ahead_of="OpenSpiel hearts, inside C++"),
)

PLAYOUT = playout_of(rules)
play_out = PLAYOUT.play_out
settle_luck = PLAYOUT.settle_luck
step = PLAYOUT.step


@kernel
def begin(states: Any, dice: list[int], out: list[int], seed: int) -> int:
    """Start a new game in the first record of the row, as a copy of the second; list the answers to its first
    question.
    """
    states[0] = states[1]
    sow(dice, seed)
    s = states[0]
    return legal(s, settle_luck(s, dice), out)


@kernel
def step_at(states: Any, place: int, dice: list[int], code: int, out: list[int]) -> int:
    """A step of the state at an index of a row. Passing a single record would cost microseconds a call."""
    return step(states[place], dice, code, out)


@kernel
def play_many(states: Any, dice: list[int], out: list[int], first: int, count: int) -> int:
    """Play games in the first record of the row, each from a copy of the second; return the number of decisions."""
    decisions = 0
    for seed in range(first, first + count):
        states[0] = states[1]
        sow(dice, seed)
        decisions += play_out(states[0], dice, out)
    return decisions


def start() -> State:
    """A new game with taping off."""
    state = GAME.start({"privileges": "hidden"}, SEATS)
    state.taping = 0
    return state


def ways() -> tuple[Games, Games, Games]:
    """Plain, compiled with one call for each decision, and the compiled loop."""
    import numpy

    twins = compile_kernels((begin, step_at, play_many, *PLAYOUT.functions))
    states = numpy.zeros(2, dtype_of(State))
    write_record(states[1], start())
    dice = numpy.zeros(1, numpy.int64)
    out = numpy.zeros(OPTIONS_MOST, numpy.int64)
    return (
        plain(play_out, start(), OPTIONS_MOST),
        one_call_a_decision(twins[begin], twins[step_at], states, dice, out),
        compiled_loop(twins[play_many], states, dice, out),
    )


def cases() -> list[Case]:
    """The three ways as cases. A compiled game is so short that the clock is read only after many."""
    by_python, by_calls, in_a_loop = ways()
    return [
        Case(PLAIN, for_seconds(by_python)),
        Case(ONE_CALL, for_seconds(by_calls, at_once=20)),
        Case(LOOP, for_seconds(in_a_loop, at_once=1000)),
    ]
