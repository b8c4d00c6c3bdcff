"""A server of several processes: one address, one store, each table in one shard, and nobody notices."""

from __future__ import annotations

import asyncio
import os
import random
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from bench.crowd import Server, processes_of
from bench.ports import free_port

from triclinium.table.ops.shard import Shard, shard_of, shard_wanted
from triclinium.table.store.sqlite_file import SqliteFile
from triclinium.table.web.handover import LETTER_MOST, Handover

from .people import House, Person, seated, some_moves
from .test_passages import on_disk

SHARDS = 3


@asynccontextmanager
async def shards(folder: Path) -> AsyncIterator[tuple[Server, House]]:
    """A server of three processes, and people who can come to it."""
    server = Server(folder, free_port(), processes=SHARDS)
    server.wait_until_up()
    place = House(None, server.base, [])
    try:
        yield server, place
    finally:
        for person in place.people:
            await person.close()
        if server.process.poll() is None:
            await asyncio.to_thread(server.stop)
        server.journal.close()


async def tables_in_all_shards(person: Person) -> dict[int, dict[str, Any]]:
    """A table of this person in every shard."""
    found: dict[int, dict[str, Any]] = {}
    while len(found) < SHARDS:
        made = await person.make(bots=2, people=1)
        found[shard_of(made["id"], SHARDS)] = made
    return found


