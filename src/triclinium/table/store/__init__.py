"""Durable storage of rows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol


class StoreFailed(Exception):
    """Nothing of the batch was stored. The message is one line for the operator."""


@dataclass(frozen=True, slots=True)
class Age:
    """When a table was last active; `at` is None if its last row cannot be read."""

    number: int
    id: str
    over: bool
    begun: bool
    at: int | None


class Store(Protocol):
    """Rows by table, appended in order, durable once their batch is written.

    An append says how many rows the table has before it, so that two writers cannot both succeed.
    """

    def create(self, table: str, game: str) -> None: ...

    def append(self, table: str, before: int, rows: Sequence[bytes]) -> None:
        """Store rows with the next batch."""

    def replace(self, table: str, bodies: Mapping[int, bytes], *, wipe: bool = True) -> None:
        """Overwrite rows, by index, with the next batch. `wipe` also erases the old bytes."""

    def complete(self, table: str) -> None:
        """Mark a table, with the next batch, as having all known events in its rows."""

    def visit(self, visitor: str, table: str) -> None:
        """Connect a visitor with a table, with the next batch."""

    def leave(self, visitor: str, table: str) -> None:
        """Disconnect a visitor from a table, with the next batch."""

    def finish(self, table: str) -> None:
        """Mark a table, with the next batch, as over: it need not be woken after a restart."""

    def batch(self) -> Callable[[], None]:
        """Take everything appended so far. The returned function makes all of it durable, or nothing; it may run in a
        thread.

        It raises `StoreFailed`. Only one batch is written at a time.
        """

    def load(self, table: str) -> list[bytes]:
        """The rows of a table; empty if there is no such table."""

    def length(self, table: str) -> int:
        """The number of rows of a table; 0 if there is no such table."""

    def running(self) -> Iterable[str]:
        """Tables that are not over, latest first."""

    def incomplete(self) -> Iterable[str]:
        """Tables stored before rows held their events, latest first."""

    def tables_of(self, visitor: str) -> list[str]:
        """A visitor's tables, latest first."""

    def traces(self, visitor: str) -> list[str]:
        """All tables that store something about a visitor, latest first. Works in any thread."""

    def open_tables(self, visitor: str) -> int:
        """How many of a visitor's tables are not over."""

    def game_of(self, table: str) -> str:
        """The game of a table; empty if there is no such table."""

    def tables(self) -> int:
        """The number of stored tables."""

    def latest(self) -> int:
        """The time of the latest row, in milliseconds."""

    def ages(self, after: int, most: int) -> list[Age]:
        """Some tables in the order of their creation, after this number. Works in any thread."""

    def remove(self, tables: Sequence[str]) -> None:
        """Remove tables and everything about them, at once and for good. Call it where batches are written."""

    def backup(self, path: Path) -> None:
        """Write a complete, verified copy while others keep writing."""

    def close(self) -> None: ...
