"""The listening server: it accepts every connection, and tells each when the server stops."""

from __future__ import annotations

import asyncio
import signal
import socket
from collections.abc import Coroutine
from functools import partial
from typing import Any

import uvloop

from triclinium.table.web.app import TableServer
from triclinium.table.web.connections import HttpConnection
from triclinium.table.web.exchange import Scope
from triclinium.table.web.websocket import WebSocket

BACKLOG = 4096
STOP_SECONDS = 5.0
"""How long requests in progress may take when the server stops."""
STOPS = (signal.SIGTERM, signal.SIGINT)


class Front:
    """One server at its port."""

    def __init__(self, server: TableServer) -> None:
        self.server = server
        self.admission = server.admission
        self.connections: set[HttpConnection | WebSocket] = set()
        self.started = asyncio.Event()
        self.stopping = False
        self._stop = asyncio.Event()
        self._quiet = asyncio.Event()
        """Set when nothing is open or being answered any more, or when nobody wants to wait for that."""
        self._tasks: set[asyncio.Task[None]] = set()

    async def serve(self, listener: socket.socket) -> None:
        """Serve until told to stop."""
        async with self.server.running():
            loop = asyncio.get_running_loop()
            accepting = await loop.create_server(partial(HttpConnection, self), sock=listener, backlog=BACKLOG)
            self.started.set()
            await self._stop.wait()
            self.stopping = True
            accepting.close()
            listener.close()
            await self._let_finish()

    def stop(self) -> None:
        """Finish what is being answered, then stop; on a second call, stop at once."""
        if self._stop.is_set():
            self._quiet.set()
        self._stop.set()

    async def _let_finish(self) -> None:
        for connection in list(self.connections):
            connection.shutdown()
        self._look_whether_quiet()
        try:
            async with asyncio.timeout(STOP_SECONDS):
                await self._quiet.wait()
        except TimeoutError:
            pass
        for task in list(self._tasks):
            task.cancel()
        for connection in list(self.connections):
            connection.transport.abort()

    def _look_whether_quiet(self) -> None:
        if self.stopping and not self.connections and not self._tasks:
            self._quiet.set()

    # --- For the connections --------------------------------------------------------------------

    def spawn(self, answering: Coroutine[Any, Any, None]) -> None:
        """Run the task that answers a request, and remember it until it is done."""
        task = asyncio.get_running_loop().create_task(answering)
        self._tasks.add(task)
        task.add_done_callback(self._ran)

    def _ran(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        self._look_whether_quiet()

    def came(self, connection: HttpConnection | WebSocket) -> None:
        """A connection has been accepted."""
        self.connections.add(connection)

    def gone(self, connection: HttpConnection | WebSocket) -> None:
        """A connection has ended."""
        self.connections.discard(connection)
        self._look_whether_quiet()

    def open_socket(self, transport: asyncio.Transport, scope: Scope, early: bytes) -> None:
        """A connection has become a socket; some bytes may have arrived already."""
        opened = WebSocket(transport, self.gone)
        self.came(opened)
        transport.set_protocol(opened)
        transport.pause_reading()  # until its table is awake
        self.spawn(self._join(scope, opened, early))

    async def _join(self, scope: Scope, opened: WebSocket, early: bytes) -> None:
        await self.server.sockets.join(scope, opened)
        if not opened.transport.is_closing():
            opened.transport.resume_reading()
            if early:
                opened.data_received(early)


def run(front: Front, listener: socket.socket) -> None:
    """Serve in this process until a signal says to stop, and then end by it: nobody waits for a bot that thinks."""
    told: list[signal.Signals] = []

    def stop(name: signal.Signals) -> None:
        told.append(name)
        front.stop()

    async def serve() -> None:
        for name in STOPS:
            asyncio.get_running_loop().add_signal_handler(name, stop, name)
        await front.serve(listener)

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(serve())
    if told:
        signal.signal(told[0], signal.SIG_DFL)
        signal.raise_signal(told[0])
