"""Running several nodes: what an operator may get wrong, moving a house, and whether a node can play."""

from __future__ import annotations

import asyncio
import re
import shutil
import signal
import subprocess
import sys
import urllib.error
import urllib.request
from functools import partial
from pathlib import Path

import psycopg
import pytest
from bench.backends import Backend, Postgres, Redis
from typer.testing import CliRunner, Result

from triclinium.cli import app
from triclinium.table import moving
from triclinium.table.bus.redis import RedisBus
from triclinium.table.store.files import FILE
from triclinium.table.store.postgres import PostgresStore
from triclinium.table.store.sqlite import SqliteStore

from .people import Chair, House, house, seated, some_moves, two_nodes
from .test_postgres import at

STORES = Path(__file__).parent / "stores"


def run(*words: str) -> Result:
    return CliRunner().invoke(app, list(words))


def refused(*words: str) -> str:
    """The one line that a command says when it refuses."""
    done = run(*words)
    assert done.exit_code == 2, done.output
    assert done.stderr.count("\n") == 1, done.stderr
    return done.stderr


# --- What an operator may get wrong --------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (["--store", "postgresql://livia@127.0.0.1:1/games"], "cannot be reached"),
        (["--store", "mysql://127.0.0.1/games"], "as postgresql://USER@HOST/DATABASE"),
        (["--store", "postgresql://127.0.0.1/games", "--house", "Villa Romana"], "is not a name for a house"),
        (["--bus", "redis://127.0.0.1"], "add --store"),
    ],
)
def test_a_node_says_in_one_line_why_it_cannot_start(words: list[str], line: str, tmp_path: Path) -> None:
    assert line in refused("serve", "--port", "0", "--no-warm", "--data", str(tmp_path), *words)
    assert list(tmp_path.iterdir()) == []


def test_a_bus_that_is_none_or_refuses_us(postgres: Postgres, redis: Redis, house_name: str, tmp_path: Path) -> None:
    node = [
        "serve",
        "--port",
        "0",
        "--no-warm",
        "--data",
        str(tmp_path),
        "--store",
        postgres.url,
        "--house",
        house_name,
    ]
    assert "as redis://HOST:6379" in refused(*node, "--bus", "amqp://127.0.0.1")
    line = refused(*node, "--bus", f"redis://livia:mellon@127.0.0.1:{redis.port}")
    assert "does not take the user or the password" in line
    assert "mellon" not in line


# --- Moving a house -------------------------------------------------------------------------------


def evening_in(folder: Path) -> None:
    async def play() -> None:
        async with house(folder) as place:
            for people in (3, 4):
                _, chairs = await seated(place, people)
                await some_moves(chairs, 5)

    asyncio.run(play())


def rows_in(folder: Path) -> list[tuple[object, ...]]:
    async def read() -> list[tuple[object, ...]]:
        store = SqliteStore(folder)
        try:
            tables = await store.all_tables()
            return [(table, await store.load(table), await store.kept(table)) for table in tables]
        finally:
            await store.close()

    return asyncio.run(read())


def test_a_house_moves_to_postgresql_and_back_with_every_row(
    postgres: Postgres, house_name: str, tmp_path: Path
) -> None:
    evening_in(tmp_path / "old")
    before = rows_in(tmp_path / "old")
    there = run("migrate-store", str(tmp_path / "old"), postgres.url, "--house", house_name)
    assert there.exit_code == 0, there.output
    assert f"2 tables with {sum(len(rows) for _, rows, _ in before)} rows" in there.output
    back = run("migrate-store", postgres.url, str(tmp_path / "new"), "--house", house_name)
    assert back.exit_code == 0, back.output
    assert rows_in(tmp_path / "new") == rows_in(tmp_path / "old") == before
    assert "there are tables already" in refused(
        "migrate-store", str(tmp_path / "old"), postgres.url, "--house", house_name
    )
    assert "there are tables already" in refused(
        "migrate-store", postgres.url, str(tmp_path / "new"), "--house", house_name
    )
    assert rows_in(tmp_path / "new") == before


def test_a_house_in_use_does_not_move(postgres: Postgres, house_name: str, tmp_path: Path) -> None:
    evening_in(tmp_path / "old")

    async def attempts() -> None:
        async with at(PostgresStore(postgres.url, house_name)):
            words = ["migrate-store", str(tmp_path / "old"), postgres.url, "--house", house_name]
            assert "in use by a node; stop all nodes first" in await asyncio.to_thread(refused, *words)
        running = SqliteStore(tmp_path / "old")
        try:
            assert "in use by another server" in await asyncio.to_thread(refused, *words)
        finally:
            await running.close()

    asyncio.run(attempts())


def test_a_house_that_is_none_or_old_does_not_move(postgres: Postgres, house_name: str, tmp_path: Path) -> None:
    words = [postgres.url, "--house", house_name]
    assert "there are no tables here" in refused("migrate-store", str(tmp_path / "nothing"), *words)
    (tmp_path / "old").mkdir()
    shutil.copy(STORES / "layout-1.sqlite", tmp_path / "old" / FILE)
    assert "run `triclinium upgrade` first" in refused("migrate-store", str(tmp_path / "old"), *words)


