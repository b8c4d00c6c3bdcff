"""Piles without an order: a row of counts by kind.

No order exists until a card is drawn, so none can leak. Chance is asked which kind comes up, weighted by the counts.
"""

from __future__ import annotations

from triclinium.core.kernel import kernel


@kernel
def kind_at(pile: list[int], place: int) -> int:
    """The kind at a place, if the pile is laid out kind by kind."""
    kind = 0
    left = place - pile[0]
    while left >= 0:
        kind += 1
        left -= pile[kind]
    return kind


@kernel
def pour(source: list[int], target: list[int], kinds: int) -> None:
    """Empty one pile into another, as when the discards become a new deck."""
    for kind in range(kinds):
        target[kind] += source[kind]
        source[kind] = 0


@kernel
def bits(mask: int) -> int:
    """The number of members of a bit mask."""
    n = 0
    while mask:
        mask &= mask - 1
        n += 1
    return n


@kernel
def bit_at(mask: int, place: int) -> int:
    """The member of a bit mask at a place, counted from the lowest."""
    member = 0
    left = place
    while True:
        if (mask >> member) & 1:
            if left == 0:
                return member
            left -= 1
        member += 1
