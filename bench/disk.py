"""A simulated disk that loses power: it knows what was synced, and keeps an arbitrary part of the rest.

SQLite writes through `Disk.vfs`, an ordinary file system that takes notes. A file is its content at the last sync, plus
a list of writes. When power is lost, each 512 bytes of each write may or may not have reached the disk, in any order,
or may be torn in the middle. The length of the file may be any it has had since the sync. A new name may be gone, and a
deleted one back, unless the folder was synced. As on Linux, the first sync of a new journal also syncs its folder.
"""

# ruff: noqa: N802 (names of methods are SQLite's)
from __future__ import annotations

import itertools
import os
import random
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from unittest.mock import patch

import apsw

SECTOR = 512
NUMBERS = itertools.count()
JOURNALS = apsw.SQLITE_OPEN_MAIN_JOURNAL | apsw.SQLITE_OPEN_SUPER_JOURNAL | apsw.SQLITE_OPEN_WAL
NEVER = 1 << 60


class PowerLost(apsw.IOError):
    """The disk does nothing any more."""


@dataclass(slots=True)
class Inode:
    """A file as on the platter, and the writes since."""

    synced: bytearray = field(default_factory=bytearray)
    since: list[tuple[int, bytes | None]] = field(default_factory=list)
    """Writes: an offset and bytes; without bytes, a truncation to that length."""
    sync_folder: bool = False
    """Whether its first sync also syncs its folder."""

    def sync(self) -> None:
        for place, data in self.since:
            if data is None:
                resize(self.synced, place)
            else:
                put(self.synced, place, data)
        self.since = []

    def after_power_loss(self, rng: random.Random, kept: Kept) -> bytes:
        """Some state between the last sync and now, in any order."""
        likely = rng.choice((0.0, 0.1, 0.5, 0.9, 1.0, 1.0))
        tearing = rng.choice((0.0, 0.1))
        found = bytearray(self.synced)
        length = len(found)
        lengths = [length]
        for place, data in self.since:
            if data is None:
                length = place
            else:
                length = max(length, place + len(data))
                for start, part in sectors(place, data):
                    if rng.random() < likely:
                        torn = rng.random() < tearing
                        put(found, start, part[: rng.randrange(len(part))] if torn else part)
                        kept.torn += torn
                        kept.sectors += 1
                    else:
                        kept.lost += 1
            lengths.append(length)
        resize(found, rng.choice(lengths) if rng.random() < 0.5 else lengths[-1])
        return bytes(found)


@dataclass(slots=True)
class Kept:
    """What became of unsynced sectors."""

    sectors: int = 0
    torn: int = 0
    lost: int = 0
    names: int = 0
    """Lost changes of names."""


