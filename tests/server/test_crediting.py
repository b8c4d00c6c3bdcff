"""Who is named in the book of a story: each person by their own consent, and nobody for the words of another."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from triclinium.table.log.rows import Credited, Sat
from triclinium.table.people import crediting, personal
from triclinium.table.play import capacity, duties
from triclinium.table.play.broadcast import table_told
from triclinium.table.protocol import messages as up
from triclinium.table.protocol.messages import ENCODER, Ack

from .people import house
from .room import Room, same
from .test_passages import on_disk, rows_of, story_room, telling, until_told


def names(room: Room) -> list[str | None]:
    room.store()
    return crediting.named_tellers(room.stored)


def agree(room: Room, *seats: int, on: bool = True) -> None:
    for seat in seats:
        assert isinstance(room.say(seat, up.CreditMe, on=on), Ack)


def test_nobody_is_named_without_agreeing_and_each_agrees_alone() -> None:
    room = story_room()
    until_told(room, "a bell")
    assert names(room) == [None, None, None]
    assert table_told(room.table, room.viewer(1), 0).you.credited is False
    room.table.settle()
    agree(room, 1)
    assert room.table.changed_for == {1}, "the others learn of it from the book alone"
    assert table_told(room.table, room.viewer(1), 0).you.credited is True
    assert names(room) == [None, "Person 1", None]
    assert same(room.woken(), room.table)
    agree(room, 1, on=False)
    assert names(room) == [None, None, None]


def test_agreeing_twice_is_stored_once_and_taking_back_works_at_a_table_that_is_full() -> None:
    room = story_room()
    agree(room, 0, 0)
    room.store()
    assert sum(b"credited" in row for row in room.stored) == 1
    room.table.rows = capacity.ROWS_MOST
    agree(room, 0, on=False)
    assert room.say(0, up.CreditMe, on=True).key == "refused.table_worn"


def test_a_game_without_a_story_has_no_book_to_be_named_in() -> None:
    room = Room(3).begin()
    assert table_told(room.table, room.viewer(1), 0).you.credited is None
    assert room.say(1, up.CreditMe, on=True).key == "refused.no_story"


def test_bc_21_nobody_is_credited_with_what_a_bot_told() -> None:
    room = story_room()
    agree(room, 0, 1, 2)
    seat, _ = until_told(room, "a bell")
    room.say(seat, up.StandIn, bot="narrator")
    room.abandon(seat)
    room.later(60_000)
    question = room.table.questions[seat].decision
    told: Any = {"form": "written", "text": "a bot tells of Marcus"}
    answer = {"kind": "introduce", "words": told, "name": "Marcus" if question.data["named"] else None}
    assert duties.bot_answers(room.table, seat, question.id, answer, room.time)
    assert names(room) == [None if number == seat else f"Person {number}" for number in range(3)]


def test_what_silence_left_untold_takes_no_name_away() -> None:
    room = story_room()
    agree(room, 0, 1, 2)
    seat, _ = until_told(room, "a bell")
    room.abandon(seat)
    room.later(60_000)
    question = room.table.questions[seat].decision
    answer = room.table.game.fallback(question)
    assert duties.bot_answers(room.table, seat, question.id, answer, room.time)
    assert names(room)[seat] == f"Person {seat}"


def test_who_takes_over_a_seat_is_not_named_for_what_was_told_before_nor_without_agreeing() -> None:
    room = story_room()
    seat, _ = until_told(room, "a bell")
    agree(room, seat)
    room.table.write(Sat(seat=seat, visitor="another", name="Another"))
    assert room.table.seats[seat].credited is False
    room.table.seats[seat].credited = True
    assert names(room)[seat] is None


def test_who_leaves_before_the_game_takes_their_consent_along() -> None:
    room = Room(3, game="bacchanalia")
    agree(room, 1)
    room.say(1, up.Leave)
    assert room.table.seats[1].credited is False


def test_who_deletes_their_data_disappears_from_the_book() -> None:
    room = story_room()
    until_told(room, "a bell")
    agree(room, 0, 1)
    room.store()
    assert [personal.kept(room.stored, f"visitor{seat}").credited for seat in range(3)] == [True, True, False]
    rows = personal.forgotten(rows_of(room), "visitor1", "gone-1")
    assert crediting.named_tellers([ENCODER.encode(row) for row in rows]) == ["Person 0", None, None]
    assert [row.on for row in rows if isinstance(row, Credited)] == [True, False]


def test_the_page_gives_books_and_the_file_of_names_by_consent_alone(tmp_path: Path) -> None:
    async def evening() -> None:
        async with house(tmp_path) as place:
            persons, chairs, _ = await telling(place)
            tables = f"/api/tables/{chairs[0].id}"
            told = [seat["name"] for seat in chairs[0].table["seats"]]
            teller = next(number for number, name in enumerate(told) if name == "Livia")
            assert "Livia" not in await persons[1].ask("GET", f"{tables}/story?format=txt")
            file = await persons[0].http.get(f"{tables}/names")
            assert file.headers["content-disposition"].endswith('.names.json"')
            assert file.json() == [None] * len(told)
            assert (await chairs[teller].send("credit_me", on=True))["type"] == "ack"
            assert "told by Livia" in await persons[1].ask("GET", f"{tables}/story?format=txt")
            kept = (await persons[1].http.get(f"{tables}/names")).json()
            assert kept == [name if number == teller else None for number, name in enumerate(told)]
            await persons[0].ask("GET", f"{tables}/story?names=yes", expect=400)
            await place.person().ask("GET", f"{tables}/names", expect=403)
            await persons[teller].ask("DELETE", f"{tables}/me")
            other = persons[teller - 1]
            assert "Livia" not in await other.ask("GET", f"{tables}/story?format=txt")
            assert (await other.http.get(f"{tables}/names")).json() == [None] * len(told)
            await place.hub.durable()
            assert not on_disk(tmp_path, "Livia")

    asyncio.run(evening())
