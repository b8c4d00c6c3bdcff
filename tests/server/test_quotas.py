"""How much is kept of one table, one visitor, one address: refused before anything is written, and told why."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path
from typing import Any

import pytest

from triclinium.core.decision import Refused
from triclinium.table.people.limits import MESSAGE_BYTES, Most, Quotas
from triclinium.table.play import capacity
from triclinium.table.protocol import messages as up
from triclinium.table.protocol.messages import Ack, Refusal

from .people import House, house, seated
from .room import Room, to_the_end
from .test_passages import story_room, until_told, written

# --- One table ----------------------------------------------------------------------------------


def test_table_9_talk_is_kept_up_to_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    room = Room(3)
    monkeypatch.setattr(capacity, "TALK_BYTES", 1000)
    said = 0
    while isinstance(reply := room.say(0, up.Chat, text="é" * 100), Ack):
        said += 1
    assert (said, reply.key) == (5, "refused.talk_full")
    monkeypatch.setattr(capacity, "TALK_BYTES", 10**6)
    monkeypatch.setattr(capacity, "TALK_LINES", 7)
    assert isinstance(room.say(1, up.Chat, text="short"), Ack)
    assert isinstance(room.say(1, up.Chat, text="short"), Ack)
    assert room.say(1, up.Chat, text="short").key == "refused.talk_full"
    assert room.woken().talk_bytes == room.table.talk_bytes == 1010, "a restart forgets nothing"
    assert len(room.woken().chat) == 7


def test_table_9_a_story_is_kept_up_to_a_limit_and_can_always_end(monkeypatch: pytest.MonkeyPatch) -> None:
    room = story_room()
    until_told(room, "x" * 5000)
    assert 5000 < room.table.words_bytes < 10_000
    assert room.woken().words_bytes == room.table.words_bytes
    monkeypatch.setattr(capacity, "WORDS_BYTES", room.table.words_bytes + 100)
    seat = room.asked()[0]
    decision = room.table.questions[seat].decision
    rows = room.table.rows
    refused = room.answer(seat, written(decision, "y" * 2000))
    assert isinstance(refused, Refusal) and refused.key == "refused.story_full"
    assert room.table.rows == rows, "nothing is written"
    assert isinstance(room.answer(seat, written(decision, "in a few words")), Ack)


def test_table_9_a_worn_table_takes_answers_only(monkeypatch: pytest.MonkeyPatch) -> None:
    room = Room(3).begin()
    monkeypatch.setattr(capacity, "ROWS_MOST", room.table.rows)
    assert room.say(0, up.Chat, text="hello").key == "refused.table_worn"
    assert room.say(0, up.Propose, what="pause").key == "refused.table_worn"
    to_the_end(room)
    assert room.table.phase == "over"
    assert isinstance(room.say(0, up.Leave), Ack)


def test_an_evening_is_far_below_all_limits() -> None:
    room = Room(5).begin()
    to_the_end(room)
    assert room.table.rows * 20 < capacity.ROWS_MOST


# --- Visitors and addresses ---------------------------------------------------------------------


def test_table_9_tables_of_a_day() -> None:
    some = Quotas(Most(open_tables=9, visitor_tables=2, address_tables=3))
    some.make_table("a", "here", 0)
    some.make_table("a", "here", 1)
    with pytest.raises(Refused, match="tables_today"):
        some.make_table("a", "there", 2)
    some.make_table("b", "here", 0)
    with pytest.raises(Refused, match="tables_nearby"):
        some.make_table("c", "here", 0)
    with pytest.raises(Refused, match="tables_open"):
        some.make_table("d", "elsewhere", 9)


def test_table_9_bytes_of_a_day() -> None:
    some = Quotas(Most(address_bytes=3 * (MESSAGE_BYTES + 100)))
    for _ in range(3):
        some.write("here", 100)
    with pytest.raises(Refused, match="bytes_today"):
        some.write("here", 100)
    some.write("there", 100)


async def refused(place: House, key: str, **body: Any) -> dict[str, Any]:
    before = await place.hub.store.tables()
    person = place.person()
    wanted = {"game": "banquet", "seats": [{}] * 4, "name": "Livia", **body}
    answer = await person.http.post("/api/tables", json=wanted)
    assert answer.json()["key"] == key
    assert await place.hub.store.tables() == before
    return answer.json()["arguments"]


def test_table_9_too_many_tables_are_refused_before_they_are_laid(tmp_path: Path) -> None:
    async def evening() -> None:
        async with house(tmp_path, most=Most(open_tables=2, address_tables=4)) as place:
            person = place.person()
            for _ in range(2):
                await person.make()
            wanted = {"game": "banquet", "seats": [{}] * 4, "name": "Livia"}
            answer = await person.ask("POST", "/api/tables", 409, json=wanted)
            assert (answer["key"], answer["arguments"]) == ("refused.tables_open", {"number": 2})
            await place.person().make()
            await place.person().make()
            assert await refused(place, "refused.tables_nearby") == {"number": 4}
            assert await place.hub.store.tables() == 4
            assert len(place.hub.live) == 4

    asyncio.run(evening())


def test_table_9_rematches_and_branches_count(tmp_path: Path) -> None:
    async def evening() -> None:
        async with house(tmp_path, most=Most(visitor_tables=2)) as place:
            persons, chairs = await seated(place, 1, bots=3)
            await chairs[0].play(random.Random(1))
            path = f"/api/tables/{chairs[0].id}"
            again = await persons[0].ask("POST", f"{path}/rematch")
            assert (await persons[0].ask("POST", f"{path}/rematch")) == again, "who asks again is led there"
            wanted = {"at": 10, "seat": 0, "name": "What if"}
            answer = await persons[0].ask("POST", f"{path}/branch", 429, json=wanted)
            assert answer["key"] == "refused.tables_today"

    asyncio.run(evening())


def test_table_9_chat_of_one_address_is_bounded(tmp_path: Path) -> None:
    async def evening() -> None:
        async with house(tmp_path, most=Most(address_bytes=20_000)) as place:
            _, chairs = await seated(place, 2, bots=1)
            replies = [await chairs[0].send("chat", text="x" * 400) for _ in range(40)]
            assert {reply["type"] for reply in replies} == {"ack", "refused"}
            assert replies[-1]["key"] == "refused.bytes_today"
            stored = sum(len(row) for row in await place.hub.store.load(chairs[0].id))
            assert stored < 30_000
            answer = await place.person().http.post("/api/tables", json={"game": "banquet", "seats": [{}], "name": "L"})
            assert (answer.status_code, answer.json()["key"]) == (429, "refused.bytes_today")

    asyncio.run(evening())
