"""PostgreSQL gone, restarted, too old, another's: one clear line, nothing written, and it goes on when it is back."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, suppress

import psycopg
import pytest
from bench.backends import PASSWORD, Postgres
from bench.crowd import processes_of

from triclinium.table.store import StoreFailed, connections, schema
from triclinium.table.store.postgres import PostgresStore


@pytest.fixture
def database(postgres: Postgres, house_name: str) -> Iterator[str]:
    """The address of an empty database."""
    with psycopg.connect(postgres.url, autocommit=True) as connection:
        connection.execute(f'create database "{house_name}"')
        yield postgres.url_of(house_name)
        connection.execute(f'drop database "{house_name}" with (force)')


def schemas(url: str) -> list[str]:
    with psycopg.connect(url) as connection:
        found = connection.execute("select nspname from pg_namespace where nspname !~ '^(pg_|information)' order by 1")
        return [name for (name,) in found if name != "public"]


@asynccontextmanager
async def at(*stores: PostgresStore) -> AsyncIterator[None]:
    """Stores are closed in any case: their pools would keep the event loop from ending."""
    try:
        for store in stores:
            await store.open()
        yield
    finally:
        for store in stores:
            await store.close()


def opened(url: str, house: str = "", address: str = "") -> None:
    async def start() -> None:
        async with at(PostgresStore(url, house, address)):
            pass

    asyncio.run(start())


def refused(url: str, house: str = "", address: str = "") -> str:
    with pytest.raises(StoreFailed) as failed:
        opened(url, house, address)
    line = str(failed.value)
    assert "\n" not in line
    assert PASSWORD not in line
    return line


def test_an_address_that_leads_nowhere(postgres: Postgres) -> None:
    assert "cannot be reached" in refused("postgresql://livia@127.0.0.1:1/games")
    assert "write it as postgresql://" in refused("postgresql//games")
    assert 'database "nothing" does not exist' in refused(postgres.url_of("nothing"))


def test_a_wrong_password_is_not_shown(postgres: Postgres) -> None:
    line = refused(postgres.url_of("postgres", "mellon"))
    assert "user or password is wrong" in line
    assert "mellon" not in line


def test_an_old_server_is_refused(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(schema, "OLDEST_SERVER", 99)
    assert "is too old: 99 or later is needed" in refused(database)
    assert schemas(database) == []


def test_a_store_of_a_newer_version_is_left_alone(database: str) -> None:
    opened(database)
    with psycopg.connect(database) as connection:
        connection.execute("update triclinium.house set layout = 99")
    assert "newer version of this program (layout 99" in refused(database)


def test_an_earlier_layout_is_brought_up_to_date_once(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    opened(database)
    today = schema.LAYOUT
    monkeypatch.setattr(schema, "LAYOUT", today + 1)
    monkeypatch.setattr(schema, "MIGRATIONS", {today: "alter table {house}.tables add column wine text"})
    opened(database)
    opened(database)
    with psycopg.connect(database) as connection:
        assert connection.execute("select layout from triclinium.house").fetchall() == [(today + 1,)]
        connection.execute("select wine from triclinium.tables")


def test_a_migration_is_done_whole_or_not_at_all(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    opened(database)
    monkeypatch.setattr(schema, "LAYOUT", schema.LAYOUT + 1)
    monkeypatch.setattr(schema, "MIGRATIONS", {schema.LAYOUT - 1: "drop table {house}.rows; select 1 / 0"})
    assert "division by zero" in refused(database)
    with psycopg.connect(database) as connection:
        connection.execute("select * from triclinium.rows")


def test_two_houses_without_a_name_do_not_share_a_database(database: str) -> None:
    opened(database, address="https://one.example")
    opened(database, address="https://one.example")
    opened(database)
    line = refused(database, address="https://two.example")
    assert "belongs to the house at https://one.example; give this one a name of its own with --house NAME" in line
    opened(database, "villa", "https://two.example")
    assert schemas(database) == ["triclinium", "triclinium_villa"]


def test_who_does_not_say_which_house_is_told_which_there_are(database: str) -> None:
    opened(database, "villa")
    opened(database, "insula")
    assert "holds the houses insula, villa; say which one is meant with --house NAME" in refused(database)
    assert schemas(database) == ["triclinium_insula", "triclinium_villa"]
    assert "not a name for a house" in refused(database, "Villa; drop")


def test_houses_in_one_database_do_not_see_each_other(database: str) -> None:
    async def evening() -> None:
        one, two = PostgresStore(database, "one"), PostgresStore(database, "two")
        async with at(one, two):
            one.create("a", "banquet")
            one.append("a", 0, [b"{}"])
            await one.write()
            assert await two.load("a") == []
            two.create("a", "benhur")
            assert await two.write() == frozenset()

    asyncio.run(evening())


def test_many_nodes_may_start_at_once(database: str) -> None:
    async def start() -> None:
        stores = [PostgresStore(database) for _ in range(6)]
        await asyncio.gather(*(store.open() for store in stores))
        await asyncio.gather(*(store.close() for store in stores))

    asyncio.run(start())
    assert schemas(database) == ["triclinium"]


def test_a_restart_is_noticed_before_the_next_batch(postgres: Postgres, house_name: str) -> None:
    async def evening() -> None:
        store = PostgresStore(postgres.url, house_name)
        async with at(store):
            store.create("a", "banquet")
            store.append("a", 0, [b"0"])
            await store.write()
            await asyncio.to_thread(postgres.restart)
            store.append("a", 1, [b"1"])
            assert await store.write() == frozenset()
            await asyncio.to_thread(postgres.restart)
            assert await store.load("a") == [b"0", b"1"]

    asyncio.run(evening())


def test_while_it_is_gone_nothing_is_stored_and_everything_goes_on_afterwards(
    postgres: Postgres, house_name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("triclinium.table.store.connections.WAIT_SECONDS", 0.3)

    async def evening() -> None:
        store = PostgresStore(postgres.url, house_name)
        async with at(store):
            store.create("a", "banquet")
            await store.write()
            await asyncio.to_thread(postgres.stop)
            try:
                store.append("a", 0, [b"lost"])
                with pytest.raises(StoreFailed, match="cannot be reached; nothing new is stored until it is back"):
                    await store.write()
                with pytest.raises(StoreFailed, match="cannot be reached"):
                    await store.load("a")
            finally:
                await asyncio.to_thread(postgres.start)
            store.append("a", 0, [b"0"])
            assert await store.write() == frozenset()
            assert await store.load("a") == [b"0"]

    asyncio.run(evening())


def test_a_database_that_says_nothing_is_given_up_in_seconds_and_nothing_is_lost_by_it(
    house_name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is there, takes connections, and does not answer: its machine hangs, or it is cut off without a word."""
    monkeypatch.setattr(connections, "WAIT_SECONDS", 0.3)
    monkeypatch.setattr(connections, "STATEMENT_SECONDS", 0.3)
    monkeypatch.setattr(connections, "LOOK_SECONDS", 0.1)
    postgres = Postgres()

    def tell_all(number: int) -> None:
        assert postgres.process is not None
        for process in processes_of(postgres.process.pid):
            with suppress(ProcessLookupError):  # whoever served a connection ends with it
                os.kill(process, number)

    async def evening() -> None:
        store = PostgresStore(postgres.url, house_name)
        async with at(store):
            store.create("a", "banquet")
            await store.write()
            tell_all(signal.SIGSTOP)
            try:
                async with asyncio.timeout(9):
                    for _ in range(5):  # more often than there are connections
                        store.append("a", 0, [b"0"])
                        with pytest.raises(StoreFailed, match="cannot be reached"):
                            await store.write()
                        with pytest.raises(StoreFailed, match="cannot be reached"):
                            await store.load("a")
            finally:
                tell_all(signal.SIGCONT)
            async with asyncio.timeout(20):
                while True:
                    with suppress(StoreFailed):
                        store.append("a", 0, [b"0"])
                        await store.write()
                        break
            # The database may have done what nobody waited for any more: then this batch has lost the race to it.
            assert await store.load("a") == [b"0"]

    try:
        asyncio.run(evening())
    finally:
        tell_all(signal.SIGCONT)
        postgres.close()


def test_a_node_that_hangs_within_a_batch_stops_nobody(
    postgres: Postgres, house_name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its locks are gone after two seconds (here: half of one), and the other's batch is written."""
    monkeypatch.setattr(connections, "SESSION", connections.SESSION.replace("'2s'", "'500ms'"))

    async def evening() -> None:
        one, two = PostgresStore(postgres.url, house_name), PostgresStore(postgres.url, house_name)
        async with at(one, two):
            one.create("a", "banquet")
            await one.write()
            hanging = await one._connections.pool.getconn()
            await hanging.execute("begin")
            await hanging.execute(f"update triclinium_{house_name}.tables set length = 7")
            two.append("a", 0, [b"0"])
            assert await two.write() == frozenset()
            await one._connections.pool.putconn(hanging)

    asyncio.run(evening())
