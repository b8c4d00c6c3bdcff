"""Pause and veil: anybody stops the table at once, and nothing reveals who (BC-23).

Nothing stored names who stopped it, and who wants to go on is not stored at all: that is known only while the server
runs. Clocks stand still meanwhile.
"""

from __future__ import annotations

from triclinium.core.decision import Refused
from triclinium.table.log.kept import NOTHING_TOLD
from triclinium.table.log.rows import Paused, Resumed, Veiled
from triclinium.table.play import clock, turn
from triclinium.table.play.fields import PLAYING
from triclinium.table.play.folding import folds
from triclinium.table.play.table import Table

LIFTED_BY_TWO_AFTER = 600_000
"""Milliseconds after which any two people can end a stop; before that it takes everybody."""
LIFTERS = 2


def pause(table: Table) -> None:
    """Pause the table. If it is paused already, nothing changes: nobody can delay the end of a stop with another
    one.
    """
    _stop(table, Paused(), table.resting)


def veil(table: Table) -> None:
    """Stop on every screen at once."""
    _stop(table, Veiled(), table.veiled)


def _stop(table: Table, row: Paused | Veiled, stopped: bool) -> None:
    if table.phase != PLAYING:
        raise Refused("refused.not_playing")
    table.forget_sender()
    if not stopped:
        table.write(row)


def lift(table: Table, seat: int) -> None:
    """A seat is ready to go on. Everybody is told how many are, never who."""
    if not table.resting:
        raise Refused("refused.not_resting")
    table.forget_sender()
    table.lifting.add(seat)
    table.changed = True
    _go_on_if_enough(table)


def lift_with(table: Table, seats: frozenset[int], stop: int) -> None:
    """Seats at other nodes are ready to go on after this stop."""
    if table.resting and stop == table.stopped_at and not seats <= table.lifting:
        table.lifting |= seats
        table.changed = True
        _go_on_if_enough(table)


def _go_on_if_enough(table: Table) -> None:
    if len(table.lifting) >= lifters(table):
        table.write(Resumed())
        turn.open_sealed(table)


def lifters(table: Table) -> int:
    """How many it takes to go on: all who were present when the table stopped; after ten minutes any two.

    Somebody who closed the page since is waited for until then. Somebody who is alone goes on alone.
    """
    everybody = sum(table.seats[seat].stand_in is None for seat in table.people)
    if table.now < two_lift_at(table):
        return everybody
    here = sum(table.seats[seat].sockets > 0 for seat in table.people)
    return min(LIFTERS, here, everybody)


def two_lift_at(table: Table) -> int:
    """When two are enough."""
    return table.stopped_at + LIFTED_BY_TWO_AFTER


@folds(Paused)
def _paused(table: Table, row: Paused) -> None:
    clock.rest(table)
    table.paused = table.resting = True
    _stopped(table)


@folds(Veiled)
def _veiled(table: Table, row: Veiled) -> None:
    clock.rest(table)
    table.veiled = table.resting = True
    _stopped(table)


def _stopped(table: Table) -> None:
    table.stopped_at = table.now
    table.lifting = set()
    table.changed = True
    table.tell(NOTHING_TOLD)


@folds(Resumed)
def _resumed(table: Table, row: Resumed) -> None:
    table.paused = table.veiled = table.resting = False
    table.lifting = set()
    clock.go_on(table)
    table.changed = True
    table.tell(NOTHING_TOLD)
