"""The wings of a house: several processes at one address and one store, each with tables of its own.

A table belongs to one wing for as long as the house stands so; its name says to which. Only that wing ever writes its
rows, so that everything said of one process holds in each.
"""

from __future__ import annotations

import re
import secrets
from dataclasses import dataclass

REQUEST = re.compile(rb"[A-Z]+ /(?:api/tables|ws)/([0-9a-f]{32})[/? ]")
"""How a request for a table begins."""
NEW_TABLE = b"POST /api/tables "


@dataclass(frozen=True, slots=True)
class Wing:
    """One of so many wings; a house of one process has one.

    >>> Wing(1, 2).owns("00000001" + 24 * "0"), Wing(1, 2).owns("00000002" + 24 * "0")
    (True, False)
    """

    number: int = 0
    of: int = 1

    def owns(self, table: str) -> bool:
        """Whether a table is this wing's."""
        return self.of == 1 or wing_of(table, self.of) == self.number

    def fresh_id(self) -> str:
        """A new table's name: not a secret, but nobody guesses one either."""
        while not self.owns(table := secrets.token_hex(16)):
            pass
        return table


def wing_of(table: str, count: int) -> int:
    """The number of the wing a table belongs to."""
    return int(table[:8], 16) % count


def wing_wanted(request: bytes, wings: int) -> int | None:
    """The wing that a request is for, from its first bytes: its table's, any for a new table; None if all can answer.

    >>> wing_wanted(b"GET /ws/" + 32 * b"1" + b"?seat=1 HTTP/1.1\\r\\n", 2)
    1
    >>> wing_wanted(b"GET /api/tables HTTP/1.1\\r\\n", 2)
    """
    if found := REQUEST.match(request):
        return wing_of(found[1].decode(), wings)
    return secrets.randbelow(wings) if request.startswith(NEW_TABLE) else None
