"""Whom a table has to do with, as its rows tell."""

from __future__ import annotations

from triclinium.table.log.rows import Created, Sat, Watched

VISITS = (Sat, Watched, Created)
"""The rows that give a visitor something to do with a table."""


GONE = "gone-"
"""How the name begins that stands for a visitor who had everything of theirs deleted; the rest is random."""


def branches_of(table: str) -> str:
    """The name under which a store finds the tables branched off one, as it finds those of a visitor."""
    return f"branches of {table}"


def people_of(row: Sat | Watched | Created) -> set[str]:
    """The visitors who have to do with a table from this row on."""
    if isinstance(row, Created):
        found = {row.host, *(plan.visitor for plan in row.seats if plan.visitor)}
    else:
        found = {row.visitor}
    return {visitor for visitor in found if not visitor.startswith(GONE)}


def visitors_of(row: Sat | Watched | Created) -> set[str]:
    """Under which names a store is to find a table from this row on."""
    if isinstance(row, Created):
        origin = set() if row.branch_of is None else {branches_of(row.branch_of)}
        return people_of(row) | origin
    return people_of(row)
