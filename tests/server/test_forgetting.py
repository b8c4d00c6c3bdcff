"""What the server keeps of a visitor: told, downloaded, and deleted so that nothing is left in the file or its log."""

from __future__ import annotations

import asyncio
import json
import random
import re
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from triclinium.core.play import verify
from triclinium.core.record import read
from triclinium.games import game_named
from triclinium.table.live import forgetting
from triclinium.table.log.rows import ROW, Ended, Left, Sat, Subscribed
from triclinium.table.log.visitors import GONE
from triclinium.table.ops.retention import DAY
from triclinium.table.people import personal
from triclinium.table.play import waking
from triclinium.table.play.host import is_host
from triclinium.table.play.passages import story_in
from triclinium.table.protocol import messages as up
from triclinium.table.protocol.messages import Ack
from triclinium.table.store import StoreFailed
from triclinium.table.store.sqlite import SqliteStore

from .people import Chair, House, Person, house, seated, some_moves
from .room import Room, play_on, same, to_the_end
from .test_passages import SECRET, on_disk, rows_of, story_room, telling, text_of, until_told

NAME = "Trimalchio of Puteoli"
TALK = "my cook sings at noon"
ENDPOINT = "https://updates.push.services.mozilla.com/wpush/v2/mine-alone"
GONE_NOW = GONE + "0" * 16


# --- Rows ---------------------------------------------------------------------------------------


def talked(room: Room, seat: int, text: str = TALK) -> Room:
    assert isinstance(room.say(seat, up.Chat, text=text), Ack)
    return room


def without(room: Room, visitor: str) -> Any:
    return personal.forgotten(rows_of(room), visitor, GONE_NOW)


def test_all_that_is_ones_own_leaves_the_rows() -> None:
    room = talked(Room(3).begin(), 1)
    room.table.write(Subscribed(seat=1, kind="push", target={"endpoint": ENDPOINT}))
    talked(room, 0, "others may talk")
    play_on(room, 8)
    before = text_of(rows_of(room))
    assert all(word in before for word in ("visitor1", "Person 1", TALK, ENDPOINT))
    rows = without(room, "visitor1")
    after = text_of(rows)
    assert not any(word in after for word in ("visitor1", "Person 1", TALK, ENDPOINT))
    assert "others may talk" in after and "visitor0" in after and "Person 0" in after
    table = waking.wake(rows)
    assert [line.text for line in table.chat] == ["others may talk"]
    assert table.chatted == room.table.chatted, "lines keep their numbers"
    assert table.seats[1].left and table.seats[1].name is None and table.seats[1].player is not None
    assert table.play.record.entries == room.table.play.record.entries, "the game is everybody's"
    assert table.retold == room.table.retold + 1
    assert table.seats_of("visitor1") == table.seats_of("") == []


def test_a_seat_that_changed_hands_is_its_owners_of_that_time() -> None:
    room = talked(Room(3).begin(), 1, "said by the first")
    room.table.write(Left(seat=1))
    room.table.write(Sat(seat=1, visitor="newcomer", name="The new one"))
    talked(room, 1, "said by the second")
    after = text_of(without(room, "visitor1"))
    assert "said by the first" not in after and "said by the second" in after and "The new one" in after
    assert not waking.wake(without(room, "visitor1")).seats[1].left, "the newcomer stays"
    after = text_of(without(room, "newcomer"))
    assert "said by the first" in after and "said by the second" not in after and "The new one" not in after


def test_leaving_before_the_game_frees_the_seat() -> None:
    room = Room(3)
    table = waking.wake(without(room, "visitor2"))
    assert table.seats[2].visitor is None and table.seats[2].name is None
    assert sum(isinstance(row, Left) for row in without(room, "visitor2")) == 1
    room.say(1, up.Leave)
    assert not any(isinstance(row, Left) and row.seat == 2 for row in without(room, "visitor1"))


