"""The store in PostgreSQL, for any number of nodes at once.

Two nodes may append to a table at the same time; one of them wins. Who raises `length` from what it believed may write
the next rows; for the other the statement finds nothing to do, so that one lost race never fails a batch. A row is
there once all the same if that ever failed: the primary key of `rows` is (table, number).
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable, Mapping, Sequence
from pathlib import Path
from typing import Any

import psycopg
from psycopg import AsyncConnection, sql

from triclinium.table.store import Age, Snapshot, StoreFailed
from triclinium.table.store.address import settings_of, where_of, why
from triclinium.table.store.aging import LATEST_TRIED, stamp_of
from triclinium.table.store.connections import Broken, Connections
from triclinium.table.store.kept import Kept
from triclinium.table.store.postgres_batch import Batch
from triclinium.table.store.schema import prepare, schema_of
from triclinium.table.store.statements import (
    AGES,
    APPEND,
    CREATE,
    KEPT,
    LATEST,
    LATEST_SNAPSHOT,
    LOAD,
    OPEN_TABLES,
    OTHERS,
    REMOVE,
    TABLES_OF,
    TRACES,
)

PROGRAM = "triclinium"
"""How connections of nodes are called in PostgreSQL, with something of their own behind it."""


class PostgresStore:
    """One house in a database, for any number of nodes. `address` is where its people come in."""

    def __init__(self, url: str, house: str = "", address: str = "") -> None:
        self._name = f"{PROGRAM} {secrets.token_hex(4)}"
        self._settings = settings_of(url, self._name)
        self.where = where_of(url)
        self.house = house
        self.address = address
        self._h = sql.Identifier(schema_of(house))
        self._statements: dict[str, sql.Composed] = {}
        self._batch = Batch()
        self._turn = asyncio.Lock()
        self._connections = Connections(self._settings, self.where)

    async def open(self) -> None:
        """Check the database, make or migrate the house, and connect. Raises `StoreFailed`; then nothing is written."""
        try:
            async with await AsyncConnection.connect(self._settings, autocommit=True) as first:
                await prepare(first, self.house, self.address)
        except psycopg.Error as error:
            raise StoreFailed(f"{self.where}: {why(error)}") from None
        except StoreFailed as failed:
            raise StoreFailed(f"{self.where}: {failed}") from None
        await self._connections.open()

    # --- Writing ------------------------------------------------------------------------------

    def create(self, table: str, game: str) -> None:
        self._batch.new[table] = game

    def append(self, table: str, before: int, rows: Sequence[bytes]) -> None:
        if table in self._batch.rows:
            self._batch.rows[table][1].extend(rows)
        else:
            self._batch.rows[table] = (before, list(rows))

    def replace(self, table: str, bodies: Mapping[int, bytes], *, wipe: bool = True) -> None:
        """`wipe` has no effect of its own: PostgreSQL frees old versions of a row by itself (autovacuum)."""
        self._batch.other += [(table, place, body) for place, body in bodies.items()]

    def snapshot(self, table: str, taken: Snapshot) -> None:
        self._batch.snapshots[table] = taken

    def complete(self, table: str) -> None:
        self._batch.complete.append(table)

    def visit(self, visitor: str, table: str) -> None:
        self._batch.visits.append((visitor, table))

    def leave(self, visitor: str, table: str) -> None:
        self._batch.leaves.append((visitor, table))

    def finish(self, table: str) -> None:
        self._batch.over.append(table)

    def write(self) -> Awaitable[frozenset[str]]:
        """Write everything gathered; returns the tables whose rows were refused, because another node was first.

        Raises `StoreFailed` if nothing was stored, or if nobody knows: the connection may break after the commit. Who
        reads the table again finds out.
        """
        batch, self._batch = self._batch, Batch()
        return self._write_in_turn(batch)

    async def _write_in_turn(self, batch: Batch) -> frozenset[str]:
        batch.rows = {table: given for table, given in batch.rows.items() if given[1]}
        if not batch.rows and not batch.has_more():
            return frozenset()
        async with self._turn, self._connections.one() as connection:
            if not batch.has_more():
                return await self._append(connection, batch)
            async with connection.transaction():
                return await self._write(connection, batch)

    async def _write(self, connection: AsyncConnection[Any], batch: Batch) -> frozenset[str]:
        lost: set[str] = set()
        if batch.new:
            made = await connection.execute(self._sql(CREATE), (list(batch.new), list(batch.new.values())))
            lost |= batch.new.keys() - {table for (table,) in await made.fetchall()}
            for table in lost:
                batch.rows.pop(table, None)
        if batch.rows:
            lost |= await self._append(connection, batch)
        async with connection.pipeline():
            for statement, given in batch.rest(lost):
                await connection.execute(self._sql(statement), given)
        return frozenset(lost)

    async def _append(self, connection: AsyncConnection[Any], batch: Batch) -> frozenset[str]:
        found = await connection.execute(self._sql(APPEND), batch.appends(), binary=True)
        return frozenset(batch.rows.keys() - {table for (table,) in await found.fetchall()})

    async def remove(self, tables: Sequence[str]) -> None:
        async with self._connections.one() as connection:
            await connection.execute(self._sql(REMOVE), (list(tables),))

    # --- Reading ------------------------------------------------------------------------------

    async def load(self, table: str, after: int = 0) -> list[bytes]:
        return [body for (body,) in await self._read(LOAD, (table, after))]

    async def latest_snapshot(self, table: str) -> Snapshot:
        return next((Snapshot(*found) for found in await self._read(LATEST_SNAPSHOT, (table,))), Snapshot())

    async def length(self, table: str) -> int:
        return (await self.lengths([table])).get(table, 0)

    async def lengths(self, tables: Sequence[str]) -> dict[str, int]:
        """The number of rows of each of these tables; those that are not there are left out."""
        return dict(await self._read("select id, length from {h}.tables where id = any(%s::text[])", (list(tables),)))

    async def running(self) -> list[str]:
        return await self._column("select id from {h}.tables where not over order by number desc")

    async def all_tables(self) -> list[str]:
        """All tables, oldest first."""
        return await self._column("select id from {h}.tables order by number")

    async def incomplete(self) -> list[str]:
        return await self._column("select id from {h}.tables where not told order by number desc")

    async def tables_of(self, visitor: str) -> list[str]:
        return await self._column(TABLES_OF, (visitor,))

    async def traces(self, visitor: str) -> list[str]:
        return [table for (table,) in await self._read(TRACES, {"visitor": visitor})]

    async def open_tables(self, visitor: str) -> int:
        return int((await self._read(OPEN_TABLES, (visitor,)))[0][0])

    async def game_of(self, table: str) -> str:
        return next(iter(await self._column("select game from {h}.tables where id = %s", (table,))), "")

    async def tables(self) -> int:
        return int((await self._read("select count(*) from {h}.tables"))[0][0])

    async def latest(self) -> int:
        stamps = (stamp_of(body) for (body,) in await self._read(LATEST, (LATEST_TRIED,)))
        return max((stamp for stamp in stamps if stamp is not None), default=0)

    async def ages(self, after: int, most: int) -> list[Age]:
        found = await self._read(AGES, (after, most))
        return [Age(number, table, over, begun, stamp_of(body)) for number, table, over, begun, body in found]

    async def kept(self, table: str) -> Kept | None:
        found = await self._read(KEPT, (table,))
        return Kept(*found[0]) if found else None

    async def in_use(self) -> bool:
        """Whether other nodes are connected to the database."""
        return bool((await self._read(OTHERS, (PROGRAM, self._name)))[0][0])

    async def backup(self, path: Path) -> None:
        """PostgreSQL has its own ways to be copied while others write."""
        raise StoreFailed(f"{self.where}: back it up with pg_dump, or as your PostgreSQL is backed up")

    async def close(self) -> None:
        await self._connections.close()

    async def _column(self, question: str, bindings: Sequence[Any] = ()) -> list[str]:
        return [found for (found,) in await self._read(question, bindings)]

    async def _read(self, question: str, bindings: Sequence[Any] | Mapping[str, Any] = ()) -> list[Any]:
        """The answer to a question. A connection that broke since its last use is replaced, and it is asked again."""
        for again in (True, False):
            try:
                async with self._connections.one() as connection:
                    found = await connection.execute(self._sql(question), bindings, binary=True)
                    return await found.fetchall()
            except Broken:
                if not again:
                    raise
        raise AssertionError("one of the two has answered or failed")

    def _sql(self, statement: str) -> sql.Composed:
        made = self._statements.get(statement)
        if made is None:
            made = self._statements[statement] = sql.SQL(statement).format(h=self._h)
        return made
