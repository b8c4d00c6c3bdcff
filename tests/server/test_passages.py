"""Passages veiled and rewritten at the table: gone from screens, log and files (BC-23, BC-24)."""

from __future__ import annotations

import asyncio
import copy
import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from triclinium.core.decision import Refused
from triclinium.table.live.edits import change_rows
from triclinium.table.live.live_table import LiveTable, StoredRows
from triclinium.table.log.rows import ROW, Row
from triclinium.table.ops.journal import Journal
from triclinium.table.play import passages, waking
from triclinium.table.play.again import counted_events
from triclinium.table.play.table import Table
from triclinium.table.protocol import messages as up
from triclinium.table.store import StoreFailed
from triclinium.table.store.sqlite import SqliteStore
from triclinium.table.store.sqlite_file import SqliteFile

from .people import Chair, House, Person, house, seated
from .room import Room

SECRET = "the drowned bell of Bertinoro"
PLAIN = "a plain grey door"


def written(decision: Any, text: str) -> dict[str, Any]:
    """An offered answer in words, with a text of one's own."""
    options = decision["options"] if isinstance(decision, dict) else decision.options
    option = next(one for one in options if one.get("words", {}).get("form") == "written")
    return copy.deepcopy(option) | {"words": {"form": "written", "text": text}}


# --- Rows ---------------------------------------------------------------------------------------


def story_room(**wanted: Any) -> Room:
    return Room(3, game="bacchanalia", **wanted).begin()


def until_told(room: Room, text: str) -> tuple[int, int]:
    """Answer until somebody can write, and write; gives the teller and the passage."""
    for _ in range(50):
        seat = room.asked()[0]
        decision = room.table.questions[seat].decision
        if decision.kind == "introduction":
            room.answer(seat, written(decision, text))
            return seat, len(room.table.play.state.story) - 1
        room.answer(seat)
    raise AssertionError("nobody was asked to tell")


def rows_of(room: Room) -> list[Row]:
    room.store()
    return [ROW.decode(row) for row in room.stored]


def change(room: Room, seat: int, kind: type, **fields: Any) -> tuple[list[Row], Table]:
    rows = passages.edited(rows_of(room), seat, kind(nonce="nonce-of-an-edit", **fields))
    return rows, waking.wake(rows)


def text_of(rows: list[Row]) -> str:
    return b"\n".join(up.ENCODER.encode(row) for row in rows).decode()


def test_bc_23_a_veil_leaves_nothing_of_the_words_in_the_rows() -> None:
    room = story_room()
    teller, passage = until_told(room, SECRET)
    reader = (teller + 1) % 3
    before = room.table
    rows, table = change(room, reader, up.VeilPassage, passage=passage)
    assert SECRET in text_of(rows_of(room))
    assert SECRET not in text_of(rows)
    assert "nonce-of-an-edit" not in text_of(rows), "nothing tells who asked"
    assert table.play.state.story[passage].form == "veiled"
    assert all(new == old + 1 for new, old in zip(table.versions, before.versions, strict=True))
    assert table.event_counts == counted_events(table.play, 3)
    assert table.nonces == before.nonces
    assert list(table.questions) == list(before.questions)
    assert len(rows) == len(room.stored) + 1


def test_bc_23_words_that_were_taken_back_are_struck_too() -> None:
    room = story_room()
    teller, _ = until_told(room, SECRET)
    assert room.table.questions, "the introduction goes on"
    room.say(teller, up.Undo)
    for seat in range(3):
        if seat != teller and room.table.proposals:
            room.say(seat, up.Agree, proposal=room.table.proposed, yes=True)
    assert SECRET not in str(room.table.play.record.entries)
    _, passage = until_told(room, "another bell")
    before = room.table
    rows, table = change(room, teller, up.VeilPassage, passage=passage)
    assert SECRET not in text_of(rows)
    assert "another bell" not in text_of(rows)
    assert len(table.play.record.entries) == len(before.play.record.entries)
    assert all(new == old + 1 for new, old in zip(table.versions, before.versions, strict=True))
    assert table.event_counts == counted_events(table.play, 3)


