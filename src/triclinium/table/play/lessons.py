"""A lesson: one person among bots, who wait while the person reads what the guide says."""

from __future__ import annotations

from triclinium.core.decision import Refused
from triclinium.table.play.table import Table

PATIENCE = 120_000
"""The most milliseconds that bots wait for a reader: somebody who went away must not hold a table for ever."""


def wait_for_reader(table: Table) -> None:
    """The bots wait from now on."""
    table.reading_until = table.now + PATIENCE


def bots_wait(table: Table) -> bool:
    """Whether bots wait now."""
    return table.now < table.reading_until


def reading(table: Table, seat: int, on: bool) -> None:
    """The person begins to read, or has read. Nothing is stored."""
    if not table.made.lesson or table.people != [seat]:
        raise Refused("refused.lesson_alone")
    table.forget_sender()
    if on:
        wait_for_reader(table)
    else:
        table.reading_until = 0
