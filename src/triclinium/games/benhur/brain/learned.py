"""The learned driver at the table: the search, with the learned judge at the end of each trial.

It tries what the racer finds promising, in common worlds with common luck, as `search` does; the racer drives on for
everybody for some rounds; and then the judge, which has learned from how races end, says how likely the seat wins.
Without a search it drives as the racer does.
"""

from __future__ import annotations

from typing import Any

from triclinium.core.compiled import compile_kernels
from triclinium.core.decision import Answer
from triclinium.core.player import Look
from triclinium.games.benhur.brain.judge import Weights, room, weights
from triclinium.games.benhur.brain.search import ROOT, WORLD, BenHurSearcher, Trial
from triclinium.games.benhur.brain.trials import try_judged
from triclinium.games.benhur.rules.answers import message_of


class LearnedDriver(BenHurSearcher):
    rounds = 3
    behind_most = 1500

    def __init__(self, own: Weights | None = None) -> None:
        super().__init__()
        self.weights = own or weights()
        self._room = room(self.weights.net)
        self._try_judged = compile_kernels((try_judged,))[try_judged]

    def answer(self, look: Look, _warmth: float) -> Answer:
        """The racer's answer, without a search."""
        state = self.read(look)
        return message_of(state, self.usual())

    def decide(self, look: Look, seconds: float | None, trials: int | None) -> Answer:
        """The answer that a search finds best."""
        return self.evaluate(look, seconds, trials)[0].answer

    def _try_in(self, trial: Trial, world: int) -> None:
        self.states[WORLD] = self.states[ROOT]
        given: Any = self.states[WORLD], self.chariot, trial.code, self.rounds, self.seed + world
        trial.add(int(self._try_judged(*given, *self.book, self.weights.net, self._room, self._dice)))


def driver() -> LearnedDriver:
    return LearnedDriver()
