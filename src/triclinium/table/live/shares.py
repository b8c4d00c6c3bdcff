"""Which running tables a node looks after when nobody asks for them: their clocks run, and their bots play.

All nodes that hear each other divide the tables by name. A node that joins wakes its share, and when one is gone the
others wake what was its. That is only economy: any node may wake any table at any time, and the log decides.
"""

from __future__ import annotations

import asyncio
import hashlib
from contextlib import suppress

from triclinium.core.decision import Refused
from triclinium.table.live.house import House
from triclinium.table.store import StoreFailed

LISTEN_SECONDS = 2.5
"""How long a new node listens before it knows who else is there: they say so every second."""
LOOK_SECONDS = 2.0
DEAF_SECONDS = 60.0
"""A node that hears nobody for so long looks after everything: the others may be gone."""


class Shares:
    """The share of this node."""

    def __init__(self, house: House) -> None:
        self.house = house
        self._nodes: frozenset[str] = frozenset()
        """Those among whom tables are divided now."""

    def has(self, table: str) -> bool:
        """Whether it is for this node to look after a table."""
        return owner(table, self._nodes) in (None, self.house.nodes.bus.node)

    async def look_after(self) -> None:
        """Wake the tables of this node's share, and again whenever a node has come or gone: a background task."""
        bus = self.house.nodes.bus
        if bus.alone:
            await self._wake()
            return
        await asyncio.sleep(LISTEN_SECONDS)
        deaf = 0.0
        while True:
            nodes = bus.present()
            deaf = 0.0 if nodes else deaf + LOOK_SECONDS
            if not nodes and (deaf > DEAF_SECONDS or not self._nodes):
                nodes = frozenset({bus.node})
            if nodes and nodes != self._nodes:
                before, self._nodes = self._nodes, nodes
                if not await self._wake():
                    self._nodes = before  # and again
            await asyncio.sleep(LOOK_SECONDS)

    async def _wake(self) -> bool:
        """Wake this node's tables that were running before a restart, or elsewhere. Requests come first."""
        with suppress(StoreFailed):
            for table in await self.house.store.running():
                if table not in self.house.live and self.has(table):
                    with suppress(Refused):  # already in the journal
                        await self.house.find(table)
                    await asyncio.sleep(0)
            return True
        return False


def owner(table: str, nodes: frozenset[str]) -> str | None:
    """Who looks after a table. When a node comes or goes, only its own share changes hands.

    >>> nodes = frozenset({"a", "b", "c"})
    >>> tables = [f"table {number}" for number in range(300)]
    >>> before, after = ([owner(table, some) for table in tables] for some in (nodes, nodes - {"b"}))
    >>> {one for one, other in zip(before, after) if one != other}
    {'b'}
    >>> min(before.count(node) for node in nodes) > 60
    True
    """
    return max(nodes, key=lambda node: hashlib.blake2b(f"{node} {table}".encode()).digest(), default=None)
