"""Waking a table: from its snapshot and the rows after it, or from all rows; and who leaves a snapshot behind.

A snapshot is taken where a table was just folded: when somebody wakes it far beyond its last one, and off the path of
any answer when a table in play has grown by so many rows. It is written with the next batch, and may be lost.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

from triclinium.core.decision import Refused
from triclinium.table.live.house import House
from triclinium.table.live.live_table import LiveTable
from triclinium.table.log.rows import ROW, Row
from triclinium.table.play import snapshot
from triclinium.table.play.table import Table
from triclinium.table.play.waking import wake
from triclinium.table.store import Snapshot, StoreFailed

WORTH_ROWS = 50
"""Who has folded so many rows leaves a snapshot."""


@dataclass(frozen=True, slots=True)
class Stored:
    """What the store has of a table: all its rows, or a snapshot and the rows after it."""

    kept: Snapshot
    rows: Sequence[bytes]

    def folded(self) -> tuple[Table, list[Row]] | None:
        """The table and the rows that were folded; None if the snapshot does not help. Raises what a row causes."""
        rows = [ROW.decode(row) for row in self.rows]
        if not self.kept.rows:
            return wake(rows), rows
        try:
            table = snapshot.woken_from(self.kept.body, rows)
        except Exception:  # whatever is wrong with it, the rows are right
            return None
        return None if table is None or table.rows != self.kept.rows + len(rows) else (table, rows)


async def read(house: House, table: str, *, whole: bool = False) -> Stored:
    """Read a table, after its snapshot if there is one. Raises `StoreFailed`."""
    kept = await house.store.latest_snapshot(table)
    if whole:
        kept = Snapshot(edits=kept.edits)
    return Stored(kept, await house.store.load(table, kept.rows))


def leave(house: House, stored: Stored, table: Table) -> None:
    """Leave the snapshot of a table that was just folded, if that was much work."""
    if len(stored.rows) >= WORTH_ROWS and (body := snapshot.taken(table)) is not None:
        house.store.snapshot(table.made.id, Snapshot(table.rows, body, stored.kept.edits))


class Snapshots:
    """Lets tables in play have their snapshots, one at a time."""

    def __init__(self, house: House) -> None:
        self.house = house
        self._waiting: dict[LiveTable, None] = {}
        self._working = False

    def take(self, live: LiveTable) -> None:
        """A table has grown: take a snapshot of it when it is its turn."""
        live.snapshot_at = live.durable
        self._waiting[live] = None
        if not self._working:
            self._working = True
            self.house.spawn(self._work())

    async def _work(self) -> None:
        try:
            while self._waiting:
                live = next(iter(self._waiting))
                del self._waiting[live]
                with suppress(StoreFailed, Refused):  # the next one will do
                    await self._take(live)
        finally:
            self._working = False

    async def _take(self, live: LiveTable) -> None:
        for whole in (False, True):
            stored = await read(self.house, live.id, whole=whole)
            taken = await self.house.heavy.do("", _taken, stored) if stored.rows else None
            if taken is not None:
                self.house.store.snapshot(live.id, taken)
                return


def _taken(stored: Stored) -> Snapshot | None:
    if (found := stored.folded()) is None or (body := snapshot.taken(found[0])) is None:
        return None
    return Snapshot(found[0].rows, body, stored.kept.edits)
