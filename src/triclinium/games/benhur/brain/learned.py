"""The learned driver at the table: it drives as the racer does, or as a search with the learned judge finds best."""

from __future__ import annotations

from triclinium.core.decision import Answer
from triclinium.core.player import Look
from triclinium.games.benhur.brain.search import BenHurSearcher
from triclinium.games.benhur.game import legal_codes
from triclinium.games.benhur.rules.answers import message_of


class LearnedDriver(BenHurSearcher):
    def answer(self, look: Look, _warmth: float) -> Answer:
        """The racer's answer, without a search."""
        state = self.read(look)
        return message_of(state, self.usual())

    def decide(self, look: Look, seconds: float | None, trials: int | None) -> Answer:
        """The answer that a search finds best."""
        state = self.read(look)
        return message_of(state, self.search(legal_codes(state, look.seat), seconds, trials)[0].code)


def driver() -> LearnedDriver:
    return LearnedDriver()
