"""Long answers, sent piece by piece as they are read."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

CHUNK_BYTES = 64 * 1024
CHUNK_SECONDS = 20.0
"""How long a client may take to read a chunk."""
ANSWER_SECONDS = 120.0


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
