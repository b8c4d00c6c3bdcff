"""Privilege windows: they open, look and last the same whoever has passed for the whole round (BB-4)."""

from __future__ import annotations

import pytest

from triclinium.table.play import duties
from triclinium.table.protocol import messages as up
from triclinium.table.protocol.messages import Ack

from .room import Room, same, state_told, to_window

PASS = {"kind": "pass"}
PASS_ROUND = {"kind": "pass_round"}


def twins(room: Room) -> tuple[Room, Room]:
    """The same table twice, as it is after a restart."""
    return room.again(), room.again()


def pass_on(room: Room) -> None:
    """Whoever has the Gift before them hands it on."""
    (seat,) = room.asked()
    offers = [option for option in room.table.questions[seat].decision.options if option["kind"] == "offer"]
    assert isinstance(room.answer(seat, offers[0]), Ack)


def diary(room: Room, standing: set[int], answer: dict[str, str]) -> list[object]:
    """All that those not passing for the round are told, and when, from the open window to the end of the round.

    The others answer the first window with this answer, and a later one, if they are asked, with a pass.
    """
    told: list[object] = []
    others = [eyes for eyes in (None, *range(4)) if eyes not in standing]
    began, number = room.time, room.table.play.state.round
    first = True
    while room.table.play.state.round == number:
        if room.table.questions and next(iter(room.table.questions.values())).decision.sealed:
            for seat in room.asked():
                assert isinstance(room.answer(seat, answer if first and seat in standing else PASS), Ack)
            told.append([(eyes, room.told(eyes)) for eyes in others])
            room.store()
            assert duties.next_due(room.table) == room.time + 4_000, "a window lasts as long as it must, and no longer"
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
        assert told.view["you"]["passing_this_round"]
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
    """Otherwise how long a window lasts would show who has passed for the round."""
    room = Room(people=1, bots=3, window=4).begin()
    while True:
        seat, question = next(iter(room.table.questions.items()))
        if question.decision.sealed:
            break
        duties.bot_answers(room.table, seat, question.decision.id, question.decision.options[0], room.time)
        if seat == 0:
            room.answer(0)
    for seat in list(room.table.questions):
        question = room.table.questions[seat]
        if seat == 0:
            room.answer(0, PASS_ROUND)
        else:
            assert duties.bot_answers(room.table, seat, question.decision.id, PASS_ROUND, room.time)
    (seat,) = room.table.questions
    question = room.table.questions[seat]
    offer = next(option for option in question.decision.options if option["kind"] == "offer")
    if seat == 0:
        room.answer(0, offer)
    else:
        duties.bot_answers(room.table, seat, question.decision.id, offer, room.time)
    assert sorted(room.table.questions) == [0, 1, 2, 3]
    assert room.table.sealed == {0: PASS}
    assert duties.bots_asked(room.table) == [1, 2, 3]
