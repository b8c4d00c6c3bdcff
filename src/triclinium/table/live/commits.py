"""The store loop: one commit for each turn of the event loop, then acknowledgements, then news.

Nothing is sent, not even to its sender, before it is stored. If storing fails, the tables concerned go back to what is
stored, and everybody there is sent the state again.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque

from triclinium.table.live.branches import pass_on
from triclinium.table.live.edits import change_rows, hand_in_changes, read_rows
from triclinium.table.live.house import House
from triclinium.table.live.live_table import LiveTable
from triclinium.table.live.outbox import Outbox, tell
from triclinium.table.live.recovery import Recovery
from triclinium.table.log.rows import Row
from triclinium.table.log.visitors import NAMES, names_of
from triclinium.table.ops.collecting import YOUNG
from triclinium.table.play.fields import OVER
from triclinium.table.protocol.messages import ENCODER, Close
from triclinium.table.store import Overtaken, StoreFailed

TURN_SECONDS = 0.02
"""Processor time for one turn. Then the other tables wait for the next turn, so that incoming messages are read."""
SNAPSHOT_ROWS = 600
"""A table in play gets a snapshot after so many rows: only games that are longer than most. It costs as much as waking
the table from its rows, which few tables ever need."""


class Budget:
    """Processor time for the loop's own thread, which is dear to read. The wall clock is cheap and never behind it."""

    __slots__ = ("_look", "_until")

    def __init__(self, seconds: float) -> None:
        self._look = time.perf_counter() + seconds
        self._until = time.thread_time() + seconds

    def is_spent(self) -> bool:
        now = time.perf_counter()
        if now < self._look:
            return False
        left = self._until - time.thread_time()
        self._look = now + left
        return left <= 0


