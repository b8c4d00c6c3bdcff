"""The games, each a folder of the same anatomy with a manifest that names its parts."""

from __future__ import annotations

from triclinium.core.game import AnyGame
from triclinium.core.manifest import manifest_of, manifests

GAMES = tuple(manifests())


def game_named(name: str) -> AnyGame:
    """The game of that name; raises `KeyError` if there is none."""
    game: AnyGame = manifest_of(name).part("game")
    return game
