"""A table to learn at: one person among bots, who wait while the person reads, and luck that says it was chosen."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path
from unittest.mock import patch

import pytest

from triclinium.core.fairness import lesson_luck
from triclinium.core.manifest import manifest_of
from triclinium.core.play import verify
from triclinium.core.record import read
from triclinium.table.play import duties, lessons
from triclinium.table.play.broadcast import table_told
from triclinium.table.protocol import messages as up
from triclinium.table.protocol.messages import Ack

from .people import house
from .room import Room, to_the_end

ALONE = [{}, {"bot": "random"}, {"bot": "random"}]


def lesson(**more: object) -> Room:
    return Room(1, 2, lesson=True, **more)


def test_page_7_bots_wait_for_the_first_lesson() -> None:
    room = lesson().begin()
    assert duties.bots_asked(room.table) == []
    room.say(0, up.Reading, on=False)
    asked = [seat for seat in room.table.questions if seat]
    assert duties.bots_asked(room.table) == asked
    room.say(0, up.Reading, on=True)
    assert duties.bots_asked(room.table) == []
    if asked:
        question = room.table.questions[asked[0]].decision
        assert not duties.bot_answers(room.table, asked[0], question.id, question.options[0], room.time)


def test_bots_wait_no_longer_than_two_minutes() -> None:
    room = lesson().begin()
    assert duties.next_due(room.table) == room.table.now + lessons.PATIENCE
    room.later(lessons.PATIENCE)
    assert not lessons.bots_wait(room.table)
    assert duties.bots_asked(room.table) == [seat for seat in room.table.questions if seat]


def test_a_reader_answers_while_the_bots_wait() -> None:
    room = lesson().begin()
    if 0 in room.table.questions:
        assert isinstance(room.answer(0), Ack)


def test_nobody_waits_for_a_reader_at_another_table() -> None:
    room = Room(2, 1).begin()
    assert not lessons.bots_wait(room.table)
    assert room.say(0, up.Reading, on=True).key == "refused.lesson_alone"
    assert not lessons.bots_wait(room.table)


def test_reading_leaves_no_row_and_no_wait_after_a_restart() -> None:
    room = lesson().begin()
    rows = len(room.stored)
    room.say(0, up.Reading, on=False)
    room.say(0, up.Reading, on=True)
    room.store()
    assert len(room.stored) == rows
    woken = room.woken()
    woken.advance(room.time + lessons.PATIENCE + 1)
    assert not lessons.bots_wait(woken)


def test_chosen_luck_is_the_same_for_all_who_learn_and_says_so() -> None:
    rooms = [lesson(lesson_luck=3).begin() for _ in range(2)]
    views = [room.table.game.view(room.table.play.state, None) for room in rooms]
    assert views[0] == views[1]
    assert all(room.table.play.record.pledge is None for room in rooms), "no pledge could verify it"
    told = [table_told(room.table, room.viewer(0), 0) for room in (*rooms, lesson().begin(), Room(3).begin())]
    assert [one.luck.chosen for one in told] == [True, True, False, False]
    assert [one.lesson for one in told] == [True, True, True, False]
    assert rooms[0].woken().game.numbers(rooms[0].woken().play.state) == rooms[0].table.game.numbers(
        rooms[0].table.play.state
    )


def test_draws_of_chosen_luck_depend_on_nothing_but_its_number() -> None:
    first, again, other = (lesson_luck("banquet", number) for number in (1, 1, 2))
    draws = [[luck.below(1000, draw) for draw in range(20)] for luck in (first, again, other)]
    assert draws[0] == draws[1] != draws[2]


@pytest.mark.parametrize("seats", [[{}, {}, {"bot": "random"}], [{"bot": "random"}] * 3])
def test_a_lesson_is_for_one_person(tmp_path: Path, seats: list[dict[str, str]]) -> None:
    asyncio.run(_refused(tmp_path, seats))


async def _refused(tmp_path: Path, seats: list[dict[str, str]]) -> None:
    async with house(tmp_path) as place:
        body = {"game": "banquet", "seats": seats, "name": "Livia", "lesson": True}
        refused = await place.person().ask("POST", "/api/tables", expect=409, json=body)
        assert refused["key"] == "refused.lesson_alone"


def test_the_bots_of_a_lesson_go_on_when_the_reader_does(tmp_path: Path) -> None:
    chosen = replace(manifest_of("banquet"), lesson_luck=(5,))
    with patch("triclinium.table.play.making.manifest_of", lambda _: chosen):
        asyncio.run(_read(tmp_path))


async def _read(tmp_path: Path) -> None:
    async with house(tmp_path) as place:
        person = place.person()
        body = {"game": "banquet", "seats": ALONE, "name": "Livia", "lesson": True, "quick": True, "window": 0}
        made = await person.ask("POST", "/api/tables", json=body)
        chair = await person.open(made["id"])
        await chair.ready()
        frees = await chair.send("plan", seat=1, bot=None)
        assert frees["type"] == "refused"
        await chair.reveal()
        await chair.until(lambda: chair.state)
        assert chair.table["lesson"] and chair.table["luck"]["chosen"]
        await chair.send("reading", on=False)
        await chair.until(lambda: chair.state["decision"])


def test_the_record_of_a_lesson_is_no_proof_of_luck() -> None:
    room = lesson(lesson_luck=3).begin()
    room.say(0, up.Reading, on=False)
    to_the_end(room)
    assert verify(room.table.game, read(room.table.play.record.write())) == ["verify.no_pledge"]
