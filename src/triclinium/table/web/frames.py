"""uvicorn's socket with two shortcuts past its queues: text frames are written and heard in one step.

A table writes the same text to several sockets and hears short messages one at a time. Through the general way of ASGI
each of them costs a task switch and a frame built anew, which is most of what a move costs. What the shortcuts cannot
do (a full buffer, a frame in pieces that is no text) goes the general way.

The general way is paid for, because it costs the same whether or not a message comes of it: every ping, pong and
fragment, every read and every byte. A message itself is counted where it is heard.
"""

from __future__ import annotations

from asyncio import BaseTransport
from collections.abc import Callable, Sequence
from struct import Struct
from time import monotonic
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidState
from websockets.frames import Frame, apply_mask  # type: ignore[attr-defined]  # the compiled one, where there is one
from websockets.protocol import OPEN
from websockets.streams import StreamReader

from triclinium.table.live.socket import IN_SECONDS, MESSAGES_MOST
from triclinium.table.people.limits import Bucket
from triclinium.table.protocol.messages import Close
from triclinium.table.web.connections import Drain

WRITE, LISTEN = "triclinium.write", "triclinium.listen"
"""Names of the shortcuts among the extensions of a socket's scope."""
FINAL_TEXT = 0x81
SHORT, LONG = 126, 1 << 16
MIDDLE = Struct(">BBH").pack
MASKED, MASK_BYTES = 0x80, 4
BETWEEN_FRAMES = StreamReader.at_eof.__code__
"""Where the parser of a connection waits when it has read whole frames only."""

SLICE_BYTES = 1024
"""What the parser is given at a time, so that it has not worked through a flood before anybody looks."""
READ_DROPS = 1 / 32
BYTES_FOR_A_DROP = 8 * 1024
LINGER_SECONDS = 1.0
"""How long a connection that was too fast is left open, unread, so that the other side can hear why."""


def framed(body: bytes) -> bytes:
    """A text frame as a server sends it: whole, unmasked.

    >>> framed(b"ave")
    b'\\x81\\x03ave'
    """
    size = len(body)
    if size < SHORT:
        return bytes((FINAL_TEXT, size)) + body
    if size < LONG:
        return MIDDLE(FINAL_TEXT, 126, size) + body
    return bytes((FINAL_TEXT, 127)) + size.to_bytes(8, "big") + body


def whole_text(data: bytes) -> bytes | None:
    """The text of one whole frame as a browser sends it, masked; None for anything else, and for long ones.

    >>> whole_text(b"\\x81\\x83abcd" + bytes(letter ^ key for letter, key in zip(b"ave", b"abcd")))
    b'ave'
    >>> whole_text(b"\\x81\\x83abcd")
    """
    if len(data) < 2 + MASK_BYTES or data[0] != FINAL_TEXT or not data[1] & MASKED:
        return None
    size, start = data[1] ^ MASKED, 2
    if size == SHORT:
        size, start = int.from_bytes(data[2:4], "big"), 4
        if size < SHORT:
            return None
    elif size > SHORT:
        return None
    if len(data) != start + MASK_BYTES + size:
        return None
    return apply_mask(data[start + MASK_BYTES :], data[start : start + MASK_BYTES])


