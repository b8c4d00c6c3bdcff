"""Frames however they come: whole, in pieces, several at once, with a ping between the parts of a message."""

from __future__ import annotations

import asyncio
import json
import secrets
from base64 import b64encode
from collections.abc import Iterator
from pathlib import Path

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus
from websockets.frames import Frame, Opcode

from triclinium.table.live.live_table import MESSAGES_MOST
from triclinium.table.protocol.messages import Close
from triclinium.table.web import websocket
from triclinium.table.web.rfc6455 import Event, Parser, close_frame
from triclinium.table.web.websocket import NO_PONG, WebSocket

from .people import WAIT, Chair, House, Person, house, seated, some_moves

CLOSED = b"\x88"
CLOSED_TOO_FAST = b"\x88\x02" + int(Close.TOO_FAST).to_bytes(2, "big")
KEY = b64encode(secrets.token_bytes(16)).decode()


def chat(text: str) -> bytes:
    return json.dumps({"type": "chat", "nonce": secrets.token_hex(8), "text": text}, ensure_ascii=False).encode()


def two_messages() -> tuple[bytes, bytes]:
    return chat("Ave Cæsar " * 20), chat("Salve")


def frame(opcode: Opcode, data: bytes, fin: bool = True) -> bytes:
    return Frame(opcode, data, fin=fin).serialize(mask=True)


def packets() -> Iterator[tuple[str, list[bytes]]]:
    """Ways in which two messages can come, as the packets of one connection."""
    for name in ("one by one", "at once", "byte by byte", "in parts", "in parts at once", "a ping cut in two"):
        first, second = two_messages()
        whole = [frame(Opcode.TEXT, first), frame(Opcode.TEXT, second)]
        ping = frame(Opcode.PING, b"there?")
        parts = [frame(Opcode.TEXT, first[:11], fin=False), ping, frame(Opcode.CONT, first[11:]), whole[1]]
        yield (
            name,
            {
                "one by one": whole,
                "at once": [b"".join(whole)],
                "byte by byte": [bytes((byte,)) for byte in b"".join(whole)],
                "in parts": parts,
                "in parts at once": [b"".join(parts)],
                "a ping cut in two": [whole[0], ping[:3], ping[3:], whole[1]],
            }[name],
        )
    for cut in (1, 2, 3, 5, 9, 100):
        first, second = (frame(Opcode.TEXT, body) for body in two_messages())
        yield f"cut at {cut}", [first[:cut], first[cut:] + second]


async def raw_socket(place: House, table: str, person: Person) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A socket at a table, below every library."""
    host, port = place.base.removeprefix("http://").split(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    writer.write(
        f"GET /ws/{table} HTTP/1.1\r\nHost: {host}:{port}\r\nOrigin: {place.base}\r\n"
        f"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        f"Sec-WebSocket-Key: {KEY}\r\nCookie: {person.cookie()}\r\n\r\n".encode()
    )
    await reader.readuntil(b'"events_at"')
    return reader, writer


def test_a_message_is_heard_however_its_frames_come(tmp_path: Path) -> None:
    async def evening() -> None:
        async with house(tmp_path) as place:
            persons, chairs = await seated(place, 4)
            for name, sent in packets():
                _, writer = await raw_socket(place, chairs[0].id, persons[0])
                known = len(chairs[1].lines)
                for packet in sent:
                    writer.write(packet)
                    await asyncio.sleep(0.002)
                await heard(chairs[1], known + 2)
                texts = [line["text"] for line in chairs[1].lines[known:]]
                assert texts == [("Ave Cæsar " * 20).strip(), "Salve"], name
                writer.close()

    asyncio.run(evening())


def test_a_message_in_one_piece_is_heard_past_the_parser(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    parsed: list[bytes] = []
    general = Parser.events

    def parse(self: Parser, data: bytes) -> Iterator[Event]:
        parsed.append(data)
        return general(self, data)

    async def evening() -> None:
        async with house(tmp_path) as place:
            _, chairs = await seated(place, 4)
            for number in range(5):
                before = len(parsed)
                await chairs[0].send("chat", text=f"Salve {number}")
                await heard(chairs[1], number + 1)
                assert len(parsed) == before

    monkeypatch.setattr(Parser, "events", parse)
    asyncio.run(evening())


@pytest.fixture
def parsed(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Every frame that the parser has worked on."""
    found: list[int] = []
    general = WebSocket._take

    def take(self: WebSocket, event: Event) -> None:
        found.append(event.opcode)
        general(self, event)

    monkeypatch.setattr(WebSocket, "_take", take)
    return found


FLOODS = {
    "pings": frame(Opcode.PING, b""),
    "pongs": frame(Opcode.PONG, b""),
    "fragments": frame(Opcode.TEXT, b"", fin=False) + frame(Opcode.CONT, b"", fin=False) * 50_000,
    "messages": frame(Opcode.TEXT, b'{"type":"lift","nonce":"12345678"}'),
    "binary": frame(Opcode.BINARY, b"x"),
    "closes": frame(Opcode.CLOSE, b""),
}
ENDS = {"binary": close_frame(Close.BAD_MESSAGE), "closes": CLOSED}
"""What ends before it is too much."""


