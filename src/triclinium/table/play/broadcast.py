"""What each viewer is told of the table around the game; `states` is what they are told of the game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from triclinium.bots import usual_bot
from triclinium.bots.hints import gives_hints
from triclinium.core.event import Event
from triclinium.table.play import pens
from triclinium.table.play.absence import is_abandoned
from triclinium.table.play.consent import voters
from triclinium.table.play.fields import OVER, WAITING
from triclinium.table.play.host import is_host
from triclinium.table.play.luck import table_commitment
from triclinium.table.play.rest import lifters
from triclinium.table.play.sharing import shared_key
from triclinium.table.play.table import Table
from triclinium.table.protocol.messages import (
    ChatLine,
    ChatTold,
    Data,
    Eyes,
    LuckTold,
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


def plain_events(events: Sequence[Event], eyes: Eyes) -> list[Data]:
    """Events as plain messages, without their audience."""
    return [{"kind": event.kind, **event.data} for event in events if event.seen_by(eyes)]


def chat_told(table: Table, viewer: Viewer, lines: Sequence[ChatLine]) -> ChatTold | None:
    """The lines that this viewer wants to read, if any."""
    muted = table.seats[viewer.seat].muted if viewer.seat is not None else set()
    wanted = [line for line in lines if line.seat not in muted]
    return ChatTold(lines=wanted) if wanted else None
