"""Tables are kept as long as the operator says, and leave no trace in the file."""

from __future__ import annotations

import asyncio
import json
import random
from collections import Counter
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from typer.testing import CliRunner

from triclinium.table import store_commands
from triclinium.table.live import housekeeping
from triclinium.table.live.housekeeping import prune_house
from triclinium.table.ops.retention import BITE, DAY, Keeping, duration_of, prune
from triclinium.table.protocol import messages as up
from triclinium.table.store.files import FILE, check_integrity
from triclinium.table.store.sqlite import SqliteStore
from triclinium.table.store.sqlite_file import SqliteFile

from .people import House, house, seated
from .room import Room

SECRET = "the drowned bell of Bertinoro"
NOW = 2_000_000_000_000
KEEPING = Keeping()


def days(number: float) -> int:
    return int(number * DAY * 1000)


def kept(store: SqliteFile, room: Room, ago: float, over: bool = False) -> str:
    """Store a table at which the last thing happened so many days ago."""
    room.store()
    rows = [json.loads(row) for row in room.stored]
    rows[-1]["at"] = NOW - days(ago)
    table = room.table.made.id
    store.create(table, room.table.made.game)
    store.append(table, 0, [json.dumps(row, separators=(",", ":")).encode() for row in rows])
    store.visit(f"visitor of {table}", table)
    if over:
        store.finish(table)
    store.commit()
    return table


def talking(room: Room) -> Room:
    room.say(0, up.Chat, text=SECRET)
    return room


def bytes_on_disk(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in folder.iterdir() if path.name.startswith(FILE))


def there(store: SqliteFile) -> set[str]:
    return {age.id for age in store.ages(0, 1000)}


def prune_now(store: SqliteStore, keeping: Keeping, now: int, *, dry_run: bool = False) -> Counter[str]:
    return asyncio.run(prune(store, keeping, now, dry_run=dry_run))


def test_durations() -> None:
    assert [duration_of(text) for text in ("1h", "7d", "2w", "never")] == [3600, 7 * DAY, 14 * DAY, None]
    for text in ("", "7", "0d", "-1d", "7 d", "d", "1.5d", "always", "9999999d"):
        with pytest.raises(ValueError):
            duration_of(text)


def test_table_9_each_kind_is_kept_for_its_time(tmp_path: Path) -> None:
    asked = SqliteStore(tmp_path)
    store = asked.file
    old = [
        kept(store, Room(3), 8),
        kept(store, Room(3).begin(), 366),
        kept(store, talking(Room(3).begin()), 181, over=True),
    ]
    young = [kept(store, Room(3), 6), kept(store, Room(3).begin(), 364), kept(store, Room(3).begin(), 179, over=True)]
    assert dict(prune_now(asked, KEEPING, NOW, dry_run=True)) == {"unbegun": 1, "idle": 1, "finished": 1}
    assert there(store) == {*old, *young}
    assert not prune_now(asked, Keeping(None, None, None), NOW)
    assert SECRET.encode() in bytes_on_disk(tmp_path)
    assert dict(prune_now(asked, KEEPING, NOW)) == {"unbegun": 1, "idle": 1, "finished": 1}
    assert there(store) == {*young}
    assert store.load(old[2]) == [] and store.tables_of(f"visitor of {old[2]}") == []
    assert SECRET.encode() not in bytes_on_disk(tmp_path), "neither in the file nor in its log"
    assert old[2].encode() not in bytes_on_disk(tmp_path)
    assert check_integrity(tmp_path / FILE) is None
    assert not prune_now(asked, KEEPING, NOW)
    asyncio.run(asked.close())


def test_many_tables_are_looked_through_in_bites(tmp_path: Path) -> None:
    asked = SqliteStore(tmp_path)
    store = asked.file
    for number in range(2 * BITE + 10):
        store.create(f"{number:032x}", "banquet")
        store.append(f"{number:032x}", 0, [b'{"row":"created","at":%d}' % (NOW - days(number % 2 * 10))])
    store.commit()
    assert prune_now(asked, KEEPING, NOW).total() == BITE + 5
    assert store.tables() == BITE + 5
    asyncio.run(asked.close())


def test_a_table_whose_last_row_cannot_be_read_stays(tmp_path: Path) -> None:
    asked = SqliteStore(tmp_path)
    store = asked.file
    store.create("f" * 32, "banquet")
    store.append("f" * 32, 0, [b'{"row":"created","at":1}', b"\xff not a row"])
    store.commit()
    assert not prune_now(asked, KEEPING, NOW)
    asyncio.run(asked.close())


def test_numbers_of_removed_tables_may_be_used_again(tmp_path: Path) -> None:
    asked = SqliteStore(tmp_path)
    store = asked.file
    first = kept(store, Room(3), 8)
    prune_now(asked, KEEPING, NOW)
    second = kept(store, talking(Room(3)), 1)
    assert store.load(first) == []
    assert len(store.load(second)) > 1
    store.append(second, store.length(second), [b'{"row":"retold"}'])
    store.commit()
    asyncio.run(asked.close())


# --- By hand ------------------------------------------------------------------------------------


