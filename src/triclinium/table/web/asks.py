"""What a route is given, and what it may return."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, ParamSpec, TypeVar

from triclinium.core.decision import Refused
from triclinium.table.live.hub import Hub
from triclinium.table.live.live_table import LiveTable
from triclinium.table.play import seats

Arguments = ParamSpec("Arguments")
Found = TypeVar("Found")


@dataclass(slots=True)
class Ask:
    """A request that has passed the admission checks."""

    hub: Hub
    visitor: str
    table: str
    body: Any
    query: dict[str, str]
    public_url: str
    address: str = ""

    async def heavily(
        self, work: Callable[Arguments, Found], *given: Arguments.args, **named: Arguments.kwargs
    ) -> Found:
        """Do work in a thread, when it is this visitor's turn."""
        return await self.hub.heavy.do(self.visitor or self.address, work, *given, **named)

    async def live(self) -> LiveTable:
        """The requested table."""
        live = await self.hub.find(self.table)
        if live is None:
            raise Refused("refused.no_such_table")
        if live.behind and live.reloading is not None:
            await asyncio.wait([live.reloading])
        if live.faltered:
            raise Refused("refused.not_stored")
        live.table.now = max(live.table.now, self.hub.now())
        return live

    async def inside(self) -> LiveTable:
        """The table, for visitors who are connected with it."""
        live = await self.live()
        if not seats.may_enter(live.table, self.visitor):
            raise Refused("refused.no_right")
        return live


RECORD = "application/jsonl"
JSON = "application/json"


@dataclass(frozen=True, slots=True)
class Text:
    """A response that is a file and not JSON."""

    body: str | bytes
    name: str
    media: str = RECORD


@dataclass(frozen=True, slots=True)
class Written:
    """A response that is already JSON."""

    body: bytes


@dataclass(frozen=True, slots=True)
class Route:
    method: str
    path: str
    does: Callable[[Ask], Awaitable[Any]]
    takes: type | None = None
    gives: type | None = None
    query: tuple[tuple[str, str], ...] = ()
    """Names with their patterns."""
    makes_visitor: bool = False
    document: Callable[[], Any] | None = None
    """Makes the response, if it is the same for everybody while the server runs."""
    files: tuple[str, ...] = (RECORD,)
    """Media types, if a file is returned."""
    body_bytes: int = 64 * 1024
    """The most bytes that may be sent."""
    heavy: bool = False
    """Whether its responses may be long: they are sent in pieces, and count until they are read."""
