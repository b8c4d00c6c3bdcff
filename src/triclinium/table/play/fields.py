"""What a table knows: the fields that its rows change, and what can be read from them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from triclinium.bots import usual_bot
from triclinium.core.fairness import FairLuck
from triclinium.core.game import AnyGame, EditsPassages
from triclinium.core.play import Play
from triclinium.core.record import Entry
from triclinium.games import game_named
from triclinium.table.log.counting import Place
from triclinium.table.log.kept import News
from triclinium.table.log.rows import Created, Row
from triclinium.table.play.pieces import Begun, Comparison, Past, Proposal, Question, SeatState, Views
from triclinium.table.protocol.messages import ChatLine, Data, Eyes, Moved, Refusal, Resync

FROZEN = "frozen"
"""The phase of a game that began under other rules and cannot go on under today's."""
WAITING, GATHERING, PLAYING, OVER = "waiting", "gathering", "playing", "over"


class TableFields:
    """All that is known of one table."""

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

    @property
    def entries(self) -> Sequence[Entry]:
        """The answers that count, under whatever rules."""
        if self.past is not None:
            return self.past.entries
        return [] if self.play is None else self.play.record.entries

    @property
    def people(self) -> list[int]:
        """Seats of people who have not left."""
        return [number for number, seat in enumerate(self.seats) if seat.person and not seat.left]

    def seats_of(self, visitor: str) -> list[int]:
        """The seats of this visitor."""
        return [number for number, seat in enumerate(self.seats) if seat.visitor == visitor and not seat.left]

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


def usual_stand_in(game: AnyGame) -> str | None:
    """The default stand-in for absent people; None if the game must not speak for them."""
    return usual_bot(game.info.id) if game.info.speaks_for_absent else None
