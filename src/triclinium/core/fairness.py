"""Fair luck: anyone can check every draw afterwards, and nobody at the table could have chosen it.

A new table commits to a 256-bit secret. Each seat, bots too, commits to 128 bits of its own and then shows them.
Together they make the key of the game; draw number n is block n of the key's stream. After the game the secret is
shown, and anyone can compute every draw again.

This proves that the operator did not choose the order of the cards. It does not hide the cards from the operator, who
holds the secret during the game.
"""

from __future__ import annotations

import hashlib
import hmac
import random
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

SECRET_BYTES = 32
CONTRIBUTION_BYTES = 16
BLOCK_BITS = 256


class Luck(Protocol):
    """Where chance's answers come from."""

    def below(self, n: int, draw: int) -> int:
        """A whole number from 0 to n - 1, all equally likely. `draw` is the number of the draw."""


class SeededLuck:
    """Luck for simulations: fast and repeatable. Not secret."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def below(self, n: int, draw: int) -> int:
        return self._random.randrange(n)


class FairLuck:
    """Luck from a key: draw n is read from numbered blocks of the key's stream."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    def below(self, n: int, draw: int) -> int:
        """Rejection sampling: skip blocks at or above the largest multiple of n."""
        limit = (1 << BLOCK_BITS) // n * n
        attempt = 0
        while True:
            message = b"draw" + draw.to_bytes(8, "big") + attempt.to_bytes(4, "big")
            block = int.from_bytes(hmac.digest(self._key, message, "sha256"), "big")
            if block < limit:
                return block % n
            attempt += 1


def lesson_luck(game: str, number: int) -> FairLuck:
    """Luck for learning a game, the same for everybody: chosen, not fair, and pledged by nobody."""
    return FairLuck(hashlib.sha256(f"triclinium lesson {game} {number}".encode()).digest())


def commitment(label: str, table: str, value: bytes) -> str:
    """What is published about a value before the value is shown."""
    return hashlib.sha256(f"triclinium {label} {table}\n".encode() + value).hexdigest()


def seat_label(seat: int) -> str:
    """The label of a seat's commitment. Each seat has its own, so nobody can copy another's."""
    return f"seat {seat}"


@dataclass(frozen=True, slots=True)
class Contribution:
    """A seat's share of the luck. Bits that a seat never shows count as zeros; this is settled before the deal."""

    commitment: str
    value: bytes

    @classmethod
    def fresh(cls, table: str, seat: int) -> Contribution:
        value = secrets.token_bytes(CONTRIBUTION_BYTES)
        return cls(commitment(seat_label(seat), table, value), value)

    @property
    def withheld(self) -> bool:
        return self.value == bytes(CONTRIBUTION_BYTES)


def key_of(secret: bytes, table: str, contributions: Sequence[bytes]) -> bytes:
    message = table.encode() + b"\n" + b"".join(contributions)
    return hmac.digest(secret, message, "sha256")


@dataclass(frozen=True, slots=True)
class Pledge:
    """What a table publishes about its luck before the deal; after the game, also the secret."""

    table: str
    commitment: str
    contributions: tuple[Contribution, ...]
    secret: bytes | None = None

    @classmethod
    def fresh(cls, seats: int) -> Pledge:
        """A pledge made in one place for all seats, for a game in one terminal."""
        table = secrets.token_hex(16)
        secret = secrets.token_bytes(SECRET_BYTES)
        shares = tuple(Contribution.fresh(table, seat) for seat in range(seats))
        return cls(table, commitment("table", table, secret), shares, secret)

    def luck(self) -> FairLuck:
        if self.secret is None:
            raise ValueError("the secret of this table is not shown yet")
        return FairLuck(key_of(self.secret, self.table, [share.value for share in self.contributions]))

    def fault(self) -> str | None:
        """The word key of what is wrong with the pledge, or None."""
        if self.secret is None:
            return "verify.no_secret"
        if commitment("table", self.table, self.secret) != self.commitment:
            return "verify.commitment"
        for seat, share in enumerate(self.contributions):
            if share.withheld:
                continue
            if commitment(seat_label(seat), self.table, share.value) != share.commitment:
                return "verify.contribution"
        return None
