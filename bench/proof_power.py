"""Cut the power of the store, again and again, at any step: nothing acknowledged may be lost.

    python -m bench.proof power

The real store writes, wipes, removes tables, tidies its log, returns space and backs up, on a simulated disk
(`bench/disk.py`) that loses power at a random step, also while it starts again, while it migrates a file of the first
layout, and while it closes. Then the disk is opened: the store holds exactly what was acknowledged, or that plus the
whole batch being written; SQLite finds the file sound; nothing is left of overwritten words; a finished backup is
complete, and an unfinished one is not there. `losses_until_found` says how soon the same proof notices a store that
syncs too little, and a disk that lies.
"""

from __future__ import annotations

import random
import re
import tempfile
import threading
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any
from unittest.mock import patch

import apsw

from bench.disk import Disk
from triclinium.table.store import StoreFailed, files
from triclinium.table.store import sqlite_file as store_module
from triclinium.table.store import writer as writer_module
from triclinium.table.store.files import FILE, check_integrity
from triclinium.table.store.sqlite_file import SqliteFile

STARTING_STEPS, STEPS_MOST = 20, 700
"""Roughly the steps of a start, and of a start with thirty batches."""
FIRST_LAYOUT = """
create table tables(number integer primary key, id text not null unique, game text not null, over integer not null);
create table rows(row integer primary key, "table" integer not null, sequence integer not null, body blob not null);
create unique index rows_of_table on rows("table", sequence);
create table visits(visitor text not null, "table" integer not null, primary key(visitor, "table")) without rowid;
"""
LIVES = 10
"""Losses of power for one store before a new one is started."""
MEMORY = Path("/dev/shm")
"""The simulated disk decides what is durable, so the real one need not be waited for."""
TEETH = 100
"""A store that does not sync must be found within this many losses."""
SECRET = re.compile(rb"secret-[0-9a-f]{16}")
LOG_PAGES = (8, 40, 2000)
"""How long the write-ahead log may grow: it is moved into the file always, sometimes, never."""


@dataclass
class Held:
    """What the store must hold."""

    tables: dict[str, list[bytes]] = field(default_factory=dict)
    over: set[str] = field(default_factory=set)
    visits: set[tuple[str, str]] = field(default_factory=set)

    def copy(self) -> Held:
        """Rows never change, so they need not be copied."""
        return Held({name: rows.copy() for name, rows in self.tables.items()}, self.over.copy(), self.visits.copy())

    def secrets_gone(self, after: Held) -> set[bytes]:
        """The secrets in rows that are not there any more."""
        now = {row for rows in after.tables.values() for row in rows}
        gone = {row for rows in self.tables.values() for row in rows} - now
        return {secret for row in gone for secret in SECRET.findall(row)}

    def read_from(self, store: SqliteFile, visitors: list[str], names: list[str]) -> Held:
        tables = {name: rows for name in names if (rows := store.load(name))}
        running = set(store.running())
        visits = {(visitor, table) for visitor in visitors for table in store.tables_of(visitor)}
        return Held(tables, {name for name in tables if name not in running}, visits)


@dataclass
class Toll:
    """What the losses of power have shown."""

    losses: int = 0
    while_starting: int = 0
    while_closing: int = 0
    while_backing_up: int = 0
    while_removing: int = 0
    while_vacuuming: int = 0
    of_the_first_layout: int = 0
    in_a_batch: int = 0
    batch_was_kept: int = 0
    batches: int = 0
    rows: int = 0
    wiped: int = 0
    removed: int = 0
    backups: int = 0
    sectors_lost: int = 0
    sectors_kept: int = 0
    sectors_torn: int = 0
    names_lost: int = 0
    faults: list[str] = field(default_factory=list)