def test_bc_23_a_second_veil_changes_nothing() -> None:
    room = story_room()
    teller, passage = until_told(room, SECRET)
    rows, _ = change(room, teller, up.VeilPassage, passage=passage)
    again = passages.edited(rows, 0, up.VeilPassage(nonce="another-nonce", passage=passage))
    assert text_of(again) == text_of(rows)


def test_bc_23_two_veils_in_one_turn_both_fall(tmp_path: Path) -> None:
    room = story_room()
    _, first = until_told(room, SECRET)
    teller, second = until_told(room, PLAIN)
    rows_of(room)
    store = SqliteFile(tmp_path)
    store.create(room.table.made.id, "bacchanalia")
    store.append(room.table.made.id, 0, room.stored)
    store.commit()
    live = LiveTable(room.table)
    asker = SimpleNamespace(viewer=room.viewer(teller))
    veils = [up.VeilPassage(nonce=f"a-veil-for-{passage}", passage=passage) for passage in (first, second)]
    live.edits = [(asker, veil) for veil in veils]
    live.read = StoredRows(store.load(live.id), {}, {})
    change_rows(live, store, Journal(), {})
    assert [type(reply) for _, reply, _ in live.replies] == [up.Ack, up.Ack]
    written = [live.overwritten.get(place, row) for place, row in enumerate(store.load(live.id))]
    for told in (str(live.table.play.record.entries), b"".join(written).decode()):
        assert SECRET not in told
        assert PLAIN not in told
    store.close()


def test_bc_24_only_the_author_rewrites() -> None:
    room = story_room()
    teller, passage = until_told(room, SECRET)
    words = {"form": "written", "text": PLAIN}
    with pytest.raises(Refused, match="rewrite_not_yours"):
        change(room, (teller + 1) % 3, up.Rewrite, passage=passage, words=words)
    with pytest.raises(Refused, match="no_such_passage"):
        change(room, teller, up.Rewrite, passage=passage + 1, words=words)
    rows, table = change(room, teller, up.Rewrite, passage=passage, words=words)
    assert SECRET not in text_of(rows)
    assert table.play.state.story[passage].text == PLAIN


def test_other_games_have_no_passages() -> None:
    room = Room(4).begin()
    with pytest.raises(Refused, match="no_passages"):
        change(room, 0, up.VeilPassage, passage=0)
    with pytest.raises(Refused, match="not_playing"):
        change(Room(3, game="bacchanalia"), 0, up.VeilPassage, passage=0)


# --- At a real server ---------------------------------------------------------------------------


async def telling(place: House) -> tuple[list[Person], list[Chair], int]:
    """Three people at a table, and the one among them who has just told of the bell."""
    persons, chairs = await seated(place, 3, game="bacchanalia")
    for _ in range(50):
        await chairs[0].until(lambda: any(one.to_answer() for one in chairs))
        chair = next(one for one in chairs if one.to_answer())
        decision = chair.to_answer()
        assert decision is not None
        chair.answered = decision["id"]
        if decision["kind"] == "introduction":
            assert (await chair.answer(written(decision, SECRET)))["type"] == "ack"
            break
        await chair.answer(decision["options"][0])
    for one in chairs:
        await one.until(lambda one=one: SECRET in json.dumps(one.state))
    return persons, chairs, chair.seat


def on_disk(folder: Path, text: str) -> list[str]:
    return [path.name for path in folder.iterdir() if path.is_file() and text.encode() in path.read_bytes()]


def passage_of(chair: Chair) -> int:
    assert chair.state is not None
    number: int = next(one["number"] for one in chair.state["view"]["story"] if one["text"] == SECRET)
    return number


