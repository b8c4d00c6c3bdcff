"""Who has the host's rights."""

from __future__ import annotations

from triclinium.table.log.visitors import GONE
from triclinium.table.play.absence import LONG
from triclinium.table.play.table import Table


def host_of(table: Table) -> str:
    """The one visitor with the host's rights: whoever made the table, as long as they sit or are present.

    If they have no seat and are away for ten minutes, the rights pass to the first person with a seat, until they
    return.
    """
    made = table.made.host
    seated = table.people
    if not seated or table.seats_of(made) or table.host_sockets:
        return made
    if table.now < table.host_absent_since + LONG and not made.startswith(GONE):
        return made
    return table.seats[seated[0]].visitor or made


def is_host(table: Table, visitor: str) -> bool:
    return visitor == host_of(table)
