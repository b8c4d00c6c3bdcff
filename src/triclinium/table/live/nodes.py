"""The tables of this node among those of other nodes: newer rows are heard of or looked for, and people are seen.

Correctness rests on the log alone. What is heard here makes it quick: without a bus every node looks into the store
once a second, and with one only now and then, for what may have been lost. While nothing is heard, everybody counts as
present: nobody plays for a person who may only be connected elsewhere.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from functools import partial
from typing import Protocol

from triclinium.table.bus import NOBODY, Bus, Presence, Spent
from triclinium.table.live.live_table import LiveTable, count_people
from triclinium.table.people.limits import Buckets
from triclinium.table.play import rest
from triclinium.table.store import Store, StoreFailed

DEAF_SECONDS = 1.0
"""How often a node looks into the store if it hears nothing."""
SLOW_SECONDS = 3.0
"""How often it looks although it hears: a node may be lost between its rows and its word of them."""
ASSUMED_SECONDS = 3.0
"""How long the others have to say who is there, once they are heard again."""
SUBSCRIBED_SECONDS = 0.3
"""How long after it began to listen, or after people came or went, it looks for what was written just before."""


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
        self._assumed: set[LiveTable] = set()
        """Tables at which everybody counts as present until the others have said who is."""
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
            self.live[table].shared = True
            self.bus.subscribe(table)
            self.look_soon(table)
            if self._deaf:
                be_elsewhere(self.live[table], everybody(self.live[table]))

    def went(self, table: str) -> None:
        self.bus.unsubscribe(table)

    def stored(self, touched: Iterable[LiveTable]) -> None:
        """A turn of these tables was stored: tell the others which have new rows."""
        for live in touched:
            if live.appended:
                self.bus.publish(live.id, live.table.rows)
            if live.table.resting:
                self.seen(live)

    def seen(self, live: LiveTable) -> None:
        """Somebody came to a table, or left, or wants to go on after a stop."""
        if not self.bus.alone:
            table = live.table
            seats = frozenset(one.viewer.seat for one in live.sockets if one.viewer.seat is not None)
            host = any(one.viewer.visitor == table.made.host for one in live.sockets)
            watching = live.watching() - live.elsewhere.watching
            stop = table.stopped_at if table.resting else 0
            self.bus.here(live.id, Presence(seats, host, watching, frozenset(table.lifting), stop))

    def look_soon(self, table: str) -> None:
        """There may be rows of which this node has not been told."""
        if not self.bus.alone:
            self._new.add(table)
            self._news.set()

    # --- Hearing ------------------------------------------------------------------------------

    def heard(self, table: str, number: int) -> None:
        self.reads.heard(table, number)

    def present(self, table: str, presence: Presence) -> None:
        live = self.live.get(table)
        if live is not None and not self._deaf:
            self._assumed.discard(live)
            be_elsewhere(live, presence)
            # Somebody may have come from a node that was lost before it told of its last rows.
            self.look_soon(table)
            if not live.faltered:
                rest.lift_with(live.table, presence.lifting, presence.stop)
            self.touch(live)

    def spent(self, spent: Spent) -> None:
        now = time.monotonic()
        for place, drops in spent.items():
            kind, _, name = place.partition("/")
            if kind in self._shared:
                self._shared[kind].taken_elsewhere(name, now, drops)

    def lost(self) -> None:
        if not self._deaf:
            self._deaf = True
            for live in list(self.live.values()):
                be_elsewhere(live, everybody(live))
                self.touch(live)
        self._news.set()

    def found(self) -> None:
        if self._deaf:
            self._deaf = False
            self._assumed = set(self.live.values())
            asyncio.get_running_loop().call_later(ASSUMED_SECONDS, self._assume_no_more)
        self._new.update(self.live)
        self._news.set()

    def _assume_no_more(self) -> None:
        """Whoever has not been heard of by now is not there."""
        assumed, self._assumed = self._assumed, set()
        for live in assumed:
            if self.live.get(live.id) is live and not self._deaf:
                be_elsewhere(live, NOBODY)
                self.touch(live)

    async def look(self) -> None:
        """Look for newer rows as often as it takes: a background task."""
        now = asyncio.get_running_loop().time
        due = now() + SLOW_SECONDS
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(DEAF_SECONDS if self._deaf else due - now()):
                    await self._news.wait()
            self._news.clear()
            if self._new and not self._deaf:
                await asyncio.sleep(SUBSCRIBED_SECONDS)
            tables, self._new = self._new, set()
            if self._deaf or now() >= due:  # at all of them, however many come meanwhile
                tables, due = set(self.live), now() + SLOW_SECONDS
            if tables:
                with suppress(StoreFailed):  # the store loop says so, and the next look tries again
                    for table, rows in (await self.store.lengths(list(tables))).items():
                        self.reads.heard(table, rows)


def be_elsewhere(live: LiveTable, presence: Presence) -> None:
    """Somebody came to a table at another node, or left there: it counts like one more socket."""
    if live.elsewhere.watching != presence.watching:
        live.table.changed = True
    live.elsewhere = presence
    count_people(live)


def everybody(live: LiveTable) -> Presence:
    """All people of a table."""
    return Presence(frozenset(live.table.people), host=True, watching=live.elsewhere.watching)
