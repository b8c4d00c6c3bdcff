"""Move a house to another store: from SQLite to PostgreSQL, or back. Every row is read again and compared.

Nothing is removed from the old store. The new one must be empty, so that nothing is ever mixed or overwritten.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from triclinium.table.ops.journal import SHORT
from triclinium.table.store import StoreFailed
from triclinium.table.store.files import FILE
from triclinium.table.store.sqlite import SqliteStore

if TYPE_CHECKING:
    from triclinium.table.store.postgres import PostgresStore

House: TypeAlias = "SqliteStore | PostgresStore"
SCHEMES = ("postgresql://", "postgres://")


@dataclass(slots=True)
class Moved:
    """How much was moved, and compared."""

    tables: int = 0
    rows: int = 0


def is_address(text: str) -> bool:
    """Whether this is the address of a database and no folder."""
    return text.startswith(SCHEMES)


def postgres_at(url: str, house: str, address: str = "") -> PostgresStore:
    """A house in PostgreSQL, not yet opened. Raises `StoreFailed`, also if the extra is missing."""
    try:
        from triclinium.table.store.postgres import PostgresStore
    except ImportError:
        raise StoreFailed("PostgreSQL needs more packages: pip install 'triclinium[nodes]'") from None
    return PostgresStore(url, house, address)


async def _open(where: str, house: str, *, old: bool) -> House:
    if is_address(where):
        store = postgres_at(where, house)
        await store.open()
        if await store.in_use():
            await store.close()
            raise StoreFailed(f"{store.where} is in use by a node; stop all nodes first")
        return store
    if old and not (Path(where) / FILE).exists():
        raise StoreFailed(f"{where}: there are no tables here")
    return SqliteStore(Path(where))


async def move(old: str, new: str, house: str, step: Callable[[Moved], None]) -> Moved:
    """Copy all tables and compare them; `step` is told of each. Raises `StoreFailed`; then the new store is empty."""
    source = await _open(old, house, old=True)
    try:
        if lacking := await source.incomplete():
            raise StoreFailed(f"{len(lacking)} tables lack their events; run `triclinium upgrade` first")
        target = await _open(new, house, old=False)
        try:
            if await target.tables():
                raise StoreFailed(f"{_name(new)}: there are tables already; a house moves only into an empty store")
            return await _move(source, target, step)
        finally:
            await target.close()
    finally:
        await source.close()


async def _move(source: House, target: House, step: Callable[[Moved], None]) -> Moved:
    moved = Moved()
    tables = await source.all_tables()
    try:
        for table in tables:
            moved.rows += await _move_table(source, target, table)
            moved.tables += 1
            step(moved)
        if await target.all_tables() != tables:
            raise StoreFailed("the tables are not the same in both stores")
    except BaseException:
        await target.remove(tables[: moved.tables + 1])
        raise
    return moved


async def _move_table(source: House, target: House, table: str) -> int:
    rows, kept = await source.load(table), await source.kept(table)
    assert kept is not None, "nobody else writes here"
    target.create(table, kept.game)
    target.append(table, 0, rows)
    for visitor in kept.visitors:
        target.visit(visitor, table)
    if kept.over:
        target.finish(table)
    refused = await target.write()
    if refused or await target.load(table) != rows or await target.kept(table) != kept:
        raise StoreFailed(f"table {table[:SHORT]} is not the same in both stores")
    return len(rows)


def _name(where: str) -> str:
    from triclinium.table.store.address import where_of

    return where_of(where) if is_address(where) else where
