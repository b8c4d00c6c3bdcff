"""Which answers in a table's rows count because they were not taken back. Read from the rows, without the rules.

A waking table plays only those, so answers that were taken back cost nothing but reading.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypeGuard

from triclinium.core.decision import CHANCE, Seat
from triclinium.table.log.rows import Answered, Created, Dealt, Opened, Row, Sealed, Undone
from triclinium.table.protocol.messages import ENCODER, Data


class Place(NamedTuple):
    """The position of an answer: which row, and which of its answers."""

    row: int
    place: int


def counting(rows: Sequence[Row]) -> list[Place]:
    """The position of each entry of the record, in order."""
    standing: list[tuple[Seat, Place]] = []
    for number, row in enumerate(rows):
        if not isinstance(row, Undone):
            standing += [(seat, Place(number, place)) for place, (seat, _) in enumerate(answers_of(row))]
        elif row.length is not None:
            del standing[row.length :]
        else:
            # Alone, a seat takes back its last answer, whoever else has answered a sealed question since.
            del standing[max(at for at, (seat, _) in enumerate(standing) if seat == row.seat)]
    return [place for _, place in standing]


def taken_back(rows: Sequence[Row]) -> frozenset[Place]:
    """The positions of answers that do not count."""
    if not any(isinstance(row, Undone) for row in rows):
        return frozenset()
    counts = set(counting(rows))
    everything = (Place(number, place) for number, row in enumerate(rows) for place in range(len(answers_of(row))))
    return frozenset(place for place in everything if place not in counts)


def answers_of(row: Row) -> list[tuple[Seat, Data]]:
    """The answers in a row, in order."""
    if isinstance(row, Answered):
        return [(row.seat, row.answer), *((CHANCE, draw) for draw in row.draws)]
    if isinstance(row, Opened):
        return [*row.answers, *((CHANCE, draw) for draw in row.draws)]
    if isinstance(row, Dealt):
        return [(CHANCE, draw) for draw in row.draws]
    return row.entries if isinstance(row, Created) else []


def is_telling(row: Row) -> TypeGuard[Answered]:
    """Whether a person told something in this row: in a game of words an answer has it under `words`."""
    return isinstance(row, Answered) and row.by == "person" and "words" in row.answer


def words_in(row: Row) -> int:
    """The bytes of answers in a row, for a game of words."""
    if isinstance(row, Answered):
        return len(ENCODER.encode(row.answer))
    if isinstance(row, Sealed):
        return 0 if row.answer is None else len(ENCODER.encode(row.answer))
    return len(ENCODER.encode(row.answers)) if isinstance(row, Opened) else 0