class House:
    """One store on one disk, from its first start through several losses of power."""

    def __init__(self, folder: Path, rng: random.Random, toll: Toll, lies: bool) -> None:
        self.root = folder
        self.rng = rng
        self.toll = toll
        self.lies = lies
        self.life = 0
        self.names: list[str] = []
        self.visitors = [f"visitor{number}" for number in range(5)]
        self.held = Held()
        self.coming: Held | None = None
        """What the store holds if the batch in progress is written."""
        self.gone: set[bytes] = set()
        self.backups: dict[str, Held] = {}
        self.backing_up: str | None = None
        self.folder = self._folder()
        if rng.random() < 0.3:
            self._begin_long_ago()

    def _begin_long_ago(self) -> None:
        """A file of the first layout."""
        database = apsw.Connection(str(self.folder / FILE))
        database.pragma("journal_mode", "wal")
        database.pragma("secure_delete", True)
        database.execute(FIRST_LAYOUT)
        database.pragma("user_version", 1)
        name = f"{self.rng.getrandbits(128):032x}"
        rows = [self._row(400) for _ in range(50)]
        database.execute("insert into tables values(1, ?, 'banquet', 0)", (name,))
        database.executemany("insert into rows values(?, 1, ?, ?)", [(at + 1, at, row) for at, row in enumerate(rows)])
        database.close()
        self.names.append(name)
        self.held.tables[name] = rows
        self.toll.of_the_first_layout += 1

    def _folder(self) -> Path:
        folder = self.root / f"life{self.life}"
        folder.mkdir()
        return folder

    def live(self) -> None:
        """Start, work until power is lost, and check what is left."""
        disk = Disk(self.folder, lies=self.lies)
        starting = self.rng.random() < 0.25
        disk.lose_power_after(self.rng.randrange(1, STARTING_STEPS if starting else STEPS_MOST))
        doing = ""
        with patch.object(writer_module, "CHECKPOINT_PAGES", self.rng.choice(LOG_PAGES)), disk.watched():
            while not disk.dead:
                before = set(threading.enumerate())
                doing = self._day(disk)
                for thread in set(threading.enumerate()) - before:
                    thread.join()  # the log is still being moved into the file
        disk.forget()
        self.toll.losses += 1
        setattr(self.toll, doing, getattr(self.toll, doing) + 1)
        self.life += 1
        self.folder = self._folder()
        kept = disk.lay_out(self.folder, self.rng)
        self.toll.sectors_lost += kept.lost
        self.toll.sectors_kept += kept.sectors
        self.toll.sectors_torn += kept.torn
        self.toll.names_lost += kept.names
        self._inspect()

    def _day(self, disk: Disk) -> str:
        """From a start to a stop or to the loss of power; returns what was being done."""
        try:
            store = SqliteFile(self.folder, vfs=disk.vfs)
        except StoreFailed:
            if not disk.dead:
                raise
            return "while_starting"
        doing = "in_a_batch"
        try:
            for _ in range(self.rng.choice((5, 50))):
                doing = "in_a_batch"
                self._work(store)
                what = self.rng.random()
                if what < 0.03:
                    doing = "while_backing_up"
                    self._back_up(store)
                elif what < 0.06 and self.held.tables:
                    doing = "while_removing"
                    self._remove(store)
                elif what < 0.07:
                    doing = "while_vacuuming"
                    store.vacuum()
        except StoreFailed:
            store.close()
            if not disk.dead:
                raise
            return doing
        store.close()
        return "while_closing"

    def _work(self, store: SqliteFile) -> None:
        """One batch of a few events."""
        after = self.held.copy()
        for _ in range(self.rng.choice((1, 1, 1, 2, 5, 20))):
            self._happen(store, after)
        wiped = self.held.secrets_gone(after)
        self.coming = after
        store.commit()
        self.toll.batches += 1
        self.toll.wiped += len(wiped)
        self.gone |= wiped
        self.held, self.coming = after, None

    def _remove(self, store: SqliteFile) -> None:
        """Remove tables for good, with everything in them."""
        names = self.rng.sample(list(self.held.tables), min(len(self.held.tables), self.rng.choice((1, 3))))
        after = self.held.copy()
        for name in names:
            del after.tables[name]
            after.over.discard(name)
        after.visits = {(visitor, name) for visitor, name in after.visits if name not in names}
        self.coming = after
        store.remove(names)
        self.gone |= self.held.secrets_gone(after)
        self.toll.removed += len(names)
        self.held, self.coming = after, None

    def _happen(self, store: SqliteFile, after: Held) -> None:
        rng = self.rng
        what = rng.random()
        if what < 0.08 or not after.tables:
            name = f"{rng.getrandbits(128):032x}"
            self.names.append(name)
            store.create(name, "banquet")
            after.tables[name] = []
            self._append(store, after, name)
            return
        name = rng.choice(list(after.tables))
        if what < 0.16:
            rows = after.tables[name]
            stored = len(self.held.tables.get(name, ()))
            if stored:
                place = rng.randrange(stored)
                rows[place] = self._row(rng.choice((20, len(rows[place]))))
                store.replace(name, {place: rows[place]})
        elif what < 0.2:
            visitor = rng.choice(self.visitors)
            store.visit(visitor, name)
            after.visits.add((visitor, name))
        elif what < 0.23:
            store.finish(name)
            after.over.add(name)
        else:
            self._append(store, after, name)

    def _append(self, store: SqliteFile, after: Held, name: str) -> None:
        rows = [self._row(self.rng.choice((40, 120, 400, 3000, 9000))) for _ in range(self.rng.choice((1, 1, 3)))]
        store.append(name, len(after.tables[name]), rows)
        after.tables[name] += rows
        self.toll.rows += len(rows)

    def _row(self, size: int) -> bytes:
        head = b'{"row":"ended","at":1,"nonce":"secret-%016x' % self.rng.getrandbits(64)
        return head + b"." * max(0, size - len(head)) + b'"}'

    def _back_up(self, store: SqliteFile) -> None:
        self.backing_up = f"backup{len(self.backups)}-{self.life}.sqlite"
        store.backup(self.folder / self.backing_up)
        self.backups[self.backing_up] = self.held.copy()
        self.backing_up = None
        self.toll.backups += 1

    # --- What is left -------------------------------------------------------------------------

    def _inspect(self) -> None:
        """Compare what the disk kept with what was acknowledged, on a copy: opening changes files."""
        with tempfile.TemporaryDirectory(dir=self.root) as copied:
            copy = Path(copied)
            for path in self.folder.iterdir():
                (copy / path.name).write_bytes(path.read_bytes())
            self._inspect_backups(copy)
            try:
                self._inspect_store(copy)
            except (StoreFailed, apsw.Error) as failed:
                self._fault(f"the store does not open: {failed}")

    def _inspect_store(self, folder: Path) -> None:
        if not (folder / FILE).exists() and self.held.tables:
            self._fault("the file is gone")
            return
        SqliteFile(folder).close()  # start, as every server does
        fault = check_integrity(folder / FILE)
        if fault is not None:
            self._fault(f"integrity: {fault}")
        store = SqliteFile(folder)
        found = self.held.read_from(store, self.visitors, self.names)
        counted = store.tables()
        store.close()
        if found != self.held:
            if found != self.coming:
                self._fault(self._difference(found))
            elif self.coming is not None:
                self.toll.batch_was_kept += 1
                self.gone |= self.held.secrets_gone(self.coming)
        if counted != len(found.tables):
            self._fault(f"{counted} tables, {len(found.tables)} of them with rows")
        self.held, self.coming = found, None
        # The copy of an earlier layout (`.layout-1`) is a backup: it keeps its words.
        files = [
            path for path in folder.glob(FILE + "*") if path.suffix in (".sqlite", ".sqlite-wal", ".sqlite-journal")
        ]
        left = [found for path in files for found in SECRET.findall(path.read_bytes()) if found in self.gone]
        if left:
            self._fault(f"{len(left)} words that were written over are still there")

    def _inspect_backups(self, folder: Path) -> None:
        wanted: dict[str, Held | None] = {**self.backups}
        if self.backing_up is not None and (folder / self.backing_up).exists():
            wanted[self.backing_up] = self.held  # it need not be there; if it is, it is complete
        for name, held in wanted.items():
            path = folder / name
            if not path.exists():
                self._fault(f"{name} is gone")
                continue
            apart = folder / f"of-{name}"
            apart.mkdir()
            for part in folder.glob(name + "*"):
                (apart / part.name.replace(name, FILE)).write_bytes(part.read_bytes())
            try:
                fault = check_integrity(apart / FILE)
                store = SqliteFile(apart)
                found = self.held.read_from(store, self.visitors, self.names)
                store.close()
            except (StoreFailed, apsw.Error) as failed:
                self._fault(f"{name} does not open: {failed}")
                continue
            if fault is not None or found != held:
                rows = sum(map(len, found.tables.values()))
                self._fault(f"{name} is not what was backed up: {fault or 'sound'}, {rows} rows")
        # What was once found complete is on the platter and need not be checked again.
        self.backups, self.backing_up = {}, None

    def _difference(self, found: Held) -> str:
        wanted = {row for rows in self.held.tables.values() for row in rows}
        there = [row for rows in found.tables.values() for row in rows]
        lost, double = len(wanted - set(there)), len(there) - len(set(there))
        more = len(set(there) - wanted)
        return f"{lost} acknowledged rows are lost, {double} doubled, {more} are there that were not acknowledged"

    def _fault(self, fault: str) -> None:
        self.toll.faults.append(f"loss {self.toll.losses}: {fault}")


