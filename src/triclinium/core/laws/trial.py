"""One game under the laws: the game itself, the tally of checks, and the error for a broken law."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from triclinium.core.decision import Answer, Decision, Json, Refused, Seat
from triclinium.core.fairness import Luck, SeededLuck
from triclinium.core.game import AnyGame
from triclinium.core.play import Play

ENTRIES_MOST = 100_000

_ENCODE = json.JSONEncoder(separators=(",", ":"), check_circular=False).encode


def as_bytes(value: Any) -> bytes:
    """A value as the bytes that would be sent: here 0 and 0.0 differ."""
    return _ENCODE(value).encode()


def written(decision: Decision) -> bytes:
    return as_bytes([getattr(decision, field.name) for field in fields(decision)])


class LawBroken(Exception):
    """The broken law, what broke it, and the record up to that point."""

    def __init__(self, law: str, what: str, record: str) -> None:
        super().__init__(f"{law}: {what}")
        self.law = law
        self.what = what
        self.record = record

    def __reduce__(self) -> tuple[Any, ...]:
        return LawBroken, (self.law, self.what, self.record)


@dataclass(slots=True)
class Tally:
    """How much was checked."""

    games: int = 0
    decisions: int = 0
    views: int = 0
    mutants: int = 0
    comparisons: int = 0

    def add(self, other: Tally) -> None:
        for field in fields(self):
            setattr(self, field.name, getattr(self, field.name) + getattr(other, field.name))


class Trial:
    def __init__(self, game: AnyGame, seats: int, options: Mapping[str, Json], seed: int) -> None:
        self.game = game
        self.rng = random.Random(seed)
        self.luck: Luck = SeededLuck(seed)
        self.play: Play[Any] = Play.begin(game, seats, options)
        self.tally = Tally(games=1)
        self.conserved = game.conserved(self.play.state)
        self.foreign: list[Answer] = []
        """Answers to earlier questions, tried again as wrong answers."""
        self.everybody: tuple[Seat | None, ...] = (*range(seats), None)
        self._views: dict[Seat | None, bytes] = {}
        self._seen_at = -1

    def broken(self, law: str, what: str) -> LawBroken:
        return LawBroken(law, what, self.play.record.write())

    def views(self) -> dict[Seat | None, bytes]:
        """What everybody sees now, cached until the next answer."""
        if self._seen_at != len(self.play.record.entries):
            self._views = {viewer: as_bytes(self.game.view(self.play.state, viewer)) for viewer in self.everybody}
            self._seen_at = len(self.play.record.entries)
        return self._views

    def refusal(self, state: Any, seat: Seat, answer: Any) -> Refused | None:
        """Apply an answer. Returns the refusal, or None if the state took it."""
        try:
            self.game.apply(state, seat, answer)
        except Refused as refused:
            return refused
        return None
