"""Seats: taking, handing over, watching."""

from __future__ import annotations

from triclinium.bots import bot_names
from triclinium.core.decision import Refused
from triclinium.table.log.rows import (
    Called,
    Credited,
    Left,
    Planned,
    Rematched,
    Sat,
    SeatOpened,
    Subscribed,
    Watched,
)
from triclinium.table.play.capacity import check_rows
from triclinium.table.play.fields import OVER, PLAYING, WAITING, usual_stand_in
from triclinium.table.play.folding import folds
from triclinium.table.play.host import is_host
from triclinium.table.play.links import INVITE, SEAT, SHOULDER, WATCH, linked
from triclinium.table.play.table import Table
from triclinium.table.protocol.messages import Avatar, Eyes

SUBSCRIPTIONS_MOST = 4
BOT_NAMES = ("Livia", "Marcus", "Flavia", "Gaius", "Drusilla", "Titus")


# --- Rights -------------------------------------------------------------------------------------


def eyes_of(table: Table, visitor: str, seat: int | None, shoulder: int | None) -> tuple[int | None, Eyes]:
    """The seat and the viewpoint a visitor may have here, checked for every message. Raises `Refused`."""
    if seat is not None:
        if 0 <= seat < len(table.seats) and has_seat(table, visitor, seat):
            return seat, seat
        raise Refused("refused.no_right")
    own = table.seats_of(visitor)
    if shoulder is not None:
        if shoulder in table.watchers.get(visitor, ()):
            return None, shoulder
        raise Refused("refused.no_right")
    if own:
        return own[0], own[0]
    if visitor in table.watchers or visitor == table.made.host:
        seen = table.watchers.get(visitor, {None})
        return None, None if None in seen else next(iter(seen))
    raise Refused("refused.no_right")


def has_seat(table: Table, visitor: str, number: int) -> bool:
    """Whether a visitor has this seat and has not left it."""
    seat = table.seats[number]
    return seat.visitor == visitor and not seat.left


def may_enter(table: Table, visitor: str) -> bool:
    """Whether a visitor is connected with this table."""
    return visitor == table.made.host or visitor in table.watchers or bool(table.seats_of(visitor))


# --- Sitting down and getting up ----------------------------------------------------------------


def sit(table: Table, visitor: str, name: str, secret: str, wanted: int | None, avatar: Avatar | None = None) -> int:
    """Take a free seat with an invitation, or the seat of a hand-over link."""
    kind, seat = linked(table, secret, INVITE, SEAT)
    if kind == SEAT:
        assert seat is not None
        if table.phase == OVER:
            raise Refused("refused.not_playing")
        if seat not in table.seats_of(visitor) and table.known.get(visitor, set()) - {seat}:
            raise Refused("refused.knows_another_seat")
        table.write(Sat(seat=seat, visitor=visitor, name=name, avatar=avatar))
        return seat
    if table.phase != WAITING:
        raise Refused("refused.not_waiting")
    return take_free(table, visitor, name, wanted, avatar)


def take_free(table: Table, visitor: str, name: str, wanted: int | None, avatar: Avatar | None = None) -> int:
    """Take the wanted seat, or the first free one.

    Somebody who already sits gets another seat only by its number: for friends at the same screen.
    """
    own = table.seats_of(visitor)
    if own and (wanted is None or wanted in own):
        return own[0] if wanted is None else wanted
    free = [number for number, seat in enumerate(table.seats) if seat.bot is None and seat.visitor is None]
    if wanted is not None and wanted not in free:
        raise Refused("refused.seat_taken")
    if not free:
        raise Refused("refused.table_full")
    seat = free[0] if wanted is None else wanted
    table.write(Sat(seat=seat, visitor=visitor, name=name, avatar=avatar))
    return seat


def call_me(table: Table, seat: int, name: str, avatar: Avatar | None) -> None:
    """Before the game a person may change their name and picture; during it, nobody is to be mistaken for another."""
    if table.phase != WAITING:
        raise Refused("refused.not_waiting")
    state = table.seats[seat]
    if (state.name, state.avatar) != (name, avatar):
        table.write(Called(seat=seat, name=name, avatar=avatar))


def credit(table: Table, seat: int, on: bool) -> None:
    """A person agrees to be named in the book, or takes it back: that is always possible."""
    if not table.tells:
        raise Refused("refused.no_story")
    if table.seats[seat].credited != on:
        if on:
            check_rows(table)
        table.write(Credited(seat=seat, on=on))


