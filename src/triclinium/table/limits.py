"""How much one visitor or one address may ask for: buckets that fill at a steady rate."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(slots=True)
class Bucket:
    """Holds `most` drops and gains `most` in `seconds`.

    >>> bucket = Bucket(2, 10.0)
    >>> bucket.take(0.0), bucket.take(0.0), bucket.take(0.0), bucket.take(5.0)
    (True, True, False, True)
    >>> bucket.take(6.0, 0.2), bucket.take(6.0, 0.2)
    (True, False)
    """

    most: float
    seconds: float
    drops: float = -1.0
    at: float = 0.0

    def take(self, now: float, drops: float = 1.0) -> bool:
        """Take a drop, or so much of one, if there is that much."""
        if self.drops < 0:
            self.drops = self.most
        else:
            self.drops = min(self.most, self.drops + max(0.0, now - self.at) * self.most / self.seconds)
        self.at = now
        if self.drops < drops:
            return False
        self.drops -= drops
        return True


@dataclass(slots=True)
class Buckets:
    """A bucket for each name; those that are full again are forgotten."""

    most: float
    seconds: float
    names_most: int = 10_000
    _held: dict[str, Bucket] = field(default_factory=dict)

    def take(self, name: str, now: float) -> bool:
        """Take a drop from the bucket of this name."""
        bucket = self._held.get(name)
        if bucket is None:
            if len(self._held) >= self.names_most:
                self._held = {key: kept for key, kept in self._held.items() if now - kept.at < self.seconds}
            bucket = self._held.setdefault(name, Bucket(self.most, self.seconds))
        return bucket.take(now)
