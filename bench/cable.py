"""A TCP connection between a client and the server that breaks at a chosen byte, in one of several ways."""

from __future__ import annotations

import asyncio
import random
import socket
import struct
from collections.abc import Callable
from typing import Any

CLOSED, RESET, SERVER_HANGS, CLIENT_HANGS = "closed", "reset", "server hangs", "client hangs"
MANNERS = (CLOSED, RESET, SERVER_HANGS, CLIENT_HANGS)
"""Both ends notice, the server barely; or one end does not notice and keeps waiting."""
HANGS_MOST = 3.0
PATIENCE_MOST = 0.4
"""Seconds of silence after which a client gives up."""
NO_LINGER = struct.pack("ii", 1, 0)


def pair() -> tuple[socket.socket, socket.socket]:
    """Two connected TCP sockets. Those of `socket.socketpair` are not TCP, which clients expect."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        one = socket.create_connection(listener.getsockname())
        other, _ = listener.accept()
    one.setblocking(False)
    other.setblocking(False)
    return one, other


class End(asyncio.Protocol):
    """One of the two ends."""

    def __init__(self, cable: Cable, up: bool) -> None:
        self.cable = cable
        self.up = up

    def connection_made(self, transport: Any) -> None:
        self.transport: asyncio.Transport = transport

    def data_received(self, data: bytes) -> None:
        self.cable.carry(data, self.up)

    def connection_lost(self, _error: Exception | None) -> None:
        self.cable.ended(self.up)


class Cable:
    """Carries bytes both ways until it is cut."""

    def __init__(self, port: int, rng: random.Random, notice: Callable[[], None]) -> None:
        self.port = port
        self.rng = rng
        self.notice = notice
        """Called once, when it is cut."""
        self.left: dict[bool, int | None] = {True: None, False: None}
        """Bytes until it is cut, up and down; None for never."""
        self.manner = CLOSED
        self.is_open = self.is_cut = False

    async def open(self) -> socket.socket:
        """Connect to the server; return the client's end."""
        loop = asyncio.get_running_loop()
        ours, theirs = pair()
        try:
            self.server = End(self, False)
            await loop.create_connection(lambda: self.server, "127.0.0.1", self.port)
            self.client = End(self, True)
            await loop.create_connection(lambda: self.client, sock=ours)
        except OSError:
            ours.close()
            theirs.close()
            raise
        self.is_open = True
        if self.is_cut:
            self.client.transport.close()
        return theirs

    def arm(self, up: bool, after: int, manner: str) -> None:
        """Cut it after this many more bytes in one direction."""
        self.left[up] = after
        self.manner = manner

    def carry(self, data: bytes, up: bool) -> None:
        if self.is_cut:
            return
        left = self.left[up]
        other = (self.server if up else self.client).transport
        if left is None or len(data) <= left:
            other.write(data)
            if left is not None:
                self.left[up] = left - len(data)
        else:
            other.write(data[:left])
            self.cut()

    def ended(self, up: bool) -> None:
        """One side has closed by itself."""
        if not self.is_cut:
            self.is_cut = True
            if self.is_open:
                (self.server if up else self.client).transport.close()

    def cut(self) -> None:
        """Cut it now, if it is open."""
        self.left = {True: None, False: None}
        if self.is_cut or not self.is_open:
            return
        self.is_cut = True
        loop = asyncio.get_running_loop()
        server, client = self.server.transport, self.client.transport
        if self.manner == SERVER_HANGS:
            server.pause_reading()
            loop.call_later(self.rng.uniform(0.1, HANGS_MOST), server.abort)
        elif self.manner == RESET:
            server.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, NO_LINGER)
            server.abort()
        else:
            server.close()
        if self.manner == CLIENT_HANGS:
            loop.call_later(self.rng.uniform(0.05, PATIENCE_MOST), client.close)
        else:
            client.close()
        self.notice()
