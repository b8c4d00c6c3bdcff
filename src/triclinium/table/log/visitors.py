"""The visitors connected with a table, as its rows say."""

from __future__ import annotations

from triclinium.table.log.rows import Created, Sat, Watched

VISITS = (Sat, Watched, Created)
"""The rows that connect a visitor with a table."""


GONE = "gone-"
"""The prefix of the random name that replaces a deleted visitor."""


def branches_of(table: str) -> str:
    """The name under which a store finds the branches of a table, as it finds the tables of a visitor."""
    return f"branches of {table}"


def people_of(row: Sat | Watched | Created) -> set[str]:
    """The visitors connected with a table from this row on."""
    if isinstance(row, Created):
        found = {row.host, *(plan.visitor for plan in row.seats if plan.visitor)}
    else:
        found = {row.visitor}
    return {visitor for visitor in found if not visitor.startswith(GONE)}


def visitors_of(row: Sat | Watched | Created) -> set[str]:
    """The names under which a store finds a table from this row on."""
    if isinstance(row, Created):
        origin = set() if row.branch_of is None else {branches_of(row.branch_of)}
        return people_of(row) | origin
    return people_of(row)
