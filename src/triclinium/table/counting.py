"""Which answers in a table's rows count, since they were not taken back: read from the rows, without asking the rules.

A table that wakes plays only those. What was taken back costs it no more than reading the rows.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from triclinium.core.decision import CHANCE, Seat
from triclinium.table.rows import Answered, Created, Dealt, Opened, Row, Undone


class Place(NamedTuple):
    """Where an answer stands: which row, and which of the answers in it."""

    row: int
    place: int


def counting(rows: Sequence[Row]) -> list[Place]:
    """Where each entry of the record stands, in order."""
    standing: list[tuple[Seat, Place]] = []
    for number, row in enumerate(rows):
        if not isinstance(row, Undone):
            standing += [(seat, Place(number, place)) for place, seat in enumerate(_seats(row))]
        elif row.length is not None:
            del standing[row.length :]
        else:
            # Alone a seat takes back its last answer, whoever else has answered a sealed question since.
            del standing[max(at for at, (seat, _) in enumerate(standing) if seat == row.seat)]
    return [place for _, place in standing]


def taken_back(rows: Sequence[Row]) -> frozenset[Place]:
    """Where answers stand that do not count."""
    if not any(isinstance(row, Undone) for row in rows):
        return frozenset()
    counts = set(counting(rows))
    everything = (Place(number, place) for number, row in enumerate(rows) for place in range(len(_seats(row))))
    return frozenset(place for place in everything if place not in counts)


def _seats(row: Row) -> list[Seat]:
    """Whose answers a row holds, in order."""
    if isinstance(row, Answered):
        return [row.seat, *[CHANCE] * len(row.draws)]
    if isinstance(row, Opened):
        return [*(seat for seat, _ in row.answers), *[CHANCE] * len(row.draws)]
    if isinstance(row, Dealt):
        return [CHANCE] * len(row.draws)
    if isinstance(row, Created):
        return [seat for seat, _ in row.entries]
    return []
