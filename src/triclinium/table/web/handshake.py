"""Whether a request to become a socket is a valid WebSocket handshake (RFC 6455)."""

from __future__ import annotations

from typing import NamedTuple

from websockets.datastructures import Headers
from websockets.http11 import Request
from websockets.server import ServerProtocol

from triclinium.table.web.exchange import Scope

SWITCHING = 101


class Reply(NamedTuple):
    """The reply to a handshake: `SWITCHING`, or why not."""

    status: int
    headers: list[tuple[bytes, bytes]]
    body: bytes


def reply_to(scope: Scope) -> Reply:
    """Check a handshake. No extension is offered, so a frame is what it looks like."""
    headers = Headers((name.decode("latin-1"), value.decode("latin-1")) for name, value in scope["headers"])
    request = Request(scope["raw_path"].decode(), headers, scope["method"], f"HTTP/{scope['http_version']}")
    protocol = ServerProtocol()
    response = protocol.accept(request)
    if protocol.handshake_exc is not None:
        protocol.handshake_exc.__traceback__ = None  # it knows the response, which knows the exception: a ring
    del response.headers["Date"]
    told = [(name.encode(), value.encode("latin-1")) for name, value in response.headers.raw_items()]
    return Reply(response.status_code, told, bytes(response.body or b""))
