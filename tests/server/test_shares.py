"""Nodes divide the running tables that nobody asks for; when one is gone, the others look after its tables."""

from __future__ import annotations

import asyncio
from contextlib import AbstractContextManager
from pathlib import Path
from unittest.mock import patch

from triclinium.table.bus import AloneBus
from triclinium.table.live import shares
from triclinium.table.live.shares import owner

from .people import house, seated, two_houses


class Heard(AloneBus):
    """A bus of which a test says who is heard."""

    alone = False

    def __init__(self, node: str) -> None:
        self.node = node
        self.heard = frozenset({"one", "other"})

    def present(self) -> frozenset[str]:
        return self.heard


def swift() -> AbstractContextManager[object]:
    return patch.multiple(shares, LISTEN_SECONDS=0.0, LOOK_SECONDS=0.01, DEAF_SECONDS=0.05)


async def laid(folder: Path, tables: int) -> set[str]:
    """A house with some running tables, asleep."""
    found = set()
    async with house(folder) as place:
        for _ in range(tables):
            _, chairs = await seated(place, 2, game="benhur")
            found.add(chairs[0].id)
    return found


def test_two_nodes_wake_each_its_share_and_all_of_it_if_the_other_is_gone(tmp_path: Path) -> None:
    async def evening() -> None:
        tables = await laid(tmp_path, 8)
        buses = Heard("one"), Heard("other")
        with swift():
            async with two_houses(tmp_path, *buses) as (one, other), asyncio.timeout(30):
                share = {table for table in tables if owner(table, buses[0].heard) == "one"}
                while not (one.hub.live.keys() >= share and other.hub.live.keys() >= tables - share):
                    await asyncio.sleep(0.01)
                assert one.hub.live.keys() == share
                assert other.hub.live.keys() == tables - share
                buses[0].heard = frozenset({"one"})
                while one.hub.live.keys() != tables:
                    await asyncio.sleep(0.01)
                assert other.hub.live.keys() == tables - share

    asyncio.run(evening())


def test_a_node_that_hears_nobody_looks_after_everything_after_a_while(tmp_path: Path) -> None:
    async def evening() -> None:
        tables = await laid(tmp_path, 6)
        bus = Heard("one")
        with swift():
            async with two_houses(tmp_path, bus, Heard("other")) as (one, _), asyncio.timeout(30):
                share = {table for table in tables if owner(table, bus.heard) == "one"}
                while one.hub.live.keys() != share:
                    await asyncio.sleep(0.01)
                bus.heard = frozenset()
                while one.hub.live.keys() != tables:
                    await asyncio.sleep(0.01)

    asyncio.run(evening())


def test_a_node_keeps_what_is_due_also_if_it_is_not_in_its_share(tmp_path: Path) -> None:
    """Whose share it is has not heard of a table that was made since, so its clock would run nowhere."""

    async def evening() -> None:
        tables = await laid(tmp_path, 4)
        buses = Heard("one"), Heard("other")
        with swift(), patch("triclinium.table.live.scheduler.IDLE_SECONDS", -1.0):
            async with two_houses(tmp_path, *buses) as (one, _):
                assert {owner(table, buses[0].heard) for table in tables} == {"one", "other"}
                for table in tables:
                    live = await one.hub.find(table)
                    assert live is not None
                    live.table.pens[0] = live.table.now + 3_600_000  # something is due in an hour
                await one.hub.durable()
                one.hub.scheduler.sweep()
                assert one.hub.live.keys() == tables

    asyncio.run(evening())
