"""The server as it is, with a watch on every step of its event loop.

    python -m bench.measured FILE serve --port 8060 …

A step is what runs between two looks for news: a callback, a piece of a task, what one read has brought. Its time is
the processor time of the loop's own thread, which a busy machine does not change, and the wall clock beside it. When it
ends, the slowest steps are in FILE, each with what it worked on.
"""

from __future__ import annotations

import heapq
import itertools
import json
import sys
import time
from collections.abc import Callable
from contextvars import ContextVar
from pathlib import Path
from typing import Any

import uvicorn
import uvloop

KEPT = 40
SHOWN = 400
ASKED: ContextVar[str] = ContextVar("ASKED", default="")
"""What a task was asked for: the line of its request."""


class Watch:
    """The slowest steps so far."""

    def __init__(self) -> None:
        self.steps = 0
        self.cpu = 0.0
        self.slowest: list[tuple[float, int, float, str]] = []
        self.slow = {0.005: 0, 0.01: 0, 0.02: 0, 0.05: 0}
        self.nested = False
        self._numbers = itertools.count()

    def timed(self, step: Callable[..., Any], what: Callable[..., str]) -> Callable[..., Any]:
        """The same step, timed; what runs within another step is part of it."""

        def run(*arguments: Any, **more: Any) -> Any:
            if self.nested:
                return step(*arguments, **more)
            self.nested = True
            wall, cpu = time.perf_counter(), time.thread_time()
            try:
                return step(*arguments, **more)
            finally:
                self.nested = False
                took = time.thread_time() - cpu
                if not ASKED.get().startswith("lifespan"):  # else it has not begun to serve, or serves no more
                    self._count(took, time.perf_counter() - wall, what, arguments)

        return run

    def _count(self, took: float, wall: float, what: Callable[..., str], arguments: tuple[Any, ...]) -> None:
        self.steps += 1
        self.cpu += took
        if len(self.slowest) < KEPT or took > self.slowest[0][0]:
            self._keep(took, wall, what(*arguments))
        for bound in self.slow:
            self.slow[bound] += took > bound

    def _keep(self, took: float, wall: float, what: str) -> None:
        entry = (took, next(self._numbers), wall, what[:SHOWN])
        (heapq.heappush if len(self.slowest) < KEPT else heapq.heappushpop)(self.slowest, entry)

    def told(self) -> dict[str, Any]:
        slowest = [
            {"cpu_ms": round(cpu * 1000, 1), "wall_ms": round(wall * 1000, 1), "what": what}
            for cpu, _, wall, what in sorted(self.slowest, reverse=True)
        ]
        slow = {f"over_{round(bound * 1000)}_ms": count for bound, count in self.slow.items()}
        return {"steps": self.steps, "cpu_seconds": round(self.cpu, 1), **slow, "slowest": slowest}


WATCH = Watch()


def _named(step: Any) -> str:
    """Whose step it is: a task's, by what it runs, or a plain callback."""
    owner = getattr(step, "__self__", None)
    coroutine = owner.get_coro() if hasattr(owner, "get_coro") else None
    return f"{getattr(coroutine or step, '__qualname__', step)} {ASKED.get()}"


class Loop(uvloop.Loop):
    """uvloop, with its callbacks timed; tasks and futures go through them too."""

    def call_soon(self, callback: Any, *arguments: Any, context: Any = None) -> Any:
        timed = WATCH.timed(callback, lambda *_: _named(callback))
        return super().call_soon(timed, *arguments, context=context)

    def call_later(self, delay: float, callback: Any, *arguments: Any, context: Any = None) -> Any:
        timed = WATCH.timed(callback, lambda *_: _named(callback))
        return super().call_later(delay, timed, *arguments, context=context)

    def call_at(self, when: float, callback: Any, *arguments: Any, context: Any = None) -> Any:
        timed = WATCH.timed(callback, lambda *_: _named(callback))
        return super().call_at(when, timed, *arguments, context=context)

    def call_soon_threadsafe(self, callback: Any, *arguments: Any, context: Any = None) -> Any:
        timed = WATCH.timed(callback, lambda *_: _named(callback))
        return super().call_soon_threadsafe(timed, *arguments, context=context)


def watch(out: Path) -> None:
    """Time every step of a server that starts in this process, and tell of it when it ends."""
    from triclinium.table.app import TableServer
    from triclinium.table.connections import TableHttp
    from triclinium.table.frames import TableProtocol, whole_text

    def read(_protocol: Any, data: bytes) -> str:
        return repr(whole_text(data) or data)

    for protocol in (TableHttp, TableProtocol):
        for name in ("data_received", "connection_made", "connection_lost", "resume_writing"):
            method = getattr(protocol, name)
            what = read if name == "data_received" else (lambda *_, name=name: name)
            setattr(protocol, name, WATCH.timed(method, what))
    plain = TableServer.__call__

    async def asked(self: TableServer, scope: Any, receive: Any, send: Any) -> None:
        ASKED.set(f"{scope.get('method', scope['type'])} {scope.get('path', '')} {scope.get('query_string', b'')!r}")
        await plain(self, scope, receive, send)
        if scope["type"] == "lifespan":
            out.write_text(json.dumps(WATCH.told()))

    TableServer.__call__ = asked  # type: ignore[method-assign]
    uvicorn.Config.get_loop_factory = lambda _config: Loop  # type: ignore[assignment,method-assign]


def main() -> None:
    from triclinium import cli

    watch(Path(sys.argv[1]))
    sys.argv = ["triclinium", *sys.argv[2:]]
    cli.main()


if __name__ == "__main__":
    main()
