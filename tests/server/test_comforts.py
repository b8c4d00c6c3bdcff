"""Small comforts: pictures of people, quick reactions, who invites to what, a page for people who lost their way."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any
from unittest.mock import patch

import msgspec
import pytest

from triclinium.table.log.rows import ROW
from triclinium.table.people import personal
from triclinium.table.play import waking
from triclinium.table.play.broadcast import table_told
from triclinium.table.protocol import messages as up
from triclinium.table.protocol.messages import UP, Ack, Avatar, Refusal

from .people import house
from .room import Room

POET = Avatar(bust="poet", colour="wine")
DRAWN = {"bust": "poet", "colour": "wine"}
MAKE = {"game": "banquet", "seats": [{}, {}, {"bot": "thumb"}], "name": "Livia", "avatar": DRAWN}


def seen(room: Room, seat: int = 0) -> Any:
    return table_told(room.table, room.viewer(seat), 0).seats


# --- Names and pictures -------------------------------------------------------------------------


def test_before_the_game_a_person_is_called_and_drawn_as_they_like() -> None:
    room = Room(2, 1)
    assert isinstance(room.say(1, up.CallMe, name="  Julia \n", avatar=POET), Ack)
    assert (seen(room)[1].name, seen(room)[1].avatar) == ("Julia", POET)
    assert (room.woken().seats[1].name, room.woken().seats[1].avatar) == ("Julia", POET)
    rows = len(room.table.fresh)
    assert isinstance(room.say(1, up.CallMe, name="Julia", avatar=POET), Ack)
    assert len(room.table.fresh) == rows, "what is so already is not stored again"
    assert room.say(1, up.CallMe, name=" \t ", avatar=None).key == "refused.empty_text"


def test_during_the_game_nobody_takes_another_name() -> None:
    room = Room(3).begin()
    assert room.say(1, up.CallMe, name="Person 0", avatar=POET).key == "refused.not_waiting"
    assert seen(room)[1].name == "Person 1"


@pytest.mark.parametrize(
    "avatar",
    [
        '{"bust":"poet"}', '{"bust":"poet","colour":"mauve"}', '{"bust":0,"colour":"wine"}', '"poet"', "[]", "1",
        '{"bust":"poet","colour":"wine","text":"hidden words"}', '{"bust":["poet"],"colour":"wine"}',
    ],
)  # fmt: skip
def test_a_picture_is_one_of_a_few_and_nothing_else(avatar: str) -> None:
    with pytest.raises(msgspec.ValidationError):
        UP.decode(f'{{"type":"call_me","nonce":"12345678","name":"Livia","avatar":{avatar}}}')


def test_a_picture_is_told_kept_and_deleted_with_the_name() -> None:
    room = Room(3)
    room.say(1, up.CallMe, name="Julia of Baiae", avatar=POET)
    room.say(1, up.React, sign="cheers")
    room.begin()
    room.store()
    kept = personal.kept(room.stored, "visitor1")
    assert kept.names == ["Person 1", "Julia of Baiae"] and kept.avatars == [POET]
    assert [line.sign for line in kept.lines] == ["cheers"]
    other = personal.kept(room.stored, "visitor0")
    assert other.avatars == [] and other.lines == []
    new = personal.rewritten(room.stored, "visitor1")
    assert new is not None
    rows = [new.other.get(place, body) for place, body in enumerate(room.stored)] + new.more
    assert not any(word in row for row in rows for word in (b"Julia", b"poet", b"cheers", b"visitor1"))
    woken = waking.wake([ROW.decode(row) for row in rows])
    assert woken.seats[1].avatar is None and woken.chat == []


# --- Reactions ----------------------------------------------------------------------------------


def test_a_reaction_is_a_line_without_words() -> None:
    room = Room(3).begin()
    assert isinstance(room.say(0, up.React, sign="laugh"), Ack)
    line = room.table.chat[-1]
    assert (line.seat, line.text, line.sign) == (0, "", "laugh")
    assert [one.sign for one in room.woken().chat] == ["laugh"]
    with pytest.raises(msgspec.ValidationError):
        UP.decode('{"type":"react","nonce":"12345678","sign":"insult"}')


def test_who_is_muted_reacts_no_more_and_a_full_talk_takes_no_sign() -> None:
    room = Room(3).begin()
    room.say(0, up.Hush, seat=1, on=True, reason="enough")
    assert room.say(1, up.React, sign="laugh").key == "refused.hushed"
    with patch("triclinium.table.play.capacity.TALK_LINES", room.table.chatted):
        refused = room.say(2, up.React, sign="laugh")
    assert isinstance(refused, Refusal) and refused.key == "refused.talk_full"


# --- Invitations --------------------------------------------------------------------------------


def test_an_invitation_says_who_invites_to_what_before_anybody_sits_down(tmp_path: Path) -> None:
    asyncio.run(_invited(tmp_path))


async def _invited(tmp_path: Path) -> None:
    async with house(tmp_path) as place:
        host, guest = place.person(), place.person()
        made = await host.ask("POST", "/api/tables", json=MAKE)
        path = f"/api/tables/{made['id']}/invitation"
        told = await guest.ask("POST", path, json={"secret": made["invite"]})
        assert (told["kind"], told["host"], told["game"]) == ("invite", "Livia", "banquet")
        assert told["options"]["edition"] and told["clock"]["kind"] == "none"
        assert [seat["taken"] for seat in told["seats"]] == [True, False, True]
        assert told["seats"][0]["avatar"] == DRAWN
        assert (await guest.ask("POST", path, json={"secret": made["watch"]}))["kind"] == "watch"
        refused = await guest.ask("POST", path, expect=403, json={"secret": "x" * 32})
        assert refused["key"] == "refused.no_such_link"
        assert not guest.cookie(), "to look at an invitation leaves no trace"
        assert (await guest.ask("GET", "/api/tables"))["tables"] == []


# --- Nothing there ------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/nowhere", "/assets/none.js", "/t/cut-short"])
def test_who_is_lost_gets_a_page_and_a_program_gets_json(tmp_path: Path, path: str) -> None:
    asyncio.run(_lost(tmp_path, path))


async def _lost(tmp_path: Path, path: str) -> None:
    (tmp_path / "index.html").write_text("<!doctype html><title>Triclinium</title>")
    with patch("triclinium.table.web.page.STATIC", tmp_path):
        async with house(tmp_path / "data") as place:
            http = place.person().http
            page = await http.get(path, headers={"accept": "text/html,*/*"})
            assert page.status_code == 404 and page.headers["content-type"].startswith("text/html")
            assert "content-security-policy" in page.headers
            if not path.startswith("/t/"):  # the address of a table is always that of a page
                plain = await http.get(path, headers={"accept": "*/*"})
                assert plain.status_code == 404 and plain.json()["key"] == "refused.nothing_there"
            api = await http.get("/api/nowhere", headers={"accept": "text/html"})
            assert api.json()["key"] == "refused.nothing_there", "programs ask there, whatever they accept"
