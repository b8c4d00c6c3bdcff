"""Who is present, who is away and for how long, and what follows: stand-ins, abandoned seats, the host's rights.

Presence is in no row. That a bot stands in is, and so is the last message of a seat.
"""

from __future__ import annotations

from triclinium.bots import bot_names
from triclinium.core.decision import Refused
from triclinium.core.game import EndsForLeavers
from triclinium.table.log.rows import Left, Seen, StandInChosen, StoodIn
from triclinium.table.play.clock import DAY
from triclinium.table.play.fields import PLAYING, WAITING, usual_stand_in
from triclinium.table.play.folding import folds
from triclinium.table.play.pieces import SeatState
from triclinium.table.play.table import Table
from triclinium.table.protocol.messages import Data

LONG = 600_000
"""Milliseconds after which an absence is long, in a game of one evening."""
SEEN_EVERY = 6 * 3_600_000
"""How often, in milliseconds, it is recorded that somebody is present: in slow games days of absence count."""
SILENCE = "silence"
"""Stands in if no bot may: gives the answer that silence means in the rules."""


# --- Coming and going ---------------------------------------------------------------------------


def arrive(table: Table, visitor: str, seat: int | None) -> None:
    """A socket has opened. A person gets the seat back at once: the bot hands over, and the seat is no longer open."""
    table.calm = None
    if visitor == table.made.host:
        table.host_sockets += 1
    if seat is None:
        table.changed = True
        return
    state = table.seats[seat]
    state.sockets += 1
    if state.sockets == 1:
        table.changed = True
    if not state.left and (state.stand_in is not None or state.opened or _is_proposed(table, seat)):
        table.write(StoodIn(seat=seat))
    _note_seen(table, seat)


def is_beside(seat: SeatState) -> bool:
    """Whether somebody stands in for a person who is present, or their seat is open, because their return could not be
    stored.
    """
    return seat.sockets > 0 and not seat.left and (seat.stand_in is not None or seat.opened)


def hand_back(table: Table) -> None:
    """Return the seats of those who are present, if that is still to be done."""
    for number, seat in enumerate(table.seats):
        if is_beside(seat):
            table.write(StoodIn(seat=number))


def _is_proposed(table: Table, seat: int) -> bool:
    return any(proposal.what == "seat" and proposal.seat == seat for proposal in table.proposals.values())


def _note_seen(table: Table, seat: int) -> None:
    if table.phase == PLAYING and table.now - table.seats[seat].seen_at >= SEEN_EVERY:
        table.write(Seen(seat=seat))


def depart(table: Table, visitor: str, seat: int | None) -> None:
    """A socket has closed. One of a former owner says nothing about the present owner."""
    table.calm = None
    if visitor == table.made.host:
        table.host_sockets = max(0, table.host_sockets - 1)
        if not table.host_sockets:
            table.host_absent_since = table.now
    if seat is None:
        table.changed = True
        return
    state = table.seats[seat]
    if state.visitor != visitor:
        return
    state.sockets = max(0, state.sockets - 1)
    if state.sockets == 0:
        state.absent_since = table.now
        table.changed = True
        _note_seen(table, seat)


def everybody_is_away(table: Table) -> None:
    """After a restart the server has seen nobody yet."""
    for seat in table.seats:
        seat.absent_since = table.now
    table.host_absent_since = table.now


# --- For how long -------------------------------------------------------------------------------


def away_for(table: Table, seat: int) -> int:
    """How many milliseconds somebody has been away without a break; 0 if present."""
    state = table.seats[seat]
    return 0 if state.sockets else table.now - state.absent_since


def is_long_away(table: Table, seat: int) -> bool:
    """Whether somebody has been away for long: ten minutes, or days if a move takes days."""
    return long_away_at(table, seat) <= table.now and not table.seats[seat].sockets


def long_away_at(table: Table, seat: int) -> int:
    """When an absence becomes long."""
    state = table.seats[seat]
    wait = table.made.wait
    if table.made.clock.kind == "days" or wait is None:
        return max(state.absent_since + LONG, state.seen_at + patience(table))
    return state.absent_since + max(LONG, wait * 1000)


