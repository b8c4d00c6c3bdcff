"""Bots by name: the random one for every game, those each game brings, and those that search.

The searching bots are there where the compiled rules are: they need Numba. Who sits down unnamed is a rule of thumb
all the same: it answers at once and costs a small machine nothing.
"""

from __future__ import annotations

from importlib import import_module

from triclinium.bots.search import LEVEL_NAMES, LEVELS, NoSearch, SearchPlayer, can_search, searcher_of
from triclinium.core.player import Player, RandomPlayer

__all__ = ["NoSearch", "bot_named", "bot_names", "searches", "usual_bot"]


def bot_names(game: str) -> tuple[str, ...]:
    """The bots that can sit at a game's table, the weakest first."""
    levels = LEVEL_NAMES if can_search(game) else ()
    return ("random", *import_module(f"triclinium.games.{game}.bots").BOTS, *levels)


def searches(name: str) -> bool:
    """Whether a bot of this name searches: it thinks long and belongs in a process of its own."""
    return name in LEVEL_NAMES


def bot_named(game: str, name: str) -> Player:
    """A bot; raises `KeyError` with the names there are, or `NoSearch` if it cannot search here."""
    if name == "random":
        return RandomPlayer()
    bots = import_module(f"triclinium.games.{game}.bots").BOTS
    if name in bots:
        player: Player = bots[name]()
        return player
    if searches(name):
        searcher_of(game)  # says what is missing
        return SearchPlayer(game, LEVELS[game][name])
    raise KeyError(f"no bot {name!r} for {game}; there are {', '.join(bot_names(game))}")


USUAL = ("narrator", "thumb", "simple")
"""Who sits down when nobody says otherwise: the first of these that a game has."""


def usual_bot(game: str) -> str:
    """The bot that sits at a game's table if none is named."""
    names = [name for name in bot_names(game) if not searches(name)]
    return next((name for name in USUAL if name in names), names[-1])
