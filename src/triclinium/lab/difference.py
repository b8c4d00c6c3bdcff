"""Whether two variants differ: significance tests, and intervals for the size of the difference."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import erfc, sqrt
from typing import Any

from triclinium.core.intervals import Share

SURE = 0.05
"""Below this corrected p value, a difference is called real."""
RESAMPLES = 2000


@dataclass(frozen=True, slots=True)
class Difference:
    """The difference between two measures, its 95 % interval, and the p value."""

    effect: float
    low: float
    high: float
    p: float


def of_shares(first: Share, second: Share) -> Difference:
    """Two proportions: the z test with pooled variance, and Newcombe's interval from Wilson's.

    >>> d = of_shares(Share(200, 1000), Share(260, 1000))
    >>> round(d.effect, 3), d.low < 0.06 < d.high, d.p < 0.01
    (0.06, True, True)
    """
    if not first.of or not second.of:
        return Difference(0.0, -1.0, 1.0, 1.0)
    effect = second.share - first.share
    pool = (first.count + second.count) / (first.of + second.of)
    error = sqrt(pool * (1 - pool) * (1 / first.of + 1 / second.of))
    p = erfc(abs(effect) / error / sqrt(2)) if error else 1.0
    low = effect - sqrt((second.share - second.low) ** 2 + (first.high - first.share) ** 2)
    high = effect + sqrt((second.high - second.share) ** 2 + (first.share - first.low) ** 2)
    return Difference(effect, low, high, p)


def of_lengths(first: Any, second: Any, seed: int = 1) -> Difference:
    """Two arrays of lengths: the Mann-Whitney test, and a bootstrap interval for the difference of means."""
    import numpy
    from scipy.stats import mannwhitneyu

    rng = numpy.random.default_rng(seed)
    p = float(mannwhitneyu(first, second).pvalue)
    effect = float(second.mean() - first.mean())
    drawn = _resampled(second, rng) - _resampled(first, rng)
    low, high = numpy.quantile(drawn, (0.025, 0.975))
    return Difference(effect, float(low), float(high), p)


def _resampled(sample: Any, rng: Any) -> Any:
    """Means of bootstrap samples. Lengths take few values, so this resamples their counts."""
    import numpy

    counts = numpy.bincount(sample)
    drawn = rng.multinomial(len(sample), counts / len(sample), RESAMPLES)
    return drawn @ numpy.arange(len(counts)) / len(sample)


def holm(chances: Sequence[float]) -> list[float]:
    """Holm's correction for many tests at once.

    >>> holm([0.01, 0.04, 0.03])
    [0.03, 0.06, 0.06]
    """
    order = sorted(range(len(chances)), key=chances.__getitem__)
    corrected = [1.0] * len(chances)
    most = 0.0
    for place, index in enumerate(order):
        most = max(most, min(1.0, chances[index] * (len(chances) - place)))
        corrected[index] = most
    return corrected
