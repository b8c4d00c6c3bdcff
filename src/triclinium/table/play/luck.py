"""Fair luck: all commit, all show, and only then the cards are dealt. A share not shown in time counts as zeros."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from triclinium.core.decision import Refused
from triclinium.core.fairness import CONTRIBUTION_BYTES, Contribution, Pledge, commitment, lesson_luck, seat_label
from triclinium.core.play import Play
from triclinium.core.record import Record
from triclinium.table.log.kept import Told, keep
from triclinium.table.log.rows import Created, Dealt, Gathered, Readied, Revealed
from triclinium.table.play.again import again, counted
from triclinium.table.play.fields import GATHERING, OVER, PLAYING, WAITING
from triclinium.table.play.folding import folds
from triclinium.table.play.lessons import wait_for_reader
from triclinium.table.play.seats import note_known
from triclinium.table.play.table import Table

SHOW_WITHIN = 10_000
"""How many milliseconds there are to show one's share once all have committed."""
WITHHELD = bytes(CONTRIBUTION_BYTES)


def table_commitment(made: Created) -> str:
    """What a new table publishes about its secret."""
    return commitment("table", made.id, bytes.fromhex(made.secret))


def ready(table: Table, seat: int, promise: str | None) -> None:
    """A seat is ready, or no longer. Repeating it, even late, changes nothing."""
    if table.phase != WAITING and promise is not None and table.seats[seat].commitment == promise:
        return
    if table.phase != WAITING:
        raise Refused("refused.not_waiting")
    if table.seats[seat].commitment != promise:
        table.write(Readied(seat=seat, commitment=promise))
    gather(table)


def gather(table: Table) -> None:
    """When every seat is taken and every person ready, ask for the shares."""
    if table.phase != WAITING:
        return
    if any(seat.bot is None and (seat.visitor is None or seat.commitment is None) for seat in table.seats):
        return
    shares = []
    for number, seat in enumerate(table.seats):
        if seat.bot is not None:
            share = Contribution.fresh(table.made.id, number)
            shares.append((number, share.commitment, share.value.hex()))
    table.write(Gathered(shares=shares))
    deal(table)


def reveal(table: Table, seat: int, value: str) -> None:
    """A seat shows its share, which must match the commitment. Showing it again changes nothing."""
    if table.seats[seat].value == value:
        return
    if table.phase != GATHERING or table.seats[seat].value is not None:
        raise Refused("refused.not_waiting")
    if commitment(seat_label(seat), table.made.id, bytes.fromhex(value)) != table.seats[seat].commitment:
        raise Refused("refused.wrong_share")
    table.write(Revealed(seat=seat, value=value))
    deal(table)


def showing_ends(table: Table) -> int | None:
    """When shares that are not shown yet count as zeros."""
    return table.gathered_at + SHOW_WITHIN if table.phase == GATHERING else None


def deal(table: Table) -> None:
    """Begin the game when all shares are shown, or their time is over."""
    ends = showing_ends(table)
    if ends is None or (any(seat.value is None for seat in table.seats) and table.now < ends):
        return
    _begin(table)
    play, luck = table.play, table.luck
    assert play is not None
    assert luck is not None
    at = len(play.record.entries)
    events = play.draw(luck)
    told = keep(play, at, events, [entry.answer for entry in play.record.entries[at:]])
    table.write(Dealt(draws=told.draws, told=told.kept), told)


def _begin(table: Table) -> None:
    """Set up the game with the luck of all shares."""
    pledge = _draw_up(table)
    if table.begun is not None:
        table.play, table.event_counts = table.begun.play, list(table.begun.event_counts)
        table.begun = None
    else:
        _begin_anew(table, pledge)
    table.phase = PLAYING
    note_known(table)
    table.began_at = table.now
    table.changed = True


def _draw_up(table: Table) -> Pledge | None:
    """Set the luck of a table to that of all shares; returns the pledge that verifies it, if one does."""
    made = table.made
    shares = tuple(
        Contribution(seat.commitment or "", WITHHELD if seat.value is None else bytes.fromhex(seat.value))
        for seat in table.seats
    )
    pledge = Pledge(made.id, table_commitment(made), shares, bytes.fromhex(made.secret))
    chosen = made.lesson_luck
    table.luck = pledge.luck() if chosen is None else lesson_luck(made.game, chosen)
    # What was played before the table was made had another luck, and that of a lesson may be chosen: no pledge could
    # verify it.
    return None if made.branch_of or made.entries or chosen is not None else pledge


def record_of(table: Table, pledge: Pledge | None) -> Record:
    """The record of a game before its first answer."""
    return Record(table.made.game, table.rules, len(table.seats), table.options, [], pledge)


def take_up(table: Table, play: Callable[[Record], Play[Any]]) -> None:
    """Go on with a game that began earlier, from its bare record."""
    table.play = play(record_of(table, _draw_up(table)))


def _begin_anew(table: Table, pledge: Pledge | None) -> None:
    made = table.made
    if table.past is not None:
        table.past.pledge = pledge
    else:
        table.play = Play(table.game, record_of(table, pledge))
    if made.entries:
        told = again(table, 0, made.entries, [], made.told)
        table.event_counts = counted((audience for audience, _ in told.news), len(table.seats))


@folds(Readied)
def _readied(table: Table, row: Readied) -> None:
    table.seats[row.seat].commitment = row.commitment
    table.changed = True


@folds(Gathered)
def _gathered(table: Table, row: Gathered) -> None:
    for seat, promise, value in row.shares:
        table.seats[seat].commitment = promise
        table.seats[seat].value = value
    table.phase = GATHERING
    table.gathered_at = table.now
    table.changed = True


@folds(Revealed)
def _revealed(table: Table, row: Revealed) -> None:
    table.seats[row.seat].value = row.value
    table.changed = True


@folds(Dealt)
def _dealt(table: Table, row: Dealt, told: Told | None = None) -> None:
    if told is None:
        _begin(table)
        told = again(table, table.rows, [], row.draws, row.told)
    table.ask_now()
    if table.play is not None and not table.questions:  # a finished game was taken along
        table.phase = OVER
    if table.made.lesson:
        wait_for_reader(table)
    table.tell(told)
