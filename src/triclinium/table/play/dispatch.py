"""Where messages reach the table: each is checked against the sender's rights, then turned into rows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from triclinium.core.decision import Refused
from triclinium.table.log.rows import Left, Notified
from triclinium.table.play import (
    absence,
    capacity,
    consent,
    lessons,
    luck,
    pens,
    rest,
    seats,
    sharing,
    talk,
    turn,
)
from triclinium.table.play.broadcast import Viewer
from triclinium.table.play.folding import folds
from triclinium.table.play.table import Table
from triclinium.table.play.turn import Stale
from triclinium.table.play.waking import note_upgrade
from triclinium.table.protocol.messages import (
    Ack,
    Agree,
    Answer,
    CallMe,
    Chat,
    CreditMe,
    Dismiss,
    Hush,
    Leave,
    Lift,
    Mute,
    NotReady,
    Pause,
    Plan,
    Propose,
    React,
    Reading,
    Ready,
    Refusal,
    Resync,
    Reveal,
    ShareTale,
    StandIn,
    Undo,
    Up,
    Veil,
    Writing,
    refusal,
)


def take(table: Table, viewer: Viewer, message: Up, now: int) -> Ack | Refusal | Resync:
    """Handle a message of somebody whose rights have been checked; returns the reply to the sender."""
    table.now = max(table.now, now)
    nonce = message.nonce
    if table.remembers(viewer.seat, nonce):
        return Ack(nonce=nonce)
    if viewer.seat is None and not isinstance(message, Plan | Dismiss | Hush):
        return Refusal(nonce=nonce, key="refused.not_seated")
    if table.refusals and viewer.seat is not None:
        before = table.refusals.get(viewer.seat, {}).get(nonce)
        if before is not None:
            return before
    if table.upgraded_from is not None:
        note_upgrade(table)
    table.stamp = (viewer.seat, nonce)
    reply: Ack | Refusal | Resync = Ack(nonce=nonce)
    try:
        if type(message) not in ALWAYS_TAKEN:
            capacity.check_rows(table)
        ACTS[type(message)](table, viewer, message)
    except Stale:
        reply = Resync(nonce=nonce, key="refused.stale")
    except Refused as refused:
        reply = refusal(nonce, refused)
    finally:
        table.stamp = None
    if viewer.seat is not None and not isinstance(reply, Ack):
        table.remember_refusal(viewer.seat, reply)
    return reply


def _answer(table: Table, viewer: Viewer, message: Answer) -> None:
    seat = viewer.seat
    assert seat is not None, "checked when the message came"
    if table.tells:
        capacity.check_words(table, message.answer)
    turn.answer(table, seat, message.decision, message.answer, "person")
    if table.pens:
        pens.put_down(table, seat)


def _propose(table: Table, viewer: Viewer, message: Propose) -> None:
    consent.propose(table, _seat(viewer), message.what, message.seat)


def _agree(table: Table, viewer: Viewer, message: Agree) -> None:
    consent.agree(table, _seat(viewer), message.proposal, message.yes)


def _call_me(table: Table, viewer: Viewer, message: CallMe) -> None:
    seats.call_me(table, _seat(viewer), talk.clean_name(message.name), message.avatar)


def _leave(table: Table, viewer: Viewer, message: Leave) -> None:
    table.write(Left(seat=_seat(viewer)))
    consent.settle(table)


def _plan(table: Table, viewer: Viewer, message: Plan) -> None:
    seats.plan(table, viewer.visitor, message.seat, message.bot)
    luck.gather(table)


def _seat(viewer: Viewer) -> int:
    assert viewer.seat is not None, "checked when the message came"
    return viewer.seat


ACTS: dict[type[Up], Callable[[Table, Viewer, Any], None]] = {
    Ready: lambda table, viewer, message: luck.ready(table, _seat(viewer), message.commitment),
    NotReady: lambda table, viewer, message: luck.ready(table, _seat(viewer), None),
    Reveal: lambda table, viewer, message: luck.reveal(table, _seat(viewer), message.value),
    Answer: _answer,
    Undo: lambda table, viewer, message: consent.undo(table, _seat(viewer)),
    Propose: _propose,
    Agree: _agree,
    Pause: lambda table, viewer, message: rest.pause(table),
    Veil: lambda table, viewer, message: rest.veil(table),
    Lift: lambda table, viewer, message: rest.lift(table, _seat(viewer)),
    StandIn: lambda table, viewer, message: absence.choose_stand_in(table, _seat(viewer), message.bot),
    CreditMe: lambda table, viewer, message: seats.credit(table, _seat(viewer), message.on),
    ShareTale: lambda table, viewer, message: sharing.share(table, _seat(viewer), message.on),
    Chat: lambda table, viewer, message: talk.chat(table, _seat(viewer), message.text),
    React: lambda table, viewer, message: talk.react(table, _seat(viewer), message.sign),
    CallMe: _call_me,
    Reading: lambda table, viewer, message: lessons.reading(table, _seat(viewer), message.on),
    Writing: lambda table, viewer, message: pens.writing(table, _seat(viewer), message.on),
    Mute: lambda table, viewer, message: talk.mute(table, _seat(viewer), message.seat, message.on),
    Hush: lambda table, viewer, message: talk.hush(table, viewer.visitor, message.seat, message.on, message.reason),
    Plan: _plan,
    Leave: _leave,
    Dismiss: lambda table, viewer, message: seats.dismiss(table, viewer.visitor, message.seat),
}
"""The function for each message."""
ALWAYS_TAKEN = (Answer, Agree, Veil, Lift, Leave, CreditMe, ShareTale)
"""What a game needs in order to go on and end, or a person in order to stop or leave."""


@folds(Notified)
def _notified(table: Table, row: Notified) -> None:
    table.seats[row.seat].notified = row.decision
