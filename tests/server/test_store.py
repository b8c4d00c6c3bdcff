"""Disk full, locked, read-only, damaged, taken, old: one clear line, and nothing that was acknowledged is lost."""

from __future__ import annotations

import asyncio
import contextlib
import random
import re
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import apsw
import pytest
from bench.disk import Disk

from triclinium.table.serve import CannotServe, listening
from triclinium.table.store import StoreFailed
from triclinium.table.store.files import FILE, back_up, check_integrity
from triclinium.table.store.sqlite import SqliteStore
from triclinium.table.store.sqlite_file import SqliteFile
from triclinium.table.store.version import check_version

from .people import house, seated, some_moves


def fill(store: SqliteFile, table: str, rows: int, before: int = 0) -> None:
    if before == 0:
        store.create(table, "banquet")
    store.append(table, before, [b'{"row":"ended","at":%d}' % number for number in range(rows)])
    store.commit()


def test_rows_come_back_in_order(tmp_path: Path) -> None:
    store = SqliteFile(tmp_path)
    fill(store, "a", 5)
    fill(store, "b", 2)
    fill(store, "a", 3, before=5)
    assert len(store.load("a")) == 8
    assert store.load("nothing") == []
    assert list(store.running()) == ["b", "a"]
    store.finish("b")
    store.visit("v", "a")
    store.commit()
    assert list(store.running()) == ["a"]
    assert store.tables_of("v") == ["a"]
    store.close()
    assert check_integrity(tmp_path / FILE) is None


def test_the_log_is_moved_into_the_file_now_and_then(tmp_path: Path) -> None:
    store = SqliteFile(tmp_path)
    store.create("a", "banquet")
    log = tmp_path / f"{FILE}-wal"
    most = 0
    for number in range(120):
        store.append("a", number * 40, [b"x" * 4000] * 40)
        store.commit()
        most = max(most, log.stat().st_size)
        with store._tidying:  # whoever moves it is waited for
            pass
    store.close()
    assert most < 120 * 40 * 4000 * 0.8, "else it grows for ever"
    assert check_integrity(tmp_path / FILE) is None


def test_two_writers_cannot_both_be_right(tmp_path: Path) -> None:
    store = SqliteFile(tmp_path)
    fill(store, "a", 5)
    store.append("a", 4, [b"{}"])
    store.replace("a", {0: b"{}"})
    fill(store, "b", 2)  # in the same batch
    assert len(store.load("a")) == 5
    assert store.load("a")[0] != b"{}", "nothing of the loser is stored"
    assert len(store.load("b")) == 2, "and everything of the others"
    fill(store, "a", 1, before=5)
    store.close()


def test_one_server_for_a_folder(tmp_path: Path) -> None:
    store = SqliteFile(tmp_path)
    with pytest.raises(StoreFailed, match="in use by another server"):
        SqliteFile(tmp_path)
    store.close()
    SqliteFile(tmp_path).close()


@pytest.mark.parametrize("version", ["3.7.0", "3.40.1", "3.44.5", "3.50.6", "3.51.2"])
def test_a_sqlite_that_loses_rows_is_refused(version: str) -> None:
    with pytest.raises(StoreFailed, match="update the package apsw"):
        check_version(version)


@pytest.mark.parametrize("version", ["3.44.6", "3.50.7", "3.51.3", "3.54.1", apsw.sqlite_lib_version()])
def test_a_mended_sqlite_is_taken(version: str) -> None:
    check_version(version)


def test_what_is_no_database_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(b"dear diary" * 1000)
    with pytest.raises(StoreFailed, match="no database"):
        SqliteFile(tmp_path)
    assert (tmp_path / FILE).read_bytes().startswith(b"dear diary")


def test_a_folder_that_may_not_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreFailed, match=r"Not a directory|File exists"):
        SqliteFile(tmp_path / "file" / "data")


def test_a_file_that_may_not_be_written(tmp_path: Path) -> None:
    """Wrong permissions, as SQLite reports them (root may write everything, so the pragma stands in)."""
    store = SqliteFile(tmp_path)
    fill(store, "a", 2)
    store._db.pragma("query_only", True)
    store.append("a", 2, [b"{}"])
    with pytest.raises(StoreFailed, match="permissions"):
        store.commit()
    store._db.pragma("query_only", False)
    fill(store, "a", 1, before=2)
    assert len(store.load("a")) == 3
    store.close()


def test_a_full_disk_and_a_locked_file_lose_nothing_and_the_table_goes_on(tmp_path: Path) -> None:
    async def evening() -> None:
        async with house(tmp_path) as place:
            _, chairs = await seated(place, 3)
            await some_moves(chairs, 5)
            assert isinstance(place.hub.store, SqliteStore)
            store = place.hub.store.file
            before = {chair: chair.state["view"] for chair in chairs}
            for hurt, heal, line in troubles(store, tmp_path):
                hurt()
                known = [len(chair.heard) for chair in chairs]
                for _ in range(40):  # what is left of the last page is still room
                    reply = await chairs[0].send("chat", text="x" * 500)
                    if reply["type"] == "refused":
                        break
                assert reply["key"] == "refused.not_stored"
                for one, heard in zip(chairs, known, strict=True):
                    await one.until(lambda one=one, heard=heard: any(m["type"] == "state" for m in one.heard[heard:]))
                    assert one.state["view"] == before[one]
                assert len([text for text in place.lines if line in text]) == 1, place.lines
                talk = place.hub.live[chairs[0].id].table.chatted
                assert talk == sum(b"chatted" in row for row in store.load(chairs[0].id))
                refused = await place.people[0].ask("POST", "/api/tables", expect=503, json=TABLE)
                assert refused["key"] == "refused.not_stored"
                heal()
            await some_moves(chairs, 5)
            moved = place.hub.live[chairs[0].id].table.rows
            stored = store.load(chairs[0].id)
            assert len(stored) == moved

    asyncio.run(evening())


