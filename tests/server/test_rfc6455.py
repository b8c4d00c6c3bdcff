"""Frames as another implementation writes and judges them: any bytes, in any pieces."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st
from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.protocol import State
from websockets.server import ServerProtocol
from websockets.uri import parse_uri

from triclinium.table.web.rfc6455 import (
    BINARY,
    CLOSE,
    CONTINUATION,
    NO_TEXT,
    PING,
    PONG,
    TEXT,
    Event,
    Parser,
    Violation,
    close_frame,
    control_frame,
    text_frame,
)

MOST = 70_000
SIZES = st.one_of(st.integers(0, 300), st.sampled_from([125, 126, 127, 65_535, 65_536, MOST]))
CLOSES = st.builds(lambda code, why: code.to_bytes(2, "big") + why, st.integers(0, 5100), st.binary(max_size=20))


def client() -> ClientProtocol:
    return ClientProtocol(parse_uri("ws://table"), state=State.OPEN, max_size=None)


def pieces(data: bytes, cuts: list[int]) -> list[bytes]:
    places = sorted({0, len(data), *(cut % (len(data) + 1) for cut in cuts)})
    return [data[start:end] for start, end in pairwise(places)]


def read(parser: Parser, parts: list[bytes]) -> tuple[list[Event], int | None]:
    """All that comes of these parts, by the quick path where it can be taken, and the code of a violation."""
    found: list[Event] = []
    try:
        for part in parts:
            text = parser.text(part)
            if text is not None:
                found.append(Event(TEXT, text=text))
                continue
            for event in parser.events(part):
                found.append(event)
                if event.opcode == CLOSE:
                    return found, None
    except Violation as violation:
        return found, violation.code
    return found, None


@st.composite
def talks(draw: st.DrawFn) -> tuple[bytes, list[Event]]:
    """What a client sends as it should, and what is to be heard of it."""
    says = client()
    wanted: list[Event] = []

    def control() -> None:
        payload = draw(st.binary(max_size=125))
        if draw(st.booleans()):
            says.send_ping(payload)
            wanted.append(Event(PING, payload))
        else:
            says.send_pong(payload)
            wanted.append(Event(PONG, payload))

    for _ in range(draw(st.integers(0, 4))):
        kind = draw(st.sampled_from(["text", "binary", "parts", "control"]))
        if kind == "control":
            control()
        elif kind == "text":
            text = draw(st.one_of(st.text(max_size=60), SIZES.map(lambda size: "x" * size)))
            says.send_text(text.encode())
            wanted.append(Event(TEXT, text=text))
        elif kind == "binary":
            body = draw(st.binary(max_size=200))
            says.send_binary(body)
            wanted.append(Event(BINARY, body))
        else:
            text = draw(st.text(min_size=1, max_size=40))
            parts = pieces(text.encode(), draw(st.lists(st.integers(0, 200), max_size=4)))
            for number, part in enumerate(parts):
                send = says.send_text if number == 0 else says.send_continuation
                send(part, fin=number == len(parts) - 1)
                if len(parts) > 1:
                    wanted.append(Event(CONTINUATION))
                if number < len(parts) - 1 and draw(st.booleans()):
                    control()
            wanted.append(Event(TEXT, text=text))
    return b"".join(says.data_to_send()), wanted


@given(talks(), st.lists(st.integers(0, 1 << 20), max_size=8))
@settings(max_examples=300, deadline=None)
def test_however_it_is_cut_the_same_is_heard(talk: tuple[bytes, list[Event]], cuts: list[int]) -> None:
    data, wanted = talk
    assert read(Parser(MOST), pieces(data, cuts)) == (wanted, None)


def test_byte_by_byte_the_same_is_heard() -> None:
    says = client()
    says.send_text("Ave Cæsar".encode(), fin=False)
    says.send_ping(b"?")
    says.send_continuation(b"!", fin=True)
    says.send_text(b"y" * 300)
    data = b"".join(says.data_to_send())
    whole = read(Parser(MOST), [data])
    assert read(Parser(MOST), [data[at : at + 1] for at in range(len(data))]) == whole
    assert whole[0][-1] == Event(TEXT, text="y" * 300)


@st.composite
def frames(draw: st.DrawFn) -> bytes:
    """A frame of which anything may be wrong."""
    opcode = draw(st.sampled_from([*Opcode, *Opcode, Opcode.TEXT, Opcode.CONT, 3, 7, 11, 15]))
    first = opcode | draw(st.sampled_from([0x80, 0x80, 0x80, 0x00, 0xC0, 0x90, 0x20]))
    body = draw(CLOSES if opcode == Opcode.CLOSE and draw(st.booleans()) else st.binary(max_size=130))
    masked = draw(st.sampled_from([0x80, 0x80, 0x80, 0x80, 0]))
    size = len(body) if draw(st.integers(0, 9)) else draw(st.sampled_from([MOST + 1, 1 << 40, (1 << 64) - 1]))
    if size <= 125 and draw(st.integers(0, 9)):
        head = bytes((first, masked | size))
    elif size < 1 << 16:
        head = bytes((first, masked | 126)) + size.to_bytes(2, "big")
    else:
        head = bytes((first, masked | 127)) + size.to_bytes(8, "big")
    return head + b"\0\0\0\0" * (masked > 0) + body


def judged(data: bytes) -> tuple[list[tuple[int, bytes]], int | None]:
    """What another implementation takes these bytes for: frames, and the code it fails with."""
    server = ServerProtocol(state=State.OPEN, max_size=MOST)
    server.receive_data(data)
    found: list[tuple[int, bytes]] = []
    parts, opcode = b"", 0
    for event in server.events_received():
        assert isinstance(event, Frame)
        if event.opcode in (Opcode.TEXT, Opcode.BINARY, Opcode.CONT):
            parts, opcode = (parts, opcode) if event.opcode is Opcode.CONT else (b"", event.opcode)
            parts += event.data
            if not event.fin:
                continue
            if opcode == Opcode.TEXT:
                try:
                    parts.decode()
                except UnicodeDecodeError:
                    return found, NO_TEXT
            found.append((opcode, parts))
        else:
            found.append((int(event.opcode), bytes(event.data)))
    failed = server.parser_exc is not None and server.close_sent is not None
    return found, int(server.close_sent.code) if failed and server.close_sent else None


@given(st.lists(frames(), min_size=1, max_size=5), st.lists(st.integers(0, 1000), max_size=5))
@settings(max_examples=600, deadline=None)
def test_another_implementation_judges_the_same(sent: list[bytes], cuts: list[int]) -> None:
    data = b"".join(sent)
    events, code = read(Parser(MOST), pieces(data, cuts))
    heard = [(event.opcode, event.text.encode() or event.data) for event in events if event.opcode != CONTINUATION]
    if judged(data)[1] is None and code is not None:
        data += b"\0" * 200  # they wait for the rest of some frames that can no longer be right
    assert (heard, code) == judged(data)


@given(st.binary(max_size=400), st.lists(st.integers(0, 400), max_size=6))
@settings(max_examples=300, deadline=None)
def test_any_bytes_end_in_events_or_in_a_code(data: bytes, cuts: list[int]) -> None:
    whole, parts = read(Parser(MOST), [data]), read(Parser(MOST), pieces(data, cuts))
    assert whole == parts
    assert whole[1] in (None, 1002, 1007, 1009)


@given(SIZES)
@settings(deadline=None)
def test_a_client_hears_what_is_written(size: int) -> None:
    body = b"x" * size
    listens = client()
    listens.receive_data(text_frame(body) + control_frame(PING, b"?") + close_frame(1008, "why"))
    text, ping, farewell = listens.events_received()
    assert isinstance(text, Frame) and isinstance(ping, Frame) and isinstance(farewell, Frame)
    assert (text.opcode, bytes(text.data)) == (Opcode.TEXT, body)
    assert (ping.opcode, bytes(ping.data)) == (Opcode.PING, b"?")
    assert (farewell.opcode, bytes(farewell.data)) == (Opcode.CLOSE, b"\x03\xf0why")
