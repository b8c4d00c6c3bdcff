"""Connections that send half a request, or nothing, or do not read; answers to whatever else is asked."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from triclinium.table.config import network_of
from triclinium.table.web import app, connections, drain
from triclinium.table.web.drain import READING_BYTES, READING_SECONDS, Drain

from .people import WAIT, House, house

REQUEST = b"GET /api/games HTTP/1.1\r\nHost: x\r\n\r\n"
SOON = 0.2


async def dial(place: House) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    host, port = place.base.removeprefix("http://").split(":")
    return await asyncio.open_connection(host, int(port))


async def ask(place: House, request: bytes) -> tuple[int, dict[str, str], bytes]:
    """Send bytes, and read all that comes until the connection ends."""
    reader, writer = await dial(place)
    writer.write(request)
    async with asyncio.timeout(WAIT):
        told = await reader.read()
    writer.close()
    head, _, body = told.partition(b"\r\n\r\n")
    lines = head.decode().split("\r\n")
    return int(lines[0].split()[1]), dict(line.split(": ", 1) for line in lines[1:]), body


async def until(so: Callable[[], Any]) -> None:
    async with asyncio.timeout(WAIT):
        while not so():
            await asyncio.sleep(0.01)


# --- Half requests ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "half",
    [
        b"G",
        REQUEST[:-2],
        REQUEST[:-4] + b"\r\nCookie: " + b"a" * 9000,
        b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 50\r\n\r\n{",
        b"POST /api/tables HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{",
        b"POST /api/tables HTTP/1.1\r\nHost: x\r\nOrigin: BASE\r\nContent-Length: 50\r\n\r\n{",
        b"POST /api/tables HTTP/1.1\r\nHost: x\r\nOrigin: BASE\r\nExpect: 100-continue\r\nContent-Length: 50\r\n\r\n",
    ],
    ids=["letter", "head", "long head", "body", "chunk", "own body", "continue"],
)
def test_table_13_half_a_request_is_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, half: bytes
) -> None:
    monkeypatch.setattr(connections, "HEAD_SECONDS", SOON)
    monkeypatch.setattr(connections, "BODY_SECONDS", SOON)

    async def evening() -> None:
        async with house(tmp_path) as place:
            base = place.base.encode()
            wanted = half.replace(b"Host: x", b"Host: " + base.removeprefix(b"http://")).replace(b"BASE", base)
            reader, writer = await dial(place)
            writer.write(wanted)
            async with asyncio.timeout(WAIT):
                told = await reader.read()
            refused = b"refused.other_origin" if b"POST" in half and b"Origin" not in half else b"refused.too_late"
            assert refused in told
            await until(lambda: not len(place.server.admission.connections))
            assert not [line for line in place.lines if "trouble" in line]
            writer.close()

    asyncio.run(evening())


def test_table_13_the_second_request_of_a_connection_must_come_in_time_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def evening() -> None:
        async with house(tmp_path) as place:
            reader, writer = await dial(place)
            writer.write(REQUEST)
            await reader.readuntil(b'"games"')
            monkeypatch.setattr(connections, "HEAD_SECONDS", SOON)
            writer.write(b"GET /api")
            async with asyncio.timeout(WAIT):
                assert b"HTTP/1.1 408" in await reader.read()
            writer.close()

    asyncio.run(evening())


def test_table_13_drops_do_not_buy_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "HEAD_SECONDS", SOON)

    async def evening() -> None:
        async with house(tmp_path) as place:
            reader, writer = await dial(place)
            told = asyncio.create_task(reader.readuntil(b"refused.too_late"))
            writer.write(b"GET / HTTP/1.1\r\nX: ")
            async with asyncio.timeout(WAIT):
                while not told.done():
                    writer.write(b"x")
                    await asyncio.sleep(SOON / 20)
            assert b"408" in await told
            writer.close()

    asyncio.run(evening())


def test_table_13_a_silent_client_is_dropped_silently(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "HEAD_SECONDS", SOON)

    async def evening() -> None:
        async with house(tmp_path) as place:
            reader, writer = await dial(place)
            async with asyncio.timeout(WAIT):
                assert await reader.read() == b""
            writer.close()

    asyncio.run(evening())


# --- Many connections ---------------------------------------------------------------------------


def test_table_13_an_address_has_so_many_connections_before_it_has_asked_anything(tmp_path: Path) -> None:
    async def evening() -> None:
        async with house(tmp_path, connections_per_address=3) as place:
            held = [await dial(place) for _ in range(3)]
            await until(lambda: place.server.admission.connections._held == {"127.0.0.1": 3})
            reader, writer = await dial(place)
            async with asyncio.timeout(WAIT):
                assert b"refused.too_fast" in await reader.read()
            writer.close()
            held[0][1].close()
            await until(lambda: place.server.admission.connections._held == {"127.0.0.1": 2})
            status, _, _ = await ask(place, REQUEST.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n"))
            assert status == 200
            for _, one in held:
                one.close()
            await until(lambda: not len(place.server.admission.connections))

    asyncio.run(evening())


def test_a_connection_that_becomes_a_socket_is_counted_as_one(tmp_path: Path) -> None:
    async def evening() -> None:
        async with house(tmp_path) as place:
            host = place.person()
            chair = await host.open((await host.make())["id"])
            await chair.until(lambda: chair.table)
            await host.http.aclose()
            await until(lambda: not len(place.server.admission.connections))
            assert place.server.admission.sockets._held == {"127.0.0.1": 1}

    asyncio.run(evening())


def test_a_trusted_proxy_has_as_many_connections_as_it_needs(tmp_path: Path) -> None:
    async def evening() -> None:
        proxies = (network_of("127.0.0.1"),)
        async with house(tmp_path, connections_per_address=1, trusted_proxies=proxies) as place:
            held = [await dial(place) for _ in range(5)]
            for reader, writer in held:
                writer.write(REQUEST)
                async with asyncio.timeout(WAIT):
                    await reader.readuntil(b"HTTP/1.1 200")
                writer.close()

    asyncio.run(evening())


# --- Slow readers -------------------------------------------------------------------------------


def test_table_13_a_client_that_does_not_read_is_cut_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drain, "READING_SECONDS", SOON)

    async def evening() -> None:
        async with house(tmp_path) as place:
            host, port = place.base.removeprefix("http://").split(":")
            deaf = socket.socket()
            deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            deaf.setblocking(False)
            loop = asyncio.get_running_loop()
            await loop.sock_connect(deaf, (host, int(port)))
            await loop.sock_sendall(deaf, REQUEST.replace(b"games", b"openapi.json") * 400)
            await until(lambda: place.server.admission.connections._held == {"127.0.0.1": 1})
            await until(lambda: not len(place.server.admission.connections))
            deaf.close()

    asyncio.run(evening())


class Pipe:
    """A transport of which only the waiting bytes are known."""

    def __init__(self) -> None:
        self.waiting = 0
        self.aborted = False
        self.later: list[tuple[float, Callable[[], None]]] = []

    def get_write_buffer_size(self) -> int:
        return self.waiting

    def abort(self) -> None:
        self.aborted = True

    def call_later(self, seconds: float, do: Callable[[], None]) -> Pipe:
        self.later.append((seconds, do))
        return self

    def cancel(self) -> None:
        self.later.clear()

    def pass_time(self) -> None:
        (seconds, do), *self.later = self.later
        assert seconds == READING_SECONDS
        do()


def test_table_13_slow_but_steady_is_fast_enough() -> None:
    pipe = Pipe()
    watch = Drain(pipe, pipe).watch
    watch()
    assert pipe.later == [], "nothing waits"
    pipe.waiting = 5 * READING_BYTES
    watch()
    for _ in range(4):
        pipe.waiting -= READING_BYTES
        pipe.pass_time()
        assert not pipe.aborted
    pipe.waiting -= READING_BYTES - 1
    pipe.pass_time()
    assert pipe.aborted


def test_table_13_a_short_answer_must_be_read_too() -> None:
    pipe = Pipe()
    reader = Drain(pipe, pipe)
    pipe.waiting = 100
    reader.watch()
    reader.watch()
    assert len(pipe.later) == 1
    reader.stop()
    assert pipe.later == []
    reader.watch()
    pipe.pass_time()
    assert pipe.aborted


# --- Whatever else is asked ---------------------------------------------------------------------


@pytest.mark.parametrize("built", [True, False])
@pytest.mark.parametrize(
    ("path", "allowed"),
    [
        ("/", "GET, HEAD, OPTIONS"),
        ("/t/x", "GET, HEAD, OPTIONS"),
        ("/nothing", "GET, HEAD, OPTIONS"),
        ("/api/games", "GET, HEAD, OPTIONS"),
        ("/api/tables", "GET, HEAD, OPTIONS, POST"),
        ("/api/tables/" + "0" * 32 + "/seats", "OPTIONS, POST"),
        ("/api/nothing", ""),
    ],
)
def test_table_16_options_and_other_methods_say_what_is_allowed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, built: bool, path: str, allowed: str
) -> None:
    if not built:
        monkeypatch.setattr(app, "STATIC", tmp_path / "no page")

    async def evening() -> None:
        async with house(tmp_path) as place:
            for host in ("x", "["):
                for method in ("OPTIONS", "DELETE"):
                    request = f"{method} {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"
                    status, headers, body = await ask(place, request.encode())
                    wanted = 404 if not allowed else 204 if method == "OPTIONS" else 405
                    assert (status, headers.get("allow", "")) == (wanted, allowed)
                    assert "access-control-allow-origin" not in headers
                    if wanted != 204:
                        assert json.loads(body)["key"] == "refused.nothing_there"

    asyncio.run(evening())


@pytest.mark.parametrize("request_line", [b"nonsense", b"GET", b"GET / HTTP/9", b"GET / HTTP/1.1\r\nbad header"])
def test_table_16_what_is_no_request_gets_a_problem_in_the_usual_form(tmp_path: Path, request_line: bytes) -> None:
    async def evening() -> None:
        async with house(tmp_path) as place:
            status, headers, body = await ask(place, request_line + b"\r\n\r\n")
            assert (status, headers["content-type"]) == (400, "application/json")
            assert json.loads(body)["key"] == "refused.malformed"

    asyncio.run(evening())


def test_table_16_a_mistake_of_the_server_is_in_the_journal_with_its_place_and_no_values(tmp_path: Path) -> None:
    async def evening() -> None:
        async with house(tmp_path) as place:
            host = place.person()
            made = await host.make()

            async def broken(table: str) -> None:
                raise KeyError(f"the secret of {table}")

            place.hub.find = broken
            told = await host.ask("GET", f"/api/tables/{made['id']}/log", expect=500)
            assert told == {"key": "refused.broken", "rule": "", "arguments": {}}
            (line,) = [line for line in place.lines if '"request"' in line]
            written = json.loads(line)
            assert (written["level"], written["error"]) == ("trouble", "KeyError")
            assert written["place"].startswith("triclinium/table/web/asks.py:")
            assert "secret" not in line and made["id"] not in line

    asyncio.run(evening())
