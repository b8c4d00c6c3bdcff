"""What the nodes of a house tell each other: hints, and what may be lost.

Nothing rests on it. A node that hears nothing finds newer rows in the store, later; two nodes that let the same bot
think write one answer, because the log decides.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

import msgspec


class BusFailed(Exception):
    """The bus cannot be used. The message is one line for the operator."""


Spent = Mapping[str, float]
"""How many tokens were taken, by the name of a bucket."""


@dataclass(frozen=True, slots=True)
class Presence:
    """Who is at a table, as far as one node sees it."""

    seats: frozenset[int] = frozenset()
    host: bool = False
    watching: int = 0
    lifting: frozenset[int] = frozenset()
    """Seats that want to go on after a stop. It is stored nowhere (BC-23)."""
    stop: int = 0
    """After which stop: the time of it."""

    def __bool__(self) -> bool:
        return bool(self.seats or self.host or self.watching or self.lifting)


NOBODY = Presence()


class Question(msgspec.Struct, array_like=True):
    """What a searching bot is asked."""

    game: str
    bot: str
    view: dict[str, Any]
    decision: dict[str, Any]
    seed: int
    number: str = ""
    node: str = ""


class NobodyThinks(Exception):
    """No thinker answered: the node answers by itself."""


@dataclass(slots=True)
class Elsewhere:
    """Who is at a table at the other nodes."""

    nodes: dict[str, Presence] = field(default_factory=dict)

    def together(self) -> Presence:
        """All nodes in one.

        >>> nodes = {"a": Presence(frozenset({1}), watching=2), "b": Presence(host=True, watching=1)}
        >>> here = Elsewhere(nodes).together()
        >>> here.seats, here.host, here.watching
        (frozenset({1}), True, 3)
        """
        found = self.nodes.values()
        stop = max((one.stop for one in found), default=0)
        return Presence(
            frozenset().union(*(one.seats for one in found)),
            any(one.host for one in found),
            sum(one.watching for one in found),
            frozenset().union(*(one.lifting for one in found if one.stop == stop)),
            stop,
        )


class Listener(Protocol):
    """Whoever hears what other nodes tell. Called in the event loop; must not raise."""

    def heard(self, table: str, number: int) -> None:
        """A table has so many rows now."""

    def present(self, table: str, presence: Presence) -> None:
        """Who is at a table at other nodes has changed."""

    def spent(self, spent: Spent) -> None:
        """Tokens were taken at another node."""

    def lost(self) -> None:
        """Nothing is heard from now on: newer rows must be looked for."""

    def found(self) -> None:
        """The bus works (again). What was told in between is lost."""


class Bus(Protocol):
    """The way to the other nodes of a house. All but `may_think` and `close` only take note and never wait."""

    alone: bool
    """Whether there are no other nodes."""
    node: str
    """The name of this node."""

    def present(self) -> frozenset[str]:
        """All nodes that are heard, with this one; none if nothing is heard."""

    def start(self, listener: Listener) -> None:
        """Begin to listen, in the running event loop."""

    def subscribe(self, table: str) -> None:
        """This node looks at a table."""

    def unsubscribe(self, table: str) -> None: ...

    def publish(self, table: str, number: int) -> None:
        """A table has so many rows now."""

    def here(self, table: str, presence: Presence) -> None:
        """Who is at a table at this node."""

    def spend(self, name: str, drops: float) -> None:
        """Tokens were taken at this node."""

    async def may_think(self, job: str, seconds: float) -> bool:
        """Whether this node lets a bot think about a question; nobody else does for so many seconds, and who asks again
        meanwhile has as long again.
        """

    async def close(self) -> None: ...


class AloneBus:
    """The bus of a house with one node: there is nobody to tell."""

    alone = True
    node = "alone"

    def present(self) -> frozenset[str]:
        return frozenset({self.node})

    def start(self, listener: Listener) -> None:
        pass

    def subscribe(self, table: str) -> None:
        pass

    def unsubscribe(self, table: str) -> None:
        pass

    def publish(self, table: str, number: int) -> None:
        pass

    def here(self, table: str, presence: Presence) -> None:
        pass

    def spend(self, name: str, drops: float) -> None:
        pass

    async def may_think(self, job: str, seconds: float) -> bool:
        return True

    async def close(self) -> None:
        pass


class DeafBus(AloneBus):
    """The bus of several nodes without Redis: nobody hears anything, so every node looks into the store."""

    alone = False

    def present(self) -> frozenset[str]:
        return frozenset()

    def start(self, listener: Listener) -> None:
        listener.lost()
