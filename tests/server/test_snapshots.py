"""A table from its snapshot and the rows after it is the table from all its rows, or the snapshot is not believed."""

from __future__ import annotations

import asyncio
import random
import threading
from pathlib import Path
from typing import Any

import pytest

from triclinium.games import GAMES
from triclinium.table.live import commits, snapshots
from triclinium.table.log.rows import ROW
from triclinium.table.play import snapshot
from triclinium.table.play.waking import wake
from triclinium.table.store import Snapshot

from .make_store import evenings
from .people import House, house, seated, some_moves
from .room import Room, play_on, to_the_end
from .snapshots import everything, holds_everything


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(3))
def test_a_snapshot_and_the_rows_after_it_are_the_table(game: str, seed: int) -> None:
    rng = random.Random(seed)
    room = Room(people=rng.choice((3, 4)), bots=0, game=game).begin()
    to_the_end(room, seed=seed) if seed == 0 and game != "bacchanalia" else play_on(room, 60)
    room.store()
    rows = [ROW.decode(body) for body in room.stored]
    cuts = {1, len(rows) - 1, len(rows), *(rng.randrange(1, len(rows)) for _ in range(4))}
    assert all(holds_everything(rows, cut) for cut in cuts)


def test_tables_of_every_kind_have_snapshots() -> None:
    """Finished, running, with answers taken back, with a passage veiled, branched, waiting."""
    believed = 0
    for room in evenings():
        room.store()
        rows = [ROW.decode(body) for body in room.stored]
        believed += sum(holds_everything(rows, cut) for cut in range(1, len(rows) + 1, 7))
        assert holds_everything(rows, len(rows))
    assert believed > 10


def test_a_snapshot_that_is_damaged_or_from_other_code_is_not_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    room = Room(people=3, game="benhur").begin()
    play_on(room, 12)
    room.store()
    rows = [ROW.decode(body) for body in room.stored]
    body = snapshot.taken(wake(rows))
    assert body is not None
    for place in range(0, len(body), 97):
        assert snapshot.woken_from(body[:place] + bytes([body[place] ^ 1]) + body[place + 1 :], []) is None
    assert snapshot.woken_from(body[:-1], []) is None
    assert snapshot.woken_from(b"", []) is None
    monkeypatch.setattr(snapshot, "code_of", lambda _game: "of tomorrow")
    assert snapshot.woken_from(body, []) is None


async def left_alone(place: House) -> str:
    """A table after a few moves, at which nobody sits any more."""
    _, chairs = await seated(place, 3)
    await some_moves(chairs, 8)
    for chair in chairs:
        await chair.close()
    await place.hub.durable()
    return chairs[0].id


async def asleep_and_awake(place: House, table: str) -> tuple[dict[str, Any], list[int]]:
    """Drop a table from memory and wake it; returns what it knows, and after how many rows it was read."""
    read: list[int] = []
    load = place.hub.store.load

    async def noted(name: str, after: int = 0) -> list[bytes]:
        read.append(after)
        return await load(name, after)

    place.hub.drop(place.hub.live[table])
    place.hub.store.load = noted
    try:
        live = await place.hub.find(table)
    finally:
        place.hub.store.load = load
    assert live is not None
    live.table.settle()
    await place.hub.store.write()
    return everything(live.table), read


TIMES = ("now", "told_at", "table_told_at", "questions", "seats", "rested", "host_absent_since", "gathered_at")
"""What also knows when it was woken."""


def same_but_for_the_time(one: dict[str, Any], other: dict[str, Any]) -> bool:
    return all(one[name] == other[name] for name in one if name not in TIMES)


def test_who_wakes_a_long_table_leaves_a_snapshot_and_the_next_reads_the_rest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(snapshots, "WORTH_ROWS", 10)

    async def evening() -> None:
        async with house(tmp_path) as place:
            table, store = await left_alone(place), place.hub.store
            first, read = await asleep_and_awake(place, table)
            rows = await store.length(table)
            assert read == [0]
            assert (await store.latest_snapshot(table)).rows == rows
            second, read = await asleep_and_awake(place, table)
            assert read == [rows]
            assert same_but_for_the_time(first, second)
            kept = await store.latest_snapshot(table)
            store.snapshot(table, Snapshot(kept.rows, kept.body[:-1] + b"?", kept.edits))
            await store.write()
            third, read = await asleep_and_awake(place, table)
            assert read == [rows, 0], "it is damaged, so all rows are folded"
            assert same_but_for_the_time(first, third)
            assert await store.latest_snapshot(table) == kept, "and a good one is left"
            assert place.hub.counts.faults == 0

    asyncio.run(evening())


@pytest.mark.parametrize(("worth", "in_the_loop"), [(10, False), (1000, True)])
def test_a_long_table_is_folded_beside_the_loop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, worth: int, in_the_loop: bool
) -> None:
    monkeypatch.setattr(snapshots, "WORTH_ROWS", worth)
    folded, threads = snapshots.Stored.folded, []

    def noted(stored: snapshots.Stored) -> Any:
        threads.append(threading.current_thread() is threading.main_thread())
        return folded(stored)

    async def evening() -> None:
        async with house(tmp_path) as place:
            table = await left_alone(place)
            monkeypatch.setattr(snapshots.Stored, "folded", noted)
            await asleep_and_awake(place, table)
            assert threads == [in_the_loop]

    asyncio.run(evening())


def test_a_table_in_play_gets_a_snapshot_and_forgets_it_with_whoever_is_forgotten(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(commits, "SNAPSHOT_ROWS", 12)

    async def evening() -> None:
        async with house(tmp_path) as place:
            persons, chairs = await seated(place, 3)
            await chairs[0].send("chat", text="my secret word")
            table, store = chairs[0].id, place.hub.store
            async with asyncio.timeout(30):
                while b"my secret word" not in (kept := await store.latest_snapshot(table)).body:
                    await chairs[1].send("chat", text="and on")
            rows = [ROW.decode(row) for row in await store.load(table)]
            found = snapshot.woken_from(kept.body, rows[kept.rows :])
            assert found is not None
            assert everything(found) == everything(wake(rows))
            assert (await persons[0].http.delete(f"/api/tables/{table}/me")).status_code == 200
            assert b"my secret word" not in (await store.latest_snapshot(table)).body
            store.snapshot(table, kept)
            await store.write()
            assert b"my secret word" not in (await store.latest_snapshot(table)).body, "what was read before is too old"

    asyncio.run(evening())
