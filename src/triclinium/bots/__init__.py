"""Bots by name: the random one for every game, and those each game brings."""

from __future__ import annotations

from importlib import import_module

from triclinium.core.player import Player, RandomPlayer


def bot_names(game: str) -> tuple[str, ...]:
    """The bots that can sit at a game's table, the weakest first."""
    return ("random", *import_module(f"triclinium.games.{game}.bots").BOTS)


def bot_named(game: str, name: str) -> Player:
    """A bot; raises `KeyError` with the names there are."""
    if name == "random":
        return RandomPlayer()
    bots = import_module(f"triclinium.games.{game}.bots").BOTS
    if name not in bots:
        raise KeyError(f"no bot {name!r} for {game}; there are {', '.join(bot_names(game))}")
    player: Player = bots[name]()
    return player


USUAL = ("narrator", "thumb", "simple")
"""Who sits down when nobody says otherwise: the first of these that a game has."""


def usual_bot(game: str) -> str:
    """The bot that sits at a game's table if none is named."""
    names = bot_names(game)
    return next((name for name in USUAL if name in names), names[-1])
