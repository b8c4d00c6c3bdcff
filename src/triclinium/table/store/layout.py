"""How the file is laid out, and how a file of an earlier layout becomes one of today's.

A new layout gets the next number, a migration from the one before, and a file of its own in `tests/server/stores`.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import apsw

from triclinium.table.store import StoreFailed

LAYOUT = 2
SCHEMA = """
create table tables(
    number integer primary key, id text not null unique, game text not null, over integer not null,
    told integer not null default 0
);
create table rows(row integer primary key, "table" integer not null, sequence integer not null, body blob not null);
create unique index rows_of_table on rows("table", sequence);
create table visits(visitor text not null, "table" integer not null, primary key(visitor, "table")) without rowid;
"""
MIGRATIONS = {
    # `told`: the rows of the table hold what each answer told, so that it can be read without the rules it followed.
    1: "alter table tables add column told integer not null default 0;",
}
"""What makes a file of the next layout, by the layout it is made from."""


def prepare(database: apsw.Connection, path: Path, back_up: Callable[[Path], None]) -> None:
    """Lay out a new file, or bring one of an earlier layout up to today's: all of it or nothing, and a copy is kept."""
    version = database.pragma("user_version")
    if version == 0:
        with database:
            database.execute(SCHEMA)
            database.pragma("user_version", LAYOUT)
        return
    refuse_newer(version, path)
    if version < LAYOUT:
        back_up(name_beside(path, f"layout-{version}"))
        with database:
            for step in range(version, LAYOUT):
                database.execute(MIGRATIONS[step])
            database.pragma("user_version", LAYOUT)


def name_beside(path: Path, what: str) -> Path:
    """A free name beside a file, that says what is kept there."""
    name = path.with_name(f"{path.name}.{what}")
    number = 1
    while name.exists():
        number += 1
        name = path.with_name(f"{path.name}.{what}-{number}")
    return name


def refuse_newer(version: int, path: Path) -> None:
    """A file of a later layout is not for this program."""
    if version > LAYOUT:
        raise StoreFailed(
            f"{path} was written by a newer version of this program (layout {version}; this one knows {LAYOUT}): "
            "run that version, or restore a backup"
        )
