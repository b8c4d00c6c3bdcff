"""The layout of a house in PostgreSQL, who may use it, and the migration of earlier layouts.

A house is a schema of its own: `triclinium`, or `triclinium_NAME` for one with a name. So several houses share a
database, and none sees another's tables. A new layout needs the next number and a migration from the one before.
"""

from __future__ import annotations

import re
from typing import Any

import psycopg
from psycopg import sql

from triclinium.table.store import StoreFailed

LAYOUT = 2
OLDEST_SERVER = 14
"""The oldest PostgreSQL that is known to do what we ask of it."""
PREFIX = "triclinium"
NAME = re.compile(r"[a-z][a-z0-9_]{0,30}")
SCHEMA = """
create schema {house};
create table {house}.house(layout integer not null, address text not null);
create table {house}.tables(
    number bigint generated always as identity primary key, id text not null unique, game text not null,
    over boolean not null default false, told boolean not null default true, length integer not null default 0,
    edits integer not null default 0
) with (fillfactor = 70);
create table {house}.rows(
    "table" bigint not null, number integer not null, body bytea not null, primary key("table", number)
);
create table {house}.visits(visitor text not null, "table" bigint not null, primary key(visitor, "table"));
create table {house}.snapshots("table" bigint primary key, rows integer not null, body bytea not null);
create index visits_of_table on {house}.visits("table");
create index tables_running on {house}.tables(number) where not over;
"""
"""`length` is the number of rows: who raises it may write them, and the primary key of `rows` has the last word.

`edits` says how often rows were overwritten, so that no snapshot is kept of what is no longer there.
"""
MIGRATIONS: dict[int, str] = {
    1: """alter table {house}.tables add column edits integer not null default 0;
        create table {house}.snapshots("table" bigint primary key, rows integer not null, body bytea not null);""",
}
"""The migration to the next layout, by the layout it starts from."""
LOCK = 0x7472_6963
"""Whoever makes or migrates a house holds this lock; the others wait for it."""
HOUSES = """
select n.nspname from pg_namespace n join pg_class c on c.relnamespace = n.oid
where c.relname = 'house' and n.nspname ~ '^triclinium(_|$)' order by 1
"""


def schema_of(house: str) -> str:
    """The schema of a house. Raises `StoreFailed` for a name that cannot be one.

    >>> schema_of(""), schema_of("villa")
    ('triclinium', 'triclinium_villa')
    """
    if not house:
        return PREFIX
    if not NAME.fullmatch(house):
        raise StoreFailed(f"{house!r} is not a name for a house; write up to 31 small letters, digits and _, as villa")
    return f"{PREFIX}_{house}"


async def prepare(connection: psycopg.AsyncConnection[Any], house: str, address: str) -> None:
    """Check that a house is there and ours to use, and make or migrate it: completely or not at all.

    `address` is where its people come in; all nodes of a house have the same one.
    """
    version = connection.info.server_version // 10_000
    if version < OLDEST_SERVER:
        raise StoreFailed(f"PostgreSQL {version} is too old: {OLDEST_SERVER} or later is needed")
    schema = schema_of(house)
    async with connection.transaction():
        await connection.execute("select pg_advisory_xact_lock(%s)", (LOCK,))
        houses = [name for (name,) in await (await connection.execute(HOUSES)).fetchall()]
        if schema in houses:
            await _enter(connection, schema, house, address)
            return
        if (others := [name.removeprefix(PREFIX).removeprefix("_") for name in houses]) and not house:
            raise StoreFailed(f"this database holds {_listed(others)}; say which one is meant with --house NAME")
        await connection.execute(sql.SQL(SCHEMA).format(house=sql.Identifier(schema)))
        made = sql.SQL("insert into {house}.house values(%s, %s)").format(house=sql.Identifier(schema))
        await connection.execute(made, (LAYOUT, address))


async def _enter(connection: psycopg.AsyncConnection[Any], schema: str, house: str, address: str) -> None:
    """Use a house that is there already. Nodes of the unnamed one must agree about their public address."""
    where = sql.Identifier(schema)
    asked = await connection.execute(sql.SQL("select layout, address from {}.house").format(where))
    found = await asked.fetchone()
    layout, known = found or (0, "")
    if layout > LAYOUT:
        raise StoreFailed(
            f"the database was written by a newer version of this program (layout {layout}; this one knows {LAYOUT}): "
            "run that version"
        )
    if layout < 1:
        raise StoreFailed(f"the schema {schema} is not a house of this program; choose another name with --house NAME")
    if not house and known and address and known != address:
        raise StoreFailed(
            f"this database belongs to the house at {known}; give this one a name of its own with --house NAME"
        )
    for step in range(layout, LAYOUT):
        await connection.execute(sql.SQL(MIGRATIONS[step]).format(house=where))
    if layout < LAYOUT or (address and known != address):
        change = sql.SQL("update {}.house set layout = %s, address = %s").format(where)
        await connection.execute(change, (LAYOUT, address or known))


def _listed(houses: list[str]) -> str:
    names = ", ".join(name or "one without a name" for name in houses)
    return f"the house {names}" if len(houses) == 1 else f"the houses {names}"