def pruning(folder: Path, *options: str) -> tuple[int, str]:
    told = CliRunner().invoke(store_commands.app, ["prune", "--data", str(folder), *options])
    return told.exit_code, " ".join(told.output.split())


def test_table_9_prune_by_hand(tmp_path: Path) -> None:
    store = SqliteFile(tmp_path)
    for _ in range(40):
        kept(store, talking(Room(3)), 100)
    kept(store, Room(3), 10_000, over=True)
    store.close()
    before = (tmp_path / FILE).stat().st_size
    with patch("time.time_ns", lambda: NOW * 1_000_000):
        assert pruning(tmp_path, "--dry-run") == (0, "41 tables would be removed (1 finished, 40 unbegun)")
        assert pruning(tmp_path, "--keep-unbegun", "101d", "--keep-finished", "never")[1].startswith(
            "0 tables are removed"
        )
        assert pruning(tmp_path, "--vacuum")[1] == "41 tables are removed (1 finished, 40 unbegun)"
    assert SECRET.encode() not in bytes_on_disk(tmp_path)
    assert (tmp_path / FILE).stat().st_size < before / 2


def test_prune_says_in_one_line_what_is_wrong(tmp_path: Path) -> None:
    assert pruning(tmp_path)[0] == 2
    assert "there are no tables" in pruning(tmp_path)[1]
    store = SqliteFile(tmp_path)
    kept(store, Room(3), 100)
    code, line = pruning(tmp_path)
    assert code == 2
    assert "in use by another server; it removes old tables by itself" in line
    assert pruning(tmp_path, "--dry-run")[0] == 0, "one may look"
    store.close()
    assert "write it as 180d" in pruning(tmp_path, "--keep-idle", "soon")[1]


# --- While people play --------------------------------------------------------------------------


async def hours_later(place: House, number: int = 24 * 400) -> None:
    """Prune as if so many hours had passed."""
    later = place.hub.now() + number * 3_600_000
    with (
        patch("triclinium.table.live.housekeeping.time.time_ns", lambda: later * 1_000_000),
        patch.object(place.hub, "now", lambda: later),
    ):
        await prune_house(place.hub, KEEPING)


def test_table_9_a_running_server_removes_what_nobody_uses(tmp_path: Path) -> None:
    async def evening() -> None:
        async with house(tmp_path) as place:
            persons, chairs = await seated(place, 1, bots=2)
            await chairs[0].send("chat", text=SECRET)
            await chairs[0].play(random.Random(1))
            over = chairs[0].id
            waiting = (await persons[0].make())["id"]
            visited = (await persons[0].make())["id"]
            sitting = await persons[0].open(visited)
            await sitting.until(lambda: sitting.table)
            await chairs[0].close()
            while any(socket for live in place.hub.live.values() if live.id == over for socket in live.sockets):
                await asyncio.sleep(0.01)
            await place.hub.durable()
            await hours_later(place)
            listed = {line["id"] for line in (await persons[0].ask("GET", "/api/tables"))["tables"]}
            assert listed == {visited}, "where somebody is, nothing is removed"
            for table in (over, waiting):
                answer = await persons[0].ask("GET", f"/api/tables/{table}/log", 404)
                assert answer["key"] == "refused.no_such_table"
            assert SECRET.encode() not in bytes_on_disk(tmp_path)
            assert json.loads(place.lines[-1])["what"] == "pruned"
            assert SECRET not in "".join(place.lines) and over not in place.lines[-1]
            assert (await sitting.send("chat", text="still here"))["type"] == "ack"

    asyncio.run(evening())


def test_a_clock_that_was_set_removes_nothing(tmp_path: Path) -> None:
    async def evening() -> None:
        async with house(tmp_path) as place:
            await place.person().make()
            later = place.hub.now() + days(400)
            with patch("triclinium.table.live.housekeeping.time.time_ns", lambda: later * 1_000_000):
                await prune_house(place.hub, KEEPING)
            assert await place.hub.store.tables() == 1
            assert "the clock was set" in place.lines[-1]

    asyncio.run(evening())


def test_housekeeping_prunes_by_itself(tmp_path: Path) -> None:
    done = asyncio.Event()

    async def pruned(hub: Any, keeping: Keeping) -> None:
        assert keeping == Keeping(unbegun=60)
        done.set()

    async def evening() -> None:
        with patch.object(housekeeping, "PRUNE_SECONDS", 0.01), patch.object(housekeeping, "prune_house", pruned):
            async with house(tmp_path, keeping=Keeping(unbegun=60)):
                await asyncio.wait_for(done.wait(), 30)

    asyncio.run(evening())


def test_a_table_cannot_be_found_while_it_leaves(tmp_path: Path) -> None:
    async def evening() -> None:
        async with house(tmp_path) as place:
            person = place.person()
            made = await person.make()
            await place.hub.durable()
            leaving = asyncio.create_task(place.hub.remove(made["id"]))
            await asyncio.sleep(0)
            assert await place.hub.find(made["id"]) is None
            assert await leaving
            assert await place.hub.store.tables() == 0

    asyncio.run(evening())
