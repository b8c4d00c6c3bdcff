"""The SQLite file of a store: write-ahead log, synchronous FULL, one writer, rows appended by rowid.

APSW includes SQLite. Versions that may reset the write-ahead log under a reader lose acknowledged rows; they are
refused.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO

import apsw

from triclinium.table.store import StoreFailed, aging
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
from triclinium.table.store.writer import SqliteWriter


class SqliteFile(SqliteReader, SqliteWriter):
    """One folder with one file, for one server at a time.

    `shared` opens it beside a server, to look or to write in turn. `vfs` names the SQLite file system; the proofs use
    one that loses power.
    """

    def __init__(self, folder: Path, *, shared: bool = False, vfs: str | None = None) -> None:
        check_version(apsw.sqlite_lib_version())
        super().__init__()
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
        self._db.set_wal_hook(self._grown)
        if not shared:
            self.wipe()

    def remove(self, tables: Sequence[str]) -> None:
        try:
            with self.in_turn(), self._db:
                for table in tables:
                    aging.remove(self._db, table)
        except apsw.Error as error:
            raise StoreFailed(f"{self.path}: {why(error)}") from None
        for table in tables:
            self._numbers.pop(table, None)  # the number may be reused for another table
            self._lengths.pop(table, None)
        self._wiping = True
        self.wipe()

    def vacuum(self) -> None:
        """Return freed space to the disk. Nobody else may use the file."""
        try:
            self._db.execute("vacuum")
            self.wipe()
        except apsw.Error as error:
            raise StoreFailed(f"{self.path}: {why(error)}") from None

    def backup(self, path: Path) -> None:
        back_up(self.folder, path, self.vfs)

    def close(self) -> None:
        self.end_thread()
        for name in ("_reading", "_db", "_cleaning"):
            if hasattr(self, name):
                with suppress(apsw.Error):  # on a failing disk; the folder is released anyway
                    getattr(self, name).close()
        for file in (self._lock, self._turn):
            if file is not None:
                file.close()
        self._lock = self._turn = None
