"""What a store knows about a table besides its rows."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Kept:
    """What must be there too when a table moves to another store."""

    game: str
    over: bool
    told: bool
    visitors: list[str]
