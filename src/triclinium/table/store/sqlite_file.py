"""The SQLite file of a store: write-ahead log, synchronous FULL, one writer, rows appended by rowid.

APSW includes SQLite. Versions that may reset the write-ahead log under a reader lose acknowledged rows; they are
refused.
"""

from __future__ import annotations

import fcntl
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

import apsw

from triclinium.table.store import Snapshot, StoreFailed, aging
from triclinium.table.store.files import (
    FILE,
    back_up,
    check_layout,
    hold,
    make_private,
    open_clean,
    open_file,
    open_lock,
    why,
)
from triclinium.table.store.layout import prepare
from triclinium.table.store.reader import SqliteReader
from triclinium.table.store.version import check_version

CHECKPOINT_PAGES = 2000
NOBODY: frozenset[str] = frozenset()
SNAPSHOT = "insert or replace into snapshots select number, ?, ? from tables where number = ? and edits = ?"


@dataclass(slots=True)
class _Batch:
    """What one transaction writes."""

    new: list[tuple[str, str]] = field(default_factory=list)
    rows: list[tuple[str, int, bytes]] = field(default_factory=list)
    other: list[tuple[str, int, bytes]] = field(default_factory=list)
    visits: list[tuple[str, str]] = field(default_factory=list)
    leaves: list[tuple[str, str]] = field(default_factory=list)
    over: list[str] = field(default_factory=list)
    complete: list[str] = field(default_factory=list)
    snapshots: dict[str, Snapshot] = field(default_factory=dict)
    wipe: bool = False

    def has_something(self) -> bool:
        return any(
            (self.rows, self.new, self.other, self.visits, self.leaves, self.over, self.complete, self.snapshots)
        )

    def concerned(self) -> list[str]:
        """All tables in it, in order."""
        new = [table for table, _ in self.new]
        changed = [table for table, _, _ in (*self.rows, *self.other)]
        visited = [table for _, table in (*self.visits, *self.leaves)]
        return list(dict.fromkeys([*new, *changed, *visited, *self.over, *self.complete, *self.snapshots]))

    def only(self, table: str) -> _Batch:
        """What it has for one table."""
        return _Batch(
            new=[one for one in self.new if one[0] == table],
            rows=[one for one in self.rows if one[0] == table],
            other=[one for one in self.other if one[0] == table],
            visits=[one for one in self.visits if one[1] == table],
            leaves=[one for one in self.leaves if one[1] == table],
            over=[one for one in self.over if one == table],
            complete=[one for one in self.complete if one == table],
            snapshots={one: taken for one, taken in self.snapshots.items() if one == table},
        )


