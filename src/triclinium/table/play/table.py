"""The table itself, free of any transport, clock or store: rows fold into it, and it knows what is new for whom.

A row is written once (`write`) and folded again after every restart, by the same functions, which the modules of this
folder register with `folds`. What is to be told is only marked here; `told` makes the messages.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias, TypeVar

from msgspec import Raw

from triclinium.bots import usual_bot
from triclinium.core.decision import Decision
from triclinium.core.event import Event
from triclinium.core.fairness import FairLuck, Pledge
from triclinium.core.game import AnyGame, EditsPassages
from triclinium.core.play import Play
from triclinium.core.record import Entry
from triclinium.games import game_named
from triclinium.table.log.counting import Place
from triclinium.table.log.kept import News, Told
from triclinium.table.log.rows import Created, Row
from triclinium.table.people.quotas import words_in
from triclinium.table.play.view_cache import views_of
from triclinium.table.protocol.messages import ChatLine, Data, Eyes, Moved, Refusal, Resync

FROZEN = "frozen"
"""The phase of a game that was begun under other rules, and cannot go on under today's."""
WAITING, GATHERING, PLAYING, OVER = "waiting", "gathering", "playing", "over"
CHAT_KEPT = 100
NONCES_KEPT = 256
"""Nonces remembered of each seat: nobody's flood pushes out another's."""
AHEAD_MOST = 86_400_000
"""Milliseconds that stored times may lie ahead of the clock and still be believed."""


@dataclass(slots=True)
class SeatState:
    """A seat: who has it, who plays it, and its share of luck."""

    bot: str | None = None
    visitor: str | None = None
    name: str | None = None
    commitment: str | None = None
    value: str | None = None
    stand_in: str | None = None
    may_play: str | None = None
    """The bot that this person lets play in their name while they are away, if any."""
    left: bool = False
    opened: bool = False
    bank: int = 0
    hushed: str | None = None
    muted: set[int] = field(default_factory=set)
    subscriptions: list[tuple[str, Data, str]] = field(default_factory=list)
    notified: int = -1
    seen_at: int = 0
    """When its person was last here, as far as rows tell: give or take the hours between two of them."""
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


@dataclass(frozen=True, slots=True)
class Begun:
    """What was played before a branch begins, replayed beside the loop, and how many events it told each."""

    play: Play[Any]
    event_counts: list[int]


@dataclass(slots=True)
class Past:
    """A game without its rules: what was answered and what that told, entry by entry, and how it ended."""

    entries: list[Entry] = field(default_factory=list)
    events: list[list[Event]] = field(default_factory=list)
    pledge: Pledge | None = None
    ending: Data | None = None


@dataclass(slots=True)
class Comparison:
    """How far a game that is played again under other rules is known to be the same."""

    certain: bool = True
    """Whether every row so far kept what its answers told."""
    last: Raw = field(default_factory=Raw)


