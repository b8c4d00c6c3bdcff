"""Upgrades lose nothing: a table goes on under new rules if nothing differs, else it is frozen, and can be read."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from triclinium.core.event import told_to
from triclinium.core.play import verify
from triclinium.core.record import read
from triclinium.games import GAMES
from triclinium.table.live import replays
from triclinium.table.log import kept
from triclinium.table.log.counting import counting
from triclinium.table.log.rows import Answered, Dealt, Opened, Upgraded
from triclinium.table.play import waking
from triclinium.table.play.filling import filled
from triclinium.table.protocol import messages as up
from triclinium.table.protocol.messages import Ack, Refusal

from .room import Room, play_on, to_the_end
from .test_taking_back import assert_same, walk
from .upgraded import PEOPLE, finished, logs_of, rows_of, running, without_told
from .versions import COMPATIBLE, INCOMPATIBLE, Change, other_facts, other_questions, raised, refuses, tells_more

# --- What rows keep -----------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_rows_keep_what_their_answers_told_to_whom(game: str) -> None:
    room = Room(people=PEOPLE[game], game=game).begin()
    play_on(room, 60, seed=2)
    rows = rows_of(room)
    read_rows = {
        number: kept.read(row.told) for number, row in enumerate(rows) if isinstance(row, Dealt | Answered | Opened)
    }
    play = room.table.play
    state = room.table.game.start(play.record.options, play.record.seats)
    for (number, place), entry in zip(counting(rows), play.record.entries, strict=True):
        events = room.table.game.apply(state, entry.seat, entry.answer)
        found = read_rows[number].told()[place]
        assert [event.audience for event in found] == [event.audience for event in events]
        for eyes in (None, *range(room.people)):
            assert told_to(found, eyes) == json.loads(json.dumps(told_to(events, eyes)))


@pytest.mark.parametrize("game", GAMES)
def test_rows_keep_who_is_asked_and_how_it_ended(game: str) -> None:
    room = Room(people=PEOPLE[game], game=game).begin()
    to_the_end(room, seed=3)
    rows = [row for row in rows_of(room) if isinstance(row, Dealt | Answered | Opened)]
    assert all(kept.read(row.told).asked for row in rows[:-1])
    assert kept.read(rows[-1].told).asked == []
    assert kept.read(rows[-1].told).ending == json.loads(json.dumps(room.table.play.record.ending))


@pytest.mark.parametrize("game", GAMES)
def test_rows_stored_without_it_are_filled_in(game: str) -> None:
    room = running(game)
    rows = rows_of(room)
    lacking = without_told(rows)
    found = filled(lacking)
    assert [found.get(number, row) for number, row in enumerate(lacking)] == rows
    assert filled(rows) == {}


def test_rows_with_answers_taken_back_are_filled_in_for_what_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    room = Room(people=3).begin()
    walk(room, random.Random(9), 60)
    lacking = without_told(rows_of(room))
    found = filled(lacking)
    rows = [found.get(number, row) for number, row in enumerate(lacking)]
    before = room.woken()
    raised(monkeypatch, "banquet")
    again = waking.wake(rows)
    assert again.phase == before.phase
    assert again.play.record.entries == before.play.record.entries


# --- Going on -----------------------------------------------------------------------------------


@pytest.mark.parametrize("change", COMPATIBLE, ids=lambda change: getattr(change, "__name__", "none"))
@pytest.mark.parametrize("game", GAMES)
def test_a_table_goes_on_where_everything_happens_as_it_had(
    game: str, change: Change | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = running(game)
    version = raised(monkeypatch, game, change)
    table = room.woken()
    assert (table.phase, table.rules, table.upgraded_from) == ("playing", version, version - 1)
    assert table.play.record.entries == room.table.play.record.entries
    assert list(table.questions) == list(room.table.questions)
    room.table = table
    seat = room.asked()[0]
    assert isinstance(room.answer(seat), Ack)
    written = [row for row in room.table.fresh if isinstance(row, Upgraded | Answered | Opened)]
    assert isinstance(written[0], Upgraded), "before anything else"
    assert (written[0].before, written[0].to) == (version - 1, version)
    again = room.woken()
    assert (again.rules, again.upgraded_from) == (version, None)
    assert b'"row":"upgraded","from":%d,"to":%d' % (version - 1, version) in b"\n".join(room.stored)
    assert replays.kept_record(again).rules_version == version


def test_a_table_that_waits_goes_on_under_new_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    room = Room(people=3)
    version = raised(monkeypatch, "banquet", tells_more)
    room.table = room.woken()
    for seat in room.table.seats:
        seat.sockets = 1
    assert (room.table.phase, room.table.rules) == ("waiting", version)
    room.begin()
    assert room.table.play.record.rules_version == version
    assert room.woken().upgraded_from is None


def test_a_table_goes_on_across_several_versions(monkeypatch: pytest.MonkeyPatch) -> None:
    room = running("banquet")
    first = room.table.rules
    for number in (1, 2):
        assert raised(monkeypatch, "banquet") == first + number
        room.table = room.woken()
        for seat in room.table.seats:
            seat.sockets = 1
        room.answer(room.asked()[0])
        room.store()
    told = [row for row in rows_of(room) if isinstance(row, Upgraded)]
    assert [(row.before, row.to) for row in told] == [(first, first + 1), (first + 1, first + 2)]
    assert_same(room.table, room.woken())


def test_sealed_answers_still_lie_there(monkeypatch: pytest.MonkeyPatch) -> None:
    from .room import to_window

    room = Room(people=3, window=5).begin()
    to_window(room)
    seat = room.asked()[0]
    room.answer(seat)
    room.store()
    raised(monkeypatch, "banquet")
    assert room.woken().sealed == room.table.sealed != {}
    raised(monkeypatch, "banquet", refuses)
    assert room.woken().phase == "frozen"


# --- Frozen -------------------------------------------------------------------------------------


@pytest.mark.parametrize("change", INCOMPATIBLE, ids=lambda change: change.__name__)
@pytest.mark.parametrize("game", GAMES)
def test_a_table_is_frozen_where_anything_differs(game: str, change: Change, monkeypatch: pytest.MonkeyPatch) -> None:
    room = running(game)
    logs, rules, stored = logs_of(room.table), room.table.rules, list(room.stored)
    before = room.table
    with monkeypatch.context() as patches:
        raised(patches, game, change)
        table = room.woken()
        assert (table.phase, table.rules, table.upgraded_from) == ("frozen", rules, None)
        assert logs_of(table) == logs, "everybody reads what they were told, and nothing else"
        assert table.event_counts == before.event_counts
        assert table.versions == before.versions
        room.table = table
        for kind, fields in ((up.Answer, {"decision": 1, "answer": {}}), (up.Undo, {})):
            reply = room.say(0, kind, **fields)
            assert isinstance(reply, Refusal)
            assert reply.key == "refused.frozen"
        assert isinstance(room.say(0, up.Chat, text="And now?"), Ack), "people can still talk"
        assert [row for row in room.table.fresh if isinstance(row, Upgraded)] == []
    room.stored = stored
    assert_same(before, room.woken())


def test_a_frozen_table_has_no_clock_and_no_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    from triclinium.table.play import duties

    room = running("banquet", clock=up.ClockRule(kind="move", amount=5))
    raised(monkeypatch, "banquet", other_facts)
    room.table = room.woken()
    rows = room.table.rows
    room.later(10_000_000)
    assert duties.bots_asked(room.table) == []
    assert room.table.rows == rows


def test_a_table_stored_without_its_events_is_frozen(monkeypatch: pytest.MonkeyPatch) -> None:
    room = running("banquet")
    raised(monkeypatch, "banquet")
    assert waking.wake(without_told(rows_of(room))).phase == "frozen"


def test_a_finished_game_stored_without_it_is_taken_at_its_word(monkeypatch: pytest.MonkeyPatch) -> None:
    rows: list[Any] = without_told(rows_of(finished()))
    with monkeypatch.context() as patches:
        raised(patches, "banquet")
        table = waking.wake(rows)
        assert (table.phase, table.past, table.rules) == ("over", None, rows[0].rules)


DIFFERENT_TO_THE_END = [change for change in INCOMPATIBLE if change is not other_questions]
"""After the end nobody is asked anything."""


@pytest.mark.parametrize(
    "change", [None, *DIFFERENT_TO_THE_END], ids=lambda change: change.__name__ if change else "nothing"
)
def test_a_finished_table_stays_finished(change: Change | None, monkeypatch: pytest.MonkeyPatch) -> None:
    room = finished()
    record, logs = replays.kept_record(room.table).write(), logs_of(room.table)
    with monkeypatch.context() as patches:
        raised(patches, "banquet", change)
        table = room.woken()
        assert table.phase == "over"
        assert (table.past is None) is (change is None)
        assert replays.kept_record(table).write() == record, "with the version it was played under"
        assert logs_of(table) == logs
        assert table.upgraded_from is None
    assert verify(room.table.game, read(record)) == []
