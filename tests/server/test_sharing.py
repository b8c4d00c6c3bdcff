"""A finished tale shared by a link: by consent, until one takes it back, and nothing but the book."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

from triclinium.core.game import BindsBook
from triclinium.table.log.rows import Ended, Sat, Shared
from triclinium.table.people import personal
from triclinium.table.play import capacity, sharing, waking
from triclinium.table.play.broadcast import table_told
from triclinium.table.protocol import messages as up
from triclinium.table.protocol.messages import Ack

from .people import Person, house
from .room import Room, same
from .test_passages import SECRET, passage_of, rows_of, story_room, telling, until_told


def told_room(tellers: int = 2) -> tuple[Room, list[int]]:
    """A tale of three that has ended after so many of them told something; gives those seats."""
    room = story_room()
    told: list[int] = []
    while len(told) < tellers:
        seat, _ = until_told(room, f"a bell rings {len(told)}")
        told += [seat] if seat not in told else []
        room.answer(room.asked()[0]) if len(told) < tellers else None
    room.table.write(Ended())
    return room, told


def agree(room: Room, *seats: int, on: bool = True) -> None:
    for seat in seats:
        assert isinstance(room.say(seat, up.ShareTale, on=on), Ack)


def test_there_is_a_link_once_everybody_who_told_something_has_said_yes() -> None:
    room, told = told_room()
    silent = next(seat for seat in range(3) if seat not in told)
    assert table_told(room.table, room.viewer(told[0]), 0).you.shares is False
    agree(room, told[0])
    assert sharing.shared_key(room.table) is None
    agree(room, told[1])
    key = sharing.shared_key(room.table)
    assert key is not None and len(key) > 40 and room.table.made.id not in key
    assert {table_told(room.table, room.viewer(seat), 0).you.tale for seat in (*told, silent)} == {key}
    assert same(room.woken(), room.table)


def test_a_yes_taken_back_ends_the_link_and_the_next_one_is_another() -> None:
    room, told = told_room()
    agree(room, *told)
    first = sharing.shared_key(room.table)
    room.table.rows = capacity.ROWS_MOST
    agree(room, told[0], on=False)
    assert sharing.shared_key(room.table) is None, "also at a table that is full"
    room.table.rows = len(room.stored)
    agree(room, told[0])
    assert sharing.shared_key(room.table) not in (None, first)


def test_others_learn_nothing_of_a_yes_but_the_link() -> None:
    room, told = told_room()
    room.table.settle()
    agree(room, told[0])
    assert room.table.changed_for == {told[0]} and not room.table.changed


def test_a_tale_is_shared_only_when_it_has_ended_and_only_a_tale() -> None:
    room = story_room()
    assert table_told(room.table, room.viewer(0), 0).you.shares is None
    assert room.say(0, up.ShareTale, on=True).key == "refused.not_over"
    assert Room(3).begin().say(0, up.ShareTale, on=True).key == "refused.no_story"


def test_who_has_left_counts_as_a_no() -> None:
    room, told = told_room()
    agree(room, *told)
    room.say(told[1], up.Leave)
    assert sharing.shared_key(room.table) is None
    agree(room, told[0], on=False)
    agree(room, told[0])
    assert sharing.shared_key(room.table) is None
    assert same(room.woken(), room.table)


def test_who_told_at_a_seat_that_another_has_now_counts_as_a_no() -> None:
    room = story_room()
    seat, _ = until_told(room, "a bell")
    room.table.write(Sat(seat=seat, visitor="another", name="Another"))
    room.table.write(Ended())
    room.table.write(Shared(seat=seat, on=True))
    assert not sharing._all_agree(room.table, 0, 1, 2)


def test_who_deletes_their_data_ends_the_link_for_good() -> None:
    room, told = told_room()
    agree(room, *told)
    room.store()
    gone = f"visitor{told[0]}"
    assert personal.kept(room.stored, gone).shares
    woken = waking.wake(personal.forgotten(rows_of(room), gone, "gone-1"))
    assert sharing.shared_key(woken) is None
    others = personal.forgotten(rows_of(room), f"visitor{told[1]}", "gone-1")
    assert not any(row.key for row in others if isinstance(row, Shared))


def test_friends_at_one_screen_say_yes_seat_by_seat() -> None:
    room, told = told_room()
    for seat in told:
        room.table.seats[seat].visitor = "one screen"
    room.table.tellers = {("one screen", seat) for seat in told}
    sharing.share(room.table, told[0], True)
    assert sharing.shared_key(room.table) is None
    sharing.share(room.table, told[1], True)
    assert sharing.shared_key(room.table) is not None


def test_the_book_that_is_shared_says_nothing_of_what_the_table_agreed_on() -> None:
    room = story_room(options={"lines": ["spiders"], "veils": ["blood"]})
    until_told(room, "a bell")
    game = room.table.game
    assert isinstance(game, BindsBook) and room.table.play is not None
    bound = game.bound(room.table.play.state)
    public = game.view(room.table.play.state, None)
    assert "spiders" in json.dumps(public) and "spiders" not in json.dumps(bound) and "blood" not in json.dumps(bound)
    assert set(bound) == {"table", "seats", "story", "quotes"}
    assert bound["story"] == public["story"] and bound["quotes"] == public["quotes"]


async def read(person: Person, key: str, expect: int = 200) -> str:
    return str(await person.ask("POST", "/api/tale", json={"key": key}, expect=expect))


def test_anybody_with_the_link_reads_the_tale_until_one_who_told_it_takes_it_back(tmp_path: Path) -> None:
    async def evening() -> None:
        async with house(tmp_path) as place:
            persons, chairs, seat = await telling(place)
            for chair in chairs:
                await chair.send("chat", text="a word among friends")
            await chairs[0].send("propose", what="end", seat=None)
            for chair in chairs[1:]:
                await chair.until(lambda chair=chair: chair.table["proposals"])
                await chair.send("agree", proposal=chair.table["proposals"][0]["number"], yes=True)
            teller = next(chair for chair in chairs if chair.seat == seat)
            await teller.until(lambda: teller.table["phase"] == "over")
            assert (await teller.send("share_tale", on=True))["type"] == "ack"
            await teller.until(lambda: teller.table["you"]["tale"])
            key = teller.table["you"]["tale"]
            stranger = place.person()
            page = await stranger.http.get("/tale")
            assert "noindex" in page.headers["x-robots-tag"]
            told = await read(stranger, key)
            assert SECRET in told and "among friends" not in told and teller.id not in told
            assert "set-cookie" not in page.headers and not stranger.http.cookies
            name = teller.table["seats"][seat]["name"]
            assert name not in told
            await teller.send("credit_me", on=True)
            assert name in await read(stranger, key)
            await chairs[0].send("veil_passage", passage=passage_of(teller))
            assert SECRET not in await read(stranger, key), "a veil lies over the shared book, too"
            await read(stranger, key[:-4] + "AAAA", expect=404)
            assert (await teller.send("share_tale", on=False))["type"] == "ack"
            assert "no_such_tale" in await read(stranger, key, expect=404)
            await teller.send("share_tale", on=True)
            await teller.until(lambda: teller.table["you"]["tale"] not in (None, key))
            await read(stranger, key, expect=404)
            second = teller.table["you"]["tale"]
            await read(stranger, second)
            owner = next(person for person, chair in zip(persons, chairs, strict=True) if chair is teller)
            await owner.ask("DELETE", f"/api/tables/{teller.id}/me")
            await read(stranger, second, expect=404)

    asyncio.run(evening())
