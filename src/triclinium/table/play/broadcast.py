"""What each viewer is told: only what the game shows to their viewpoint."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Protocol, TypeVar

from msgspec.structs import replace

from triclinium.bots import usual_bot
from triclinium.bots.hints import gives_hints
from triclinium.core.decision import Answer, Decision, Listed, Listing
from triclinium.core.event import Event
from triclinium.table.log.kept import News
from triclinium.table.play import clock, pens
from triclinium.table.play.absence import is_abandoned
from triclinium.table.play.consent import voters
from triclinium.table.play.host import is_host
from triclinium.table.play.luck import table_commitment
from triclinium.table.play.rest import lifters
from triclinium.table.play.sharing import shared_key
from triclinium.table.play.table import OVER, WAITING, Table
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


def tables_told(table: Table, viewers: Iterable[Viewer], watching: int) -> Iterator[TableTold]:
    """The table around the game, for each of several viewers: only who they are differs."""
    told: TableTold | None = None
    for viewer in viewers:
        told = table_told(table, viewer, watching) if told is None else replace(told, you=_you(table, viewer))
        yield told


def table_told(table: Table, viewer: Viewer, watching: int) -> TableTold:
    """The table around the game."""
    made = table.made
    return TableTold(
        id=made.id,
        game=made.game,
        rules=table.rules,
        options=table.options,
        phase=table.phase,
        frozen=table.past is not None,
        seats=[_seat(table, number) for number in range(len(table.seats))],
        you=_you(table, viewer),
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


def _you(table: Table, viewer: Viewer) -> You:
    own = None if viewer.seat is None else table.seats[viewer.seat]
    return You(
        seat=viewer.seat,
        eyes=viewer.eyes,
        host=is_host(table, viewer.visitor),
        muted=sorted(own.muted) if own is not None else [],
        stand_in=own.may_play if own is not None else None,
        credited=own.credited if own is not None and table.tells else None,
        shares=own.shares if own is not None and table.tells and table.phase == OVER else None,
        tale=shared_key(table) if own is not None else None,
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
        writing=pens.moves(table, number),
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
STATE, SINCE, VIEW = b'{"type":"state","version":', b',"since":', b',"view":'
EVENTS = b',"events":[%b],"events_at":'
DECISION, SEALED, WITHOUT_NUMBER = b',"decision":{"id":', b',"sealed":', b'{"id":0'


class Listener(Protocol):
    """Somebody who is sent states."""

    sent: Any
    """The last view they were sent, in parts (`view_cache`); None if it must be a whole one."""
    version: int
    """Its version."""


AnyListener = TypeVar("AnyListener", bound=Listener)
number = lru_cache(8192)(b"%d".__mod__)
"""A number as it is written. The same few come again and again."""


def states_told(
    table: Table, listening: Iterable[tuple[Eyes, Sequence[AnyListener]]], news: Sequence[News]
) -> list[tuple[AnyListener, bytes]]:
    """The game as several viewpoints may see it, each an encoded `State`; nothing before it has begun.

    Built from parts that are encoded once for all: most of what is sent is the same for everybody. Listeners with the
    same eyes who were sent the same before share the bytes.
    """
    if table.play is None:
        return []
    state, views, questions = table.play.state, table.views, table.questions
    views.renew(state, len(table.play.record.entries))
    times, alone, counted, own_events = table.times_told, table.told_alone, table.public_events, table.own_events
    ends = _ends(table.moved)
    public = [body for audience, body in news if audience is None]
    seen, events = len(public), EVENTS % b",".join(public)
    private = seen < len(news)
    told = []
    for eyes, listeners in listening:
        place = -1 if eyes is None else eyes
        asked = _asked(questions[place].decision, table.sealed.get(place)) if place in questions else NOTHING_ASKED
        if private:
            own = [body for audience, body in news if audience is None or eyes in audience]
            seen, events = len(own), EVENTS % b",".join(own)
        if table.clocked:
            ends = b',"clock":%b,"moved":%b}' % (ENCODER.encode(clock.told(table, eyes)), ENCODER.encode(table.moved))
        at, version = number(counted + own_events[place] - seen), times + alone[place]
        view = views.seen(state, eyes)
        since: Any = None
        body = b""
        for listener in listeners:
            if listener.sent is not since or not body:
                since = listener.sent
                changes = None if since is None else views.changes(view, since)
                if changes is None:
                    base, changes = NOTHING, views.whole(view)
                else:
                    base = number(listener.version)
                # Joining is much cheaper than formatting.
                body = b"".join((STATE, number(version), SINCE, base, VIEW, changes, asked, events, at, ends))
            listener.sent, listener.version = view, version
            told.append((listener, body))
    return told


def _asked(decision: Decision, sealed: Data | None) -> bytes:
    """The question to a seat and its sealed answer; nothing if it answered in advance."""
    if decision.standing and sealed is not None:
        return NOTHING_ASKED
    if isinstance(decision, Listed):
        told = _listed(decision.listing, decision.kind, decision.sealed)
    else:
        told = _told(decision.kind, decision.options, decision.data, decision.sealed, decision.listed_all)
    answered = NOTHING if sealed is None else ENCODER.encode(sealed)
    return b"".join((DECISION, number(decision.id), told, SEALED, answered))


@lru_cache(4096)
def _listed(listing: Listing, kind: str, sealed: bool) -> bytes:
    """The same question comes again and again: its options are encoded once."""
    return _told(kind, listing.options(), None, sealed, True)


def _told(kind: str, options: tuple[Answer, ...], data: Any, sealed: bool, listed_all: bool) -> bytes:
    """A question without its number."""
    told = DecisionTold(id=0, kind=kind, options=list(options), data=data, sealed=sealed, listed_all=listed_all)
    return ENCODER.encode(told)[len(WITHOUT_NUMBER) :]


@lru_cache(1024)
def _ends(moved: Moved | None) -> bytes:
    """How a state ends at a table without a clock."""
    return b',"clock":null,"moved":%b}' % ENCODER.encode(moved)


def plain_events(events: Sequence[Event], eyes: Eyes) -> list[Data]:
    """Events as plain messages, without their audience."""
    return [{"kind": event.kind, **event.data} for event in events if event.seen_by(eyes)]


def chat_told(table: Table, viewer: Viewer, lines: Sequence[ChatLine]) -> ChatTold | None:
    """The lines that this viewer wants to read, if any."""
    muted = table.seats[viewer.seat].muted if viewer.seat is not None else set()
    wanted = [line for line in lines if line.seat not in muted]
    return ChatTold(lines=wanted) if wanted else None
