"""The other nodes of a house: who is at a table there, and what they have written.

Nothing rests on what they tell. While they cannot be heard, newer rows are looked for in the store every second, and
everybody counts as present: nobody plays for a person who may only be connected elsewhere.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress

from triclinium.table.bus import CHANGED, NOBODY, Presence, Spent
from triclinium.table.live.house import House
from triclinium.table.live.live_table import LiveTable, count_people
from triclinium.table.live.reading_on import ReadingOn
from triclinium.table.store import StoreFailed

ASSUMED_SECONDS = 3.0
"""How long the others have to say who is there, once they are heard again."""
LOOK_SECONDS = 1.0
"""How often the store is asked for newer rows while nothing is heard."""


class Neighbours:
    """Hears what other nodes tell, and tells them of this one."""

    def __init__(self, house: House, reading_on: ReadingOn) -> None:
        self.house = house
        self.reading_on = reading_on
        self.deaf = False
        self.on_spent: Callable[[Spent], None] = lambda _spent: None
        """Whoever keeps the limits."""
        self._assumed: set[LiveTable] = set()
        """Tables at which everybody counts as present until the others have said who is."""
        self._looking: asyncio.Task[None] | None = None

    # --- Telling ------------------------------------------------------------------------------

    def look_at(self, live: LiveTable) -> None:
        """A table is in memory now."""
        if not self.house.bus.alone:
            self.house.bus.subscribe(live.id)
            if self.deaf:
                self._count(live, everybody(live))

    def look_away(self, live: LiveTable) -> None:
        if not self.house.bus.alone:
            self.house.bus.unsubscribe(live.id)

    def tell_presence(self, live: LiveTable) -> None:
        """Somebody has come to a table here, or gone."""
        if not self.house.bus.alone:
            seats = frozenset(one.viewer.seat for one in live.sockets if one.viewer.seat is not None)
            host = any(one.viewer.visitor == live.table.made.host for one in live.sockets)
            self.house.bus.here(live.id, Presence(seats, host, live.watching_here()))

    # --- Hearing ------------------------------------------------------------------------------

    def heard(self, table: str, number: int) -> None:
        """A table has so many rows now, or rows of it were overwritten."""
        if number != CHANGED:
            self.reading_on.heard(table, number)
        elif (live := self.house.live.get(table)) is not None:
            self.reading_on.changed(live)

    def present(self, table: str, presence: Presence) -> None:
        """Who is at a table at other nodes has changed."""
        if not self.deaf and (live := self.house.live.get(table)) is not None:
            self._assumed.discard(live)
            self._count(live, presence)

    def spent(self, spent: Spent) -> None:
        """Tokens were taken at another node."""
        self.on_spent(spent)

    def lost(self) -> None:
        """Nothing is heard from now on."""
        if not self.deaf:
            self.deaf = True
            for live in list(self.house.live.values()):
                self._count(live, everybody(live))
            self._looking = self.house.spawn(self._look())

    def found(self) -> None:
        """The others are heard (again). They say by themselves who is there; what they wrote meanwhile is read."""
        if self._looking is not None:
            self._looking.cancel()
            self._looking = None
        if self.deaf:
            self.deaf = False
            self._assumed = set(self.house.live.values())
            asyncio.get_running_loop().call_later(ASSUMED_SECONDS, self._assume_no_more)
        self.house.spawn(self._look_once())

    def _assume_no_more(self) -> None:
        """Whoever has not been heard of by now is not there."""
        assumed, self._assumed = self._assumed, set()
        for live in assumed:
            if self.house.live.get(live.id) is live and not self.deaf:
                self._count(live, NOBODY)

    def _count(self, live: LiveTable, presence: Presence) -> None:
        if live.elsewhere != presence:
            live.elsewhere = presence
            live.table.now = max(live.table.now, self.house.now())
            count_people(live)
            self.house.touch(live)

    async def _look(self) -> None:
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            await self._look_once()

    async def _look_once(self) -> None:
        with suppress(StoreFailed):  # whoever plays is told, and the journal
            await self.reading_on.look()


def everybody(live: LiveTable) -> Presence:
    """All people of a table."""
    return Presence(frozenset(live.table.people), host=True, watching=live.elsewhere.watching)
