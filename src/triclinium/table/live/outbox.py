"""What goes out to sockets once its turn is stored; if that fails, nobody is told that anything was done."""

from __future__ import annotations

from collections.abc import Container

from triclinium.table.live.socket import Socket
from triclinium.table.protocol.messages import ENCODER, Ack, Close, Down, Refusal, Resync

Reply = Ack | Refusal | Resync


class Outbox:
    """Frames for each socket in order, which of them are replies, and sockets to close."""

    __slots__ = ("_replies", "closing", "frames")

    def __init__(self) -> None:
        self.frames: dict[Socket, list[bytes]] = {}
        self.closing: list[tuple[Socket, int]] = []
        self._replies: list[tuple[Socket, Reply]] = []

    def put(self, socket: Socket, body: bytes) -> None:
        self.frames.setdefault(socket, []).append(body)

    def say(self, socket: Socket, message: Down) -> None:
        self.put(socket, ENCODER.encode(message))

    def reply(self, socket: Socket, reply: Reply) -> None:
        """Add the reply to a message."""
        self._replies.append((socket, reply))
        self.frames.setdefault(socket, []).append(ENCODER.encode(reply))

    def add(self, other: Outbox) -> None:
        """Add what goes out to another table's sockets."""
        self.frames.update(other.frames)
        self.closing += other.closing
        self._replies += other._replies

    def hold_back(self, tables: Container[str]) -> list[Socket]:
        """Nothing goes out to these tables; returns the sockets that would have been closed."""
        self.frames = {socket: bodies for socket, bodies in self.frames.items() if socket.live.id not in tables}
        stay = [socket for socket, _ in self.closing if socket.live.id in tables]
        self.closing = [(socket, code) for socket, code in self.closing if socket.live.id not in tables]
        self._replies = [(socket, reply) for socket, reply in self._replies if socket.live.id not in tables]
        return stay

    def unsay(self) -> None:
        """Nothing of this will go out but the replies: what was refused stays so, and what was done is not stored."""
        for socket, reply in self._replies:
            not_stored(socket, reply)
        for socket, _ in self.closing:
            socket.close(Close.TOO_SLOW)


def not_stored(socket: Socket, reply: Reply) -> None:
    """Tell a sender that the message had no effect."""
    if isinstance(reply, Ack):
        reply = Refusal(nonce=reply.nonce, key="refused.not_stored")
    socket.tell(ENCODER.encode(reply))
