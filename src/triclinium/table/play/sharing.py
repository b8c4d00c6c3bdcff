"""A finished story shared by a link: by the consent of everybody who told something, each for their own seat.

Bots need not be asked. Somebody who has left, was replaced or had their data deleted counts as a no: a yes that can no
longer be taken back is none. So does somebody who told the beginning of a branched story and does not sit here.
"""

from __future__ import annotations

from triclinium.core.decision import Refused
from triclinium.core.game import BindsBook
from triclinium.table.log.rows import Shared
from triclinium.table.play.capacity import check_rows
from triclinium.table.play.fields import OVER
from triclinium.table.play.folding import folds
from triclinium.table.play.links import fresh_secret
from triclinium.table.play.table import Table


def share(table: Table, seat: int, on: bool) -> None:
    """A person agrees that the story is shared, or takes it back: that is always possible."""
    if not isinstance(table.game, BindsBook):
        raise Refused("refused.no_story")
    if table.seats[seat].shares == on:
        return
    if on:
        if table.phase != OVER:
            raise Refused("refused.not_over")
        check_rows(table)
    complete = on and _all_agree(table, seat)
    table.write(Shared(seat=seat, on=on, key=fresh_secret() if complete else ""))


def shared_key(table: Table) -> str | None:
    """The key of the link to the story, while everybody agrees."""
    return table.tale_key if table.tale_key is not None and _all_agree(table) else None


def _all_agree(table: Table, *more: int) -> bool:
    """Whether everybody who told something agrees, with the yes of these seats added."""
    yes = {
        (seat.visitor, number)
        for number, seat in enumerate(table.seats)
        if (seat.shares or number in more) and not seat.left and seat.visitor is not None
    }
    before = {teller for teller in table.made.tellers if teller}
    return table.tellers <= yes and before <= {visitor for visitor, _ in yes}


@folds(Shared)
def _shared(table: Table, row: Shared) -> None:
    table.seats[row.seat].shares = row.on
    before = table.tale_key
    if row.key or not row.on:
        table.tale_key = row.key or None
    if table.tale_key != before:
        table.changed = True
    else:
        table.changed_for.add(row.seat)
