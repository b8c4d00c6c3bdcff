"""The store of a server that runs alone: one SQLite file, as the event loop asks it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

from triclinium.table.store import Age, Snapshot
from triclinium.table.store.kept import Kept
from triclinium.table.store.sqlite_file import SqliteFile


class SqliteStore:
    """One folder with one file.

    Reading takes microseconds, so it is done in the event loop; only what may read the whole file has a thread.
    """

    def __init__(self, folder: Path, *, shared: bool = False, vfs: str | None = None) -> None:
        self.file = SqliteFile(folder, shared=shared, vfs=vfs)
        # Gathering and writing are the file's own work.
        self.create = self.file.create
        self.append = self.file.append
        self.replace = self.file.replace
        self.snapshot = self.file.snapshot
        self.complete = self.file.complete
        self.visit = self.file.visit
        self.leave = self.file.leave
        self.finish = self.file.finish
        self.write = self.file.write

    async def open(self) -> None:
        """The file is open already."""

    async def remove(self, tables: Sequence[str]) -> None:
        await self.file.do(lambda: self.file.remove(tables))

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
        self.file.close()
