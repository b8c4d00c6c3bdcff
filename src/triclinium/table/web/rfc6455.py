"""WebSocket frames (RFC 6455), as a server reads and writes them: bytes to events and back, without extensions."""

from __future__ import annotations

from collections.abc import Iterator
from struct import Struct
from typing import NamedTuple

CONTINUATION, TEXT, BINARY, CLOSE, PING, PONG = 0x0, 0x1, 0x2, 0x8, 0x9, 0xA
OPCODES = (CONTINUATION, TEXT, BINARY, CLOSE, PING, PONG)
FINAL, RESERVED, OPCODE, CONTROL = 0x80, 0x70, 0x0F, 0x08
"""Bits of a frame's first byte: final frame of a message; reserved for extensions; opcode; control frame."""
FINAL_TEXT = FINAL | TEXT
MASKED, LENGTH = 0x80, 0x7F
"""Bits of its second byte."""
SHORT, MIDDLE, LONG = 125, 126, 127
"""The longest length in that byte itself; the marks for a length of two bytes, and of eight."""
MASK_BYTES = 4
CONTROL_MOST = 125

PROTOCOL_ERROR, NO_TEXT, TOO_BIG = 1002, 1007, 1009
CLOSE_CODES = frozenset({*range(1000, 1004), *range(1007, 1015), *range(3000, 5000)})
"""Codes allowed in a close frame (RFC 6455, 7.4)."""

middle_head = Struct(">BBH").pack
long_head = Struct(">BBQ").pack


class Violation(Exception):
    """The other side breaks the protocol. `code` is the code to close with."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


class Event(NamedTuple):
    """What a frame brings: a whole message, one more part of one (`CONTINUATION`), or a control frame."""

    opcode: int
    data: bytes = b""
    text: str = ""


class Parser:
    """Reads what one client sends, in whatever pieces it arrives."""

    __slots__ = ("_buffer", "_message", "_most", "_opcode")

    def __init__(self, most: int) -> None:
        self._most = most
        """The most bytes of a message."""
        self._buffer = bytearray()
        self._opcode = 0
        """The kind of the message whose parts are arriving; 0 between messages."""
        self._message = bytearray()

    def text(self, data: bytes) -> str | None:
        """The message, if the data is exactly one complete text frame: a fast path for nearly everything that
        arrives.

        >>> Parser(100).text(b"\\x81\\x83abcd" + unmasked(b"ave", b"abcd"))
        'ave'
        >>> Parser(100).text(b"\\x81\\x83abcd")
        """
        if len(data) < 2 + MASK_BYTES or data[0] != FINAL_TEXT or not data[1] & MASKED or self._buffer or self._opcode:
            return None
        size, start = data[1] & LENGTH, 2
        if size == MIDDLE:
            size, start = data[2] << 8 | data[3], 4
        elif size == LONG:
            return None
        if len(data) != start + MASK_BYTES + size or size > self._most:
            return None
        return _decoded(unmasked(data[start + MASK_BYTES :], data[start : start + MASK_BYTES]))

    def events(self, data: bytes) -> Iterator[Event]:
        """What these bytes bring, parsed frame by frame on demand. Raises `Violation`. Nothing follows `CLOSE`.

        >>> ping = b"\\x89\\x81abcd" + unmasked(b"?", b"abcd")
        >>> parser = Parser(100)
        >>> list(parser.events(ping[:3])), list(parser.events(ping[3:]))
        ([], [Event(opcode=9, data=b'?', text='')])
        """
        self._buffer += data
        while (frame := self._frame()) is not None:
            first, payload = frame
            opcode = first & OPCODE
            if opcode & CONTROL:
                if opcode == CLOSE:
                    self._check_close(payload)
                yield Event(opcode, payload)
                if opcode == CLOSE:
                    return
            else:
                yield from self._part(opcode, bool(first & FINAL), payload)

    def _frame(self) -> tuple[int, bytes] | None:
        """The next complete frame: its first byte and its payload. An invalid one is refused without waiting for the
        rest.
        """
        buffer = self._buffer
        if len(buffer) < 2:
            return None
        first, second = buffer[0], buffer[1]
        if first & OPCODE not in OPCODES or not second & MASKED:
            raise Violation(PROTOCOL_ERROR)
        size, start = second & LENGTH, 2
        if size > SHORT:
            start = 4 if size == MIDDLE else 10
            if len(buffer) < start:
                return None
            size = int.from_bytes(buffer[2:start], "big")
        if size > self._most - (0 if first & CONTROL else len(self._message)):
            raise Violation(TOO_BIG)
        if first & RESERVED or (first & CONTROL and (size > CONTROL_MOST or not first & FINAL)):
            raise Violation(PROTOCOL_ERROR)
        end = start + MASK_BYTES + size
        if len(buffer) < end:
            return None
        payload = unmasked(buffer[start + MASK_BYTES : end], buffer[start : start + MASK_BYTES])
        del buffer[:end]
        return first, payload

    def _part(self, opcode: int, final: bool, payload: bytes) -> Iterator[Event]:
        if (opcode == CONTINUATION) != bool(self._opcode):
            raise Violation(PROTOCOL_ERROR)
        whole = opcode or self._opcode
        if not (opcode and final):
            yield Event(CONTINUATION)
            self._message += payload
            self._opcode = whole
            if not final:
                return
            payload, self._message, self._opcode = bytes(self._message), bytearray(), 0
        yield Event(TEXT, text=_decoded(payload)) if whole == TEXT else Event(BINARY, payload)

    def _check_close(self, payload: bytes) -> None:
        if self._opcode or len(payload) == 1:
            raise Violation(PROTOCOL_ERROR)
        if payload:
            _decoded(payload[2:])
            if int.from_bytes(payload[:2], "big") not in CLOSE_CODES:
                raise Violation(PROTOCOL_ERROR)


def unmasked(data: bytes | bytearray, key: bytes | bytearray) -> bytes:
    """Mask or unmask with a key of four bytes."""
    size = len(data)
    keys = (key * (size // MASK_BYTES + 1))[:size]
    return (int.from_bytes(data, "little") ^ int.from_bytes(keys, "little")).to_bytes(size, "little")


def _decoded(payload: bytes) -> str:
    try:
        return payload.decode()
    except UnicodeDecodeError:
        raise Violation(NO_TEXT) from None


def text_frame(body: bytes) -> bytes:
    """A text as a server sends it: one frame, unmasked.

    >>> text_frame(b"ave")
    b'\\x81\\x03ave'
    """
    size = len(body)
    if size <= SHORT:
        return bytes((FINAL_TEXT, size)) + body
    if size < 1 << 16:
        return middle_head(FINAL_TEXT, MIDDLE, size) + body
    return long_head(FINAL_TEXT, LONG, size) + body


def control_frame(opcode: int, payload: bytes = b"") -> bytes:
    """A ping, a pong or a close."""
    return bytes((FINAL | opcode, len(payload))) + payload


def close_frame(code: int, reason: str = "") -> bytes:
    """A close with its reason.

    >>> close_frame(1000)
    b'\\x88\\x02\\x03\\xe8'
    """
    return control_frame(CLOSE, code.to_bytes(2, "big") + reason.encode())
