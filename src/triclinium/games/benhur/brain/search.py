"""The search for Ben Hur: answers are tried in worlds the seat could be in, and the racer drives on for everybody.

The answers share their worlds and their luck, so that what differs comes from the answers. The worse half is given up
again and again, and the time that is left goes to the better ones (sequential halving).
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
"""So many placements are tried, the most promising by the racer's own lights."""
ROUNDS_AHEAD = 1
"""So many rounds are driven to their end before the standing is judged."""
DOUBT_WORLDS = 16
"""After so many worlds, and again after so many more, answers are given up that are behind beyond doubt."""
BEYOND_DOUBT = 4.0
BEYOND_CHANCE = 1.0
"""So many standard errors."""
GLANCE_SECONDS = 0.25
"""Who thinks so long also has a glance, one world, at the answers that promise little."""
ROOT, WORLD = 0, 1
"""The state the view tells of, and the world that is being driven on."""
MILLION = 1_000_000


class _Trial:
    """What became of one answer: the chance to win in each world it was tried in, in millionths."""

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
        """How far this answer is ahead of another, so many standard errors added, in the worlds both were tried in."""
        leads = [mine - other for mine, other in zip(self.chances, base.chances, strict=False)]
        mean = sum(leads) / len(leads)
        spread = sum((one - mean) ** 2 for one in leads) / max(1, len(leads) - 1)
        return mean + errors * sqrt(spread / len(leads))


class Races:
    """Searches Ben Hur."""

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
        """The answers, the best first: those worth a trial, and, where time allows, a glance at the rest."""
        state = state_of(look.view, look.seat)
        if state.phase in (DRIVE, PLAY_ON):
            look_for_ways(state, state.chariot)
        write_record(self._root, state)
        self._book, self._seat, self._seed = book_for(state), look.seat, look.rng.getrandbits(60)
        codes = legal_codes(state, look.seat)
        usual = int(self._race(self._root, *self._book, self._notes))
        promising = [code for code in self._promising(codes) if code != usual]
        tried = self._halve(_Trial(usual), [_Trial(code) for code in promising], seconds, trials)
        if trials is not None or (seconds or 0.0) >= GLANCE_SECONDS:
            rest = [_Trial(code) for code in codes if code != usual and code not in promising]
            for trial in rest:
                self._try_in(trial, 0)
            tried += sorted(rest, key=_Trial.mean, reverse=True)
        estimates: list[Estimate] = []
        for trial in tried:
            # What was given up after few worlds is not called better than what outlasted it.
            chance = min([trial.mean() / MILLION, *(estimate.chance for estimate in estimates[-1:])])
            estimates.append(Estimate(message_of(state, trial.code), chance, len(trial.chances)))
        return estimates

    def _promising(self, codes: list[int]) -> list[int]:
        """The codes to try: the best placements by the racer's lights, and all that is no placement."""
        placements = [code for code in codes if is_drive(code)]
        others = [code for code in codes if not is_drive(code)]
        if len(placements) > 1:
            self._codes[: len(placements)] = placements
            self._weigh(self._root, self._codes, len(placements), self._worths, *self._book, self._notes)
            worths = dict(zip(placements, self._worths.tolist(), strict=False))
            placements.sort(key=lambda code: worths[code], reverse=True)
        return placements[:PLACEMENTS_TRIED] + others

    def _try_in(self, trial: _Trial, world: int) -> None:
        """Try an answer in one world."""
        self._states[WORLD] = self._states[ROOT]
        seed = self._seed + world
        chance = self._try(
            self._world, self._seat, trial.code, ROUNDS_AHEAD, seed, *self._book, self._notes, self._dice
        )
        trial.add(int(chance))

    def _halve(self, usual: _Trial, others: list[_Trial], seconds: float | None, trials: int | None) -> list[_Trial]:
        """Try all in common worlds, give up the worse half, and so on; the best comes first.

        The racer's own answer is never given up, and another must be ahead of it beyond chance to be taken.
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


def searcher() -> Races:
    """The searcher of Ben Hur."""
    return Races()
