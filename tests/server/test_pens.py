"""Somebody types: the others see that, and nothing of what is typed; nothing is stored."""

from __future__ import annotations

from triclinium.table.play import duties, pens
from triclinium.table.play.broadcast import Viewer, table_told
from triclinium.table.protocol import messages as up

from .room import Room


def moving(room: Room) -> list[int]:
    """The seats whose pen a spectator sees move."""
    told = table_told(room.table, Viewer("friend", None, None), 1)
    return [number for number, seat in enumerate(told.seats) if seat.writing]


def story() -> tuple[Room, int]:
    room = Room(3, game="bacchanalia").begin()
    return room, room.asked()[0]


def test_a_pen_is_seen_to_move_until_it_rests() -> None:
    room, teller = story()
    room.say(teller, up.Writing, on=True)
    assert moving(room) == [teller]
    assert duties.next_due(room.table) == room.table.now + pens.RESTS_AFTER
    room.later(pens.RESTS_AFTER)
    assert moving(room) == []
    assert duties.next_due(room.table) is None


def test_a_pen_rests_when_its_owner_says_so_and_when_the_answer_is_given() -> None:
    room, teller = story()
    room.say(teller, up.Writing, on=True)
    room.say(teller, up.Writing, on=False)
    assert moving(room) == []
    room.say(teller, up.Writing, on=True)
    room.answer(teller)
    assert room.table.pens == {}


def test_nothing_of_it_is_stored_and_the_table_is_told_once() -> None:
    room, teller = story()
    room.store()
    room.say(teller, up.Writing, on=True)
    assert room.table.changed
    assert room.table.fresh == []
    room.table.settle()
    room.say(teller, up.Writing, on=True)
    assert not room.table.changed, "it still moves: nobody has to hear of it again"


def test_who_is_not_asked_has_no_pen_and_other_games_have_none() -> None:
    room, _ = story()
    other = next(seat for seat in range(3) if seat not in room.table.questions)
    room.say(other, up.Writing, on=True)
    assert moving(room) == []
    banquet = Room(3).begin()
    for seat in range(3):
        banquet.say(seat, up.Writing, on=True)
    assert moving(banquet) == [], "who thinks about a secret choice is not seen to"
