"""Rows that another node has written: read, folded, and told to everybody at the table.

The log decides. Whoever loses a race steps back (`recovery.overtaken`); whoever only hears of newer rows reads on here.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import suppress

from triclinium.table.live.commits import Commits
from triclinium.table.live.house import House
from triclinium.table.live.live_table import LiveTable, count_people
from triclinium.table.live.recovery import Recovery
from triclinium.table.log.rows import ROW, Retold, Upgraded
from triclinium.table.store import StoreFailed

REWRITES = (Retold, Upgraded)
"""Rows after which older rows are no longer what they were, or mean something else."""
LET_GO_SECONDS = 15.0
"""A table that another node plays stays in memory for so long after anybody asked for it here."""
TRIES_MOST = 20
"""How often something may happen here while rows are read. Whatever happens is written, and finds out by itself."""


class ReadingOn:
    """Keeps the tables in memory up with the log."""

    def __init__(self, house: House, commits: Commits, recovery: Recovery) -> None:
        self.house = house
        self.commits = commits
        self.recovery = recovery
        self._reading: dict[LiveTable, int] = {}
        """Tables that are being read, and how many rows somebody says they have."""

    def heard(self, table: str, rows: int) -> None:
        """Somebody says that a table has so many rows."""
        live = self.house.live.get(table)
        if live is None or rows <= live.table.rows:
            return
        if self._is_played_elsewhere(live):
            self.house.drop(live)
        elif live in self._reading:
            self._reading[live] = max(rows, self._reading[live])
        else:
            self._reading[live] = rows
            self.house.spawn(self._read(live))

    async def look(self) -> None:
        """Look in the store for newer rows of all tables in memory. Raises `StoreFailed`."""
        for table, rows in (await self.house.store.lengths(list(self.house.live))).items():
            self.heard(table, rows)

    async def _read(self, live: LiveTable) -> None:
        try:
            with suppress(StoreFailed):  # the next hint or look tries again
                known = -1
                while known < live.table.rows < self._reading[live]:  # more was heard of while some was read
                    known = live.table.rows
                    await self.read_on(live)
        finally:
            del self._reading[live]

    async def read_on(self, live: LiveTable) -> None:
        """Fold the rows that others have added to a table. Raises `StoreFailed`."""
        for _ in range(TRIES_MOST):
            if not self._may_read(live):
                return
            if self.commits.has(live):
                with suppress(StoreFailed):
                    await self.commits.durable()
                continue
            known = live.table.rows
            bodies = await self.house.store.load(live.id, known)
            if self._may_read(live) and not self.commits.has(live) and live.table.rows == known:
                self._fold(live, bodies)
                return

    def _is_played_elsewhere(self, live: LiveTable) -> bool:
        """Whether a table with newer rows need not be in memory here: it is where they were written."""
        unused = time.monotonic() > live.used_at + LET_GO_SECONDS
        return (
            unused and live.stored and not live.wishes and not self.commits.has(live) and not self.house.is_busy(live)
        )

    def _may_read(self, live: LiveTable) -> bool:
        return self.house.live.get(live.id) is live and live.stored and not live.faltered

    def _fold(self, live: LiveTable, bodies: Sequence[bytes]) -> None:
        if not bodies:
            return
        try:
            rows = [ROW.decode(body) for body in bodies]
            if any(isinstance(row, REWRITES) for row in rows):
                self.recovery.catch_up(live)
                return
            for row in rows:
                live.table.fold(row)
            live.durable = live.table.rows
        except Exception as error:
            self.recovery.falter(live, error, "read")
            return
        count_people(live)
        self.house.counts.rows_read += len(rows)
        self.house.touch(live)
