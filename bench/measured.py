"""The server with a timer on every step of its event loop.

    python -m bench.measured FILE serve --port 8060 …

A step is what runs between two polls: a callback, a piece of a task, the bytes of one read. Its time is the processor
time of the loop's own thread, which does not depend on how busy the machine is, with the wall time beside it. When the
server ends, the slowest steps are in FILE, each with what it worked on, the files and modules that were loaded in a
step, and what the garbage collector did.
"""

from __future__ import annotations

import gc
import heapq
import itertools
import json
import sys
import threading
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from contextvars import ContextVar
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import uvloop

from triclinium.table.live.live_table import LiveTable

KEPT = 40
SHOWN = 400
LONG = 0.005
PARTS = (
    "live.commits.change_rows", "live.commits.tell", "live.commits.Commits._hand_in", "live.recovery.Recovery.live",
    "live.inbox.Inbox.received", "live.outbox.Outbox.send", "live.scheduler.Scheduler.arm",
    "play.dispatch.take", "play.duties.tick", "play.waking.wake",
    "play.duties.bot_answers", "play.states.states_told", "live.lobby.told_made", "live.lobby.lay",
    "store.reader.SqliteReader._read", "live.scheduler.Scheduler.sweep",
)  # fmt: skip
"""Parts of a step that can take long; their shares are reported."""
LOADS = ("open", "import")
"""Events of the interpreter: a file is opened (by its name, not by a number that it has already), a module is looked
for."""
ASKED: ContextVar[str] = ContextVar("ASKED", default="")
"""The request line that a task answers."""


class Watch:
    """The slowest steps so far."""

    def __init__(self) -> None:
        self.steps = 0
        self.cpu = 0.0
        self.slowest: list[tuple[float, int, float, str]] = []
        self.slow = {0.005: 0, 0.01: 0, 0.02: 0, 0.05: 0}
        self.nested = False
        self.serving = False
        """Whether the server has started and has not been told to stop."""
        self.parts: dict[str, float] = {}
        self.loaded: list[str] = []
        self.collections = self.collected = 0
        self.collecting_most = 0.0
        self._collecting_since = 0.0
        self.thread = 0
        """The loop's thread."""
        self._numbers = itertools.count()

    def timed(self, step: Callable[..., Any], what: Callable[..., str]) -> Callable[..., Any]:
        """The same step, timed. A step within another is part of it."""

        def run(*arguments: Any, **more: Any) -> Any:
            if self.nested:
                return step(*arguments, **more)
            self.nested = True
            counts = self.serving
            self.parts.clear()
            wall, cpu = time.perf_counter(), time.thread_time()
            try:
                return step(*arguments, **more)
            finally:
                self.nested = False
                took = time.thread_time() - cpu
                if counts and self.serving:
                    self._count(took, time.perf_counter() - wall, what, arguments)

        return run

    def _count(self, took: float, wall: float, what: Callable[..., str], arguments: tuple[Any, ...]) -> None:
        self.steps += 1
        self.cpu += took
        if len(self.slowest) < KEPT or took > self.slowest[0][0]:
            self._keep(took, wall, what(*arguments))
        for bound in self.slow:
            self.slow[bound] += took > bound

    def part(self, name: str, does: Callable[..., Any]) -> Callable[..., Any]:
        """The same function, with its share of a step reported."""

        def run(*arguments: Any, **more: Any) -> Any:
            before = time.thread_time()
            try:
                return does(*arguments, **more)
            finally:
                took = time.thread_time() - before
                self.parts[name] = self.parts.get(name, 0.0) + took
                if took > LONG and name.startswith("hub.") and isinstance(arguments[0], LiveTable):
                    live = arguments[0]
                    rows, around = live.table.rows, len(live.sockets)
                    self.parts[f"{live.table.made.game} of {rows} rows, {around} sockets"] = took

        return run

    def _keep(self, took: float, wall: float, what: str) -> None:
        parts = ", ".join(f"{name} {part * 1000:.1f} ms" for name, part in self.parts.items() if part > took / 10)
        entry = (took, next(self._numbers), wall, f"{what[:SHOWN]} ({parts})")
        (heapq.heappush if len(self.slowest) < KEPT else heapq.heappushpop)(self.slowest, entry)

    def audit(self, event: str, arguments: tuple[Any, ...]) -> None:
        """Note what is loaded in the loop while it serves."""
        if self.serving and event in LOADS and threading.get_ident() == self.thread and type(arguments[0]) is not int:
            self.loaded.append(f"{event} {arguments[0]}")

    def collects(self, phase: str, told: dict[str, int]) -> None:
        """Time the garbage collector, and count what it finds."""
        if phase == "start":
            self._collecting_since = time.thread_time()
        elif self.serving:
            self.collections += 1
            self.collected += told["collected"]
            self.collecting_most = max(self.collecting_most, time.thread_time() - self._collecting_since)

    def told(self) -> dict[str, Any]:
        slowest = [
            {"cpu_ms": round(cpu * 1000, 1), "wall_ms": round(wall * 1000, 1), "what": what}
            for cpu, _, wall, what in sorted(self.slowest, reverse=True)
        ]
        slow = {f"over_{round(bound * 1000)}_ms": count for bound, count in self.slow.items()}
        return {
            "steps": self.steps,
            "cpu_seconds": round(self.cpu, 1),
            **slow,
            "loaded": self.loaded,
            "collections": self.collections,
            "collection_ms_most": round(self.collecting_most * 1000, 1),
            "collected": self.collected,
            "slowest": slowest,
        }


