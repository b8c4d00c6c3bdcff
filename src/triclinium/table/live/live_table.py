"""A table in memory, and the sockets at it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeAlias

from triclinium.table.bus import NOBODY, Presence
from triclinium.table.log.rows import Created
from triclinium.table.people.limits import Bucket
from triclinium.table.play import seats
from triclinium.table.play.boundaries import Wishes
from triclinium.table.play.broadcast import Viewer
from triclinium.table.play.fields import OVER
from triclinium.table.play.table import Table
from triclinium.table.protocol.messages import (
    Ack,
    Boundary,
    Close,
    Eyes,
    Refusal,
    Resync,
    Rewrite,
    Up,
    VeilPassage,
)


@dataclass(frozen=True, slots=True)
class StoredRows:
    """The rows of a table as they are stored, read in order to change them, and its branches."""

    rows: list[bytes]
    branches: dict[str, list[str]]
    """The stored branches of the table, and their branches, by what they branched off."""
    made: dict[str, Created]
    """Their first rows."""


Edit: TypeAlias = Boundary | VeilPassage | Rewrite
"""Changes to rows that are already stored; done with the turn."""
Reply: TypeAlias = Ack | Refusal | Resync
Handled: TypeAlias = "tuple[Socket, Reply, Up | None]"
"""A message that was handled, with the reply to its sender; None for one that could not be read."""
MESSAGES_MOST, IN_SECONDS = 100, 20.0
"""What a visitor may send to a table."""
FAULTS_MOST, FAULTS_SECONDS = 5, 600.0
"""A table may have this many faults in so many seconds and be rolled back; with one more it is put away."""


@dataclass(slots=True, eq=False)
class LiveTable:
    table: Table
    id: str = field(init=False)
    sockets: set[Socket] = field(default_factory=set)
    by_eyes: dict[Eyes, list[Socket]] = field(default_factory=dict)
    """The same sockets by viewpoint: those with the same viewpoint are sent the same."""
    replies: list[Handled] = field(default_factory=list)
    """What was handled since the last turn."""
    in_flight: list[Handled] = field(default_factory=list)
    """What was handled in the turn that is being stored."""
    waiting: list[tuple[Socket, Up]] = field(default_factory=list)
    """Messages to handle once the rows that somebody else has written are read."""
    edits: list[tuple[Socket, Edit]] = field(default_factory=list)
    editing: dict[int, Bucket] = field(default_factory=dict)
    forgetting: set[str] = field(default_factory=set)
    """Visitors who want their data deleted."""
    departed: list[str] = field(default_factory=list)
    """Those of them whose rows are rewritten with the next turn."""
    orphaned: bool = False
    """Nobody else is connected with the table: remove it."""
    wishes: Wishes = field(default_factory=Wishes)
    hinting: dict[int, Bucket] = field(default_factory=dict)
    veiled_elsewhere: list[int] = field(default_factory=list)
    """Passages that were veiled in the table this one branched off."""
    newcomers: list[Socket] = field(default_factory=list)
    shared: bool = False
    """Whether other nodes may have it in memory too."""
    elsewhere: Presence = NOBODY
    """Who is at the table at other nodes."""
    jobs: set[tuple[int, int, int]] = field(default_factory=set)
    buckets: dict[str, Bucket] = field(default_factory=dict)
    timer: asyncio.TimerHandle | None = None
    read: StoredRows | None = None
    """Its stored rows, if they are to be changed in this turn."""
    overwritten: dict[int, bytes] = field(default_factory=dict)
    """Rows, by index, that are overwritten with the next turn."""
    wiping: bool = False
    """Whether their old bytes must be erased."""
    completing: bool = False
    """Whether the store will mark the rows as having all their events."""
    appended: bool = False
    """Whether the last turn added rows."""
    stored: bool = True
    durable: int = 0
    """How many of its rows are stored for certain."""
    snapshot_at: int = 0
    """After how many rows its last snapshot was taken, as far as this node knows."""
    handed_in: int = 0
    """How many will be once the turn is stored."""
    finished: bool = False
    used_at: float = 0.0
    faltered: bool = False
    """After a fault memory may be ahead of the store: nothing is done with it until it is rolled back."""
    reloading: asyncio.Task[None] | None = None
    """Reads its rows again."""
    behind: bool = False
    """Whether that is because somebody else has written rows: messages wait."""
    setbacks: int = 0
    """How often it was rolled back after a fault."""
    overtaken: int = 0
    """How often somebody else was faster."""
    faults: Bucket = field(default_factory=lambda: Bucket(FAULTS_MOST, FAULTS_SECONDS))

    def __post_init__(self) -> None:
        self.id = self.table.made.id
        self.durable = self.table.rows if self.stored else 0

    def come(self, socket: Socket) -> None:
        """Somebody has come, and must be sent everything."""
        self.sockets.add(socket)
        self.by_eyes.setdefault(socket.viewer.eyes, []).append(socket)
        self.newcomers.append(socket)

    def go(self, socket: Socket) -> None:
        self.sockets.discard(socket)
        others = self.by_eyes[socket.viewer.eyes]
        others.remove(socket)
        if not others:
            del self.by_eyes[socket.viewer.eyes]

    def watching(self) -> int:
        return sum(socket.viewer.seat is None for socket in self.sockets) + self.elsewhere.watching


class Line(Protocol):
    """The connection under a socket, as far as a table needs it."""

    def write(self, bodies: Sequence[bytes]) -> bool:
        """Send texts in order without waiting; returns whether the other side reads fast enough."""
        ...

    def close(self, code: int) -> None:
        """Send only the close code."""
        ...


class Socket:
    """A viewer's connection. The viewer's rights are checked for every message."""

    __slots__ = ("address", "bucket", "closing", "line", "live", "sent", "shoulder", "strikes", "version", "viewer")

    def __init__(
        self, line: Line, live: LiveTable, viewer: Viewer, shoulder: int | None = None, address: str = ""
    ) -> None:
        self.line = line
        self.live = live
        self.viewer = viewer
        self.shoulder = shoulder
        self.address = address
        # All sockets of a visitor at a table share one bucket.
        self.bucket = live.buckets.setdefault(viewer.visitor, Bucket(MESSAGES_MOST, IN_SECONDS))
        self.strikes = 0
        self.sent: Any = None
        """The last view it was sent, and must be told the changes to; None if it needs a whole one."""
        self.version = 0
        self.closing = False

    def tell(self, *bodies: bytes) -> None:
        """Send messages in order without waiting."""
        if not self.closing and not self.line.write(bodies):
            self.close(Close.TOO_SLOW)

    def close(self, code: int) -> None:
        if not self.closing:
            self.closing = True
            self.line.close(code)


def lay_anew(live: LiveTable, table: Table) -> None:
    """Replace a table by another, keeping its sockets; everybody is sent everything again."""
    old, live.table = live.table, table
    live.durable = table.rows
    for number, (seat, before) in enumerate(zip(table.seats, old.seats, strict=True)):
        seat.absent_since = before.absent_since
        seat.sockets = _sockets_of(live, number)
    table.host_sockets, table.host_absent_since = old.host_sockets, old.host_absent_since
    table.lifting = old.lifting if table.resting else set()
    table.nonces[None] = old.nonces.get(None, {}) | table.nonces.get(None, {})
    table.refusals = old.refusals
    if live.behind:
        _keep_time(table, old)
    live.finished = table.phase == OVER
    live.faltered = False
    live.overwritten = {}
    live.wiping = False
    live.jobs = set()
    live.newcomers = list(live.sockets)


def count_people(live: LiveTable) -> None:
    """Count who is at the table, here and elsewhere. Somebody who is nowhere any more is away from now on."""
    table = live.table
    hosts = sum(socket.viewer.visitor == table.made.host for socket in live.sockets) + live.elsewhere.host
    if bool(hosts) != bool(table.host_sockets):
        table.changed = True
        if not hosts:
            table.host_absent_since = table.now
    table.host_sockets = hosts
    for number, seat in enumerate(table.seats):
        sockets = _sockets_of(live, number)
        if bool(sockets) != bool(seat.sockets):
            table.changed = True
            if not sockets:
                seat.absent_since = table.now
        seat.sockets = sockets
    table.calm = None


def _sockets_of(live: LiveTable, number: int) -> int:
    here = sum(_sits(socket, live.table, number) for socket in live.sockets)
    return here + (number in live.elsewhere.seats)


def _keep_time(table: Table, old: Table) -> None:
    """The server has been here all the time: the clock of a question that is still open runs on."""
    table.now = max(table.now, old.now)
    for number, question in table.questions.items():
        known = old.questions.get(number)
        if known is not None and known.decision.id == question.decision.id:
            question.since = known.since


def _sits(socket: Socket, table: Table, number: int) -> bool:
    return socket.viewer.seat == number and seats.has_seat(table, socket.viewer.visitor, number)
