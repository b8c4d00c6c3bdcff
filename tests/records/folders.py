"""Where the records of a game are kept: in its own folder, by the version of the rules they were played under."""

from __future__ import annotations

from pathlib import Path

from triclinium.core.manifest import manifest_of
from triclinium.games import game_named


def records_of(game: str) -> Path:
    """All records of a game; they stand in its sources, and are not installed with it."""
    return Path(str(manifest_of(game).folder("records")))


def of_today(game: str) -> Path:
    """Those of today's rules."""
    return records_of(game) / f"rules-{game_named(game).info.rules_version}"