def test_every_table_has_one_wing_and_a_new_one_is_its_makers() -> None:
    tables = [Shard(number, SHARDS).fresh_id() for number in range(SHARDS) for _ in range(20)]
    for number, table in enumerate(tables):
        owners = [shard for shard in range(SHARDS) if Shard(shard, SHARDS).owns(table)]
        assert owners == [number // 20]
        assert Shard().owns(table), "a house of one shard has all"


@pytest.mark.parametrize(
    ("request_line", "shard"),
    [
        (b"GET /ws/00000004%s HTTP/1.1\r\n", 1),
        (b"GET /ws/00000004%s?seat=2 HTTP/1.1\r\n", 1),
        (b"POST /api/tables/00000005%s/seats HTTP/1.1\r\n", 2),
        (b"GET /t/00000005%s HTTP/1.1\r\n", None),
        (b"GET /api/tables HTTP/1.1\r\nX: %s", None),
        (b"GET /assets/ws/00000005%s HTTP/1.1\r\n", None),
        (b"GET /ws/00000005%sff HTTP/1.1\r\n", None),
    ],
)
def test_a_request_says_in_its_first_line_which_wing_it_is_for(request_line: bytes, shard: int | None) -> None:
    assert shard_wanted(request_line % (24 * b"0"), SHARDS) == shard


def test_new_tables_are_made_in_all_shards() -> None:
    assert {shard_wanted(b"POST /api/tables HTTP/1.1\r\n", SHARDS) for _ in range(200)} == set(range(SHARDS))


def test_the_corridor_passes_open_connections_with_what_was_read() -> None:
    handover = Handover(2)
    here, there = socket.socketpair()
    assert handover.take(1) is None
    assert handover.hand(1, here.fileno(), b"GET " + bytes(LETTER_MOST - 4))
    here.close()
    handed = handover.take(1)
    assert handed is not None
    assert len(handed[1]) == LETTER_MOST
    there.send(b"ave")
    assert handed[0].recv(10) == b"ave", "closed where it came in, it is open where it went"
    handed[0].close()
    put = 0
    while handover.hand(0, there.fileno(), b"x" * 1000):
        put += 1
    there.close()
    while (handed := handover.take(0)) is not None:
        put -= 1
        handed[0].close()
    assert put == 0, "a full box takes no more and keeps what it has"
    handover.close()


def test_a_visitor_is_forgotten_in_all_shards(tmp_path: Path) -> None:
    async def evening() -> None:
        async with shards(tmp_path) as (_, place):
            person, friend = place.person(), place.person()
            tables = await tables_in_all_shards(person)
            shared = await person.make(people=3, name="Trimalchio of Puteoli")
            await friend.sit(shared)
            mine = {line["id"] for line in (await person.ask("GET", "/api/me"))["tables"]}
            assert mine >= {shared["id"], *(made["id"] for made in tables.values())}
            for _ in range(2 * len(mine)):
                told = await person.ask("DELETE", "/api/me")
                if not told["left"]:
                    break
                for table in told["left"]:
                    assert await person.ask("DELETE", f"/api/tables/{table}/me") == {"tables": 1, "left": []}
            assert told["left"] == [], "what other processes keep is asked for table by table"
            assert not person.http.cookies
            (line,) = (await friend.ask("GET", "/api/tables"))["tables"]
            assert (line["id"], line["seats"][0]) == (shared["id"], None)
            assert on_disk(tmp_path, "Trimalchio of Puteoli") == []

    asyncio.run(evening())


def test_people_play_at_tables_of_all_wings_and_see_all_of_theirs(tmp_path: Path) -> None:
    async def evening() -> None:
        async with shards(tmp_path) as (_, place):
            persons, chairs = await seated(place, 3)
            rng = random.Random(5)
            await asyncio.gather(*(chair.play(random.Random(rng.random()), at_once=80) for chair in chairs))
            assert all(chair.over for chair in chairs)
            host = persons[0]
            made = await tables_in_all_shards(host)
            told = await host.ask("GET", "/api/tables")
            assert {table["id"] for table in made.values()} | {chairs[0].id} <= {line["id"] for line in told["tables"]}
            lines = {line["id"]: line for line in told["tables"]}
            assert lines[chairs[0].id]["phase"] == "over"
            assert {lines[table["id"]]["phase"] for table in made.values()} == {"waiting"}
            record = await host.ask("GET", f"/api/tables/{chairs[0].id}/record")
            assert record.count("\n") > 20
            again = await host.ask("POST", f"/api/tables/{chairs[0].id}/rematch")
            assert shard_of(again["id"], SHARDS) == shard_of(chairs[0].id, SHARDS)
            await host.ask("GET", f"/api/tables/{'0' * 32}/log", expect=404)

    asyncio.run(evening())


def test_one_connection_can_ask_every_wing_in_turn(tmp_path: Path) -> None:
    async def evening() -> None:
        async with shards(tmp_path) as (_, place):
            person = place.person()
            made = await tables_in_all_shards(person)
            one = httpx.Limits(max_connections=1)
            headers = {"origin": place.base, "cookie": person.cookie()}
            async with httpx.AsyncClient(base_url=place.base, headers=headers, limits=one) as narrow:
                for number in range(30):
                    table = made[number % SHARDS]["id"]
                    answer = await narrow.post(f"/api/tables/{table}/links", json={"kind": "watch"})
                    assert answer.status_code == 200, answer.text

    asyncio.run(evening())


def test_a_request_may_come_in_small_pieces(tmp_path: Path) -> None:
    async def evening() -> None:
        async with shards(tmp_path) as (server, place):
            person = place.person()
            for made in (await tables_in_all_shards(person)).values():
                body = b'{"kind": "watch"}'
                text = (
                    f"POST /api/tables/{made['id']}/links HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n"
                    f"Origin: {place.base}\r\nCookie: {person.cookie()}\r\nContent-Length: {len(body)}\r\n"
                    "Connection: close\r\n\r\n"
                ).encode() + body
                reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
                for start in range(0, len(text), 40):
                    writer.write(text[start : start + 40])
                    await writer.drain()
                    await asyncio.sleep(0.002)
                assert (await reader.read()).startswith(b"HTTP/1.1 200")
                writer.close()

    asyncio.run(evening())


async def answers(reader: asyncio.StreamReader, number: int) -> list[tuple[int, bytes]]:
    """So many answers of one connection: their status and body."""
    found = []
    async with asyncio.timeout(30):
        for _ in range(number):
            head = await reader.readuntil(b"\r\n\r\n")
            length = re.search(rb"content-length: (\d+)", head)
            assert length is not None, head
            found.append((int(head.split()[1]), await reader.readexactly(int(length[1]))))
    return found


@pytest.mark.parametrize("piece", [1_000_000, 301, 97])
def test_table_20_requests_in_one_pipe_are_answered_each_by_its_shard(tmp_path: Path, piece: int) -> None:
    async def evening() -> None:
        async with shards(tmp_path) as (server, place):
            person = place.person()
            made = await tables_in_all_shards(person)
            body = '{"kind": "watch"}'
            more = f"Host: 127.0.0.1:{server.port}\r\nOrigin: {place.base}\r\nCookie: {person.cookie()}\r\n"
            document = f"GET /api/openapi.json HTTP/1.1\r\n{more}\r\n"
            wanted, texts = [], []
            for number in range(12):
                table = made[number % SHARDS]["id"]
                texts.append(f"GET /api/tables/{table}/log HTTP/1.1\r\n{more}\r\n")
                texts.append(f"POST /api/tables/{table}/links HTTP/1.1\r\n{more}Content-Length: 17\r\n\r\n{body}")
                texts.append(document)
                wanted += [table, "", ""]
            pipe = "".join(texts).encode()
            reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
            for start in range(0, len(pipe), piece):
                writer.write(pipe[start : start + piece])
                await writer.drain()
                await asyncio.sleep(0)
            told = await answers(reader, len(texts))
            assert [status for status, _ in told] == [200] * len(texts)
            for table, (_, answer) in zip(wanted, told, strict=True):
                assert table.encode() in answer
            assert b'"openapi"' in told[-1][1]
            writer.close()

    asyncio.run(evening())


def test_table_20_after_a_refusal_that_read_no_body_the_next_request_finds_its_shard(tmp_path: Path) -> None:
    async def evening() -> None:
        async with shards(tmp_path) as (server, place):
            person = place.person()
            made = await tables_in_all_shards(person)
            more = f"Host: 127.0.0.1:{server.port}\r\nCookie: {person.cookie()}\r\n"
            reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
            for table in (one["id"] for one in made.values()):
                writer.write(f"POST /api/tables HTTP/1.1\r\n{more}Content-Length: 5\r\n\r\n{{".encode())
                assert [status for status, _ in await answers(reader, 1)] == [403], "another origin"
                writer.write(f"    GET /api/tables/{table}/log HTTP/1.1\r\n{more}\r\n".encode())
                assert [status for status, _ in await answers(reader, 1)] == [200]
            writer.close()

    asyncio.run(evening())


def test_table_20_too_much_to_pass_on_is_refused(tmp_path: Path) -> None:
    async def evening() -> None:
        async with shards(tmp_path) as (server, place):
            person = place.person()
            refused = 0
            for made in (await tables_in_all_shards(person)).values():
                head = f"POST /api/tables/{made['id']}/links HTTP/1.1\r\nHost: x\r\nOrigin: {place.base}\r\n"
                reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
                writer.write(head.encode() + b"Content-Length: 900000\r\n\r\n" + b"x" * 900_000)
                async with asyncio.timeout(30):
                    told = await reader.readuntil(b"}")
                refused += b"refused.other_origin" in told or b"refused.too_long" in told
                writer.close()
            assert refused == SHARDS

    asyncio.run(evening())


def shard_processes(server: Server) -> list[int]:
    return processes_of(server.process.pid)[1:]


async def until(so: Callable[[], Any], seconds: float = 30) -> None:
    async with asyncio.timeout(seconds):
        while not so():
            await asyncio.sleep(0.05)


def test_a_lost_wing_comes_back_with_its_tables(tmp_path: Path) -> None:
    async def evening() -> None:
        async with shards(tmp_path) as (server, place):
            persons, chairs = await seated(place, 3)
            await some_moves(chairs, 6)
            version = chairs[0].state and chairs[0].state["version"]
            before = set(shard_processes(server))
            for process in before:
                os.kill(process, signal.SIGKILL)
            await until(lambda: len(set(shard_processes(server)) - before) == SHARDS)
            again = await persons[0].open(chairs[0].id)
            await again.until(lambda: again.state)
            assert again.state is not None
            assert again.state["version"] == version
            assert server.said().count("was lost; it starts again") == SHARDS

    asyncio.run(evening())


def test_all_shards_stop_with_their_parent(tmp_path: Path) -> None:
    async def evening(end: signal.Signals) -> None:
        async with shards(tmp_path) as (server, place):
            _, chairs = await seated(place, 3)
            await some_moves(chairs, 4)
            processes = shard_processes(server)
            assert len(processes) == SHARDS
            os.kill(server.process.pid, end)
            await until(lambda: server.process.poll() is not None)
            await until(lambda: not any(Path(f"/proc/{process}").exists() for process in processes))
            assert {await chair.closed() for chair in chairs} == {1012}, "they are told to come back"

    for end in (signal.SIGTERM, signal.SIGINT, signal.SIGKILL):
        asyncio.run(evening(end))
        SqliteFile(tmp_path).close()


def test_nobody_else_gets_the_folder_while_a_shard_lives(tmp_path: Path) -> None:
    async def evening() -> None:
        async with shards(tmp_path):
            command = [sys.executable, "-m", "triclinium.cli", "serve", "--port", "0", "--data", str(tmp_path)]
            for more in ([], ["--processes", "2"]):
                run = [*command, *more]
                refused = await asyncio.to_thread(subprocess.run, run, capture_output=True, text=True, timeout=60)
                assert refused.returncode == 2
                assert "is in use by another server" in refused.stderr

    asyncio.run(evening())


def test_every_wing_has_its_metrics(tmp_path: Path) -> None:
    port = free_port()
    command = [
        sys.executable, "-m", "triclinium.cli", "serve", "--port", "0", "--data", str(tmp_path), "--no-warm",
        "--processes", "2", "--metrics-port", str(port),
    ]  # fmt: skip
    server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    assert server.stdout is not None
    assert "The table is laid" in server.stdout.readline()
    for one in (port, port + 1):
        with httpx.Client(transport=httpx.HTTPTransport(retries=6)) as asking:
            while "triclinium_commits_total" not in asking.get(f"http://127.0.0.1:{one}/metrics").text:
                time.sleep(0.05)
    with socket.create_server(("127.0.0.1", free_port())) as taken:
        command[-1] = str(taken.getsockname()[1] - 1)
        command[command.index("--data") + 1] = str(tmp_path / "other")
        refused = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
        assert refused.returncode == 2
        assert f"metrics on port {taken.getsockname()[1]}: Address already in use" in refused.stderr
    server.terminate()
    assert server.wait(30) == 0
    server.stdout.close()


def test_shards_write_in_turn_and_lose_nothing(tmp_path: Path) -> None:
    SqliteFile(tmp_path).close()
    stores = [SqliteFile(tmp_path, shared=True) for _ in range(2)]
    stores[0].create("a", "banquet")
    stores[1].create("b", "banquet")
    for number in range(50):
        for name, store in zip("ab", stores, strict=True):
            store.append(name, number, [f"{name}{number}".encode()])
            store.commit()
    for name, store in zip("ba", stores, strict=True):
        assert store.load(name) == [f"{name}{number}".encode() for number in range(50)], "each reads the other's"
    slow = stores[0]._in_turn()
    slow.__enter__()
    stores[1].append("b", 50, [b"late"])
    waiting = asyncio.new_event_loop()
    writing = waiting.run_in_executor(None, stores[1].commit)
    time.sleep(0.3)
    assert not writing.done()
    slow.__exit__(None, None, None)
    waiting.run_until_complete(writing)
    assert stores[0].load("b")[-1] == b"late"
    waiting.close()
    for store in stores:
        store.close()
