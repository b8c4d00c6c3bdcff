"""The search for Ben Hur: try answers in worlds the seat could be in, drive on for some rounds, see how far the chariot
has come, and ask the learned judge.

All answers share their worlds and their luck, so that differences come from the answers. What the learned driver thinks
of an answer counts until enough trials say otherwise; answers that fall clearly behind are dropped.
"""

from __future__ import annotations

from time import perf_counter
from typing import Any

from triclinium.bots.contest import decided, unbeaten
from triclinium.bots.search import Estimate
from triclinium.core.compiled import dtype_of, write_record
from triclinium.core.player import Look
from triclinium.games.benhur.brain.mind import weigh_wishes
from triclinium.games.benhur.brain.race_book import Book, book_for, compiled
from triclinium.games.benhur.brain.racer import race_on
from triclinium.games.benhur.brain.trials import ROOT, STATES, try_answers
from triclinium.games.benhur.brain.weights import Weights, room, weights
from triclinium.games.benhur.game import legal_codes
from triclinium.games.benhur.rules.answers import message_of
from triclinium.games.benhur.rules.codes import OPTIONS_MOST
from triclinium.games.benhur.rules.state import DRIVE, PLAY_ON, State
from triclinium.games.benhur.rules.verdicts import look as look_for_ways
from triclinium.games.benhur.views.worlds import state_of

ROUNDS_AHEAD = 6
"""How many rounds to play before judging."""
AT_ONCE = 64
"""Trials between two looks at the clock."""
NUDGE = 0.004
"""What an answer loses before any trial for each step that the learned driver likes it less, ..."""
NEAR, FARTHER = 0.005, 0.0014
"""... and how much it differs from that: the best liked, and more with each step. Half of what positions showed with
an earlier driver: today's has learned more, and against `driver` the trials seemed to mislead (docs/ladder.md).
"""
STEPS_MOST = 12.0
UNLIKE = 0.045
"""The same for an answer that the learned driver does not think about."""
DOUBT = 0.02
"""Squared leads that every answer is thought to have seen already."""
TRIFLE = 0.002
"""A difference in the chance to win that is not worth more trials."""
PEEK_SECONDS = 0.25
"""With at least this much time, each unpromising answer is tried too, ..."""
PEEK_WORLDS = 6
"""... in so many worlds."""


class Trial:
    """An answer and what came of it, beside the learned driver's own in the same worlds."""

    def __init__(self, code: int, before: float, unlike: float, *, own: bool = False) -> None:
        self.code, self.before, self.unlike, self.own = code, before, unlike, own
        self.visits, self.total, self.lead, self.squares = 0, 0.0, 0.0, 0.0

    def add(self, visits: int, total: float, lead: float, squares: float) -> None:
        self.visits += visits
        self.total += total
        self.lead += lead
        self.squares += squares

    @property
    def chance(self) -> float:
        return self.total / max(1, self.visits)

    @property
    def noise(self) -> float:
        """The variance of the mean lead."""
        return (self.squares + DOUBT) / max(1, self.visits) ** 2

    @property
    def trust(self) -> float:
        return self.unlike**2 / (self.unlike**2 + self.noise)

    @property
    def worth(self) -> float:
        """How far the answer leads the driver's own: what was thought before, and the more trials, the more their
        mean.
        """
        if self.own:
            return 0.0
        return self.trust * self.lead / max(1, self.visits) + (1 - self.trust) * self.before

    @property
    def variance(self) -> float:
        return 0.0 if self.own else self.trust * self.noise