class Commits:
    """Stores what has happened at the tables, and sends it afterwards."""

    def __init__(self, house: House, recovery: Recovery) -> None:
        self.house = house
        self.recovery = recovery
        self.touched: dict[LiveTable, None] = {}
        """Tables with something new that is not handed to the store yet."""
        self.in_flight: dict[LiveTable, None] = {}
        """Tables of the turn being written."""
        self.writing: asyncio.Future[None] | None = None
        """The turn being written."""
        self._next: asyncio.Future[None] | None = None
        self._armed = False
        self._began = 0.0
        self._reading: asyncio.Task[None] | None = None

    def touch(self, live: LiveTable) -> None:
        """Something happened at a table: store and send it in this turn, or in the next one that is free."""
        if self.house.live.get(live.id) is not live:
            # It was dropped: whoever is still there comes back, and finds it as stored.
            for socket in list(live.sockets):
                socket.close(Close.TOO_SLOW)
            return
        self.touched[live] = None
        YOUNG.grow()
        if not self._armed and self.writing is None:
            self._armed = True
            asyncio.get_running_loop().call_soon(self._begin)

    def has(self, live: LiveTable) -> bool:
        """Whether something has happened at a table that is not stored yet."""
        return live in self.touched or live in self.in_flight

    async def durable(self, *tables: str) -> None:
        """Wait until everything that has happened so far is stored.

        Raises `StoreFailed` if that failed, or if one of these tables had a fault and was rolled back meanwhile; and
        `Overtaken` if somebody else has written to one of them.
        """
        waited_for = [
            (live, live.setbacks, live.overtaken)
            for table in tables
            if (live := self.house.live.get(table)) is not None
        ]
        await self._stored()
        if any(live.setbacks != setbacks for live, setbacks, _ in waited_for):
            raise StoreFailed("the table had to step back")
        if any(live.overtaken != overtaken for live, _, overtaken in waited_for):
            raise Overtaken("somebody else was faster")

    async def _stored(self) -> None:
        if self.touched:
            if self._next is None:
                self._next = asyncio.get_running_loop().create_future()
            await asyncio.shield(self._next)
        elif self.writing is not None:
            await asyncio.shield(self.writing)

    # --- The turn -----------------------------------------------------------------------------

    def _begin(self) -> None:
        """Begin a turn. If stored rows are to be changed, they are read first."""
        changing = [live for live in self.touched if _changes_rows(live) and not live.faltered]
        if changing:
            self._reading = asyncio.get_running_loop().create_task(self._read(changing))
            self._reading.add_done_callback(self._has_read)
        else:
            self._flush()

    async def _read(self, changing: list[LiveTable]) -> None:
        for live in changing:
            try:
                live.read = await read_rows(live, self.house.store, self.house.live)
            except StoreFailed as failed:
                self.house.journal.trouble("store", str(failed))
                self.recovery.give_up_changes(live)

    def _has_read(self, reading: asyncio.Task[None]) -> None:
        self._reading = None
        if reading.cancelled():
            return
        if (error := reading.exception()) is not None:
            self.recovery.note("edit", error)
        self._flush()

    def _flush(self) -> None:
        """Hand everything that has happened to the store, and prepare what is sent once it is stored.

        The store writes in a thread. What happens meanwhile belongs to the next turn: its frames are built later, so
        that no frame shows what is not stored. The same goes for what is left when the turn has taken long enough.
        """
        self._armed = False
        waiting, self.touched = deque(self.touched), {}
        loop = asyncio.get_running_loop()
        self.writing, self._next = self._next or loop.create_future(), None
        something = False
        outbox = Outbox()
        touched: dict[LiveTable, None] = {}
        unread: dict[LiveTable, None] = {}
        budget = Budget(TURN_SECONDS)
        while waiting and not (touched and budget.is_spent()):
            live = waiting.popleft()
            if (changes := _changes_rows(live)) and live.read is None and not live.faltered:
                unread[live] = None  # it was asked for while others' rows were read
                continue
            touched[live] = None
            told = Outbox()
            try:
                if changes and not live.faltered:
                    pass_on(self.house, change_rows(live, self.house.store, self.house.journal, self.house.live))
                if not live.faltered:
                    fresh = live.table.fresh
                    live.in_flight = live.replies
                    tell(live, told, self.house.leave)
                    # Handed in last: what cannot be sent is not stored either.
                    something |= self._hand_in(live, fresh)
                    outbox.add(told)
            except Exception as error:
                told.unsay()
                self.recovery.falter(live, error, "turn")
            if live.faltered:
                del touched[live]
                if live.reloading is None:
                    self.recovery.set_right(live)
        if waiting or unread:
            self._put_off({**dict.fromkeys(waiting), **unread})
        self._began = time.perf_counter()
        self.in_flight = touched
        if not something:
            written: asyncio.Future[frozenset[str]] = loop.create_future()
            written.set_result(frozenset())
            self._written(touched, outbox, written)
            return
        written = asyncio.ensure_future(self.house.store.write())
        written.add_done_callback(lambda done: self._written(touched, outbox, done))

    def _put_off(self, rest: dict[LiveTable, None]) -> None:
        """Leave tables to the next turn, with whoever waits for one of them."""
        self.touched = {**rest, **self.touched}
        self.writing, self._next = asyncio.get_running_loop().create_future(), self.writing

    def _written(self, touched: dict[LiveTable, None], outbox: Outbox, done: asyncio.Future[frozenset[str]]) -> None:
        """The turn is stored: acknowledge, send, do what is due. Or it failed: roll back."""
        waiting = [future for future in (self.writing,) if future is not None]
        self.writing = None
        self.in_flight = {}
        self.house.counts.commits += 1
        took = time.perf_counter() - self._began
        self.house.counts.commit_seconds += took
        self.house.counts.commit_slowest = max(self.house.counts.commit_slowest, took)
        failed = asyncio.CancelledError() if done.cancelled() else done.exception()
        if failed is not None:
            # Nothing of this turn is stored, and later events depended on it.
            lost_too, self.touched = self.touched, {}
            self.recovery.step_back({**touched, **lost_too}, outbox, failed)
            if self._next is not None:  # what has happened since is lost too
                waiting.append(self._next)
                self._next = None
        else:
            if lost := done.result():
                touched = self.recovery.give_way(touched, outbox, lost)
            outbox.send(self.house.counts, self.recovery.note)
            for live in touched:
                live.stored = True
                live.durable, live.in_flight = live.handed_in, []
                if live.durable >= live.snapshot_at + SNAPSHOT_ROWS:
                    self.house.grown(live)
                if live.timer is not None or not live.table.is_still():
                    self.house.arm(live)
            if not self.house.nodes.bus.alone:
                self.house.nodes.stored(touched)
        for future in waiting:
            if failed is None:
                future.set_result(None)
            else:
                future.set_exception(failed if isinstance(failed, StoreFailed) else StoreFailed(str(failed)))
                future.exception()  # mark as seen, even if nobody waits for it
        if self.touched and not self._armed:
            self._armed = True
            asyncio.get_running_loop().call_soon(self._begin)

    def _hand_in(self, live: LiveTable, fresh: list[Row]) -> bool:
        """Hand a table's new and changed rows to the store; returns whether there are any."""
        table, store = live.table, self.house.store
        something = live.appended = bool(fresh)
        live.handed_in = table.rows
        if not live.stored:
            store.create(live.id, table.made.game)
        if live.overwritten or live.completing or live.departed:
            something |= hand_in_changes(live, store)
        if fresh:
            store.append(live.id, table.rows - len(fresh), [ENCODER.encode(row) for row in fresh])
            self.house.counts.rows += len(fresh)
            for row in fresh:
                if isinstance(row, NAMES):
                    for name in names_of(row):
                        store.visit(name, live.id)
        if table.phase == OVER and not live.finished:
            live.finished = True
            store.finish(live.id)
            return True
        return something

    def close(self) -> None:
        """Begin no more turns."""
        if self._reading is not None:
            self._reading.cancel()


def _changes_rows(live: LiveTable) -> bool:
    """Whether somebody wants rows changed that are already stored."""
    return bool(live.edits or live.veiled_elsewhere or live.forgetting)
