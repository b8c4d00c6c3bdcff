"""Bots by name: the random one for every game, those that each game brings, and those that search.

The searching bots need compiled rules, and so Numba. The default bot is a rule of thumb: it answers at once and is
cheap even on a small machine.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from triclinium.bots.search import NoSearch, SearchPlayer, can_search, level_names, level_of, searcher_of, searches
from triclinium.core.manifest import manifest_of
from triclinium.core.player import Player, RandomPlayer

__all__ = ["NoSearch", "bot_named", "bot_names", "searches", "usual_bot"]


def _own_bots(game: str) -> Mapping[str, Callable[[], Player]]:
    bots: Mapping[str, Callable[[], Player]] = manifest_of(game).part("bots")
    return bots


def bot_names(game: str) -> tuple[str, ...]:
    """The bots of a game, weakest first."""
    return ("random", *_own_bots(game), *(level_names(game) if can_search(game) else ()))


def bot_named(game: str, name: str) -> Player:
    """A bot by name. Raises `KeyError` with the known names, or `NoSearch` if it cannot search here."""
    if name == "random":
        return RandomPlayer()
    bots = _own_bots(game)
    if name in bots:
        return bots[name]()
    if searches(name):
        searcher_of(game)  # raises NoSearch, which says what is missing
        return SearchPlayer(game, level_of(game, name))
    raise KeyError(f"no bot {name!r} for {game}; there are {', '.join(bot_names(game))}")


def usual_bot(game: str) -> str:
    """The default bot of a game."""
    return manifest_of(game).usual_bot
