"""One open socket at a table. It sends without waiting; a viewer who reads too slowly is disconnected."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Protocol

import msgspec

from triclinium.table.people.limits import Bucket
from triclinium.table.play.broadcast import Viewer
from triclinium.table.protocol.messages import Close, Nonce

if TYPE_CHECKING:
    from triclinium.table.live.live_table import LiveTable

MESSAGES_MOST, IN_SECONDS = 100, 20.0


class Line(Protocol):
    """The connection under a socket, as far as a table needs it."""

    def write(self, bodies: Sequence[bytes]) -> bool:
        """Send texts in order without waiting; returns whether the other side reads fast enough."""
        ...

    def close(self, code: int) -> None:
        """Send only the close code."""
        ...


class Socket:
    """A viewer's connection. The viewer's rights are checked for every message."""

    __slots__ = ("address", "bucket", "closing", "line", "live", "sent", "shoulder", "strikes", "version", "viewer")

    def __init__(
        self, line: Line, live: LiveTable, viewer: Viewer, shoulder: int | None = None, address: str = ""
    ) -> None:
        self.line = line
        self.live = live
        self.viewer = viewer
        self.shoulder = shoulder
        self.address = address
        # All sockets of a visitor at a table share one bucket.
        self.bucket = live.buckets.setdefault(viewer.visitor, Bucket(MESSAGES_MOST, IN_SECONDS))
        self.strikes = 0
        self.sent: Any = None
        """The last view it was sent, and must be told the changes to; None if it needs a whole one."""
        self.version = 0
        self.closing = False

    def tell(self, *bodies: bytes) -> None:
        """Send messages in order without waiting."""
        if not self.closing and not self.line.write(bodies):
            self.close(Close.TOO_SLOW)

    def close(self, code: int) -> None:
        if not self.closing:
            self.closing = True
            self.line.close(code)


class OnlyNonce(msgspec.Struct, frozen=True):
    """What can be read of a malformed message."""

    nonce: Nonce = ""


ONLY_NONCE = msgspec.json.Decoder(OnlyNonce)


def nonce_in(text: str) -> str:
    """The nonce of a malformed message, so that its sender knows which one it was; empty if there is none.

    >>> nonce_in('{"nonce": "12345678", "type": "salve"}'), nonce_in('{"nonce": 5}'), nonce_in("{")
    ('12345678', '', '')
    """
    try:
        return ONLY_NONCE.decode(text).nonce
    except (msgspec.ValidationError, msgspec.DecodeError, RecursionError, UnicodeError):
        return ""
