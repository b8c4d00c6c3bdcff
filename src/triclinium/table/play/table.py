"""The table itself, without transport, clock or store: rows change it, and it tracks what is new for whom.

A row is applied once when it happens (`write`) and again after every restart (`fold`), by the same functions, which the
modules of this folder register with `folds`. Here news is only marked; `broadcast` builds the messages.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, cast

from triclinium.bots import usual_bot
from triclinium.core.decision import Decision
from triclinium.core.fairness import FairLuck
from triclinium.core.game import AnyGame, EditsPassages
from triclinium.core.play import Play
from triclinium.core.record import Entry
from triclinium.games import game_named
from triclinium.table.log.counting import Place, is_telling, words_in
from triclinium.table.log.kept import News, Told
from triclinium.table.log.rows import Created, Row
from triclinium.table.play.folding import FOLDS, folds
from triclinium.table.play.pieces import Begun, Comparison, Past, Proposal, Question, SeatState, Views
from triclinium.table.protocol.messages import ChatLine, Data, Eyes, Moved, Refusal, Resync

FROZEN = "frozen"
"""The phase of a game that began under other rules and cannot go on under today's."""
WAITING, GATHERING, PLAYING, OVER = "waiting", "gathering", "playing", "over"
CHAT_KEPT = 100
NONCES_KEPT = 256
"""Nonces remembered for each seat, so that nobody's flood pushes out another's."""
AHEAD_MOST = 86_400_000
"""How far, in milliseconds, stored times may be ahead of the clock and still be believed."""


