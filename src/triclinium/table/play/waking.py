"""Build a table from its rows.

A table names the version of its rules. If this program has another version, the table is replayed under it: if
everything happens as before, it goes on; if not, it is frozen and only read.
"""

from __future__ import annotations

from collections.abc import Sequence

from triclinium.core.game import Options
from triclinium.games import game_named
from triclinium.table.log.counting import taken_back
from triclinium.table.log.rows import Created, Row, Upgraded
from triclinium.table.play.again import check_position
from triclinium.table.play.fields import FROZEN, OVER, PLAYING
from triclinium.table.play.folding import folds
from triclinium.table.play.pieces import Comparison, Past
from triclinium.table.play.table import Table


def wake(rows: Sequence[Row]) -> Table:
    """Raises whatever a row causes that the rules of its own version refuse."""
    made = rows[0]
    assert isinstance(made, Created), "a table's first row makes it"
    version, today = rules_of(rows), game_named(made.game).info.rules_version
    if version == today:
        table = Table(made)
        table.options = options_of(made, version)
        return _folded(table, rows, today)
    try:
        return _upgraded(made, rows, version, today)
    except Exception:
        # Whatever today's rules fail on: these rows are not theirs.
        return _frozen(made, rows, version)


def rules_of(rows: Sequence[Row]) -> int:
    made = rows[0]
    assert isinstance(made, Created), "a table's first row makes it"
    return next((row.to for row in reversed(rows) if isinstance(row, Upgraded)), made.rules)


def options_of(made: Created, rules: int) -> Options:
    """The options of a table under a version of the rules; a later version may have more of them."""
    return made.options if made.rules == rules else game_named(made.game).complete(made.options)


def _folded(table: Table, rows: Sequence[Row], rules: int) -> Table:
    table.rules = rules
    table.taken_back = taken_back(rows)
    fold_on(table, rows)
    table.taken_back = frozenset()
    return table


def fold_on(table: Table, rows: Sequence[Row]) -> None:
    """Fold stored rows, with the questions that are open after the last one."""
    table.waking = True
    for row in rows:
        table.fold(row)
    table.waking = False
    if table.phase == PLAYING:
        table.ask_now()
    table.settle()


def _upgraded(made: Created, rows: Sequence[Row], version: int, today: int) -> Table:
    """The table under today's rules. Raises if anything differs."""
    table = Table(made)
    table.options = options_of(made, today)
    table.game.start(table.options, len(made.seats))
    table.comparison = Comparison()
    _folded(table, rows, today)
    check_position(table)
    table.comparison = None
    if table.phase != OVER:
        table.upgraded_from = version
    else:
        # A finished game keeps the version it was played under.
        table.rules = version
        if table.play is not None:
            table.play.record.rules_version = version
    return table


def _frozen(made: Created, rows: Sequence[Row], version: int) -> Table:
    """The table as its rows tell it, without any rules."""
    table = Table(made)
    table.past = Past()
    _folded(table, rows, version)
    if table.phase != OVER:
        table.phase = FROZEN
    return table


def note_upgrade(table: Table) -> None:
    """Record, before anything else, that a table follows another version of the rules from now on."""
    if table.upgraded_from is not None:
        table.write(Upgraded(before=table.upgraded_from, to=table.rules))


@folds(Upgraded)
def _upgraded_row(table: Table, row: Upgraded) -> None:
    table.upgraded_from = None
    table.changed = True
