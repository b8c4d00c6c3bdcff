"""What was taken back costs a table nothing when it wakes, and little while it is played."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from triclinium.core.decision import CHANCE
from triclinium.games import game_named
from triclinium.table.log.counting import counting
from triclinium.table.log.rows import ROW, Undone
from triclinium.table.play.again import counted_events
from triclinium.table.play.table import Table
from triclinium.table.protocol import messages as up
from triclinium.table.protocol.messages import Ack

from .room import Room, play_on, same

PAIRS = 281


class Applied:
    """How often the rules took an answer."""

    def __init__(self) -> None:
        self.times = 0


@contextmanager
def counted(game: str) -> Iterator[Applied]:
    """Count how often the rules of a game take an answer, whichever way it comes to them."""
    kind = type(game_named(game))
    applied = Applied()
    with pytest.MonkeyPatch.context() as patches:
        for name in ("apply", "take_outcome"):
            if (taken := getattr(kind, name, None)) is not None:

                def counting_one(self: Any, *given: Any, _taken: Any = taken) -> Any:
                    applied.times += 1
                    return _taken(self, *given)

                patches.setattr(kind, name, counting_one)
        yield applied


def at_a_turn_that_can_be_taken_back() -> tuple[Room, int]:
    """A table, some way into the game, and a seat that may take back what it answers now."""
    rng = random.Random(4)
    while True:
        room = Room(people=3).begin()
        play_on(room, 20)
        for _ in range(20):
            if not room.asked():
                break
            seat = room.asked()[0]
            decision = room.table.questions[seat].decision
            room.answer(seat, rng.choice(decision.options))
            room.store()
            if isinstance(room.say(seat, up.Undo), Ack) and not room.table.proposals and not decision.sealed:
                return room, seat


def test_table_8_answers_that_were_taken_back_are_not_played_when_a_table_wakes() -> None:
    room, seat = at_a_turn_that_can_be_taken_back()
    for _ in range(PAIRS):
        assert isinstance(room.answer(seat), Ack)
        assert isinstance(room.say(seat, up.Undo), Ack)
    room.store()
    assert sum(b'"undone"' in row for row in room.stored) > PAIRS
    with counted("banquet") as applied:
        woken = room.woken()
    assert applied.times == len(room.table.play.record.entries)
    assert_same(room.table, woken)


@pytest.mark.parametrize(("game", "people"), [("banquet", 3), ("benhur", 2), ("bacchanalia", 3)])
def test_table_8_an_undo_plays_no_more_than_what_came_since_the_last_draw(game: str, people: int) -> None:
    room = Room(people=people, game=game).begin()
    rng = random.Random(3)
    undone = 0
    for _ in range(150):
        if not (asked := room.asked()):
            break
        seat = rng.choice(asked)
        room.answer(seat, rng.choice(room.table.questions[seat].decision.options))
        with counted(game) as applied:
            room.say(seat, up.Undo)
            agreed(room)
        if room.table.fresh and isinstance(room.table.fresh[-1], Undone):
            undone += 1
            # Between two checkpoints lie at most two answers, and those of one window.
            assert applied.times <= 2 + people
        room.store()
        if room.asked():
            seat = rng.choice(room.asked())
            room.answer(seat, rng.choice(room.table.questions[seat].decision.options))
            room.store()
    assert undone


def agreed(room: Room) -> None:
    """Let everybody agree to what is proposed."""
    for proposal in list(room.table.proposals.values()):
        for seat in range(room.people):
            if seat != proposal.by and proposal.number in room.table.proposals:
                room.say(seat, up.Agree, proposal=proposal.number, yes=True)


def assert_same(live: Table, woken: Table) -> None:
    """Whether a table that has just woken is the one that was played, down to clocks and counts."""
    assert live.play is not None
    assert woken.play is not None
    assert woken.play.record.entries == live.play.record.entries
    assert woken.play.marks == live.play.marks
    assert woken.play.draws == live.play.draws
    assert woken.game.numbers(woken.play.state) == live.game.numbers(live.play.state)
    assert woken.event_counts == live.event_counts == counted_events(live.play, len(live.seats))
    assert woken.versions == live.versions
    assert woken.undos == live.undos
    assert woken.sealed == live.sealed
    assert woken.phase == live.phase
    assert list(woken.proposals) == list(live.proposals)
    assert woken.questions == live.questions
    woken.advance(live.now)
    assert same(live, woken)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(("game", "people"), [("banquet", 4), ("benhur", 3), ("bacchanalia", 3)])
def test_table_8_a_table_with_answers_taken_back_wakes_as_it_was_played(game: str, people: int, seed: int) -> None:
    """Alone and by consent, in windows and across them, with sealed answers changed, pauses and time between."""
    rng = random.Random(seed)
    room = Room(people=people, game=game, clock=up.ClockRule(kind="bank", amount=600, increment=2)).begin()
    walk(room, rng, 120)


@pytest.mark.parametrize("at", range(30, 60, 3))
def test_table_8_a_branch_from_inside_a_window_wakes_as_it_was_played(at: int) -> None:
    first = Room(people=3).begin()
    play_on(first, 80, seed=2)
    entries = [(entry.seat, entry.answer) for entry in first.table.play.record.entries[:at]]
    room = Room(people=3, branch_of="0" * 32, entries=entries).begin()
    for seat in range(3):
        room.say(seat, up.Undo)
        agreed(room)
        assert_same(room.table, room.woken())
    walk(room, random.Random(at), 20)


def walk(room: Room, rng: random.Random, steps: int) -> None:
    for number in range(steps):
        if not room.table.questions:
            break
        room.time += rng.randrange(900)
        seat = rng.randrange(room.people)
        what = rng.random()
        if what < 0.6 and seat in room.table.questions:
            room.answer(seat, rng.choice(room.table.questions[seat].decision.options))
        elif what < 0.9:
            room.say(seat, up.Undo)
            if rng.random() < 0.8:
                agreed(room)
        elif what < 0.95:
            room.say(seat, up.Pause)
            room.time += 500
            for other in range(room.people):
                room.say(other, up.Lift)
        room.store()
        if number % 8 == 0 or number == steps - 1:
            assert_same(room.table, room.woken())


def test_table_8_what_counts_is_known_from_the_rows_alone() -> None:
    room = Room(people=3).begin()
    walk(room, random.Random(7), 60)
    rows = [ROW.decode(row) for row in room.stored]
    entries = room.table.play.record.entries
    with counted("banquet") as applied:
        places = counting(rows)
    assert applied.times == 0
    assert len(places) == len(entries)
    for (row, _), entry in zip(places, entries, strict=True):
        assert entry.seat == CHANCE or str(entry.answer["kind"]).encode() in room.stored[row]
