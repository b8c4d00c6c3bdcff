"""Processes in which searching bots think, so that the table never waits for one.

A worker is handed a seat's view and its question: no secret of another seat can be used, since none is there.
"""

from __future__ import annotations

import os
import random
import signal
import threading
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from multiprocessing import get_context, parent_process
from typing import Any

from triclinium.bots import bot_named
from triclinium.bots.hints import Hint, hints
from triclinium.bots.search import warm_up
from triclinium.core.decision import Answer, Decision
from triclinium.core.game import View
from triclinium.core.player import Look

LOWEST_PRIORITY = 19


class Workers:
    """A few processes of the lowest priority. They are started when first needed, and anew if one breaks.

    Who asks sees to it that no more questions wait than can be answered soon.
    """

    def __init__(self, count: int | None = None, priority: int = LOWEST_PRIORITY) -> None:
        self.count = count or max(1, min(2, (os.cpu_count() or 1) - 1))
        self.priority = priority
        self._pool: ProcessPoolExecutor | None = None
        self._warm: dict[str, list[Future[Any]]] = {}

    def choose(self, game: str, name: str, view: View, decision: Decision, seed: int) -> Future[Answer]:
        """The answer of a bot; the future raises `BrokenProcessPool` if its process was lost."""
        return self._submit(_choose, game, name, view, decision, seed)

    def hints(
        self, view: View, decision: Decision, seed: int, seconds: float | None, trials: int | None = None
    ) -> Future[list[Hint]]:
        """Hints for the seat that is asked, as `bots.hints.hints` gives them."""
        return self._submit(_hints, view, decision, seed, seconds, trials)

    def warm_up(self, game: str) -> None:
        """Let every worker compile, or load, a game's search before anybody asks for it."""
        if game not in self._warm:
            self._warm[game] = [self._submit(warm_up, game) for _ in range(self.count)]

    def ready(self, game: str) -> bool:
        """Whether a game's search can answer without being compiled first, which takes a minute once."""
        self.warm_up(game)
        return all(future.done() for future in self._warm[game])

    def close(self) -> None:
        """Let no bot think any longer."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None

    def _submit(self, function: Any, *arguments: Any) -> Future[Any]:
        if self._pool is None:
            self._pool = self._start()
        try:
            future = self._pool.submit(function, *arguments)
        except BrokenProcessPool:
            self._pool.shutdown(wait=False)
            self._pool = self._start()
            self._warm = {}
            future = self._pool.submit(function, *arguments)
        return future

    def _start(self) -> ProcessPoolExecutor:
        # Spawned, not forked: the server's threads and sockets must not be copied.
        return ProcessPoolExecutor(self.count, get_context("spawn"), _settle_in, (self.priority,))


def _settle_in(priority: int) -> None:
    """In the worker: give way to the table, leave the end of the server to the server, and do not outlive it."""
    with suppress(OSError, AttributeError):
        os.nice(priority)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """Wait for the end of the process that started this one, however it comes, and end too."""
    parent = parent_process()
    assert parent is not None, "a worker is started by somebody"
    parent.join()
    os._exit(1)


def _choose(game: str, name: str, view: View, decision: Decision, seed: int) -> Answer:
    return bot_named(game, name).choose(Look.through(view, decision, random.Random(seed)))


def _hints(view: View, decision: Decision, seed: int, seconds: float | None, trials: int | None) -> list[Hint]:
    return hints(Look.through(view, decision, random.Random(seed)), seconds, trials)
