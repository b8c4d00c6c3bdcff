"""The search for Bacchus' Banquet: every answer is tried in worlds the seat could be in, the worst half dropped again
and again, so that most games are played where the choice is close (sequential halving).
"""

from __future__ import annotations

from math import ceil, log2
from time import perf_counter
from typing import Any

from triclinium.bots.search import Estimate
from triclinium.core.compiled import compile_kernels, dtype_of, write_record
from triclinium.core.dice import sow
from triclinium.core.player import Look
from triclinium.games.banquet.ahead import ROOT, STATES, try_answers
from triclinium.games.banquet.answers import code_of
from triclinium.games.banquet.codes import OPTIONS_MOST
from triclinium.games.banquet.habits import ROOM
from triclinium.games.banquet.state import State
from triclinium.games.banquet.worlds import state_of

AT_ONCE = 64
"""Games played ahead between two looks at the clock."""


class Feasts:
    """Searches Bacchus' Banquet."""

    def __init__(self) -> None:
        import numpy

        self._try = compile_kernels((try_answers,))[try_answers]
        self._states = numpy.zeros(STATES, dtype_of(State))
        self._answers = numpy.zeros(OPTIONS_MOST, numpy.int64)
        self._won = numpy.zeros(OPTIONS_MOST, numpy.int64)
        self._dice = numpy.zeros(1, numpy.int64)
        self._out = numpy.zeros(ROOM, numpy.int64)

    def evaluate(self, look: Look, seconds: float | None, descents: int | None) -> list[Estimate]:
        state = state_of(look.view, look.seat)
        write_record(self._states[ROOT], state)
        dice = [0]
        sow(dice, look.rng.getrandbits(60))
        self._dice[0] = dice[0]
        trials = [_Trial(number, code_of(state, answer)) for number, answer in enumerate(look.decision.options)]
        began = perf_counter()
        left = list(trials)
        rounds = max(1, ceil(log2(len(trials))))
        for number in range(1, rounds + 1):
            if descents is not None:
                self._play(look.seat, left, max(1, descents // rounds // len(left)))
            else:
                assert seconds is not None
                while perf_counter() - began < seconds * number / rounds:
                    self._play(look.seat, left, max(1, AT_ONCE // len(left)))
            left.sort(key=_Trial.chance, reverse=True)
            left = left[: max(2, ceil(len(left) / 2))]
        return self._told(look, trials)

    def _play(self, seat: int, trials: list[_Trial], worlds: int) -> None:
        count = len(trials)
        for number, trial in enumerate(trials):
            self._answers[number] = trial.code
            self._won[number] = 0
        self._try(self._states, seat, self._answers, count, worlds, self._dice, self._out, self._won)
        for number, trial in enumerate(trials):
            trial.visits += worlds
            trial.won += int(self._won[number])

    def _told(self, look: Look, trials: list[_Trial]) -> list[Estimate]:
        trials.sort(key=lambda trial: (trial.visits, trial.chance()), reverse=True)
        return [Estimate(look.decision.options[trial.number], trial.chance(), trial.visits) for trial in trials]


class _Trial:
    """What became of one answer."""

    def __init__(self, number: int, code: int) -> None:
        self.number = number
        self.code = code
        self.won = 0
        self.visits = 0

    def chance(self) -> float:
        return self.won / self.visits if self.visits else 0.0


def searcher() -> Any:
    """The searcher of this game."""
    return Feasts()
