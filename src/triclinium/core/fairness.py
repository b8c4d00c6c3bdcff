"""Fair luck: every draw can be checked afterwards, and nobody at the table could have chosen it.

The table commits to a 256-bit secret when it is made. Each seat, bots too, commits to 128 bits of its own
and then shows them. The key of the game is made of all of them; draw number n is block n of the key's
stream. When the game is over the secret is shown, and anyone can work every draw out again.

It proves that the operator did not choose the order of the cards. It does not hide the cards from the
operator, who holds the secret while the game runs.
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
        """A whole number from 0 to n - 1, all equally likely, for the draw of this number."""


class SeededLuck:
    """Luck for simulations: fast, repeatable from a seed, and no secret."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def below(self, n: int, draw: int) -> int:
        return self._random.randrange(n)


class FairLuck:
    """Luck from a key: draw n is read from numbered blocks of the key's stream."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    def below(self, n: int, draw: int) -> int:
        """Rejection sampling: a block at or above the largest multiple of n is thrown away for the next."""
        limit = (1 << BLOCK_BITS) // n * n
        attempt = 0
        while True:
            message = b"draw" + draw.to_bytes(8, "big") + attempt.to_bytes(4, "big")
            block = int.from_bytes(hmac.digest(self._key, message, "sha256"), "big")
            if block < limit:
                return block % n
            attempt += 1


def commitment(label: str, table: str, value: bytes) -> str:
    """What is published of a value before it is shown."""
    return hashlib.sha256(f"triclinium {label} {table}\n".encode() + value).hexdigest()


def seat_label(seat: int) -> str:
    """The label a seat's contribution is committed under, so that nobody can copy another's."""
    return f"seat {seat}"


@dataclass(frozen=True, slots=True)
class Contribution:
    """A seat's share of the luck. A seat that never shows its bits counts as zeros, set before the deal."""

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
    """The key of the game's stream."""
    message = table.encode() + b"\n" + b"".join(contributions)
    return hmac.digest(secret, message, "sha256")


@dataclass(frozen=True, slots=True)
class Pledge:
    """What a table publishes of its luck before the deal, and, once it is over, the secret too."""

    table: str
    commitment: str
    contributions: tuple[Contribution, ...]
    secret: bytes | None = None

    @classmethod
    def fresh(cls, seats: int) -> Pledge:
        """A pledge made in one place for all seats, as in a game at one terminal."""
        table = secrets.token_hex(16)
        secret = secrets.token_bytes(SECRET_BYTES)
        shares = tuple(Contribution.fresh(table, seat) for seat in range(seats))
        return cls(table, commitment("table", table, secret), shares, secret)

    def luck(self) -> FairLuck:
        if self.secret is None:
            raise ValueError("the secret of this table is not shown yet")
        return FairLuck(key_of(self.secret, self.table, [share.value for share in self.contributions]))

    def fault(self) -> str | None:
        """What does not fit in the pledge itself, if anything: a key of `words`."""
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
