"""How a background task is ended."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import Any

AGAIN_SECONDS = 0.5
"""A task that cleans up behind itself has so long for it before it is cancelled again."""
MOST_SECONDS = 5.0


async def end(tasks: Iterable[asyncio.Task[Any]], most: float = MOST_SECONDS) -> None:
    """Cancel tasks until they have ended, for so many seconds at most.

    Once is not enough: before Python 3.12, `asyncio.wait_for` loses a cancellation that comes together with what it
    waits for, and psycopg waits by it.
    """
    now = asyncio.get_running_loop().time
    until = now() + most
    left = ending = set(tasks)
    while left and now() < until:
        for task in left:
            task.cancel()
        _, left = await asyncio.wait(left, timeout=min(AGAIN_SECONDS, most))
    for task in ending - left:
        if not task.cancelled():
            task.exception()  # looked at, so that asyncio does not complain of it