def patience(table: Table) -> int:
    """Milliseconds without a sign of life after which others may go on without somebody: a day, or a whole move."""
    rule = table.made.clock
    return max(1, rule.amount if rule.kind == "days" else 0) * DAY


def is_gone(table: Table, seat: int) -> bool:
    """Whether the others may end the game without this person: away, and not seen for a day or a whole move."""
    return away_for(table, seat) >= LONG and table.now - table.seats[seat].seen_at >= patience(table)


def is_abandoned(table: Table, seat: int) -> bool:
    """Whether the others may agree to hand this seat on."""
    state = table.seats[seat]
    return state.person and (state.left or state.stand_in is not None or is_long_away(table, seat))


# --- Who plays ----------------------------------------------------------------------------------


def take_over_at(table: Table, seat: int) -> int | None:
    """When somebody stands in for an absent person.

    Whether the seat owes an answer must not matter: in a sealed window that would reveal who does.
    """
    state = table.seats[seat]
    if table.made.wait is None or not state.person or state.stand_in is not None or state.sockets:
        return None
    if table.phase != PLAYING or table.resting:
        return None
    return state.absent_since + table.made.wait * 1000


def take_over(table: Table, seat: int) -> None:
    """The bot that the person has allowed stands in, or silence does."""
    table.write(StoodIn(seat=seat, bot=table.seats[seat].may_play or SILENCE))


def choose_stand_in(table: Table, seat: int, bot: str | None) -> None:
    """A person chooses the bot that may play for them while they are away, or none."""
    if bot is not None and bot not in bot_names(table.made.game):
        raise Refused("refused.no_such_bot")
    if table.seats[seat].may_play != bot:
        table.write(StandInChosen(seat=seat, bot=bot))


def answer_of_silence(table: Table, seat: int) -> Data:
    """The answer for a seat that nobody may speak for. Somebody who left for good ends, if the rules allow it."""
    decision = table.questions[seat].decision
    if table.seats[seat].left and isinstance(table.game, EndsForLeavers):
        farewell = table.game.farewell(decision)
        if farewell is not None:
            return farewell
    return table.game.fallback(decision)


# --- The host -----------------------------------------------------------------------------------


def is_calm(table: Table) -> bool:
    """Whether every seat has its person here and the host is present: then time alone changes nothing."""
    if table.calm is None:
        table.calm = table.host_sockets > 0 and all(
            seat.sockets > 0 and seat.player is None and not (seat.opened or seat.left) for seat in table.seats
        )
    return table.calm


def changes_at(table: Table) -> list[int]:
    """When seats become abandoned, or the host's rights pass on, if nobody comes. Matters to those who are present."""
    if not any(seat.sockets for seat in table.seats):
        return []
    times = [
        long_away_at(table, number)
        for number, seat in enumerate(table.seats)
        if seat.person and not seat.sockets and seat.stand_in is None and table.phase != WAITING
    ]
    return times if table.host_sockets else [*times, table.host_absent_since + LONG]


@folds(StoodIn)
def _stood_in(table: Table, row: StoodIn) -> None:
    seat = table.seats[row.seat]
    seat.stand_in = row.bot
    if row.bot is None:
        seat.seen_at = table.now
        if seat.opened:
            seat.opened = False
            table.links = {key: link for key, link in table.links.items() if link != ("seat", row.seat)}
        for number, proposal in list(table.proposals.items()):
            if proposal.what == "seat" and proposal.seat == row.seat:
                del table.proposals[number]
    table.changed = True


@folds(Seen)
def _seen(table: Table, row: Seen) -> None:
    table.seats[row.seat].seen_at = table.now


@folds(StandInChosen)
def _stand_in_chosen(table: Table, row: StandInChosen) -> None:
    table.seats[row.seat].may_play = row.bot
    table.changed_for.add(row.seat)


@folds(Left)
def _left(table: Table, row: Left) -> None:
    seat = table.seats[row.seat]
    if table.phase == WAITING:
        seat.visitor = seat.name = seat.avatar = seat.commitment = None
        seat.may_play = usual_stand_in(table.game)
        seat.credited = False
    else:
        seat.left = True
        seat.shares = False
        ends = isinstance(table.game, EndsForLeavers)
        seat.stand_in = SILENCE if ends else seat.may_play or SILENCE
    table.changed = True
