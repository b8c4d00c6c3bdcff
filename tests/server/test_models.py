"""A language model that writes one's passage: off by default, shown before it is sent, checked, and never trusted."""

from __future__ import annotations

import asyncio
import io
import json
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from stub_model import Heard, Reply, good, model, name_in, says
from triclinium.core.decision import Refused
from triclinium.core.player import ModelAt
from triclinium.games.bacchanalia.brain.narrator import model as asking
from triclinium.table.live.writing import Wish, Writing
from triclinium.table.ops.journal import Journal
from triclinium.table.people.models import Models
from triclinium.table.protocol.requests import OwnModel

from .people import Chair, house, seated
from .room import Room

KEY = "sk-nobody-may-see-this"
Content = Callable[[Heard], Reply]


def story_room() -> tuple[Room, int, int]:
    """A story where somebody is asked to introduce a character: the room, the seat and the question."""
    room = Room(3, game="bacchanalia", options={"lines": ["spiders"]}).begin()
    for _ in range(50):
        seat = room.asked()[0]
        decision = room.table.questions[seat].decision
        if decision.kind == "introduction":
            return room, seat, decision.id
        room.answer(seat)
    raise AssertionError


def wish(own: ModelAt | None = None, **more: Any) -> Wish:
    return Wish(**{"language": "en", "lines": False, "chosen": {}, "own": own, **more})


def passage(writing: Writing, room: Room, seat: int, decision: int, asked: Wish) -> Any:
    """What is written once the prompt has been seen."""
    shown = writing.shown(room.table, seat, decision, asked)
    return asyncio.run(writing.written(room.table, "visitor", seat, decision, asked, shown.seal))


class Lines(io.StringIO):
    """What a journal has written."""

    @property
    def all(self) -> list[str]:
        return self.getvalue().splitlines()


def test_nothing_is_asked_or_sent_unless_the_operator_allows_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*arguments: object, **named: object) -> None:
        raise AssertionError("a connection was opened")

    monkeypatch.setattr("socket.getaddrinfo", never)
    room, seat, decision = story_room()
    writing = Writing(Journal(quiet=True))
    assert not writing.offered(room.table)
    for own in (None, ModelAt("https://models.example/v1")):
        with pytest.raises(Refused, match="no_model"):
            writing.shown(room.table, seat, decision, wish(own))
    public = Writing(Journal(quiet=True), Models(own="public"))
    assert public.offered(room.table) and public.house is None
    public.shown(room.table, seat, decision, wish(ModelAt("https://models.example/v1")))


def test_no_other_game_has_anything_to_write() -> None:
    assert not Writing(Journal(quiet=True), Models(own="public")).offered(Room(3).begin().table)


@pytest.mark.parametrize(
    "url",
    ("http://models.example/v1", "https://127.0.0.1/v1", "https://169.254.169.254/v1", "https://[::1]/", "file:///etc"),
)
def test_a_stranger_names_only_public_addresses_over_https(url: str) -> None:
    room, seat, decision = story_room()
    with pytest.raises(Refused, match="model_address"):
        Writing(Journal(quiet=True), Models(own="public")).shown(room.table, seat, decision, wish(ModelAt(url)))


def test_what_is_sent_is_exactly_what_was_shown_and_lines_go_only_with_consent() -> None:
    room, seat, decision = story_room()
    with model(good) as (url, heard):
        writing = Writing(Journal(quiet=True), Models(url, "some-model"))
        for lines in (False, True):
            asked = wish(lines=lines)
            shown = writing.shown(room.table, seat, decision, asked)
            assert len(heard) == lines, "to show is not to send"
            assert ("spiders" in json.dumps(list(shown.messages))) == lines
            told = passage(writing, room, seat, decision, asked)
            assert told.fault is None and told.facts["name"] in told.text
            assert heard[-1].body["messages"] == list(shown.messages)
        with pytest.raises(Refused, match="brief_changed"):
            asyncio.run(writing.written(room.table, "visitor", seat, decision, wish(), shown.seal))


BAD: dict[str, tuple[Content, str]] = {
    "refusing": (lambda heard: says("I'm sorry, but I can't help with that."), "declined"),
    "wrong language": (
        lambda heard: says("Corro fra le viti con la coppa, e i soldati non mi vedono."),
        "language",
    ),
    "cut off": (lambda heard: says("I walk through the vines and then I see", "length"), "cut_off"),
    "leaking": (lambda heard: says("Sure! Here is your scene: I walk through the vines."), "instructions"),
    "hostile": (lambda heard: says("<script>alert(1)</script> {name} I walk through the vines."), "nonsense"),
    "off the subject": (lambda heard: says("I walk through the vines with a cup in my hand."), "missing"),
    "shunned": (lambda heard: says(f"I am {name_in(heard)}, and spiders love me as I walk here."), "shunned"),
    "broken": (lambda heard: (500, b"a trace with secrets"), "not_taken"),
    "a flood": (lambda heard: says("I walk. " * 20_000), "not_reached"),
}