WATCH = Watch()


def _named(step: Any) -> str:
    """Whose step it is: a task's, by what it runs, or a plain callback."""
    owner = getattr(step, "__self__", None)
    coroutine = owner.get_coro() if hasattr(owner, "get_coro") else None
    return f"{getattr(coroutine or step, '__qualname__', step)} {ASKED.get()}"


class Loop(uvloop.Loop):
    """uvloop with timed callbacks; tasks and futures go through them too."""

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
    """Time every step of a server that starts in this process, and report when it ends."""
    from triclinium.table.web.app import TableServer
    from triclinium.table.web.connections import HttpConnection
    from triclinium.table.web.rfc6455 import Parser, Violation
    from triclinium.table.web.websocket import MESSAGE_BYTES, WebSocket

    def read(_protocol: Any, data: bytes) -> str:
        try:
            return repr(Parser(MESSAGE_BYTES).text(data) or data)
        except Violation:
            return repr(data)

    for protocol in (HttpConnection, WebSocket):
        for name in ("data_received", "connection_made", "connection_lost", "resume_writing"):
            method = getattr(protocol, name)
            what = read if name == "data_received" else (lambda *_, name=name: name)
            setattr(protocol, name, WATCH.timed(method, what))
    for name in PARTS:
        _take_part(name)
    plain, running = TableServer.__call__, TableServer.running

    async def asked(self: TableServer, scope: Any, receive: Any, send: Any) -> None:
        ASKED.set(f"{scope['method']} {scope['path']} {scope['query_string']!r}")
        await plain(self, scope, receive, send)

    @asynccontextmanager
    async def told(self: TableServer) -> AsyncIterator[None]:
        async with running(self):
            WATCH.thread = threading.get_ident()
            WATCH.serving = True
            yield
            WATCH.serving = False
        out.write_text(json.dumps(WATCH.told()))

    sys.addaudithook(WATCH.audit)
    gc.callbacks.append(WATCH.collects)
    TableServer.__call__ = asked
    TableServer.running = told
    uvloop.new_event_loop = Loop


def _take_part(name: str) -> None:
    """Time a function where it is looked up; one that no longer exists is left out."""
    *path, last = name.split(".")
    owner: Any = import_module("triclinium.table")
    for step in path:
        if isinstance(owner, ModuleType) and not hasattr(owner, step):
            import_module(f"{owner.__name__}.{step}")
        owner = getattr(owner, step)
    if (does := getattr(owner, last, None)) is not None:
        setattr(owner, last, WATCH.part(name, does))


def main() -> None:
    from triclinium import cli

    watch(Path(sys.argv[1]))
    sys.argv = ["triclinium", *sys.argv[2:]]
    cli.main()


if __name__ == "__main__":
    main()
