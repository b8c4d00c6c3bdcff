"""A passage that is veiled after the end is gone from the tables branched off before, too (BC-23)."""

from __future__ import annotations

import asyncio
import copy
import json
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from triclinium.core.record import Entry
from triclinium.table.live import branches, branching
from triclinium.table.live.branches import changes_between

from .people import Chair, House, Person, house
from .room import Room
from .test_passages import SECRET, on_disk, passage_of, telling


async def ended(place: House) -> tuple[list[Person], list[Chair]]:
    """A story that was told and ended by consent."""
    persons, chairs, _ = await telling(place)
    await chairs[0].send("propose", what="end")
    for chair in chairs[1:]:
        await chair.until(lambda chair=chair: chair.table["proposals"])
        await chair.send("agree", proposal=chair.table["proposals"][-1]["number"], yes=True)
    await chairs[0].until(lambda: chairs[0].over)
    return persons, chairs


async def branched(person: Person, table: str, at: int) -> Chair:
    """A branch of a game, in play."""
    made = await person.ask("POST", f"/api/tables/{table}/branch", json={"at": at, "seat": 0, "name": "Nero"})
    return await person.open(made["id"])


async def begin(chair: Chair) -> None:
    await chair.ready()
    await chair.reveal()
    await chair.until(lambda: chair.state)


async def steps(person: Person, table: str) -> int:
    replay = await person.ask("GET", f"/api/tables/{table}/replay?eyes=public")
    total: int = replay["steps_total"]
    return total


def test_bc_23_a_veil_reaches_branches_that_wait_that_play_and_that_sleep(tmp_path: Path) -> None:
    async def evening() -> None:
        async with house(tmp_path) as place:
            persons, chairs = await ended(place)
            origin, passage = chairs[0].id, passage_of(chairs[0])
            last = await steps(persons[0], origin)
            waiting = await branched(persons[0], origin, last)
            playing = await branched(persons[1], origin, last)
            await begin(playing)
            await playing.until(lambda: SECRET in json.dumps(playing.state))
            asleep = await branched(persons[2], origin, last)
            await begin(asleep)
            await asleep.close()
            await place.hub.durable()
            live = place.hub.live[asleep.id]
            place.hub.drop(live)
            version = playing.state["version"]
            assert (await chairs[2].send("veil_passage", passage=passage))["type"] == "ack"
            assert on_disk(tmp_path, SECRET) == [], "with the turn that veiled them"
            await playing.until(lambda: SECRET not in json.dumps(playing.state))
            assert playing.table["retold"] == 1
            assert playing.state["version"] > version
            log = await persons[1].ask("GET", f"/api/tables/{playing.id}/log")
            assert SECRET not in json.dumps(log)
            record = await persons[1].ask("GET", f"/api/tables/{playing.id}/record")
            assert SECRET not in record
            await begin(waiting)
            assert SECRET not in json.dumps(waiting.state)
            again = await persons[2].open(asleep.id)
            await again.until(lambda: again.state)
            assert SECRET not in json.dumps(again.state)
            for chair in (waiting, playing, again):
                assert chair.state["view"]["story"][passage]["form"] == "veiled"
        async with house(tmp_path) as place:
            for table in (origin, waiting.id, playing.id, asleep.id):
                found = await place.hub.find(table)
                assert found is not None
                assert SECRET not in str(found.table.play.record.entries)

    asyncio.run(evening())


def test_bc_23_a_veil_reaches_the_branch_of_a_branch_and_nothing_that_was_told_elsewhere(tmp_path: Path) -> None:
    async def evening() -> None:
        async with house(tmp_path) as place:
            persons, chairs = await ended(place)
            origin, passage = chairs[0].id, passage_of(chairs[0])
            last = await steps(persons[0], origin)
            first = await branched(persons[0], origin, last)
            await begin(first)
            await first.send("propose", what="end")
            await first.until(lambda: first.over)
            second = await branched(persons[0], first.id, last)
            await begin(second)
            early = await branched(persons[0], origin, 1)
            await begin(early)
            before = len(place.hub.live[early.id].table.made.entries)
            await chairs[1].send("veil_passage", passage=passage)
            for chair in (first, second):
                await chair.until(lambda chair=chair: SECRET not in json.dumps(chair.state))
            assert on_disk(tmp_path, SECRET) == []
            assert before == 1
            assert early.table["retold"] == 0, "it never held the words"

    asyncio.run(evening())


def test_a_game_is_branched_so_often_and_no_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(branching, "BRANCHES_MOST", 1)

    async def evening() -> None:
        async with house(tmp_path) as place:
            persons, chairs = await ended(place)
            body = {"at": 1, "seat": 0, "name": "Nero"}
            await persons[0].ask("POST", f"/api/tables/{chairs[0].id}/branch", json=body)
            refused = await persons[1].ask("POST", f"/api/tables/{chairs[0].id}/branch", 409, json=body)
            assert refused["key"] == "refused.too_many_branches"

    asyncio.run(evening())


def test_only_what_is_the_same_is_struck() -> None:
    old = [Entry(0, {"kind": "tell", "words": "a"}), Entry(1, {"kind": "draw"})]
    new = [Entry(0, {"kind": "tell", "words": "-"}), Entry(1, {"kind": "draw"})]
    changes = changes_between(old, new)
    assert list(changes) == [0]
    room = _made_of([(0, {"kind": "tell", "words": "another"})])
    assert branches._patched(room, changes) is None
    assert branches._patched(_made_of([]), changes) is None
    patched = branches._patched(_made_of([(0, {"kind": "tell", "words": "a"})]), changes)
    assert patched is not None and patched.entries == [(0, {"kind": "tell", "words": "-"})]


def _made_of(entries: list[tuple[int, dict[str, Any]]]) -> Any:
    return replace(Room(3, game="bacchanalia").table.made, entries=copy.deepcopy(entries))
