"""Turns: so many at once, and whoever waits is served in turn, one visitor after the other.

Who asks often waits behind their own questions, not others behind them. What is urgent comes first; among equals the
visitor who was served longest ago does.
"""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field


class Crowded(Exception):
    """Too much is waiting already: come back later."""


@dataclass(slots=True)
class _Line:
    """Those who wait at one level of urgency: for each name its questions, the next name first."""

    names: dict[str, deque[asyncio.Future[None]]] = field(default_factory=dict)

    def add(self, name: str) -> asyncio.Future[None]:
        waiting = asyncio.get_running_loop().create_future()
        self.names.setdefault(name, deque()).append(waiting)
        return waiting

    def drop(self, name: str, waiting: asyncio.Future[None]) -> bool:
        """Forget one that is not waited for any longer; says whether it still stood here."""
        queue = self.names.get(name, ())
        if waiting not in queue:
            return False
        self.names[name].remove(waiting)
        if not queue:
            del self.names[name]
        return True

    def take(self, name: str) -> asyncio.Future[None]:
        """The oldest of a name, which then stands at the end of the line."""
        queue = self.names.pop(name)
        waiting = queue.popleft()
        if queue:
            self.names[name] = queue
        return waiting


class Turns:
    """Turns for names: `at_once` in all, `each_at_once` for one name; the rest wait, within bounds."""

    def __init__(
        self, at_once: int, *, each_at_once: int, each_waiting: int, waiting_most: int, ranks: int = 1
    ) -> None:
        self.at_once = at_once
        self.each_at_once = each_at_once
        self.each_waiting = each_waiting
        self.waiting_most = waiting_most
        self._lines = [_Line() for _ in range(ranks)]
        self._busy: Counter[str] = Counter()
        self._waiting: Counter[str] = Counter()

    def ahead(self, name: str, rank: int = 0) -> int:
        """How many turns come before the next one of this name, at most; 0 if it would begin at once."""
        if self._may_begin(name) and not any(line.names for line in self._lines[: rank + 1]):
            return 0
        own = self._waiting[name]
        others = sum(
            min(len(queue), own + 1)
            for line in self._lines[: rank + 1]
            for other, queue in line.names.items()
            if other != name
        )
        return own + others + 1

    @asynccontextmanager
    async def turn(self, name: str, rank: int = 0) -> AsyncIterator[None]:
        """Wait for a turn, and have it for as long as the block runs; raises `Crowded`."""
        await self.begin(name, rank)
        try:
            yield
        finally:
            self.end(name)

    async def begin(self, name: str, rank: int = 0) -> None:
        """Wait for a turn, to be ended by `end`; raises `Crowded`."""
        if self._may_begin(name):
            self._busy[name] += 1
            return
        if self._waiting[name] >= self.each_waiting or self._waiting.total() >= self.waiting_most:
            raise Crowded
        line = self._lines[rank]
        waiting = line.add(name)
        self._waiting[name] += 1
        try:
            await waiting
        except asyncio.CancelledError:
            if not waiting.cancelled():
                self.end(name)  # the turn came as its owner went
            elif line.drop(name, waiting):
                _less(self._waiting, name)
            raise

    def end(self, name: str) -> None:
        """A turn is over: the next may begin."""
        _less(self._busy, name)
        while (chosen := self._next()) is not None:
            line, who = chosen
            waiting = line.take(who)
            _less(self._waiting, who)
            if not waiting.cancelled():
                self._busy[who] += 1
                waiting.set_result(None)

    def _next(self) -> tuple[_Line, str] | None:
        if self._busy.total() >= self.at_once:
            return None
        for line in self._lines:
            for name in line.names:
                if self._busy[name] < self.each_at_once:
                    return line, name
        return None

    def _may_begin(self, name: str) -> bool:
        return self._busy.total() < self.at_once and self._busy[name] < self.each_at_once


def _less(counts: Counter[str], name: str) -> None:
    counts[name] -= 1
    if not counts[name]:
        del counts[name]
