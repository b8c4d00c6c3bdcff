"""Tables whose rows cannot be read, or whose rules nobody knows: they are put away, and all others are woken."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import apsw

from triclinium.table.protocol.messages import Close
from triclinium.table.store.files import FILE
from triclinium.table.store.sqlite_file import SqliteFile

from .people import House, Person, faults, house, some_moves
from .room import Room, to_the_end

OTHERS = 39
LEFT_TO_PLAY = 12
"""Rows that are left to be played at the tables nothing is wrong with."""

DAMAGE: dict[str, Callable[[bytes], bytes]] = {
    "undecodable": lambda row: b"\xff\xfe" + row,
    "truncated": lambda row: row[:-7],
    "unknown row": lambda row: b'{"row":"bewitched","at":1}',
    "refused by the rules": lambda row: b'{"row":"answered","seat":0,"answer":{"kind":"fly"}}',
    "unknown card": lambda row: row.replace(b'"guest":"', b'"guest":"amphora '),
    "unknown seat": lambda row: b'{"row":"stood_in","seat":9,"bot":"random"}',
}


def tables_to_be_played(store: SqliteFile, number: int) -> list[str]:
    """Tables shortly before their end, which bots play on as soon as the server wakes them."""
    names = []
    room = Room(people=3, wait=0).begin()
    to_the_end(room)
    rows = room.stored[:-LEFT_TO_PLAY]
    for place in range(number):
        name = f"{place:032x}"
        store.create(name, "banquet")
        store.append(name, 0, [rows[0].replace(room.table.made.id.encode(), name.encode()), *rows[1:]])
        names.append(name)
    store.commit()
    return names


def damage(folder: Path, table: str, change: Callable[[bytes], bytes]) -> None:
    """Apply a change to the last row of a table that it affects."""
    database = apsw.Connection(str(folder / FILE))
    found = 'select row, body from rows where "table" = (select number from tables where id = ?) order by row desc'
    for row, body in list(database.execute(found, (table,))):
        if (changed := change(body)) != body:
            database.execute("update rows set body = ? where row = ?", (changed, row))
            break
    else:
        raise AssertionError("no row was changed")
    database.close()


def rows_of(folder: Path, table: str) -> list[bytes]:
    database = apsw.Connection(str(folder / FILE))
    found = 'select body from rows where "table" = (select number from tables where id = ?) order by row'
    rows = [body for (body,) in database.execute(found, (table,))]
    database.close()
    return rows


async def all_over(place: House, tables: list[str]) -> None:
    async with asyncio.timeout(120):
        while set(tables) & set(await place.hub.store.running()):
            await asyncio.sleep(0.05)


async def come_back(place: House, before: Person) -> Person:
    again = place.person()
    again.http.cookies = before.http.cookies
    return again


def test_table_4_tables_that_cannot_be_woken_stop_no_other(tmp_path: Path) -> None:
    """One table of forty is broken in each of these ways, and one plays a game nobody knows: the rest go on."""

    async def evening() -> None:
        async with house(tmp_path) as place:
            person = place.person()
            made = {}
            for way in (*DAMAGE, "unknown game"):
                made[way] = (await person.make(bots=2, people=1))["id"]
                chair = await person.open(made[way])
                await chair.ready()
                await chair.reveal()
                await chair.until(lambda chair=chair: chair.state)
                await some_moves([chair], 1)
            sound = (await person.make(bots=2, people=1))["id"]
        for way, change in DAMAGE.items():
            damage(tmp_path, made[way], change)
        damage(tmp_path, made["unknown game"], lambda row: row.replace(b'"game":"banquet"', b'"game":"tabula"'))
        store = SqliteFile(tmp_path)
        others = tables_to_be_played(store, OTHERS)
        store.close()
        before = {table: rows_of(tmp_path, table) for table in made.values()}

        async with house(tmp_path) as place:
            person = await come_back(place, person)
            await all_over(place, others)
            lines = (await person.ask("GET", "/api/tables"))["tables"]
            assert {line["id"] for line in lines if line["phase"] == "put_away"} == set(made.values())
            assert sound in {line["id"] for line in lines if line["phase"] == "waiting"}
            for table in made.values():
                assert await (await person.open(table)).closed() == Close.PUT_AWAY
                problem = await person.ask("GET", f"/api/tables/{table}/log", expect=503)
                assert problem["key"] == "refused.put_away"
            told = faults(place)
            assert sorted(line["table"] for line in told) == sorted(table[:8] for table in made.values()), "once each"
            assert all(line["place"].startswith("triclinium/") for line in told)
            assert not any(word in "".join(place.lines) for word in ("amphora", "fly", "bewitched", "tabula"))
        assert {table: rows_of(tmp_path, table) for table in made.values()} == before, "the rows are left alone"

    asyncio.run(evening())


def test_table_4_an_unreadable_last_row_does_not_keep_the_server_from_starting(tmp_path: Path) -> None:
    store = SqliteFile(tmp_path)
    store.create("a" * 32, "banquet")
    store.append("a" * 32, 0, [b'{"row":"ended","at":77}', b"\xff"])
    store.commit()
    assert store.latest() == 77
    store.close()
