"""An upgrade at a server that runs, and by the operator."""

from __future__ import annotations

import asyncio
import json
import shutil
from pathlib import Path

import apsw
import pytest

from triclinium.core.record import read
from triclinium.games import game_named
from triclinium.table.log.rows import ROW, Created, Dealt, Upgraded
from triclinium.table.play.filling import filled
from triclinium.table.store.files import FILE
from triclinium.table.store.sqlite_file import SqliteFile

from .people import Chair, House, Person, house, seated, some_moves
from .room import Room
from .test_layout import STORES
from .upgraded import finished, running
from .versions import other_facts, raised, refuses, tells_more

# --- At a server --------------------------------------------------------------------------------


async def a_table(place: House, moves: int = 8) -> tuple[list[Person], list[Chair]]:
    persons, chairs = await seated(place, 3)
    await some_moves(chairs, moves)
    return persons, chairs


def test_a_frozen_table_is_told_read_saved_and_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def evening() -> None:
        async with house(tmp_path) as place:
            persons, chairs = await a_table(place)
            table = chairs[0].id
            rules = chairs[0].table["rules"]
            logs = [(await person.ask("GET", f"/api/tables/{table}/log"))["events"] for person in persons]
        raised(monkeypatch, "banquet", other_facts)
        async with house(tmp_path) as place:
            others = []
            for person in persons:
                again = place.person()
                again.http.cookies = person.http.cookies
                others.append(again)
            (line,) = (await others[0].ask("GET", "/api/tables"))["tables"]
            assert line["phase"] == "frozen"
            chairs = [await person.open(table) for person in others]
            for chair, person, log in zip(chairs, others, logs, strict=True):
                await chair.until(lambda chair=chair: chair.table)
                assert (chair.table["phase"], chair.table["frozen"], chair.table["rules"]) == ("frozen", True, rules)
                assert chair.state is None
                assert (await person.ask("GET", f"/api/tables/{table}/log"))["events"] == log
                saved = await person.ask("GET", f"/api/tables/{table}/record")
                lines = [json.loads(one) for one in saved.splitlines()]
                assert lines[0]["rules"] == rules
                assert [one["event"] for one in lines[1:]] == log
            refused = await chairs[0].send("answer", decision=1, answer={})
            assert refused["key"] == "refused.frozen"
            await others[0].ask("GET", f"/api/tables/{table}/replay", expect=409)
            assert (await chairs[0].send("propose", what="end"))["type"] == "ack"
            for chair in chairs[1:]:
                await chair.until(lambda chair=chair: chair.table["proposals"])
                number = chair.table["proposals"][0]["number"]
                assert (await chair.send("agree", proposal=number, yes=True))["type"] == "ack"
            await chairs[0].until(lambda: chairs[0].over)
            replay = await others[0].ask("GET", f"/api/tables/{table}/replay?eyes=1&count=64")
            assert replay["view"] is None
            assert [event for step in replay["steps"] for event in step["events"]] == logs[1][
                : sum(len(s["events"]) for s in replay["steps"])
            ]
            record = read(await others[0].ask("GET", f"/api/tables/{table}/record"))
            assert record.rules_version == rules
            assert len(record.entries) == replay["steps_total"]
            refused = await others[0].ask(
                "POST", f"/api/tables/{table}/branch", expect=409, json={"at": 3, "seat": 0, "name": "Livia"}
            )
            assert refused["key"] == "refused.other_rules"
            again = await others[0].ask("POST", f"/api/tables/{table}/rematch")
            assert place.hub.live[again["id"]].table.rules == rules + 1
            assert [json.loads(one) for one in place.lines if '"frozen"' in one]

    asyncio.run(evening())


