"""Rounds: each case is timed once in every round, so that a slow moment of the machine affects all alike.

A case is a name and a function that plays for some seconds and counts. Our games and those of others are all cases.
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
    """What was played in one timing: decisions of players (not of chance) and whole games."""

    decisions: int
    games: int
    seconds: float


Run: TypeAlias = Callable[[float], Counts]
"""Plays for about this many seconds, and at least once."""
Games: TypeAlias = Callable[[int, int], int]
"""Plays this many games, numbered from a first one on; returns the number of players' decisions."""


@dataclass(frozen=True, slots=True)
class Case:
    name: str
    run: Run


@dataclass(frozen=True, slots=True)
class Figure:
    """The results of one case."""

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
        """The range of the rounds as a fraction of the median."""
        return (max(self.rates) - min(self.rates)) / self.decisions_per_second

    @property
    def games_per_second(self) -> float:
        return median(counts.games / counts.seconds for counts in self.rounds)

    @property
    def decisions_per_game(self) -> float:
        return sum(counts.decisions for counts in self.rounds) / sum(counts.games for counts in self.rounds)


@dataclass(frozen=True, slots=True)
class Wanted:
    """A goal: this many decisions per second, or more than another case in the same rounds."""

    case: str
    least: int = 0
    ahead_of: str = ""

    def reached(self, figures: Mapping[str, Figure]) -> bool | None:
        """Whether it is reached; None if the other case could not be run."""
        mine = figures[self.case].decisions_per_second
        if not self.ahead_of:
            return mine >= self.least
        if self.ahead_of not in figures:
            return None
        return mine > figures[self.ahead_of].decisions_per_second


def for_seconds(games: Games, at_once: int = 1) -> Run:
    """Play several games at once, again and again, until the time is over. Every timing starts with game 0."""

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
    """Time all cases, one after the other, this many times."""
    counts: dict[str, list[Counts]] = {case.name: [] for case in cases}
    for _ in range(rounds):
        for case in cases:
            counts[case.name].append(case.run(seconds))
    return [Figure(name, tuple(of_rounds)) for name, of_rounds in counts.items()]


@contextmanager
def on_one_core() -> Iterator[bool]:
    """Keep this process on one core for a while; yields whether the system allows it."""
    if not hasattr(os, "sched_setaffinity"):
        yield False
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {max(before)})
    try:
        yield True
    finally:
        os.sched_setaffinity(0, before)
