"""Bots that search: they play games ahead in worlds their seat could be in, and take the answer that won most.

What is played ahead is each game's own: a searcher looks through the seat's view and says of every answer how often
it won. Levels differ in how long they may think.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Protocol

from triclinium.core.compiled import numba_is_here
from triclinium.core.decision import Answer
from triclinium.core.fairness import SeededLuck
from triclinium.core.play import Play
from triclinium.core.player import Look
from triclinium.games import game_named

SEARCHES = {"banquet": "triclinium.games.banquet.brain.search", "benhur": "triclinium.games.benhur.brain.search"}
"""The games that have a search, each with its module here, whose `searcher()` makes the searcher."""


@dataclass(frozen=True, slots=True)
class Level:
    """How long a bot may think at most: seconds at a table, or so many trials where time must not count."""

    seconds: float
    descents: int


LEVELS = {
    "banquet": {"easy": Level(0.05, 2_000), "fair": Level(0.3, 12_000), "strong": Level(1.5, 60_000)},
    "benhur": {"easy": Level(0.05, 100), "fair": Level(0.3, 600), "strong": Level(1.5, 3_000)},
}
"""The levels of each game that has a search, the weakest first.

The trials of a banquet are what one core plays ahead in the time from the opening, in round figures. A race has three
times as many questions, and one core tries twenty times as much in the time: what is shown by trials is the least.
"""
LEVEL_NAMES = tuple(LEVELS["banquet"])


@dataclass(frozen=True, slots=True)
class Estimate:
    """What a search makes of one answer: the chance to win after it, and how many games it was tried in."""

    answer: Answer
    chance: float
    visits: int


class Searcher(Protocol):
    """Searches one game."""

    def evaluate(self, look: Look, seconds: float | None, descents: int | None) -> list[Estimate]:
        """Every listed answer, the best first, after so many seconds or so many games played ahead.

        With `descents` the outcome depends on the look alone: the view, the decision and the seed of its luck.
        """


class NoSearch(Exception):
    """There is no search for a game, or what compiles it is not installed; the message says what to do."""


def can_search(game: str) -> bool:
    """Whether there is a search for this game here."""
    return game in SEARCHES and numba_is_here()


@cache
def searcher_of(game: str) -> Searcher:
    """The searcher of a game, made once; raises `NoSearch`."""
    if game not in SEARCHES:
        raise NoSearch(f"there is no search for {game}")
    if not numba_is_here():
        raise NoSearch("searching bots and hints need Numba: pip install 'triclinium[bots]'")
    searcher: Searcher = import_module(SEARCHES[game]).searcher()
    return searcher


def warm_up(game: str) -> None:
    """Compile a game's search, or load it from the cache, by searching an opening for a moment."""
    rules = game_named(game)
    play = Play.begin(rules, rules.info.seats[0])
    play.draw(SeededLuck(1))
    searcher_of(game).evaluate(Look(rules, play.state, play.pending()[0], random.Random(1)), None, 1)


class SearchPlayer:
    """Plays the answer that won most often in the games it played ahead."""

    def __init__(self, game: str, level: Level, *, by_descents: bool = False) -> None:
        self.searcher = searcher_of(game)
        self.level = level
        self.by_descents = by_descents

    def choose(self, look: Look) -> Answer:
        if len(look.decision.options) == 1:
            return look.decision.options[0]
        if self.by_descents:
            return self.searcher.evaluate(look, None, self.level.descents)[0].answer
        return self.searcher.evaluate(look, self.level.seconds, None)[0].answer