class TableProtocol(WebSocketsSansIOProtocol):
    """One connection."""

    listener: Callable[[str], None] | None = None
    between_messages = False
    """Whether nothing of a message has come yet, so that the next byte begins one. Only the parser changes that."""
    too_fast = False

    def __init__(self, *usual: Any, **named: Any) -> None:
        super().__init__(*usual, **named)
        bucket = Bucket(MESSAGES_MOST, IN_SECONDS)
        self.pay: Callable[[float], bool] = lambda drops: bucket.take(monotonic(), drops)

    def connection_made(self, transport: BaseTransport) -> None:
        super().connection_made(transport)
        self.drain = Drain(self.loop, self.transport)

    def connection_lost(self, exc: Exception | None) -> None:
        self.drain.stop()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        super().pause_writing()
        self.drain.watch()

    def resume_writing(self) -> None:
        super().resume_writing()
        self.drain.stop()

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self.drain.watch()

    async def run_asgi(self) -> None:
        await super().run_asgi()
        self.drain.watch()

    def handle_connect(self, event: Any) -> None:
        super().handle_connect(event)
        if hasattr(self, "scope"):
            shortcuts: dict[str, Any] = {WRITE: self.write, LISTEN: self.listen}
            self.scope["extensions"] = {**(self.scope["extensions"] or {}), **shortcuts}

    def write(self, bodies: Sequence[bytes]) -> bool:
        """Write text frames at once, if the buffer is free; says whether it was done."""
        if not self.handshake_complete or self.close_sent or self.disconnected or not self.writable.is_set():
            return False
        self.transport.write(framed(bodies[0]) if len(bodies) == 1 else b"".join(map(framed, bodies)))
        return True

    def listen(self, listener: Callable[[str], None], pay: Callable[[float], bool]) -> None:
        """From now on hear texts in one step, and let the viewer pay for everything else."""
        self.listener = listener
        self.pay = pay

    def data_received(self, data: bytes) -> None:
        """Hear a text that came in one piece at once; everything else is for the parser."""
        if self.between_messages and self.conn.state is OPEN and (body := whole_text(data)) is not None:
            self.frames, self.curr_msg_data_type = [body], "text"
            self.send_receive_event_to_app()
        else:
            self._parse(data)
            self.between_messages = self.listener is not None and self._waits_for_a_message()

    def _parse(self, data: bytes) -> None:
        for start in range(0, len(data), SLICE_BYTES):
            part = data[start : start + SLICE_BYTES]
            self._charge(READ_DROPS + len(part) / BYTES_FOR_A_DROP)
            if self.too_fast or self.transport.is_closing():
                return
            super().data_received(part)
        if not self.handshake_initiated:  # the request came whole, and was none
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.transport.close()

    def _charge(self, drops: float = 1.0) -> None:
        """Let somebody pay; who cannot is heard no more."""
        if self.too_fast or self.pay(drops):
            return
        self.too_fast = True
        if self.conn.state is not OPEN:
            self.transport.abort()
            return
        self.stop_keepalive()
        self.conn.send_close(Close.TOO_FAST)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.transport.pause_reading()
        self.close_timer = self.loop.call_later(LINGER_SECONDS, self.transport.abort)
        self.queue.put_nowait({"type": "websocket.disconnect", "code": Close.TOO_FAST})

    def handle_ping(self) -> None:
        self._charge()
        if not self.too_fast:
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        self._charge()
        if not self.too_fast:
            super().handle_pong(event)

    def handle_text(self, event: Frame) -> None:
        if not event.fin:
            self._charge()
        if not self.too_fast:
            super().handle_text(event)

    def handle_bytes(self, event: Frame) -> None:
        self._charge()
        if not self.too_fast:
            super().handle_bytes(event)

    def handle_cont(self, event: Frame) -> None:
        self._charge()
        if not self.too_fast:
            super().handle_cont(event)

    def _waits_for_a_message(self) -> bool:
        connection: Any = self.conn
        waiting = connection.parser
        while waiting is not None and waiting.gi_code is not BETWEEN_FRAMES:
            waiting = waiting.gi_yieldfrom
        return waiting is not None and connection.current_size is None and not connection.reader.buffer

    def send_receive_event_to_app(self) -> None:
        try:
            self._hand_over()
        except InvalidState:  # no text, and right behind it a farewell: there is nobody to complain to
            self.frames = []
            self.transport.abort()

    def _hand_over(self) -> None:
        if self.listener is None or self.curr_msg_data_type != "text" or self.close_sent:
            super().send_receive_event_to_app()
            return
        try:
            text = (self.frames[0] if len(self.frames) == 1 else b"".join(self.frames)).decode()
        except UnicodeDecodeError:
            super().send_receive_event_to_app()
            return
        self.frames = []
        self.listener(text)