def watch(table: Table, visitor: str, secret: str) -> Eyes:
    """Watch with a spectator link: the public view, or a consenting seat's."""
    _, seat = linked(table, secret, WATCH, SHOULDER)
    if table.seats_of(visitor):
        raise Refused("refused.seated")
    if seat not in table.watchers.get(visitor, ()):
        table.write(Watched(visitor=visitor, eyes=seat))
    return seat


def plan(table: Table, visitor: str, seat: int, bot: str | None) -> None:
    """The host gives a free seat to a bot, or takes it back."""
    _host_while_waiting(table, visitor, seat)
    if table.made.lesson:
        raise Refused("refused.lesson_alone")
    if table.seats[seat].visitor is not None:
        raise Refused("refused.seat_taken")
    if bot is not None and bot not in bot_names(table.made.game):
        raise Refused("refused.no_such_bot")
    table.write(Planned(seat=seat, bot=bot))


def dismiss(table: Table, visitor: str, seat: int) -> None:
    """The host frees a seat before the game."""
    _host_while_waiting(table, visitor, seat)
    if table.seats[seat].visitor is None:
        raise Refused("refused.seat_unknown")
    table.write(Left(seat=seat))


def _host_while_waiting(table: Table, visitor: str, seat: int) -> None:
    if not is_host(table, visitor):
        raise Refused("refused.not_host")
    if table.phase != WAITING:
        raise Refused("refused.not_waiting")
    if not 0 <= seat < len(table.seats):
        raise Refused("refused.seat_unknown")


def note_known(table: Table) -> None:
    """Once there are secrets, remember who has seen whose: they may not take another seat, even after leaving."""
    if table.phase not in (PLAYING, OVER):
        return
    for number, seat in enumerate(table.seats):
        if seat.visitor is not None:
            table.known.setdefault(seat.visitor, set()).add(number)
    for visitor, eyes in table.watchers.items():
        table.known.setdefault(visitor, set()).update(seat for seat in eyes if seat is not None)


# --- Folds --------------------------------------------------------------------------------------


@folds(Sat)
def _sat(table: Table, row: Sat) -> None:
    seat = table.seats[row.seat]
    if seat.visitor != row.visitor:
        seat.sockets, seat.absent_since = 0, table.now
        seat.subscriptions = []
        seat.muted = set()
        seat.hushed = None
        seat.may_play = usual_stand_in(table.game)
        seat.credited = seat.shares = False
    seat.visitor, seat.name, seat.avatar = row.visitor, row.name or None, row.avatar
    seat.stand_in = None
    seat.left = seat.opened = False
    seat.seen_at = table.now
    if table.phase == WAITING:
        seat.commitment = None
    # A hand-over link works once, and whoever looked over the old owner's shoulder must ask the new one.
    table.links = {
        key: (kind, number)
        for key, (kind, number) in table.links.items()
        if not (number == row.seat and kind in (SEAT, SHOULDER))
    }
    for eyes in table.watchers.values():
        eyes.discard(row.seat)
    table.watchers = {visitor: eyes for visitor, eyes in table.watchers.items() if eyes and visitor != row.visitor}
    note_known(table)
    table.changed = True


@folds(Called)
def _called(table: Table, row: Called) -> None:
    seat = table.seats[row.seat]
    seat.name, seat.avatar = row.name or None, row.avatar
    table.changed = True


@folds(Credited)
def _credited(table: Table, row: Credited) -> None:
    table.seats[row.seat].credited = row.on
    table.changed_for.add(row.seat)


@folds(Watched)
def _watched(table: Table, row: Watched) -> None:
    table.watchers.setdefault(row.visitor, set()).add(row.eyes)
    note_known(table)
    table.changed = True


@folds(Planned)
def _planned(table: Table, row: Planned) -> None:
    seat = table.seats[row.seat]
    seat.bot = row.bot
    seat.name = None if row.bot is None else BOT_NAMES[row.seat % len(BOT_NAMES)]
    table.changed = True


@folds(SeatOpened)
def _seat_opened(table: Table, row: SeatOpened) -> None:
    table.seats[row.seat].opened = True
    table.changed = True


@folds(Subscribed)
def _subscribed(table: Table, row: Subscribed) -> None:
    seat = table.seats[row.seat]
    kept = [one for one in seat.subscriptions if one[0] != row.kind or one[1] != row.target]
    if row.target:
        kept.append((row.kind, row.target, row.language))
    else:
        kept = [one for one in seat.subscriptions if one[0] != row.kind]
    seat.subscriptions = kept[-SUBSCRIPTIONS_MOST:]


@folds(Rematched)
def _rematched(table: Table, row: Rematched) -> None:
    table.rematch = row.table
    table.changed = True
