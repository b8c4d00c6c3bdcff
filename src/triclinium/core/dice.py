"""Random whole numbers for playouts and guesses: the same in plain Python and compiled.

The rules contain no randomness; this generator belongs to whoever plays many games. `dice` is a row of one number, the
generator's state. Tables of people use `core.fairness` instead.

The method is multiply-with-carry. No product reaches 2**63, so nothing overflows: a compiler may assume that signed
numbers never do, and a generator that relied on wrapping gave different numbers when compiled.
"""

from __future__ import annotations

from triclinium.core.kernel import kernel

LOW = (1 << 32) - 1
MULTIPLIER = 698769069
"""MULTIPLIER * 2**32 - 1 is a safe prime, so the period is about 2**60."""
WORD = (1 << 31) - 1


@kernel
def scramble(word: int) -> int:
    """Mix the bits of a number below 2**31."""
    word ^= word >> 16
    word = (word * 73244475) & WORD
    word ^= word >> 15
    word = (word * 739982445) & WORD
    return word ^ (word >> 16)


@kernel
def sow(dice: list[int], seed: int) -> None:
    """Seed the generator. Neighbouring seeds give unrelated streams."""
    low = scramble((seed & WORD) ^ 1831565813)
    high = scramble(((seed >> 31) & WORD) ^ low)
    low = scramble(high ^ 97)
    dice[0] = ((high % (MULTIPLIER - 1)) << 32) + (low << 1) + 1


@kernel
def below(dice: list[int], n: int) -> int:
    """A whole number from 0 to n - 1. The bias is below n / 2**32, too small for a simulation to notice."""
    x = (dice[0] & LOW) * MULTIPLIER + (dice[0] >> 32)
    dice[0] = x
    return ((x ^ (x >> 32)) & LOW) % n
