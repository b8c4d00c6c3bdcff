"""What one transaction writes to PostgreSQL, gathered in memory."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from triclinium.table.store import Snapshot
from triclinium.table.store.statements import (
    COMPLETE,
    EDITED,
    FINISH,
    LEAVE,
    OLD_SNAPSHOTS,
    REPLACE,
    SNAPSHOT,
    VISIT,
)


@dataclass(slots=True)
class Batch:
    """What is new and what is changed. Most batches only add rows."""

    new: dict[str, str] = field(default_factory=dict)
    rows: dict[str, tuple[int, list[bytes]]] = field(default_factory=dict)
    other: list[tuple[str, int, bytes]] = field(default_factory=list)
    visits: list[tuple[str, str]] = field(default_factory=list)
    leaves: list[tuple[str, str]] = field(default_factory=list)
    over: list[str] = field(default_factory=list)
    complete: list[str] = field(default_factory=list)
    snapshots: dict[str, Snapshot] = field(default_factory=dict)

    def has_more(self) -> bool:
        """Whether there is anything besides new rows."""
        return any((self.new, self.other, self.visits, self.leaves, self.over, self.complete, self.snapshots))

    def appends(self) -> tuple[list[str], list[int], list[int], list[int], list[bytes]]:
        """New rows as arrays: the tables, their rows before, how many come, and where these begin among all."""
        tables, befores, counts, firsts = list[str](), list[int](), list[int](), list[int]()
        bodies: list[bytes] = []
        for table, (before, rows) in self.rows.items():
            tables.append(table)
            befores.append(before)
            counts.append(len(rows))
            firsts.append(len(bodies))
            bodies += rows
        return tables, befores, counts, firsts, bodies

    def rest(self, lost: set[str]) -> Iterator[tuple[str, Sequence[Any]]]:
        """The statements for everything besides new tables and rows, for tables that did not lose."""
        if other := [one for one in self.other if one[0] not in lost]:
            yield EDITED, (tables := sorted({table for table, _, _ in other}),)
            yield OLD_SNAPSHOTS, (tables,)
            yield REPLACE, _columns(other)
        if visits := [one for one in self.visits if one[1] not in lost]:
            yield VISIT, _columns(visits)
        if leaves := [one for one in self.leaves if one[1] not in lost]:
            yield LEAVE, _columns(leaves)
        if over := [table for table in self.over if table not in lost]:
            yield FINISH, (over,)
        if complete := [table for table in self.complete if table not in lost]:
            yield COMPLETE, (complete,)
        for table, taken in sorted(self.snapshots.items()):
            if table not in lost:
                yield SNAPSHOT, (table, taken.edits, taken.rows, taken.body)


def _columns(rows: Sequence[tuple[Any, ...]]) -> list[list[Any]]:
    return [list(column) for column in zip(*rows, strict=True)]
