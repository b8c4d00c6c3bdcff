"""A game's drawings as SVG: the page's own, rendered to files when the page is built (`web/make_art.js`)."""

from __future__ import annotations

from functools import cache

from triclinium.core.manifest import manifest_of

FOLDER = "art"


class NoDrawings(Exception):
    """The page has not been built, so that its drawings are missing."""


@cache
def drawings(game: str) -> dict[str, str]:
    """Every drawing of a game by name; empty if the page has not been built."""
    folder = manifest_of(game).folder(FOLDER)
    if not folder.is_dir():
        return {}
    files = sorted((file for file in folder.iterdir() if file.name.endswith(".svg")), key=lambda file: file.name)
    return {file.name.removesuffix(".svg"): file.read_text(encoding="utf-8") for file in files}
