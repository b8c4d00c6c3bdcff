"""What those who serve the tables in memory need of them; the hub has it all."""

from __future__ import annotations

from typing import Protocol

from triclinium.table.live.live_table import LiveTable
from triclinium.table.live.outbox import Outbox
from triclinium.table.live.socket import Socket
from triclinium.table.ops.counts import Counts
from triclinium.table.ops.journal import Journal
from triclinium.table.ops.shard import Shard
from triclinium.table.people.notices import Post
from triclinium.table.people.quotas import Quotas
from triclinium.table.store import Store


class House(Protocol):
    """The tables of one server process."""

    store: Store
    journal: Journal
    counts: Counts
    shard: Shard
    post: Post | None
    quotas: Quotas
    live: dict[str, LiveTable]
    """The tables in memory."""
    closing: bool
    troubled_until: int
    """Until then neither clocks nor bots do anything: the store has failed."""

    def now(self) -> int:
        """The time, in milliseconds."""
        ...

    def find(self, table: str) -> LiveTable | None:
        """A table, woken from the store if need be; raises `Refused` or `StoreFailed`."""
        ...

    def drop(self, live: LiveTable) -> None:
        """Let go of a table in memory."""
        ...

    def is_busy(self, live: LiveTable) -> bool:
        """Whether a table is needed in memory."""
        ...

    def touch(self, live: LiveTable) -> None:
        """Something has happened at a table: it is stored and told with a turn."""
        ...

    def send(self, outbox: Outbox) -> None:
        """Send what is stored, or was stored before."""
        ...

    def arm(self, live: LiveTable) -> None:
        """See to what is due at a table."""
        ...

    def leave(self, socket: Socket) -> None:
        """A socket is gone."""
        ...
