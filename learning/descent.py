"""Adam, with early stopping: how the belief's weights are learned with NumPy alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy

BATCH = 1024
STEADY, STEADIER, TINY = 0.9, 0.999, 1e-8
"""Of Adam."""
PATIENCE = 4
"""Passes without a smaller loss before learning stops."""


def parts_of(rows: Any, size: int = BATCH) -> Iterator[Any]:
    return (rows[first : first + size] for first in range(0, len(rows), size))


def log_loss(shares: Any, right: Any) -> float:
    """Minus the logarithm of the shares given to what is right, in the mean."""
    return float(-numpy.log(numpy.maximum((shares * right).sum(1), 1e-6)).sum() / max(1, len(right)))


class Practice(NamedTuple):
    passes: int
    rng: numpy.random.Generator


class Descent:
    """Adam, until what is held out is guessed no better."""

    def __init__(self, weights: Sequence[Any], rate: float, decay: Sequence[float], batch: int) -> None:
        self.weights, self.rate, self.decay, self.batch = weights, rate, decay, batch
        self.means, self.squares = ([numpy.zeros_like(one) for one in weights] for _ in range(2))
        self.steps = 0

    def run(
        self, rows: Any, slopes: Callable[[Any], Sequence[Any]], loss: Callable[[], float], practice: Practice
    ) -> None:
        """Change the weights in place to the best that were seen."""
        passes, rng = practice
        best, kept, waited = loss(), [one.copy() for one in self.weights], 0
        for number in range(passes):
            for batch in parts_of(rng.permutation(rows), self.batch):
                self._step(slopes(batch), self.rate * (1 - number / passes))
            now = loss()
            waited += 1
            if now < best:
                best, kept, waited = now, [one.copy() for one in self.weights], 0
            if waited == PATIENCE:
                break
        for one, good in zip(self.weights, kept, strict=True):
            one[:] = good

    def _step(self, slopes: Sequence[Any], rate: float) -> None:
        self.steps += 1
        tuned = zip(self.weights, slopes, self.means, self.squares, self.decay, strict=True)
        for weight, slope, mean, square, decay in tuned:
            mean[:] += (1 - STEADY) * (slope - mean)
            square[:] += (1 - STEADIER) * (slope * slope - square)
            sure = mean / (1 - STEADY**self.steps)
            size = numpy.sqrt(square / (1 - STEADIER**self.steps)) + TINY
            weight[:] -= rate * (sure / size + decay * weight)
