"""Frames however they come: whole, in pieces, several at once, with a ping between the parts of a message."""

from __future__ import annotations

import asyncio
import json
import secrets
from base64 import b64encode
from collections.abc import Iterator
from pathlib import Path

import pytest
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame, Opcode
from websockets.server import ServerProtocol

from triclinium.table.live.socket import MESSAGES_MOST
from triclinium.table.protocol.messages import Close
from triclinium.table.web.frames import SLICE_BYTES

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


@pytest.mark.parametrize("shortcuts", [True, False])
def test_a_message_is_heard_however_its_frames_come(tmp_path: Path, shortcuts: bool) -> None:
    async def evening() -> None:
        async with house(tmp_path, shortcuts) as place:
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
    general = WebSocketsSansIOProtocol.data_received

    def parse(self: WebSocketsSansIOProtocol, data: bytes) -> None:
        parsed.append(data)
        general(self, data)

    async def evening() -> None:
        async with house(tmp_path) as place:
            _, chairs = await seated(place, 4)
            for number in range(5):
                before = len(parsed)
                await chairs[0].send("chat", text=f"Salve {number}")
                await heard(chairs[1], number + 1)
                assert len(parsed) == before

    monkeypatch.setattr(WebSocketsSansIOProtocol, "data_received", parse)
    asyncio.run(evening())


@pytest.fixture
def parsed(monkeypatch: pytest.MonkeyPatch) -> list[Opcode]:
    """Every frame that the parser has worked on."""
    found: list[Opcode] = []
    general = ServerProtocol.recv_frame

    def receive(self: ServerProtocol, frame: Frame) -> None:
        found.append(frame.opcode)
        general(self, frame)

    monkeypatch.setattr(ServerProtocol, "recv_frame", receive)
    return found


FLOODS = {
    "pings": frame(Opcode.PING, b""),
    "pongs": frame(Opcode.PONG, b""),
    "fragments": frame(Opcode.TEXT, b"", fin=False) + frame(Opcode.CONT, b"", fin=False) * 50_000,
    "messages": frame(Opcode.TEXT, b'{"type":"lift","nonce":"12345678"}'),
    "binary": frame(Opcode.BINARY, b"x"),
    "closes": frame(Opcode.CLOSE, b""),
}


@pytest.mark.parametrize("name", FLOODS)
def test_table_7_a_flood_of_any_frames_ends_its_socket_and_nobody_elses(
    tmp_path: Path, name: str, parsed: list[Opcode]
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
                await reader.readuntil(CLOSED_TOO_FAST if name != "closes" else CLOSED)
            assert len(parsed) < 3 * MESSAGES_MOST + 8 * SLICE_BYTES // 6, "most of it was never looked at"
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