def lose_power(losses: int, seed: int, *, lies: bool = False, until_a_fault: bool = False) -> Toll:
    """This many losses of power, several for each store."""
    toll = Toll()
    rng = random.Random(seed)
    with tempfile.TemporaryDirectory(prefix="triclinium-power-", dir=MEMORY if MEMORY.is_dir() else None) as folder:
        for number in range(-(-losses // LIVES)):
            root = Path(folder) / str(number)
            root.mkdir()
            house = House(root, rng, toll, lies)
            for _ in range(min(LIVES, losses - number * LIVES)):
                house.live()
                if until_a_fault and toll.faults:
                    return toll
    return toll


def losses_until_found(seed: int) -> dict[str, int | None]:
    """After how many losses the proof notices a store that syncs too little, and a disk that lies."""
    opened = files.open_file
    found = {"a disk that lies": lose_power(TEETH, seed, lies=True, until_a_fault=True)}
    for carelessly in ("off", "normal"):

        def careless(*where: Any, how: str = carelessly) -> apsw.Connection:
            database = opened(*where)
            database.pragma("synchronous", how)
            return database

        with patch.object(store_module, "open_file", careless):
            found[f"synchronous {carelessly}"] = lose_power(TEETH, seed, until_a_fault=True)
    return {what: toll.losses if toll.faults else None for what, toll in found.items()}


def prove(losses: int, seed: int) -> dict[str, Any]:
    """The proof, and that it would notice."""
    toll = lose_power(losses, seed)
    told = asdict(toll)
    told["losses_until_found"] = found = losses_until_found(seed)
    told["faults"] += [f"{what} was not noticed" for what, losses in found.items() if losses is None]
    return told
