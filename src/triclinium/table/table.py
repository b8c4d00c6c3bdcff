"""The table itself, free of any transport, clock or store: rows fold into it, and it knows what is new for whom.

A row is written once (`write`) and folded again after every restart, by the same functions, which the modules of this
folder register with `folds`. What is to be told is only marked here; `told` makes the messages.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias, TypeVar

from triclinium.core.decision import Decision
from triclinium.core.event import Event
from triclinium.core.fairness import FairLuck
from triclinium.core.game import AnyGame, SharesView
from triclinium.core.play import Play
from triclinium.games import game_named
from triclinium.table.messages import ChatLine, Data, Eyes, Moved
from triclinium.table.rows import Created, Row
from triclinium.table.written import Pages

WAITING, GATHERING, PLAYING, OVER = "waiting", "gathering", "playing", "over"
CHAT_KEPT = 100
NONCES_KEPT = 64


@dataclass(slots=True)
class SeatState:
    """A seat: who has it, who plays it, and its share of luck."""

    bot: str | None = None
    visitor: str | None = None
    name: str | None = None
    commitment: str | None = None
    value: str | None = None
    stand_in: str | None = None
    left: bool = False
    opened: bool = False
    bank: int = 0
    hushed: str | None = None
    muted: set[int] = field(default_factory=set)
    subscriptions: list[tuple[str, Data, str]] = field(default_factory=list)
    notified: int = -1
    # Not kept in rows: who is here now.
    sockets: int = 0
    absent_since: int = 0

    @property
    def person(self) -> bool:
        """Whether a person has this seat."""
        return self.visitor is not None

    @property
    def player(self) -> str | None:
        """The bot that answers for this seat now, if one does."""
        return self.bot or self.stand_in


@dataclass(slots=True)
class Proposal:
    """What a seat asks of the others."""

    number: int
    what: str
    by: int
    seat: int | None
    length: int | None
    at: int
    agreed: set[int] = field(default_factory=set)


@dataclass(slots=True)
class Question:
    """An open question: since when, and how long the pauses since then have been."""

    decision: Decision
    since: int


class Table:
    """One table, from its first row to its last."""

    def __init__(self, created: Created) -> None:
        self.made = created
        self.game: AnyGame = game_named(created.game)
        self.pages = Pages(self.game) if isinstance(self.game, SharesView) else None
        self.seats = [SeatState(bot=plan.bot, name=plan.name, visitor=plan.visitor) for plan in created.seats]
        for seat in self.seats:
            seat.bank = created.clock.amount * 1000
        self.phase = WAITING
        self.play: Play[Any] | None = None
        self.luck: FairLuck | None = None
        self.questions: dict[int, Question] = {}
        self.sealed: dict[int, Data] = {}
        self.moved: Moved | None = None
        self.links: dict[str, tuple[str, int | None]] = {}
        self.watchers: dict[str, set[Eyes]] = {}
        self.proposals: dict[int, Proposal] = {}
        self.proposed = 0
        self.paused = False
        self.rested_at = 0
        self.rested = 0
        self.began_at = 0
        self.veiled = False
        self.lifting: set[int] = set()
        self.gathered_at = 0
        self.chat: list[ChatLine] = []
        self.chatted = 0
        self.rematch: str | None = None
        self.undos = 0
        self.retold = 0
        self.nonces: dict[tuple[int | None, str], None] = {}
        # What each pair of eyes has been told so far: how often, and how many events. The last is everybody's.
        self.everybody: tuple[Eyes, ...] = (*range(len(self.seats)), None)
        self.versions = [0] * (len(self.seats) + 1)
        self.event_counts = [0] * (len(self.seats) + 1)
        # What is new since it was last told.
        self.fresh: list[Row] = []
        self.rows = 0
        self.now = created.at
        self.told_at = self.now
        self.stamp: tuple[int | None, str] | None = None
        self.changed = False
        self.changed_for: set[int] = set()
        self.informed: set[Eyes] = set()
        self.news: list[Event] = []
        self.new_chat: list[ChatLine] = []

    # --- Rows ---------------------------------------------------------------------------------

    def write(self, row: Row) -> None:
        """Let a row happen: fold it, and keep it for the store."""
        row.at = self.now
        FOLDS[type(row)](self, row)
        self.note(row)

    def note(self, row: Row) -> None:
        """Keep a row that has already taken effect. The first one that a message causes carries its nonce."""
        row.at = self.now
        if self.stamp is not None:
            row.asker, row.nonce = self.stamp
            self.stamp = None
        self.fresh.append(row)
        self._count(row)

    def fold(self, row: Row) -> None:
        """Let a stored row happen again."""
        self.now = max(self.now, row.at)
        FOLDS[type(row)](self, row)
        self._count(row)

    def _count(self, row: Row) -> None:
        self.rows += 1
        if row.nonce:
            self.nonces[row.asker, row.nonce] = None
            if len(self.nonces) > NONCES_KEPT * len(self.seats):
                del self.nonces[next(iter(self.nonces))]

    def settle(self) -> None:
        """Everything told: begin to collect anew."""
        self.fresh = []
        self.changed = False
        self.changed_for.clear()
        self.informed.clear()
        self.news = []
        self.new_chat = []

    # --- Who ----------------------------------------------------------------------------------

    @property
    def people(self) -> list[int]:
        """Seats that persons have and have not left."""
        return [number for number, seat in enumerate(self.seats) if seat.person and not seat.left]

    @property
    def resting(self) -> bool:
        """Whether nobody is to answer now."""
        return self.paused or self.veiled

    def seats_of(self, visitor: str) -> list[int]:
        """The seats this visitor has."""
        return [number for number, seat in enumerate(self.seats) if seat.visitor == visitor and not seat.left]

    def is_host(self, visitor: str) -> bool:
        """Whether this visitor made the table, or is the first of those left when the host is gone."""
        seated = self.people
        if visitor == self.made.host:
            return True
        host_gone = not any(self.seats[number].visitor == self.made.host for number in seated)
        return host_gone and bool(seated) and self.seats[seated[0]].visitor == visitor and self.phase != WAITING

    # --- What is new --------------------------------------------------------------------------

    def tell(self, events: Sequence[Event]) -> None:
        """Everybody is told of the game anew, with these events for those who may know them."""
        self.told_at = self.now
        self.informed.update(self.everybody)
        self.news += events
        public = 0
        for event in events:
            if event.audience is None:
                public += 1
            else:
                for seat in event.audience:
                    self.event_counts[seat] += 1
        for place in range(len(self.versions)):
            self.versions[place] += 1
            self.event_counts[place] += public

    def tell_seat(self, seat: int) -> None:
        """Only this seat is told of the game anew: nobody else may notice."""
        self.informed.add(seat)
        self.versions[seat] += 1

    def ask(self, pending: Iterable[Decision]) -> None:
        """Note the open questions; one that was open before keeps its time.

        What a person has answered beforehand is laid at once; a bot gives such an answer in its own time, as always.
        """
        before = self.questions
        self.questions = {}
        for decision in pending:
            old = before.get(decision.seat)
            since = old.since if old is not None and old.decision.id == decision.id else self.now
            self.questions[decision.seat] = Question(decision, since)
            if decision.standing and self.seats[decision.seat].player is None:
                self.sealed[decision.seat] = decision.options[0]


Fold: TypeAlias = Callable[[Table, Any], None]
FOLDS: dict[type, Fold] = {}
Folding = TypeVar("Folding", bound=Fold)


def folds(row: type) -> Callable[[Folding], Folding]:
    """Register the function that lets a kind of row happen."""

    def register(function: Folding) -> Folding:
        FOLDS[row] = function
        return function

    return register


@folds(Created)
def _created(table: Table, row: Created) -> None:
    """The first row made the table itself."""
    table.told_at = table.now
    table.changed = True
