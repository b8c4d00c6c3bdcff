"""Upgrades lose nothing: a table goes on under new rules if nothing differs, else it is frozen, and can be read."""

from __future__ import annotations

import asyncio
import json
import random
import shutil
from pathlib import Path
from typing import Any

import apsw
import pytest
from msgspec.structs import replace

from triclinium.core.decision import Refused
from triclinium.core.event import Event, told_to
from triclinium.core.play import verify
from triclinium.core.record import read
from triclinium.games import GAMES, game_named
from triclinium.table.live import replays
from triclinium.table.log import kept, passages, waking
from triclinium.table.log.counting import counting
from triclinium.table.log.filling import filled
from triclinium.table.log.kept import NOTHING
from triclinium.table.log.rows import ROW, Answered, Created, Dealt, Opened, Row, Upgraded
from triclinium.table.people import personal
from triclinium.table.play.table import Table
from triclinium.table.protocol import messages as up
from triclinium.table.protocol.messages import Ack, Refusal
from triclinium.table.store.files import FILE
from triclinium.table.store.sqlite import SqliteStore

from .people import Chair, House, Person, house, seated, some_moves
from .room import Room, play_on, to_the_end
from .test_layout import STORES
from .test_passages import until_told
from .test_taking_back import assert_same, walk
from .versions import COMPATIBLE, INCOMPATIBLE, Change, other_facts, other_questions, raised, refuses, tells_more

PEOPLE = {"banquet": 4, "benhur": 2, "bacchanalia": 3}


def running(game: str, answers: int = 25, **wanted: Any) -> Room:
    room = Room(people=PEOPLE[game], game=game, **wanted).begin()
    play_on(room, answers, seed=6)
    if not room.asked():
        return running(game, max(3, answers - 5), **wanted)  # it is over, or a window waits to be opened
    room.store()
    return room


def finished(game: str = "banquet") -> Room:
    room = Room(people=PEOPLE[game], game=game).begin()
    to_the_end(room, seed=6)
    return room


def rows_of(room: Room) -> list[Row]:
    return [ROW.decode(row) for row in room.stored]


def logs_of(table: Table) -> list[list[dict[str, Any]]]:
    """What each pair of eyes was told, as it is sent."""
    eyes: list[int | None] = [None, *range(len(table.seats))]
    if table.past is not None:
        return [replays.past_log(table.past, one) for one in eyes]
    record = replays.kept_record(table)
    logs = [replays.told_log(table.game, record, one) for one in eyes]
    return json.loads(json.dumps(logs))  # type: ignore[no-any-return]


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


def without_told(rows: list[Row]) -> list[Row]:
    """The rows as they were stored before they kept anything."""
    return [replace(row, told=NOTHING) if hasattr(row, "told") else row for row in rows]


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
    from triclinium.table.play import dispatch

    room = running("banquet", clock=up.ClockRule(kind="move", amount=5))
    raised(monkeypatch, "banquet", other_facts)
    room.table = room.woken()
    rows = room.table.rows
    room.later(10_000_000)
    assert dispatch.bots_asked(room.table) == []
    assert room.table.rows == rows


def test_a_table_stored_without_what_was_told_is_frozen_as_nobody_can_tell(monkeypatch: pytest.MonkeyPatch) -> None:
    room = running("banquet")
    raised(monkeypatch, "banquet")
    assert waking.wake(without_told(rows_of(room))).phase == "frozen"


