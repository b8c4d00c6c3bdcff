"""Whose pen moves: somebody types what the table has asked of them. Nothing typed is sent, and nothing is stored."""

from __future__ import annotations

from triclinium.table.play.fields import PLAYING
from triclinium.table.play.table import Table

RESTS_AFTER = 8_000
"""Milliseconds after which a pen rests of which nothing more was heard."""


def writing(table: Table, seat: int, on: bool) -> None:
    """A pen moves, or rests. Who is asked for no words has none: what comes too late is let pass."""
    table.forget_sender()
    moved = moves(table, seat)
    if on:
        table.pens[seat] = table.now + RESTS_AFTER
    else:
        table.pens.pop(seat, None)
    if moves(table, seat) != moved:
        table.changed = True


def moves(table: Table, seat: int) -> bool:
    """Whether this seat is asked for words and types. At the games that tell nothing no pen is ever seen to move."""
    if not table.pens or not table.tells or table.phase != PLAYING or table.resting:
        return False
    return table.now < table.pens.get(seat, 0) and seat in table.questions and seat not in table.sealed


def put_down(table: Table, seat: int) -> None:
    """What was asked is answered."""
    if table.pens.pop(seat, None) is not None:
        table.changed = True


def rest(table: Table) -> None:
    """Pens of which nothing more was heard are put down."""
    for seat, until in list(table.pens.items()):
        if until <= table.now:
            put_down(table, seat)