@pytest.mark.parametrize("name", BAD)
def test_a_bad_text_gives_way_to_our_own_with_a_word_in_the_journal(name: str) -> None:
    content, fault = BAD[name]
    room, seat, decision = story_room()
    lines = Lines()
    with model(content) as (url, _):
        told = passage(Writing(Journal(lines), Models(url)), room, seat, decision, wish())
    assert told.fault == fault
    assert told.facts["name"] in told.text
    assert [json.loads(line)["fault"] for line in lines.all] == [fault]
    assert not any(word in lines.getvalue() for word in ("vines", url, "secrets", told.text))


def test_a_slow_model_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("triclinium.games.bacchanalia.brain.narrator.player.SECONDS", 0.2)
    given_up = threading.Event()

    def slow(heard: Heard) -> Reply:
        given_up.wait(30)
        return good(heard)

    room, seat, decision = story_room()
    with model(slow) as (url, _):
        assert passage(Writing(Journal(quiet=True), Models(url)), room, seat, decision, wish()).fault == "not_reached"
        given_up.set()


def test_a_key_of_ones_own_is_used_once_and_kept_nowhere() -> None:
    room, seat, decision = story_room()
    lines = Lines()
    with model(good) as (url, heard):
        writing = Writing(Journal(lines), Models(own="home"))
        own = ModelAt(url, "mine", KEY)
        told = passage(writing, room, seat, decision, wish(own))
    assert heard[0].headers["Authorization"] == f"Bearer {KEY}"
    assert KEY not in heard[0].path + json.dumps(heard[0].body)
    room.store()
    everything = "".join([lines.getvalue(), *map(repr, (own, wish(own), told)), *(row.decode() for row in room.stored)])
    assert KEY not in everything and url not in everything.replace(own.url, "")
    assert KEY not in repr(OwnModel(url=url, key=KEY)) + repr(vars(writing))


def test_too_many_passages_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("triclinium.table.live.writing.PASSAGES_MOST", 1)
    room, seat, decision = story_room()
    with model(good) as (url, _):
        writing = Writing(Journal(quiet=True), Models(url))
        passage(writing, room, seat, decision, wish())
        with pytest.raises(Refused, match="too_fast"):
            passage(writing, room, seat, decision, wish())


async def until_introducing(chairs: list[Chair]) -> Chair:
    """Answer until somebody is asked to introduce a character."""
    for _ in range(50):
        asked = next((chair for chair in chairs if chair.to_answer()), None)
        if asked is None:
            await asyncio.sleep(0.01)
            continue
        assert asked.decision is not None
        if asked.decision["kind"] == "introduction":
            return asked
        known = asked.decision["id"]
        await asked.send("answer", decision=known, answer=asked.decision["options"][0])
        await asked.until(lambda asked=asked, known=known: (asked.decision or {}).get("id") != known)
    raise AssertionError


def test_over_http_only_the_seat_that_is_asked_sees_and_sends(tmp_path: Path) -> None:
    async def evening() -> None:
        with model(good) as (url, heard):
            async with house(tmp_path, models=Models(url, own="public")) as place:
                persons, chairs = await seated(place, 3, game="bacchanalia")
                asked = await until_introducing(chairs)
                person = persons[chairs.index(asked)]
                path = f"/api/tables/{asked.id}/model"
                offered = await person.ask("GET", path)
                assert offered == {"house": url.removesuffix("/v1"), "own": True}
                assert asked.decision is not None
                body = {"decision": asked.decision["id"], "language": "en", "lines": False, "facts": {}}
                shown = await person.ask("POST", f"{path}/brief", json=body)
                assert not heard and shown["address"] == offered["house"]
                await person.ask("POST", f"{path}/passage", 409, json=body | {"seal": "0" * 64})
                told = await person.ask("POST", f"{path}/passage", json=body | {"seal": shown["seal"]})
                assert told["fault"] is None and told["facts"]["name"] in told["text"]
                assert heard[0].body["messages"] == shown["messages"]
                other = persons[chairs.index(asked) - 1]
                await other.ask("POST", f"{path}/brief", 409, json=body)
                await place.person().ask("POST", f"{path}/brief", 403, json=body)
                assert not any(told["text"] in line or url in line for line in place.lines)

    asyncio.run(evening())


def test_the_time_for_a_model_is_bounded() -> None:
    assert asking.SECONDS <= 30