TABLE = {"game": "banquet", "seats": [{}, {}, {}], "name": "Livia"}


def troubles(store: SqliteFile, folder: Path):
    pages = store._db.pragma("page_count")
    yield (
        lambda: store._db.pragma("max_page_count", pages),
        lambda: store._db.pragma("max_page_count", 1 << 30),
        "the disk is full",
    )
    other = apsw.Connection(str(folder / FILE))
    store._db.set_busy_timeout(10)
    yield lambda: other.execute("begin immediate"), lambda: other.execute("rollback"), "another program has locked"
    other.close()


def test_port_taken() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        with pytest.raises(CannotServe, match="is taken; choose another"):
            listening("127.0.0.1", taken.getsockname()[1])


def run_serve(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "triclinium.cli", "serve", "--no-warm", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=30, check=False)


def test_the_command_says_in_one_line_why_it_cannot_serve(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        done = run_serve("--port", str(taken.getsockname()[1]), "--data", str(tmp_path))
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "is taken" in done.stderr


def test_backup_while_the_server_writes(tmp_path: Path) -> None:
    async def evening() -> None:
        async with house(tmp_path / "data") as place:
            _, chairs = await seated(place, 3)
            await some_moves(chairs, 5)
            rows = place.hub.live[chairs[0].id].table.rows
            moving = asyncio.create_task(some_moves(chairs, 20))
            await asyncio.to_thread(back_up, tmp_path / "data", tmp_path / "copy.sqlite")
            await moving
            assert check_integrity(tmp_path / "copy.sqlite") is None
            (tmp_path / "restored").mkdir()
            (tmp_path / "copy.sqlite").rename(tmp_path / "restored" / FILE)
            store = SqliteFile(tmp_path / "restored")
            assert len(store.load(chairs[0].id)) >= rows
            store.close()
            with pytest.raises(StoreFailed, match="never overwrites"):
                back_up(tmp_path / "data", tmp_path / "restored" / FILE)

    asyncio.run(evening())


@pytest.mark.parametrize("seed", range(8))
def test_power_may_go_at_any_step_of_the_first_start(tmp_path: Path, seed: int) -> None:
    """What is left then is half a file and a journal; the next start plays it back."""
    for step in range(20):
        first, second = tmp_path / f"{step}", tmp_path / f"{step}-again"
        first.mkdir()
        second.mkdir()
        disk = Disk(first)
        disk.lose_power_after(step)
        with contextlib.suppress(StoreFailed):
            SqliteFile(first, vfs=disk.vfs).close()
        disk.lay_out(second, random.Random(seed))
        disk.forget()
        store = SqliteFile(second)
        fill(store, "a", 2)
        store.close()
        assert check_integrity(second / FILE) is None


def test_table_10_a_backup_has_its_name_only_when_it_is_whole(tmp_path: Path) -> None:
    """What an attempt that was cut off has left is in nobody's way, and the copy is for the operator's eyes only."""
    store = SqliteFile(tmp_path / "data")
    fill(store, "a", 5)
    copy = tmp_path / "copy.sqlite"
    for left in ("copy.sqlite.part", "copy.sqlite.part-journal"):
        (tmp_path / left).write_bytes(b"half" * 500)
    store.backup(copy)
    store.close()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["copy.sqlite", "data"]
    assert copy.stat().st_mode & 0o777 == 0o600
    assert check_integrity(copy) is None


def test_a_stop_signal_ends_the_server_in_good_order(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "triclinium.cli", "serve", "--port", "0", "--data", str(tmp_path), "--no-warm"]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert server.stdout is not None
    address = re.search(r"http://localhost:\d+", server.stdout.readline())
    assert address is not None
    urllib.request.urlopen(f"{address[0]}/api/games").close()
    server.terminate()
    _, said = server.communicate(timeout=15)
    assert '"what": "stopped"' in said
    assert check_integrity(tmp_path / FILE) is None


def test_time_never_runs_backwards_when_the_systems_clock_does(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def evening() -> None:
        async with house(tmp_path) as place:
            _, chairs = await seated(place, 3)
            early = place.hub.now()
            hours_ago = time.time_ns() - 20 * 3_600_000_000_000
            monkeypatch.setattr(time, "time_ns", lambda: hours_ago)
            await some_moves(chairs, 3)
            assert place.hub.now() >= early
        async with house(tmp_path) as place:
            assert place.hub.now() >= early

    asyncio.run(evening())


def test_two_programs_write_in_turn_and_lose_nothing(tmp_path: Path) -> None:
    SqliteFile(tmp_path).close()
    stores = [SqliteFile(tmp_path, shared=True) for _ in range(2)]
    stores[0].create("a", "banquet")
    stores[1].create("b", "banquet")
    for number in range(50):
        for name, store in zip("ab", stores, strict=True):
            store.append(name, number, [f"{name}{number}".encode()])
            store.commit()
    for name, store in zip("ba", stores, strict=True):
        assert store.load(name) == [f"{name}{number}".encode() for number in range(50)], "each reads the other's"
    for store in stores:
        store.close()
