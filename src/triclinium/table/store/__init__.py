"""Where rows are kept for good."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol


class StoreFailed(Exception):
    """Nothing of what was to be stored is stored. The message is one line for the operator."""


@dataclass(frozen=True, slots=True)
class Age:
    """When something last happened at a table; `at` is None if its last row cannot be read."""

    number: int
    id: str
    over: bool
    begun: bool
    at: int | None


class Store(Protocol):
    """Rows by table, appended in order, durable once their batch is written.

    An append names how many rows the table has before it: two writers cannot both be right.
    """

    def create(self, table: str, game: str) -> None:
        """A new table without rows."""

    def append(self, table: str, before: int, rows: Sequence[bytes]) -> None:
        """Rows to be stored by the next batch."""

    def replace(self, table: str, bodies: Mapping[int, bytes], *, wipe: bool = True) -> None:
        """Rows, by their place in the table, to be written over by the next batch; `wipe` leaves nothing of them."""

    def complete(self, table: str) -> None:
        """Note, with the next batch, that the rows of a table hold what its answers told, as far as anybody knows."""

    def visit(self, visitor: str, table: str) -> None:
        """Note, with the next batch, that a visitor has to do with a table."""

    def leave(self, visitor: str, table: str) -> None:
        """Note, with the next batch, that a visitor has nothing to do with a table any longer."""

    def finish(self, table: str) -> None:
        """Note, with the next batch, that a table is over and need not be woken after a restart."""

    def batch(self) -> Callable[[], None]:
        """Take all that was appended so far: the function makes it durable, or none of it, and may run in a thread.

        It raises `StoreFailed`. One batch is written at a time.
        """

    def load(self, table: str) -> list[bytes]:
        """The rows of a table; none if there is no such table."""

    def length(self, table: str) -> int:
        """How many rows a table has; 0 if there is no such table."""

    def running(self) -> Iterable[str]:
        """Tables that are not over, the latest first."""

    def incomplete(self) -> Iterable[str]:
        """Tables whose rows were stored before rows held what their answers told, the latest first."""

    def tables_of(self, visitor: str) -> list[str]:
        """Tables a visitor has to do with, the latest first."""

    def traces(self, visitor: str) -> list[str]:
        """All tables that hold something of a visitor, the latest first; for any thread."""

    def open_tables(self, visitor: str) -> int:
        """How many tables that are not over a visitor has to do with."""

    def game_of(self, table: str) -> str:
        """The game played at a table; none if there is no such table."""

    def tables(self) -> int:
        """How many tables are stored."""

    def latest(self) -> int:
        """The time of the latest row, in milliseconds."""

    def ages(self, after: int, most: int) -> list[Age]:
        """So many tables in the order in which they were made, from the number after this one; for any thread."""

    def remove(self, tables: Sequence[str]) -> None:
        """Remove tables and all that is kept of them, at once and for good; where batches are written."""

    def backup(self, path: Path) -> None:
        """A whole, checked copy, while others go on writing."""

    def close(self) -> None:
        """Let go of everything."""