class SqliteFile(SqliteReader):
    """One folder with one file, for one server at a time.

    `shared` opens it beside a server, to look or to write in turn. `vfs` names the SQLite file system; the proofs use
    one that loses power.
    """

    def __init__(self, folder: Path, *, shared: bool = False, vfs: str | None = None) -> None:
        check_version(apsw.sqlite_lib_version())
        self.folder = folder
        self.vfs = vfs
        self.path = folder / FILE
        self._lock: IO[str] | None = None
        self._turn: IO[str] | None = None
        try:
            if shared:
                self._turn = open_lock(folder / "turn")
            else:
                self._lock = hold(folder)
                if vfs is None:
                    check_layout(self.path)
                    make_private(self.path)
            self._db = open_file(self.path, vfs)
            if not shared:
                prepare(self._db, self.path, self.backup)
            self._cleaning = open_clean(self.path, vfs)
            self._reading = open_file(self.path, vfs)
        except OSError as error:
            raise StoreFailed(f"{error.filename or folder}: {error.strerror}") from None
        except apsw.Error as error:
            self.close()
            raise StoreFailed(f"{self.path}: {why(error)}") from None
        except StoreFailed:
            self.close()
            raise
        self._batch = _Batch()
        self._numbers: dict[str, int] = {}
        self._lengths: dict[str, int] = {}
        """How many rows tables have that were written to before."""
        self._wal_pages = 0
        self._wiping = True
        self._tidying = threading.Lock()
        self._db.set_wal_hook(self._grown)
        if not shared:
            self._wipe()

    def _grown(self, _db: apsw.Connection, _name: str, pages: int) -> int:
        self._wal_pages = pages
        return 0

    # --- Writing ------------------------------------------------------------------------------

    def create(self, table: str, game: str) -> None:
        self._batch.new.append((table, game))

    def append(self, table: str, before: int, rows: Sequence[bytes]) -> None:
        self._batch.rows += [(table, before + place, body) for place, body in enumerate(rows)]

    def replace(self, table: str, bodies: Mapping[int, bytes], *, wipe: bool = True) -> None:
        self._batch.other += [(table, place, body) for place, body in bodies.items()]
        self._batch.wipe |= wipe

    def snapshot(self, table: str, taken: Snapshot) -> None:
        self._batch.snapshots[table] = taken

    def complete(self, table: str) -> None:
        self._batch.complete.append(table)

    def visit(self, visitor: str, table: str) -> None:
        self._batch.visits.append((visitor, table))

    def leave(self, visitor: str, table: str) -> None:
        self._batch.leaves.append((visitor, table))
        self._batch.wipe = True

    def finish(self, table: str) -> None:
        self._batch.over.append(table)

    def batch(self) -> Callable[[], frozenset[str]]:
        """Take everything gathered so far. The returned function makes it durable; it may run in a thread.

        It returns the tables that lost the race, and raises `StoreFailed` if nothing is stored.
        """
        batch, self._batch = self._batch, _Batch()

        def write() -> frozenset[str]:
            if not batch.has_something():
                return NOBODY
            with self._in_turn():
                return self._write(batch)

        return write

    @contextmanager
    def _in_turn(self) -> Iterator[None]:
        """Wait for others' batches. SQLite alone would only poll now and then."""
        if self._turn is None:
            yield
            return
        fcntl.flock(self._turn, fcntl.LOCK_EX)
        try:
            yield
        finally:
            fcntl.flock(self._turn, fcntl.LOCK_UN)

    def commit(self) -> frozenset[str]:
        """Make everything appended durable now; returns the tables that lost the race."""
        return self.batch()()

    def _write(self, batch: _Batch) -> frozenset[str]:
        known = dict(self._numbers) if batch.new else self._numbers
        lost: frozenset[str] = NOBODY
        try:
            try:
                self._execute("begin immediate")
                self._insert(batch, known)
            except (apsw.ConstraintError, KeyError):
                # Somebody else has written to one of these tables, or removed it: the others must not suffer.
                self._execute("rollback")
                known = dict(self._numbers)
                self._lengths = {}
                self._execute("begin immediate")
                lost = self._insert_apart(batch, known)
            self._execute("commit")
        except apsw.Error as error:
            self._lengths = {}
            if not self._db.getautocommit():
                self._execute("rollback")
            raise StoreFailed(f"{self.path}: {why(error)}") from None
        self._numbers = known
        self._wiping = self._wiping or batch.wipe
        if self._wiping:
            self._wipe()
        elif self._wal_pages > CHECKPOINT_PAGES:
            self._tidy()
        return lost

    def _execute(self, statement: str) -> None:
        self._db.execute(statement)

    def _insert_apart(self, batch: _Batch, known: dict[str, int]) -> frozenset[str]:
        """Insert table by table; returns those of which nothing could be inserted."""
        lost = set()
        for table in batch.concerned():
            before = known.get(table)
            self._execute("savepoint one_table")
            try:
                self._insert(batch.only(table), known)
            except (apsw.ConstraintError, KeyError):
                self._execute("rollback to one_table")
                self._lengths.pop(table, None)
                lost.add(table)
                if before is None:
                    known.pop(table, None)
            self._execute("release one_table")
        return frozenset(lost)

    def _insert(self, batch: _Batch, known: dict[str, int]) -> None:
        execute = self._db.execute
        for table, game in batch.new:
            execute("insert into tables(id, game, over, told) values(?, ?, 0, 1)", (table, game))
            known[table] = self._db.last_insert_rowid()
        lengths, rows = self._lengths, []
        for table, sequence, body in batch.rows:
            number = self._number(table, known)
            if lengths.get(table) != sequence and sequence:
                self._check_follows(number, sequence)
            lengths[table] = sequence + 1
            rows.append((number, sequence, body))
        self._db.executemany('insert into rows("table", sequence, body) values(?, ?, ?)', rows)
        for table, sequence, body in batch.other:
            place = (body, self._number(table, known), sequence)
            execute('update rows set body = ? where "table" = ? and sequence = ?', place)
        for table in {table for table, _, _ in batch.other}:
            number = self._number(table, known)
            execute("update tables set edits = edits + 1 where number = ?", (number,))
            execute('delete from snapshots where "table" = ?', (number,))
        for visitor, table in batch.visits:
            execute("insert or ignore into visits values(?, ?)", (visitor, self._number(table, known)))
        for visitor, table in batch.leaves:
            number = self._number(table, known)
            execute('delete from visits where visitor = ? and "table" = ?', (visitor, number))
        for table in batch.over:
            execute("update tables set over = 1 where number = ?", (self._number(table, known),))
        for table in batch.complete:
            execute("update tables set told = 1 where number = ?", (self._number(table, known),))
        for table, taken in batch.snapshots.items():
            execute(SNAPSHOT, (taken.rows, taken.body, self._number(table, known), taken.edits))

    def _check_follows(self, number: int, sequence: int) -> None:
        """No row may come after a gap: the index refuses only a second one. Raises `apsw.ConstraintError`."""
        before = 'select 1 from rows where "table" = ? and sequence = ?'
        if not any(self._db.execute(before, (number, sequence - 1))):
            raise apsw.ConstraintError("a row is missing before it")

    def _number(self, table: str, known: dict[str, int]) -> int:
        if table not in known:
            for (number,) in self._db.execute("select number from tables where id = ?", (table,)):
                known[table] = number
        return known[table]

    def remove(self, tables: Sequence[str]) -> None:
        try:
            with self._in_turn(), self._db:
                for table in tables:
                    aging.remove(self._db, table)
        except apsw.Error as error:
            raise StoreFailed(f"{self.path}: {why(error)}") from None
        for table in tables:
            self._numbers.pop(table, None)  # the number may be reused for another table
            self._lengths.pop(table, None)
        self._wiping = True
        self._wipe()

    def vacuum(self) -> None:
        """Return freed space to the disk. Nobody else may use the file."""
        try:
            self._db.execute("vacuum")
            self._wipe()
        except apsw.Error as error:
            raise StoreFailed(f"{self.path}: {why(error)}") from None

    def _wipe(self) -> None:
        """Empty the log, which still holds the old bytes of overwritten rows."""
        try:
            self._cleaning.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_TRUNCATE)
            self._wiping = False
        except apsw.Error:
            pass  # somebody is reading the log; the next commit and the next start try again

    def _tidy(self) -> None:
        """Move the log into the file in a thread, so that no commit has to wait for it."""
        if self._tidying.acquire(blocking=False):
            self._wal_pages = 0
            threading.Thread(target=self._checkpoint, daemon=True).start()

    def _checkpoint(self) -> None:
        try:
            other = open_clean(self.path, self.vfs)
            try:
                other.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_PASSIVE)
            finally:
                other.close()
        except apsw.Error:
            pass  # the log stays longer; the next commit that finds it long tries again
        finally:
            self._tidying.release()

    def backup(self, path: Path) -> None:
        back_up(self.folder, path, self.vfs)

    def close(self) -> None:
        for name in ("_reading", "_db", "_cleaning"):
            if hasattr(self, name):
                with suppress(apsw.Error):  # on a failing disk; the folder is released anyway
                    getattr(self, name).close()
        for file in (self._lock, self._turn):
            if file is not None:
                file.close()
        self._lock = self._turn = None
