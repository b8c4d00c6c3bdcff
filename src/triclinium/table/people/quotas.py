"""How much is stored for one visitor or address in a day. Checked before anything is written.

The numbers are far beyond an evening among friends. `docs/privacy.md` lists them.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field

from triclinium.core.decision import Refused
from triclinium.table.people.limits import Buckets

DAY = 86_400.0
MESSAGE_BYTES = 200
"""The storage cost of a message besides its own length."""


@dataclass(frozen=True, slots=True)
class Most:
    """What an operator allows one visitor and one address."""

    open_tables: int = 100
    visitor_tables: int = 60
    address_tables: int = 300
    address_bytes: int = 64 * 1024 * 1024


@dataclass(slots=True)
class Quotas:
    """What visitors and addresses have used of their day. It refills steadily, so nobody waits for midnight."""

    most: Most = field(default_factory=Most)
    _by_visitor: Buckets = field(init=False)
    _by_address: Buckets = field(init=False)
    _bytes: Buckets = field(init=False)

    def __post_init__(self) -> None:
        self._by_visitor = Buckets(self.most.visitor_tables, DAY)
        self._by_address = Buckets(self.most.address_tables, DAY)
        self._bytes = Buckets(self.most.address_bytes, DAY)

    def buckets(self) -> dict[str, Buckets]:
        """All buckets by what they hold, for nodes that share them."""
        return {"visitor's tables": self._by_visitor, "address's tables": self._by_address, "bytes": self._bytes}

    def make_table(self, visitor: str, address: str, open_tables: int) -> None:
        """Count a new table. Raises `Refused`."""
        now = time.monotonic()
        if open_tables >= self.most.open_tables:
            raise Refused("refused.tables_open", number=self.most.open_tables)
        if not self._by_address.take(address, now):
            raise Refused("refused.tables_nearby", number=self.most.address_tables)
        if not self._by_visitor.take(visitor, now):
            raise Refused("refused.tables_today", number=self.most.visitor_tables)

    def write(self, address: str, size: int, now: float | None = None) -> None:
        """Count something about to be stored. Raises `Refused`."""
        if not self._bytes.take(address, time.monotonic() if now is None else now, size + MESSAGE_BYTES):
            raise Refused("refused.bytes_today")
