"""What each viewer is told: only what the game shows to their viewpoint."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

from triclinium.bots import usual_bot
from triclinium.bots.hints import gives_hints
from triclinium.core.decision import Decision
from triclinium.core.event import Event
from triclinium.table.log.kept import News
from triclinium.table.play import clock
from triclinium.table.play.absence import is_abandoned
from triclinium.table.play.consent import voters
from triclinium.table.play.host import is_host
from triclinium.table.play.luck import table_commitment
from triclinium.table.play.rest import lifters
from triclinium.table.play.table import OVER, WAITING, Table
from triclinium.table.play.view_cache import Views
from triclinium.table.protocol.messages import (
    ENCODER,
    ChatLine,
    ChatTold,
    Data,
    DecisionTold,
    Eyes,
    LuckTold,
    Moved,
    ProposalTold,
    SeatTold,
    TableTold,
    You,
)


@dataclass(frozen=True, slots=True)
class Viewer:
    """Somebody at a table: a visitor with a seat, or one who watches. `eyes` is their viewpoint."""

    visitor: str
    seat: int | None
    eyes: Eyes


def table_told(table: Table, viewer: Viewer, watching: int) -> TableTold:
    """The table around the game."""
    made = table.made
    own = None if viewer.seat is None else table.seats[viewer.seat]
    return TableTold(
        id=made.id,
        game=made.game,
        rules=table.rules,
        options=table.options,
        phase=table.phase,
        frozen=table.past is not None,
        seats=[_seat(table, number) for number in range(len(table.seats))],
        you=You(
            seat=viewer.seat,
            eyes=viewer.eyes,
            host=is_host(table, viewer.visitor),
            muted=sorted(own.muted) if own is not None else [],
            stand_in=own.may_play if own is not None else None,
        ),
        clock=made.clock,
        wait=made.wait,
        undo=made.undo,
        window=made.window,
        hints=made.hints and gives_hints(made.game),
        language=made.language,
        luck=_luck(table),
        proposals=[
            ProposalTold(
                number=proposal.number,
                what=proposal.what,
                by=proposal.by,
                seat=proposal.seat,
                agreed=sorted(proposal.agreed),
                asked=sorted(voters(table, proposal.by, proposal.what)),
            )
            for proposal in table.proposals.values()
        ],
        paused=table.paused,
        veiled=table.veiled,
        lifting=len(table.lifting),
        lifters=lifters(table) if table.resting else 0,
        watchers=watching,
        retold=table.retold,
        lesson=made.lesson,
        rematch=table.rematch,
        branch_of=made.branch_of,
        usual_bot=usual_bot(made.game),
        boundaries=list(table.game.info.boundaries),
        closed=table.closed,
    )


def _seat(table: Table, number: int) -> SeatTold:
    seat = table.seats[number]
    return SeatTold(
        name=seat.name,
        bot=seat.bot,
        taken=seat.person or seat.bot is not None,
        present=seat.sockets > 0,
        ready=seat.bot is not None or seat.commitment is not None,
        stand_in=seat.stand_in,
        abandoned=table.phase != WAITING and is_abandoned(table, number),
        opened=seat.opened,
        hushed=seat.hushed is not None,
        avatar=seat.avatar,
    )


def _luck(table: Table) -> LuckTold:
    """Shares are shown as they come; the secret only when no draws are left."""
    return LuckTold(
        commitment=table_commitment(table.made),
        shares=[seat.commitment for seat in table.seats],
        values=[seat.value for seat in table.seats],
        secret=table.made.secret if table.phase == OVER and not table.closed else None,
        chosen=table.made.lesson_luck is not None,
    )


NOTHING = b"null"
NOTHING_ASKED = b',"decision":null,"sealed":null'


class Sent(NamedTuple):
    """The last state that a socket was sent: its version, and the parts of its view."""

    version: int
    seen: Any


class StateTold:
    """The game as one viewpoint may see it now, encoded for sockets that know different states already."""

    __slots__ = ("_body", "_rest", "_since", "_views", "sent")

    def __init__(self, views: Views, sent: Sent, rest: bytes) -> None:
        self.sent = sent
        self._views = views
        self._rest = rest
        self._since: Sent | None = None
        self._body = b""

    def since(self, before: Sent | None) -> bytes:
        """A `State` for whoever was sent that one last; a whole one for whoever was sent none."""
        if before is not self._since or not self._body:
            self._since, self._body = before, self._encoded(before)
        return self._body

    def _encoded(self, before: Sent | None) -> bytes:
        version, seen = self.sent
        if before is not None and (changes := self._views.changes(seen, before.seen)) is not None:
            since = before.version
            return b'{"type":"state","version":%d,"since":%d,"view":%b%b' % (version, since, changes, self._rest)
        return b'{"type":"state","version":%d,"since":null,"view":%b%b' % (version, self._views.whole(seen), self._rest)


def states_told(table: Table, eyes: Iterable[Eyes], news: Sequence[News]) -> list[tuple[Eyes, StateTold]]:
    """The game as several viewpoints may see it; nothing before it has begun.

    Built from parts that are encoded once for all: most of what is sent is the same for everybody.
    """
    if table.play is None:
        return []
    state, views, taken = table.play.state, table.views, len(table.play.record.entries)
    moved = NOTHING if table.moved is None else _moved(table.moved)
    public = [body for audience, body in news if audience is None]
    seen, events = len(public), b",".join(public)
    private = seen < len(news)
    clocks = NOTHING
    clocked = table.made.clock.kind != "none"
    told = []
    for one in eyes:
        place = -1 if one is None else one
        question = table.questions.get(place)
        if private:
            own = [body for audience, body in news if audience is None or one in audience]
            seen, events = len(own), b",".join(own)
        if clocked:
            clocks = ENCODER.encode(clock.told(table, one))
        asked = NOTHING_ASKED if question is None else _asked(question.decision, table.sealed.get(place))
        at = table.public_events + table.own_events[place] - seen
        rest = b'%b,"events":[%b],"events_at":%d,"clock":%b,"moved":%b}' % (asked, events, at, clocks, moved)
        sent = Sent(table.times_told + table.told_alone[place], views.seen(state, taken, one))
        told.append((one, StateTold(views, sent, rest)))
    return told


def _asked(decision: Decision, sealed: Data | None) -> bytes:
    """The question to a seat and its sealed answer; nothing if it answered in advance."""
    if decision.standing and sealed is not None:
        return NOTHING_ASKED
    told = DecisionTold(
        id=decision.id,
        kind=decision.kind,
        options=list(decision.options),
        data=decision.data,
        sealed=decision.sealed,
        listed_all=decision.listed_all,
    )
    answered = NOTHING if sealed is None else ENCODER.encode(sealed)
    return b',"decision":%b,"sealed":%b' % (ENCODER.encode(told), answered)


@lru_cache(1024)
def _moved(moved: Moved) -> bytes:
    return ENCODER.encode(moved)


def plain_events(events: Sequence[Event], eyes: Eyes) -> list[Data]:
    """Events as plain messages, without their audience."""
    return [{"kind": event.kind, **event.data} for event in events if event.seen_by(eyes)]


def chat_told(table: Table, viewer: Viewer, lines: Sequence[ChatLine]) -> ChatTold | None:
    """The lines that this viewer wants to read, if any."""
    muted = table.seats[viewer.seat].muted if viewer.seat is not None else set()
    wanted = [line for line in lines if line.seat not in muted]
    return ChatTold(lines=wanted) if wanted else None