class BenHurSearcher:
    rounds = ROUNDS_AHEAD

    def __init__(self, own: Weights | None = None) -> None:
        import numpy

        fast = compiled()
        self._try, self._wish, self._race = fast[try_answers], fast[weigh_wishes], fast[race_on]
        self.weights = own or weights()
        self.room = room(self.weights.judge, self.weights.wishes)
        self.states = numpy.zeros(STATES, dtype_of(State))
        self._codes = numpy.zeros(OPTIONS_MOST, numpy.int64)
        self._sums = numpy.zeros((3, OPTIONS_MOST))
        self.book: Book
        self.chariot, self.seed = 0, 0
        self._dice = numpy.zeros(1, numpy.int64)

    def read(self, look: Look) -> State:
        """Copy a question into the records of the compiled functions."""
        state = state_of(look.view, look.seat)
        if state.phase in (DRIVE, PLAY_ON):
            look_for_ways(state, state.chariot)
        write_record(self.states[ROOT], state)
        self.book, self.chariot = book_for(state), state.chariot
        self.seed = look.rng.getrandbits(60)
        return state

    def usual(self) -> int:
        """What the racer would answer."""
        return int(self._race(self.states[ROOT], *self.book, self.room.notes))

    def favourite(self) -> int:
        """What the learned driver would answer."""
        return self._promising()[0].code

    def evaluate(self, look: Look, seconds: float | None, trials: int | None) -> list[Estimate]:
        """The answers, best first: those worth trying and, if time allows, a peek at the rest."""
        state = self.read(look)
        listed = legal_codes(state, look.seat)
        found = self.search(seconds, trials)
        if trials is not None or (seconds or 0.0) >= PEEK_SECONDS:
            found += self._peek(found, listed)
        estimates: list[Estimate] = []
        for trial in found:
            # An answer dropped after few worlds must not rank above one that survived.
            chance = max(0.0, min(1.0, found[0].chance + trial.worth - found[0].worth))
            least = min([chance, *(estimate.chance for estimate in estimates[-1:])])
            estimates.append(Estimate(message_of(state, trial.code), least, trial.visits))
        return estimates

    def search(self, seconds: float | None, trials: int | None) -> list[Trial]:
        """The promising answers to the question that was read, best first."""
        began = perf_counter()
        tried = self._promising()
        left, world, spent = tried, 0, 0
        while True:
            worlds = max(1, AT_ONCE // len(left))
            if trials is not None:
                worlds = max(1, min(worlds, (trials - spent) // len(left)))
            self._try_in(left, world, worlds)
            world += worlds
            spent += worlds * len(left)
            standing = unbeaten(left)
            left = [trial for trial in left if trial.own or trial in standing]
            if len(left) == 1 or decided(left, TRIFLE):
                break
            if (trials is None or spent + len(left) > trials) and perf_counter() - began >= (seconds or 0.0):
                break
        return sorted(tried, key=lambda trial: (trial in left, trial.worth), reverse=True)

    def _promising(self) -> list[Trial]:
        """The answers that the learned driver thinks about, its own first."""
        r = self.room
        count = int(self._wish(self.states[ROOT], *self.book, self.weights.wishes, r))
        codes, wishes = r.codes[:count].tolist(), r.wishes[:count].tolist() if count > 1 else [0.0]
        order = sorted(range(count), key=wishes.__getitem__, reverse=True)
        trials = [Trial(codes[order[0]], 0.0, 0.0, own=True)]
        for at in order[1:]:
            steps = min(STEPS_MOST, wishes[order[0]] - wishes[at])
            trials.append(Trial(codes[at], -NUDGE * steps, NEAR + FARTHER * steps))
        return trials

    def _peek(self, tried: list[Trial], listed: list[int]) -> list[Trial]:
        """The other answers after a few trials. They say little of a chance, but enough beside the driver's own."""
        known = {trial.code for trial in tried}
        own = [trial for trial in tried if trial.own]
        rest = [Trial(code, 0.0, UNLIKE) for code in listed if code not in known]
        if rest:
            self._try_in([Trial(own[0].code, 0.0, 0.0, own=True), *rest], 0, PEEK_WORLDS)
        return sorted(rest, key=lambda trial: trial.worth, reverse=True)

    def _try_in(self, trials: list[Trial], first: int, worlds: int) -> None:
        count = len(trials)
        self._codes[:count] = [trial.code for trial in trials]
        self._sums[:, :count] = 0
        where: Any = self.states, self.chariot, self._codes, count, self.seed + first, worlds, self.rounds
        nets = self.weights.wishes, self.weights.judge, self.room
        self._try(*where, *self.book, *nets, self._dice, *self._sums)
        for trial, total, lead, squares in zip(trials, *self._sums.tolist(), strict=False):
            trial.add(worlds, total, lead, squares)


def searcher() -> BenHurSearcher:
    return BenHurSearcher()
