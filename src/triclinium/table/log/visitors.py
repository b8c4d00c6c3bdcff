"""The visitors connected with a table, as its rows say, and other names under which a store finds it."""

from __future__ import annotations

import hashlib

from triclinium.table.log.rows import Created, Sat, Shared, Watched

VISITS = (Sat, Watched, Created)
"""The rows that connect a visitor with a table."""
NAMES = (*VISITS, Shared)
"""The rows from which on a store finds a table under one more name."""


GONE = "gone-"
"""The prefix of the random name that replaces a deleted visitor."""


def branches_of(table: str) -> str:
    """The name under which a store finds the branches of a table, as it finds the tables of a visitor."""
    return f"branches of {table}"


def tale_of(key: str) -> str:
    """The name under which a store finds the table whose story is shared by this key."""
    return f"tale {hashlib.sha256(key.encode()).hexdigest()[:32]}"


def people_of(row: Sat | Watched | Created) -> set[str]:
    """The visitors connected with a table from this row on."""
    if isinstance(row, Created):
        found = {row.host, *(plan.visitor for plan in row.seats if plan.visitor)}
    else:
        found = {row.visitor}
    return {visitor for visitor in found if not visitor.startswith(GONE)}


def names_of(row: Sat | Watched | Created | Shared) -> set[str]:
    """The names under which a store finds a table from this row on."""
    if isinstance(row, Shared):
        return {tale_of(row.key)} if row.key else set()
    if isinstance(row, Created):
        origin = set() if row.branch_of is None else {branches_of(row.branch_of)}
        return people_of(row) | origin
    return people_of(row)
