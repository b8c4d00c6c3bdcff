"""Which of several answers are still in question: the searches drop the clearly worse and stop when it is settled."""

from __future__ import annotations

from collections.abc import Sequence
from math import erfc, exp, pi, sqrt
from typing import Protocol, TypeVar

CLEARLY = 3.0
"""An answer this many standard deviations behind the best is dropped."""
LIKELY = 2.0
"""How many standard deviations must lie within a trifle to stop."""


class Contender(Protocol):
    """An answer that has been tried: what it seems worth, and the variance of that."""

    @property
    def worth(self) -> float: ...

    @property
    def variance(self) -> float: ...


One = TypeVar("One", bound=Contender)


def unbeaten(contenders: Sequence[One]) -> list[One]:
    """The best and all that are not clearly worse."""
    best = max(contenders, key=_worth)
    return [one for one in contenders if best.worth - one.worth <= CLEARLY * sqrt(best.variance + one.variance)]


def decided(contenders: Sequence[Contender], trifle: float) -> bool:
    """Whether more trials would change little: no other is likely to be better by more than a trifle."""
    best, *others = sorted(contenders, key=_worth, reverse=True)
    return all(other.worth + LIKELY * sqrt(best.variance + other.variance) < best.worth + trifle for other in others)


def hope(contenders: Sequence[Contender]) -> float:
    """What more trials could gain on average: by how much others may yet be better than the best."""
    best, *others = sorted(contenders, key=_worth, reverse=True)
    hoped = 0.0
    for other in others:
        spread = sqrt(best.variance + other.variance)
        behind = (best.worth - other.worth) / spread
        hoped += spread * (exp(-behind * behind / 2) / sqrt(2 * pi) - behind * erfc(behind / sqrt(2)) / 2)
    return hoped


def _worth(one: Contender) -> float:
    return one.worth
