"""Connections that keep nobody waiting: a request must come, and an answer must be read, within a time.

uvicorn closes a connection that is idle between two requests. It waits for ever for the rest of a request that has
begun, and for whoever does not read what they asked for.
"""

from __future__ import annotations

import asyncio
from http import HTTPStatus
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from triclinium.table.protocol.messages import ENCODER
from triclinium.table.protocol.requests import Problem
from triclinium.table.web.admission import Admission

HEAD, BODY = "head", "body"
HEAD_SECONDS = 10.0
"""For the head of a request: from the beginning of a connection, later from the request's first byte."""
BODY_SECONDS = 20.0
READING_SECONDS = 20.0
READING_BYTES = 16 * 1024
"""Who is told something must read this much in that time, or all there is."""


class Drain:
    """Watches that what was written to a connection goes out; who does not read is cut off."""

    def __init__(self, loop: asyncio.AbstractEventLoop, transport: asyncio.Transport) -> None:
        self._loop = loop
        self._transport = transport
        self._timer: asyncio.TimerHandle | None = None
        self._waiting = 0

    def watch(self) -> None:
        """Give time for what waits now."""
        self.stop()
        self._waiting = self._transport.get_write_buffer_size()
        if self._waiting:
            self._timer = self._loop.call_later(READING_SECONDS, self._look)

    def stop(self) -> None:
        """Nothing waits any more."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _look(self) -> None:
        waits = self._transport.get_write_buffer_size()
        if waits and waits > self._waiting - READING_BYTES:
            self._transport.abort()
        else:
            self.watch()


class TableHttp(H11Protocol):
    """One connection, for as long as it carries HTTP."""

    def __init__(self, admission: Admission, **usual: Any) -> None:
        super().__init__(**usual)
        self.admission = admission
        self.counted = False
        self._awaited = ""
        """The part of a request that is waited for, if any."""
        self._timer: asyncio.TimerHandle | None = None

    @property
    def peer(self) -> str:
        """Who is at the other end: a visitor or a proxy."""
        return self.client[0] if self.client else ""

    # --- Coming and going -----------------------------------------------------------------------

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.drain = Drain(self.loop, transport)
        self.counted = self.admission.connect(self.peer)
        if self.counted:
            self._await(HEAD)
        else:
            self.refuse(429, "refused.too_fast")

    def connection_lost(self, exc: Exception | None) -> None:
        self._let_go()
        self.drain.stop()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._let_go()
        self.drain.stop()
        super().handle_websocket_upgrade(event)

    def _let_go(self) -> None:
        self._await("")
        if self.counted:
            self.counted = False
            self.admission.disconnect(self.peer)

    # --- What is waited for ---------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._look_what_is_missing()

    def on_response_complete(self) -> None:
        self.drain.watch()
        super().on_response_complete()  # the next request may be here already, and end this protocol
        self._look_what_is_missing()

    def pause_writing(self) -> None:
        super().pause_writing()
        self.drain.watch()

    def resume_writing(self) -> None:
        super().resume_writing()
        self.drain.stop()

    def _look_what_is_missing(self) -> None:
        if not self.counted or self.transport.is_closing():
            return
        awaited = ""  # a request is being answered, or uvicorn counts the idle time
        if self.conn.their_state is h11.SEND_BODY:
            awaited = BODY
        elif self.conn.their_state is h11.IDLE and self.conn.trailing_data[0]:
            awaited = HEAD
        if awaited != self._awaited:
            self._await(awaited)

    def _await(self, part: str) -> None:
        self._awaited = part
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if part:
            self._timer = self.loop.call_later(HEAD_SECONDS if part == HEAD else BODY_SECONDS, self._too_late)

    def _too_late(self) -> None:
        if self._awaited == HEAD and not self.conn.trailing_data[0]:
            self.transport.close()  # nothing was asked, so nothing is answered
        else:
            self.refuse(408, "refused.too_late")

    # --- Refusing -------------------------------------------------------------------------------

    def refuse(self, status: int, key: str) -> None:
        """Say why this connection ends, unless an answer is on its way already."""
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            if self.cycle is not None:  # whoever waits for the body learns that it does not come
                self.cycle.disconnected = True
                self.cycle.message_event.set()
            body = ENCODER.encode(Problem(key=key))
            headers = [
                ("content-type", "application/json"),
                ("content-length", str(len(body))),
                ("connection", "close"),
                *self.admission.headers().items(),
            ]
            head = h11.Response(status_code=status, headers=headers, reason=HTTPStatus(status).phrase)
            events = (head, h11.Data(data=body), h11.EndOfMessage())
            self.transport.write(b"".join(self.conn.send(event) or b"" for event in events))
        self.transport.close()
        self.drain.watch()

    def send_400_response(self, msg: str) -> None:
        self.refuse(400, "refused.malformed")
