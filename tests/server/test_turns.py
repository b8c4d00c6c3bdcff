"""One turn of the loop stores and tells what has happened at many tables; one that takes long is divided."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from triclinium.table.live import commits
from triclinium.table.store import StoreFailed
from triclinium.table.store.sqlite import SqliteStore

from .people import house, seated, some_moves


@pytest.mark.parametrize("seconds", [0.0, 1000.0])
def test_however_turns_are_divided_what_is_told_is_stored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seconds: float
) -> None:
    monkeypatch.setattr(commits, "TURN_SECONDS", seconds)

    async def evening() -> None:
        async with house(tmp_path) as place:
            store = place.hub.store

            async def lay() -> None:
                made = await place.person().make()
                assert await store.length(made["id"]) == place.hub.live[made["id"]].table.rows, (
                    "stored before it is told"
                )

            parties = await asyncio.gather(*(seated(place, 3) for _ in range(4)))
            await asyncio.gather(*(lay() for _ in range(12)), *(some_moves(chairs, 6) for _, chairs in parties))
            await place.hub.durable()
            for live in place.hub.live.values():
                assert await store.length(live.id) == live.table.rows

    asyncio.run(evening())


def test_waiting_for_a_later_turn_fails_when_that_is_lost_too(tmp_path: Path) -> None:
    """A batch that fails takes what has happened since with it; nobody waits for that in vain or is told it is done."""

    async def evening() -> None:
        async with house(tmp_path) as place:
            _, chairs = await seated(place, 3)
            live = place.hub.live[chairs[0].id]
            store = place.hub.store
            assert isinstance(store, SqliteStore)
            whole = store.file.batch

            def failing() -> frozenset[str]:
                raise StoreFailed("no room")

            store.file.batch = lambda: failing
            writing = asyncio.create_task(chairs[0].send("chat", text="one"))
            while place.hub.commits.writing is None:
                await asyncio.sleep(0)
            live.table.changed = True
            place.hub.touch(live)
            with pytest.raises(StoreFailed):
                await asyncio.wait_for(place.hub.durable(), 5)
            store.file.batch = whole
            assert (await writing)["key"] == "refused.not_stored"

    asyncio.run(evening())
