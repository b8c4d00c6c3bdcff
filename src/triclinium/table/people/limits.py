"""How much one visitor or address may use: rates as buckets, counts of things held open, and what is stored in a day.

What is stored is checked before anything is written. The numbers are far beyond an evening among friends;
`docs/privacy.md` lists them.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from ipaddress import IPv6Address, ip_address

from triclinium.core.decision import Refused

DAY = 86_400.0
MESSAGE_BYTES = 200
"""The storage cost of a message besides its own length."""


@dataclass(slots=True)
class Bucket:
    """A token bucket: holds `most` tokens and refills that many in `seconds`.

    >>> bucket = Bucket(2, 10.0)
    >>> bucket.take(0.0), bucket.take(0.0), bucket.take(0.0), bucket.take(5.0)
    (True, True, False, True)
    >>> bucket.take(6.0, 0.2), bucket.take(6.0, 0.2)
    (True, False)
    """

    most: float
    seconds: float
    drops: float = field(init=False)
    at: float = field(default=0.0, init=False)

    def __post_init__(self) -> None:
        self.drops = self.most

    def take(self, now: float, drops: float = 1.0) -> bool:
        """Take one token, or part of one, if there is enough."""
        held = self.drops + (now - self.at) * self.most / self.seconds
        self.at = now
        if held > self.most:  # noqa: PLR1730  # every message passes here, and a call of `min` is dear
            held = self.most
        if held < drops:
            self.drops = held
            return False
        self.drops = held - drops
        return True


@dataclass(slots=True)
class Buckets:
    """A bucket for each name, kept for the most recent names only. To be forgotten, a name must be pushed out by all
    others.

    >>> buckets = Buckets(1, 60.0, names_most=2)
    >>> [buckets.take(name, 0.0) for name in "abaab"]
    [True, True, False, False, False]
    >>> buckets.take("c", 0.0), buckets.take("b", 0.0), len(buckets)
    (True, False, 2)
    """

    most: float
    seconds: float
    names_most: int = 50_000
    tell: Callable[[str, float], None] | None = None
    """Is told what was taken, where other nodes have the same buckets."""
    _held: OrderedDict[str, Bucket] = field(default_factory=OrderedDict)

    def __len__(self) -> int:
        return len(self._held)

    def take(self, name: str, now: float, drops: float = 1.0) -> bool:
        """Take tokens from the bucket of this name. The cost does not depend on the number of names."""
        taken = self._bucket(name).take(now, drops)
        if taken and self.tell is not None:
            self.tell(name, drops)
        return taken

    def taken_elsewhere(self, name: str, now: float, drops: float) -> None:
        """Tokens of this name were taken at another node: they are gone here too, as far as there are any.

        >>> buckets = Buckets(3, 60.0)
        >>> buckets.taken_elsewhere("a", 0.0, 2), buckets.take("a", 0.0), buckets.take("a", 0.0)
        (None, True, False)
        """
        bucket = self._bucket(name)
        if not bucket.take(now, drops):
            bucket.drops = 0.0

    def _bucket(self, name: str) -> Bucket:
        bucket = self._held.get(name)
        if bucket is None:
            if len(self._held) >= self.names_most:
                self._held.popitem(last=False)
            bucket = self._held[name] = Bucket(self.most, self.seconds)
        else:
            self._held.move_to_end(name)
        return bucket


@dataclass(slots=True)
class Held:
    """How many of something each name holds open.

    >>> held = Held(1)
    >>> held.add("a"), held.add("a"), held.drop("a"), held.add("a")
    (True, False, None, True)
    """

    most: int
    _held: dict[str, int] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self._held)

    def add(self, name: str) -> bool:
        """Count one more, if this name may have it."""
        held = self._held.get(name, 0)
        if held >= self.most:
            return False
        self._held[name] = held + 1
        return True

    def drop(self, name: str) -> None:
        """Release one."""
        held = self._held.get(name, 0) - 1
        if held > 0:
            self._held[name] = held
        else:
            self._held.pop(name, None)


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


def address_key(address: str) -> str:
    """The name for counting an address: a home has one IPv4 address, but 2^64 of IPv6. Invalid addresses share one
    name.

    >>> address_key("192.0.2.7"), address_key("::ffff:192.0.2.7"), address_key("2001:db8:1:2:3:4:5:6")
    ('192.0.2.7', '192.0.2.7', '2001:db8:1:2::/64')
    >>> address_key("unknown")
    ''
    """
    try:
        ip = ip_address(address)
    except ValueError:
        return ""
    if not isinstance(ip, IPv6Address):
        return str(ip)
    if ip.ipv4_mapped is not None:
        return str(ip.ipv4_mapped)
    return f"{IPv6Address(int(ip) >> 64 << 64)}/64"