def test_the_hosts_rights_pass_on_at_once() -> None:
    room = Room(3).begin()
    assert is_host(room.table, "visitor0")
    table = waking.wake(without(room, "visitor0"))
    table.seats[1].sockets = 1
    assert is_host(table, "visitor1")
    assert not is_host(table, "visitor0") and not is_host(table, "")


def test_what_a_host_wrote_when_muting_is_theirs() -> None:
    room = Room(3).begin()
    room.say(0, up.Hush, seat=2, on=True, reason=SECRET)
    for visitor in ("visitor0", "visitor2"):
        rows = without(room, visitor)
        assert SECRET not in text_of(rows)
        assert waking.wake(rows).seats[2].hushed == ""
    assert SECRET in text_of(without(room, "visitor1"))


def test_a_finished_game_verifies_without_somebody() -> None:
    room = talked(Room(4).begin(), 3)
    to_the_end(room)
    record = waking.wake(without(room, "visitor3")).play.record
    assert verify(game_named("banquet"), read(record.write())) == []


def test_a_story_keeps_its_shape_without_somebodys_words() -> None:
    room = story_room()
    teller, passage = until_told(room, SECRET)
    other, kept = until_told(room, "told by another")
    assert other != teller or passage != kept
    rows = without(room, f"visitor{teller}")
    assert SECRET not in text_of(rows)
    table = waking.wake(rows)
    assert table.play.state.story[passage].form == "veiled"
    if other != teller:
        assert "told by another" in text_of(rows)
    assert len(table.play.record.entries) == len(room.table.play.record.entries)


def test_words_that_were_taken_back_go_too() -> None:
    room = story_room(undo="free")
    teller, _ = until_told(room, SECRET)
    room.say(teller, up.Undo)
    for seat in range(3):
        if seat != teller and room.table.proposals:
            room.say(seat, up.Agree, proposal=room.table.proposed, yes=True)
    assert SECRET not in str(room.table.play.record.entries)
    assert SECRET in text_of(rows_of(room)), "the rows still have it"
    assert SECRET not in text_of(without(room, f"visitor{teller}"))


def test_what_a_visitor_is_shown_about_themselves() -> None:
    room = talked(story_room(), 1)
    teller, _ = until_told(room, SECRET)
    room.store()
    mine = personal.kept(room.stored, f"visitor{teller}")
    assert [told["words"]["text"] for told in mine.passages][-1] == SECRET
    assert mine.names == [f"Person {teller}"]
    assert mine.host == (teller == 0)
    talker = personal.kept(room.stored, "visitor1")
    assert [line.text for line in talker.lines] == [TALK]
    nobody = personal.kept(room.stored, "somebody else")
    assert not (nobody.names or nobody.lines or nobody.passages or nobody.notices or nobody.answers or nobody.host)


def test_who_told_what_before_a_branch() -> None:
    room = story_room()
    teller, passage = until_told(room, SECRET)
    told_by = personal.tellers(story_in(rows_of(room)))
    assert told_by[passage] == f"visitor{teller}"
    entries = [(entry.seat, entry.answer) for entry in room.table.play.record.entries]
    branch = Room(3, game="bacchanalia", branch_of="a" * 32, entries=entries, tellers=told_by).begin()
    assert SECRET in text_of(rows_of(branch))
    branch.store()
    mine = personal.kept(branch.stored, f"visitor{teller}").passages
    assert [told["words"]["text"] for told in mine][-1] == SECRET
    assert SECRET not in text_of(without(branch, f"visitor{teller}"))


# --- At a real server ---------------------------------------------------------------------------


