"""Hand connections from shard to shard: a client that reaches the wrong process is served without noticing.

All shards listen on one port, and the system gives a connection to any of them. Its first bytes name the table. If that
belongs to another shard, the open connection and the bytes read so far are passed on. This may happen with every
request of a kept-alive connection.
"""

from __future__ import annotations

import asyncio
import errno
import socket
from contextlib import suppress
from functools import partial

from triclinium.table.ops.shard import Shard, shard_wanted
from triclinium.table.web.app import TableServer
from triclinium.table.web.connections import HttpConnection
from triclinium.table.web.front import Front

LETTER_MOST = 128 * 1024
"""The most bytes passed on with a connection. No accepted request has more."""
FULL = (errno.EAGAIN, errno.ENOBUFS, errno.ETOOMANYREFS)
"""What the system says while too much is on its way already."""
AGAIN_SECONDS = 0.002
"""When to try again if a shard has too many waiting."""


class Handover:
    """A mailbox for each shard, into which all others may put connections."""

    def __init__(self, shards: int) -> None:
        self._boxes = [socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET) for _ in range(shards)]
        for end in (end for box in self._boxes for end in box):
            end.setblocking(False)

    def box(self, shard: int) -> socket.socket:
        """The mailbox of a shard."""
        return self._boxes[shard][0]

    def hand(self, shard: int, connection: int, read: bytes) -> bool:
        """Put an open connection and the bytes read so far into a shard's mailbox; returns whether there was room."""
        try:
            socket.send_fds(self._boxes[shard][1], [read], [connection])
        except OSError as error:
            if error.errno in FULL:
                return False
            raise
        return True

    def take(self, shard: int) -> tuple[socket.socket, bytes] | None:
        """The next connection from a shard's mailbox."""
        connections: list[int] = []
        while not connections:  # a connection is lost if this process had no free file descriptor when it came
            try:
                read, connections, _, _ = socket.recv_fds(self.box(shard), LETTER_MOST, 1)
            except BlockingIOError:
                return None
        return socket.socket(fileno=connections[0]), read

    def close(self) -> None:
        """Close all mailboxes; connections in them are lost."""
        for end in (end for box in self._boxes for end in box):
            end.close()


class ShardFront(Front):
    """A server in one shard, connected to the handover. It stops when the process that started it is gone."""

    def __init__(self, server: TableServer, handover: Handover, shard: Shard, house: socket.socket) -> None:
        super().__init__(server, self._lead_elsewhere)
        self.handover = handover
        self.shard = shard
        self.house = house

    async def serve(self, listener: socket.socket) -> None:
        loop = asyncio.get_running_loop()
        box = self.handover.box(self.shard.number)
        watching = loop.create_task(self._watch(box))
        try:
            await super().serve(listener)
        finally:
            watching.cancel()
            loop.remove_reader(box)
            loop.remove_reader(self.house)

    async def _watch(self, box: socket.socket) -> None:
        """From the start, watch the mailbox and whether the parent process lives."""
        await self.started.wait()
        loop = asyncio.get_running_loop()
        loop.add_reader(box, self._look_into_the_box)
        loop.add_reader(self.house, self._leave_with_the_house)

    def _look_into_the_box(self) -> None:
        while not self.stopping and (handed := self.handover.take(self.shard.number)) is not None:
            self.spawn(self._admit(*handed))

    async def _admit(self, connection: socket.socket, read: bytes) -> None:
        """Continue with a connection as if it had come here first."""
        connection.setblocking(False)
        with suppress(OSError):  # the client is gone already
            await asyncio.get_running_loop().connect_accepted_socket(partial(HttpConnection, self, read), connection)

    def _leave_with_the_house(self) -> None:
        asyncio.get_running_loop().remove_reader(self.house)
        self.stop()

    # --- To other shards ------------------------------------------------------------------------

    def _lead_elsewhere(self, connection: HttpConnection, data: bytes) -> bool:
        """Hand the connection over, if this request is for another shard."""
        shard = shard_wanted(data, self.shard.of)
        if shard is None or shard == self.shard.number:
            return False
        if len(data) > LETTER_MOST:
            connection.refuse(413, "refused.too_long")
        else:
            connection.give_away()
            self._hand_over(connection.transport, shard, data)
        return True

    def _hand_over(self, transport: asyncio.Transport, shard: int, data: bytes) -> None:
        if transport.is_closing():
            return
        answered = not transport.get_write_buffer_size()  # the previous response must be out, or it would be lost
        if answered and self.handover.hand(shard, transport.get_extra_info("socket").fileno(), data):
            transport.abort()  # only here: the other shard keeps the connection open
        else:
            asyncio.get_running_loop().call_later(AGAIN_SECONDS, self._hand_over, transport, shard, data)
