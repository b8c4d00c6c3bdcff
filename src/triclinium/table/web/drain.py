"""Clients must read what is sent to them within a time."""

from __future__ import annotations

import asyncio

READING_SECONDS = 20.0
READING_BYTES = 16 * 1024
"""A client must read this much in that time, or all there is."""


class Drain:
    """Watches that written data goes out; cuts off a client that does not read."""

    def __init__(self, loop: asyncio.AbstractEventLoop, transport: asyncio.Transport) -> None:
        self._loop = loop
        self._transport = transport
        self._timer: asyncio.TimerHandle | None = None
        self._waiting = 0

    def watch(self) -> None:
        """Start the time for what is waiting now."""
        self.stop()
        self._waiting = self._transport.get_write_buffer_size()
        if self._waiting:
            self._timer = self._loop.call_later(READING_SECONDS, self._look)

    def stop(self) -> None:
        """Nothing is waiting any more."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _look(self) -> None:
        waits = self._transport.get_write_buffer_size()
        if waits and waits > self._waiting - READING_BYTES:
            self._transport.abort()
        else:
            self.watch()
