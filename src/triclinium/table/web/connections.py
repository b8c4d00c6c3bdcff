"""HTTP connections: h11 reads and writes, the application answers, and every wait has a limit.

A request must arrive, and its response be read, in time. An address has a limited number of connections. A request to
become a socket is handed on (`websocket.py`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, Protocol, cast

import h11

from triclinium.table.protocol.messages import ENCODER
from triclinium.table.protocol.replies import Problem
from triclinium.table.web.admission import Admission
from triclinium.table.web.app import TableServer
from triclinium.table.web.drain import Drain
from triclinium.table.web.exchange import PHRASES, Exchange, Scope, scope_of
from triclinium.table.web.handshake import SWITCHING, reply_to

HEAD, BODY, IDLE = "head", "body", "idle"
HEAD_SECONDS = 10.0
"""For the head of a request: from the start of the connection, later from the first byte of the request."""
BODY_SECONDS = 20.0
IDLE_SECONDS = 15.0
"""Between two requests."""
HEADERS_MOST = 128


class Front(Protocol):
    """The listening server, as far as a connection needs it."""

    server: TableServer
    admission: Admission
    stopping: bool

    def came(self, connection: HttpConnection) -> None:
        """A connection has been accepted."""
        ...

    def gone(self, connection: HttpConnection) -> None:
        """A connection has ended."""
        ...

    def spawn(self, answering: Coroutine[Any, Any, None]) -> None:
        """Run the task that answers a request."""
        ...

    def open_socket(self, transport: asyncio.Transport, scope: Scope, early: bytes) -> None:
        """A connection has become a socket; some bytes may have arrived already."""
        ...


class HttpConnection(asyncio.Protocol):
    """One connection, as long as it carries HTTP."""

    def __init__(self, front: Front) -> None:
        self.front = front
        self.loop = asyncio.get_running_loop()
        self.http = h11.Connection(h11.SERVER)
        self.transport: asyncio.Transport
        self.writable = asyncio.Event()
        self.writable.set()
        self.peer = ""
        self.counted = False
        self.exchange: Exchange | None = None
        self._upgrade: Scope | None = None
        """A request to become a socket, until it has arrived completely."""
        self._first = True
        self._awaited = ""
        """The part of a request being waited for, if any."""
        self._timer: asyncio.TimerHandle | None = None

    # --- Coming and going -----------------------------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast("asyncio.Transport", transport)
        self.drain = Drain(self.loop, self.transport)
        self.front.came(self)
        peer = transport.get_extra_info("peername")
        self.peer = str(peer[0]) if isinstance(peer, tuple) else ""
        self.counted = self.front.admission.connect(self.peer)
        if not self.counted:
            self.refuse(429, "refused.too_fast")
            return
        self._await(HEAD)

    def connection_lost(self, exc: Exception | None) -> None:
        self._let_go()
        if self.exchange is not None:
            self.exchange.drop()
            self.exchange = None  # it knows this connection: a ring
        self.writable.set()

    def shutdown(self) -> None:
        """The server stops: finish what is being answered."""
        if self.exchange is None:
            self.transport.close()

    def _let_go(self) -> None:
        self._await("")
        self.drain.stop()
        self.front.gone(self)
        if self.counted:
            self.counted = False
            self.front.admission.disconnect(self.peer)

    def pause_writing(self) -> None:
        self.writable.clear()
        self.drain.watch()

    def resume_writing(self) -> None:
        self.writable.set()
        self.drain.stop()

    # --- Requests -------------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        self.http.receive_data(data)
        self._read()

    def _read(self) -> None:
        while self.counted and not self.transport.is_closing():
            try:
                event = self.http.next_event()
            except h11.RemoteProtocolError as error:
                error.__traceback__ = None  # it knows the error, and this connection with all that was sent: a ring
                self.refuse(400, "refused.malformed")
                break
            if event is h11.NEED_DATA or isinstance(event, h11.ConnectionClosed):
                break
            if event is h11.PAUSED:  # the next request is here already; it waits for its turn
                self.transport.pause_reading()
                break
            if isinstance(event, h11.Request):
                self._begin(event)
            elif isinstance(event, h11.Data):
                if self.exchange is not None:
                    self.exchange.take(event.data)
            elif isinstance(event, h11.EndOfMessage):
                self._end()
        self._look_what_is_missing()

    def _begin(self, request: h11.Request) -> None:
        caller, scheme = self.front.admission.caller(self.peer, request.headers)
        scope = scope_of(request, caller, scheme)
        if len(scope["headers"]) > HEADERS_MOST:
            self.refuse(431, "refused.too_long")
        elif any(name == b"upgrade" and value.lower() == b"websocket" for name, value in request.headers):
            self._upgrade = scope
        else:
            self.exchange = Exchange(self, scope)
            self.front.spawn(self.exchange.run(self.front.server))

    def _end(self) -> None:
        if self._upgrade is not None:
            self._become_socket(self._upgrade)
        elif self.exchange is not None:
            self.exchange.taken()
        else:  # the body of a request that was answered early
            self._next()

    def answered(self) -> None:
        """The response is out: continue with the next request, which may be here already."""
        self.exchange = None
        self.drain.watch()
        if self.http.our_state is h11.MUST_CLOSE or self.front.stopping:
            self.transport.close()
            return
        self.transport.resume_reading()
        if self.http.their_state is h11.DONE:
            self._next()
        self._read()

    def _next(self) -> None:
        self.http.start_next_cycle()
        self._first = False

    # --- What is waited for ---------------------------------------------------------------------

    def _look_what_is_missing(self) -> None:
        if not self.counted or self.transport.is_closing():
            return
        awaited = ""  # a request is being answered
        if self.http.their_state is h11.SEND_BODY:
            awaited = BODY
        elif self.http.their_state is h11.IDLE:
            awaited = HEAD if self._first or self.http.trailing_data[0] else IDLE
        if awaited != self._awaited:
            self._await(awaited)

    def _await(self, part: str) -> None:
        self._awaited = part
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if part:
            seconds = {HEAD: HEAD_SECONDS, BODY: BODY_SECONDS, IDLE: IDLE_SECONDS}[part]
            self._timer = self.loop.call_later(seconds, self._too_late)

    def _too_late(self) -> None:
        if self._awaited == BODY or self.http.trailing_data[0]:
            self.refuse(408, "refused.too_late")
        else:
            self.transport.close()  # nothing was asked, so nothing is answered

    # --- Refusing -------------------------------------------------------------------------------

    def refuse(self, status: int, key: str) -> None:
        """Say why this connection ends, unless a response has begun."""
        body = ENCODER.encode(Problem(key=key))
        headers = {"content-type": "application/json", **self.front.admission.headers("")}
        self._answer(status, [(name.encode(), value.encode()) for name, value in headers.items()], body)

    def _answer(self, status: int, headers: list[tuple[bytes, bytes]], body: bytes) -> None:
        """The last response of this connection."""
        if self.exchange is not None:
            self.exchange.drop()
        if self.http.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            own = [(name, value) for name, value in headers if name not in (b"content-length", b"connection")]
            own += [(b"content-length", str(len(body)).encode()), (b"connection", b"close")]
            events = (
                h11.Response(status_code=status, headers=own, reason=PHRASES[status]),
                h11.Data(data=body),
                h11.EndOfMessage(),
            )
            self.transport.write(b"".join(self.http.send(event) or b"" for event in events))
        self.transport.close()
        self.drain.watch()

    # --- Sockets --------------------------------------------------------------------------------

    def _become_socket(self, scope: Scope) -> None:
        """Answer a handshake and, if it is valid and allowed, hand the connection on."""
        reply = reply_to(scope)
        if reply.status != SWITCHING:
            self._answer(*reply)
            return
        if (refused := self.front.server.sockets.refusal(scope)) is not None:
            self._answer(refused.status_code, refused.raw_headers, bytes(refused.body))
            return
        switch = h11.InformationalResponse(status_code=SWITCHING, headers=reply.headers, reason=PHRASES[SWITCHING])
        self.transport.write(self.http.send(switch) or b"")
        early, _ = self.http.trailing_data
        self._let_go()
        self.front.open_socket(self.transport, scope, early)
