"""The age of tables, which of them store something about a visitor, and how to remove one."""

from __future__ import annotations

from contextlib import suppress

import apsw
import msgspec

from triclinium.table.store import Age

AGES = """
select number, id, over,
    exists(select 1 from rows where "table" = number and substr(body, 1, 14) = cast('{"row":"dealt"' as blob)),
    (select body from rows where "table" = number order by sequence desc limit 1)
from tables where number > ? order by number limit ?
"""
"""Tables with their last row and whether they have begun. The row that deals is among a table's first."""
TRACES = """
select id from tables where number in (select "table" from visits where visitor = :visitor)
    or exists(select 1 from rows where "table" = number and sequence = 0 and instr(body, cast(:visitor as blob)))
order by number desc
"""
"""Tables that somebody visited, and those that name them in their first row (branched stories)."""
LATEST_TRIED = 100


class _Stamped(msgspec.Struct):
    at: int = 0


STAMPED = msgspec.json.Decoder(_Stamped)


def stamp_of(body: bytes | None) -> int | None:
    """The time of a row; None if it cannot be read."""
    with suppress(msgspec.DecodeError, UnicodeError):
        return None if body is None else STAMPED.decode(body).at
    return None


def ages(database: apsw.Connection, after: int, most: int) -> list[Age]:
    return [
        Age(number, table, bool(over), bool(begun), stamp_of(body))
        for number, table, over, begun, body in database.execute(AGES, (after, most))
    ]


def traces(database: apsw.Connection, visitor: str) -> list[str]:
    return [table for (table,) in database.execute(TRACES, {"visitor": visitor})]


def remove(database: apsw.Connection, table: str) -> None:
    """Remove a table and everything about it, within a transaction."""
    for (number,) in list(database.execute("select number from tables where id = ?", (table,))):
        database.execute('delete from rows where "table" = ?', (number,))
        database.execute('delete from visits where "table" = ?', (number,))
        database.execute('delete from snapshots where "table" = ?', (number,))
        database.execute("delete from tables where number = ?", (number,))
