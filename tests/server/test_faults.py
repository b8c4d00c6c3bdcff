"""One fault stays one fault: the journal says where, the table is put away, the others play on."""

from __future__ import annotations

import asyncio
import itertools
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from triclinium.core.decision import Refused
from triclinium.core.play import Play
from triclinium.games import game_named
from triclinium.table.bots import thinking
from triclinium.table.live.recovery import Recovery
from triclinium.table.log.rows import Chatted
from triclinium.table.ops.journal import Journal
from triclinium.table.ops.supervisor import Supervisor
from triclinium.table.play import duties, turn
from triclinium.table.play.folding import FOLDS
from triclinium.table.protocol.messages import Close
from triclinium.table.store import StoreFailed
from triclinium.table.store.sqlite import SqliteStore

from .people import Chair, House, Lines, faults, house, seated, some_moves

# --- The journal --------------------------------------------------------------------------------


def test_table_4_the_journal_names_the_place_and_no_values() -> None:
    lines: list[str] = []
    journal = Journal(Lines(lines))
    try:
        Play.begin(game_named("banquet"), 3).answer(0, {"kind": "a secret answer"})
    except Refused as error:
        journal.fault("table", error, "0123456789abcdef" * 2)
    told = json.loads(lines[0])
    assert told["level"] == "trouble"
    assert told["what"] == "table"
    assert told["error"] == "NotAsked"
    assert told["table"] == "01234567"
    place, name = told["place"].split(" ")
    assert place.startswith("triclinium/core/play.py:")
    assert name == "_take"
    assert "secret" not in lines[0]


def test_table_4_a_fault_outside_our_code_is_told_without_a_place() -> None:
    lines: list[str] = []
    Journal(Lines(lines)).fault("task", ValueError("a secret"))
    assert json.loads(lines[0])["place"] == ""
    assert "secret" not in lines[0]


# --- Faults while people play -------------------------------------------------------------------


def failing(function: Any, table: str) -> Any:
    """A function of a table that fails for one of them."""

    def fails(first: Any, *more: Any) -> Any:
        made = getattr(first, "made", first)
        if made.id == table:
            raise RuntimeError("what is said here may be a secret")
        return function(first, *more)

    return fails


@asynccontextmanager
async def two_tables(folder: Path, **wanted: Any) -> AsyncIterator[tuple[House, list[Chair], list[Chair]]]:
    async with house(folder) as place:
        _, chairs = await seated(place, 3, **wanted)
        _, others = await seated(place, 3)
        await some_moves(chairs, 4)
        yield place, chairs, others
        await some_moves(others, 4)
        assert [chair.code for chair in others] == [None] * 3, "the other table has noticed nothing"
        assert {line["table"] for line in faults(place)} <= {chairs[0].id[:8]}
        assert "secret" not in "".join(place.lines)


async def same_as_stored(place: House, table: str) -> bool:
    """Whether the table in memory is what its rows fold to."""
    live = place.hub.live[table]
    found = await Recovery(place.hub).woken(table)
    assert found is not None
    stored = found[0]
    assert live.table.play is not None
    assert stored.play is not None
    return bool(
        live.table.rows == stored.rows
        and live.table.play.record.entries == stored.play.record.entries
        and live.table.game.numbers(live.table.play.state) == stored.game.numbers(stored.play.state)
    )


