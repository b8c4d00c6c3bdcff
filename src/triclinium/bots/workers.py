"""Worker processes for searching bots, so that the table never waits for one.

A worker is given a seat's view and its question. It cannot use the secrets of other seats, because it does not have
them.
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
from triclinium.bots.review import Moment, Verdict, judge
from triclinium.bots.search import warm_up
from triclinium.core.decision import Answer, Decision
from triclinium.core.game import View
from triclinium.core.player import Look

LOWEST_PRIORITY = 19


class Workers:
    """A few processes of the lowest priority, started on first use and restarted if one breaks.

    The caller must limit how many questions wait.
    """

    def __init__(self, count: int | None = None, priority: int = LOWEST_PRIORITY) -> None:
        self.count = count or max(1, min(2, (os.cpu_count() or 1) - 1))
        self.priority = priority
        self._pool: ProcessPoolExecutor | None = None
        self._warm: dict[str, list[Future[Any]]] = {}

    def choose(self, game: str, name: str, view: View, decision: Decision, seed: int) -> Future[Answer]:
        """The answer of a bot. The future raises `BrokenProcessPool` if its process died."""
        return self._submit(_choose, game, name, view, decision, seed)

    def hints(
        self, view: View, decision: Decision, seed: int, seconds: float | None, trials: int | None = None
    ) -> Future[list[Hint]]:
        """Hints for the asked seat, as `bots.hints.hints` gives them."""
        return self._submit(_hints, view, decision, seed, seconds, trials)

    def review(self, moment: Moment, trials: int) -> Future[Verdict | None]:
        """What the strongest player says of a choice, as `bots.review.judge` gives it."""
        return self._submit(judge, moment, trials)

    def warm_up(self, game: str) -> None:
        """Let every worker compile, or load, a game's search in advance."""
        if game not in self._warm:
            self._warm[game] = [self._submit(warm_up, game) for _ in range(self.count)]

    def warming(self, game: str) -> list[Future[Any]]:
        """What must be done before a game's search can answer without compiling first."""
        self.warm_up(game)
        return list(self._warm[game])

    def ready(self, game: str) -> bool:
        """Whether a game's search can answer without compiling first, which takes a minute once."""
        return all(future.done() for future in self.warming(game))

    def close(self) -> None:
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
        # Spawn, do not fork: a fork would copy the server's threads and sockets.
        return ProcessPoolExecutor(self.count, get_context("spawn"), _settle_in, (self.priority,))


def _settle_in(priority: int) -> None:
    """In the worker: lower the priority, ignore Ctrl-C (the server decides when to stop), and exit with the server."""
    with suppress(OSError, AttributeError):
        os.nice(priority)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """Wait until the parent process ends, however it ends, and then exit."""
    parent = parent_process()
    assert parent is not None, "a worker is started by somebody"
    parent.join()
    os._exit(1)


def _choose(game: str, name: str, view: View, decision: Decision, seed: int) -> Answer:
    return bot_named(game, name).choose(Look.through(view, decision, random.Random(seed)))


def _hints(view: View, decision: Decision, seed: int, seconds: float | None, trials: int | None) -> list[Hint]:
    return hints(Look.through(view, decision, random.Random(seed)), seconds, trials)
