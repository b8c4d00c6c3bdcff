"""Shares with their confidence intervals."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

Z95 = 1.959963984540054


@dataclass(frozen=True, slots=True)
class Share:
    """A share, such as 30 of 100, with its 95 % interval by Wilson's score.

    >>> Share(30, 100).low < 0.3 < Share(30, 100).high
    True
    """

    count: int
    of: int

    @property
    def share(self) -> float:
        return self.count / self.of if self.of else 0.0

    @property
    def low(self) -> float:
        return self._bound(-1)

    @property
    def high(self) -> float:
        return self._bound(+1)

    def _bound(self, side: int) -> float:
        if side < 0 and self.count == 0:
            return 0.0
        if side > 0 and self.count == self.of:
            return 1.0
        n, p = self.of, self.share
        middle = p + Z95**2 / (2 * n)
        width = Z95 * sqrt(p * (1 - p) / n + Z95**2 / (4 * n * n))
        return (middle + side * width) / (1 + Z95**2 / n)

    def as_json(self) -> dict[str, float]:
        return {
            "wins": self.count,
            "games": self.of,
            "share": round(self.share, 6),
            "low": round(self.low, 6),
            "high": round(self.high, 6),
        }
