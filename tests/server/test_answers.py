"""Answers at the table: nonces, stale ones, refusals, sealed windows, and folding it all again."""

from __future__ import annotations

import random
from typing import Any

import pytest

from triclinium.games.banquet.game import Banquet
from triclinium.table.play import dispatch
from triclinium.table.protocol import messages as up
from triclinium.table.protocol.messages import ENCODER, Ack, Refusal, Resync

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
    assert dispatch.take(
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


def test_what_was_refused_stays_refused_when_it_is_repeated() -> None:
    """A reply that was lost is asked for again: an undo that was refused must not take back what was said after it."""
    room = Room().begin()
    seat = to_open_turn(room)
    refused = room.say(seat, up.Undo, nonce="undo-too-soon")
    assert isinstance(refused, Refusal)
    assert isinstance(room.answer(seat), Ack)
    rows = room.table.rows
    assert room.say(seat, up.Undo, nonce="undo-too-soon") == refused
    assert room.table.rows == rows


def test_an_undo_makes_clients_read_the_log_again() -> None:
    """Somebody who was away may know as many events as there are now, and yet others."""
    room = Room().begin()
    seat = to_open_turn(room)
    retold = room.table.retold
    room.answer(seat)
    room.store()
    assert room.table.retold == retold
    assert isinstance(room.say(seat, up.Undo), Ack)
    assert room.table.retold == retold + 1
    assert room.table.changed, "everybody is told"
    assert room.woken().retold == retold + 1


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


# --- Exact types, and all or nothing ------------------------------------------------------------


def to_special_gift() -> tuple[Room, int]:
    """A table with a window in which a seat may make a special gift, and that seat."""
    for seed in range(100):
        room, rng = Room(window=4).begin(), random.Random(seed)
        while room.table.questions:
            for seat, question in room.table.questions.items():
                if any(option["kind"] == "special_gift" for option in question.decision.options):
                    return room, seat
            for seat in room.asked():
                options = room.table.questions[seat].decision.options
                room.answer(seat, rng.choice([option for option in options if option["kind"] != "pass_round"]))
            room.later(4_000)
    raise AssertionError("no game came to a special gift")


def everything(room: Room) -> Any:
    """All a fault could spoil."""
    table = room.table
    assert table.play is not None
    return (
        table.rows,
        len(table.fresh),
        dict(table.sealed),
        {seat: question.decision for seat, question in table.questions.items()},
        [room.told(eyes) for eyes in table.everybody],
        table.play.record.write(),
        table.game.numbers(table.play.state),
    )


def test_table_3_a_sealed_answer_is_read_by_exact_type() -> None:
    """0.0 equals 0 to Python, and once froze the table when the window was opened."""
    room, seat = to_special_gift()
    options = room.table.questions[seat].decision.options
    to = next(option["to"] for option in options if option["kind"] == "special_gift")
    before = everything(room)
    for value in (float(to), bool(to), str(to), [to], None, to + 0.5):
        frame = ENCODER.encode({"type": "answer", "nonce": "attack-attack", "decision": 1, "answer": {"to": value}})
        said = up.UP.decode(frame).answer["to"]
        assert type(said) is type(value), "a frame leaves a number what it is"
        reply = room.answer(seat, {"kind": "special_gift", "to": said})
        assert isinstance(reply, Refusal), value
        assert everything(room) == before
    assert isinstance(room.answer(seat, {"kind": "special_gift", "to": to}), Ack)
    for other in room.asked():
        assert isinstance(room.answer(other), Ack)
    room.later(4_000)
    assert not room.table.sealed
    assert same(room.woken(), room.table)


class Faulty(Banquet):
    """Rules with a fault that shows only when the last answer that was owed is taken."""

    faulty = True

    def apply(self, state: Any, seat: int, answer: Any) -> Any:
        last = state.owing.bit_count() == 1
        events = super().apply(state, seat, answer)
        if self.faulty and last:
            raise RuntimeError("a fault in the rules")
        return events


@pytest.mark.parametrize("window", [0, 4])
def test_table_3_an_opening_that_fails_leaves_the_table_as_it_was(window: int) -> None:
    room = Room(window=window).begin()
    to_window(room)
    assert room.table.play is not None
    faulty = Faulty()
    room.table.play.game = faulty
    *first, last = room.asked()
    for seat in first:
        assert isinstance(room.answer(seat, {"kind": "pass"}), Ack)
    if window:
        assert isinstance(room.answer(last, {"kind": "pass"}), Ack)
    before = everything(room)
    for _ in range(3):
        with pytest.raises(RuntimeError):
            if window:
                room.later(4_000)
            else:
                room.answer(last, {"kind": "pass"})
        assert everything(room) == before, "nobody's answer is half applied, and none is stored"
    faulty.faulty = False
    if window:
        room.later(4_000)
    else:
        assert isinstance(room.answer(last, {"kind": "pass"}), Ack)
    assert not room.table.sealed
    assert same(room.woken(), room.table)


def test_table_3_an_answer_that_fails_leaves_the_table_as_it_was() -> None:
    room = Room().begin()
    seat = to_open_turn(room)
    assert room.table.play is not None
    faulty = Faulty()
    room.table.play.game = faulty
    before = everything(room)
    with pytest.raises(RuntimeError):
        room.answer(seat)
    assert everything(room) == before
    faulty.faulty = False
    assert isinstance(room.answer(seat), Ack)
    assert same(room.woken(), room.table)
