"""Who may open a socket at a table, and what others get instead."""

from __future__ import annotations

import re
from collections.abc import Callable, MutableMapping
from functools import partial
from typing import Any, Protocol

from starlette.responses import Response

from triclinium.core.decision import Refused
from triclinium.table.live.hub import Hub
from triclinium.table.live.live_table import Line, Socket
from triclinium.table.people.limits import address_key
from triclinium.table.play import seats
from triclinium.table.play.broadcast import Viewer
from triclinium.table.protocol.messages import Close
from triclinium.table.protocol.problems import problem
from triclinium.table.store import StoreFailed
from triclinium.table.web.admission import Admission, address_of, headers_of

PATH = re.compile(r"/ws/([0-9a-f]{32})")
QUERY = re.compile(rb"(?:(seat|shoulder)=([0-9]{1,2}))?")
SOCKETS_PER_VIEWER = 8


class ListeningLine(Line, Protocol):
    """A connection that reports what arrives."""

    def listen(
        self,
        hear: Callable[[str], None],
        pay: Callable[[float], bool],
        left: Callable[[], None],
        broken: Callable[[Exception], None],
    ) -> None:
        """Set who gets the texts, who pays for the rest, who is told of the end, and who of a bug."""
        ...


class Sockets:
    def __init__(self, admission: Admission, hub: Hub) -> None:
        self.admission = admission
        self.hub = hub

    def refusal(self, scope: MutableMapping[str, Any]) -> Response | None:
        """Why a handshake is refused, if it is."""
        if not self.admission.same_origin(headers_of(scope), scope["scheme"]):
            return problem("refused.other_origin")
        if self.hub.closing:
            return problem("refused.not_stored")
        return None if self.admission.may_ask(address_of(scope)) else problem("refused.too_fast")

    async def join(self, scope: MutableMapping[str, Any], line: ListeningLine) -> None:
        """Connect an open connection with its table, or close it with a code that says why not."""
        address = address_of(scope)
        if not self.admission.enter(address):
            line.close(Close.TOO_FAST)
            return
        try:
            found = await self._open(scope, line)
        except Exception as error:
            self.hub.recovery.note("socket", error, "")
            found = Close.BROKEN
        if isinstance(found, int):
            self.admission.exit(address)
            line.close(found)
            return
        inbox = self.hub.inbox
        line.listen(
            partial(inbox.received, found),
            partial(inbox.pays, found),
            partial(self._left, found, address),
            partial(self._broken, found),
        )
        self.hub.join(found)

    async def _open(self, scope: MutableMapping[str, Any], line: Line) -> Socket | int:
        """The socket of somebody who may look, or the code to close with."""
        match = PATH.fullmatch(scope["path"])
        wanted = QUERY.fullmatch(scope["query_string"])
        visitor = self.admission.visitor(headers_of(scope))
        if match is None or wanted is None:
            return Close.NO_TABLE
        try:
            live = await self.hub.find(match[1])
        except StoreFailed:
            return Close.TOO_SLOW
        except Refused:
            return Close.PUT_AWAY
        if live is None:
            return Close.NO_TABLE
        number = None if wanted[2] is None else int(wanted[2])
        seat = number if wanted[1] == b"seat" else None
        shoulder = number if wanted[1] == b"shoulder" else None
        try:
            seat, eyes = seats.eyes_of(live.table, visitor, seat, shoulder)
        except Refused:
            return Close.NO_RIGHT
        if sum(other.viewer.visitor == visitor for other in live.sockets) >= SOCKETS_PER_VIEWER:
            return Close.TOO_FAST
        viewer = Viewer(visitor, seat, eyes)
        return Socket(line, live, viewer, shoulder if seat is None else None, address_key(address_of(scope)))

    def _left(self, socket: Socket, address: str) -> None:
        socket.closing = True
        self.hub.leave(socket)
        self.admission.exit(address)

    def _broken(self, socket: Socket, error: Exception) -> None:
        """Handle a bug: the table goes back to what is stored."""
        socket.close(Close.BROKEN)
        self.hub.falter(socket.live.id, error, "message")