def test_bc_23_a_veil_falls_on_every_screen_and_in_the_files(tmp_path: Path) -> None:
    async def evening() -> None:
        async with house(tmp_path) as place:
            persons, chairs, teller = await telling(place)
            assert on_disk(tmp_path, SECRET)
            asker = chairs[(teller + 1) % 3]
            passage = passage_of(asker)
            versions = [chair.state["version"] for chair in chairs if chair.state]
            nonce = "the-asker-was-here"
            for _ in range(2):
                assert (await asker.send("veil_passage", passage=passage, nonce=nonce))["type"] == "ack"
            for chair, version in zip(chairs, versions, strict=True):
                await chair.until(lambda chair=chair: SECRET not in json.dumps(chair.state))
                assert chair.state is not None
                assert chair.state["version"] == version + 1
                assert chair.table["retold"] == 1
                assert chair.state["view"]["story"][passage]["form"] == "veiled"
            log = await persons[0].ask("GET", f"/api/tables/{asker.id}/log")
            assert SECRET not in json.dumps(log)
            assert on_disk(tmp_path, SECRET) == []
            assert on_disk(tmp_path, nonce) == []
            told = [json.dumps(chair.state["view"]) for chair in chairs if chair.state]
            keys = [person.cookie() for person in persons]
        async with house(tmp_path) as place:
            for key, view in zip(keys, told, strict=True):
                person = place.person()
                person.http.cookies.set(*key.split("=", 1))
                chair = await person.open(asker.id)
                await chair.until(lambda chair=chair: chair.state)
                assert chair.state is not None
                assert json.dumps(chair.state["view"]) == view

    asyncio.run(evening())


def test_bc_24_a_passage_is_told_anew_and_play_goes_on(tmp_path: Path) -> None:
    async def evening() -> None:
        async with house(tmp_path) as place:
            persons, chairs, teller = await telling(place)
            words = {"form": "written", "text": PLAIN}
            passage = passage_of(chairs[0])
            other = chairs[(teller + 1) % 3]
            reply = await other.send("rewrite", passage=passage, words=words)
            assert (reply["type"], reply["key"]) == ("refused", "refused.rewrite_not_yours")
            watcher = place.person()
            made = persons[0].made  # type: ignore[attr-defined]
            await watcher.ask("POST", f"/api/tables/{other.id}/watch", json={"secret": made["watch"]})
            spectator = await watcher.open(other.id)
            reply = await spectator.send("veil_passage", passage=passage)
            assert (reply["type"], reply["key"]) == ("refused", "refused.not_seated")
            reply = await chairs[teller].send("rewrite", passage=passage, words=words)
            assert reply["type"] == "ack"
            for chair in [*chairs, spectator]:
                await chair.until(lambda chair=chair: PLAIN in json.dumps(chair.state))
                assert SECRET not in json.dumps(chair.state)
            assert on_disk(tmp_path, SECRET) == []
            asked = next(chair for chair in chairs if chair.decision)
            assert asked.decision is not None
            assert (await asked.answer(asked.decision["options"][0]))["type"] == "ack"

    asyncio.run(evening())


def test_a_mistake_in_an_edit_hurts_only_who_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def evening() -> None:
        async with house(tmp_path) as place:
            _, chairs, teller = await telling(place)

            def broken(*_arguments: object) -> None:
                raise ZeroDivisionError

            monkeypatch.setattr(passages, "edited", broken)
            await chairs[teller].send("veil_passage", passage=0, wait=False)
            assert await chairs[teller].closed() == up.Close.BROKEN
            other = chairs[(teller + 1) % 3]
            assert (await other.send("chat", text="Salve"))["type"] == "ack"
            assert "ZeroDivisionError" in "".join(place.lines)

    asyncio.run(evening())


def test_a_veil_that_cannot_be_stored_has_not_fallen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def evening() -> None:
        async with house(tmp_path) as place:
            _, chairs, _ = await telling(place)

            def full() -> None:
                raise StoreFailed("the disk is full")

            store = place.server.store
            assert isinstance(store, SqliteStore)
            batch = store.file.batch
            monkeypatch.setattr(store.file, "batch", lambda: (batch(), full)[1])
            reply = await chairs[0].send("veil_passage", passage=passage_of(chairs[0]))
            assert (reply["type"], reply["key"]) == ("refused", "refused.not_stored")
            monkeypatch.undo()
            await chairs[1].until(lambda: SECRET in json.dumps(chairs[1].state))
            reply = await chairs[0].send("veil_passage", passage=passage_of(chairs[0]))
            assert reply["type"] == "ack"
            await chairs[1].until(lambda: SECRET not in json.dumps(chairs[1].state))
            assert on_disk(tmp_path, SECRET) == []

    asyncio.run(evening())
