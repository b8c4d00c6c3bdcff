"""Shards: several processes at one address and one store, each with tables of its own.

A table's id says which shard it belongs to, for a given number of shards. Only that shard writes its rows, so
everything that holds for one process holds in each.
"""

from __future__ import annotations

import re
import secrets
from dataclasses import dataclass

REQUEST = re.compile(rb"[A-Z]+ /(?:api/tables|ws)/([0-9a-f]{32})[/? ]")
"""How a request for a table begins."""
NEW_TABLE = b"POST /api/tables "


@dataclass(frozen=True, slots=True)
class Shard:
    """One of so many shards; a server of one process has one.

    >>> Shard(1, 2).owns("00000001" + 24 * "0"), Shard(1, 2).owns("00000002" + 24 * "0")
    (True, False)
    """

    number: int = 0
    of: int = 1

    def owns(self, table: str) -> bool:
        return self.of == 1 or shard_of(table, self.of) == self.number

    def fresh_id(self) -> str:
        """A new table's id: not a secret, but nobody guesses one either."""
        while not self.owns(table := secrets.token_hex(16)):
            pass
        return table


def shard_of(table: str, count: int) -> int:
    """The number of the shard that a table belongs to."""
    return int(table[:8], 16) % count


def shard_wanted(request: bytes, shards: int) -> int | None:
    """The shard that a request is for, from its first bytes; None if any can answer.

    >>> shard_wanted(b"GET /ws/" + 32 * b"1" + b"?seat=1 HTTP/1.1\\r\\n", 2)
    1
    >>> shard_wanted(b"GET /api/tables HTTP/1.1\\r\\n", 2)
    """
    if found := REQUEST.match(request):
        return shard_of(found[1].decode(), shards)
    return secrets.randbelow(shards) if request.startswith(NEW_TABLE) else None
