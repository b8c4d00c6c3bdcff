"""Answers at the table: nonces, stale ones, refusals, sealed windows, and folding it all again."""

from __future__ import annotations

import pytest

from triclinium.table import desk
from triclinium.table import messages as up
from triclinium.table.messages import ENCODER, Ack, Refusal, Resync

from .room import Room, play_on, same, to_open_turn, to_window

# --- Answers ------------------------------------------------------------------------------------


def test_a_repeated_nonce_is_acknowledged_again_and_does_nothing() -> None:
    room = Room().begin()
    seat = to_open_turn(room)
    question = room.table.questions[seat].decision
    for _ in range(3):
        reply = room.say(seat, up.Answer, nonce="the-same-nonce", decision=question.id, answer=question.options[0])
        assert reply == Ack(nonce="the-same-nonce")
    assert sum(b"the-same-nonce" in ENCODER.encode(row) for row in room.table.fresh) == 1
    woken = room.woken()
    assert desk.take(
        woken,
        room.viewer(seat),
        up.Answer(nonce="the-same-nonce", decision=question.id, answer=question.options[0]),
        room.time,
    ) == Ack(nonce="the-same-nonce"), "also after a restart"


def test_anothers_nonce_is_not_mine() -> None:
    room = Room().begin()
    seat = to_open_turn(room)
    room.answer(seat, nonce="a-nonce-of-mine")
    other = (seat + 1) % 4
    assert isinstance(room.say(other, up.Answer, nonce="a-nonce-of-mine", decision=0, answer={}), Resync)


def test_a_stale_answer_is_resynced_and_changes_nothing() -> None:
    room = Room().begin()
    seat = to_open_turn(room)
    rows = room.table.rows
    assert isinstance(room.say(seat, up.Answer, decision=0, answer={"kind": "pick"}), Resync)
    assert room.table.rows == rows


def test_a_refusal_carries_key_and_rule() -> None:
    room = Room().begin()
    seat = to_open_turn(room)
    reply = room.answer(seat, {"kind": "claim", "card": "claim_keep_gift", "place": "keep"})
    assert isinstance(reply, Refusal)
    assert reply.key == "refused.no_window"
    assert reply.rule == "BB-4"


@pytest.mark.parametrize("seed", range(3))
def test_a_restart_folds_the_same_table(seed: int) -> None:
    room = Room(options={"edition": "nl"}).begin()
    for part in range(12):
        play_on(room, 8, seed * 100 + part)
        assert same(room.woken(), room.table)
        assert room.woken().versions == room.table.versions
        assert room.woken().event_counts == room.table.event_counts


# --- Sealed windows -----------------------------------------------------------------------------


def test_nobody_notices_a_sealed_answer() -> None:
    """BB-4. Frames of the others, versions included, are the same bytes before and after."""
    room = Room(window=4).begin()
    to_window(room)
    first = room.asked()[0]
    others: list[int | None] = [None, *(seat for seat in range(4) if seat != first)]
    before = {eyes: room.told(eyes) for eyes in others}
    room.store()
    assert isinstance(room.answer(first), Ack)
    assert room.table.informed == {first}
    assert not room.table.changed
    assert {eyes: room.told(eyes) for eyes in others} == before


def test_a_window_stays_open_for_its_least_time_however_fast_all_answer() -> None:
    room = Room(window=4).begin()
    to_window(room)
    opened = room.time
    window = room.table.questions[room.asked()[0]].decision.id
    for seat in room.asked():
        room.answer(seat)
    room.later(3_999)
    assert any(question.decision.id == window for question in room.table.questions.values())
    room.later(1)
    assert all(question.decision.id != window for question in room.table.questions.values())
    assert room.time == opened + 4_000


def test_a_sealed_answer_may_be_changed_and_taken_back_until_all_are_opened() -> None:
    room = Room(window=4).begin()
    to_window(room)
    seat = room.asked()[0]
    options = room.table.questions[seat].decision.options
    room.answer(seat, options[0])
    room.answer(seat, options[1])
    assert room.table.sealed[seat] == options[1]
    assert isinstance(room.say(seat, up.Undo), Ack)
    assert seat not in room.table.sealed
    assert same(room.woken(), room.table)


def test_a_sealed_answer_is_checked_before_it_is_laid() -> None:
    room = Room(window=4).begin()
    to_window(room)
    seat = room.asked()[0]
    assert isinstance(room.answer(seat, {"kind": "accept"}), Refusal)
    assert seat not in room.table.sealed
