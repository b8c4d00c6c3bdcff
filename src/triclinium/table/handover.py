"""Connections handed from wing to wing: whoever comes to the wrong one is led to the table without noticing.

All wings listen at one port, and the system gives a connection to any of them. Its first bytes name the table; if that
is another wing's, the open connection itself and what has been read of it are passed on. This may happen again with
every request of a connection that is kept open.
"""

from __future__ import annotations

import asyncio
import errno
import socket
from contextlib import suppress
from functools import partial
from typing import Any, cast

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from triclinium.table.wings import Wing, wing_wanted

LINE_MOST = 256
"""Bytes of a request that are looked at for what it is for."""
LETTER_MOST = 128 * 1024
"""Bytes that are passed on with a connection. No request that is taken has more."""
FULL = (errno.EAGAIN, errno.ENOBUFS, errno.ETOOMANYREFS)
"""What the system says while too much is on its way already."""
AGAIN_SECONDS = 0.002
"""When to try again to hand over while a wing has too many waiting."""


class Corridor:
    """The way between the wings: one letter box for each, into which all others may put connections."""

    def __init__(self, wings: int) -> None:
        self._boxes = [socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET) for _ in range(wings)]
        for end in (end for box in self._boxes for end in box):
            end.setblocking(False)

    def box(self, wing: int) -> socket.socket:
        """Where a wing finds what is handed to it."""
        return self._boxes[wing][0]

    def hand(self, wing: int, connection: int, read: bytes) -> bool:
        """Put an open connection and what was read of it into a wing's box; says whether there was room."""
        try:
            socket.send_fds(self._boxes[wing][1], [read], [connection])
        except OSError as error:
            if error.errno in FULL:
                return False
            raise
        return True

    def take(self, wing: int) -> tuple[socket.socket, bytes] | None:
        """The next connection out of a wing's box."""
        connections: list[int] = []
        while not connections:  # one that came when this process had all the files it may open is lost
            try:
                read, connections, _, _ = socket.recv_fds(self.box(wing), LETTER_MOST, 1)
            except BlockingIOError:
                return None
        return socket.socket(fileno=connections[0]), read

    def close(self) -> None:
        """Close all boxes; what lies in them is lost."""
        for end in (end for box in self._boxes for end in box):
            end.close()


class WingProtocol(H11Protocol):
    """HTTP in one wing: a request for another wing's table goes there, with its connection."""

    def __init__(self, corridor: Corridor, wing: Wing, brought: bytes = b"", **usual: Any) -> None:
        super().__init__(**usual)
        self.corridor = corridor
        self.wing = wing
        self.brought = brought
        """A request that came with a connection handed to this wing: it is answered here."""
        self.begun = b""
        """The first bytes of a request that do not say yet what it is for."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if self.brought:  # before anything more is read
            brought, self.brought = self.brought, b""
            super().data_received(brought)

    def data_received(self, data: bytes) -> None:
        if self.conn.their_state is not h11.IDLE or self.conn.trailing_data[0]:
            super().data_received(data)
            return
        data, self.begun = self.begun + data, b""
        if len(data) < LINE_MOST and b"\n" not in data:
            self.begun = data
            return
        wing = wing_wanted(data, self.wing.of)
        if wing is None or wing == self.wing.number or len(data) > LETTER_MOST:
            super().data_received(data)
        else:
            self._unset_keepalive_if_required()
            self.transport.pause_reading()
            self._hand_over(wing, data)

    def _hand_over(self, wing: int, data: bytes) -> None:
        if self.transport.is_closing():
            return
        if self.corridor.hand(wing, self.transport.get_extra_info("socket").fileno(), data):
            self.transport.abort()  # here only: the other wing holds the connection open
        else:
            self.loop.call_later(AGAIN_SECONDS, self._hand_over, wing, data)


class WingServer(uvicorn.Server):
    """uvicorn in one wing, with a door to the corridor; it stops when the process that started it is gone."""

    def __init__(self, config: uvicorn.Config, corridor: Corridor, wing: Wing, house: socket.socket) -> None:
        super().__init__(config)
        self.corridor = corridor
        self.wing = wing
        self.house = house
        config.http = cast("Any", partial(WingProtocol, corridor, wing))
        self._admitting: set[asyncio.Task[None]] = set()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        loop = asyncio.get_running_loop()
        loop.add_reader(self.corridor.box(self.wing.number), self._look_into_the_box)
        loop.add_reader(self.house, self._leave_with_the_house)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        loop = asyncio.get_running_loop()
        loop.remove_reader(self.corridor.box(self.wing.number))
        loop.remove_reader(self.house)
        await super().shutdown(sockets)

    def _look_into_the_box(self) -> None:
        while (handed := self.corridor.take(self.wing.number)) is not None:
            admitting = asyncio.get_running_loop().create_task(self._admit(*handed))
            self._admitting.add(admitting)
            admitting.add_done_callback(self._admitting.discard)

    async def _admit(self, connection: socket.socket, read: bytes) -> None:
        """Go on with a connection as if it had come here first."""
        connection.setblocking(False)
        with suppress(OSError):  # whoever it was is gone already
            await asyncio.get_running_loop().connect_accepted_socket(
                lambda: WingProtocol(
                    self.corridor,
                    self.wing,
                    read,
                    config=self.config,
                    server_state=self.server_state,
                    app_state=self.lifespan.state,
                ),
                connection,
            )

    def _leave_with_the_house(self) -> None:
        asyncio.get_running_loop().remove_reader(self.house)
        self.should_exit = True
