"""What goes out to whom once its turn is stored; if that fails, nobody is told that anything was done."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable
from itertools import chain

from triclinium.core.decision import Refused
from triclinium.table.live.live_table import LiveTable, Reply, Socket
from triclinium.table.ops.counts import Counts
from triclinium.table.play import seats
from triclinium.table.play.broadcast import chat_told, table_told, tables_told
from triclinium.table.play.states import states_told
from triclinium.table.protocol.messages import ENCODER, Ack, Close, Down, Eyes, Refusal, Resync


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

    def send(self, counts: Counts, note: Callable[[str, Exception, str], None]) -> None:
        """Send everything: to each socket in one go, acknowledged senders first. A fault is noted and ends a socket."""
        for socket, bodies in self.frames.items():
            try:
                if not socket.closing and not socket.line.write(bodies):
                    socket.close(Close.TOO_SLOW)
            except Exception as error:
                note("socket", error, socket.live.id)
                socket.close(Close.BROKEN)
        for socket, code in self.closing:
            socket.close(code)
        bodies_of_all = self.frames.values()
        counts.frames += sum(map(len, bodies_of_all))
        counts.frame_bytes += sum(map(len, chain.from_iterable(bodies_of_all)))

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


def tell(live: LiveTable, outbox: Outbox, dismiss: Callable[[Socket], None]) -> None:
    """What must be sent: first the replies, then the table, the game, the chat."""
    table = live.table
    for socket, reply, _ in live.replies:
        outbox.reply(socket, reply)
        if type(reply) is Resync:
            live.newcomers.append(socket)
    live.replies = []
    if table.changed or live.behind:
        _check_rights(live, outbox, dismiss)
    if table.changed or table.changed_for:
        concerned = [one for one in live.sockets if table.changed or one.viewer.seat in table.changed_for]
        told = tables_told(table, [socket.viewer for socket in concerned], live.watching())
        for socket, message in zip(concerned, told, strict=True):
            outbox.say(socket, message)
    if table.informed:
        _tell_state(live, outbox)
    if table.new_chat:
        for socket in live.sockets:
            if (lines := chat_told(table, socket.viewer, table.new_chat)) is not None:
                outbox.say(socket, lines)
    if live.newcomers:
        for socket in live.newcomers:
            _tell_all(live, socket, outbox)
        live.newcomers = []
    table.settle()


def _tell_state(live: LiveTable, outbox: Outbox) -> None:
    """Send the state to all who must know it: to each socket what has changed since it was last sent one.

    Sockets with the same viewpoint that know the same share the bytes. A socket is sent every state from its first one
    on, or it is closed; if a turn cannot be stored, everybody is new and is sent a whole one.
    """
    informed, newcomers, frames = live.table.informed, live.newcomers, outbox.frames
    listening: Iterable[tuple[Eyes, list[Socket]]] = live.by_eyes.items()
    if not live.by_eyes.keys() <= informed:
        listening = [(eyes, sockets) for eyes, sockets in listening if eyes in informed]
    if newcomers:
        listening = [(eyes, [one for one in sockets if one not in newcomers]) for eyes, sockets in listening]
    for socket, body in states_told(live.table, listening, live.table.news):
        if socket in frames:
            frames[socket].append(body)
        else:
            frames[socket] = [body]


def _tell_all(live: LiveTable, socket: Socket, outbox: Outbox) -> None:
    """Send everything to somebody who has just come or needs a resync."""
    outbox.say(socket, table_told(live.table, socket.viewer, live.watching()))
    socket.sent = None
    for _, body in states_told(live.table, [(socket.viewer.eyes, [socket])], ()):
        outbox.put(socket, body)
    if (lines := chat_told(live.table, socket.viewer, live.table.chat)) is not None:
        outbox.say(socket, lines)


def _check_rights(live: LiveTable, outbox: Outbox, dismiss: Callable[[Socket], None]) -> None:
    """Seats may have changed hands: close the sockets of viewers who lost their right to look."""
    for socket in list(live.sockets):
        if not may_look(live, socket):
            outbox.closing.append((socket, Close.SEAT_GONE))
            dismiss(socket)


def may_look(live: LiveTable, socket: Socket) -> bool:
    """Whether a socket's viewer still has the right to what it sees; checked for every message."""
    viewer = socket.viewer
    if viewer.seat is not None and viewer.seat == viewer.eyes:
        seat = live.table.seats[viewer.seat]
        return seat.visitor == viewer.visitor and not seat.left
    try:
        found = seats.eyes_of(live.table, viewer.visitor, viewer.seat, socket.shoulder)
    except Refused:
        return False
    return found == (viewer.seat, viewer.eyes)
