"""What every store does, in SQLite and in PostgreSQL: rows in order, races with one winner, nothing half written."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from functools import wraps
from pathlib import Path
from typing import TypeAlias

import pytest
from bench.backends import Postgres

from triclinium.table.store import Snapshot, Store
from triclinium.table.store.kept import Kept
from triclinium.table.store.postgres import PostgresStore
from triclinium.table.store.sqlite import SqliteStore

Nodes: TypeAlias = Callable[[], AbstractAsyncContextManager[tuple[Store, Store]]]


@pytest.fixture(params=["sqlite", "postgres"])
def nodes(request: pytest.FixtureRequest, tmp_path: Path, house_name: str) -> Nodes:
    """Two nodes at one house."""

    @asynccontextmanager
    async def opened() -> AsyncIterator[tuple[Store, Store]]:
        stores: tuple[Store, Store]
        if request.param == "sqlite":
            stores = SqliteStore(tmp_path), SqliteStore(tmp_path, shared=True)
        else:
            server: Postgres = request.getfixturevalue("postgres")
            stores = PostgresStore(server.url, house_name), PostgresStore(server.url, house_name)
        for store in stores:
            await store.open()
        try:
            yield stores
        finally:
            for store in reversed(stores):
                await store.close()

    if request.param == "postgres":
        request.getfixturevalue("postgres")  # now: it must not start within an event loop
    return opened


def evening(test):
    """Let a test run in an event loop, with two nodes."""

    @wraps(test)
    def run(nodes: Nodes) -> None:
        async def playing() -> None:
            async with nodes() as (one, two):
                await test(one, two)

        asyncio.run(playing())

    del run.__wrapped__  # pytest would look for its arguments there
    return run


def row(at: int, kind: str = "ended") -> bytes:
    return b'{"row":"%s","at":%d}' % (kind.encode(), at)


async def fill(store: Store, table: str, count: int, before: int = 0, game: str = "banquet") -> list[bytes]:
    rows = [row(before + number) for number in range(count)]
    if before == 0:
        store.create(table, game)
    store.append(table, before, rows)
    assert await store.write() == frozenset()
    return rows


@evening
async def test_rows_come_back_in_order(one: Store, two: Store) -> None:
    first = await fill(one, "a", 5)
    await fill(one, "b", 2)
    more = await fill(two, "a", 3, before=5)
    for store in (one, two):
        assert await store.load("a") == first + more
        assert await store.load("a", 4) == [first[4], *more]
        assert await store.load("a", 8) == []
        assert await store.length("a") == 8
        assert await store.lengths(["a", "b", "nothing"]) == {"a": 8, "b": 2}
        assert await store.load("nothing") == []
        assert await store.length("nothing") == 0
        assert await store.running() == ["b", "a"]
        assert await store.tables() == 2
        assert await store.game_of("a") == "banquet"
        assert await store.game_of("nothing") == ""


@evening
async def test_an_empty_batch_writes_nothing(one: Store, _two: Store) -> None:
    assert await one.write() == frozenset()
    one.append("a", 0, [])
    assert await one.write() == frozenset()
    assert await one.tables() == 0


@evening
async def test_of_two_writers_one_succeeds_and_the_other_tables_of_the_batch_are_stored(one: Store, two: Store) -> None:
    await fill(one, "a", 5)
    await fill(one, "b", 1)
    two.append("a", 5, [row(50), row(51)])
    assert await two.write() == frozenset()
    one.append("a", 5, [row(60)])
    one.append("b", 1, [row(61)])
    one.create("c", "benhur")
    one.append("c", 0, [row(62)])
    one.visit("livia", "a")
    one.visit("livia", "b")
    one.finish("a")
    assert await one.write() == frozenset({"a"})
    assert (await one.load("a"))[5:] == [row(50), row(51)]
    assert await one.lengths(["a", "b", "c"]) == {"a": 7, "b": 2, "c": 1}
    assert await one.tables_of("livia") == ["b"], "nothing of a table that lost is stored"
    assert "a" in await one.running()
    one.append("a", 7, [row(70)])
    assert await one.write() == frozenset()


@evening
async def test_rows_leave_no_gap(one: Store, two: Store) -> None:
    await fill(one, "a", 3)
    for before in (0, 2, 4, 9):
        two.append("a", before, [row(90)])
        assert await two.write() == frozenset({"a"})
    two.append("nothing", 0, [row(90)])
    assert await two.write() == frozenset({"nothing"})
    assert await two.lengths(["a", "nothing"]) == {"a": 3}
    assert len(await two.load("a")) == 3
    for before in (4, 3):  # who was refused knows no better, and then does
        one.append("a", before, [row(91)])
        assert await one.write() == (frozenset({"a"}) if before == 4 else frozenset())
    assert await two.lengths(["a"]) == {"a": 4}


@evening
async def test_a_table_is_made_once(one: Store, two: Store) -> None:
    rows = await fill(one, "a", 2)
    two.create("a", "benhur")
    two.append("a", 0, [row(90)])
    two.create("b", "benhur")
    two.append("b", 0, [row(91)])
    assert await two.write() == frozenset({"a"})
    assert (await two.load("a"), await two.game_of("a")) == (rows, "banquet")
    assert await two.load("b") == [row(91)]


@evening
async def test_two_nodes_that_write_all_the_time_lose_and_double_nothing(one: Store, two: Store) -> None:
    tables = ["a", "b", "c"]
    for table in tables:
        await fill(one, table, 1)
    written: dict[str, list[bytes]] = {table: [] for table in tables}

    async def play(store: Store, name: int) -> None:
        for number in range(15):
            left = {table: [row(1000 * name + number), row(1000 * name + number + 500)] for table in tables}
            while left:
                lengths = await store.lengths(tables)
                for table, rows in left.items():
                    store.append(table, lengths[table], rows)
                lost = await store.write()
                for table in left.keys() - lost:
                    written[table] += left.pop(table)

    await asyncio.gather(play(one, 1), play(two, 2))
    for table in tables:
        found = (await one.load(table))[1:]
        assert len(found) == len(written[table]) == 60
        assert sorted(found) == sorted(written[table])
        for name in (b"1", b"2"):
            mine = [body for body in found if body.split(b":")[-1].startswith(name)]
            assert mine == [body for body in written[table] if body.split(b":")[-1].startswith(name)]
        assert all(
            later.endswith(b"%d}" % (int(first[20:-1]) + 500)) for first, later in zip(*[iter(found)] * 2, strict=True)
        )


@evening
async def test_rows_are_overwritten(one: Store, two: Store) -> None:
    rows = await fill(one, "a", 4)
    one.replace("a", {1: b"new", 3: b"newer"})
    one.append("a", 4, [row(4)])
    assert await one.write() == frozenset()
    assert await two.load("a") == [rows[0], b"new", rows[2], b"newer", row(4)]


@evening
async def test_visitors_come_and_go(one: Store, two: Store) -> None:
    for table in "abc":
        await fill(one, table, 1)
        one.visit("livia", table)
    one.visit("livia", "a")
    one.visit("gaius", "b")
    await one.write()
    assert await two.tables_of("livia") == ["c", "b", "a"]
    assert await two.open_tables("livia") == 3
    one.finish("c")
    one.leave("livia", "b")
    await one.write()
    assert await two.tables_of("livia") == ["c", "a"]
    assert await two.open_tables("livia") == 1
    assert await two.running() == ["b", "a"]
    assert await two.kept("c") == Kept("banquet", over=True, told=True, visitors=["livia"])
    assert await two.kept("b") == Kept("banquet", over=False, told=True, visitors=["gaius"])
    assert await two.kept("nothing") is None


@evening
async def test_traces_are_visits_and_names_in_the_first_row(one: Store, two: Store) -> None:
    for table, rows in {"a": [b"livia"], "b": [b"nobody", b"livia"], "c": [b"nobody"]}.items():
        one.create(table, "banquet")
        one.append(table, 0, rows)
    one.visit("livia", "c")
    await one.write()
    assert await two.traces("livia") == ["c", "a"]


@evening
async def test_ages_say_what_is_old(one: Store, two: Store) -> None:
    one.create("a", "banquet")
    one.append("a", 0, [row(1, "created"), row(2, "dealt"), row(7)])
    one.create("b", "banquet")
    one.append("b", 0, [row(3, "created")])
    one.create("c", "banquet")
    one.append("c", 0, [b"no row"])
    one.finish("b")
    await one.write()
    found = await two.ages(0, 2)
    assert [(age.id, age.over, age.begun, age.at) for age in found] == [("a", False, True, 7), ("b", True, False, 3)]
    (last,) = await two.ages(found[-1].number, 2)
    assert (last.id, last.at) == ("c", None)
    assert await two.latest() in (3, 7)


@evening
async def test_a_snapshot_is_kept_until_rows_are_overwritten(one: Store, two: Store) -> None:
    await fill(one, "a", 3)
    assert await two.latest_snapshot("a") == await two.latest_snapshot("nothing") == Snapshot()
    for rows in (2, 3):
        one.snapshot("a", Snapshot(rows, b"after %d" % rows))
        assert await one.write() == frozenset()
        assert await two.latest_snapshot("a") == Snapshot(rows, b"after %d" % rows)
    two.replace("a", {1: row(9)})
    await two.write()
    assert await one.latest_snapshot("a") == Snapshot(edits=1)
    one.snapshot("a", Snapshot(3, b"with old words"))
    assert await one.write() == frozenset()
    assert await one.latest_snapshot("a") == Snapshot(edits=1)
    one.snapshot("a", Snapshot(3, b"new", edits=1))
    one.append("a", 3, [row(10)])
    await one.write()
    assert await two.latest_snapshot("a") == Snapshot(3, b"new", edits=1)
    await one.remove(["a"])
    assert await two.latest_snapshot("a") == Snapshot()
    await fill(one, "a", 1)
    assert await two.latest_snapshot("a") == Snapshot()


@evening
async def test_a_table_is_removed_with_everything_about_it(one: Store, two: Store) -> None:
    await fill(one, "a", 3)
    await fill(one, "b", 1)
    one.visit("livia", "a")
    await one.write()
    await (one if isinstance(one, SqliteStore) else two).remove(["a", "nothing"])
    assert await one.load("a") == []
    assert await one.tables_of("livia") == []
    assert await one.tables() == 1
    one.append("a", 3, [row(9)])
    assert await one.write() == frozenset({"a"}), "who still knows it learns that it is gone"
    await fill(one, "a", 2)
    assert await two.length("a") == 2


@evening
async def test_what_is_gathered_later_is_written_later(one: Store, two: Store) -> None:
    await fill(one, "a", 1)
    one.append("a", 1, [row(1)])
    first = asyncio.ensure_future(one.write())
    one.append("a", 2, [row(2)])
    second = asyncio.ensure_future(one.write())
    assert not any(await asyncio.gather(first, second)), "nobody lost"
    assert await two.load("a", 1) == [row(1), row(2)]
