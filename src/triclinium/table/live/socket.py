"""One open socket: what is told goes out at once, and who reads too slowly gets the newest state instead of a queue."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from triclinium.table.people.limits import Bucket
from triclinium.table.play.broadcast import Viewer
from triclinium.table.protocol.messages import Close, Nonce

if TYPE_CHECKING:
    from triclinium.table.live.live_table import LiveTable

MESSAGES_MOST, IN_SECONDS = 100, 20.0
BACKLOG_BYTES = 256 * 1024

Send = Callable[[dict[str, Any]], Coroutine[Any, Any, None]]


class Socket:
    """A viewer's connection. The rights of its viewer are asked anew for every message."""

    __slots__ = (
        "_backlog",
        "_size",
        "_writing",
        "address",
        "bucket",
        "closing",
        "farewell",
        "live",
        "send",
        "shoulder",
        "strikes",
        "viewer",
        "write",
    )

    def __init__(
        self,
        send: Send,
        live: LiveTable,
        viewer: Viewer,
        shoulder: int | None,
        write: Callable[[Sequence[bytes]], bool] | None = None,
        address: str = "",
    ) -> None:
        self.send = send
        self.write = write
        self.live = live
        self.viewer = viewer
        self.shoulder = shoulder
        self.address = address
        # All sockets of a visitor at a table draw from one bucket.
        self.bucket = live.buckets.setdefault(viewer.visitor, Bucket(MESSAGES_MOST, IN_SECONDS))
        self.strikes = 0
        self.closing = False
        self.farewell: asyncio.Task[None] | None = None
        self._writing: asyncio.Task[None] | None = None
        self._backlog: list[dict[str, Any]] = []
        self._size = 0

    def tell(self, *bodies: bytes) -> None:
        """Send messages, in order, without ever making anybody wait."""
        if self.closing:
            return
        if self._writing is None and self.write is not None and self.write(bodies):
            return
        for body in bodies:
            self._tell(body)

    def _tell(self, body: bytes) -> None:
        """Send a message the general way."""
        if self.closing:
            return
        message = {"type": "websocket.send", "text": body.decode()}
        if self._writing is None:
            if _done_at_once(self.send(message)):
                return
            self._writing = asyncio.get_running_loop().create_task(self._catch_up())
        self._size += len(body)
        if self._size > BACKLOG_BYTES:
            self.close(Close.TOO_SLOW)
        else:
            self._backlog.append(message)

    async def _catch_up(self) -> None:
        """Write what could not go out at once, as fast as the other side reads."""
        try:
            while self._backlog:
                waiting, self._backlog, self._size = self._backlog, [], 0
                for message in waiting:
                    await self.send(message)
        except Exception:
            self.closing = True  # the other side is gone; the reading loop will notice
        finally:
            self._writing = None

    def close(self, code: int) -> None:
        """Close with a code that says why."""
        if not self.closing:
            self.closing = True
            closing = self.send({"type": "websocket.close", "code": code})
            self.farewell = asyncio.get_running_loop().create_task(_quietly(closing))


async def _quietly(sending: Awaitable[None]) -> None:
    try:
        await asyncio.wait_for(sending, 5)
    except Exception:
        return


def _done_at_once(sending: Coroutine[Any, Any, None]) -> bool:
    """Run a send that need not wait to its end; one that must wait has sent nothing, and is given up."""
    try:
        sending.send(None)
    except StopIteration:
        return True
    except Exception:
        return True  # the other side is gone; the reading loop will notice
    sending.close()
    return False


class OnlyNonce(msgspec.Struct, frozen=True):
    """What can be read of a message that is none."""

    nonce: Nonce = ""


ONLY_NONCE = msgspec.json.Decoder(OnlyNonce)


def nonce_in(text: str) -> str:
    """The nonce of a message that cannot be read otherwise, so that its sender knows which; empty if there is none.

    >>> nonce_in('{"nonce": "12345678", "type": "salve"}'), nonce_in('{"nonce": 5}'), nonce_in("{")
    ('12345678', '', '')
    """
    try:
        return ONLY_NONCE.decode(text).nonce
    except (msgspec.ValidationError, msgspec.DecodeError, RecursionError, UnicodeError):
        return ""
