"""What the rooms of `live` need from the tables in memory. The hub implements it."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, Protocol

from triclinium.table.live.heavy import Heavy
from triclinium.table.live.live_table import LiveTable, Socket
from triclinium.table.live.nodes import Nodes
from triclinium.table.ops.counts import Counts
from triclinium.table.ops.journal import Journal
from triclinium.table.people.limits import Quotas
from triclinium.table.people.notices import Post
from triclinium.table.protocol.messages import Up
from triclinium.table.store import Store


class House(Protocol):
    """The tables of one server process."""

    store: Store
    journal: Journal
    counts: Counts
    nodes: Nodes
    heavy: Heavy
    post: Post | None
    quotas: Quotas
    live: dict[str, LiveTable]
    """The tables in memory."""
    up_since: int
    """When this node started, in milliseconds."""
    epoch: int
    """The time, in milliseconds, at which the monotonic clock stood at zero."""
    closing: bool
    troubled_until: int
    """Until then neither clocks nor bots do anything: the store has failed."""

    def now(self) -> int:
        """The time, in milliseconds."""
        ...

    def spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Do something beside the turns."""
        ...

    async def find(self, table: str) -> LiveTable | None:
        """A table, woken from the store if necessary. Raises `Refused` or `StoreFailed`."""
        ...

    def drop(self, live: LiveTable) -> None:
        """Drop a table from memory."""
        ...

    def is_busy(self, live: LiveTable) -> bool:
        """Whether a table is needed in memory."""
        ...

    def touch(self, live: LiveTable) -> None:
        """Something happened at a table: it is stored and sent with a turn."""
        ...

    def grown(self, live: LiveTable) -> None:
        """A table has many rows since its last snapshot."""
        ...

    def arm(self, live: LiveTable) -> None:
        """Schedule what is due at a table."""
        ...

    def take(self, socket: Socket, message: Up, now: int) -> None:
        """Handle a message that had to wait."""
        ...

    def join(self, socket: Socket) -> None:
        """A socket has opened."""
        ...

    def leave(self, socket: Socket) -> None:
        """A socket has closed."""
        ...
