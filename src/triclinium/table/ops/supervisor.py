"""Background tasks: a failure is logged, and the task restarts after a growing delay."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from triclinium.table.ops.ending import end
from triclinium.table.ops.journal import Journal
from triclinium.table.store import StoreFailed

FIRST_SECONDS, MOST_SECONDS = 1.0, 300.0
"""The delay before a restart: doubled each time, up to a limit."""


class Supervisor:
    """Runs the background tasks of one server."""

    def __init__(self, journal: Journal, first: float = FIRST_SECONDS) -> None:
        self.journal = journal
        self.first = first
        self._tasks: list[asyncio.Task[None]] = []

    def start(self, what: str, work: Callable[[], Awaitable[None]]) -> None:
        """Run a task until it is done. `what` names it in the journal."""
        self._tasks.append(asyncio.create_task(self._watch(what, work)))

    async def _watch(self, what: str, work: Callable[[], Awaitable[None]]) -> None:
        loop = asyncio.get_running_loop()
        wait = self.first
        while True:
            began = loop.time()
            try:
                return await work()
            except StoreFailed as failed:
                self.journal.trouble(what, str(failed))
            except Exception as error:
                self.journal.fault(what, error)
            if loop.time() - began > MOST_SECONDS:
                wait = self.first
            await asyncio.sleep(wait)
            wait = min(2 * wait, MOST_SECONDS)

    async def stop(self) -> None:
        await end(self._tasks)