def test_a_row_that_differs_is_found_and_nothing_stays(
    postgres: Postgres, house_name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening_in(tmp_path / "old")
    load = PostgresStore.load

    async def spoiled(self: PostgresStore, table: str, after: int = 0) -> list[bytes]:
        return [*(await load(self, table, after))[:-1], b"other"]

    monkeypatch.setattr(PostgresStore, "load", spoiled)
    words = ["migrate-store", str(tmp_path / "old"), postgres.url, "--house", house_name]
    assert "is not the same in both stores" in refused(*words)
    with psycopg.connect(postgres.url) as connection:
        for name in ("tables", "rows", "visits"):
            assert connection.execute(f"select count(*) from triclinium_{house_name}.{name}").fetchall() == [(0,)]


def test_addresses_are_told_from_folders() -> None:
    assert moving.is_address("postgresql://a/b")
    assert not moving.is_address("/srv/postgresql")


# --- Whether a node can play ----------------------------------------------------------------------


def asked(base: str, path: str) -> tuple[int, str]:
    try:
        with urllib.request.urlopen(f"{base}{path}", timeout=20) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.read().decode()


class Ran:
    """A node as an operator starts it."""

    def __init__(self, folder: Path, *words: str) -> None:
        command = [sys.executable, "-m", "triclinium.cli", "serve", "--port", "0", "--no-warm", "--data", str(folder)]
        self.process = subprocess.Popen([*command, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        found = re.search(r"http://localhost:\d+", self.process.stdout.readline())
        assert found is not None, self.process.communicate()
        self.base = found[0]

    def stop(self) -> str:
        with self.process:
            self.process.send_signal(signal.SIGTERM)
            try:
                return self.process.communicate(timeout=20)[1]
            finally:
                self.process.kill()


def test_a_node_is_ready_while_its_store_answers(house_name: str, tmp_path: Path) -> None:
    backends: list[Backend] = [postgres := Postgres(), redis := Redis()]
    try:
        words = ("--store", postgres.url, "--bus", redis.url, "--house", house_name)
        node = Ran(tmp_path, *words)
        try:
            assert asked(node.base, "/healthz") == (200, "alive\n")
            assert asked(node.base, "/readyz") == (200, "ready\n")
            postgres.stop()
            redis.stop()
            assert asked(node.base, "/readyz") == (503, "the store cannot be reached\n")
            assert asked(node.base, "/healthz") == (200, "alive\n")
            postgres.start()
            assert asked(node.base, "/readyz") == (200, "ready\n")
        finally:
            said = node.stop()
        assert '"what": "stopped"' in said
    finally:
        for backend in backends:
            backend.close()


# --- Two nodes ------------------------------------------------------------------------------------


async def sat_apart(one: House, other: House) -> list[Chair]:
    """A table in play, with one person at another node than the rest."""
    persons, chairs = await seated(one, 3)
    await chairs[2].close()
    chairs[2] = await persons[2].open(chairs[0].id, at=other)
    await chairs[2].until(lambda: chairs[2].state)
    return chairs


async def talk(said: Chair, heard: Chair, text: str) -> None:
    assert (await said.send("chat", text=text))["type"] == "ack"
    await heard.until(lambda: heard.lines and heard.lines[-1]["text"] == text)


def present(chair: Chair) -> list[bool]:
    return [seat["present"] for seat in chair.table["seats"]]


def test_people_at_two_nodes_hear_and_see_each_other_at_once(
    postgres: Postgres, redis: Redis, house_name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("triclinium.table.live.nodes.SLOW_SECONDS", 3600)  # what is not heard is not found

    async def evening() -> None:
        bus = partial(RedisBus, redis.url, house=house_name)
        async with two_nodes(tmp_path, postgres.url, house_name, bus) as (one, other):
            chairs = await sat_apart(one, other)
            for number in range(5):
                await talk(chairs[0], chairs[2], f"to the other {number}")
                await talk(chairs[2], chairs[1], f"and back {number}")
            for chair in chairs:
                await chair.until(lambda chair=chair: present(chair) == [True, True, True])
            await chairs[2].close()
            await chairs[0].until(lambda: present(chairs[0]) == [True, True, False])

    asyncio.run(evening())


def test_without_redis_nodes_look_into_the_store(
    postgres: Postgres, house_name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("triclinium.table.live.nodes.SLOW_SECONDS", 3600)
    redis = Redis()

    async def evening() -> None:
        bus = partial(RedisBus, redis.url, house=house_name)
        async with two_nodes(tmp_path, postgres.url, house_name, bus) as (one, other):
            chairs = await sat_apart(one, other)
            await talk(chairs[0], chairs[2], "with Redis")
            await asyncio.to_thread(redis.kill)
            await talk(chairs[0], chairs[2], "without")
            await talk(chairs[2], chairs[1], "and back")
            await asyncio.to_thread(redis.start)
            await talk(chairs[2], chairs[0], "with it again")
            for place in (one, other):
                troubles = [line for line in place.lines if '"trouble"' in line]
                assert len(troubles) == 1, troubles
                assert '"bus"' in troubles[0]

    try:
        asyncio.run(evening())
    finally:
        redis.close()


def test_limits_of_an_address_count_at_all_nodes(
    postgres: Postgres, redis: Redis, house_name: str, tmp_path: Path
) -> None:
    async def evening() -> None:
        bus = partial(RedisBus, redis.url, house=house_name)
        async with two_nodes(tmp_path, postgres.url, house_name, bus) as (one, other):
            buckets = other.server.admission.requests
            held = buckets.most
            for _ in range(50):
                assert one.server.admission.may_ask("192.0.2.7")
            async with asyncio.timeout(20):
                while held > buckets.most - 40:
                    await asyncio.sleep(0.05)
                    held = buckets._bucket("192.0.2.7").drops

    asyncio.run(evening())
