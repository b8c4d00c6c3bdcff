"""The files of a store: locked by one server, readable only by their owner, opened safely, copied completely."""

from __future__ import annotations

import fcntl
import os
from contextlib import suppress
from pathlib import Path
from typing import IO

import apsw

from triclinium.table.store import StoreFailed
from triclinium.table.store.clean import clean_vfs
from triclinium.table.store.layout import refuse_newer

FILE = "tables.sqlite"
BUSY_MILLISECONDS = 1000
OWNER_ONLY = 0o600


def open_file(path: Path, vfs: str | None) -> apsw.Connection:
    database = apsw.Connection(str(path), vfs=vfs)
    database.set_busy_timeout(BUSY_MILLISECONDS)
    database.pragma("journal_mode", "wal")
    database.pragma("synchronous", "full")
    database.pragma("wal_autocheckpoint", 0)
    database.pragma("secure_delete", True)  # overwritten data is erased
    _leave_the_log(database)
    return database


def open_clean(path: Path, vfs: str | None) -> apsw.Connection:
    """A connection that moves the log into the file, and leaves no remains there; closed last, it removes the log."""
    database = open_file(path, clean_vfs(vfs).name)
    database.config(apsw.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 0)
    return database


def _leave_the_log(database: apsw.Connection) -> None:
    """Whoever closes a connection last would move the log into the file, with remains."""
    database.config(apsw.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)


def open_lock(path: Path) -> IO[str]:
    return os.fdopen(os.open(path, os.O_CREAT | os.O_WRONLY, OWNER_ONLY), "w")


def make_private(path: Path) -> None:
    """Make a file readable only by its owner before anything is in it. Its log inherits that."""
    os.close(os.open(path, os.O_CREAT | os.O_WRONLY, OWNER_ONLY))
    with suppress(PermissionError):  # somebody else's file that we may write: its owner must close it
        path.chmod(OWNER_ONLY)
        for other in ("-wal", "-shm"):
            with suppress(FileNotFoundError):
                path.with_name(path.name + other).chmod(OWNER_ONLY)


def open_to_read(path: Path) -> apsw.Connection:
    """A read-only connection, which creates no log if there is none."""
    alone = not path.with_name(f"{path.name}-wal").exists()
    name = f"{path.absolute().as_uri()}?immutable=1" if alone else str(path)
    return apsw.Connection(name, flags=apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI)


def check_layout(path: Path) -> None:
    """Refuse a file of a later layout before writing to it."""
    if not path.exists() or not path.stat().st_size:
        return
    # A power loss while the file was created leaves a journal, which must be played back before reading.
    begun = path.with_name(f"{path.name}-journal").exists()
    database = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READWRITE) if begun else open_to_read(path)
    try:
        refuse_newer(database.pragma("user_version"), path)
    finally:
        database.close()


def hold(folder: Path) -> IO[str]:
    """Lock a folder for one server. The lock ends with the last process that has it, however that ends."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        lock = open_lock(folder / "lock")
    except OSError as error:
        raise StoreFailed(f"{error.filename or folder}: {error.strerror}") from None
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        lock.close()
        raise StoreFailed(f"{folder} is in use by another server") from None
    return lock


def why(error: Exception) -> str:
    """What went wrong, in words that an operator can act on."""
    if isinstance(error, apsw.FullError):
        return "the disk is full; nothing new is stored until there is room"
    if isinstance(error, apsw.BusyError | apsw.LockedError):
        return "another program has locked the file; nothing new is stored until it lets go"
    if isinstance(error, apsw.ReadOnlyError | apsw.PermissionsError | apsw.CantOpenError):
        return "may not be written; check the owner and the permissions of the file and its folder"
    if isinstance(error, apsw.CorruptError | apsw.NotADBError):
        return "is damaged or no database; restore a backup"
    if isinstance(error, apsw.ConstraintError):
        return "another writer has been here; the table is read again"
    if isinstance(error, KeyError):
        return "the table is not stored"
    return f"the disk failed ({error})"


def back_up(folder: Path, path: Path, vfs: str | None = None) -> None:
    """Copy the store, as of one moment, into a new file and verify the copy. A server may keep writing.

    The copy gets its name only once it is complete and on disk, so neither a kill nor a power loss leaves half of
    one.
    """
    source = folder / FILE
    if not source.exists():
        raise StoreFailed(f"{source}: there is nothing to back up")
    if path.exists():
        raise StoreFailed(f"{path} is there already; a backup never overwrites")
    part = path.with_name(f"{path.name}.part")
    try:
        # A leftover journal of an earlier attempt would be played back into this one.
        part.with_name(f"{part.name}-journal").unlink(missing_ok=True)
        part.unlink(missing_ok=True)
        part.touch(mode=0o600, exist_ok=False)
        _copy(source, part, vfs)
        part.rename(path)
        _sync_folder(path.parent)
    except OSError as error:
        raise StoreFailed(f"{error.filename or path}: {error.strerror}") from None
    except apsw.Error as error:
        raise StoreFailed(f"{path}: {why(error)}") from None


def _copy(source: Path, part: Path, vfs: str | None) -> None:
    database = apsw.Connection(str(source), flags=apsw.SQLITE_OPEN_READWRITE, vfs=vfs)
    try:
        _leave_the_log(database)
        database.set_busy_timeout(BUSY_MILLISECONDS * 10)
        database.execute("vacuum into ?", (str(part),))
    finally:
        database.close()
    fault = check_integrity(part, vfs)
    if fault is not None:
        raise StoreFailed(f"{part}: the copy is damaged ({fault})")


def _sync_folder(folder: Path) -> None:
    """Make the names in a folder durable."""
    opened = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


def check_integrity(path: Path, vfs: str | None = None) -> str | None:
    """What SQLite finds wrong with a file, or None."""
    database = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READWRITE, vfs=vfs)
    try:
        found = str(next(iter(database.execute("pragma integrity_check")))[0])
    finally:
        database.close()
    return None if found == "ok" else found
