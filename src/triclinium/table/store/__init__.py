"""Durable storage of rows."""

from __future__ import annotations

from collections.abc import Awaitable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from triclinium.table.store.kept import Kept


class StoreFailed(Exception):
    """Nothing of the batch was stored. The message is one line for the operator."""


class Overtaken(StoreFailed):
    """Somebody else has written to the table first: nothing of it is stored, and one may try again."""


@dataclass(frozen=True, slots=True)
class Age:
    """When a table was last active; `at` is None if its last row cannot be read."""

    number: int
    id: str
    over: bool
    begun: bool
    at: int | None


@dataclass(frozen=True, slots=True)
class Snapshot:
    """What the first rows of a table make, as somebody has folded them. It may be missing, and is never needed."""

    rows: int = 0
    body: bytes = b""
    edits: int = 0
    """How often rows of the table have been overwritten so far. Read it before the rows that a new one is made of."""


class Store(Protocol):
    """Rows by table, appended in order, durable once their batch is written.

    A table is its numbered rows, and the log decides: an append says how many rows the table has before it, so that of
    two writers only one succeeds. The other reads on.
    """

    async def open(self) -> None:
        """Make ready, in the event loop that will use it. Raises `StoreFailed`; then nothing is written."""

    # --- Gathered in memory, and written with the next batch ----------------------------------

    def create(self, table: str, game: str) -> None: ...

    def append(self, table: str, before: int, rows: Sequence[bytes]) -> None:
        """Add rows after the first `before` ones."""

    def replace(self, table: str, bodies: Mapping[int, bytes], *, wipe: bool = True) -> None:
        """Overwrite rows, by index, and forget the snapshot. `wipe` also erases the old bytes."""

    def snapshot(self, table: str, taken: Snapshot) -> None:
        """Keep a snapshot in the place of an older one, unless rows were overwritten since: it may hold old words."""

    def complete(self, table: str) -> None:
        """Mark a table as having all known events in its rows."""

    def visit(self, visitor: str, table: str) -> None:
        """Connect a visitor with a table."""

    def leave(self, visitor: str, table: str) -> None:
        """Disconnect a visitor from a table."""

    def finish(self, table: str) -> None:
        """Mark a table as over: it need not be woken after a restart."""

    def write(self) -> Awaitable[frozenset[str]]:
        """Make everything durable that was gathered before this call. Batches are written one after the other.

        Returns the tables that lost the race: somebody else has written to them, or removed them. Of these nothing is
        stored, of all others everything. Raises `StoreFailed` if nothing at all is stored.
        """

    async def remove(self, tables: Sequence[str]) -> None:
        """Remove tables and everything about them, at once and for good, between two batches."""

    # --- Read ---------------------------------------------------------------------------------

    async def load(self, table: str, after: int = 0) -> list[bytes]:
        """The rows of a table but for the first ones; none if there is no such table."""

    async def latest_snapshot(self, table: str) -> Snapshot:
        """The snapshot of a table; an empty one of no rows if there is none."""

    async def length(self, table: str) -> int:
        """The number of rows of a table; 0 if there is no such table."""

    async def lengths(self, tables: Sequence[str]) -> dict[str, int]:
        """The number of rows of each of these tables; those that are not there are left out."""

    async def all_tables(self) -> list[str]:
        """All tables, oldest first."""

    async def running(self) -> list[str]:
        """Tables that are not over, latest first."""

    async def incomplete(self) -> list[str]:
        """Tables stored before rows held their events, latest first."""

    async def tables_of(self, visitor: str) -> list[str]:
        """A visitor's tables, latest first."""

    async def traces(self, visitor: str) -> list[str]:
        """All tables that store something about a visitor, latest first."""

    async def open_tables(self, visitor: str) -> int:
        """How many of a visitor's tables are not over."""

    async def game_of(self, table: str) -> str:
        """The game of a table; empty if there is no such table."""

    async def tables(self) -> int:
        """The number of stored tables."""

    async def latest(self) -> int:
        """The time of the latest row, in milliseconds."""

    async def ages(self, after: int, most: int) -> list[Age]:
        """Some tables in the order of their creation, after this number."""

    async def kept(self, table: str) -> Kept | None:
        """What is known about a table besides its rows."""

    async def backup(self, path: Path) -> None:
        """Write a complete, verified copy while others keep writing."""

    async def close(self) -> None: ...
