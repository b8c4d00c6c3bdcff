"""The games, each a folder of the same anatomy."""

from __future__ import annotations

from importlib import import_module

from triclinium.core.game import AnyGame

GAMES = ("banquet", "benhur", "bacchanalia")


def game_named(name: str) -> AnyGame:
    """The game of that name; raises `KeyError` if there is none."""
    if name not in GAMES:
        raise KeyError(name)
    game: AnyGame = import_module(f"triclinium.games.{name}.game").GAME
    return game