class Table:
    """One table, from its first row to its last."""

    __slots__ = (
        "began_at", "begun", "calm", "changed", "changed_for", "chat", "chatted", "clocked", "closed", "comparison",
        "everybody", "fresh", "game", "gathered_at", "host_absent_since", "host_sockets", "informed", "known",
        "lifting", "links", "luck", "made", "moved", "new_chat", "news", "nonces", "now", "options",
        "own_events", "past", "paused", "pens", "phase", "play", "proposals", "proposed", "public_events",
        "questions", "reading_until", "refusals", "rematch", "rested", "rested_at", "resting", "retold", "rows",
        "rules", "sealed", "seats", "stamp", "stopped_at", "table_told_at", "taken_back", "tale_key",
        "talk_bytes", "tellers", "tells", "times_told", "told_alone", "told_at", "undos", "upgraded_from",
        "veiled", "views", "waking", "watchers", "words_bytes",
    )  # fmt: skip

    def __init__(self, created: Created) -> None:
        self.made = created
        self.clocked = created.clock.kind != "none"
        self.game: AnyGame = game_named(created.game)
        self.tells = isinstance(self.game, EditsPassages)
        self.views: Views | None = None
        """What was encoded of the game for those who are told it."""
        self.seats = [
            SeatState(bot=plan.bot, name=plan.name, visitor=plan.visitor, avatar=plan.avatar) for plan in created.seats
        ]
        for seat in self.seats:
            seat.bank = created.clock.amount * 1000
            seat.may_play = usual_stand_in(self.game)
        self.phase = WAITING
        self.rules = created.rules
        """The version of its rules."""
        self.options = created.options
        self.upgraded_from: int | None = None
        """The version it followed when last stored, if different: a row will record the change."""
        self.past: Past | None = None
        """Set for a table whose rules this program lacks: nothing is played there."""
        self.play: Play[Any] | None = None
        self.begun: Begun | None = None
        self.luck: FairLuck | None = None
        self.questions: dict[int, Question] = {}
        self.sealed: dict[int, Data] = {}
        self.moved: Moved | None = None
        self.links: dict[str, tuple[str, int | None]] = {}
        self.watchers: dict[str, set[Eyes]] = {}
        # Whose secrets a visitor has been able to see, in that seat or over its shoulder.
        self.known: dict[str, set[int]] = {}
        self.proposals: dict[int, Proposal] = {}
        self.proposed = 0
        self.paused = False
        self.veiled = False
        self.resting = False
        """Whether nobody may answer now: the table is paused or veiled."""
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
        self.tellers: set[tuple[str, int]] = set()
        """Whoever told something here, each with the seat where they did."""
        self.tale_key: str | None = None
        """The key of the link that was made last, unless somebody took their yes back since (`sharing`)."""
        self.rematch: str | None = None
        self.undos = 0
        self.retold = 0
        self.nonces: dict[int | None, dict[str, int]] = {}
        """What was handled, by sender, and after how many rows."""
        self.refusals: dict[int, dict[str, Refusal | Resync]] = {}
        # What each viewpoint has been told so far: how often, and how many events. The last is the public one.
        self.everybody: tuple[Eyes, ...] = (*range(len(self.seats)), None)
        self.times_told = 0
        self.told_alone = [0] * (len(self.seats) + 1)
        self.public_events = 0
        self.own_events = [0] * (len(self.seats) + 1)
        # Not kept in rows: who wants to go on after a stop, and whether the host is here.
        self.lifting: set[int] = set()
        self.host_sockets = 0
        self.host_absent_since = 0
        self.reading_until = 0
        """Until when the bots of a lesson wait for a reader."""
        self.pens: dict[int, int] = {}
        """Who types, and until when that is believed."""
        self.calm: bool | None = None
        """Whether everybody is present and plays, so that time alone changes nothing; None if unknown."""
        # What is new since the last messages.
        self.fresh: list[Row] = []
        self.rows = 0
        # While waking: answers that were taken back later, which are not replayed.
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
        """Apply a row and keep it for the store. The first row of a message carries its nonce.

        A row with answers comes with their events; a stored one is replayed for them (`fold`).
        """
        row.at = self.now
        FOLDS[type(row)](self, row, *told)
        if self.stamp is not None:
            row.asker, row.nonce = self.stamp
            self.stamp = None
        self.fresh.append(row)
        self._count(row)

    def fold(self, row: Row) -> None:
        """Apply a stored row again."""
        self.advance(row.at)
        FOLDS[type(row)](self, row)
        self._count(row)

    def advance(self, now: int) -> None:
        """Set the time. It never runs backwards, unless a wrong clock had run far ahead."""
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
            if is_telling(row):
                self._note_teller(row.seat)
        if nonce := row.nonce:
            asker = row.asker
            self.remember(asker, nonce)
            if asker is not None:
                self.seats[asker].seen_at = row.at

    def _note_teller(self, seat: int) -> None:
        if (visitor := self.seats[seat].visitor) is not None:
            self.tellers.add((visitor, seat))

    def remember(self, asker: int | None, nonce: str) -> None:
        """The message with this nonce has been handled."""
        known = self.nonces.setdefault(asker, {})
        known[nonce] = self.rows
        if len(known) > NONCES_KEPT:
            del known[next(iter(known))]

    def remembers(self, asker: int | None, nonce: str) -> bool:
        """Whether the message with this nonce was handled before, for this seat or anonymously."""
        return nonce in self.nonces.get(asker, ()) or nonce in self.nonces.get(None, ())

    def remember_refusal(self, seat: int, reply: Refusal | Resync) -> None:
        """The message with this nonce was refused, and stays so: repeated, it could undo what came after it."""
        known = self.refusals.setdefault(seat, {})
        known[reply.nonce] = reply
        if len(known) > NONCES_KEPT:
            del known[next(iter(known))]

    def forget_sender(self) -> None:
        """From now on nothing stored tells who sent the message; not even its nonce, which the sender chose."""
        if self.stamp is not None:
            self.remember(None, self.stamp[1])
            self.stamp = None

    def forget_unnamed(self, rows: int) -> None:
        """What nobody's name stands by has not happened if it came after so many rows."""
        if unnamed := self.nonces.get(None):
            self.nonces[None] = {nonce: at for nonce, at in unnamed.items() if at < rows}

    def settle(self) -> None:
        """Everything is sent: start collecting news again."""
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
        """Seats of people who have not left."""
        return [number for number, seat in enumerate(self.seats) if seat.person and not seat.left]

    def seats_of(self, visitor: str) -> list[int]:
        """The seats of this visitor."""
        return [number for number, seat in enumerate(self.seats) if seat.visitor == visitor and not seat.left]

    def is_still(self) -> bool:
        """Whether time alone changes nothing: everybody is known to be here and plays, and nothing else has a term."""
        return (
            self.calm is True
            and self.phase == PLAYING
            and not (self.resting or self.clocked or self.proposals or self.sealed or self.pens)
            and self.upgraded_from is None
        )

    # --- What is new --------------------------------------------------------------------------

    def tell(self, told: Told) -> None:
        """Send everybody the game again, with these news for those who may know them."""
        self.told_at = self.now
        self.informed.update(self.everybody)
        self.times_told += 1
        self.news += told.news
        for audience, _ in told.news:
            if audience is None:
                self.public_events += 1
            else:
                for seat in audience:
                    self.own_events[seat] += 1

    def tell_seat(self, seat: int) -> None:
        """Send only this seat the game again: nobody else may notice."""
        self.informed.add(seat)
        self.told_alone[seat] += 1

    @property
    def versions(self) -> list[int]:
        """How often each pair of eyes has been told of the game; the last is everybody's."""
        return [self.times_told + alone for alone in self.told_alone]

    @property
    def event_counts(self) -> list[int]:
        """How many events each pair of eyes has been told; the last is everybody's."""
        return [self.public_events + own for own in self.own_events]

    @event_counts.setter
    def event_counts(self, counts: list[int]) -> None:
        self.public_events, self.own_events = 0, list(counts)

    def ask_now(self) -> None:
        """Note the questions that the game asks now. While waking only who is asked: options cost the most, and those
        of the last row are enough.
        """
        if self.play is None:
            return
        if not self.waking:
            self.ask(self.play.pending())
            return
        before, self.questions = self.questions, {}
        for asked in self.game.asked(self.play.state):
            old = before.get(asked.seat)
            since = old.since if old is not None and old.decision.id == asked.id else self.now
            self.questions[asked.seat] = Question(cast(Decision, asked), since)

    def ask(self, pending: Iterable[Decision]) -> None:
        """Note the open questions. One that was open before keeps its time.

        A person's answer given in advance is applied at once; a bot gives such an answer in its usual time.
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
    """The default stand-in for absent people; None if the game must not speak for them."""
    return usual_bot(game.info.id) if game.info.speaks_for_absent else None


@folds(Created)
def _created(table: Table, row: Created) -> None:
    """The first row made the table itself."""
    table.told_at = table.host_absent_since = table.now
    table.changed = True