def sectors(place: int, data: bytes) -> Iterator[tuple[int, bytes]]:
    """A write, split at sector boundaries."""
    start = place
    while start < place + len(data):
        end = min((start // SECTOR + 1) * SECTOR, place + len(data))
        yield start, data[start - place : end - place]
        start = end


def put(content: bytearray, place: int, data: bytes) -> None:
    if place > len(content):
        resize(content, place)
    content[place : place + len(data)] = data


def resize(content: bytearray, length: int) -> None:
    del content[length:]
    content += bytes(length - len(content))


class Disk:
    """One folder from one start of the machine to the next loss of power."""

    def __init__(self, folder: Path, *, lies: bool = False) -> None:
        self.folder = folder.resolve()
        self.lies = lies
        """Whether it says synced when nothing is."""
        self.dead = False
        self.steps = 0
        """Changes to the disk so far."""
        self.left = NEVER
        self.lock = threading.RLock()
        self.names: dict[str, Inode] = {}
        for path in self.folder.iterdir():
            if path.is_file():
                self.names[path.name] = Inode(bytearray(path.read_bytes()))
        self.synced_names = dict(self.names)
        self.changes: list[dict[str, Inode | None]] = []
        self.vfs = f"disk-{next(NUMBERS)}"
        self._vfs = _Vfs(self)

    def lose_power_after(self, steps: int) -> None:
        """Power is lost at a step soon."""
        self.left = steps

    def knows(self, path: str | Path) -> str | None:
        """The name of a file of this disk; None for files elsewhere."""
        whole = Path(path).resolve()
        return whole.name if whole.parent == self.folder else None

    def step(self) -> None:
        """A change is about to happen; once power is lost, it does not."""
        if self.dead:
            raise PowerLost("no power")
        self.steps += 1
        self.left -= 1
        if self.left < 0:
            self.dead = True
            raise PowerLost("power goes")

    def inode(self, name: str) -> Inode:
        """The file of a name. A new one is not on the platter yet."""
        if name not in self.names:
            self.change({name: Inode()})
        return self.names[name]

    def change(self, names: dict[str, Inode | None]) -> None:
        """Names are added, or removed (None)."""
        self.changes.append(names)
        _rename(self.names, names)

    def write(self, inode: Inode, place: int, data: bytes | None) -> None:
        with self.lock:
            if not self.dead:
                inode.since.append((place, data))  # a write in progress when power is lost may be there in part
            self.step()

    def sync(self, inode: Inode) -> None:
        with self.lock:
            self.step()
            if self.lies:
                return
            inode.sync()
            if inode.sync_folder:
                inode.sync_folder = False
                self.sync_names()

    def sync_names(self) -> None:
        """Sync the folder itself."""
        if not self.lies:
            self.synced_names = dict(self.names)
            self.changes = []

    def lay_out(self, folder: Path, rng: random.Random) -> Kept:
        """After the loss of power: what the next start finds."""
        kept = Kept()
        with self.lock:
            self.dead = True
            names = dict(self.synced_names)
            likely = rng.choice((0.0, 0.5, 1.0))
            for change in self.changes:
                if rng.random() < likely:
                    _rename(names, change)
                else:
                    kept.names += 1
            for name, inode in names.items():
                (folder / name).write_bytes(inode.after_power_loss(rng, kept))
        return kept

    def forget(self) -> None:
        """Unregister this file system."""
        self._vfs.unregister()

    # --- What goes past SQLite ------------------------------------------------------------------

    @contextmanager
    def watched(self) -> Iterator[None]:
        """Also track what Python itself does to files here."""
        fsync, unlink = os.fsync, os.unlink

        def fsync_(file: Any) -> None:
            number = file if isinstance(file, int) else file.fileno()
            path = Path(f"/proc/self/fd/{number}").readlink()
            if path == self.folder:
                with self.lock:
                    self.step()
                    self.sync_names()
            elif (name := self.knows(path)) is not None:
                inode = self.inode(name)
                if not inode.since and not inode.synced:  # written by Python before we knew the file
                    inode.since.append((0, path.read_bytes()))
                self.sync(inode)
            fsync(file)

        def renamed(do: Callable[..., None]) -> Callable[..., None]:
            def rename(old: Any, new: Any, **more: Any) -> None:
                before, after = self.knows(old), self.knows(new)
                if before is not None and after is not None:
                    with self.lock:
                        self.step()
                        self.change({after: self.inode(before), before: None})
                do(old, new, **more)

            return rename

        def unlink_(path: Any, **more: Any) -> None:
            name = self.knows(path)
            if name in self.names:
                with self.lock:
                    self.step()
                    self.change({name: None})
            unlink(path, **more)

        with (
            patch("os.fsync", fsync_),
            patch("os.rename", renamed(os.rename)),
            patch("os.replace", renamed(os.replace)),
            patch("os.unlink", unlink_),
        ):
            yield


def _rename(names: dict[str, Inode], change: dict[str, Inode | None]) -> None:
    for name, inode in change.items():
        if inode is None:
            names.pop(name, None)
        else:
            names[name] = inode


def _quietly(_kind: type[BaseException] | None, error: BaseException | None, _trace: Any) -> bool:
    """SQLite cannot use an error here: it is closing a file."""
    if error is not None and not isinstance(error, PowerLost):
        raise error
    return True


class _Vfs(apsw.VFS):
    excepthook = staticmethod(_quietly)

    def __init__(self, disk: Disk) -> None:
        self.disk = disk
        super().__init__(disk.vfs, "")

    def xOpen(self, name: Any, flags: list[int]) -> _File:
        return _File(self.disk, name, flags)

    def xDelete(self, path: str, sync_folder: bool) -> None:
        disk = self.disk
        name = disk.knows(path)
        with disk.lock:
            disk.step()
            if name in disk.names:
                disk.change({name: None})
            if sync_folder:
                disk.sync_names()
        super().xDelete(path, sync_folder)


class _File(apsw.VFSFile):
    excepthook = staticmethod(_quietly)

    def __init__(self, disk: Disk, name: Any, flags: list[int]) -> None:
        self.disk = disk
        path = name.filename() if isinstance(name, apsw.URIFilename) else name
        known = None if path is None else disk.knows(path)
        if disk.dead:
            raise PowerLost("no power")
        super().__init__("", name, flags)
        self.inode: Inode | None = None
        if known is not None:
            with disk.lock:
                new = known not in disk.names
                if new:
                    disk.step()
                self.inode = disk.inode(known)
                self.inode.sync_folder |= new and bool(flags[0] & JOURNALS)

    def xRead(self, amount: int, place: int) -> bytes:
        if self.disk.dead:
            raise PowerLost("no power")
        found: bytes = super().xRead(amount, place)
        return found

    def xWrite(self, data: bytes, place: int) -> None:
        if self.inode is not None:
            self.disk.write(self.inode, place, bytes(data))
        super().xWrite(data, place)

    def xTruncate(self, length: int) -> None:
        if self.inode is not None:
            self.disk.write(self.inode, length, None)
        super().xTruncate(length)

    def xSync(self, flags: int) -> None:
        if self.inode is not None:
            self.disk.sync(self.inode)
