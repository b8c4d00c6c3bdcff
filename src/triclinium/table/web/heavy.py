"""Work that takes long or answers much: done in threads, a little at a time for each visitor and address.

Replays, logs, records and data files cost up to a second each. A few threads do them, one for each visitor at a time,
in turn. A response counts until it has been read, so that a client that does not read cannot fill the memory.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from triclinium.core.decision import Refused
from triclinium.table.bots.fair import Crowded, Turns

THREADS = 2
WAITING_EACH, WAITING_MOST = 4, 64
ANSWERS_MOST, ANSWERS_EACH, ANSWERS_WAITING = 48, 8, 16
"""Responses in progress: in total, for one address, and waiting for one address."""
CHUNK_BYTES = 64 * 1024
CHUNK_SECONDS = 20.0
"""How long a client may take to read a chunk."""
ANSWER_SECONDS = 120.0

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


class Chunked(Response):
    """A long response, sent in pieces as it is read; a client that does not read is dropped. Always calls `ended`."""

    def __init__(self, body: bytes, media_type: str, ended: Callable[[], None], headers: dict[str, str]) -> None:
        super().__init__(body, media_type=media_type, headers=headers)
        self._ended = ended

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                await self._send(send)
        except TimeoutError:
            return  # the server closes a connection whose response ends early
        finally:
            self._ended()

    async def _send(self, send: Send) -> None:
        await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
        body = bytes(self.body)
        for at in range(0, max(1, len(body)), CHUNK_BYTES):
            chunk = body[at : at + CHUNK_BYTES]
            more = at + CHUNK_BYTES < len(body)
            async with asyncio.timeout(CHUNK_SECONDS):
                await send({"type": "http.response.body", "body": chunk, "more_body": more})
