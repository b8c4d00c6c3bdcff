"""The store of a server that runs alone: one SQLite file. Batches are written in a thread of their own."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue
from typing import Any

from triclinium.table.store import Age, Snapshot
from triclinium.table.store.kept import Kept
from triclinium.table.store.sqlite_file import SqliteFile


class Writer:
    """A thread that does one thing after the other. A turn costs it a third less than an executor."""

    def __init__(self) -> None:
        self._waiting: SimpleQueue[tuple[Callable[[], Any], asyncio.Future[Any]] | None] = SimpleQueue()
        self._thread: threading.Thread | None = None

    def do(self, work: Callable[[], Any]) -> asyncio.Future[Any]:
        """Do this after everything before it; the future has what comes of it."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="store", daemon=True)
            self._thread.start()
        done: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
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

    def close(self) -> None:
        """Do what is waiting, and end."""
        if self._thread is not None:
            self._waiting.put(None)
            self._thread.join()
            self._thread = None


def _settle(done: asyncio.Future[Any], found: Any, failed: BaseException | None) -> None:
    if done.done():  # given up
        return
    if failed is None:
        done.set_result(found)
    else:
        done.set_exception(failed)


class SqliteStore:
    """One folder with one file.

    Reading takes microseconds, so it is done in the event loop; only what may read the whole file has a thread.
    """

    def __init__(self, folder: Path, *, shared: bool = False, vfs: str | None = None) -> None:
        self.file = SqliteFile(folder, shared=shared, vfs=vfs)
        self._writer = Writer()
        # Gathering is the file's own work.
        self.create = self.file.create
        self.append = self.file.append
        self.replace = self.file.replace
        self.snapshot = self.file.snapshot
        self.complete = self.file.complete
        self.visit = self.file.visit
        self.leave = self.file.leave
        self.finish = self.file.finish

    async def open(self) -> None:
        """The file is open already."""

    def write(self) -> asyncio.Future[frozenset[str]]:
        return self._writer.do(self.file.batch())

    async def remove(self, tables: Sequence[str]) -> None:
        await self._writer.do(lambda: self.file.remove(tables))

    # --- Reading ------------------------------------------------------------------------------

    async def load(self, table: str, after: int = 0) -> list[bytes]:
        return self.file.load(table, after)

    async def latest_snapshot(self, table: str) -> Snapshot:
        return self.file.latest_snapshot(table)

    async def length(self, table: str) -> int:
        return self.file.length(table)

    async def lengths(self, tables: Sequence[str]) -> dict[str, int]:
        return {table: length for table in tables if (length := self.file.length(table))}

    async def all_tables(self) -> list[str]:
        return self.file.all_tables()

    async def running(self) -> list[str]:
        return self.file.running()

    async def incomplete(self) -> list[str]:
        return self.file.incomplete()

    async def tables_of(self, visitor: str) -> list[str]:
        return self.file.tables_of(visitor)

    async def traces(self, visitor: str) -> list[str]:
        return await asyncio.to_thread(self.file.traces, visitor)

    async def open_tables(self, visitor: str) -> int:
        return self.file.open_tables(visitor)

    async def game_of(self, table: str) -> str:
        return self.file.game_of(table)

    async def tables(self) -> int:
        return self.file.tables()

    async def latest(self) -> int:
        return self.file.latest()

    async def ages(self, after: int, most: int) -> list[Age]:
        return await asyncio.to_thread(self.file.ages, after, most)

    async def kept(self, table: str) -> Kept | None:
        return self.file.kept(table)

    async def backup(self, path: Path) -> None:
        await asyncio.to_thread(self.file.backup, path)

    async def close(self) -> None:
        self._writer.close()
        self.file.close()