@pytest.mark.parametrize("name", FLOODS)
def test_table_7_a_flood_of_any_frames_ends_its_socket_and_nobody_elses(
    tmp_path: Path, name: str, parsed: list[int]
) -> None:
    async def evening() -> None:
        async with house(tmp_path, slow_players=True) as place:
            persons, chairs = await seated(place, 3)
            _, others = await seated(place, 3)
            reader, writer = await raw_socket(place, chairs[0].id, persons[0])
            parsed.clear()
            flood = FLOODS[name]
            writer.write(flood * (600_000 // len(flood)))
            async with asyncio.timeout(WAIT):
                await reader.readuntil(ENDS.get(name, CLOSED_TOO_FAST))
            assert len(parsed) < 3 * MESSAGES_MOST, "most of it was never looked at"
            writer.close()
            await some_moves(others, 5)
            await chairs[1].send("mute", seat=2, on=True)
            assert {chair.code for chair in (*others, *chairs[1:])} == {None}

    asyncio.run(evening())


def test_table_7_a_frame_that_is_never_finished_is_paid_for_too(tmp_path: Path) -> None:
    async def evening() -> None:
        async with house(tmp_path, slow_players=True) as place:
            persons, chairs = await seated(place, 3)
            reader, writer = await raw_socket(place, chairs[0].id, persons[0])
            drip = frame(Opcode.TEXT, b"x" * 30_000)
            sent = 0
            ended = asyncio.create_task(reader.readuntil(CLOSED_TOO_FAST))
            while not ended.done() and sent < len(drip) - 1:
                writer.write(drip[sent : sent + 1])
                sent += 1
                await asyncio.sleep(0)
            assert CLOSED_TOO_FAST in await asyncio.wait_for(ended, WAIT)
            writer.close()

    asyncio.run(evening())


def test_table_7_pings_of_an_ordinary_client_are_answered(tmp_path: Path) -> None:
    async def evening() -> None:
        async with house(tmp_path, slow_players=True) as place:
            _, chairs = await seated(place, 3)
            for _ in range(20):
                async with asyncio.timeout(WAIT):
                    await (await chairs[0].socket.ping())
            assert (await chairs[0].send("chat", text="Ave"))["type"] == "ack"

    asyncio.run(evening())


def test_a_handshake_with_too_many_headers_does_not_stay_open(tmp_path: Path) -> None:
    async def evening() -> None:
        async with house(tmp_path) as place:
            host, port = place.base.removeprefix("http://").split(":")
            reader, writer = await asyncio.open_connection(host, int(port))
            more = "".join(f"X-{number}: x\r\n" for number in range(200))
            writer.write(
                f"GET /ws/{'0' * 32} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {KEY}\r\n{more}\r\n".encode()
            )
            async with asyncio.timeout(WAIT):
                assert (await reader.read()).startswith(b"HTTP/1.1 431")
            writer.close()

    asyncio.run(evening())


async def heard(chair: Chair, lines: int) -> None:
    await chair.until(lambda: len(chair.lines) >= lines)


def test_no_text_and_a_farewell_right_behind_it_leave_no_trace(tmp_path: Path) -> None:
    """Both in one piece: the parser is closing already when the text turns out to be none."""

    async def evening() -> None:
        troubles: list[dict[str, object]] = []
        asyncio.get_running_loop().set_exception_handler(lambda _, context: troubles.append(context))
        async with house(tmp_path) as place:
            _, chairs = await seated(place, 3)
            socket = chairs[0].socket
            no_text, farewell = frame(Opcode.TEXT, b"\xff\xfe"), frame(Opcode.CLOSE, b"\x03\xe8")
            socket.transport.write(no_text + farewell)
            await chairs[0].closed()
            await chairs[1].send("chat", text="Still here")
        assert troubles == []

    asyncio.run(evening())


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        (frame(Opcode.TEXT, b"\xff\xfe"), 1007),
        (frame(Opcode.TEXT, b"\xc3", fin=False) + frame(Opcode.CONT, b"\x28"), 1007),
        (frame(Opcode.BINARY, b"{}"), Close.BAD_MESSAGE),
        (Frame(Opcode.TEXT, b"{}").serialize(mask=False), 1002),
        (frame(Opcode.CONT, b"{}"), 1002),
        (b"\xc1" + frame(Opcode.TEXT, b"{}")[1:], 1002),
        (b"\x81\xff" + (1 << 40).to_bytes(8, "big"), Close.TOO_BIG),
        (frame(Opcode.CLOSE, b"\x0f\xa0bye"), 4000),
    ],
    ids=["no text", "no text in parts", "binary", "unmasked", "no beginning", "reserved bit", "endless", "farewell"],
)
def test_a_socket_is_closed_with_the_code_that_says_why(tmp_path: Path, sent: bytes, code: int) -> None:
    async def evening() -> None:
        async with house(tmp_path) as place:
            persons, chairs = await seated(place, 3)
            reader, writer = await raw_socket(place, chairs[0].id, persons[0])
            writer.write(sent)
            async with asyncio.timeout(WAIT):
                told = await reader.readuntil(code.to_bytes(2, "big"))
            assert told[-4] == CLOSED[0]
            writer.close()
            await chairs[1].send("chat", text="Still here")

    asyncio.run(evening())


