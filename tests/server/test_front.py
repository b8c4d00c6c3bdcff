"""HTTP as our own front carries it: in pieces, in a row, with and without bodies, and until the server stops."""

from __future__ import annotations

import asyncio
import random
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import h11
import pytest

from triclinium.table.config import Config, network_of
from triclinium.table.web import connections, front
from triclinium.table.web.admission import Admission
from triclinium.table.web.app import TableServer

from .people import WAIT, House, house

GAMES = b"GET /api/games HTTP/1.1\r\nHost: x\r\n\r\n"


@asynccontextmanager
async def line(place: House) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    host, port = place.base.removeprefix("http://").split(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    yield reader, writer
    writer.close()


async def answers(reader: asyncio.StreamReader, methods: list[str]) -> list[tuple[int, int]]:
    """The status and length of so many answers, as another reader of HTTP takes them."""
    client = h11.Connection(h11.CLIENT)
    found = []
    async with asyncio.timeout(WAIT):
        for method in methods:
            client.send(h11.Request(method=method, target="/", headers=[("Host", "x")]))
            client.send(h11.EndOfMessage())
            status, size = 0, 0
            while not isinstance(event := client.next_event(), h11.EndOfMessage):
                if event is h11.NEED_DATA:
                    client.receive_data(await reader.read(65536))
                elif isinstance(event, h11.Response):
                    status = event.status_code
                elif isinstance(event, h11.Data):
                    size += len(event.data)
            found.append((status, size))
            if client.our_state is h11.DONE and client.their_state is h11.DONE:
                client.start_next_cycle()
    return found


@pytest.mark.parametrize("seed", range(4))
def test_requests_in_a_row_are_answered_in_order_however_they_are_cut(tmp_path: Path, seed: int) -> None:
    rng = random.Random(seed)

    async def evening() -> None:
        async with house(tmp_path) as place:
            own = f"Host: {place.base.removeprefix('http://')}\r\nOrigin: {place.base}\r\n".encode()
            body = b'{"game":"banquet","seats":[{},{},{}],"name":"Livia"}'
            chunked = b"".join(b"%x\r\n%s\r\n" % (len(part), part) for part in (body[:7], body[7:])) + b"0\r\n\r\n"
            kinds = {
                "GET": (b"GET /api/games HTTP/1.1\r\nHost: x\r\n\r\n", 200),
                "HEAD": (b"HEAD /api/games HTTP/1.1\r\nHost: x\r\n\r\n", 200),
                "POST": (b"POST /api/tables HTTP/1.1\r\n" + own + b"Content-Length: 52\r\n\r\n" + body, 200),
                "PUT": (b"POST /api/tables HTTP/1.1\r\n" + own + b"Transfer-Encoding: chunked\r\n\r\n" + chunked, 200),
                "DELETE": (b"DELETE /nothing HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc", 405),
            }
            asked = [rng.choice(list(kinds)) for _ in range(12)]
            sent = b"".join(kinds[name][0] for name in asked)
            async with line(place) as (reader, writer):
                told = asyncio.create_task(answers(reader, asked))
                while sent:
                    size = rng.choice([1, 3, 50, 1000])
                    writer.write(sent[:size])
                    sent = sent[size:]
                    await asyncio.sleep(0)
                for name, (status, size) in zip(asked, await told, strict=True):
                    assert status == kinds[name][1], name
                    assert (size == 0) == (name == "HEAD")

    asyncio.run(evening())


def test_a_body_that_is_too_long_is_refused_and_the_next_request_is_answered(tmp_path: Path) -> None:
    async def evening() -> None:
        async with house(tmp_path) as place, line(place) as (reader, writer):
            own = f"Host: {place.base.removeprefix('http://')}\r\nOrigin: {place.base}\r\n"
            writer.write(f"POST /api/tables HTTP/1.1\r\n{own}Content-Length: 300000\r\n\r\n".encode())
            writer.write(b"x" * 300_000 + GAMES)
            assert [status for status, _ in await answers(reader, ["POST", "GET"])] == [413, 200]

    asyncio.run(evening())


def test_a_client_that_expects_100_continue_gets_it(tmp_path: Path) -> None:
    async def evening() -> None:
        async with house(tmp_path) as place, line(place) as (reader, writer):
            own = f"Host: {place.base.removeprefix('http://')}\r\nOrigin: {place.base}\r\n"
            body = '{"game":"banquet","seats":[{},{},{}],"name":"Livia"}'
            head = f"POST /api/tables HTTP/1.1\r\n{own}Expect: 100-continue\r\nContent-Length: {len(body)}\r\n\r\n"
            writer.write(head.encode())
            async with asyncio.timeout(WAIT):
                assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 100 Continue")
            writer.write(body.encode())
            assert [status for status, _ in await answers(reader, ["POST"])] == [200]

    asyncio.run(evening())


def test_an_idle_connection_is_closed_without_a_word(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "IDLE_SECONDS", 0.2)

    async def evening() -> None:
        async with house(tmp_path) as place, line(place) as (reader, writer):
            writer.write(GAMES)
            assert [status for status, _ in await answers(reader, ["GET"])] == [200]
            async with asyncio.timeout(WAIT):
                assert await reader.read() == b""
            assert not len(place.server.admission.connections)

    asyncio.run(evening())


def test_another_upgrade_is_just_a_request(tmp_path: Path) -> None:
    async def evening() -> None:
        async with house(tmp_path) as place, line(place) as (reader, writer):
            writer.write(GAMES.replace(b"\r\n\r\n", b"\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\n\r\n"))
            writer.write(GAMES)
            assert [status for status, _ in await answers(reader, ["GET", "GET"])] == [200, 200]

    asyncio.run(evening())


# --- Stopping -----------------------------------------------------------------------------------


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> tuple[asyncio.Event, asyncio.Event]:
    """Requests are held until the second event is set; the first says that one is waiting."""
    asked, go_on = asyncio.Event(), asyncio.Event()
    plain = TableServer.__call__

    async def call(self: TableServer, scope: Any, receive: Any, send: Any) -> None:
        asked.set()
        await go_on.wait()
        await plain(self, scope, receive, send)

    monkeypatch.setattr(TableServer, "__call__", call)
    return asked, go_on


def test_what_is_being_answered_when_the_server_stops_is_answered(
    tmp_path: Path, held: tuple[asyncio.Event, asyncio.Event]
) -> None:
    asked, go_on = held

    async def evening() -> None:
        async with house(tmp_path) as place, line(place) as (reader, writer), line(place) as (idle, _):
            writer.write(GAMES)
            await asked.wait()
            place.front.stop()
            async with asyncio.timeout(WAIT):
                assert await idle.read() == b"", "who asks nothing is let go at once"
            go_on.set()
            assert [status for status, _ in await answers(reader, ["GET"])] == [200]
            async with asyncio.timeout(WAIT):
                assert await reader.read() == b""

    asyncio.run(evening())


@pytest.mark.parametrize("again", [True, False])
def test_the_server_stops_despite_slow_requests_or_when_told_twice(
    tmp_path: Path, held: tuple[asyncio.Event, asyncio.Event], monkeypatch: pytest.MonkeyPatch, again: bool
) -> None:
    monkeypatch.setattr(front, "STOP_SECONDS", 3600.0 if again else 0.1)
    asked, _ = held

    async def evening() -> None:
        async with house(tmp_path) as place, line(place) as (reader, writer):
            writer.write(GAMES)
            await asked.wait()
            place.front.stop()
            if again:
                await asyncio.sleep(0)
                place.front.stop()
            async with asyncio.timeout(WAIT):
                with suppress(ConnectionResetError):
                    assert await reader.read() == b""
            assert not place.front.connections

    asyncio.run(evening())


# --- Who asks -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("headers", "caller"),
    [
        ([], ("10.0.0.1", "http")),
        ([(b"x-forwarded-for", b"192.0.2.7")], ("192.0.2.7", "http")),
        ([(b"x-forwarded-for", b"6.6.6.6"), (b"x-forwarded-for", b"192.0.2.7:1234")], ("192.0.2.7", "http")),
        ([(b"x-forwarded-for", b"6.6.6.6, [2001:db8::7]:80, 10.9.9.9")], ("2001:db8::7", "http")),
        ([(b"x-forwarded-for", b"10.0.0.3, 10.0.0.2")], ("10.0.0.3", "http")),
        ([(b"x-forwarded-for", b" , ")], ("10.0.0.1", "http")),
        ([(b"x-forwarded-proto", b"https"), (b"x-forwarded-for", b"192.0.2.7")], ("192.0.2.7", "https")),
        ([(b"x-forwarded-proto", b"gopher")], ("10.0.0.1", "http")),
    ],
)
def test_a_trusted_proxy_says_who_asks_and_how(
    tmp_path: Path, headers: list[tuple[bytes, bytes]], caller: tuple[str, str]
) -> None:
    admission = Admission(Config(data=tmp_path, trusted_proxies=(network_of("10.0.0.0/8"),)))
    assert admission.caller("10.0.0.1", headers) == caller
    assert admission.caller("192.0.2.9", headers) == ("192.0.2.9", "http"), "nobody else says so"


@pytest.mark.parametrize("end", [signal.SIGTERM, signal.SIGINT])
def test_a_server_that_is_told_to_stop_ends_by_the_signal_and_waits_for_no_bot(
    tmp_path: Path, end: signal.Signals
) -> None:
    """The bots' processes compile their searches, which takes a minute, when it is told."""
    program = (
        "import signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler); "
        "from triclinium.cli import main; sys.argv[0] = 'triclinium'; main()"
    )
    command = [sys.executable, "-c", program, "serve", "--port", "0", "--data", str(tmp_path)]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert server.stdout is not None
    assert server.stderr is not None
    assert "The table is laid" in server.stdout.readline()
    assert '"started"' in server.stderr.readline()
    server.send_signal(end)
    _, said = server.communicate(timeout=WAIT)
    assert server.returncode == -end
    assert '"stopped"' in said
    assert "Traceback" not in said