@pytest.mark.parametrize("names", [("states_told",), ("tables_told", "table_told")], ids=["view", "tell"])
def test_table_4_a_table_that_cannot_be_told_is_put_away(
    names: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def evening() -> None:
        async with two_tables(tmp_path) as (place, chairs, _):
            for name in names:
                monkeypatch.setattr(f"triclinium.table.live.outbox.{name}", failing(place, chairs[0].id))
            asked = next(chair for chair in chairs if chair.to_answer())
            await asked.send("pause", wait=False)
            await asked.send("answer", decision=asked.decision["id"], answer=asked.decision["options"][0], wait=False)
            for chair in chairs:
                assert await chair.closed() == Close.PUT_AWAY
            assert chairs[0].id not in place.hub.live
            again = await place.people[0].open(chairs[0].id)
            assert await again.closed() == Close.PUT_AWAY
            written = len(faults(place))
            await asyncio.sleep(0.2)
            assert len(faults(place)) == written, "nothing tries it again and again"
            monkeypatch.undo()
            place.hub.recovery.put_away[chairs[0].id] -= 3600
            again = await place.people[0].open(chairs[0].id)
            await again.until(lambda: again.state)

    asyncio.run(evening())


def test_table_4_after_a_fault_in_the_middle_of_an_answer_memory_is_what_is_stored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def evening() -> None:
        async with two_tables(tmp_path, options={"privileges": "none"}) as (place, chairs, _):
            with monkeypatch.context() as patches:
                patches.setattr(turn, "answer_for_table", failing(turn.answer_for_table, chairs[0].id))
                asked = next(chair for chair in chairs if chair.to_answer())
                before = {chair: chair.state["view"] for chair in chairs}
                heard = [len(chair.heard) for chair in chairs]
                await asked.send(
                    "answer", decision=asked.decision["id"], answer=asked.decision["options"][0], wait=False
                )
                assert await asked.closed() == Close.BROKEN
                for chair, known in zip(chairs, heard, strict=True):
                    if chair is not asked:
                        await chair.until(lambda chair=chair, known=known: len(chair.heard) > known + 1)
                        assert chair.state["view"] == before[chair]
            assert await same_as_stored(place, chairs[0].id)
            assert faults(place)[0]["place"].startswith("triclinium/table/play/turn.py:")
            person = place.people[chairs.index(asked)]
            chairs[chairs.index(asked)] = await person.open(asked.id)
            await some_moves(chairs, 4)
            assert await same_as_stored(place, chairs[0].id)

    asyncio.run(evening())


def test_table_4_a_row_that_cannot_be_folded_takes_nothing_with_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def evening() -> None:
        async with two_tables(tmp_path) as (place, chairs, _):
            monkeypatch.setitem(FOLDS, Chatted, failing(FOLDS[Chatted], chairs[0].id))
            await chairs[0].send("chat", text="a secret", wait=False)
            assert await chairs[0].closed() == Close.BROKEN
            await some_moves(chairs[1:], 1)
            assert await same_as_stored(place, chairs[1].id)

    asyncio.run(evening())


def test_table_4_a_bot_that_fails_or_answers_nonsense_is_answered_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def evening() -> None:
        async with house(tmp_path) as place:
            _, chairs = await seated(place, 1, bots=2)
            choose = thinking._choose

            asked = itertools.count()

            def fails(made: Any, name: str, look: Any) -> Any:
                if next(asked) % 2:
                    raise RuntimeError("a secret")
                return {"kind": "fly"}

            monkeypatch.setattr(thinking, "_choose", fails)
            while len({line["error"] for line in faults(place)}) < 2:
                await some_moves(chairs, 1)
            monkeypatch.setattr(thinking, "_choose", choose)
            assert {line["what"] for line in faults(place)} == {"bot"}
            await some_moves(chairs, 10_000)
            assert chairs[0].over

    asyncio.run(evening())


def test_table_4_a_clock_that_fails_puts_its_table_away_and_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def evening() -> None:
        async with two_tables(tmp_path) as (place, chairs, _):
            monkeypatch.setattr(duties, "tick", failing(duties.tick, chairs[0].id))
            monkeypatch.setattr(
                duties,
                "next_due",
                lambda table, due=duties.next_due: 0 if table.made.id == chairs[0].id else due(table),
            )
            await chairs[0].send("chat", text="ave")
            for chair in chairs:
                assert await chair.closed() == Close.PUT_AWAY
            assert {line["what"] for line in faults(place)} == {"clock"}

    asyncio.run(evening())


def test_table_4_a_request_that_fails_says_so_and_the_table_steps_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def evening() -> None:
        async with two_tables(tmp_path) as (place, chairs, _):
            monkeypatch.setattr("triclinium.table.live.replays.told_log", failing(None, ""))
            problem = await place.people[0].ask("GET", f"/api/tables/{chairs[0].id}/log", expect=500)
            assert problem["key"] == "refused.broken"
            assert faults(place)[0]["what"] == "request"
            assert place.hub.live[chairs[0].id].setbacks == 0, "looking changes nothing"
            monkeypatch.setattr("triclinium.table.play.links.make_link", failing(None, chairs[0].id))
            body = {"kind": "watch"}
            problem = await place.people[0].ask("POST", f"/api/tables/{chairs[0].id}/links", expect=500, json=body)
            assert problem["key"] == "refused.broken"
            assert place.hub.live[chairs[0].id].setbacks == 1
            await some_moves(chairs, 2)
            assert await same_as_stored(place, chairs[0].id)

    asyncio.run(evening())


def test_table_4_a_new_table_that_cannot_be_told_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def evening() -> None:
        async with house(tmp_path) as place:
            monkeypatch.setattr("triclinium.table.live.commits.tell", failing(None, ""))
            problem = await place.person().ask(
                "POST", "/api/tables", expect=503, json={"game": "banquet", "seats": [{}, {}, {}], "name": "Livia"}
            )
            assert problem["key"] == "refused.not_stored"
            assert place.hub.live == {}
            assert await place.hub.store.tables() == 0

    asyncio.run(evening())


def test_table_4_what_was_dropped_late_takes_nothing_from_the_table_that_was_woken_since(tmp_path: Path) -> None:
    async def evening() -> None:
        async with house(tmp_path) as place:
            persons, chairs = await seated(place, 3)
            dropped = place.hub.live[chairs[0].id]
            place.hub.drop(dropped)
            for socket in list(dropped.sockets):
                socket.close(Close.TOO_SLOW)
            again = await persons[0].open(chairs[0].id)
            place.hub.drop(dropped)  # as when its last turn could not be stored
            assert place.hub.live[chairs[0].id] is not dropped
            assert (await again.send("chat", text="Salve"))["type"] == "ack"

    asyncio.run(evening())


def test_table_4_nobody_stays_at_a_table_that_was_dropped(tmp_path: Path) -> None:
    """They came while it was dropped; nothing that they said was ever answered."""

    async def evening() -> None:
        async with house(tmp_path) as place:
            _, chairs = await seated(place, 3)
            place.hub.drop(place.hub.live[chairs[0].id])
            await chairs[0].send("chat", wait=False, text="Salve")
            assert await chairs[0].closed() == Close.TOO_SLOW

    asyncio.run(evening())


# --- Work beside the tables ---------------------------------------------------------------------


def test_table_4_work_that_fails_is_in_the_journal_and_begins_again() -> None:
    async def evening() -> None:
        lines: list[str] = []
        supervisor = Supervisor(Journal(Lines(lines)), first=0.001)
        done = asyncio.Event()
        times = 0

        async def work() -> None:
            nonlocal times
            times += 1
            if times < 4:
                raise ValueError("a secret")
            done.set()
            await asyncio.Event().wait()

        supervisor.start("sweep", work)
        async with asyncio.timeout(10):
            await done.wait()
        await supervisor.stop()
        assert [json.loads(line)["what"] for line in lines] == ["sweep"] * 3
        assert "secret" not in "".join(lines)

    asyncio.run(evening())


def test_table_4_work_that_loses_a_cancellation_ends_all_the_same() -> None:
    """As psycopg does before Python 3.12 when PostgreSQL answers at that very moment; a server once never ended."""

    async def evening() -> None:
        supervisor = Supervisor(Journal(Lines([])))
        cancelled = 0

        async def work() -> None:
            nonlocal cancelled
            while cancelled < 2:
                with suppress(asyncio.CancelledError):
                    await asyncio.Event().wait()
                cancelled += 1

        supervisor.start("wake", work)
        await asyncio.sleep(0)
        async with asyncio.timeout(10):
            await supervisor.stop()
        assert cancelled == 2

    asyncio.run(evening())


def test_table_4_a_table_that_cannot_be_swept_keeps_no_other_from_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def evening() -> None:
        async with house(tmp_path) as place:
            person = place.person()
            first, second = [(await person.make(people=3))["id"] for _ in range(2)]
            monkeypatch.setattr("triclinium.table.live.scheduler.IDLE_SECONDS", -1.0)
            monkeypatch.setattr(duties, "next_due", failing(duties.next_due, first))
            place.hub.scheduler.sweep()
            assert second not in place.hub.live
            assert [line["what"] for line in faults(place)] == ["sweep"]
            monkeypatch.undo()

    asyncio.run(evening())


def test_who_was_refused_in_a_turn_that_is_not_stored_hears_of_it(tmp_path: Path) -> None:
    """Nobody waits for a reply that was to go out with what others did."""

    async def evening() -> None:
        async with house(tmp_path) as place:
            _, chairs = await seated(place, 3)
            store, free = place.hub.store, asyncio.Event()
            assert isinstance(store, SqliteStore)
            write, calls = store.write, 0

            async def failing() -> frozenset[str]:
                nonlocal calls
                calls += 1
                if calls == 1:
                    first = store.file.batch()
                    await free.wait()
                    return first()
                store.write = write
                store.file.batch()
                raise StoreFailed("for this test")

            store.write = failing
            first = asyncio.create_task(chairs[0].send("chat", text="this is stored"))
            async with asyncio.timeout(10):
                while not calls:
                    await asyncio.sleep(0)
            sent = [
                asyncio.create_task(chairs[1].send("answer", decision=10**6, answer={"kind": "of yesterday"})),
                asyncio.create_task(chairs[2].send("chat", text="and this is not")),
            ]
            live = place.hub.live[chairs[0].id]
            async with asyncio.timeout(10):
                while len(live.replies) < 2:
                    await asyncio.sleep(0)
            free.set()
            assert (await first)["type"] == "ack"
            replies = await asyncio.gather(*sent)
            assert [reply["type"] for reply in replies] == ["resync", "refused"]
            assert replies[1]["key"] == "refused.not_stored"

    asyncio.run(evening())
