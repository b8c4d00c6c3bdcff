"""A connection that has become a socket: one way in for a text, one way out, and everything else has a price.

Every ping, pong and part of a message, every read and every byte is paid from the same bucket as messages, whether or
not a message comes of it. A text in one piece costs only itself.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from time import monotonic

from triclinium.table.live.inbox import ENVELOPE_BYTES
from triclinium.table.live.live_table import IN_SECONDS, MESSAGES_MOST
from triclinium.table.ops.collecting import YOUNG
from triclinium.table.people.limits import Bucket
from triclinium.table.protocol.messages import STORY_BYTES, Close
from triclinium.table.web.drain import Drain
from triclinium.table.web.rfc6455 import (
    BINARY,
    CLOSE,
    PING,
    PONG,
    TEXT,
    Event,
    Parser,
    Violation,
    close_frame,
    control_frame,
    text_frame,
)

MESSAGE_BYTES = STORY_BYTES + ENVELOPE_BYTES
WAITING_BYTES = 256 * 1024
"""How much may wait for a slow reader."""
READ_DROPS = 1 / 32
BYTES_FOR_A_DROP = 8 * 1024
PING_SECONDS = 20.0
"""How often the other side is pinged, and how long it has to answer."""
FAREWELL_SECONDS = 10.0
"""How long the other side has to answer a close."""
LINGER_SECONDS = 1.0
"""How long a connection stays open after the server stops reading it, so that the other side gets the reason."""
NO_PONG = "keepalive ping timeout"


def _unheard(_said: object) -> None:
    return


def _unpaid(_drops: float) -> bool:
    return False


def _unmissed() -> None:
    return


class WebSocket(asyncio.Protocol):
    __slots__ = ("_awaits_pong", "_closer", "_full", "_parser", "_pinger", "broken", "deaf", "drain", "gone", "hear",
                 "left", "loop", "open", "pay", "transport")  # fmt: skip

    def __init__(self, transport: asyncio.Transport, gone: Callable[[WebSocket], None]) -> None:
        self.loop = asyncio.get_running_loop()
        self.gone = gone
        self.transport = transport
        self.drain = Drain(self.loop, transport)
        self.open = True
        """Whether anything may still be sent."""
        self.deaf = False
        """Whether incoming bytes are ignored."""
        bucket = Bucket(MESSAGES_MOST, IN_SECONDS)
        self.pay: Callable[[float], bool] = lambda drops: bucket.take(monotonic(), drops)
        self.hear: Callable[[str], None] = _unheard
        self.left: Callable[[], None] = _unmissed
        self.broken: Callable[[Exception], None] = _unheard
        self._parser = Parser(MESSAGE_BYTES)
        self._full = False
        self._awaits_pong = False
        self._pinger = self.loop.call_later(PING_SECONDS, self._ping)
        self._closer: asyncio.TimerHandle | None = None

    def listen(
        self,
        hear: Callable[[str], None],
        pay: Callable[[float], bool],
        left: Callable[[], None],
        broken: Callable[[Exception], None],
    ) -> None:
        """Set who gets the texts, who pays for the rest, who is told of the end, and who of a bug."""
        self.hear, self.pay, self.left, self.broken = hear, pay, left, broken

    # --- Out ------------------------------------------------------------------------------------

    def write(self, bodies: Sequence[bytes]) -> bool:
        """Send texts; returns whether the other side reads fast enough."""
        if self.open:
            if self._full and self.transport.get_write_buffer_size() > WAITING_BYTES:
                return False
            self.transport.write(text_frame(bodies[0]) if len(bodies) == 1 else b"".join(map(text_frame, bodies)))
        return True

    def close(self, code: int, reason: str = "") -> None:
        """Send only the close frame, and wait for the other side's."""
        if self.open:
            self._end(close_frame(code, reason), FAREWELL_SECONDS, self.transport.close)

    def _fail(self, code: int, reason: str = "") -> None:
        """Close, and stop reading too."""
        self.deaf = True
        self._end(close_frame(code, reason), LINGER_SECONDS, self.transport.close)

    def shutdown(self) -> None:
        """The server stops."""
        self.close(Close.RESTART)
        self.transport.close()

    def _end(self, farewell: bytes, seconds: float, then: Callable[[], None]) -> None:
        if self.open:
            self.open = False
            self._pinger.cancel()
            self.transport.write(farewell)
            self.drain.watch()
            self.loop.call_soon(self._leave)
        if self._closer is not None:
            self._closer.cancel()
        self._closer = self.loop.call_later(seconds, then)

    def _leave(self) -> None:
        left, self.left = self.left, _unmissed
        left()

    def _ping(self) -> None:
        if self._awaits_pong:
            self._fail(Close.BROKEN, NO_PONG)
            return
        self._awaits_pong = True
        self.transport.write(control_frame(PING))
        self._pinger = self.loop.call_later(PING_SECONDS, self._ping)
        YOUNG.grow()

    # --- In -------------------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        """Pass on a text in one piece at once; everything else is parsed and paid for."""
        try:
            if self.open and (text := self._parser.text(data)) is not None:
                self.hear(text)
            elif self._charge(READ_DROPS + len(data) / BYTES_FOR_A_DROP):
                self._parse(data)
        except Violation as violation:
            self._fail(violation.code)
        except Exception as error:
            self.broken(error)

    def _parse(self, data: bytes) -> None:
        events = self._parser.events(data)
        while not self.deaf and (event := next(events, None)) is not None:
            self._take(event)

    def _take(self, event: Event) -> None:
        opcode = event.opcode
        if opcode == CLOSE:
            self._end(control_frame(CLOSE, event.data), LINGER_SECONDS, self.transport.close)
            self.deaf = True
            self.transport.close()
        elif opcode == TEXT and self.open:
            self.hear(event.text)
        elif self._charge() and self.open:
            if opcode == PING:
                self.transport.write(control_frame(PONG, event.data))
            elif opcode == PONG:
                self._awaits_pong = False
            elif opcode == BINARY:
                self.close(Close.BAD_MESSAGE)

    def _charge(self, drops: float = 1.0) -> bool:
        """Make the client pay. A client that cannot is told so and no longer read."""
        if self.pay(drops):
            return True
        self.deaf = True
        self.transport.pause_reading()
        self._end(close_frame(Close.TOO_FAST), LINGER_SECONDS, self.transport.abort)
        return False

    # --- The line -------------------------------------------------------------------------------

    def connection_lost(self, exc: Exception | None) -> None:
        self.open = False
        self.deaf = True
        self.drain.stop()
        self._pinger.cancel()
        if self._closer is not None:
            self._closer.cancel()
        self._leave()
        self.gone(self)
        # They know the socket at the table, which knows this line: in a ring the table would stay in memory, too, until
        # the garbage collector finds it.
        self.listen(_unheard, _unpaid, _unmissed, _unheard)

    def pause_writing(self) -> None:
        self._full = True
        self.drain.watch()

    def resume_writing(self) -> None:
        self._full = False
        self.drain.stop()
