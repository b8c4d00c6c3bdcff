"""Answers at the table: nonces, stale ones, refusals, sealed windows, and folding it all again."""

from __future__ import annotations

import pytest

from triclinium.table import desk
from triclinium.table import messages as up
from triclinium.table.messages import ENCODER, Ack, Refusal, Resync
from triclinium.table.told import state_told

from .room import Room, play_on, same, to_open_turn, to_window

PASS = {"kind": "pass"}
PASS_ROUND = {"kind": "pass_round"}

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


# --- Who passes for the whole round (BB-4) --------------------------------------------------------


def twins(room: Room) -> tuple[Room, Room]:
    """The same table twice, as it is after a restart."""
    return room.again(), room.again()


def pass_on(room: Room) -> None:
    """Whoever has the Gift before them hands it on."""
    (seat,) = room.asked()
    offers = [option for option in room.table.questions[seat].decision.options if option["kind"] == "offer"]
    assert isinstance(room.answer(seat, offers[0]), Ack)


def diary(room: Room, standing: set[int], answer: dict[str, str]) -> list[object]:
    """All that those who do not stand on pass are told, and when, from the window that is open to the end of the round.

    The others answer the first window with this answer, and a later one, if they are asked, with a pass.
    """
    told: list[object] = []
    others = [eyes for eyes in (None, *range(4)) if eyes not in standing]
    began, number = room.time, room.table.play.state.round  # type: ignore[union-attr]
    first = True
    while room.table.play.state.round == number:  # type: ignore[union-attr]
        if room.table.questions and next(iter(room.table.questions.values())).decision.sealed:
            for seat in room.asked():
                assert isinstance(room.answer(seat, answer if first and seat in standing else PASS), Ack)
            told.append([(eyes, room.told(eyes)) for eyes in others])
            room.store()
            assert desk.next_due(room.table) == room.time + 4_000, "a window lasts as long as it must, and no longer"
            room.later(4_000)
            first = False
        else:
            pass_on(room)
        told.append([room.time - began, room.table.event_counts[-1], [(eyes, room.told(eyes)) for eyes in others]])
        room.store()
    return told


@pytest.mark.parametrize("standing", [{0}, {1, 2}, {0, 1, 2, 3}])
def test_bb_04_frames_and_their_times_are_the_same_whoever_passes_for_the_round(standing: set[int]) -> None:
    room = Room(window=4).begin()
    to_window(room)
    assert room.asked() == [0, 1, 2, 3]
    one, other = twins(room)
    assert diary(one, standing, PASS) == diary(other, standing, PASS_ROUND)


def test_bb_04_who_passes_for_the_round_is_not_asked_again_in_it() -> None:
    room = Room(window=4).begin()
    to_window(room)
    for seat in room.asked():
        room.answer(seat, PASS_ROUND)
    room.later(4_000)
    pass_on(room)
    window = room.table.questions
    assert sorted(window) == sorted(room.table.sealed) == [0, 1, 2, 3]
    for seat in range(4):
        told = state_told(room.table, seat, ())
        assert told is not None and (told.decision, told.sealed) == (None, None)
        assert told.view["you"]["passing_this_round"]  # type: ignore[index, call-overload]
    assert same(room.woken(), room.table)


def test_bb_04_a_standing_pass_cannot_be_taken_back_in_a_later_window() -> None:
    room = Room(window=4).begin()
    to_window(room)
    for seat in room.asked():
        room.answer(seat, PASS_ROUND if seat == 1 else PASS)
    room.later(4_000)
    pass_on(room)
    room.say(1, up.Undo)
    assert room.table.sealed == {1: PASS}


def test_bb_04_a_bot_that_passes_for_the_round_takes_its_time_again() -> None:
    """The person would see otherwise, by how long a window lasts, who has passed for the round."""
    room = Room(people=1, bots=3, window=4).begin()
    while True:
        seat, question = next(iter(room.table.questions.items()))
        if question.decision.sealed:
            break
        desk.bot_answers(room.table, seat, question.decision.id, question.decision.options[0], room.time)
        if seat == 0:
            room.answer(0)
    for seat in list(room.table.questions):
        question = room.table.questions[seat]
        if seat == 0:
            room.answer(0, PASS_ROUND)
        else:
            assert desk.bot_answers(room.table, seat, question.decision.id, PASS_ROUND, room.time)
    (seat,) = room.table.questions
    question = room.table.questions[seat]
    offer = next(option for option in question.decision.options if option["kind"] == "offer")
    if seat == 0:
        room.answer(0, offer)
    else:
        desk.bot_answers(room.table, seat, question.decision.id, offer, room.time)
    assert sorted(room.table.questions) == [0, 1, 2, 3]
    assert room.table.sealed == {0: PASS}
    assert desk.bots_asked(room.table) == [1, 2, 3]
