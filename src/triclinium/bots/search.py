"""Bots that search: they play games ahead in worlds their seat could be in, and take the answer that won most.

What is played ahead is each game's own: a searcher looks through the seat's view and says of every answer how often
it won. Levels differ in how long they may think (`Manifest.levels`).
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import cache
from typing import Protocol

from triclinium.core.compiled import numba_is_here
from triclinium.core.decision import Answer
from triclinium.core.fairness import SeededLuck
from triclinium.core.manifest import Level, manifest_of, manifests
from triclinium.core.play import Play
from triclinium.core.player import Look
from triclinium.games import game_named


def level_names(game: str) -> tuple[str, ...]:
    """The bots of a game that search, the weakest first."""
    return tuple(manifest_of(game).levels)


def level_of(game: str, name: str) -> Level:
    """How long a searching bot may think."""
    return manifest_of(game).levels[name]


def searches(name: str) -> bool:
    """Whether a bot of this name searches: it thinks long and belongs in a process of its own."""
    return any(name in manifest.levels for manifest in manifests().values())


@dataclass(frozen=True, slots=True)
class Estimate:
    """What a search makes of one answer: the chance to win after it, and how many games it was tried in."""

    answer: Answer
    chance: float
    visits: int


class Searcher(Protocol):
    """Searches one game."""

    def evaluate(self, look: Look, seconds: float | None, trials: int | None) -> list[Estimate]:
        """Every listed answer, the best first, after so many seconds or so many games played ahead.

        With `trials` the outcome depends on the look alone: the view, the decision and the seed of its luck.
        """


class NoSearch(Exception):
    """There is no search for a game, or what compiles it is not installed; the message says what to do."""


def can_search(game: str) -> bool:
    """Whether there is a search for this game here."""
    return manifest_of(game).search is not None and numba_is_here()


@cache
def searcher_of(game: str) -> Searcher:
    """The searcher of a game, made once; raises `NoSearch`."""
    manifest = manifest_of(game)
    if manifest.search is None:
        raise NoSearch(f"there is no search for {game}")
    if not numba_is_here():
        raise NoSearch("searching bots and hints need Numba: pip install 'triclinium[bots]'")
    searcher: Searcher = manifest.part("search")()
    return searcher


def warm_up(game: str) -> None:
    """Compile a game's search, or load it from the cache, by searching an opening for a moment."""
    rules = game_named(game)
    play = Play.begin(rules, rules.info.seats[0])
    play.draw(SeededLuck(1))
    searcher_of(game).evaluate(Look(rules, play.state, play.pending()[0], random.Random(1)), None, 1)


class SearchPlayer:
    """Plays the answer that won most often in the games it played ahead."""

    def __init__(self, game: str, level: Level, *, by_trials: bool = False) -> None:
        self.searcher = searcher_of(game)
        self.level = level
        self.by_trials = by_trials

    def choose(self, look: Look) -> Answer:
        if len(look.decision.options) == 1:
            return look.decision.options[0]
        if self.by_trials:
            return self.searcher.evaluate(look, None, self.level.trials)[0].answer
        return self.searcher.evaluate(look, self.level.seconds, None)[0].answer
