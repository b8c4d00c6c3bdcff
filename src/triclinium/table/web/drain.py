"""Whoever is told something must read it within a time."""

from __future__ import annotations

import asyncio

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
