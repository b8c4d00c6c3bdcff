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

from .people import Chair, house, seated

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


@pytest.mark.parametrize("shortcuts", [True, False])
def test_a_message_is_heard_however_its_frames_come(tmp_path: Path, shortcuts: bool) -> None:
    async def evening() -> None:
        async with house(tmp_path, shortcuts) as place:
            persons, chairs = await seated(place, 4)
            host, port = place.base.removeprefix("http://").split(":")
            for name, sent in packets():
                reader, writer = await asyncio.open_connection(host, int(port))
                writer.write(
                    f"GET /ws/{chairs[0].id} HTTP/1.1\r\nHost: {host}:{port}\r\nOrigin: {place.base}\r\n"
                    f"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                    f"Sec-WebSocket-Key: {KEY}\r\nCookie: {persons[0].cookie()}\r\n\r\n".encode()
                )
                await reader.readuntil(b'"events_at"')
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


async def heard(chair: Chair, lines: int) -> None:
    await chair.until(lambda: len(chair.lines) >= lines)
