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
NO_WAY = 1 << 41
PEEK_SECONDS = 0.25
"""With at least this much time, each unpromising answer is tried too, ..."""
PEEK_WORLDS = 6
"""... in so many worlds."""
ROOT, WORLD = 0, 1
"""The state that the view describes, and the world being simulated."""
MILLION = 1_000_000


class Trial:
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

    def lead(self, base: Trial, errors: float) -> float:
        """How far this answer leads another in their common worlds, plus so many standard errors."""
        leads = [mine - other for mine, other in zip(self.chances, base.chances, strict=False)]
        mean = sum(leads) / len(leads)
        spread = sum((one - mean) ** 2 for one in leads) / max(1, len(leads) - 1)
        return mean + errors * sqrt(spread / len(leads))


class BenHurSearcher:
    rounds = ROUNDS_AHEAD
    behind_most = NO_WAY
    """Placements this much worse than the best for the racer are not tried."""

    def __init__(self) -> None:
        import numpy

        fast = compiled()
        self._try, self._weigh, self._race = fast[try_answer], fast[weigh_placements], fast[race_on]
        self.states = numpy.zeros(2, dtype_of(State))
        self._codes, self._worths = numpy.zeros(OPTIONS_MOST, numpy.int64), numpy.zeros(OPTIONS_MOST, numpy.int64)
        self.book: Book
        self.chariot, self.seat, self.seed = 0, 0, 0
        self._notes, self._dice = numpy.zeros(OPTIONS_MOST, numpy.int64), numpy.zeros(1, numpy.int64)

    def read(self, look: Look) -> State:
        """Copy a question into the records of the compiled functions."""
        state = state_of(look.view, look.seat)
        if state.phase in (DRIVE, PLAY_ON):
            look_for_ways(state, state.chariot)
        write_record(self.states[ROOT], state)
        self.book, self.chariot, self.seat = book_for(state), state.chariot, look.seat
        self.seed = look.rng.getrandbits(60)
        return state

    def usual(self) -> int:
        """What the racer would answer."""
        return int(self._race(self.states[ROOT], *self.book, self._notes))

    def evaluate(self, look: Look, seconds: float | None, trials: int | None) -> list[Estimate]:
        """The answers, best first: those worth trying and, if time allows, a peek at the rest."""
        state = self.read(look)
        peeking = trials is not None or (seconds or 0.0) >= PEEK_SECONDS
        estimates: list[Estimate] = []
        for trial, chance in self.search(legal_codes(state, look.seat), seconds, trials, peeking):
            # An answer dropped after few worlds must not rank above one that survived.
            least = min([chance, *(estimate.chance for estimate in estimates[-1:])])
            estimates.append(Estimate(message_of(state, trial.code), least, len(trial.chances)))
        return estimates

    def search(
        self, codes: list[int], seconds: float | None, trials: int | None, peeking: bool
    ) -> list[tuple[Trial, float]]:
        """The answers to the question that was read, best first, with their chances."""
        usual = self.usual()
        promising = [code for code in self._promising(codes) if code != usual]
        tried = self._halve(Trial(usual), [Trial(code) for code in promising], seconds, trials)
        found = [(trial, trial.mean() / MILLION) for trial in tried]
        if peeking:
            rest = [Trial(code) for code in codes if code != usual and code not in promising]
            for trial in rest:
                for world in range(PEEK_WORLDS):
                    self._try_in(trial, world)
            # Few worlds say little of a chance, but beside the best answer in the same worlds they say enough.
            best = tried[0]
            seen = [(trial, max(0.0, min(1.0, (best.mean() + trial.lead(best, 0.0)) / MILLION))) for trial in rest]
            found += sorted(seen, key=lambda one: one[1], reverse=True)
        return found

    def _promising(self, codes: list[int]) -> list[int]:
        """The codes to try: the best placements for the racer, and everything that is not a placement."""
        placements = [code for code in codes if is_drive(code)]
        others = [code for code in codes if not is_drive(code)]
        if len(placements) > 1:
            self._codes[: len(placements)] = placements
            self._weigh(self.states[ROOT], self._codes, len(placements), self._worths, *self.book, self._notes)
            worths = dict(zip(placements, self._worths.tolist(), strict=False))
            best = max(worths.values())
            placements = [code for code in placements if worths[code] > best - self.behind_most]
            placements.sort(key=lambda code: worths[code], reverse=True)
        return placements[:PLACEMENTS_TRIED] + others

    def _try_in(self, trial: Trial, world: int) -> None:
        self.states[WORLD] = self.states[ROOT]
        given = self.states[WORLD], self.seat, trial.code, self.rounds, self.seed + world
        trial.add(int(self._try(*given, *self.book, self._notes, self._dice)))

    def _halve(self, usual: Trial, others: list[Trial], seconds: float | None, trials: int | None) -> list[Trial]:
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
            left.sort(key=Trial.mean, reverse=True)
            left = left[: max(1, len(left) // 2)]
        tried = sorted((usual, *others), key=lambda trial: (len(trial.chances), trial.mean()), reverse=True)
        ahead = [trial for trial in left if trial.lead(usual, -BEYOND_CHANCE) > 0]
        best = max(ahead, key=Trial.mean, default=usual)
        return [best, *(trial for trial in tried if trial is not best)]


def searcher() -> BenHurSearcher:
    return BenHurSearcher()