async def at_table(place: House) -> tuple[list[Person], list[Chair]]:
    """Three people at a banquet; the first has a name, a word and an address of their own there."""
    persons = [place.person() for _ in range(3)]
    made = await persons[0].make(0, 3, name=NAME)
    for number, person in enumerate(persons[1:], start=1):
        await person.sit(made, f"Guest {number}")
    chairs = [await person.open(made["id"]) for person in persons]
    for chair in chairs:
        await chair.ready()
    for chair in chairs:
        await chair.reveal()
    for chair in chairs:
        await chair.until(lambda chair=chair: chair.state)
    await chairs[0].send("chat", text=TALK)
    await chairs[1].send("chat", text="I stay")
    wanted = {"kind": "push", "endpoint": ENDPOINT, "keys": {"p256dh": "a", "auth": "b"}}
    await persons[0].ask("POST", f"/api/tables/{made['id']}/notices", json=wanted)
    await some_moves(chairs, 6)
    return persons, chairs


def key_hash(place: House, person: Person) -> str:
    return place.server.admission.visitor({"cookie": person.cookie()})


def test_visitors_see_and_download_what_is_kept(tmp_path: Path) -> None:
    async def evening() -> None:
        async with house(tmp_path) as place:
            persons, chairs = await at_table(place)
            told = await persons[0].ask("GET", "/api/me")
            assert told["more"] == 0
            (mine,) = told["tables"]
            assert (mine["id"], mine["game"], mine["host"], mine["names"]) == (chairs[0].id, "banquet", True, [NAME])
            assert (mine["lines"], mine["notices"], mine["passages"]) == (1, 1, 0)
            assert TALK not in json.dumps(told)
            answer = await persons[0].http.get("/api/me/download")
            assert "attachment" in answer.headers["content-disposition"]
            (whole,) = answer.json()["tables"]
            assert whole["lines"][0]["text"] == TALK
            assert whole["notices"][0]["target"]["endpoint"] == ENDPOINT
            assert len(whole["answers"]) == mine["answers"]
            other = (await persons[1].ask("GET", "/api/me"))["tables"][0]
            assert (other["host"], other["names"], other["lines"]) == (False, ["Guest 1"], 1)
            stranger = place.person()
            nothing = await stranger.ask("GET", "/api/me")
            assert (nothing["tables"], nothing["more"]) == ([], 0)
            assert nothing["keeping"] == {"finished": 180 * DAY, "unbegun": 7 * DAY, "idle": 365 * DAY}
            assert (await stranger.http.get("/api/me/download")).json() == {"tables": [], "more": 0}
            assert (await stranger.ask("DELETE", "/api/me")) == {"tables": 0, "left": []}

    asyncio.run(evening())


def test_everything_of_a_visitor_is_deleted_and_the_others_play_on(tmp_path: Path) -> None:
    async def evening() -> None:
        async with house(tmp_path) as place:
            persons, chairs = await at_table(place)
            mine = key_hash(place, persons[0])
            for word in (NAME, TALK, ENDPOINT, mine):
                assert on_disk(tmp_path, word)
            answer = await persons[0].http.delete("/api/me")
            assert answer.json() == {"tables": 1, "left": []}
            assert re.search(r"triclinium=; .*Max-Age=0", answer.headers["set-cookie"])
            assert await chairs[0].closed() == up.Close.SEAT_GONE
            for word in (NAME, TALK, ENDPOINT, mine):
                assert on_disk(tmp_path, word) == [], word
            others = chairs[1:]
            for chair in others:
                await chair.until(lambda chair=chair: chair.table["retold"] == 1)
                seat = chair.table["seats"][0]
                assert (seat["name"], seat["taken"], seat["present"]) == (None, True, False)
                assert seat["stand_in"] is not None
            assert others[0].table["you"]["host"], "the host's rights have passed on"
            persons[0].http.cookies.clear()
            refused = await persons[0].ask("GET", f"/api/tables/{chairs[0].id}/log", 403)
            assert refused["key"] == "refused.no_right"
            again = await persons[1].open(chairs[1].id)
            await again.until(lambda: again.lines)
            assert [line["text"] for line in again.lines] == ["I stay"]
            await asyncio.gather(*(chair.play(random.Random(4)) for chair in others))
            record = read(await persons[1].ask("GET", f"/api/tables/{chairs[1].id}/record"))
            assert verify(game_named("banquet"), record) == []
            table = place.hub.live[chairs[1].id].table
            assert same(table, waking.wake([ROW.decode(row) for row in await place.hub.store.load(chairs[1].id)]))

    asyncio.run(evening())


