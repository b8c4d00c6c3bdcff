"""Rounds: each case is timed once in every round, so that a slow moment of the machine strikes all alike.

A case is a name and a function that plays for some seconds and counts. Games of ours and of others are
cases like any other.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from statistics import median
from time import perf_counter
from typing import TypeAlias

WARM_UP_SECONDS = 0.3


@dataclass(frozen=True, slots=True)
class Counts:
    """What was played in one timing: decisions of players (chance is not counted) and whole games."""

    decisions: int
    games: int
    seconds: float


Run: TypeAlias = Callable[[float], Counts]
"""Plays for about so many seconds, and always at least once."""
Games: TypeAlias = Callable[[int, int], int]
"""Plays so many games, numbered from a first one on; says how many decisions players took."""


@dataclass(frozen=True, slots=True)
class Case:
    """Something to be timed."""

    name: str
    run: Run


@dataclass(frozen=True, slots=True)
class Figure:
    """What the rounds of one case gave."""

    name: str
    rounds: tuple[Counts, ...]

    @property
    def rates(self) -> list[float]:
        """Decisions per second, round by round."""
        return [counts.decisions / counts.seconds for counts in self.rounds]

    @property
    def decisions_per_second(self) -> float:
        return median(self.rates)

    @property
    def spread(self) -> float:
        """How far the rounds lie apart: the range as a part of the median."""
        return (max(self.rates) - min(self.rates)) / self.decisions_per_second

    @property
    def games_per_second(self) -> float:
        return median(counts.games / counts.seconds for counts in self.rounds)

    @property
    def decisions_per_game(self) -> float:
        return sum(counts.decisions for counts in self.rounds) / sum(counts.games for counts in self.rounds)


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a case is wanted to reach: so many decisions per second, or more than another case in the same rounds."""

    case: str
    least: int = 0
    ahead_of: str = ""

    def reached(self, figures: Mapping[str, Figure]) -> bool | None:
        """Whether it is reached; None where the case it is compared with could not be run."""
        mine = figures[self.case].decisions_per_second
        if not self.ahead_of:
            return mine >= self.least
        if self.ahead_of not in figures:
            return None
        return mine > figures[self.ahead_of].decisions_per_second


def for_seconds(games: Games, at_once: int = 1) -> Run:
    """Play some games at once, again and again, until the time is over. Every timing starts with game 0."""

    def run(seconds: float) -> Counts:
        decisions = played = 0
        began = perf_counter()
        while True:
            decisions += games(played, at_once)
            played += at_once
            spent = perf_counter() - began
            if spent >= seconds:
                return Counts(decisions, played, spent)

    return run


def in_rounds(cases: Sequence[Case], seconds: float, rounds: int) -> list[Figure]:
    """Time all cases, one after the other, so many times."""
    counts: dict[str, list[Counts]] = {case.name: [] for case in cases}
    for _ in range(rounds):
        for case in cases:
            counts[case.name].append(case.run(seconds))
    return [Figure(name, tuple(of_rounds)) for name, of_rounds in counts.items()]


@contextmanager
def on_one_core() -> Iterator[bool]:
    """Keep this process on one core for a while, where the system allows it; gives whether it does."""
    if not hasattr(os, "sched_setaffinity"):
        yield False
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {max(before)})
    try:
        yield True
    finally:
        os.sched_setaffinity(0, before)