def test_a_finished_game_stored_without_it_is_taken_at_its_word(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = without_told(rows_of(finished()))
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


# --- Words in a frozen story (BC-23) ------------------------------------------------------------

BELL = "the drowned bell of Bertinoro"


def a_tale() -> tuple[Room, int, int]:
    """A story with words of its own in it; gives the teller and the passage."""
    room = Room(people=3, game="bacchanalia").begin()
    teller, passage = until_told(room, BELL)
    play_on(room, 6)
    room.store()
    assert BELL.encode() in b"".join(room.stored)
    return room, teller, passage


@pytest.mark.parametrize("told", [True, False], ids=["told", "untold"])
def test_bc_23_a_veil_falls_on_a_frozen_story_too(told: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    room, _, passage = a_tale()
    raised(monkeypatch, "bacchanalia", refuses)
    rows = rows_of(room) if told else without_told(rows_of(room))
    before = waking.wake(rows)
    assert before.phase == "frozen"
    if not told:
        words = [number for number, entry in enumerate(before.past.entries) if "words" in entry.answer]
        passage = next(at for at, number in enumerate(words) if BELL in str(before.past.entries[number].answer))
    veiled = passages.edited(rows, 0, up.VeilPassage(nonce="a-veil-is-drawn", passage=passage))
    assert BELL.encode() not in b"".join(up.ENCODER.encode(row) for row in veiled)
    after = waking.wake(veiled)
    assert after.retold == 1
    assert len(after.past.entries) == len(before.past.entries)
    assert passages.edited(veiled, 0, up.VeilPassage(nonce="another-veil", passage=passage))[: len(veiled)] == veiled
    with pytest.raises(Refused, match="frozen"):
        passages.edited(
            rows, 0, up.Rewrite(nonce="other-words", passage=passage, words={"form": "written", "text": "x"})
        )
    with pytest.raises(Refused, match="no_such_passage"):
        passages.edited(rows, 0, up.VeilPassage(nonce="a-veil-is-drawn", passage=999))


def test_bc_23_what_quotes_a_veiled_passage_of_a_frozen_story_is_struck_too() -> None:
    game = game_named("bacchanalia")
    tell = {"kind": "tell", "words": {"form": "written", "text": f"I heard {BELL}."}, "place": {"name": "Bertinoro"}}
    lock = {"kind": "lock", "card": "veritas", "words": {"form": "written", "text": BELL}}
    other = {"kind": "tell", "words": {"form": "written", "text": "A plain grey door."}}
    told = [
        [
            Event("told_in_writing", {"seat": 0, "part": "scene", "passage": 0, "text": f"I heard {BELL}."}),
            Event("place_changed", {"seat": 0, "place": "Bertinoro"}),
            Event("an_old_event", {"seat": 0, "whisper": BELL}),
        ],
        [Event("lock_offered", {"seat": 1, "card": "veritas", "of": 0, "element": "object", "text": BELL})],
        [Event("told_in_writing", {"seat": 1, "part": "scene", "passage": 1, "text": "A plain grey door."})],
    ]
    answers, events = game.strike([tell, lock, other], told, [0])
    assert "ell" not in str(answers[:2]).replace("tell", "")
    assert answers[2] == other
    assert [event.kind for event in events[0]] == ["told", "place_changed", "an_old_event"]
    assert [event.kind for event in events[1]] == ["lock_offered_aloud"]
    assert events[2] == told[2]
    assert "Bertinoro" not in str([answers, events])


def test_a_visitor_who_goes_takes_their_words_out_of_a_frozen_story_too(monkeypatch: pytest.MonkeyPatch) -> None:
    room, teller, _ = a_tale()
    raised(monkeypatch, "bacchanalia", refuses)
    rows = personal.forgotten(rows_of(room), f"visitor{teller}", "gone")
    assert BELL.encode() not in b"".join(up.ENCODER.encode(row) for row in rows)
    assert waking.wake(rows).phase == "frozen"


# --- At a server --------------------------------------------------------------------------------


async def a_table(place: House, moves: int = 8) -> tuple[list[Person], list[Chair]]:
    persons, chairs = await seated(place, 3)
    await some_moves(chairs, moves)
    return persons, chairs


def test_a_frozen_table_is_told_read_saved_and_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def evening() -> None:
        async with house(tmp_path) as place:
            persons, chairs = await a_table(place)
            table = chairs[0].id
            rules = chairs[0].table["rules"]
            logs = [(await person.ask("GET", f"/api/tables/{table}/log"))["events"] for person in persons]
        raised(monkeypatch, "banquet", other_facts)
        async with house(tmp_path) as place:
            others = []
            for person in persons:
                again = place.person()
                again.http.cookies = person.http.cookies
                others.append(again)
            (line,) = (await others[0].ask("GET", "/api/tables"))["tables"]
            assert line["phase"] == "frozen"
            chairs = [await person.open(table) for person in others]
            for chair, person, log in zip(chairs, others, logs, strict=True):
                await chair.until(lambda chair=chair: chair.table)
                assert (chair.table["phase"], chair.table["frozen"], chair.table["rules"]) == ("frozen", True, rules)
                assert chair.state is None
                assert (await person.ask("GET", f"/api/tables/{table}/log"))["events"] == log
                saved = await person.ask("GET", f"/api/tables/{table}/record")
                lines = [json.loads(one) for one in saved.splitlines()]
                assert lines[0]["rules"] == rules
                assert [one["event"] for one in lines[1:]] == log
            refused = await chairs[0].send("answer", decision=1, answer={})
            assert refused["key"] == "refused.frozen"
            await others[0].ask("GET", f"/api/tables/{table}/replay", expect=409)
            assert (await chairs[0].send("propose", what="end"))["type"] == "ack"
            for chair in chairs[1:]:
                await chair.until(lambda chair=chair: chair.table["proposals"])
                number = chair.table["proposals"][0]["number"]
                assert (await chair.send("agree", proposal=number, yes=True))["type"] == "ack"
            await chairs[0].until(lambda: chairs[0].over)
            replay = await others[0].ask("GET", f"/api/tables/{table}/replay?eyes=1&count=64")
            assert replay["view"] is None
            assert [event for step in replay["steps"] for event in step["events"]] == logs[1][
                : sum(len(s["events"]) for s in replay["steps"])
            ]
            record = read(await others[0].ask("GET", f"/api/tables/{table}/record"))
            assert record.rules_version == rules
            assert len(record.entries) == replay["steps_total"]
            refused = await others[0].ask(
                "POST", f"/api/tables/{table}/branch", expect=409, json={"at": 3, "seat": 0, "name": "Livia"}
            )
            assert refused["key"] == "refused.other_rules"
            again = await others[0].ask("POST", f"/api/tables/{table}/rematch")
            assert place.hub.live[again["id"]].table.rules == rules + 1
            assert [json.loads(one) for one in place.lines if '"frozen"' in one]

    asyncio.run(evening())


def test_a_table_goes_on_at_a_server_and_says_so_in_a_row(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def evening() -> None:
        async with house(tmp_path) as place:
            persons, chairs = await a_table(place)
        version = raised(monkeypatch, "banquet", tells_more)
        async with house(tmp_path) as place:
            again = place.person()
            again.http.cookies = persons[0].http.cookies
            chair = await again.open(chairs[0].id)
            await chair.until(lambda: chair.state)
            assert (chair.table["phase"], chair.table["rules"], chair.table["frozen"]) == ("playing", version, False)
            assert chair.state["view"] == chairs[0].state["view"]
        store = SqliteStore(tmp_path)
        rows = [ROW.decode(row) for row in store.load(chairs[0].id)]
        assert [(row.before, row.to) for row in rows if isinstance(row, Upgraded)] == [(version - 1, version)]
        store.close()

    asyncio.run(evening())


def test_a_store_of_the_first_layout_is_filled_in_while_the_server_runs(tmp_path: Path) -> None:
    shutil.copy(STORES / "layout-1.sqlite", tmp_path / FILE)

    async def evening() -> None:
        async with house(tmp_path) as place:
            async with asyncio.timeout(60):
                while list(place.hub.store.incomplete()):
                    await asyncio.sleep(0.05)
        store = SqliteStore(tmp_path)
        for table in store.all_tables():
            rows = [ROW.decode(row) for row in store.load(table)]
            made = rows[0]
            assert isinstance(made, Created)
            if made.rules == game_named(made.game).info.rules_version:
                assert filled(rows) == {}
                assert all(row.told for row in rows if isinstance(row, Dealt) and row.draws)
        store.close()

    asyncio.run(evening())


# --- By the operator ----------------------------------------------------------------------------


def a_store(folder: Path, *rooms: Room) -> None:
    store = SqliteStore(folder)
    for room in rooms:
        store.create(room.table.made.id, room.table.made.game)
        store.append(room.table.made.id, 0, room.stored)
        if room.table.phase == "over":
            store.finish(room.table.made.id)
    store.commit()
    store.close()


def run_upgrade(folder: Path, *more: str) -> str:
    from typer.testing import CliRunner

    from triclinium.cli import app

    done = CliRunner().invoke(app, ["upgrade", "--data", str(folder), *more], env={"COLUMNS": "400"})
    assert done.exit_code == 0, done.output
    return done.output


def test_the_command_tells_which_table_would_do_what_and_does_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    goes_on, frozen, over, broken = running("banquet"), running("benhur"), finished(), running("banquet", 10)
    broken.stored[-1] = b"{"
    a_store(tmp_path, goes_on, frozen, over, broken)
    version = raised(monkeypatch, "banquet", tells_more)
    raised(monkeypatch, "benhur", refuses)
    ids = {name: room.table.made.id[:8] for name, room in {"on": goes_on, "frozen": frozen, "broken": broken}.items()}
    before = (tmp_path / FILE).read_bytes()
    told = run_upgrade(tmp_path, "--dry-run")
    assert (tmp_path / FILE).read_bytes() == before
    assert sorted(path.name for path in tmp_path.iterdir()) == ["lock", FILE]
    for line in (
        "4 tables",
        "1 as they are",
        f"1 go on under today's rules: {ids['on']}",
        f"1 frozen: they can be read, but not played on: {ids['frozen']}",
        f"1 cannot be read; their rows are left alone: {ids['broken']}",
        "Nothing was written.",
    ):
        assert line in told
    assert "before-upgrade" in run_upgrade(tmp_path)
    copy = tmp_path / f"{FILE}.before-upgrade"
    assert copy.stat().st_mode & 0o777 == 0o600
    database = apsw.Connection(str(copy), flags=apsw.SQLITE_OPEN_READONLY)
    assert {body for (body,) in database.execute("select body from rows")} >= set(goes_on.stored)
    database.close()
    store = SqliteStore(tmp_path)
    last = ROW.decode(store.load(goes_on.table.made.id)[-1])
    assert isinstance(last, Upgraded)
    assert (last.before, last.to) == (version - 1, version)
    for room in (frozen, over, broken):
        assert store.load(room.table.made.id) == room.stored
    store.close()
    assert "3 as they are" not in run_upgrade(tmp_path, "--dry-run")
    assert "2 as they are" in run_upgrade(tmp_path, "--dry-run")


def test_the_command_is_refused_while_a_server_runs_or_without_tables(tmp_path: Path) -> None:
    from typer.testing import CliRunner

    from triclinium.cli import app

    done = CliRunner().invoke(app, ["upgrade", "--data", str(tmp_path / "nowhere")])
    assert done.exit_code == 2
    assert not (tmp_path / "nowhere").exists()
    a_store(tmp_path, running("banquet", 5))
    store = SqliteStore(tmp_path)
    done = CliRunner().invoke(app, ["upgrade", "--data", str(tmp_path)])
    assert done.exit_code == 2
    assert "1 as they are" in run_upgrade(tmp_path, "--dry-run")
    store.close()
