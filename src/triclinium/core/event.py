"""Events: what happened, told to everybody or to some seats only."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from triclinium.core.decision import Json, Seat


@dataclass(slots=True)
class Event:
    """Something that happened. `audience` is None for everybody, otherwise the only seats that are told.

    A secret fact makes two events: a public one that says it happened, and a private one that says what.
    """

    # Treat as immutable. Not frozen, because a frozen one takes four times as long to make.

    kind: str
    data: dict[str, Json]
    audience: frozenset[Seat] | None = None

    def seen_by(self, seat: Seat | None) -> bool:
        """Whether a seat, or a spectator (None), is told."""
        return self.audience is None or (seat is not None and seat in self.audience)


def told_to(events: Iterable[Event], seat: Seat | None) -> list[dict[str, Json]]:
    """The events a seat is told, as plain messages that do not say who else is told."""
    return [{"kind": event.kind, **event.data} for event in events if event.seen_by(seat)]