class Table:
    """One table, from its first row to its last."""

    def __init__(self, created: Created) -> None:
        self.made = created
        self.game: AnyGame = game_named(created.game)
        self.tells = isinstance(self.game, EditsPassages)
        self.views = views_of(self.game)
        self.seats = [SeatState(bot=plan.bot, name=plan.name, visitor=plan.visitor) for plan in created.seats]
        for seat in self.seats:
            seat.bank = created.clock.amount * 1000
            seat.may_play = usual_stand_in(self.game)
        self.phase = WAITING
        self.rules = created.rules
        """The version of the rules it follows."""
        self.options = created.options
        self.upgraded_from: int | None = None
        """The version it followed when it was last stored, where that is another one: a row is going to say so."""
        self.past: Past | None = None
        """Set for a table whose rules this program does not have: nothing is played there."""
        self.play: Play[Any] | None = None
        self.begun: Begun | None = None
        self.luck: FairLuck | None = None
        self.questions: dict[int, Question] = {}
        self.sealed: dict[int, Data] = {}
        self.moved: Moved | None = None
        self.links: dict[str, tuple[str, int | None]] = {}
        self.watchers: dict[str, set[Eyes]] = {}
        # Whose secrets a visitor has been able to see, in this seat or over that shoulder.
        self.known: dict[str, set[int]] = {}
        self.proposals: dict[int, Proposal] = {}
        self.proposed = 0
        self.paused = False
        self.veiled = False
        self.resting = False
        """Whether nobody is to answer now: the table is paused or veiled."""
        self.stopped_at = 0
        self.rested_at = 0
        self.rested = 0
        self.began_at = 0
        self.closed = False
        self.gathered_at = 0
        self.chat: list[ChatLine] = []
        self.chatted = 0
        self.talk_bytes = 0
        self.words_bytes = 0
        self.rematch: str | None = None
        self.undos = 0
        self.retold = 0
        self.nonces: dict[int | None, dict[str, None]] = {}
        self.refusals: dict[int, dict[str, Refusal | Resync]] = {}
        # What each pair of eyes has been told so far: how often, and how many events. The last is everybody's.
        self.everybody: tuple[Eyes, ...] = (*range(len(self.seats)), None)
        self.versions = [0] * (len(self.seats) + 1)
        self.event_counts = [0] * (len(self.seats) + 1)
        # Not kept in rows: who wants to go on after a stop, and whether the host is here.
        self.lifting: set[int] = set()
        self.host_sockets = 0
        self.host_absent_since = 0
        self.calm: bool | None = None
        """Whether everybody is here and plays, so that nothing changes by time alone; None if that is not known."""
        # What is new since it was last told.
        self.fresh: list[Row] = []
        self.rows = 0
        # While it wakes from its rows: what was taken back later, and is not played at all.
        self.waking = False
        self.comparison: Comparison | None = None
        self.taken_back: frozenset[Place] = frozenset()
        self.now = created.at
        self.told_at = self.now
        self.table_told_at = self.now
        self.stamp: tuple[int | None, str] | None = None
        self.changed = False
        self.changed_for: set[int] = set()
        self.informed: set[Eyes] = set()
        self.news: list[News] = []
        self.new_chat: list[ChatLine] = []

    # --- Rows ---------------------------------------------------------------------------------

    def write(self, row: Row, *told: Told) -> None:
        """Let a row happen, and keep it for the store. The first one that a message causes carries its nonce.

        A row with answers comes with what they have just told; a stored one is played again for it (`fold`).
        """
        row.at = self.now
        FOLDS[type(row)](self, row, *told)
        if self.stamp is not None:
            row.asker, row.nonce = self.stamp
            self.stamp = None
        self.fresh.append(row)
        self._count(row)

    def fold(self, row: Row) -> None:
        """Let a stored row happen again."""
        self.advance(row.at)
        FOLDS[type(row)](self, row)
        self._count(row)

    def advance(self, now: int) -> None:
        """It is now so late. Time never runs backwards, unless it had run far ahead by a wrong clock."""
        wrong = self.now - now
        if wrong <= AHEAD_MOST:
            self.now = max(self.now, now)
            return
        self.now = now
        self.told_at -= wrong
        self.table_told_at -= wrong
        self.gathered_at -= wrong
        self.began_at -= wrong
        self.rested_at -= wrong
        self.stopped_at -= wrong
        self.host_absent_since -= wrong
        for question in self.questions.values():
            question.since -= wrong
        for proposal in self.proposals.values():
            proposal.at -= wrong
        for seat in self.seats:
            seat.seen_at -= wrong
            seat.absent_since -= wrong

    def _count(self, row: Row) -> None:
        self.rows += 1
        if self.tells:
            self.words_bytes += words_in(row)
        if row.nonce:
            self.remember(row.asker, row.nonce)
            if row.asker is not None:
                self.seats[row.asker].seen_at = row.at

    def remember(self, asker: int | None, nonce: str) -> None:
        """What came with this nonce has been done."""
        known = self.nonces.setdefault(asker, {})
        known[nonce] = None
        if len(known) > NONCES_KEPT:
            del known[next(iter(known))]

    def remembers(self, asker: int | None, nonce: str) -> bool:
        """Whether what came with this nonce has been done before, for this seat or for somebody unnamed."""
        return nonce in self.nonces.get(asker, ()) or nonce in self.nonces.get(None, ())

    def remember_refusal(self, seat: int, reply: Refusal | Resync) -> None:
        """What came with this nonce was refused, and stays so: repeated, it could take back what was said after it."""
        known = self.refusals.setdefault(seat, {})
        known[reply.nonce] = reply
        if len(known) > NONCES_KEPT:
            del known[next(iter(known))]

    def forget_sender(self) -> None:
        """Nothing that is stored from now on tells who sent the message; not even its nonce, which the sender chose."""
        if self.stamp is not None:
            self.remember(None, self.stamp[1])
            self.stamp = None

    def settle(self) -> None:
        """Everything told: begin to collect anew."""
        self.fresh = []
        if self.changed:
            self.table_told_at = self.now
            self.calm = None
        self.changed = False
        self.changed_for.clear()
        self.informed.clear()
        self.news = []
        self.new_chat = []

    @property
    def entries(self) -> Sequence[Entry]:
        """The answers that count, under whatever rules."""
        if self.past is not None:
            return self.past.entries
        return [] if self.play is None else self.play.record.entries

    # --- Who ----------------------------------------------------------------------------------

    @property
    def people(self) -> list[int]:
        """Seats that persons have and have not left."""
        return [number for number, seat in enumerate(self.seats) if seat.person and not seat.left]

    def seats_of(self, visitor: str) -> list[int]:
        """The seats this visitor has."""
        return [number for number, seat in enumerate(self.seats) if seat.visitor == visitor and not seat.left]

    # --- What is new --------------------------------------------------------------------------

    def tell(self, told: Told) -> None:
        """Everybody is told of the game anew, with these news for those who may know them."""
        self.told_at = self.now
        self.informed.update(self.everybody)
        self.versions = [version + 1 for version in self.versions]
        if not told.news:
            return
        self.news += told.news
        public = 0
        for audience, _ in told.news:
            if audience is None:
                public += 1
            else:
                for seat in audience:
                    self.event_counts[seat] += 1
        self.event_counts = [count + public for count in self.event_counts]

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


def usual_stand_in(game: AnyGame) -> str | None:
    """The bot that plays for absent people who have said nothing: none where a game is not to speak for them."""
    return usual_bot(game.info.id) if game.info.speaks_for_absent else None


Fold: TypeAlias = Callable[..., None]
"""Takes the table and the row; for a row with answers, what they have just told."""
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
    table.told_at = table.host_absent_since = table.now
    table.changed = True
