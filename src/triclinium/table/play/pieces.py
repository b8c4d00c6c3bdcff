"""The parts of a table: seats, questions, proposals, and games that are only read."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Protocol

from msgspec import Raw

from triclinium.core.decision import Decision
from triclinium.core.event import Event
from triclinium.core.fairness import Pledge
from triclinium.core.play import Play
from triclinium.core.record import Entry
from triclinium.table.protocol.messages import Avatar, Data, Eyes


@dataclass(slots=True)
class SeatState:
    """A seat: who has it, who plays it, and its share of luck."""

    bot: str | None = None
    visitor: str | None = None
    name: str | None = None
    avatar: Avatar | None = None
    commitment: str | None = None
    value: str | None = None
    stand_in: str | None = None
    may_play: str | None = None
    """The bot that may play for this person while they are away, if any."""
    credited: bool = False
    """Whether the book of the story may name this person."""
    shares: bool = False
    """Whether this person agrees that the finished story is shared by a link."""
    left: bool = False
    opened: bool = False
    bank: int = 0
    hushed: str | None = None
    muted: set[int] = field(default_factory=set)
    subscriptions: list[tuple[str, Data, str]] = field(default_factory=list)
    notified: int = -1
    seen_at: int = 0
    """When its person was last present, to within the hours between two such rows."""
    # Not in rows: who is present now.
    sockets: int = 0
    absent_since: int = 0

    @property
    def person(self) -> bool:
        """Whether a person has this seat."""
        return self.visitor is not None

    @property
    def player(self) -> str | None:
        """The bot that answers for this seat now, if any."""
        return self.bot or self.stand_in


@dataclass(slots=True)
class Proposal:
    """What a seat proposes to the others."""

    number: int
    what: str
    by: int
    seat: int | None
    length: int | None
    at: int
    agreed: set[int] = field(default_factory=set)


@dataclass(slots=True)
class Question:
    """An open question: since when, and how long the pauses since then were."""

    decision: Decision
    since: int


@dataclass(frozen=True, slots=True)
class Begun:
    """What was played before a branch begins, replayed in a thread, and how many events it told each viewpoint."""

    play: Play[Any]
    event_counts: list[int]


@dataclass(slots=True)
class Past:
    """A game without its rules: its answers and events, entry by entry, and how it ended."""

    entries: list[Entry] = field(default_factory=list)
    events: list[list[Event]] = field(default_factory=list)
    pledge: Pledge | None = None
    ending: Data | None = None


@dataclass(slots=True)
class Comparison:
    """How far a game that is replayed under other rules is known to be the same."""

    certain: bool = True
    """Whether every row so far kept its events."""
    last: Raw = field(default_factory=Raw)


class Views(Protocol):
    """How the views of a game are encoded: `renew` them after an answer; `seen` is a view in parts, `whole` and
    `changes` are what is sent of it.
    """

    def renew(self, state: Any, taken: int) -> None: ...

    def seen(self, state: Any, eyes: Eyes) -> Any: ...

    def whole(self, seen: Any) -> bytes: ...

    def changes(self, seen: Any, before: Any) -> bytes | None: ...

    def forget(self) -> None: ...
