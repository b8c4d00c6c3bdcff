"""uvicorn's socket with two shortcuts past its queues: text frames are written and heard in one step.

A table writes the same text to several sockets and hears short messages one at a time. Through the general way of ASGI
each of them costs a task switch and a frame built anew, which is most of what a move costs. What the shortcuts cannot
do (a full buffer, a frame in pieces that is no text) goes the general way.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

WRITE, LISTEN = "triclinium.write", "triclinium.listen"
"""Names of the shortcuts among the extensions of a socket's scope."""
FINAL_TEXT = 0x81
SHORT, LONG = 126, 1 << 16


def framed(body: bytes) -> bytes:
    """A text frame as a server sends it: whole, unmasked.

    >>> framed(b"ave")
    b'\\x81\\x03ave'
    """
    size = len(body)
    if size < SHORT:
        return bytes((FINAL_TEXT, size)) + body
    if size < LONG:
        return bytes((FINAL_TEXT, 126)) + size.to_bytes(2, "big") + body
    return bytes((FINAL_TEXT, 127)) + size.to_bytes(8, "big") + body


class TableProtocol(WebSocketsSansIOProtocol):
    """One connection."""

    listener: Callable[[str], None] | None = None

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

    def listen(self, listener: Callable[[str], None]) -> None:
        """From now on hear texts in one step."""
        self.listener = listener

    def send_receive_event_to_app(self) -> None:
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
