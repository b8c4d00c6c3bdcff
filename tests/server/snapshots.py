"""What a snapshot must give back: everything that folding all rows gives."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from triclinium.table.log.rows import Row
from triclinium.table.play import snapshot
from triclinium.table.play.fields import TableFields
from triclinium.table.play.table import Table
from triclinium.table.play.waking import wake

OF_MEMORY = ("game", "views", "play", "luck")
"""Not compared as they are: what they hold is."""


def everything(table: Table) -> dict[str, Any]:
    """All that a table knows."""
    known = {name: getattr(table, name) for name in TableFields.__slots__ if name not in OF_MEMORY}
    if table.play is not None:
        play = table.play
        known["game"] = (play.record, play.marks, play.draws, play.game.numbers(play.state), play.pending())
        assert table.luck is not None
        known["luck"] = [table.luck.below(1 << 64, draw) for draw in range(play.draws, play.draws + 3)]
    return known


def holds_everything(rows: Sequence[Row], cut: int) -> bool:
    """Compare a table from a snapshot after so many rows with the one from all rows; returns whether there was one."""
    body = snapshot.taken(wake(rows[:cut]))
    if body is None:
        return False
    table = snapshot.woken_from(body, rows[cut:])
    if table is None:
        assert any(isinstance(row, snapshot.LOOKS_BACK) for row in rows[cut:])
        return False
    whole, found = everything(wake(rows)), everything(table)
    assert [name for name in whole if found.get(name, whole) != whole[name]] == []
    assert found.keys() == whole.keys()
    return True
