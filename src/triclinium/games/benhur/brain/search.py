"""The search for Ben Hur: try answers in worlds the seat could be in, and let the racer drive on for everybody.

All answers share their worlds and their luck, so that differences come from the answers. Sequential halving drops the
worse half again and again, and spends the remaining time on the better ones.
"""

from __future__ import annotations

from math import ceil, log2, sqrt
from time import perf_counter

from triclinium.bots.search import Estimate
from triclinium.core.compiled import dtype_of, write_record
from triclinium.core.player import Look
from triclinium.games.benhur.brain.race_book import Book, book_for, compiled
from triclinium.games.benhur.brain.racer import race_on, weigh_placements
from triclinium.games.benhur.brain.trials import try_answer
from triclinium.games.benhur.game import legal_codes
from triclinium.games.benhur.rules.answers import message_of
from triclinium.games.benhur.rules.codes import OPTIONS_MOST, is_drive
from triclinium.games.benhur.rules.state import DRIVE, PLAY_ON, State
from triclinium.games.benhur.rules.verdicts import look as look_for_ways
from triclinium.games.benhur.views.worlds import state_of

PLACEMENTS_TRIED = 12
"""How many placements to try: the most promising for the racer."""
ROUNDS_AHEAD = 1
"""How many rounds to play before judging the standing."""
DOUBT_WORLDS = 16
"""After this many worlds, and again after as many more, drop answers that are clearly behind."""
BEYOND_DOUBT = 4.0
BEYOND_CHANCE = 1.0
"""Standard errors."""
PEEK_SECONDS = 0.25
"""With at least this much time, each unpromising answer is tried in one world too."""
ROOT, WORLD = 0, 1
"""The state that the view describes, and the world being simulated."""
MILLION = 1_000_000


class _Trial:
    """The results of one answer: the chance to win in each world, in millionths."""

    __slots__ = ("chances", "code", "total")

    def __init__(self, code: int) -> None:
        self.code = code
        self.chances: list[int] = []
        self.total = 0

    def add(self, chance: int) -> None:
        self.chances.append(chance)
        self.total += chance

    def mean(self) -> float:
        return self.total / max(1, len(self.chances))

    def lead(self, base: _Trial, errors: float) -> float:
        """How far this answer leads another in their common worlds, plus so many standard errors."""
        leads = [mine - other for mine, other in zip(self.chances, base.chances, strict=False)]
        mean = sum(leads) / len(leads)
        spread = sum((one - mean) ** 2 for one in leads) / max(1, len(leads) - 1)
        return mean + errors * sqrt(spread / len(leads))


class BenHurSearcher:
    def __init__(self) -> None:
        import numpy

        fast = compiled()
        self._try, self._weigh, self._race = fast[try_answer], fast[weigh_placements], fast[race_on]
        self._states = numpy.zeros(2, dtype_of(State))
        self._root, self._world = self._states[ROOT], self._states[WORLD]
        self._codes, self._worths = numpy.zeros(OPTIONS_MOST, numpy.int64), numpy.zeros(OPTIONS_MOST, numpy.int64)
        self._book: Book
        self._seat, self._seed = 0, 0
        self._notes, self._dice = numpy.zeros(OPTIONS_MOST, numpy.int64), numpy.zeros(1, numpy.int64)

    def evaluate(self, look: Look, seconds: float | None, trials: int | None) -> list[Estimate]:
        """The answers, best first: those worth trying and, if time allows, a peek at the rest."""
        state = state_of(look.view, look.seat)
        if state.phase in (DRIVE, PLAY_ON):
            look_for_ways(state, state.chariot)
        write_record(self._root, state)
        self._book, self._seat, self._seed = book_for(state), look.seat, look.rng.getrandbits(60)
        codes = legal_codes(state, look.seat)
        usual = int(self._race(self._root, *self._book, self._notes))
        promising = [code for code in self._promising(codes) if code != usual]
        tried = self._halve(_Trial(usual), [_Trial(code) for code in promising], seconds, trials)
        if trials is not None or (seconds or 0.0) >= PEEK_SECONDS:
            rest = [_Trial(code) for code in codes if code != usual and code not in promising]
            for trial in rest:
                self._try_in(trial, 0)
            tried += sorted(rest, key=_Trial.mean, reverse=True)
        estimates: list[Estimate] = []
        for trial in tried:
            # An answer dropped after few worlds must not rank above one that survived.
            chance = min([trial.mean() / MILLION, *(estimate.chance for estimate in estimates[-1:])])
            estimates.append(Estimate(message_of(state, trial.code), chance, len(trial.chances)))
        return estimates

    def _promising(self, codes: list[int]) -> list[int]:
        """The codes to try: the best placements for the racer, and everything that is not a placement."""
        placements = [code for code in codes if is_drive(code)]
        others = [code for code in codes if not is_drive(code)]
        if len(placements) > 1:
            self._codes[: len(placements)] = placements
            self._weigh(self._root, self._codes, len(placements), self._worths, *self._book, self._notes)
            worths = dict(zip(placements, self._worths.tolist(), strict=False))
            placements.sort(key=lambda code: worths[code], reverse=True)
        return placements[:PLACEMENTS_TRIED] + others

    def _try_in(self, trial: _Trial, world: int) -> None:
        self._states[WORLD] = self._states[ROOT]
        seed = self._seed + world
        chance = self._try(
            self._world, self._seat, trial.code, ROUNDS_AHEAD, seed, *self._book, self._notes, self._dice
        )
        trial.add(int(chance))

    def _halve(self, usual: _Trial, others: list[_Trial], seconds: float | None, trials: int | None) -> list[_Trial]:
        """Try all in common worlds, drop the worse half, and repeat; best first.

        The racer's own answer is never dropped. Another answer must lead it by more than chance to be chosen.
        """
        began = perf_counter()
        left = list(others)
        phases = max(1, ceil(log2(len(others) + 1)))
        world = 0
        for phase in range(1, phases + 1):
            if not left and world:
                break
            worlds = world + max(1, (trials or 0) // phases // (len(left) + 1))
            until = began + (seconds or 0.0) * phase / phases
            while world < worlds or (seconds is not None and perf_counter() < until):
                for trial in (usual, *left):
                    self._try_in(trial, world)
                world += 1
                if world % DOUBT_WORLDS == 0:
                    left = [trial for trial in left if trial.lead(usual, BEYOND_DOUBT) > 0]
                if not left:
                    break
            left.sort(key=_Trial.mean, reverse=True)
            left = left[: max(1, len(left) // 2)]
        tried = sorted((usual, *others), key=lambda trial: (len(trial.chances), trial.mean()), reverse=True)
        ahead = [trial for trial in left if trial.lead(usual, -BEYOND_CHANCE) > 0]
        best = max(ahead, key=_Trial.mean, default=usual)
        return [best, *(trial for trial in tried if trial is not best)]


def searcher() -> BenHurSearcher:
    return BenHurSearcher()
