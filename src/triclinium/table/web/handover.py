"""Connections handed from shard to shard: whoever comes to the wrong one is led to the table without noticing.

All shards listen at one port, and the system gives a connection to any of them. Its first bytes name the table; if that
is another shard's, the open connection itself and what has been read of it are passed on. This may happen again with
every request of a connection that is kept open.
"""

from __future__ import annotations

import asyncio
import errno
import socket
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any, cast

import h11
import uvicorn

from triclinium.table.web.admission import Admission
from triclinium.table.web.connections import TableHttp
from triclinium.table.web.shard import Shard, shard_wanted

LINE_MOST = 256
"""Bytes of a request that are looked at for what it is for."""
LETTER_MOST = 128 * 1024
"""Bytes that are passed on with a connection. No request that is taken has more."""
FULL = (errno.EAGAIN, errno.ENOBUFS, errno.ETOOMANYREFS)
"""What the system says while too much is on its way already."""
AGAIN_SECONDS = 0.002
"""When to try again to hand over while a shard has too many waiting."""


class Handover:
    """The way between the shards: one letter box for each, into which all others may put connections."""

    def __init__(self, shards: int) -> None:
        self._boxes = [socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET) for _ in range(shards)]
        for end in (end for box in self._boxes for end in box):
            end.setblocking(False)

    def box(self, shard: int) -> socket.socket:
        """Where a shard finds what is handed to it."""
        return self._boxes[shard][0]

    def hand(self, shard: int, connection: int, read: bytes) -> bool:
        """Put an open connection and what was read of it into a shard's box; says whether there was room."""
        try:
            socket.send_fds(self._boxes[shard][1], [read], [connection])
        except OSError as error:
            if error.errno in FULL:
                return False
            raise
        return True

    def take(self, shard: int) -> tuple[socket.socket, bytes] | None:
        """The next connection out of a shard's box."""
        connections: list[int] = []
        while not connections:  # one that came when this process had all the files it may open is lost
            try:
                read, connections, _, _ = socket.recv_fds(self.box(shard), LETTER_MOST, 1)
            except BlockingIOError:
                return None
        return socket.socket(fileno=connections[0]), read

    def close(self) -> None:
        """Close all boxes; what lies in them is lost."""
        for end in (end for box in self._boxes for end in box):
            end.close()


class ShardProtocol(TableHttp):
    """HTTP in one shard: a request for another shard's table goes there, with its connection."""

    def __init__(
        self, handover: Handover, shard: Shard, admission: Admission, brought: bytes = b"", **usual: Any
    ) -> None:
        super().__init__(admission, **usual)
        self.handover = handover
        self.shard = shard
        self.brought = brought
        """A request that came with a connection handed to this shard: it is answered here."""
        self.conn = self.requests = Requests(self._goes_elsewhere)

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if self.brought and self.counted:  # before anything more is read
            brought, self.brought = self.brought, b""
            self.requests.looked = True
            self.data_received(brought)

    def _goes_elsewhere(self, data: bytes) -> bool:
        """Hand the connection over, if this request and what follows it are for another shard."""
        shard = shard_wanted(data, self.shard.of)
        if shard is None or shard == self.shard.number:
            return False
        self._let_go()
        self._unset_keepalive_if_required()
        if len(data) > LETTER_MOST:
            self.refuse(413, "refused.too_long")
        else:
            self.transport.pause_reading()
            self._hand_over(shard, data)
        return True

    def _hand_over(self, shard: int, data: bytes) -> None:
        if self.transport.is_closing():
            return
        answered = not self.transport.get_write_buffer_size()  # the answer before must be out, for it would be lost
        if answered and self.handover.hand(shard, self.transport.get_extra_info("socket").fileno(), data):
            self.transport.abort()  # here only: the other shard holds the connection open
        else:
            self.loop.call_later(AGAIN_SECONDS, self._hand_over, shard, data)


class Requests(h11.Connection):
    """h11's reading of a connection, with a look at each request before it is read, pipelined ones too."""

    def __init__(self, goes_elsewhere: Callable[[bytes], bool]) -> None:
        super().__init__(h11.SERVER)
        self._goes_elsewhere = goes_elsewhere
        self.looked = False
        """Whether it is known that the request that comes now is answered here."""

    def start_next_cycle(self) -> None:
        super().start_next_cycle()
        self.looked = False

    def next_event(self) -> Any:
        if self.their_state is h11.IDLE and not self.looked:
            data, _ = self.trailing_data
            if len(data) >= LINE_MOST or b"\n" in data:
                self.looked = True
                if self._goes_elsewhere(data):
                    return h11.NEED_DATA
        return super().next_event()


class ShardServer(uvicorn.Server):
    """uvicorn in one shard, with a door to the handover; it stops when the process that started it is gone."""

    def __init__(
        self, config: uvicorn.Config, handover: Handover, shard: Shard, admission: Admission, house: socket.socket
    ) -> None:
        super().__init__(config)
        self.handover = handover
        self.shard = shard
        self.admission = admission
        self.house = house
        config.http = cast("Any", partial(ShardProtocol, handover, shard, admission))
        self._admitting: set[asyncio.Task[None]] = set()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        loop = asyncio.get_running_loop()
        loop.add_reader(self.handover.box(self.shard.number), self._look_into_the_box)
        loop.add_reader(self.house, self._leave_with_the_house)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        loop = asyncio.get_running_loop()
        loop.remove_reader(self.handover.box(self.shard.number))
        loop.remove_reader(self.house)
        await super().shutdown(sockets)

    def _look_into_the_box(self) -> None:
        while (handed := self.handover.take(self.shard.number)) is not None:
            admitting = asyncio.get_running_loop().create_task(self._admit(*handed))
            self._admitting.add(admitting)
            admitting.add_done_callback(self._admitting.discard)

    async def _admit(self, connection: socket.socket, read: bytes) -> None:
        """Go on with a connection as if it had come here first."""
        connection.setblocking(False)
        with suppress(OSError):  # whoever it was is gone already
            await asyncio.get_running_loop().connect_accepted_socket(
                lambda: ShardProtocol(
                    self.handover,
                    self.shard,
                    self.admission,
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
