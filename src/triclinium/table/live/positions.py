"""Cached positions of finished games: jumping around does not replay from the beginning."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from triclinium.core.event import Event
from triclinium.core.game import AnyGame
from triclinium.core.record import Entry, Record

GAMES_KEPT = 16
EVERY = 32
"""Steps between two cached positions."""


@dataclass(slots=True)
class Position:
    """A finished game after so many answers: the last one, and its events. Read it before going on."""

    at: int
    entry: Entry | None
    events: list[Event]
    state: Any


@dataclass(slots=True)
class _Kept:
    retold: int
    states: dict[int, Any] = field(default_factory=dict)


class Positions:
    """The positions of the games viewed last. Thread-safe."""

    def __init__(self) -> None:
        self._games: OrderedDict[str, _Kept] = OrderedDict()
        self._lock = threading.Lock()

    def walk(self, table: str, retold: int, game: AnyGame, record: Record, at: int) -> Iterator[Position]:
        """The positions from `at` to the end. `retold` counts how often words of the record were changed."""
        kept = self._kept(table, retold)
        known, state = self._nearest(kept, game, at)
        if state is None:
            state = game.start(record.options, record.seats)
        if at == 0:
            yield Position(0, None, [], state)
        for number in range(known + 1, len(record.entries) + 1):
            entry = record.entries[number - 1]
            events = game.apply(state, entry.seat, entry.answer)
            if number >= at:
                yield Position(number, entry, events, state)
            if number % EVERY == 0 and number not in kept.states:
                kept.states[number] = game.copy(state)

    def forget(self, table: str) -> None:
        """Forget a table: it is gone, or its words have changed."""
        with self._lock:
            self._games.pop(table, None)

    def _kept(self, table: str, retold: int) -> _Kept:
        with self._lock:
            kept = self._games.get(table)
            if kept is None or kept.retold != retold:
                kept = self._games[table] = _Kept(retold)
            self._games.move_to_end(table)
            while len(self._games) > GAMES_KEPT:
                self._games.popitem(last=False)
            return kept

    @staticmethod
    def _nearest(kept: _Kept, game: AnyGame, at: int) -> tuple[int, Any]:
        """The last cached position before a step, whose events must be computed; nothing for the beginning."""
        number = max((number for number in list(kept.states) if number < at), default=0)
        return number, game.copy(kept.states[number]) if number else None
