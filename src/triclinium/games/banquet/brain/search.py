"""The search for Bacchus' Banquet: try every answer in worlds sampled by what the seat believes.

Sequential halving drops the worse half of the answers again and again, and clearly beaten ones at once. So most games
are spent where the choice is close.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from math import ceil, log2
from time import perf_counter
from typing import NamedTuple, TypeAlias

from triclinium.bots.contest import decided, unbeaten
from triclinium.bots.search import Estimate, Searcher
from triclinium.core.asking import answered
from triclinium.core.compiled import compile_kernels, dtype_of, write_record
from triclinium.core.dice import sow
from triclinium.core.player import Look
from triclinium.games.banquet.brain.belief import believe
from triclinium.games.banquet.brain.lookahead import ROOT, STATES, try_answers
from triclinium.games.banquet.brain.rule_of_thumb import ROOM
from triclinium.games.banquet.rules.answers import code_of
from triclinium.games.banquet.rules.cards import GUESTS, SEATS_MOST
from triclinium.games.banquet.rules.codes import ASSIGNMENTS, OPTIONS_MOST, PASS, PASS_ROUND
from triclinium.games.banquet.rules.state import State
from triclinium.games.banquet.views.worlds import state_of

AT_ONCE = 128
"""Simulated games between two checks of the clock and of the beaten answers."""
TRIFLE = 0.01
"""A difference in the chance to win that is not worth more games."""


class Question:
    """A question as the search needs it: the state as the seat sees it, its belief, and a seed."""

    def __init__(self, look: Look) -> None:
        self.began = perf_counter()
        self.look = look
        self.state = state_of(look.view, look.seat)
        self.belief = believe(self.state, look.seat)
        self.seed = look.rng.getrandbits(60)


class Trying(NamedTuple):
    """Answers to try, each once in each of so many worlds."""

    codes: list[int]
    worlds: int


Search: TypeAlias = Generator[Trying, Sequence[int], list[Estimate]]
"""A search yields what to try and is sent how often each answer won."""


def search(question: Question, seconds: float | None, trials: int | None, at_once: int = AT_ONCE) -> Search:
    """Try the answers to a question, fewer and fewer of them. `at_once` games are played between two checks."""
    look = question.look
    tried = [_Trial(number, code_of(question.state, answer)) for number, answer in enumerate(look.decision.options)]
    left = [trial for trial in tried if trial.code != PASS_ROUND]
    rounds = max(1, ceil(log2(len(tried))))
    played = 0
    for number in range(1, rounds + 1):
        while not (left[0].visits and decided(left, TRIFLE)):
            games = at_once
            if seconds is not None and perf_counter() - question.began >= seconds * number / rounds and played:
                break
            if trials is not None:
                games = min(games, trials * number // rounds - played)
                if games < len(left) and played:
                    break
            worlds = max(1, games // len(left))
            played += worlds * len(left)
            won = yield Trying([trial.code for trial in left], worlds)
            for trial, more in zip(left, won, strict=True):
                trial.visits += worlds
                trial.won += more
            left = unbeaten(left)
        left.sort(key=_Trial.rank, reverse=True)
        left = left[: max(2, ceil(len(left) / 2))]
    return _told(look, tried, left)


class BanquetSearcher:
    def __init__(self) -> None:
        import numpy

        self._try = compile_kernels((try_answers,))[try_answers]
        self._states = numpy.zeros(STATES, dtype_of(State))
        self._answers = numpy.zeros(OPTIONS_MOST, numpy.int64)
        self._won = numpy.zeros(OPTIONS_MOST, numpy.int64)
        self._dice = numpy.zeros(1, numpy.int64)
        self._out = numpy.zeros(ROOM, numpy.int64)
        self._guests = numpy.zeros((SEATS_MOST, GUESTS), numpy.int64)
        self._layings = numpy.zeros((GUESTS, len(ASSIGNMENTS)), numpy.int64)

    def evaluate(self, look: Look, seconds: float | None, trials: int | None) -> list[Estimate]:
        question = Question(look)
        self._lay_out(question)
        return answered(search(question, seconds, trials), lambda trying: self._play(look.seat, trying))

    def _lay_out(self, question: Question) -> None:
        """Copy a question into the records of the compiled games."""
        write_record(self._states[ROOT], question.state)
        self._guests[: question.state.seats] = question.belief.guests
        self._layings[:] = question.belief.layings
        dice = [0]
        sow(dice, question.seed)
        self._dice[0] = dice[0]

    def _play(self, seat: int, trying: Trying) -> list[int]:
        """Try some answers, each in so many worlds."""
        count = len(trying.codes)
        self._answers[:count] = trying.codes
        self._won[:count] = 0
        belief = self._guests, self._layings
        self._try(self._states, seat, self._answers, count, trying.worlds, *belief, self._dice, self._out, self._won)
        won: list[int] = self._won[:count].tolist()
        return won


class _Trial:
    """The results of one answer."""

    def __init__(self, number: int, code: int) -> None:
        self.number = number
        self.code = code
        self.won = 0
        self.visits = 0

    @property
    def chance(self) -> float:
        return self.won / self.visits if self.visits else 0.0

    @property
    def worth(self) -> float:
        return self.chance

    @property
    def variance(self) -> float:
        """The variance of the estimate, with one win and one loss added so that few games do not look certain."""
        chance = (self.won + 1) / (self.visits + 2)
        return chance * (1 - chance) / (self.visits + 2)

    def be_second_to(self, other: _Trial) -> None:
        """Take over the results of another answer."""
        self.won, self.visits = other.won, other.visits

    def rank(self) -> tuple[float, int]:
        return self.chance, -self.number


def _told(look: Look, trials: list[_Trial], left: list[_Trial]) -> list[Estimate]:
    """All answers, the survivors of the halving first."""
    passing = next((trial for trial in trials if trial.code == PASS), None)
    for trial in trials:
        if trial.code == PASS_ROUND and passing is not None:  # never better than passing now and deciding again later
            trial.be_second_to(passing)
            left = [*left, trial] if passing in left else left
    estimates: list[Estimate] = []
    for trial in sorted(trials, key=lambda trial: (trial in left, *trial.rank()), reverse=True):
        # An answer dropped after few games must not rank above one that survived.
        chance = min([trial.chance, *(estimate.chance for estimate in estimates[-1:])])
        estimates.append(Estimate(look.decision.options[trial.number], chance, trial.visits))
    return estimates


def searcher() -> Searcher:
    return BanquetSearcher()
