"""Mixed answers for small games by regret matching: how often to play what, so that nobody can read it."""

from __future__ import annotations

from collections.abc import Sequence

Payoffs = Sequence[Sequence[float]]
"""A row for each of our moves, a column for each of theirs."""


def mixed(ours: Payoffs, theirs: Payoffs, rounds: int = 300) -> tuple[list[float], list[float]]:
    """How often each side plays each of its moves, on average over rounds in which both learn from their regrets.

    >>> [round(share, 1) for share in mixed([[1, 0], [0, 1]], [[0, 1], [1, 0]])[0]]
    [0.5, 0.5]
    """
    rows, columns = range(len(ours)), range(len(ours[0]))
    regrets = [0.0] * len(rows), [0.0] * len(columns)
    sums = [0.0] * len(rows), [0.0] * len(columns)
    for number in range(1, rounds + 1):
        mine, other = _by_regret(regrets[0]), _by_regret(regrets[1])
        worth = [sum(ours[row][column] * other[column] for column in columns) for row in rows]
        value = [sum(theirs[row][column] * mine[row] for row in rows) for column in columns]
        _learn(regrets[0], worth, mine)
        _learn(regrets[1], value, other)
        # Later rounds count more: the first ones are far from where it ends.
        for total, shares in zip(sums, (mine, other), strict=True):
            for at, share in enumerate(shares):
                total[at] += number * share
    return _shares(sums[0]), _shares(sums[1])


def _learn(regrets: list[float], worth: Sequence[float], shares: Sequence[float]) -> None:
    """Add what each move would have gained; a move that would have lost is soon tried again."""
    usual = sum(one * share for one, share in zip(worth, shares, strict=True))
    for at, one in enumerate(worth):
        regrets[at] = max(0.0, regrets[at] + one - usual)


def _by_regret(regrets: Sequence[float]) -> list[float]:
    return _shares(regrets) if sum(regrets) > 0 else [1 / len(regrets)] * len(regrets)


def _shares(weights: Sequence[float]) -> list[float]:
    total = sum(weights)
    return [weight / total for weight in weights]
