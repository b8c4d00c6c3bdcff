"""Bots that search: they simulate games in worlds their seat could be in, and take the answer that won most.

Each game has its own searcher, which reads the seat's view and rates every answer. A game may also have a learned
player, which can answer at once. Levels (`Manifest.levels`) differ in which of the two they use, how long they may
think, and how freely they answer.
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
    """The searching bots of a game, weakest first."""
    return tuple(manifest_of(game).levels)


def level_of(game: str, name: str) -> Level:
    return manifest_of(game).levels[name]


def searches(name: str) -> bool:
    """Whether a bot of this name searches. Such a bot thinks long and needs a process of its own."""
    return any(name in manifest.levels for manifest in manifests().values())


@dataclass(frozen=True, slots=True)
class Estimate:
    """How a search rates one answer: the chance to win after it, and the number of games it was tried in."""

    answer: Answer
    chance: float
    visits: int


class Searcher(Protocol):
    def evaluate(self, look: Look, seconds: float | None, trials: int | None) -> list[Estimate]:
        """Every listed answer, best first, after so many seconds or simulated games.

        With `trials` the result depends only on the look: the view, the decision and the seed.
        """


class Mind(Searcher, Protocol):
    """A learned player: it also answers without looking ahead."""

    def answer(self, look: Look, warmth: float) -> Answer:
        """One of the listed answers, drawn by how much it likes them; without warmth the best liked."""

    def decide(self, look: Look, seconds: float | None, trials: int | None) -> Answer:
        """The answer after a search, which may be drawn among the best so that nobody reads it."""


class NoSearch(Exception):
    """A game has no search, or its compiler is not installed. The message says what to do."""


def can_search(game: str) -> bool:
    """Whether a game has a search that works here."""
    return manifest_of(game).search is not None and numba_is_here()


@cache
def searcher_of(game: str) -> Searcher:
    """The searcher of a game, made once. Raises `NoSearch`."""
    manifest = manifest_of(game)
    if manifest.search is None:
        raise NoSearch(f"there is no search for {game}")
    if not numba_is_here():
        raise NoSearch("searching bots and hints need Numba: pip install 'triclinium[bots]'")
    searcher: Searcher = manifest.part("search")()
    return searcher


@cache
def mind_of(game: str) -> Mind:
    """The learned player of a game, made once. Raises `NoSearch`."""
    searcher_of(game)  # it needs the same packages
    mind: Mind = manifest_of(game).part("learned")()
    return mind


def thinker_of(game: str) -> Searcher:
    """Whoever looks ahead best in a game: its learned player, or its search by rule of thumb. Raises `NoSearch`."""
    return searcher_of(game) if manifest_of(game).learned is None else mind_of(game)


def warm_up(game: str) -> None:
    """Compile a game's search, or load it from the cache, by searching an opening briefly."""
    rules = game_named(game)
    play = Play.begin(rules, rules.info.seats[0])
    play.draw(SeededLuck(1))
    look = Look(rules, play.state, play.pending()[0], random.Random(1))
    thinker_of(game).evaluate(look, None, 1)
    if manifest_of(game).learned is not None:
        mind_of(game).answer(look, 0.0)


class SearchPlayer:
    """Plays the answer that won most of its simulated games, or at once the one that it has learned."""

    def __init__(self, game: str, level: Level, *, by_trials: bool = False) -> None:
        self.searcher = searcher_of(game)
        self.mind = mind_of(game) if level.learned else None
        self.level = level
        self.by_trials = by_trials

    def choose(self, look: Look) -> Answer:
        if len(look.decision.options) == 1:
            return look.decision.options[0]
        if self.level.slips and look.rng.random() < self.level.slips:
            return look.rng.choice(look.decision.options)
        if self.mind is not None and self.level.trials == 0:
            return self.mind.answer(look, self.level.warmth)
        limits = (None, self.level.trials) if self.by_trials else (self.level.seconds, None)
        if self.mind is not None:
            return self.mind.decide(look, *limits)
        return self.searcher.evaluate(look, *limits)[0].answer
