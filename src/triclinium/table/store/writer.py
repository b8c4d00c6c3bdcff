"""What is written to the store's file: gathered in memory, then one transaction, in a thread of its own."""

from __future__ import annotations

import asyncio
import fcntl
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from typing import IO, Any, TypeVar

import apsw

from triclinium.table.store import Snapshot, StoreFailed
from triclinium.table.store.batch import Batch, change
from triclinium.table.store.files import open_clean, why

CHECKPOINT_PAGES = 2000
NOBODY: frozenset[str] = frozenset()
Found = TypeVar("Found")


class SqliteWriter:
    """Writes to one file."""

    path: Path
    vfs: str | None
    _db: apsw.Connection
    _cleaning: apsw.Connection
    _turn: IO[str] | None
    """Locked while one of several processes writes."""

    def __init__(self) -> None:
        self._batch = Batch()
        self._numbers: dict[str, int] = {}
        self._lengths: dict[str, int] = {}
        """How many rows tables have that were written to before."""
        self._wal_pages = 0
        self._wiping = True
        self._tidying = threading.Lock()
        self._waiting: SimpleQueue[tuple[Callable[[], Any], asyncio.Future[Any]] | None] = SimpleQueue()
        self._thread: threading.Thread | None = None

    # --- Gathering ----------------------------------------------------------------------------

    def create(self, table: str, game: str) -> None:
        self._batch.new.append((table, game))

    def append(self, table: str, before: int, rows: Sequence[bytes]) -> None:
        self._batch.rows += [(table, before + place, body) for place, body in enumerate(rows)]

    def replace(self, table: str, bodies: Mapping[int, bytes], *, wipe: bool = True) -> None:
        self._batch.other += [(table, place, body) for place, body in bodies.items()]
        self._batch.wipe |= wipe
        self._batch.more = True

    def snapshot(self, table: str, taken: Snapshot) -> None:
        self._batch.snapshots[table] = taken
        self._batch.more = True

    def complete(self, table: str) -> None:
        self._batch.complete.append(table)
        self._batch.more = True

    def visit(self, visitor: str, table: str) -> None:
        self._batch.visits.append((visitor, table))
        self._batch.more = True

    def leave(self, visitor: str, table: str) -> None:
        self._batch.leaves.append((visitor, table))
        self._batch.more = self._batch.wipe = True

    def finish(self, table: str) -> None:
        self._batch.over.append(table)
        self._batch.more = True

    # --- The thread ---------------------------------------------------------------------------

    def write(self) -> asyncio.Future[frozenset[str]]:
        """Make everything durable that was gathered so far, in the thread. The future has what `commit` returns."""
        return self.do(self.batch())

    def do(self, work: Callable[[], Found]) -> asyncio.Future[Found]:
        """Do this in the thread, after everything before it. It costs a third less than an executor."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="store", daemon=True)
            self._thread.start()
        done: asyncio.Future[Found] = asyncio.get_running_loop().create_future()
        self._waiting.put((work, done))
        return done

    def _run(self) -> None:
        while (wanted := self._waiting.get()) is not None:
            work, done = wanted
            found = failed = None
            try:
                found = work()
            except BaseException as error:
                failed = error
            with suppress(RuntimeError):  # nobody waits any more: the loop is closed
                done.get_loop().call_soon_threadsafe(_settle, done, found, failed)
            del wanted, work, done, found, failed

    def end_thread(self) -> None:
        """Do what is waiting, and end."""
        if self._thread is not None:
            self._waiting.put(None)
            self._thread.join()
            self._thread = None

    # --- A transaction ------------------------------------------------------------------------

    def batch(self) -> Callable[[], frozenset[str]]:
        """Take everything gathered so far. The returned function makes it durable; it may run in a thread.

        It returns the tables that lost the race, and raises `StoreFailed` if nothing is stored.
        """
        batch, self._batch = self._batch, Batch()
        return partial(self._write if self._turn is None else self._write_in_turn, batch)

    def commit(self) -> frozenset[str]:
        """Make everything gathered durable now; returns the tables that lost the race."""
        return self.batch()()

    @contextmanager
    def in_turn(self) -> Iterator[None]:
        """Wait for other processes' batches. SQLite alone would only poll now and then."""
        if self._turn is None:
            yield
            return
        fcntl.flock(self._turn, fcntl.LOCK_EX)
        try:
            yield
        finally:
            fcntl.flock(self._turn, fcntl.LOCK_UN)

    def _write_in_turn(self, batch: Batch) -> frozenset[str]:
        with self.in_turn():
            return self._write(batch)

    def _write(self, batch: Batch) -> frozenset[str]:
        if not (batch.rows or batch.new or batch.more):
            return NOBODY
        execute, lost = self._db.execute, NOBODY
        known = dict(self._numbers) if batch.new else self._numbers
        try:
            try:
                execute("begin immediate")
                self._insert(batch, known)
            except (apsw.ConstraintError, KeyError):
                # Somebody else has written to one of these tables, or removed it: the others must not suffer.
                execute("rollback")
                known = dict(self._numbers)
                self._lengths = {}
                execute("begin immediate")
                lost = self._insert_apart(batch, known)
            execute("commit")
        except apsw.Error as error:
            self._lengths = {}
            if not self._db.getautocommit():
                execute("rollback")
            raise StoreFailed(f"{self.path}: {why(error)}") from None
        self._numbers = known
        self._wiping = self._wiping or batch.wipe
        if self._wiping:
            self.wipe()
        elif self._wal_pages > CHECKPOINT_PAGES:
            self._tidy()
        return lost

    def _insert_apart(self, batch: Batch, known: dict[str, int]) -> frozenset[str]:
        """Insert table by table; returns those of which nothing could be inserted."""
        lost = set()
        for table in batch.concerned():
            before = known.get(table)
            self._db.execute("savepoint one_table")
            try:
                self._insert(batch.only(table), known)
            except (apsw.ConstraintError, KeyError):
                self._db.execute("rollback to one_table")
                self._lengths.pop(table, None)
                lost.add(table)
                if before is None:
                    known.pop(table, None)
            self._db.execute("release one_table")
        return frozenset(lost)

    def _insert(self, batch: Batch, known: dict[str, int]) -> None:
        for new in batch.new:
            self._db.execute("insert into tables(id, game, over, told) values(?, ?, 0, 1)", new)
            known[new[0]] = self._db.last_insert_rowid()
        lengths, rows = self._lengths, []
        for table, sequence, body in batch.rows:
            number = known.get(table) or self._number(table, known)
            if lengths.get(table) != sequence and sequence:
                self._check_follows(number, sequence)
            lengths[table] = sequence + 1
            rows.append((number, sequence, body))
        self._db.executemany('insert into rows("table", sequence, body) values(?, ?, ?)', rows)
        if batch.more:
            change(self._db, batch, lambda table: self._number(table, known))

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

    # --- The log ------------------------------------------------------------------------------

    def _grown(self, _db: apsw.Connection, _name: str, pages: int) -> int:
        self._wal_pages = pages
        return 0

    def wipe(self) -> None:
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


def _settle(done: asyncio.Future[Any], found: Any, failed: BaseException | None) -> None:
    if done.done():  # given up
        return
    if failed is None:
        done.set_result(found)
    else:
        done.set_exception(failed)
