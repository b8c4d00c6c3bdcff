"""Which pages lie side by side on the sheets of a booklet."""

from __future__ import annotations


def booklet_order(pages: int) -> list[tuple[int, int]]:
    """Pairs of pages, left and right, side after side; 0 is an empty page. All sheets are folded together once.

    >>> booklet_order(5)
    [(0, 1), (2, 0), (0, 3), (4, 5)]
    """
    whole = -(-pages // 4) * 4
    sides = [(whole - side, side + 1) if side % 2 == 0 else (side + 1, whole - side) for side in range(whole // 2)]
    return [(left if left <= pages else 0, right if right <= pages else 0) for left, right in sides]
