"""Clocks, absence, and bots that stand in."""

from __future__ import annotations

import random

import pytest

from triclinium.games.bacchanalia.rules.cards import MINUTES
from triclinium.table.log.rows import ROW, Answered
from triclinium.table.play import clock, duties
from triclinium.table.protocol import messages as up
from triclinium.table.protocol.messages import Ack, ClockRule

from .room import Room, same, state_told, to_open_turn, to_window


def test_per_move_clock_plays_the_fallback() -> None:
    room = Room(clock=ClockRule(kind="move", amount=20), wait=None).begin()
    seat = to_open_turn(room)
    decision = room.table.questions[seat].decision
    wanted = room.table.game.fallback(decision)
    entries = len(room.table.play.record.entries)
    room.later(19_999)
    assert room.table.questions[seat].decision is decision
    room.later(1)
    assert room.table.play.record.entries[entries].answer == wanted
    assert room.table.moved == up.Moved(seat=seat, by="clock")
    assert same(room.woken(), room.table)


def test_bank_pays_for_thinking_and_gains_the_increment() -> None:
    room = Room(clock=ClockRule(kind="bank", amount=60, increment=5), options={"privileges": "none"}).begin()
    seat = to_open_turn(room)
    room.later(10_000)
    room.answer(seat)
    assert room.table.seats[seat].bank == 60_000 - 10_000 + 5_000
    assert room.woken().seats[seat].bank == room.table.seats[seat].bank


def test_a_bank_does_not_betray_who_thought_in_a_window() -> None:
    room = Room(clock=ClockRule(kind="bank", amount=60), window=4).begin()
    to_window(room)
    banks = [seat.bank for seat in room.table.seats]
    shown = {seat: room.told(seat) for seat in range(4)}
    first, *rest = room.asked()
    room.later(1_000)
    room.answer(first)
    for eyes in rest:
        assert state_told(room.table, eyes, ()).clock.left[first] == banks[first]
    for seat in rest:
        room.answer(seat)
    room.later(4_000)
    assert [seat.bank for seat in room.table.seats] == banks
    assert shown


def test_days_a_move() -> None:
    room = Room(clock=ClockRule(kind="days", amount=2), wait=None).begin()
    seat = to_open_turn(room)
    room.later(2 * 86_400_000 - 1)
    assert seat in room.table.questions
    moved = room.table.moved
    room.later(1)
    assert room.table.moved != moved


@pytest.mark.parametrize("jump", [-10_000_000, 0, 10_000_000])
def test_a_clock_jump_while_the_server_was_away_costs_nobody_time(jump: int) -> None:
    room = Room(clock=ClockRule(kind="move", amount=20), wait=None).begin()
    seat = to_open_turn(room)
    decision = room.table.questions[seat].decision.id
    woken = room.woken()
    duties.resume(woken, room.time + jump)
    duties.tick(woken, woken.now + 19_000)
    assert woken.questions[seat].decision.id == decision
    assert woken.now >= room.time, "time never runs backwards"


def test_a_bot_stands_in_after_the_wait_and_hands_back_at_once() -> None:
    room = Room(people=2, bots=2, wait=60).begin()
    room.abandon(1)
    room.later(59_999)
    assert room.table.seats[1].stand_in is None
    room.later(1)
    assert room.table.seats[1].stand_in == "thumb"
    assert same(room.woken(), room.table)
    room.come_back(1)
    assert room.table.seats[1].stand_in is None
    if 1 in room.table.questions:
        decision = room.table.questions[1].decision
        assert not duties.bot_answers(room.table, 1, decision.id, decision.options[0], room.time), (
            "too late for the bot"
        )


def test_whether_a_bot_stands_in_does_not_depend_on_who_is_asked() -> None:
    room = Room(people=3, bots=1, wait=60).begin()
    for seat in range(3):
        room.abandon(seat)
    room.later(60_000)
    assert all(room.table.seats[seat].stand_in for seat in range(3))


# --- Bacchanalia by the clock -------------------------------------------------------------------


def story_by_time(minutes: int) -> Room:
    return Room(3, game="bacchanalia", options={"length": "time", "minutes": minutes}, wait=None).begin()


def answered_by_table(room: Room) -> list[bool]:
    """What the table has answered so far to whether the time is up."""
    room.store()
    rows = [ROW.decode(row) for row in room.stored]
    return [row.answer["up"] for row in rows if isinstance(row, Answered) and row.by == "table"]


def tell_on(room: Room, until: int, most: int = 400) -> None:
    """Let all answer until the table has been asked so often, or the game is over."""
    rng = random.Random(4)
    for _ in range(most):
        if len(answered_by_table(room)) >= until or not room.asked():
            return
        seat = room.asked()[0]
        assert room.table.questions[seat].decision.kind != "clock", "nobody is asked what the table knows"
        assert isinstance(room.answer(seat, rng.choice(room.table.questions[seat].decision.options)), Ack)
        room.later(100)


@pytest.mark.parametrize("minutes", MINUTES[:1])
def test_bc_20_the_table_answers_whether_the_time_is_up(minutes: int) -> None:
    room = story_by_time(minutes)
    tell_on(room, 1)
    assert answered_by_table(room) == [False]
    assert same(room.woken(), room.table)
    room.later(minutes * 60_000)
    tell_on(room, 2)
    assert answered_by_table(room) == [False, True]
    assert same(room.woken(), room.table)
    tell_on(room, 1000)
    assert room.table.phase == "over"


def test_bc_20_the_time_stops_in_a_pause_and_while_the_server_is_away() -> None:
    minutes = MINUTES[0]
    room = story_by_time(minutes)
    tell_on(room, 1)
    room.say(0, up.Pause)
    assert room.table.paused
    room.later(minutes * 60_000)
    for seat in range(3):
        if room.table.paused:
            room.say(seat, up.Lift)
    tell_on(room, 2)
    assert answered_by_table(room) == [False, False]
    woken = room.woken()
    duties.resume(woken, room.time + minutes * 60_000)
    assert clock.played(woken) < minutes * 60_000 / 2