def test_a_table_that_is_not_in_memory_need_not_be_woken(tmp_path: Path) -> None:
    async def evening() -> None:
        async with house(tmp_path) as place:
            persons, chairs = await at_table(place)
            keys = [person.cookie() for person in persons]
            mine = key_hash(place, persons[0])
        async with house(tmp_path) as place:
            for live in list(place.hub.live.values()):
                place.hub.drop(live)
            people = [place.person() for _ in keys]
            for person, key in zip(people, keys, strict=True):
                person.http.cookies.set(*key.split("=", 1))
            with patch.object(place.hub.recovery, "woken", side_effect=AssertionError("woken")):
                assert await people[0].ask("DELETE", "/api/me") == {"tables": 1, "left": []}
            for word in (NAME, TALK, ENDPOINT, mine):
                assert on_disk(tmp_path, word) == [], word
            assert not place.hub.rewriting
            chair = await people[1].open(chairs[1].id)
            await chair.until(lambda: chair.table)
            assert chair.table["seats"][0]["name"] is None
            assert (await people[1].ask("GET", "/api/tables"))["tables"][0]["seats"][0] is None

    asyncio.run(evening())


def test_a_table_of_nobody_else_goes_as_a_whole(tmp_path: Path) -> None:
    async def evening() -> None:
        async with house(tmp_path) as place:
            persons, chairs = await seated(place, 1, bots=3, name=NAME)
            await chairs[0].send("chat", text=TALK)
            quiet = await persons[0].make()
            other = place.person()
            theirs = await other.make()
            assert await persons[0].ask("DELETE", "/api/me") == {"tables": 2, "left": []}
            assert await chairs[0].closed() == up.Close.NO_TABLE
            assert await place.hub.store.tables() == 1
            assert set(place.hub.live) == {theirs["id"]}
            for word in (NAME, TALK, quiet["id"], chairs[0].id):
                assert on_disk(tmp_path, word) == [], word

    asyncio.run(evening())


def test_one_table_alone_and_only_ones_own(tmp_path: Path) -> None:
    async def evening() -> None:
        async with house(tmp_path) as place:
            persons, chairs = await at_table(place)
            elsewhere = await persons[0].make(name=NAME)
            path = f"/api/tables/{chairs[0].id}/me"
            stranger = place.person()
            assert (await stranger.ask("DELETE", path, 403))["key"] == "refused.no_right"
            unknown = f"/api/tables/{'0' * 32}/me"
            assert (await persons[0].ask("DELETE", unknown, 403))["key"] == "refused.no_right"
            foreign = await persons[0].http.delete(path, headers={"origin": "https://evil.example"})
            assert (foreign.status_code, foreign.json()["key"]) == (403, "refused.other_origin")
            assert on_disk(tmp_path, TALK)
            answer = await persons[0].http.delete(path)
            assert answer.json() == {"tables": 1, "left": []}
            assert "set-cookie" not in answer.headers
            assert on_disk(tmp_path, TALK) == []
            assert [one["id"] for one in (await persons[0].ask("GET", "/api/me"))["tables"]] == [elsewhere["id"]]
            assert (await persons[0].ask("DELETE", path, 403))["key"] == "refused.no_right"

    asyncio.run(evening())


