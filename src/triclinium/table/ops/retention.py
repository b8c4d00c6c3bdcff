"""How long tables are kept: finished ones, those that never began, and those that nobody continues.

The search runs in small steps beside the play, and tables are removed one by one, so that nobody notices.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import AsyncIterator
from dataclasses import dataclass

from triclinium.table.store import Age, Store

HOUR, DAY = 3600, 86_400
UNITS = {"h": HOUR, "d": DAY, "w": 7 * DAY}
NEVER = "never"
BITE = 200
"""How many tables to check in one step."""
FINISHED, UNBEGUN, IDLE = "finished", "unbegun", "idle"


@dataclass(frozen=True, slots=True)
class Keeping:
    """Seconds to keep a table after its last activity; None for ever."""

    finished: int | None = 180 * DAY
    unbegun: int | None = 7 * DAY
    idle: int | None = 365 * DAY

    def due(self, age: Age, now: int) -> str | None:
        """Why a table is due for removal, or None. `now` is in milliseconds."""
        kind = FINISHED if age.over else IDLE if age.begun else UNBEGUN
        kept = {FINISHED: self.finished, UNBEGUN: self.unbegun, IDLE: self.idle}[kind]
        if kept is None or age.at is None or now - age.at <= kept * 1000:
            return None
        return kind


def duration_of(text: str) -> int | None:
    """A retention time as an operator writes it. Raises `ValueError`.

    >>> duration_of("180d"), duration_of("12h"), duration_of("2w"), duration_of("never")
    (15552000, 43200, 1209600, None)
    """
    if text == NEVER:
        return None
    found = re.fullmatch(r"([1-9][0-9]{0,5})([hdw])", text)
    if found is None:
        raise ValueError(text)
    return int(found[1]) * UNITS[found[2]]


async def bites(store: Store) -> AsyncIterator[list[Age]]:
    """All tables with their age, in steps."""
    after = 0
    while ages := await store.ages(after, BITE):
        yield ages
        after = ages[-1].number


async def prune(store: Store, keeping: Keeping, now: int, *, dry_run: bool = False) -> Counter[str]:
    """Remove due tables from a store that nobody else uses; returns how many of each kind."""
    removed: Counter[str] = Counter()
    async for ages in bites(store):
        due = {age.id: why for age in ages if (why := keeping.due(age, now)) is not None}
        removed.update(due.values())
        if due and not dry_run:
            await store.remove(list(due))
    return removed
