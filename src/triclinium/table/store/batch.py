"""What one transaction writes to the SQLite file, gathered in memory."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import apsw

from triclinium.table.store import Snapshot

SNAPSHOT = "insert or replace into snapshots select number, ?, ? from tables where number = ? and edits = ?"


@dataclass(slots=True)
class Batch:
    """What is new and what is changed. Most batches only add rows."""

    new: list[tuple[str, str]] = field(default_factory=list)
    rows: list[tuple[str, int, bytes]] = field(default_factory=list)
    other: list[tuple[str, int, bytes]] = field(default_factory=list)
    visits: list[tuple[str, str]] = field(default_factory=list)
    leaves: list[tuple[str, str]] = field(default_factory=list)
    over: list[str] = field(default_factory=list)
    complete: list[str] = field(default_factory=list)
    snapshots: dict[str, Snapshot] = field(default_factory=dict)
    more: bool = False
    """Whether it does more than to add tables and rows."""
    wipe: bool = False

    def concerned(self) -> list[str]:
        """All tables in it, in order."""
        new = [table for table, _ in self.new]
        changed = [table for table, _, _ in (*self.rows, *self.other)]
        visited = [table for _, table in (*self.visits, *self.leaves)]
        return list(dict.fromkeys([*new, *changed, *visited, *self.over, *self.complete, *self.snapshots]))

    def only(self, table: str) -> Batch:
        """What it has for one table."""
        return Batch(
            new=[one for one in self.new if one[0] == table],
            rows=[one for one in self.rows if one[0] == table],
            other=[one for one in self.other if one[0] == table],
            visits=[one for one in self.visits if one[1] == table],
            leaves=[one for one in self.leaves if one[1] == table],
            over=[one for one in self.over if one == table],
            complete=[one for one in self.complete if one == table],
            snapshots={one: taken for one, taken in self.snapshots.items() if one == table},
            more=self.more,
        )


def change(database: apsw.Connection, batch: Batch, number_of: Callable[[str], int]) -> None:
    """Write what a batch changes besides adding tables and rows. Raises `KeyError` for a table that is gone."""
    execute = database.execute
    for table, sequence, body in batch.other:
        place = (body, number_of(table), sequence)
        execute('update rows set body = ? where "table" = ? and sequence = ?', place)
    for table in {table for table, _, _ in batch.other}:
        number = number_of(table)
        execute("update tables set edits = edits + 1 where number = ?", (number,))
        execute('delete from snapshots where "table" = ?', (number,))
    for visitor, table in batch.visits:
        execute("insert or ignore into visits values(?, ?)", (visitor, number_of(table)))
    for visitor, table in batch.leaves:
        number = number_of(table)
        execute('delete from visits where visitor = ? and "table" = ?', (visitor, number))
    for table in batch.over:
        execute("update tables set over = 1 where number = ?", (number_of(table),))
    for table in batch.complete:
        execute("update tables set told = 1 where number = ?", (number_of(table),))
    for table, taken in batch.snapshots.items():
        execute(SNAPSHOT, (taken.rows, taken.body, number_of(table), taken.edits))
