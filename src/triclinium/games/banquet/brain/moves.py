"""The moves that the learned player tries, and what it thinks of each of them after some trials."""

from __future__ import annotations

LIKING = 0.01
"""What a move is worth more before any trial for each step of the mind's liking (a natural logarithm)."""
UNLIKE = 0.04
"""How much moves usually differ from that."""
DOUBT = 0.25
"""Squared differences that every move is thought to have seen already."""


class Tally:
    """What came of a move in one kind of trials."""

    def __init__(self) -> None:
        self.visits, self.total, self.squares = 0, 0.0, 0.0

    def add(self, visits: int, total: float, squares: float) -> None:
        self.visits += visits
        self.total += total
        self.squares += squares

    @property
    def chance(self) -> float:
        return self.total / self.visits if self.visits else 0.0

    @property
    def variance(self) -> float:
        """Of the mean, beside the other moves in the same worlds."""
        return (self.squares + DOUBT) / max(1, self.visits) ** 2


class Move:
    """A move, how much the mind likes it, what came of it, and what it seems worth."""

    def __init__(self, codes: tuple[int, int], liked: float) -> None:
        self.codes, self.liked = codes, liked
        self.ruled, self.foreseen = Tally(), Tally()
        self.worth, self.variance = 0.0, UNLIKE**2

    @property
    def visits(self) -> int:
        return self.ruled.visits + self.foreseen.visits

    def seen(self, share: float) -> tuple[float, float]:
        """The chance to win and its variance, of which the rounds foreseen tell so much of the worth."""
        if not self.foreseen.visits:
            return self.ruled.chance, self.ruled.variance
        ruled, foreseen = self.ruled, self.foreseen
        chance = (1 - share) * ruled.chance + share * foreseen.chance
        return chance, (1 - share) ** 2 * ruled.variance + share**2 * foreseen.variance


def weigh_evidence(moves: list[Move], share: float) -> None:
    """What to believe of moves that were tried equally often: before any trial each is worth what the mind's liking
    says, and the more trials there were, the more their mean counts.
    """
    seen = [move.seen(share) for move in moves]
    usual = sum(chance for chance, _ in seen) / len(moves)
    liked = sum(move.liked for move in moves) / len(moves)
    for move, (chance, variance) in zip(moves, seen, strict=True):
        before = usual + LIKING * (move.liked - liked)
        trust = UNLIKE**2 / (UNLIKE**2 + variance)
        move.worth = trust * chance + (1 - trust) * before
        move.variance = trust * variance
