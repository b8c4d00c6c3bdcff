"""When things happened, by which clock, and which messages are known: nonces by seat, times of rows."""

from __future__ import annotations

import asyncio
import json
import time
from pathlib import Path

import apsw
import pytest

from triclinium.core.fairness import Contribution
from triclinium.table.log.rows import ROW, Muted
from triclinium.table.play import clock, dispatch, duties, waking
from triclinium.table.play.table import NONCES_KEPT
from triclinium.table.protocol import messages as up
from triclinium.table.protocol.messages import Ack, ClockRule

from .people import house
from .room import Room, to_open_turn

DAY = 86_400_000
FAR = 400 * DAY


def test_table_15_ones_nonces_are_not_pushed_out_by_anothers_flood() -> None:
    room = Room().begin()
    room.say(1, up.Chat, text="once", nonce="nonce-of-seat-1")
    for number in range(NONCES_KEPT * 5):
        room.say(0, up.Chat, text="flood", nonce=f"flood-{number}")
    for table in (room.table, room.woken()):
        said = len(table.nonces[1])
        assert isinstance(
            dispatch.take(table, room.viewer(1), up.Chat(text="once", nonce="nonce-of-seat-1"), room.time), Ack
        )
        assert len(table.nonces[1]) == said
        assert not table.fresh
        assert len(table.nonces[0]) == NONCES_KEPT


def test_table_15_a_nonce_of_one_seat_says_nothing_to_another() -> None:
    room = Room().begin()
    room.say(1, up.Chat, text="mine", nonce="the-same-nonce")
    room.say(2, up.Chat, text="mine too", nonce="the-same-nonce")
    assert [line.text for line in room.table.chat] == ["mine", "mine too"]


# --- A clock that was wrong ---------------------------------------------------------------------


def test_table_19_a_table_follows_the_clock_again_after_one_that_was_far_ahead() -> None:
    room = Room(clock=ClockRule(kind="move", amount=20), wait=60).begin()
    seat = to_open_turn(room)
    room.time += FAR
    room.table.now = room.time
    room.table.write(Muted(by=1, seat=2, on=True))
    woken = room.woken()
    assert woken.now == room.time
    right = room.time - FAR + 5_000
    duties.resume(woken, right)
    assert woken.now == right
    assert clock.deadline(woken, seat) == right + 20_000
    assert duties.next_due(woken) == right + 20_000
    woken.write(Muted(by=2, seat=1, on=True))
    assert woken.fresh[-1].at == right
    again = waking.wake([*map(ROW.decode, room.stored), *woken.fresh])
    assert again.now == right
    assert clock.deadline(again, seat) is not None and clock.deadline(again, seat) <= right + 20_000


@pytest.mark.parametrize(("ahead", "believed"), [(DAY // 2, True), (FAR, False)])
def test_table_19_a_start_with_a_wrong_clock_does_not_date_what_follows(
    tmp_path: Path, ahead: int, believed: bool
) -> None:
    async def evening() -> None:
        async with house(tmp_path) as place:
            await place.person().make(1, 3)
        file = apsw.Connection(str(tmp_path / "tables.sqlite"))
        rows = list(file.execute("select row, body from rows"))
        for row, body in rows:
            told = json.loads(body)
            file.execute(
                "update rows set body = ? where row = ?", (json.dumps({**told, "at": told["at"] + ahead}), row)
            )
        file.close()
        async with house(tmp_path) as place:
            now = place.hub.now()
            assert (now > time.time() * 1000 + ahead / 2) == believed
            assert any("ahead of this machine's clock" in line for line in place.lines) != believed

    asyncio.run(evening())


# --- Tables that were never made ----------------------------------------------------------------


def test_table_18_a_table_of_bots_alone_that_its_maker_wants_to_sit_at_is_not_made(tmp_path: Path) -> None:
    async def evening() -> None:
        async with house(tmp_path) as place:
            person = place.person()
            body = {"game": "banquet", "seats": [{"bot": "random"}] * 4, "name": "Livia"}
            refused = await person.ask("POST", "/api/tables", 409, json=body)
            assert refused["key"] == "refused.table_full"
            assert place.hub.live == {}
            assert (await person.make(1, 3))["seat"] == 0
            assert await place.server.store.tables() == 1
            made = await person.ask("POST", "/api/tables", json={**body, "sit": False})
            assert made["seat"] is None

    asyncio.run(evening())


# --- Starts that are heard twice ----------------------------------------------------------------


def test_page_3_a_share_shown_twice_is_no_mistake() -> None:
    room = Room(2, 2)
    shares = [Contribution.fresh(room.table.made.id, seat) for seat in range(2)]
    for seat, share in enumerate(shares):
        assert isinstance(room.say(seat, up.Ready, commitment=share.commitment), Ack)
    for _ in range(2):
        assert isinstance(room.say(0, up.Reveal, value=shares[0].value.hex()), Ack)
        assert isinstance(room.say(0, up.Ready, commitment=shares[0].commitment), Ack)
    assert isinstance(room.say(1, up.Reveal, value=shares[1].value.hex()), Ack)
    assert room.table.phase == "playing"
    assert isinstance(room.say(0, up.Reveal, value=shares[0].value.hex()), Ack)
    assert isinstance(room.say(1, up.Ready, commitment=shares[1].commitment), Ack)
    assert room.say(0, up.Reveal, value=shares[1].value.hex()).key == "refused.not_waiting"
    assert room.say(0, up.NotReady).key == "refused.not_waiting"
    assert not any(share.withheld for share in room.table.play.record.pledge.contributions)
