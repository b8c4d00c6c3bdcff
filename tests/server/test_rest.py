"""Pause and veil: anybody stops the table at once, nobody is named, and how it goes on (BC-23)."""

from __future__ import annotations

import pytest

from triclinium.table.log.rows import ROW, Paused, Resumed, Veiled
from triclinium.table.play import clock, dispatch, duties
from triclinium.table.play.broadcast import table_told
from triclinium.table.protocol import messages as up
from triclinium.table.protocol.messages import ENCODER, Ack, ClockRule

from .room import Room, same

STOPS = [(up.Pause, Paused), (up.Veil, Veiled)]
TEN_MINUTES = 600_000


def stopped(kind: type, by: int = 1, **wanted: object) -> Room:
    room = Room(4, **wanted).begin()
    assert isinstance(room.say(by, kind, nonce="nonce-of-a-stop"), Ack)
    assert room.table.resting
    return room


@pytest.mark.parametrize(("kind", "row"), STOPS)
def test_bc_23_a_stop_works_at_once_and_names_nobody(kind: type, row: type) -> None:
    rows, frames = set(), set()
    for caller in range(4):
        room = stopped(kind, caller)
        (written,) = room.table.fresh
        assert isinstance(written, row)
        rows.add(ENCODER.encode(written))
        told = [table_told(room.table, room.viewer(seat), 0) for seat in range(4)]
        frames.add(ENCODER.encode([(one.paused, one.veiled, one.lifting, one.lifters, one.proposals) for one in told]))
        assert room.table.informed == {None, 0, 1, 2, 3}
        assert not room.table.proposals
        assert not any(b"nonce-of-a-stop" in body for body in [*room.stored, ENCODER.encode(written)])
    assert len(rows) == len(frames) == 1


@pytest.mark.parametrize(("kind", "row"), STOPS)
def test_bc_23_a_stop_heard_twice_stops_once(kind: type, row: type) -> None:
    room = stopped(kind)
    assert isinstance(room.say(1, kind, nonce="nonce-of-a-stop"), Ack)
    assert isinstance(room.say(2, kind), Ack)
    assert sum(isinstance(one, row) for one in room.table.fresh) == 1


@pytest.mark.parametrize("kind", [kind for kind, _ in STOPS])
def test_bc_23_before_ten_minutes_everybody_lifts_after_them_any_two(kind: type) -> None:
    room = stopped(kind)
    for seat in (0, 1, 2):
        room.say(seat, up.Lift)
    assert room.table.resting, "all must be ready"
    room.say(3, up.Lift)
    assert not room.table.resting
    room = stopped(kind)
    room.later(TEN_MINUTES - 1)
    room.say(2, up.Lift)
    room.say(3, up.Lift)
    assert room.table.resting
    room = stopped(kind)
    room.store()
    room.later(TEN_MINUTES)
    assert room.table.changed, "that two are enough now is told"
    assert table_told(room.table, room.viewer(0), 0).lifters == 2
    room.say(2, up.Lift)
    assert room.table.resting, "one is not enough"
    room.say(2, up.Lift)
    assert room.table.resting, "not even twice"
    room.say(0, up.Lift)
    assert not room.table.resting
    assert same(room.woken(), room.table)


def test_bc_23_another_stop_does_not_put_off_the_end_of_the_first() -> None:
    room = stopped(up.Pause)
    room.later(TEN_MINUTES - 1000)
    room.say(1, up.Pause)
    room.later(1000)
    for seat in (2, 3):
        room.say(seat, up.Lift)
    assert not room.table.resting


def test_bc_23_a_veil_over_a_pause_starts_anew_and_both_are_lifted_together() -> None:
    room = stopped(up.Pause)
    room.later(TEN_MINUTES)
    room.say(0, up.Lift)
    room.say(3, up.Veil)
    assert room.table.paused and room.table.veiled and not room.table.lifting
    assert room.say(0, up.Pause).nonce, "who asks for a pause under a veil has one"
    for seat in (0, 1):
        room.say(seat, up.Lift)
    assert room.table.resting
    room.later(TEN_MINUTES)
    room.say(2, up.Lift)
    assert not room.table.paused and not room.table.veiled


def test_bc_23_nothing_is_stored_of_who_wants_to_go_on() -> None:
    room = stopped(up.Veil)
    rows = room.table.rows
    room.say(3, up.Lift, nonce="nonce-of-a-lift")
    assert room.table.rows == rows
    for seat in (0, 2, 1):
        room.say(seat, up.Lift)
    room.store()
    (resumed,) = [row for body in room.stored if isinstance(row := ROW.decode(body), Resumed)]
    assert (resumed.asker, resumed.nonce) == (None, "")
    assert not any(b"nonce-of-a-lift" in body for body in room.stored)


def test_bc_23_a_single_person_lifts_at_once() -> None:
    room = Room(people=1, bots=3).begin()
    room.say(0, up.Pause)
    room.say(0, up.Lift)
    assert not room.table.resting
    assert room.say(0, up.Lift).key == "refused.not_resting"


def test_bc_23_who_closes_the_page_is_waited_for_ten_minutes_and_no_longer() -> None:
    room = Room(people=2, bots=2, wait=60).begin()
    room.say(1, up.Veil)
    room.abandon(1)
    room.later(TEN_MINUTES - 1)
    assert room.table.seats[1].stand_in is None, "nobody stands in while the table rests"
    room.say(0, up.Lift)
    assert room.table.veiled
    room.later(1)
    room.say(0, up.Lift)
    assert not room.table.veiled
    room.later(59_999)
    assert room.table.seats[1].stand_in is None, "the rest does not count as absence"
    room.later(1)
    assert room.table.seats[1].stand_in is not None


def test_bc_23_who_was_away_before_the_stop_is_not_waited_for() -> None:
    room = Room(people=3, bots=1, wait=60).begin()
    room.abandon(2)
    room.later(60_000)
    room.say(0, up.Pause)
    room.say(0, up.Lift)
    room.say(1, up.Lift)
    assert not room.table.resting


def test_a_stop_stops_answers_clocks_and_bots() -> None:
    room = Room(people=2, bots=2, clock=ClockRule(kind="move", amount=30)).begin()
    room.later(10_000)
    left = clock.told(room.table, None)
    room.say(1, up.Pause)
    assert duties.bots_asked(room.table) == []
    if 0 in room.table.questions:
        assert room.answer(0).key == "refused.resting"
    rows = room.table.rows
    room.later(3_600_000)
    assert room.table.rows == rows, "nothing runs out in a pause"
    for seat in (0, 1):
        if room.table.resting:
            room.say(seat, up.Lift)
    now = clock.told(room.table, None)
    assert now is not None and left is not None and now.left == left.left
    assert same(room.woken(), room.table)


def test_a_restart_in_a_pause_gives_nobody_more_time() -> None:
    room = Room(people=2, bots=2, clock=ClockRule(kind="bank", amount=600), wait=None).begin()
    room.later(10_000)
    room.say(1, up.Pause)
    before = clock.told(room.table, None)
    woken = room.woken()
    duties.resume(woken, room.time + 3_600_000)
    after = clock.told(woken, None)
    assert before is not None and after is not None and before.left == after.left
    played = clock.played(room.table)
    woken.seats[0].sockets = 1
    dispatch.take(woken, room.viewer(0), up.Lift(nonce="a-new-nonce"), woken.now)
    assert not woken.resting
    assert clock.played(woken) == played


def test_nothing_is_stopped_before_the_game_or_after_it() -> None:
    room = Room()
    for kind, _ in STOPS:
        assert room.say(0, kind).key == "refused.not_playing"
