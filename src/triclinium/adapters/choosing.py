"""A new game: by the compiled rules or, without Numba, by the plain ones. Both play alike, answer for answer."""

from __future__ import annotations

from collections.abc import Sequence

from triclinium.adapters.compiled_episode import CompiledEpisode
from triclinium.adapters.episode import Episode
from triclinium.adapters.setup import ASKED_OUTSIDE, Setup
from triclinium.core.dice import sow


def new_episode(table: Setup, seed: int = 0, bots: Sequence[int] | None = None) -> Episode:
    """A new game before its first draw. Chance, and bots by their numbers, follow the seed."""
    dice = [0]
    sow(dice, seed)
    seated = [ASKED_OUTSIDE] * table.seats if bots is None else list(bots)
    if table.compiled:
        return CompiledEpisode.of(table, table.start_record.copy(), seated, dice)
    return Episode(table, table.game.copy(table.start), seated, dice)
