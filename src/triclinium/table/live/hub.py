"""All tables of one server: messages in, one commit for each turn of the event loop, then acknowledgements, then
news.

Nothing is sent, not even to its sender, before it is stored. If storing fails, the tables concerned go back to what is
stored, and everybody there is sent the state again.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import lru_cache

from triclinium.table.bots.hinting import Hinting
from triclinium.table.bots.scheduler import Scheduler
from triclinium.table.live.branches import pass_on
from triclinium.table.live.edits import change_rows
from triclinium.table.live.inbox import Inbox
from triclinium.table.live.live_table import LiveTable, tell
from triclinium.table.live.outbox import Outbox
from triclinium.table.live.positions import Positions
from triclinium.table.live.recovery import Recovery
from triclinium.table.live.socket import Socket
from triclinium.table.log.rows import VISITS, Created, Row, visitors_of
from triclinium.table.ops.counts import Counts
from triclinium.table.ops.journal import Journal
from triclinium.table.ops.retention import Keeping
from triclinium.table.people.notices import Post
from triclinium.table.people.quotas import Quotas
from triclinium.table.play import absence
from triclinium.table.play.clock import believed
from triclinium.table.play.table import OVER, Table
from triclinium.table.protocol.messages import (
    ENCODER,
    Close,
)
from triclinium.table.store import Store, StoreFailed
from triclinium.table.web.heavy import Heavy
from triclinium.table.web.shard import Shard

TURN_SECONDS = 0.02
"""Processor time for one turn. Then the other tables wait for the next turn, so that incoming messages are read."""
AFTER_TROUBLE = 1000
"""Milliseconds without clocks and bots after the store has failed."""
PEEKS_KEPT = 200
"""How many tables of other shards are cached as last seen."""


class Hub:
    def __init__(
        self,
        store: Store,
        journal: Journal,
        post: Post | None = None,
        shard: Shard | None = None,
        quotas: Quotas | None = None,
        keeping: Keeping | None = None,
    ) -> None:
        self.store = store
        self.shard = shard or Shard()
        self.journal = journal
        self.post = post
        self.quotas = quotas or Quotas()
        self.keeping = keeping or Keeping()
        self.live: dict[str, LiveTable] = {}
        self.counts = Counts()
        self.troubled_until = 0
        self._touched: dict[LiveTable, None] = {}
        self._leaving: set[str] = set()
        self.rewriting: set[str] = set()
        """Tables that are not in memory and must not be woken until their rows are overwritten."""
        self._armed = False
        self._writing: asyncio.Future[None] | None = None
        self._next: asyncio.Future[None] | None = None
        self._began = 0.0
        self._writer = ThreadPoolExecutor(1, "store")
        self.scheduler = Scheduler(self)
        self.heavy = Heavy()
        self.positions = Positions()
        self.hinting = Hinting(journal, self.scheduler.thinking)
        # Milliseconds since 1970, unaffected by jumps of the system clock, and never running backwards.
        self._started = believed(time.time_ns() // 1_000_000, store.latest(), journal)
        self._origin = time.monotonic()
        self.sockets = 0
        self.closing = False
        self.recovery = Recovery(self)
        self.inbox = Inbox(self)
        self._peek = lru_cache(PEEKS_KEPT)(lambda table, _rows: self.recovery.woken(table, self.store.load(table)))

    def now(self) -> int:
        return self._started + int((time.monotonic() - self._origin) * 1000)

    # --- Tables -------------------------------------------------------------------------------

    def find(self, table: str) -> LiveTable | None:
        """A table of this shard, woken from the store if necessary. Raises `Refused` if a fault prevents that."""
        live = self.live.get(table)
        if live is None:
            if table in self.rewriting:
                raise StoreFailed("the table is being written anew")
            rows = self.store.load(table) if self.shard.owns(table) and table not in self._leaving else []
            if not rows:
                return None
            live = self.recovery.live(table, rows)
            self.live[table] = live
            self.touch(live)
        live.used_at = time.monotonic()
        return live

    def peek(self, table: str) -> Table | None:
        """A table as it stands, whichever shard has it. Raises `Refused` if a fault keeps it from waking."""
        if self.shard.owns(table):
            live = self.find(table)
            return None if live is None else live.table
        rows = self.store.length(table)
        return self._peek(table, rows) if rows else None

    def create(self, created: Created) -> LiveTable:
        """A new table; it exists for good once it is durable."""
        live = LiveTable(Table(created), stored=False, used_at=time.monotonic())
        live.table.now = self.now()
        live.table.write(created)
        self.live[created.id] = live
        return live

    def drop(self, live: LiveTable) -> None:
        """Drop a table from memory."""
        self.live.pop(live.id, None)
        self._touched.pop(live, None)
        if live.timer is not None:
            live.timer.cancel()

    async def remove(self, table: str, *, anyway: bool = False) -> bool:
        """Remove a table for good, unless somebody is there; returns whether it did. Raises `StoreFailed`."""
        live = self.live.get(table)
        if live is not None:
            if self.is_busy(live) and not anyway:
                return False
            self.drop(live)
            for socket in list(live.sockets):
                socket.close(Close.NO_TABLE)
        self._leaving.add(table)
        try:
            await self.write(lambda: self.store.remove([table]))
        finally:
            self._leaving.discard(table)
        self.positions.forget(table)
        return True

    async def write(self, writing: Callable[[], None]) -> None:
        """Write something besides the turns, in the same thread."""
        await asyncio.get_running_loop().run_in_executor(self._writer, writing)

    def touch(self, live: LiveTable) -> None:
        """Something happened at a table: store and send it in this turn, or in the next one that is free."""
        if self.live.get(live.id) is not live:
            return  # it was put away, and its last sockets are closing
        self._touched[live] = None
        if not self._armed and self._writing is None:
            self._armed = True
            asyncio.get_running_loop().call_soon(self._flush)

    def is_busy(self, live: LiveTable) -> bool:
        """Whether somebody is at a table, a bot thinks there, or something is not stored yet."""
        return bool(live.sockets or live.jobs) or live in self._touched

    async def durable(self, *tables: str) -> None:
        """Wait until everything that has happened so far is stored.

        Raises `StoreFailed` if that failed, or if one of these tables had a fault and was rolled back meanwhile.
        """
        waited_for = [(live, live.setbacks) for table in tables if (live := self.live.get(table)) is not None]
        await self._stored()
        if any(live.setbacks != setbacks for live, setbacks in waited_for):
            raise StoreFailed("the table had to step back")

    async def _stored(self) -> None:
        if self._touched:
            if self._next is None:
                self._next = asyncio.get_running_loop().create_future()
            await asyncio.shield(self._next)
        elif self._writing is not None:
            await asyncio.shield(self._writing)

    # --- The turn -----------------------------------------------------------------------------

    def _flush(self) -> None:
        """Hand everything that has happened to the store, and prepare what is sent once it is stored.

        The store writes in a thread. What happens meanwhile belongs to the next turn: its frames are built later, so
        that no frame shows what is not stored. The same goes for what is left when the turn has taken long enough.
        """
        self._armed = False
        waiting, self._touched = self._touched, {}
        loop = asyncio.get_running_loop()
        self._writing, self._next = self._next or loop.create_future(), None
        something = False
        outbox = Outbox()
        touched: dict[LiveTable, None] = {}
        began, until = time.perf_counter(), time.thread_time() + TURN_SECONDS
        # The wall clock is cheap to read, and never behind the loop's own time.
        while waiting and (not touched or time.perf_counter() < began + TURN_SECONDS or time.thread_time() < until):
            live = next(iter(waiting))
            del waiting[live]
            touched[live] = None
            told = Outbox()
            try:
                if (live.edits or live.veiled_elsewhere or live.forgetting) and not live.faltered:
                    pass_on(self, change_rows(live, self.store, self.journal, self.live))
                if not live.faltered:
                    fresh = live.table.fresh
                    tell(live, told, self.leave)
                    # Handed in last: what cannot be sent is not stored either.
                    something |= self._hand_in(live, fresh)
                    outbox.add(told)
            except Exception as error:
                told.unsay()
                self.recovery.falter(live, error, "turn")
            if live.faltered:
                del touched[live]
                self.recovery.set_right(live)
        if waiting:
            self._put_off(waiting)
        self._began = time.perf_counter()
        if not something:
            written: asyncio.Future[None] = loop.create_future()
            written.set_result(None)
            self._written(touched, outbox, written)
            return
        written = loop.run_in_executor(self._writer, self.store.batch())
        written.add_done_callback(lambda done: self._written(touched, outbox, done))

    def _put_off(self, rest: dict[LiveTable, None]) -> None:
        """Leave tables to the next turn, with whoever waits for one of them."""
        self._touched = {**rest, **self._touched}
        self._writing, self._next = asyncio.get_running_loop().create_future(), self._writing

    def _written(self, touched: dict[LiveTable, None], outbox: Outbox, done: asyncio.Future[None]) -> None:
        """The turn is stored: acknowledge, send, do what is due. Or it failed: roll back."""
        waiting = [future for future in (self._writing,) if future is not None]
        self._writing = None
        self.counts.commits += 1
        took = time.perf_counter() - self._began
        self.counts.commit_seconds += took
        self.counts.commit_slowest = max(self.counts.commit_slowest, took)
        failed = asyncio.CancelledError() if done.cancelled() else done.exception()
        if failed is not None:
            self._step_back(touched, outbox, failed)
            if self._next is not None:  # what has happened since is lost too
                waiting.append(self._next)
                self._next = None
        else:
            self.send(outbox)
            for live in touched:
                live.stored = True
                self.arm(live)
        for future in waiting:
            if failed is None:
                future.set_result(None)
            else:
                future.set_exception(failed if isinstance(failed, StoreFailed) else StoreFailed(str(failed)))
                future.exception()  # mark as seen, even if nobody waits for it
        if self._touched and not self._armed:
            self._armed = True
            asyncio.get_running_loop().call_soon(self._flush)

    def arm(self, live: LiveTable) -> None:
        """Schedule what is due at a table."""
        try:
            self.scheduler.arm(live)
        except Exception as error:
            self.recovery.falter(live, error, "clock")

    def send(self, outbox: Outbox) -> None:
        """Send what was prepared: to each socket in one go, acknowledged senders first."""
        frames = size = 0
        for socket, bodies in outbox.frames.items():
            frames += len(bodies)
            size += sum(map(len, bodies))
            try:
                socket.tell(*bodies)
            except Exception as error:
                self.recovery.note("socket", error, socket.live.id)
                socket.close(Close.BROKEN)
        for socket, code in outbox.closing:
            socket.close(code)
        self.counts.frames += frames
        self.counts.frame_bytes += size

    def _hand_in(self, live: LiveTable, fresh: list[Row]) -> bool:
        """Hand a table's new and changed rows to the store; returns whether there are any."""
        table, store = live.table, self.store
        something = bool(fresh)
        if not live.stored:
            store.create(live.id, table.made.game)
        if live.overwritten or live.completing or live.departed:
            something |= self._hand_in_changes(live)
        if fresh:
            store.append(live.id, table.rows - len(fresh), [ENCODER.encode(row) for row in fresh])
            self.counts.rows += len(fresh)
            for row in fresh:
                if isinstance(row, VISITS):
                    for visitor in visitors_of(row):
                        store.visit(visitor, live.id)
        if table.phase == OVER and not live.finished:
            live.finished = True
            store.finish(live.id)
            return True
        return something

    def _hand_in_changes(self, live: LiveTable) -> bool:
        """Hand in changes to rows that are already stored."""
        something = bool(live.overwritten or live.completing)
        if live.overwritten:
            self.store.replace(live.id, live.overwritten, wipe=live.wiping)
            live.overwritten, live.wiping = {}, False
        if live.completing:
            self.store.complete(live.id)
            live.completing = False
        for visitor in live.departed:
            self.store.leave(visitor, live.id)
        live.departed = []
        return something

    def falter(self, table: str, error: Exception, what: str) -> None:
        """Handle a bug, perhaps at a table that must be rolled back."""
        if (live := self.live.get(table)) is None:
            self.recovery.note(what, error, table)
        else:
            self.recovery.falter(live, error, what)

    def _step_back(self, touched: Iterable[LiveTable], outbox: Outbox, failed: BaseException) -> None:
        """Nothing of this turn is stored, and later events depended on it: drop both, and tell everybody."""
        self.counts.failures += 1
        self.troubled_until = self.now() + AFTER_TROUBLE
        self.journal.trouble("store", str(failed))
        lost = {**dict.fromkeys(touched), **self._touched}
        self._touched = {}
        outbox.unsay()
        for live in lost:
            self.recovery.forget(live)
            if live.stored:
                self.recovery.reload(live)
            else:
                self.drop(live)

    # --- Sockets ------------------------------------------------------------------------------

    def join(self, socket: Socket) -> None:
        live = socket.live
        live.come(socket)
        live.table.now = max(live.table.now, self.now())
        self.sockets += 1
        self._come_or_go(socket, absence.arrive)
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
        self.scheduler.close()
        self.heavy.close()
        self._writer.shutdown()
        self.store.close()
