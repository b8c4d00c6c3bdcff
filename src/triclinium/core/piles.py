"""Lazy piles: how many of each kind lie in a pile, and nothing about their order.

No order exists before a card is drawn, so none can leak. A pile is a row of counts by kind; chance is
asked for the kind that comes up, each kind weighing as many as lie there.
"""

from __future__ import annotations

from triclinium.core.kernel import kernel


@kernel
def kind_at(pile: list[int], place: int) -> int:
    """The kind at a place of the pile when it is counted kind by kind."""
    kind = 0
    left = place - pile[0]
    while left >= 0:
        kind += 1
        left -= pile[kind]
    return kind


@kernel
def pour(source: list[int], target: list[int], kinds: int) -> None:
    """Put all of one pile into another, as when the discards are shuffled into a new deck."""
    for kind in range(kinds):
        target[kind] += source[kind]
        source[kind] = 0


@kernel
def bits(mask: int) -> int:
    """How many members a set has."""
    n = 0
    while mask:
        mask &= mask - 1
        n += 1
    return n


@kernel
def bit_at(mask: int, place: int) -> int:
    """The member at a place of a set, counted from the lowest."""
    member = 0
    left = place
    while True:
        if (mask >> member) & 1:
            if left == 0:
                return member
            left -= 1
        member += 1
