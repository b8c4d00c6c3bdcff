"""How a table without a server is laid, opened again from its rows, and taken along to a server."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

from msgspec.structs import replace

from triclinium.bots import searches, usual_bot
from triclinium.table.alone.table import SOMEBODY, Alone
from triclinium.table.log.rows import ROW
from triclinium.table.play import duties, making, seats
from triclinium.table.play.table import Table
from triclinium.table.play.talk import clean_name
from triclinium.table.play.waking import wake
from triclinium.table.protocol.messages import ClockRule
from triclinium.table.protocol.requests import NewTable, Played, SeatWanted, TakenAlong


def lay(wish: NewTable, now: int) -> Alone:
    """A new table with quick bots: those that search need compiled rules. Raises `Refused`."""
    bots = [SeatWanted(bot=_quick(wish.game, one.bot) if number else None) for number, one in enumerate(wish.seats)]
    wish = replace(wish, seats=bots, sit=True, hints=False, clock=ClockRule())
    making.check(wish)
    made = making.made(wish, making.options_of(making.game_of(wish.game), wish), SOMEBODY, secrets.token_hex(16))
    table = Table(made)
    table.now = now
    table.write(made)
    seats.take_free(table, SOMEBODY, clean_name(wish.name), None, wish.avatar)
    return Alone(table)


def _quick(game: str, wanted: str | None) -> str:
    """The bot that is wanted, or the usual one instead of one that searches."""
    return usual_bot(game) if wanted is None or searches(wanted) else wanted


def open_again(bodies: Sequence[bytes], now: int) -> Alone:
    """A table from the rows that were kept of it."""
    table = wake([ROW.decode(body) for body in bodies])
    duties.resume(table, now)
    return Alone(table, bodies)


def wish_of(alone: Alone) -> NewTable:
    """How a table like this one is wished for."""
    made, seat = alone.table.made, alone.table.seats[alone.seat]
    return NewTable(
        game=made.game,
        seats=[SeatWanted(bot=one.bot) for one in alone.table.seats],
        name=seat.name or "",
        avatar=seat.avatar,
        options=alone.table.options,
        undo=made.undo,
        quick=made.quick,
        language=made.language,
    )


def taken_along(alone: Alone) -> TakenAlong:
    """All that a server needs to go on with this game; it checks everything by the rules."""
    wish = wish_of(alone)
    return TakenAlong(
        game=wish.game,
        rules=alone.table.rules,
        options=wish.options,
        seats=wish.seats,
        name=wish.name,
        avatar=wish.avatar,
        language=wish.language,
        undo=wish.undo,
        quick=wish.quick,
        entries=[Played(seat=entry.seat, answer=entry.answer) for entry in alone.table.entries],
    )
