"""The games. Each is a folder with the same layout and a manifest that names its parts."""

from __future__ import annotations

from triclinium.core.game import AnyGame
from triclinium.core.manifest import manifest_of, manifests

GAMES = tuple(manifests())


def game_named(name: str) -> AnyGame:
    """Raises `KeyError` if there is no game of that name."""
    game: AnyGame = manifest_of(name).part("game")
    return game
