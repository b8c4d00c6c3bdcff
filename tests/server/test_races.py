"""Two servers with one log: whoever loses a race reads on, and nothing is doubled, lost or reordered."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from triclinium.table.bus import AloneBus
from triclinium.table.log.kept import NOTHING
from triclinium.table.log.rows import ROW, Answered, Chatted, Left, Paused, Resumed, Row, Sat
from triclinium.table.play import rest
from triclinium.table.play.waking import wake
from triclinium.table.protocol.messages import ENCODER

from .people import Chair, House, Person, seated, some_moves, two_houses


async def rows_of(place: House, table: str) -> list[Row]:
    await place.hub.durable()
    return [ROW.decode(body) for body in await place.hub.store.load(table)]


async def know_all(*places: House) -> None:
    """Every server has read what the others have written."""
    for place in places:
        await place.hub.reading_on.look()
        for live in place.hub.live.values():
            await place.hub.reading_on.read_on(live)
            if live.reloading is not None:
                await live.reloading
        await place.hub.durable()


async def agree(one: House, other: House, table: str) -> None:
    """Both servers have the table that its rows make, and everybody there is told the same."""
    lives = [place.hub.live[table] for place in (one, other)]
    async with asyncio.timeout(30):
        while True:  # until no bot has anything to do any more
            await know_all(one, other)
            bodies = await one.hub.store.load(table)
            quiet = not any(
                live.jobs or live.faltered or place.hub.commits.has(live)
                for live, place in zip(lives, (one, other), strict=True)
            )
            if quiet and all(live.table.rows == len(bodies) for live in lives):
                break
            await asyncio.sleep(0.01)
    stored = wake([ROW.decode(body) for body in bodies])
    for live in lives:
        assert live.table.versions == stored.versions
        assert live.table.event_counts == stored.event_counts
        assert live.table.phase == stored.phase
        assert [line.text for line in live.table.chat] == [line.text for line in stored.chat]
        if stored.play is not None:
            assert live.table.play.record.entries == stored.play.record.entries
            for eyes in stored.everybody:
                views = [one.game.view(one.play.state, eyes) for one in (live.table, stored)]
                assert views[0] == views[1]


async def across(one: House, other: House, people: int = 3, **wanted: Any) -> tuple[list[Person], list[Chair]]:
    """A table in play: the first person at one server, the others at another. Each has its own memory of it."""
    persons, chairs = await seated(one, people, **wanted)
    for number in range(1, people):
        await chairs[number].close()
        chairs[number] = await persons[number].open(chairs[0].id, at=other)
        await chairs[number].until(lambda chair=chairs[number]: chair.state)
    await know_all(one, other)
    return persons, chairs


@asynccontextmanager
async def looking(*places: House) -> AsyncIterator[None]:
    """Servers that look for newer rows again and again."""

    async def look() -> None:
        while True:
            for place in places:
                await place.hub.reading_on.look()
            await asyncio.sleep(0.005)

    task = asyncio.create_task(look())
    try:
        yield
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


def test_the_loser_reads_on_and_what_it_was_sent_is_done_after_the_others(tmp_path: Path) -> None:
    async def evening() -> None:
        async with two_houses(tmp_path) as (one, other):
            _, chairs = await across(one, other)
            for number in range(3):
                assert (await chairs[0].send("chat", text=f"first {number}"))["type"] == "ack"
            assert (await chairs[1].send("chat", text="second"))["type"] == "ack"
            said = [row.text for row in await rows_of(one, chairs[0].id) if isinstance(row, Chatted)]
            assert said == ["first 0", "first 1", "first 2", "second"]
            assert other.hub.counts.overtaken == 1
            await chairs[1].until(lambda: [line["text"] for line in chairs[1].lines][-4:] == said)
            await agree(one, other, chairs[0].id)
            await chairs[0].until(lambda: [line["text"] for line in chairs[0].lines] == said)
            assert not [line for line in one.lines + other.lines if "trouble" in line]

    asyncio.run(evening())


def test_of_two_answers_to_one_question_one_counts_and_the_other_is_told_what_is_true(tmp_path: Path) -> None:
    async def evening() -> None:
        async with two_houses(tmp_path) as (one, other):
            persons, chairs = await seated(one, 3)
            doubles = [await person.open(chairs[0].id, at=other) for person in persons]
            for chair in doubles:
                await chair.until(lambda chair=chair: chair.state)
            rng = random.Random(5)
            for _ in range(12):
                await know_all(one, other)
                for chair in (*chairs, *doubles):
                    await chair.caught_up()
                seat = rng.choice([seat for seat, chair in enumerate(chairs) if chair.decision])
                asked = chairs[seat].decision
                assert asked is not None and doubles[seat].decision == asked
                before = len(await rows_of(one, chairs[0].id))
                given = [rng.choice(asked["options"]) for _ in range(2)]
                replies = await asyncio.gather(chairs[seat].answer(given[0]), doubles[seat].answer(given[1]))
                kinds = Counter(reply["type"] for reply in replies)
                rows = (await rows_of(one, chairs[0].id))[before:]
                answered = [row for row in rows if isinstance(row, Answered) and row.by == "person"]
                if not asked["sealed"]:
                    assert kinds == {"ack": 1, "resync": 1}
                    assert len(answered) == 1
                    assert answered[0].answer == given[0 if replies[0]["type"] == "ack" else 1]
            await agree(one, other, chairs[0].id)
            for seat, chair in enumerate(chairs):
                await chair.caught_up()
                await doubles[seat].caught_up()
                assert chair.state is not None and doubles[seat].state is not None
                assert doubles[seat].state["version"] == chair.state["version"]
                assert doubles[seat].state["view"] == chair.state["view"]

    asyncio.run(evening())


def test_a_message_repeated_at_another_server_is_done_once(tmp_path: Path) -> None:
    async def evening() -> None:
        async with two_houses(tmp_path) as (one, other):
            persons, chairs = await seated(one, 3)
            double = await persons[0].open(chairs[0].id, at=other)
            await double.until(lambda: double.state)
            for number in range(5):
                nonce = f"the-same-{number:08}"
                replies = await asyncio.gather(
                    *(chair.send("chat", nonce=nonce, text=f"line {number}") for chair in (chairs[0], double))
                )
                assert [reply["type"] for reply in replies] == ["ack", "ack"]
            said = [row.text for row in await rows_of(one, chairs[0].id) if isinstance(row, Chatted)]
            assert said == [f"line {number}" for number in range(5)]
            await agree(one, other, chairs[0].id)

    asyncio.run(evening())


def test_a_pause_that_lost_the_race_is_done_again(tmp_path: Path) -> None:
    """Nothing stored tells who wanted it, so it is known by nothing but that it has happened."""

    async def evening() -> None:
        async with two_houses(tmp_path) as (one, other):
            _, chairs = await across(one, other)
            await chairs[0].send("chat", text="first")
            assert (await chairs[1].send("pause"))["type"] == "ack"
            await chairs[1].until(lambda: chairs[1].table["paused"])
            await know_all(one, other)
            await chairs[0].until(lambda: chairs[0].table["paused"])
            await agree(one, other, chairs[0].id)

    asyncio.run(evening())


def test_undo_leave_and_consent_at_two_servers(tmp_path: Path) -> None:
    async def evening() -> None:
        async with two_houses(tmp_path) as (one, other):
            _, chairs = await across(one, other)
            table = chairs[0].id
            async with looking(one, other):
                await some_moves(chairs, 8)
                replies = await asyncio.gather(*(chair.send("undo") for chair in chairs))
                assert {reply["type"] for reply in replies} <= {"ack", "refused", "resync"}
                for chair in chairs:
                    chair.answered = -1  # what was taken back is asked again
                # Not all of them propose it: that would be consent.
                proposed = await asyncio.gather(*(chair.send("propose", what="end") for chair in chairs[:2]))
                assert {reply["type"] for reply in proposed} <= {"ack", "refused"}
                await some_moves(chairs, 4)
                left, said = await asyncio.gather(chairs[1].send("leave"), chairs[0].send("chat", text="stay"))
                assert (left["type"], said["type"]) == ("ack", "ack")
            rows = await rows_of(one, table)
            assert [row.seat for row in rows if isinstance(row, Left)] == [1]
            await agree(one, other, table)

    asyncio.run(evening())


def test_a_clock_runs_out_once_whoever_looks_at_it(tmp_path: Path) -> None:
    async def evening() -> None:
        async with two_houses(tmp_path) as (one, other):
            _, chairs = await across(one, other, clock={"kind": "move", "amount": 3600}, wait=None)
            table = chairs[0].id
            for _ in range(4):
                await know_all(one, other)
                before = len(await rows_of(one, table))
                for place in (one, other):
                    place.hub.epoch += 3600_000
                    place.hub.arm(place.hub.live[table])
                for place in (one, other):
                    while place.hub.live[table].table.rows == before or place.hub.live[table].faltered:
                        await asyncio.sleep(0)
                    await place.hub.durable()
                await know_all(one, other)
                asked = Counter(row.seat for row in (await rows_of(one, table))[before:] if isinstance(row, Answered))
                assert set(asked.values()) <= {1}, "nobody's time runs out twice"
            await agree(one, other, table)

    asyncio.run(evening())


def test_one_seat_is_not_taken_twice(tmp_path: Path) -> None:
    async def evening() -> None:
        async with two_houses(tmp_path) as (one, other):
            host = one.person()
            made = await host.make(people=2, bots=1)
            assert await other.hub.find(made["id"]) is not None
            guests = [one.person(), other.person()]
            answers = await asyncio.gather(
                *(
                    guest.http.post(f"/api/tables/{made['id']}/seats", json={"secret": made["invite"], "name": "Guest"})
                    for guest in guests
                )
            )
            codes = sorted(answer.status_code for answer in answers)
            assert codes[0] == 200 and codes[1] >= 400, [answer.text for answer in answers]
            sat = [row for row in await rows_of(one, made["id"]) if isinstance(row, Sat)]
            assert len(sat) == 2
            await agree(one, other, made["id"])

    asyncio.run(evening())


def test_what_was_overwritten_at_one_server_is_gone_at_the_other(tmp_path: Path) -> None:
    async def evening() -> None:
        async with two_houses(tmp_path) as (one, other):
            persons, chairs = await across(one, other)
            await chairs[0].send("chat", text="my secret word")
            await know_all(one, other)
            assert (await persons[0].http.delete(f"/api/tables/{chairs[0].id}/me")).status_code == 200
            assert (await chairs[1].send("chat", text="later"))["type"] == "ack"
            await know_all(one, other)
            for place in (one, other):
                table = place.hub.live[chairs[0].id].table
                assert "my secret word" not in [line.text for line in table.chat]
                assert table.seats[0].left
            assert "my secret word" not in str(await one.hub.store.load(chairs[0].id))

    asyncio.run(evening())


def test_a_table_removed_elsewhere_is_left(tmp_path: Path) -> None:
    async def evening() -> None:
        async with two_houses(tmp_path) as (one, other):
            _, chairs = await across(one, other)
            await one.hub.remove(chairs[0].id, anyway=True)
            await chairs[1].send("chat", text="anybody here?", wait=False)
            assert await chairs[1].closed() is not None
            assert chairs[0].id not in other.hub.live
            assert await other.hub.store.load(chairs[0].id) == []

    asyncio.run(evening())


def test_a_whole_game_with_bots_at_two_servers(tmp_path: Path) -> None:
    """Both servers let the bots play, and all talk: every row is there once, and all that were acknowledged."""

    async def evening() -> None:
        async with two_houses(tmp_path) as (one, other):
            _, chairs = await across(one, other, people=3, bots=2)
            table = chairs[0].id
            acknowledged: list[str] = []

            async def talk(chair: Chair) -> None:
                for number in range(10):
                    nonce = f"talk-{chair.seat}-{number:06}"
                    reply = await chair.send("chat", nonce=nonce, text=f"{chair.seat} {number}")
                    if reply["type"] == "ack":
                        acknowledged.append(nonce)

            async with looking(one, other), asyncio.timeout(60):
                await asyncio.gather(
                    *(chair.play(random.Random(number)) for number, chair in enumerate(chairs)),
                    *(talk(chair) for chair in chairs),
                )
            rows = await rows_of(one, table)
            nonces = Counter(row.nonce for row in rows if row.nonce)
            assert set(nonces.values()) == {1}
            assert set(acknowledged) <= set(nonces)
            for seat in range(3):
                said = [row.nonce for row in rows if isinstance(row, Chatted) and row.seat == seat]
                assert said == sorted(said)
            await agree(one, other, table)
            assert one.hub.live[table].table.phase == "over"
            assert one.hub.counts.overtaken + other.hub.counts.overtaken > 0
            assert one.hub.counts.faults + other.hub.counts.faults == 0

    asyncio.run(evening())


def test_a_repeated_pause_that_is_caught_in_a_lost_race_is_not_done_again(tmp_path: Path) -> None:
    """Nothing stored names its sender, so only memory knows that it was done."""

    async def evening() -> None:
        async with two_houses(tmp_path) as (one, other):
            _, chairs = await across(one, other)
            assert (await chairs[1].send("pause", nonce="the-pause-0"))["type"] == "ack"
            await know_all(one, other)
            for chair in chairs:
                assert (await chair.send("lift"))["type"] == "ack"
                await know_all(one, other)
            live = other.hub.live[chairs[0].id]
            if live.table.resting:  # lifts are not stored: those at another server come over the bus
                rest.lift_with(live.table, frozenset({0}), live.table.stopped_at)
                other.hub.touch(live)
            await know_all(one, other)
            assert not live.table.resting
            assert (await chairs[0].send("chat", text="one is faster"))["type"] == "ack"
            replies = await asyncio.gather(
                chairs[1].send("pause", nonce="the-pause-0"), chairs[2].send("chat", text="the other is not")
            )
            assert [reply["type"] for reply in replies] == ["ack", "ack"]
            assert other.hub.counts.overtaken == 1
            await agree(one, other, chairs[0].id)
            assert not live.table.resting
            kinds = Counter(type(row) for row in await rows_of(one, chairs[0].id))
            assert (kinds[Paused], kinds[Resumed]) == (1, 1)

    asyncio.run(evening())


def test_a_table_that_is_read_again_is_read_once_at_a_time(tmp_path: Path) -> None:
    """A second reading would end when something had been answered since, and take it away."""

    async def evening() -> None:
        async with two_houses(tmp_path) as (one, _):
            _, chairs = await seated(one, 3)
            hub, live, free = one.hub, one.hub.live[chairs[0].id], asyncio.Event()
            load, readings = hub.store.load, 0

            async def slow(table: str, after: int = 0) -> list[bytes]:
                nonlocal readings
                readings += 1
                last = readings > 1
                rows = await load(table, after)
                if last:
                    await free.wait()
                return rows

            hub.store.load = slow
            hub.recovery.catch_up(live)
            hub.recovery.reload(live)
            assert (await chairs[0].send("chat", text="after it"))["type"] == "ack"
            free.set()
            hub.store.load = load
            for _ in range(5):
                await asyncio.sleep(0)
            assert live.table.rows == await hub.store.length(live.id)
            assert [line.text for line in live.table.chat] == ["after it"]

    asyncio.run(evening())


def test_nodes_do_not_overwrite_rows_when_they_wake_a_table(tmp_path: Path) -> None:
    """Another node may just have removed words from them; alone, a server fills in the events that old rows lack."""

    async def evening() -> None:
        async with two_houses(tmp_path) as (one, other):
            _, chairs = await seated(one, 3)
            await some_moves(chairs, 4)
            rows = await rows_of(one, chairs[0].id)
            lacking = [
                ENCODER.encode(replace(row, told=NOTHING)) if isinstance(row, Answered) else None for row in rows
            ]
            one.hub.store.replace(chairs[0].id, {at: body for at, body in enumerate(lacking) if body is not None})
            await one.hub.store.write()
            stored = await one.hub.store.load(chairs[0].id)
            for alone in (False, True):
                monkeypatched = other.hub.nodes.bus
                other.hub.nodes.bus = AloneBus() if alone else _Company()
                assert (await other.hub.find(chairs[0].id)) is not None
                await other.hub.durable()
                assert (await one.hub.store.load(chairs[0].id) == stored) is not alone
                other.hub.drop(other.hub.live[chairs[0].id])
                other.hub.nodes.bus = monkeypatched

    asyncio.run(evening())


class _Company(AloneBus):
    """Somebody else is there."""

    alone = False