def test_a_tellers_words_leave_the_story_and_its_branches(tmp_path: Path) -> None:
    async def evening() -> None:
        async with house(tmp_path) as place:
            persons, chairs, teller = await telling(place)
            other = (teller + 1) % 3
            live = place.hub.live[chairs[0].id]
            at = len(live.table.play.record.entries)
            live.table.write(Ended())  # so that it can be branched off
            place.hub.touch(live)
            await place.hub.durable()
            wanted = {"at": at, "seat": 0, "name": "What if"}
            made = await persons[other].ask("POST", f"/api/tables/{live.id}/branch", json=wanted)
            assert place.hub.live[made["id"]].table.made.tellers.count(key_hash(place, persons[teller])) == 1
            told = await persons[teller].ask("GET", "/api/me")
            assert {table["id"]: table["passages"] for table in told["tables"]} == {live.id: 1, made["id"]: 1}
            assert await persons[teller].ask("DELETE", "/api/me") == {"tables": 2, "left": []}
            assert on_disk(tmp_path, SECRET) == []
            for table in (live.id, made["id"]):
                rows = [ROW.decode(row) for row in await place.hub.store.load(table)]
                assert SECRET not in text_of(rows)
                waking.wake(rows)

    asyncio.run(evening())


def test_what_cannot_be_stored_is_not_deleted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def evening() -> None:
        async with house(tmp_path) as place:
            persons, chairs = await at_table(place)

            def full() -> None:
                raise StoreFailed("the disk is full")

            store = place.server.store
            assert isinstance(store, SqliteStore)
            batch = store.file.batch
            monkeypatch.setattr(store.file, "batch", lambda: (batch(), full)[1])
            answer = await persons[0].http.delete("/api/me")
            assert (answer.status_code, answer.json()["key"]) == (503, "refused.not_stored")
            assert "set-cookie" not in answer.headers
            monkeypatch.undo()
            assert (await persons[0].ask("GET", "/api/me"))["tables"][0]["names"] == [NAME]
            assert await persons[0].ask("DELETE", "/api/me") == {"tables": 1, "left": []}
            assert on_disk(tmp_path, NAME) == []
            assert (await chairs[1].send("chat", text="still here"))["type"] == "ack"

    asyncio.run(evening())


def test_what_one_request_does_not_reach_is_said(tmp_path: Path) -> None:
    async def evening() -> None:
        async with house(tmp_path) as place:
            person = place.person()
            made = [(await person.make())["id"] for _ in range(4)]
            with patch.object(forgetting, "DELETING_SECONDS", -1.0):
                answer = await person.http.delete("/api/me")
            assert sorted(answer.json()["left"]) == sorted(made)
            assert "set-cookie" not in answer.headers, "the key is needed to go on"
            with patch.object(forgetting, "TOLD_MOST", 1):
                told = await person.ask("GET", "/api/me")
                assert (len(told["tables"]), told["more"]) == (1, 3)
                past = await person.ask("GET", "/api/me?at=4")
                assert (past["tables"], past["more"]) == ([], 0)
            assert await person.ask("DELETE", "/api/me") == {"tables": 4, "left": []}

    asyncio.run(evening())


def test_a_row_nobody_can_read_is_in_the_journal_and_left(tmp_path: Path) -> None:
    async def evening() -> None:
        async with house(tmp_path) as place:
            person = place.person()
            made = await person.make()
            store = place.hub.store
            store.append(made["id"], await store.length(made["id"]), [b'{"row":"no such row"}'])
            await store.write()
            place.hub.drop(place.hub.live[made["id"]])
            assert (await person.ask("GET", "/api/me"))["tables"][0]["game"] == "banquet"
            assert await person.ask("DELETE", "/api/me") == {"tables": 0, "left": [made["id"]]}
            assert '"what": "forget"' in place.lines[-1]

    asyncio.run(evening())


def test_the_journal_names_nobody(tmp_path: Path) -> None:
    async def evening() -> None:
        async with house(tmp_path) as place:
            persons, chairs = await at_table(place)
            mine = key_hash(place, persons[0])
            await persons[0].ask("GET", "/api/me/download")
            await persons[0].ask("DELETE", "/api/me")
            await some_moves(chairs[1:], 4)
        said = "".join(place.lines)
        assert "stopped" in said
        for word in (NAME, TALK, ENDPOINT, mine, chairs[0].id, "127.0.0.1"):
            assert word not in said

    asyncio.run(evening())
