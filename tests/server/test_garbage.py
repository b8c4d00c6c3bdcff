"""The garbage collector has little to walk through at a time, and finds nothing."""

from __future__ import annotations

import asyncio
import gc
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from unittest.mock import patch

import uvloop

from triclinium.table.live import housekeeping
from triclinium.table.ops import collecting
from triclinium.table.ops.collecting import CHANGES, NEVER, Young

from .people import WAIT, House, house, seated, some_moves
from .test_front import GAMES, line

MALFORMED = (
    b"no request\r\n\r\n",
    b"GET / HTTP/1.1\r\n" + b"A: b\r\n" * 300 + b"\r\n",
    b"GET /ws/" + b"0" * 32 + b" HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nSec-WebSocket-Key: x\r\n\r\n",
)


@contextmanager
def uncollected() -> Iterator[None]:
    """Nothing is collected by itself."""
    before = gc.get_threshold()
    gc.collect()
    gc.set_threshold(NEVER, NEVER, NEVER)
    try:
        yield
    finally:
        gc.set_threshold(*before)


def rings() -> Counter[str]:
    """What of ours only the collector finds, by type."""
    gc.set_debug(gc.DEBUG_SAVEALL)
    gc.collect()
    gc.set_debug(0)
    found = Counter(kind.__name__ for kind in map(type, gc.garbage) if kind.__module__.startswith("triclinium"))
    gc.garbage.clear()
    return found


async def dine(place: House) -> None:
    """Some moves at a table; then everybody leaves, and the table is put away."""
    _, chairs = await seated(place, 3)
    await some_moves(chairs, 5)
    for person in place.people:
        await person.close()
    live = place.hub.live[chairs[0].id]
    while live.sockets:
        await asyncio.sleep(0)
    place.hub.drop(live)


async def annoy(place: House) -> None:
    """Requests that are none, and one whose sender does not wait."""
    for sent in MALFORMED:
        async with line(place) as (reader, writer):
            writer.write(sent)
            assert b" 4" in await reader.readline()
            await reader.read()
    async with line(place) as (_, writer):
        writer.write(GAMES.replace(b"GET", b"POST").replace(b"Host", b"Content-Length: 9\r\nHost"))
        while not any(getattr(each, "exchange", None) for each in place.front.connections):
            await asyncio.sleep(0)
        writer.transport.abort()
        while place.front.connections:
            await asyncio.sleep(0)


def test_neither_play_nor_sockets_nor_requests_leave_rings_behind(tmp_path: Path) -> None:
    async def evening() -> None:
        async with house(tmp_path) as place:
            with uncollected(), patch.object(collecting, "CHANGES", NEVER):
                await dine(place)
                await annoy(place)
                assert rings() == {}

    uvloop.run(evening())


def test_what_takes_the_place_of_something_older_is_soon_walked_through() -> None:
    """The interpreter does not count it: as many objects are freed as are created."""
    young, walked = Young(), 0
    tables = [[[number] for number in range(20)] for _ in range(500)]
    with uncollected():
        for _ in range(3):
            for number, _ in enumerate(tables):
                tables[number] = [[number] for number in range(20)]
                if number % CHANGES == 0:
                    walked = max(walked, len(gc.get_objects(0)))
                young.grow()
    assert walked < 2 * 21 * CHANGES


def test_nobody_who_is_connected_waits_for_a_complete_collection(tmp_path: Path) -> None:
    async def evening() -> None:
        async with house(tmp_path) as place:
            _, chairs = await seated(place, 3)
            with patch.object(housekeeping, "COLLECT_SECONDS", 0), patch.object(gc, "collect") as collect:
                looking = asyncio.create_task(housekeeping.collect_all(place.hub))
                for _ in range(20):
                    await asyncio.sleep(0)
                assert not collect.called
                for chair in chairs:
                    await chair.close()
                async with asyncio.timeout(WAIT):
                    while not collect.called:
                        await asyncio.sleep(0)
                looking.cancel()

    uvloop.run(evening())
