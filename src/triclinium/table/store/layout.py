"""The layout of the file, and the migration of earlier layouts.

A new layout needs the next number, a migration from the one before, and a sample file in `tests/server/stores`.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import apsw

from triclinium.table.store import StoreFailed

LAYOUT = 3
SCHEMA = """
create table tables(
    number integer primary key, id text not null unique, game text not null, over integer not null,
    told integer not null default 0, edits integer not null default 0
);
create table rows(row integer primary key, "table" integer not null, sequence integer not null, body blob not null);
create unique index rows_of_table on rows("table", sequence);
create table visits(visitor text not null, "table" integer not null, primary key(visitor, "table")) without rowid;
create table snapshots("table" integer primary key, rows integer not null, body blob not null);
"""
MIGRATIONS = {
    # `told`: the rows of the table include the events of each answer, so that it can be read without its rules.
    1: "alter table tables add column told integer not null default 0;",
    # `edits`: how often rows were overwritten, so that no snapshot is kept of what is no longer there.
    2: """alter table tables add column edits integer not null default 0;
        create table snapshots("table" integer primary key, rows integer not null, body blob not null);""",
}
"""The migration to the next layout, by the layout it starts from."""


def prepare(database: apsw.Connection, path: Path, back_up: Callable[[Path], None]) -> None:
    """Create the layout in a new file, or migrate an earlier one: completely or not at all, keeping a copy."""
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
    """A free file name beside a file, with the purpose in it."""
    name = path.with_name(f"{path.name}.{what}")
    number = 1
    while name.exists():
        number += 1
        name = path.with_name(f"{path.name}.{what}-{number}")
    return name


def refuse_newer(version: int, path: Path) -> None:
    """Refuse a file of a later layout."""
    if version > LAYOUT:
        raise StoreFailed(
            f"{path} was written by a newer version of this program (layout {version}; this one knows {LAYOUT}): "
            "run that version, or restore a backup"
        )
