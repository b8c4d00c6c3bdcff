"""Observations: what a seat may know as one row of whole numbers, for programs that learn.

Beside its view, a game has a kernel function `observe(s, seat, out)` and a layout that names every part of the row. A
number stands as it is. A choice is a row of marks with at most one 1. A set is a row of marks.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from triclinium.core.kernel import kernel


@dataclass(frozen=True, slots=True)
class Field:
    """A part of an observation: its shape, its range, and its usual size.

    The range holds for every deck and track that a table accepts. A learning program divides by the usual size.
    """

    name: str
    shape: tuple[int, ...]
    least: int
    most: int
    usual: int

    @property
    def size(self) -> int:
        size = 1
        for length in self.shape:
            size *= length
        return size


class Layout:
    """The parts of an observation, in order.

    >>> layout = Layout(number("belt", 0, 10, 5), marks("phase", 3))
    >>> layout.size, layout.places["phase"]
    (8, slice(5, 8, None))
    """

    def __init__(self, *fields: Field) -> None:
        self.fields = fields
        self.places: dict[str, slice] = {}
        at = 0
        for field in fields:
            self.places[field.name] = slice(at, at + field.size)
            at += field.size
        self.size = at

    def least(self) -> list[int]:
        """The smallest value at every place."""
        return [field.least for field in self.fields for _ in range(field.size)]

    def most(self) -> list[int]:
        """The largest value at every place."""
        return [field.most for field in self.fields for _ in range(field.size)]

    def usual(self) -> list[int]:
        """What to divide every place by, so that it lies between about -1 and 1."""
        return [field.usual for field in self.fields for _ in range(field.size)]

    def read(self, row: Any, name: str) -> list[int]:
        """The numbers of one part."""
        return [int(number) for number in row[self.places[name]]]


def number(name: str, least: int, most: int, *shape: int, usual: int = 0) -> Field:
    """A number, or rows of numbers. `usual` defaults to `most`."""
    return Field(name, shape or (1,), least, most, usual or most)


def marks(name: str, *shape: int) -> Field:
    """Marks of 0 and 1: a choice, a set, or a yes."""
    return Field(name, shape or (1,), 0, 1, 1)


@kernel
def put(out: list[int], at: int, value: int) -> int:
    """Write a number; return the next place."""
    out[at] = value
    return at + 1


@kernel
def put_row(out: list[int], at: int, row: list[int], length: int) -> int:
    """Write a row of numbers; return the next place."""
    for place in range(length):
        out[at + place] = row[place]
    return at + length


@kernel
def put_choice(out: list[int], at: int, choice: int, length: int) -> int:
    """Mark one choice; mark none if it is out of range. Return the next place."""
    for place in range(length):
        out[at + place] = 0
    if 0 <= choice < length:
        out[at + choice] = 1
    return at + length


@kernel
def put_set(out: list[int], at: int, members: int, length: int) -> int:
    """Mark the members of a bit mask; return the next place."""
    for place in range(length):
        out[at + place] = (members >> place) & 1
    return at + length
