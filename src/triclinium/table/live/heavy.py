"""Work that takes long or answers much: done in threads, a little at a time for each visitor and address.

Replays, logs, records and data files cost up to a second each. A few threads do them, one for each visitor at a time,
in turn. A response counts until it has been read, so that a client that does not read cannot fill the memory.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

from triclinium.core.decision import Refused
from triclinium.table.bots.fair import Crowded, Turns

THREADS = 2
WAITING_EACH, WAITING_MOST = 4, 64
ANSWERS_MOST, ANSWERS_EACH, ANSWERS_WAITING = 48, 8, 16
"""Responses in progress: in total, for one address, and waiting for one address."""

Arguments = ParamSpec("Arguments")
Found = TypeVar("Found")


class Heavy:
    """Threads for heavy work, and the responses in progress."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(THREADS, "heavy")
        self._working = Turns(THREADS, each_at_once=1, each_waiting=WAITING_EACH, waiting_most=WAITING_MOST)
        self._answering = Turns(
            ANSWERS_MOST, each_at_once=ANSWERS_EACH, each_waiting=ANSWERS_WAITING, waiting_most=WAITING_MOST
        )

    async def do(
        self, visitor: str, work: Callable[Arguments, Found], *given: Arguments.args, **named: Arguments.kwargs
    ) -> Found:
        """Do the work in a thread when it is this visitor's turn. Raises `Refused` if too many wait."""
        try:
            async with self._working.turn(visitor):
                return await asyncio.get_running_loop().run_in_executor(self._threads, lambda: work(*given, **named))
        except Crowded:
            raise Refused("refused.busy") from None

    async def begin_answer(self, address: str) -> None:
        """Count a response for this address, until `end_answer`. Raises `Refused` if too many are in progress."""
        try:
            await self._answering.begin(address)
        except Crowded:
            raise Refused("refused.busy") from None

    def end_answer(self, address: str) -> None:
        """A response has been read, or given up."""
        self._answering.end(address)

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)
