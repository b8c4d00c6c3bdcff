"""All tables of one server process that are in memory, and the sockets at them."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any

from triclinium.table.bus import AloneBus, Bus
from triclinium.table.live.commits import Commits
from triclinium.table.live.heavy import Heavy
from triclinium.table.live.hinting import Hinting
from triclinium.table.live.inbox import Inbox
from triclinium.table.live.live_table import LiveTable, Socket
from triclinium.table.live.nodes import Nodes
from triclinium.table.live.positions import Positions
from triclinium.table.live.reading_on import ReadingOn
from triclinium.table.live.recovery import Recovery
from triclinium.table.live.reviewing import Reviewing
from triclinium.table.live.scheduler import Scheduler
from triclinium.table.live.shares import Shares
from triclinium.table.live.snapshots import Snapshots
from triclinium.table.live.writing import Writing
from triclinium.table.log.rows import Created
from triclinium.table.ops.counts import Counts
from triclinium.table.ops.journal import Journal
from triclinium.table.ops.retention import Keeping
from triclinium.table.people.limits import Quotas
from triclinium.table.people.models import Models
from triclinium.table.people.notices import Post
from triclinium.table.play import absence
from triclinium.table.play.clock import believed
from triclinium.table.play.table import Table
from triclinium.table.protocol.messages import Close
from triclinium.table.store import Store, StoreFailed


class Hub:
    """Brings the rooms of `live` together. What one of them does for the others (`House`) they call there directly."""

    def __init__(
        self,
        store: Store,
        journal: Journal,
        post: Post | None = None,
        quotas: Quotas | None = None,
        keeping: Keeping | None = None,
        models: Models | None = None,
        latest: int = 0,
        bus: Bus | None = None,
    ) -> None:
        self.store = store
        self.journal = journal
        self.post = post
        self.quotas = quotas or Quotas()
        self.keeping = keeping or Keeping()
        self.live: dict[str, LiveTable] = {}
        self.counts = Counts()
        self.troubled_until = 0
        self._leaving: set[str] = set()
        self.rewriting: set[str] = set()
        """Tables that are not in memory and must not be woken until their rows are overwritten."""
        self.heavy = Heavy()
        self.positions = Positions()
        # Milliseconds since 1970, unaffected by jumps of the system clock, and never running backwards.
        self.up_since = believed(time.time_ns() // 1_000_000, latest, journal)
        self.epoch = self.up_since - int(time.monotonic() * 1000)
        self.sockets = 0
        self.closing = False
        self.recovery = Recovery(self)
        self.commits = Commits(self, self.recovery)
        self.touch, self.durable = self.commits.touch, self.commits.durable
        self.nodes = Nodes(bus or AloneBus(), store, self.live, self.touch)
        self.scheduler = Scheduler(self, self.recovery)
        self.arm = self.scheduler.arm
        self.hinting = Hinting(journal, self.scheduler.thinking)
        self.reviewing = Reviewing(journal, self.scheduler.thinking, self.heavy)
        self.grown = Snapshots(self).take
        self.shares = Shares(self)
        self.inbox = Inbox(self, self.hinting)
        self.take = self.inbox.take
        self.nodes.reads = self.reading_on = ReadingOn(self, self.commits, self.recovery)
        self.writing = Writing(journal, models)
        self._waking: dict[str, asyncio.Task[LiveTable | None]] = {}
        self._beside: set[asyncio.Task[None]] = set()

    def now(self) -> int:
        return self.epoch + int(time.monotonic() * 1000)

    # --- Tables -------------------------------------------------------------------------------

    async def find(self, table: str) -> LiveTable | None:
        """A table, woken from the store if necessary. Raises `Refused` if a fault prevents that."""
        live = self.live.get(table)
        if live is None:
            waking = self._waking.get(table)
            if waking is None:
                waking = self._waking[table] = asyncio.get_running_loop().create_task(self._wake(table))
                waking.add_done_callback(lambda done: self._woke(table, done))
            live = await asyncio.shield(waking)
        if live is not None:
            live.used_at = time.monotonic()
        return live

    async def _wake(self, table: str) -> LiveTable | None:
        if table in self.rewriting:
            raise StoreFailed("the table is being written anew")
        if table in self._leaving:
            return None
        live = await self.recovery.live(table)
        if live is None or table in self._leaving:
            return None
        self.live[table] = live
        self.nodes.came(table)
        self.touch(live)
        return live

    def _woke(self, table: str, done: asyncio.Task[LiveTable | None]) -> None:
        del self._waking[table]
        if not done.cancelled():
            done.exception()  # mark as seen: whoever asked may be gone

    async def awake_or_asleep(self, table: str) -> LiveTable | None:
        """The table if it is in memory; if it is just being woken, wait for that."""
        if (waking := self._waking.get(table)) is not None:
            await asyncio.wait([waking])
        return self.live.get(table)

    async def peek(self, table: str) -> Table | None:
        """A table as it stands. Raises `Refused` if a fault keeps it from waking."""
        live = await self.find(table)
        return None if live is None else live.table

    def spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Do something beside the turns."""
        task = asyncio.get_running_loop().create_task(work)
        self._beside.add(task)
        task.add_done_callback(self._done_beside)
        return task

    def _done_beside(self, task: asyncio.Task[None]) -> None:
        self._beside.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            self.recovery.note("beside", error)

    def create(self, created: Created) -> LiveTable:
        """A new table; it exists for good once it is durable."""
        live = LiveTable(Table(created), stored=False, used_at=time.monotonic())
        live.table.now = self.now()
        live.table.write(created)
        self.live[created.id] = live
        self.nodes.came(created.id)
        return live

    def drop(self, live: LiveTable) -> None:
        """Drop a table from memory. If it was dropped before, it may have been woken again: that one stays."""
        if self.live.get(live.id) is live:
            del self.live[live.id]
            self.nodes.went(live.id)
        self.commits.touched.pop(live, None)
        if live.timer is not None:
            live.timer.cancel()

    async def remove(self, table: str, *, anyway: bool = False) -> bool:
        """Remove a table for good, unless somebody is there; returns whether it did. Raises `StoreFailed`."""
        self._leaving.add(table)
        try:
            return await self._remove(table, anyway)
        finally:
            self._leaving.discard(table)

    async def _remove(self, table: str, anyway: bool) -> bool:
        live = await self.awake_or_asleep(table)
        if live is not None:
            if self.is_busy(live) and not anyway:
                return False
            self.drop(live)
            for socket in list(live.sockets):
                socket.close(Close.NO_TABLE)
        await self.store.remove([table])
        self.positions.forget(table)
        self.reviewing.forget(table)
        return True

    def is_busy(self, live: LiveTable) -> bool:
        """Whether somebody is at a table, a bot thinks there, or something is not stored yet."""
        return bool(live.sockets or live.jobs or live.reloading is not None) or live in self.commits.touched

    def falter(self, table: str, error: Exception, what: str) -> None:
        """Handle a bug, perhaps at a table that must be rolled back."""
        if (live := self.live.get(table)) is None:
            self.recovery.note(what, error, table)
        else:
            self.recovery.falter(live, error, what)

    # --- Sockets ------------------------------------------------------------------------------

    def join(self, socket: Socket) -> None:
        live = socket.live
        live.come(socket)
        live.table.now = max(live.table.now, self.now())
        self.sockets += 1
        self._come_or_go(socket, absence.arrive)
        self.nodes.seen(live)
        self.nodes.look_soon(live.id)
        self.touch(live)

    def leave(self, socket: Socket) -> None:
        live = socket.live
        if socket not in live.sockets:
            return
        live.go(socket)
        self.sockets -= 1
        live.used_at = time.monotonic()
        live.table.now = max(live.table.now, self.now())
        self._come_or_go(socket, absence.depart)
        if not self.closing:
            self.nodes.seen(live)
            self.touch(live)

    def _come_or_go(self, socket: Socket, does: Callable[[Table, str, int | None], None]) -> None:
        try:
            does(socket.live.table, socket.viewer.visitor, socket.viewer.seat)
        except Exception as error:
            self.recovery.falter(socket.live, error, "presence")

    # --- The whole server -----------------------------------------------------------------------

    async def close(self) -> None:
        """Store what is left, close all sockets so that clients come back, and stop."""
        self.closing = True
        with suppress(StoreFailed):
            await self.durable()
        for live in list(self.live.values()):
            if live.timer is not None:
                live.timer.cancel()
            for socket in list(live.sockets):
                socket.close(Close.RESTART)
        self.hinting.close()
        self.reviewing.close()
        self.writing.close()
        self.scheduler.close()
        self.heavy.close()
        self.commits.close()
        for task in self._beside:
            task.cancel()
        await self.nodes.bus.close()
        await self.store.close()