def test_a_client_that_does_not_answer_pings_is_dropped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(websocket, "PING_SECONDS", 0.2)

    async def evening() -> None:
        async with house(tmp_path) as place:
            persons, chairs = await seated(place, 3)
            reader, writer = await raw_socket(place, chairs[0].id, persons[0])
            async with asyncio.timeout(WAIT):
                told = await reader.readuntil(NO_PONG.encode())
            assert told.endswith(
                bytes((0x88, 2 + len(NO_PONG))) + int(Close.BROKEN).to_bytes(2, "big") + NO_PONG.encode()
            )
            writer.close()
            assert {chair.code for chair in chairs} == {None}, "those who answer stay"

    asyncio.run(evening())


def test_compression_is_not_offered(tmp_path: Path) -> None:
    async def evening() -> None:
        async with house(tmp_path) as place:
            host = place.person()
            made = await host.make()
            address = place.base.replace("http", "ws") + f"/ws/{made['id']}"
            headers = {"Cookie": host.cookie()}
            async with connect(address, additional_headers=headers, origin=place.base, proxy=None) as socket:
                assert socket.protocol.extensions == []

    asyncio.run(evening())


@pytest.mark.parametrize(
    ("change", "status"),
    [
        (("Sec-WebSocket-Version: 13", "Sec-WebSocket-Version: 8"), 400),
        ((f"Sec-WebSocket-Key: {KEY}", "Sec-WebSocket-Key: short"), 400),
        (("Connection: Upgrade", "Connection: keep-alive"), 426),
        (("GET ", "POST "), 405),
        (("HTTP/1.1\r\n", "HTTP/1.0\r\n"), 505),
    ],
)
def test_an_invalid_handshake_is_refused(tmp_path: Path, change: tuple[str, str], status: int) -> None:
    async def evening() -> None:
        async with house(tmp_path) as place:
            host, port = place.base.removeprefix("http://").split(":")
            request = (
                f"GET /ws/{'0' * 32} HTTP/1.1\r\nHost: {host}:{port}\r\nOrigin: {place.base}\r\n"
                f"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                f"Sec-WebSocket-Key: {KEY}\r\n\r\n"
            )
            reader, writer = await asyncio.open_connection(host, int(port))
            writer.write(request.replace(*change).encode())
            async with asyncio.timeout(WAIT):
                assert int((await reader.read()).split()[1]) == status
            writer.close()
            assert not place.server.admission.sockets._held

    asyncio.run(evening())


def test_frames_right_behind_the_handshake_are_heard(tmp_path: Path) -> None:
    """A client may not wait for the answer; what comes in one packet with the handshake is its first message."""

    async def evening() -> None:
        async with house(tmp_path) as place:
            persons, chairs = await seated(place, 3)
            host, port = place.base.removeprefix("http://").split(":")
            _, writer = await asyncio.open_connection(host, int(port))
            writer.write(
                f"GET /ws/{chairs[0].id} HTTP/1.1\r\nHost: {host}:{port}\r\nOrigin: {place.base}\r\n"
                f"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                f"Sec-WebSocket-Key: {KEY}\r\nCookie: {persons[0].cookie()}\r\n\r\n".encode()
                + frame(Opcode.TEXT, chat("Ave"))
            )
            await heard(chairs[1], 1)
            assert [line["text"] for line in chairs[1].lines] == ["Ave"]
            writer.close()

    asyncio.run(evening())


def test_when_the_server_stops_everybody_is_told_to_come_back(tmp_path: Path) -> None:
    async def evening() -> None:
        async with house(tmp_path) as place:
            _, chairs = await seated(place, 3)
            place.front.stop()
            assert {await chair.closed() for chair in chairs} == {Close.RESTART}

    asyncio.run(evening())


def test_a_handshake_that_is_refused_is_refused_in_the_usual_form(tmp_path: Path) -> None:
    async def evening() -> None:
        async with house(tmp_path) as place:
            address = place.base.replace("http", "ws") + f"/ws/{'0' * 32}"
            with pytest.raises(InvalidStatus) as refused:
                await connect(address, origin="https://evil.example", proxy=None)
            told = refused.value.response
            assert (told.status_code, json.loads(told.body)["key"]) == (403, "refused.other_origin")
            assert (told.headers["content-type"], told.headers["connection"]) == ("application/json", "close")

    asyncio.run(evening())
