"""What is read from the store's file. Reading never waits for a batch being written: it has its own connection."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import apsw

from triclinium.table.store import Age, Snapshot, StoreFailed, aging
from triclinium.table.store.files import open_file, why
from triclinium.table.store.kept import Kept

Found = TypeVar("Found")


class SqliteReader:
    """Questions to one file."""

    path: Path
    vfs: str | None
    _reading: apsw.Connection

    def load(self, table: str, after: int = 0) -> list[bytes]:
        question = (
            'select body from rows where "table" = (select number from tables where id = ?) and sequence >= ? '
            "order by sequence"
        )
        return [body for (body,) in self._read(question, (table, after))]

    def latest_snapshot(self, table: str) -> Snapshot:
        question = (
            "select coalesce(rows, 0), coalesce(body, x''), edits from tables left join snapshots "
            'on number = "table" where id = ?'
        )
        return next((Snapshot(*found) for found in self._read(question, (table,))), Snapshot())

    def length(self, table: str) -> int:
        question = 'select count(*) from rows where "table" = (select number from tables where id = ?)'
        return int(self._read(question, (table,))[0][0])

    def running(self) -> list[str]:
        return [table for (table,) in self._read("select id from tables where over = 0 order by number desc")]

    def all_tables(self) -> list[str]:
        """All tables, oldest first."""
        return [table for (table,) in self._read("select id from tables order by number")]

    def incomplete(self) -> list[str]:
        return [table for (table,) in self._read("select id from tables where told = 0 order by number desc")]

    def tables_of(self, visitor: str) -> list[str]:
        question = 'select id from visits join tables on number = "table" where visitor = ? order by number desc'
        return [table for (table,) in self._read(question + " limit 200", (visitor,))]

    def traces(self, visitor: str) -> list[str]:
        return self._beside(lambda database: aging.traces(database, visitor))

    def open_tables(self, visitor: str) -> int:
        question = 'select count(*) from visits join tables on number = "table" where visitor = ? and over = 0'
        return int(self._read(question, (visitor,))[0][0])

    def ages(self, after: int, most: int) -> list[Age]:
        return self._beside(lambda database: aging.ages(database, after, most))

    def _beside(self, read: Callable[[apsw.Connection], Found]) -> Found:
        """Read in another thread, on a separate connection: the usual one belongs to the loop."""
        try:
            database = open_file(self.path, self.vfs)
            try:
                return read(database)
            finally:
                database.close()
        except apsw.Error as error:
            raise StoreFailed(f"{self.path}: {why(error)}") from None

    def game_of(self, table: str) -> str:
        return next((game for (game,) in self._read("select game from tables where id = ?", (table,))), "")

    def kept(self, table: str) -> Kept | None:
        for number, game, over, told in self._read(
            "select number, game, over, told from tables where id = ?", (table,)
        ):
            visits = self._read('select visitor from visits where "table" = ? order by visitor', (number,))
            return Kept(game, bool(over), bool(told), [visitor for (visitor,) in visits])
        return None

    def tables(self) -> int:
        return int(self._read("select count(*) from tables")[0][0])

    def latest(self) -> int:
        for (body,) in self._read("select body from rows order by row desc limit ?", (aging.LATEST_TRIED,)):
            if (at := aging.stamp_of(body)) is not None:
                return at
        return 0

    def _read(self, question: str, bindings: tuple[Any, ...] = ()) -> list[Any]:
        try:
            return list(self._reading.execute(question, bindings))
        except apsw.Error as error:
            raise StoreFailed(f"{self.path}: {why(error)}") from None
