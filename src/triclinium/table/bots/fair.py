"""A fair queue: a limited number at once; the rest wait, and visitors are served in turn.

Whoever asks often waits behind their own questions; others do not wait behind them. Urgent work comes first; among
equals, the visitor who was served longest ago.
"""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field


class Crowded(Exception):
    """Too many are waiting already: come back later."""


@dataclass(slots=True)
class _Line:
    """The waiting at one level of urgency: the questions of each name, next name first."""

    names: dict[str, deque[asyncio.Future[None]]] = field(default_factory=dict)

    def length(self) -> int:
        return sum(map(len, self.names.values()))

    def of(self, name: str) -> int:
        return len(self.names.get(name, ()))

    def add(self, name: str) -> asyncio.Future[None]:
        waiting = asyncio.get_running_loop().create_future()
        self.names.setdefault(name, deque()).append(waiting)
        return waiting

    def drop(self, name: str, waiting: asyncio.Future[None]) -> None:
        """Remove one that is no longer needed."""
        if waiting in (queue := self.names.get(name, deque())):
            queue.remove(waiting)
            if not queue:
                del self.names[name]

    def take(self, name: str) -> asyncio.Future[None]:
        """The oldest question of a name, which then moves to the end of the line."""
        queue = self.names.pop(name)
        waiting = queue.popleft()
        if queue:
            self.names[name] = queue
        return waiting


class Turns:
    """Turns for names: `at_once` in total, `each_at_once` for one name; the rest wait.

    At each level of urgency `waiting_most` may wait, `each_waiting` of one name. Less urgent work takes no place of
    more urgent work.
    """

    def __init__(
        self, at_once: int, *, each_at_once: int, each_waiting: int, waiting_most: int, ranks: int = 1
    ) -> None:
        self.at_once = at_once
        self.each_at_once = each_at_once
        self.each_waiting = each_waiting
        self.waiting_most = waiting_most
        self._lines = [_Line() for _ in range(ranks)]
        self._busy: Counter[str] = Counter()

    def ahead(self, name: str, rank: int = 0) -> int:
        """How many turns come before the next one of this name; 0 if it would begin at once."""
        if self._may_begin(name):
            return 0
        urgent, own = self._lines[:rank], self._lines[rank]
        round_and_round = sum(min(len(queue), own.of(name) + 1) for other, queue in own.names.items() if other != name)
        return sum(line.length() for line in urgent) + round_and_round + own.of(name) + 1

    @asynccontextmanager
    async def turn(self, name: str, rank: int = 0) -> AsyncIterator[None]:
        """Wait for a turn, and keep it while the block runs. Raises `Crowded`."""
        await self.begin(name, rank)
        try:
            yield
        finally:
            self.end(name)

    async def begin(self, name: str, rank: int = 0) -> None:
        """Wait for a turn; `end` ends it. Raises `Crowded`."""
        if self._may_begin(name):
            self._busy[name] += 1
            return
        line = self._lines[rank]
        if line.of(name) >= self.each_waiting or line.length() >= self.waiting_most:
            raise Crowded
        waiting = line.add(name)
        try:
            await waiting
        except asyncio.CancelledError:
            if not waiting.cancelled():
                self.end(name)  # the turn came just as its owner left
            line.drop(name, waiting)
            raise

    def end(self, name: str) -> None:
        """End a turn, so that the next may begin."""
        self._busy[name] -= 1
        if not self._busy[name]:
            del self._busy[name]
        while (chosen := self._next()) is not None:
            line, who = chosen
            waiting = line.take(who)
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
