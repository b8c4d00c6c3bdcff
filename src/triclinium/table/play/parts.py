"""Which parts of a game's views may have changed: found by one look at the state."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from itertools import compress
from typing import Any, NamedTuple

from triclinium.core.game import Part, View


class Parts(NamedTuple):
    """The parts of a game's views, arranged so that one look at the state finds those that may have changed."""

    fields: int
    """How many fields of the state parts are compared by."""
    touched: Callable[[Any, list[Any]], int]
    """The parts that may have changed since these values, as a set of bits; the values become today's."""
    named: Callable[[int], tuple[tuple[int, Callable[[Any], View]], ...]]
    """The parts of such a set, each with its place."""


@lru_cache
def parts_of(parts: tuple[Part, ...]) -> Parts:
    names = sorted({name for part in parts for name in part.compared})
    bits = [1 << place for place in range(len(parts))]
    return Parts(
        fields=len(names),
        touched=_comparison(
            {name: sum(compress(bits, [name in part.compared for part in parts])) for name in names},
            sum(compress(bits, [not part.compared for part in parts])),
        ),
        named=lru_cache(lambda touched: tuple((at, part.shown) for at, part in enumerate(parts) if touched & bits[at])),
    )


def _comparison(showing: Mapping[str, int], always: int) -> Callable[[Any, list[Any]], int]:
    """Generate the function that compares the fields, written out one by one: a loop takes three times as long.

    `showing` are the parts that show each field; `always` are those that are encoded anew after every answer.
    """
    lines = [f"def touched(state, kept):\n found = {always}"]
    for at, (name, shown) in enumerate(showing.items()):
        lines.append(f" if (value := state.{name}) != kept[{at}]:")
        lines.append(f"  kept[{at}] = value if type(value) is int else row(value, kept[{at}]); found |= {shown}")
    world: dict[str, Any] = {"row": _row}
    exec("\n".join([*lines, " return found"]), world)
    touched: Callable[[Any, list[Any]], int] = world["touched"]
    return touched


def _row(row: list[Any], before: list[Any] | None) -> list[Any]:
    """Numbers, or rows of numbers, as they are now: the rules go on writing to theirs."""
    if type(row[0]) is not int:
        return [*map(list.copy, row)]
    if before is None:
        return row[:]
    before[:] = row
    return before
