"""The learned driver at the table: its answers at once, and its search with the judge at the end of each trial.

At once it takes the answer after which the judge likes the race best. The search looks only at answers that the judge
likes about as well as the best, lets the racer drive on for everybody for some rounds in common worlds with common
luck, and asks the judge then. What the judge said before counts until enough trials say otherwise.
"""

from __future__ import annotations

from time import perf_counter

from triclinium.bots.contest import decided, unbeaten
from triclinium.bots.search import Estimate
from triclinium.core.compiled import compile_kernels, dtype_of, write_record
from triclinium.core.decision import Answer
from triclinium.core.dice import sow
from triclinium.core.player import Look
from triclinium.games.benhur.brain.judge import Weights, judge_on, room, weights
from triclinium.games.benhur.brain.race_book import Book, book_for
from triclinium.games.benhur.brain.trials import try_judged, weigh_codes
from triclinium.games.benhur.game import legal_codes
from triclinium.games.benhur.rules.answers import message_of
from triclinium.games.benhur.rules.codes import OPTIONS_MOST
from triclinium.games.benhur.rules.state import DRIVE, PLAY_ON, State
from triclinium.games.benhur.rules.verdicts import look as look_for_ways
from triclinium.games.benhur.views.worlds import state_of

ROUNDS_AHEAD = 4
TRIED_MOST = 6
"""How many answers are tried: those that the judge likes best, ..."""
BEHIND_MOST = 0.04
"""... and none that it finds this much worse than the best."""
WORLDS_AT_ONCE = 8
UNSURE = 0.01
"""How far the judge is usually off when it compares two answers."""
TRIFLE = 0.002
"""A difference in the chance to win that is not worth more trials."""
DOUBT = 0.02
"""Squared differences that every answer is thought to have seen already."""
ROOT, WORLD = 0, 1
MILLION = 1_000_000


class Tried:
    """An answer: what the judge says of it at once, and what came of its trials."""

    def __init__(self, code: int, liked: float) -> None:
        self.code, self.liked = code, liked
        self.visits, self.total, self.squares = 0, 0.0, 0.0
        self.worth = liked

    @property
    def variance(self) -> float:
        """Of the mean, beside the other answers in the same worlds."""
        return (self.squares + DOUBT) / max(1, self.visits) ** 2

    def weigh(self, usual: float, liked: float) -> None:
        """Believe the judge until enough trials say otherwise. The means of all answers say where nought is."""
        before = usual + self.liked - liked
        trust = UNSURE**2 / (UNSURE**2 + self.variance)
        self.worth = trust * self.total / self.visits + (1 - trust) * before


class LearnedDriver:
    def __init__(self, own: Weights | None = None) -> None:
        import numpy

        self.weights = own or weights()
        self._net = self.weights.net
        fast = compile_kernels((judge_on, weigh_codes, try_judged))
        self._judge, self._weigh, self._try = fast[judge_on], fast[weigh_codes], fast[try_judged]
        self.states = numpy.zeros(2, dtype_of(State))
        self._room = room(self._net)
        self._codes, self._chances = numpy.zeros(OPTIONS_MOST, numpy.int64), numpy.zeros(OPTIONS_MOST)
        self._dice = numpy.zeros(1, numpy.int64)
        self._seed = 0
        self.book: Book

    # --- A question -----------------------------------------------------------------------------------

    def read(self, look: Look) -> State:
        """Copy a question into the records of the compiled functions."""
        state = state_of(look.view, look.seat)
        if state.phase in (DRIVE, PLAY_ON):
            look_for_ways(state, state.chariot)
        write_record(self.states[ROOT], state)
        self.book = book_for(state)
        self.sow(look.rng.getrandbits(60))
        return state

    def sow(self, seed: int) -> None:
        dice = [0]
        sow(dice, seed)
        self._dice[0] = dice[0]
        self._seed = seed

    def answer(self, look: Look, warmth: float) -> Answer:
        """The answer that the judge likes best; with warmth, one that it likes about as well."""
        state = self.read(look)
        return message_of(state, int(self._judge(self.states, *self.book, self._net, self._room, warmth, self._dice)))

    def decide(self, look: Look, seconds: float | None, trials: int | None) -> Answer:
        """The answer that a search finds best."""
        return self.evaluate(look, seconds, trials)[0].answer

    def evaluate(self, look: Look, seconds: float | None, trials: int | None) -> list[Estimate]:
        """Every listed answer, best first: those tried, and then the others as the judge likes them."""
        began = perf_counter()
        state = self.read(look)
        until = None if seconds is None else began + seconds
        return _told(state, self.search(state.chariot, legal_codes(state, look.seat), until, trials))

    # --- The search -----------------------------------------------------------------------------------

    def search(self, chariot: int, listed: list[int], until: float | None, trials: int | None) -> list[Tried]:
        """The answers to the question that was read, best first: survivors, those dropped, those not tried."""
        found = self._found(listed)
        left = [one for one in found[:TRIED_MOST] if one.liked > found[0].liked - BEHIND_MOST]
        tried = list(left)
        played = 0
        while len(left) > 1 and not (played and decided(left, TRIFLE)):
            if played and (
                (trials is not None and played >= trials) or (until is not None and perf_counter() >= until)
            ):
                break
            self._play(chariot, left)
            played += WORLDS_AT_ONCE * len(left)
            usual = sum(one.total / one.visits for one in left) / len(left)
            liked = sum(one.liked for one in left) / len(left)
            for one in left:
                one.weigh(usual, liked)
            left = unbeaten(left)
        tried.sort(key=lambda one: (one in left, one.worth), reverse=True)
        return tried + [one for one in found if one not in tried]

    def _found(self, listed: list[int]) -> list[Tried]:
        """All answers, best liked first."""
        count = len(listed)
        self._codes[:count] = listed
        self._weigh(self.states, self._codes, count, *self.book, self._net, self._room, self._chances)
        found = [Tried(code, chance) for code, chance in zip(listed, self._chances.tolist(), strict=False)]
        return sorted(found, key=lambda one: one.liked, reverse=True)

    def _play(self, chariot: int, left: list[Tried]) -> None:
        """Try each answer in some more worlds."""
        first = left[0].visits
        for number in range(first, first + WORLDS_AT_ONCE):
            chances = []
            for one in left:
                self.states[WORLD] = self.states[ROOT]
                given = self.states[WORLD], chariot, one.code, ROUNDS_AHEAD, self._seed + number
                chances.append(int(self._try(*given, *self.book, self._net, self._room, self._dice)) / MILLION)
            usual = sum(chances) / len(chances)
            for one, chance in zip(left, chances, strict=True):
                one.visits += 1
                one.total += chance
                one.squares += (chance - usual) ** 2


def _told(state: State, ranked: list[Tried]) -> list[Estimate]:
    estimates: list[Estimate] = []
    for one in ranked:
        # An answer dropped after few trials must not rank above one that survived.
        chance = min([max(0.0, min(1.0, one.worth)), *(estimate.chance for estimate in estimates[-1:])])
        estimates.append(Estimate(message_of(state, one.code), chance, max(1, one.visits)))
    return estimates


def driver() -> LearnedDriver:
    return LearnedDriver()
