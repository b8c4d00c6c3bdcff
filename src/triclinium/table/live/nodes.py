"""The tables of this node among those of other nodes: newer rows are heard of or looked for, and people are seen.

Correctness rests on the log alone. What is heard here makes it quick: without a bus every node looks into the store
once a second, and with one only now and then, for what may have been lost.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from typing import Protocol

from triclinium.table.bus import Bus, Presence, Spent
from triclinium.table.live.live_table import LiveTable
from triclinium.table.people.limits import Buckets
from triclinium.table.store import Store, StoreFailed

DEAF_SECONDS = 1.0
"""How often a node looks into the store if it hears nothing."""
SLOW_SECONDS = 10.0
"""How often it looks although it hears."""
SUBSCRIBED_SECONDS = 0.3
"""How long after it began to listen it looks for what was written just before."""


class ReadsOn(Protocol):
    """Reads newer rows."""

    def heard(self, table: str, rows: int) -> None: ...


class Nodes:
    """What this node hears from the others, and tells them."""

    def __init__(self, bus: Bus, store: Store, live: dict[str, LiveTable], touch: Callable[[LiveTable], None]) -> None:
        self.bus = bus
        self.store = store
        self.live = live
        self.touch = touch
        self.reads: ReadsOn
        self._shared: dict[str, Buckets] = {}
        self._deaf = False
        self._new: set[str] = set()
        self._news = asyncio.Event()

    def share(self, buckets: Mapping[str, Buckets]) -> None:
        """What is taken from these at one node is taken at all, a second later."""
        self._shared = dict(buckets)
        for kind, held in buckets.items():
            held.tell = partial(self._tell_taken, kind)

    def _tell_taken(self, kind: str, name: str, drops: float) -> None:
        self.bus.spend(f"{kind}/{name}", drops)

    # --- Telling ------------------------------------------------------------------------------

    def came(self, table: str) -> None:
        """A table is in memory."""
        if not self.bus.alone:
            self.bus.subscribe(table)
            self._new.add(table)
            self._news.set()

    def went(self, table: str) -> None:
        self.bus.unsubscribe(table)

    def wrote(self, live: LiveTable) -> None:
        """Rows of a table were stored by this node."""
        live.news = False
        self.bus.publish(live.id, live.table.rows)

    def seen(self, live: LiveTable, host_here: bool) -> None:
        """Somebody came to a table, or left."""
        if not self.bus.alone:
            seats = frozenset(one.viewer.seat for one in live.sockets if one.viewer.seat is not None)
            self.bus.here(live.id, Presence(seats, host_here, live.watching() - live.elsewhere.watching))

    # --- Hearing ------------------------------------------------------------------------------

    def heard(self, table: str, number: int) -> None:
        self.reads.heard(table, number)

    def present(self, table: str, presence: Presence) -> None:
        live = self.live.get(table)
        if live is not None:
            be_elsewhere(live, presence)
            self.touch(live)

    def spent(self, spent: Spent) -> None:
        now = time.monotonic()
        for place, drops in spent.items():
            kind, _, name = place.partition("/")
            if kind in self._shared:
                self._shared[kind].taken_elsewhere(name, now, drops)

    def lost(self) -> None:
        self._deaf = True
        self._news.set()

    def found(self) -> None:
        self._deaf = False
        self._new.update(self.live)
        self._news.set()

    async def look(self) -> None:
        """Look for newer rows as often as it takes: a background task."""
        while True:
            wait = DEAF_SECONDS if self._deaf else SLOW_SECONDS
            with suppress(TimeoutError):
                async with asyncio.timeout(wait):
                    await self._news.wait()
            self._news.clear()
            if self._new and not self._deaf:
                await asyncio.sleep(SUBSCRIBED_SECONDS)
                tables, self._new = list(self._new), set()
            else:
                tables, self._new = list(self.live), set()
            if tables:
                with suppress(StoreFailed):  # the store loop says so, and the next look tries again
                    for table, rows in (await self.store.lengths(tables)).items():
                        self.reads.heard(table, rows)


def be_elsewhere(live: LiveTable, presence: Presence) -> None:
    """Somebody came to a table at another node, or left there: it counts like one more socket."""
    table, before = live.table, live.elsewhere
    live.elsewhere = presence
    table.calm = None
    table.changed = True
    for number, seat in enumerate(table.seats):
        seat.sockets += (number in presence.seats) - (number in before.seats)
        if number in before.seats and not seat.sockets:
            seat.absent_since = table.now
    table.host_sockets += presence.host - before.host
    if before.host and not table.host_sockets:
        table.host_absent_since = table.now
