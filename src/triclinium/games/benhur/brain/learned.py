"""The drivers at the table: one who drives as the racer does, and one who searches with what was learned by
self-play.
"""

from __future__ import annotations

from triclinium.core.decision import Answer
from triclinium.core.player import Look
from triclinium.games.benhur.brain.search import BenHurSearcher
from triclinium.games.benhur.rules.answers import message_of


class LearnedDriver(BenHurSearcher):
    def answer(self, look: Look, _warmth: float) -> Answer:
        """The racer's answer, without a search."""
        state = self.read(look)
        return message_of(state, self.usual())

    def decide(self, look: Look, seconds: float | None, trials: int | None) -> Answer:
        """The answer that a search finds best."""
        state = self.read(look)
        return message_of(state, self.search(seconds, trials)[0].code)


def driver() -> LearnedDriver:
    return LearnedDriver()