def test_a_table_goes_on_at_a_server_and_says_so_in_a_row(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def evening() -> None:
        async with house(tmp_path) as place:
            persons, chairs = await a_table(place)
        version = raised(monkeypatch, "banquet", tells_more)
        async with house(tmp_path) as place:
            again = place.person()
            again.http.cookies = persons[0].http.cookies
            chair = await again.open(chairs[0].id)
            await chair.until(lambda: chair.state)
            assert (chair.table["phase"], chair.table["rules"], chair.table["frozen"]) == ("playing", version, False)
            assert chair.state["view"] == chairs[0].state["view"]
        store = SqliteFile(tmp_path)
        rows = [ROW.decode(row) for row in store.load(chairs[0].id)]
        assert [(row.before, row.to) for row in rows if isinstance(row, Upgraded)] == [(version - 1, version)]
        store.close()

    asyncio.run(evening())


def test_a_store_of_the_first_layout_is_filled_in_while_the_server_runs(tmp_path: Path) -> None:
    shutil.copy(STORES / "layout-1.sqlite", tmp_path / FILE)

    async def evening() -> None:
        async with house(tmp_path) as place:
            async with asyncio.timeout(60):
                while list(await place.hub.store.incomplete()):
                    await asyncio.sleep(0.05)
        store = SqliteFile(tmp_path)
        for table in store.all_tables():
            rows = [ROW.decode(row) for row in store.load(table)]
            made = rows[0]
            assert isinstance(made, Created)
            if made.rules == game_named(made.game).info.rules_version:
                assert filled(rows) == {}
                assert all(row.told for row in rows if isinstance(row, Dealt) and row.draws)
        store.close()

    asyncio.run(evening())


# --- By the operator ----------------------------------------------------------------------------


def a_store(folder: Path, *rooms: Room) -> None:
    store = SqliteFile(folder)
    for room in rooms:
        store.create(room.table.made.id, room.table.made.game)
        store.append(room.table.made.id, 0, room.stored)
        if room.table.phase == "over":
            store.finish(room.table.made.id)
    store.commit()
    store.close()


def run_upgrade(folder: Path, *more: str) -> str:
    from typer.testing import CliRunner

    from triclinium.cli import app

    done = CliRunner().invoke(app, ["upgrade", "--data", str(folder), *more], env={"COLUMNS": "400"})
    assert done.exit_code == 0, done.output
    return done.output


def test_the_command_tells_which_table_would_do_what_and_does_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    goes_on, frozen, over, broken = running("banquet"), running("benhur"), finished(), running("banquet", 10)
    broken.stored[-1] = b"{"
    a_store(tmp_path, goes_on, frozen, over, broken)
    version = raised(monkeypatch, "banquet", tells_more)
    raised(monkeypatch, "benhur", refuses)
    ids = {name: room.table.made.id[:8] for name, room in {"on": goes_on, "frozen": frozen, "broken": broken}.items()}
    before = (tmp_path / FILE).read_bytes()
    told = run_upgrade(tmp_path, "--dry-run")
    assert (tmp_path / FILE).read_bytes() == before
    assert sorted(path.name for path in tmp_path.iterdir()) == ["lock", FILE]
    for line in (
        "4 tables",
        "1 as they are",
        f"1 go on under today's rules: {ids['on']}",
        f"1 frozen: they can be read, but not played on: {ids['frozen']}",
        f"1 cannot be read; their rows are left alone: {ids['broken']}",
        "Nothing was written.",
    ):
        assert line in told
    assert "before-upgrade" in run_upgrade(tmp_path)
    copy = tmp_path / f"{FILE}.before-upgrade"
    assert copy.stat().st_mode & 0o777 == 0o600
    database = apsw.Connection(str(copy), flags=apsw.SQLITE_OPEN_READONLY)
    assert {body for (body,) in database.execute("select body from rows")} >= set(goes_on.stored)
    database.close()
    store = SqliteFile(tmp_path)
    last = ROW.decode(store.load(goes_on.table.made.id)[-1])
    assert isinstance(last, Upgraded)
    assert (last.before, last.to) == (version - 1, version)
    for room in (frozen, over, broken):
        assert store.load(room.table.made.id) == room.stored
    store.close()
    assert "3 as they are" not in run_upgrade(tmp_path, "--dry-run")
    assert "2 as they are" in run_upgrade(tmp_path, "--dry-run")


def test_the_command_is_refused_while_a_server_runs_or_without_tables(tmp_path: Path) -> None:
    from typer.testing import CliRunner

    from triclinium.cli import app

    done = CliRunner().invoke(app, ["upgrade", "--data", str(tmp_path / "nowhere")])
    assert done.exit_code == 2
    assert not (tmp_path / "nowhere").exists()
    a_store(tmp_path, running("banquet", 5))
    store = SqliteFile(tmp_path)
    done = CliRunner().invoke(app, ["upgrade", "--data", str(tmp_path)])
    assert done.exit_code == 2
    assert "1 as they are" in run_upgrade(tmp_path, "--dry-run")
    store.close()
