"""Whole-number luck for playouts and guesses, the same in plain Python and compiled.

The rules hold no randomness: this generator belongs to whoever plays many games. `dice` is a row of
one number, the generator's state. Luck at a table of people comes from `core.fairness` instead.
"""

from __future__ import annotations

from triclinium.core.kernel import kernel

MASK = (1 << 63) - 1
MULTIPLIER = 6364136223846793005
INCREMENT = 1442695040888963407


@kernel
def sow(dice: list[int], seed: int) -> None:
    """Start the generator from a seed; neighbouring seeds give unrelated streams."""
    x = (seed * 7046029254386353131 + INCREMENT) & MASK
    x = ((x ^ (x >> 31)) * MULTIPLIER + INCREMENT) & MASK
    dice[0] = (x ^ (x >> 29)) & MASK


@kernel
def below(dice: list[int], n: int) -> int:
    """A whole number from 0 to n - 1. The bias is under n / 2**32, far below what a simulation can see."""
    x = (dice[0] * MULTIPLIER + INCREMENT) & MASK
    dice[0] = x
    return (x >> 31) % n
