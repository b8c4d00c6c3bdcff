"""Two servers that hear each other, or do not: rows, presence, and who lets a bot think."""

from __future__ import annotations

import asyncio
from pathlib import Path
from unittest.mock import patch

import pytest

from triclinium.core.player import Look
from triclinium.table.bots.thinking import Thought
from triclinium.table.bus import AloneBus, Listener, Presence
from triclinium.table.live import nodes, reading_on, scheduler
from triclinium.table.log.rows import ROW, Answered, Sealed, StoodIn
from triclinium.table.play.table import Table

from .people import House, seated, two_houses


class Wire(AloneBus):
    """A bus between two servers in one process, which can be cut."""

    alone = False

    def __init__(self, thinking: dict[str, int]) -> None:
        self.others: list[Wire] = []
        self.listener: Listener | None = None
        self.mine: dict[str, Presence] = {}
        self.thinking = thinking
        self.spends: list[tuple[str, float]] = []
        self.silent = False
        """Lost before it could say what it has written."""

    def start(self, listener: Listener) -> None:
        self.listener = listener

    def heard_by(self) -> list[Listener]:
        return [other.listener for other in self.others if other.listener is not None]

    def subscribe(self, table: str) -> None:
        for other in self.others:
            if table in other.mine and self.listener is not None:
                asyncio.get_running_loop().call_soon(self.listener.present, table, other.mine[table])

    def publish(self, table: str, number: int) -> None:
        for listener in [] if self.silent else self.heard_by():
            listener.heard(table, number)

    def here(self, table: str, presence: Presence) -> None:
        self.mine[table] = presence
        for listener in self.heard_by():
            listener.present(table, presence)

    def spend(self, name: str, drops: float) -> None:
        for listener in self.heard_by():
            listener.spent({name: drops})

    async def may_think(self, job: str, seconds: float) -> bool:
        self.thinking[job] = self.thinking.get(job, 0) + 1
        return self.thinking[job] == 1

    def cut(self) -> None:
        others, self.others = self.others, []
        for other in others:
            other.cut()
        if self.listener is not None:
            self.listener.lost()


def wired() -> tuple[Wire, Wire]:
    thinking: dict[str, int] = {}
    one, other = Wire(thinking), Wire(thinking)
    one.others, other.others = [other], [one]
    return one, other


async def stood_in(place: House, table: str) -> list[StoodIn]:
    await place.hub.durable()
    return [row for row in map(ROW.decode, await place.hub.store.load(table)) if isinstance(row, StoodIn)]


async def bots_answered(place: House, table: str) -> bool:
    rows = map(ROW.decode, await place.hub.store.load(table))
    return any(isinstance(row, Answered | Sealed) and row.seat >= 3 for row in rows)


def test_what_one_server_writes_is_seen_at_the_other_at_once(tmp_path: Path) -> None:
    async def evening() -> None:
        async with two_houses(tmp_path, *wired()) as (one, other):
            persons, chairs = await seated(one, 3)
            there = await persons[1].open(chairs[0].id, at=other)
            await there.until(lambda: there.state)
            assert (await chairs[0].send("chat", text="Ave"))["type"] == "ack"
            await there.until(lambda: [line["text"] for line in there.lines] == ["Ave"])
            assert (await there.send("chat", text="Salve"))["type"] == "ack"
            await chairs[0].until(lambda: [line["text"] for line in chairs[0].lines] == ["Ave", "Salve"])
            assert one.hub.counts.overtaken == other.hub.counts.overtaken == 0

    asyncio.run(evening())


def test_who_is_connected_elsewhere_is_not_away(tmp_path: Path) -> None:
    async def evening() -> None:
        async with two_houses(tmp_path, *wired()) as (one, other):
            persons, chairs = await seated(one, 3, wait=30)
            table = chairs[0].id
            there = await persons[1].open(table, at=other)
            await there.until(lambda: there.table and all(seat["present"] for seat in there.table["seats"]))
            await chairs[1].close()
            await chairs[0].caught_up()
            assert chairs[0].table["seats"][1]["present"]
            for place in (one, other):
                place.hub.epoch += 31_000
                place.hub.arm(place.hub.live[table])
            await chairs[0].send("chat", text="a while later")
            assert await stood_in(one, table) == []
            await there.close()
            await chairs[0].until(lambda: not chairs[0].table["seats"][1]["present"])

    asyncio.run(evening())


def test_while_nothing_is_heard_rows_are_looked_for_and_nobody_counts_as_away(tmp_path: Path) -> None:
    async def evening() -> None:
        one_bus, other_bus = wired()
        async with two_houses(tmp_path, one_bus, other_bus) as (one, other):
            persons, chairs = await seated(one, 3, wait=30)
            table = chairs[0].id
            there = await persons[1].open(table, at=other)
            await there.until(lambda: there.state)
            await chairs[1].close()
            one_bus.cut()
            for place in (one, other):
                place.hub.epoch += 31_000
                place.hub.arm(place.hub.live[table])
            assert (await chairs[0].send("chat", text="Ave"))["type"] == "ack"
            await there.until(lambda: [line["text"] for line in there.lines] == ["Ave"])
            assert all(seat["present"] for seat in chairs[0].table["seats"])
            assert await stood_in(one, table) == []
            one_bus.others, other_bus.others = [other_bus], [one_bus]
            await there.close()
            for place in (one, other):
                place.hub.nodes.found()
            await chairs[0].until(lambda: not chairs[0].table["seats"][1]["present"])

    with patch.object(nodes, "DEAF_SECONDS", 0.05), patch.object(nodes, "ASSUMED_SECONDS", 0.05):
        asyncio.run(evening())


def test_a_bot_thinks_at_one_server_and_answers_once(tmp_path: Path) -> None:
    async def evening() -> None:
        one_bus, other_bus = wired()
        async with two_houses(tmp_path, one_bus, other_bus) as (one, other):
            persons, chairs = await seated(one, 3, bots=2)
            there = await persons[0].open(chairs[0].id, at=other)
            await there.until(lambda: there.state)
            for _ in range(6):
                await chairs[0].until(lambda: chairs[0].over or any(chair.to_answer() for chair in chairs))
                for chair in chairs:
                    if (asked := chair.to_answer()) is not None:
                        chair.answered = asked["id"]
                        await chair.answer(asked["options"][0])
            async with asyncio.timeout(30):
                while not await bots_answered(one, chairs[0].id):
                    await asyncio.sleep(0.01)
            assert one_bus.thinking

    asyncio.run(evening())


def test_a_server_keeps_a_question_while_its_bot_thinks(tmp_path: Path) -> None:
    async def evening() -> None:
        one_bus, other_bus = wired()
        async with two_houses(tmp_path, one_bus, other_bus) as (one, _):
            renewed = asyncio.Event()

            async def bot(table: Table, name: str, look: Look) -> Thought:
                async with asyncio.timeout(30):
                    while max(one_bus.thinking.values()) < 3:
                        await asyncio.sleep(0.01)
                renewed.set()
                return Thought(look.decision.options[0])

            one.hub.scheduler.thinking.bot = bot
            await seated(one, 1, bots=4)
            async with asyncio.timeout(30):
                await renewed.wait()

    with patch.object(scheduler, "RENEW_SECONDS", 0.01), patch.object(scheduler, "UNHURRIED", (0.0, 0.0)):
        asyncio.run(evening())


@pytest.mark.parametrize("comes_to", ["the same node", "the lost one's neighbour"])
def test_rows_of_a_server_that_was_lost_before_it_told_of_them(tmp_path: Path, comes_to: str) -> None:
    """Who comes from a lost server makes the others look: those they come to, and those who hear of it."""

    async def evening() -> None:
        one_bus, other_bus = wired()
        async with two_houses(tmp_path, one_bus, other_bus) as (one, other):
            persons, chairs = await seated(one, 3)
            there = await persons[1].open(chairs[0].id, at=other)
            await there.until(lambda: there.state)
            one_bus.silent = True
            assert (await chairs[0].send("chat", text="my last words"))["type"] == "ack"
            await persons[2].open(chairs[0].id, at=other if comes_to == "the same node" else one)
            await there.until(lambda: [line["text"] for line in there.lines] == ["my last words"])

    with patch.object(nodes, "SLOW_SECONDS", 1000.0), patch.object(nodes, "SUBSCRIBED_SECONDS", 0.0):
        asyncio.run(evening())


def test_however_many_come_all_tables_are_looked_at(tmp_path: Path) -> None:
    async def evening() -> None:
        one_bus, other_bus = wired()
        async with two_houses(tmp_path, one_bus, other_bus) as (one, other):
            persons, chairs = await seated(one, 3)
            there = await persons[1].open(chairs[0].id, at=other)
            await there.until(lambda: there.state)
            one_bus.silent = True

            async def others_come() -> None:
                while True:
                    other.hub.nodes.look_soon("another table")
                    await asyncio.sleep(0)

            coming = asyncio.create_task(others_come())
            assert (await chairs[0].send("chat", text="Ave"))["type"] == "ack"
            await there.until(lambda: [line["text"] for line in there.lines] == ["Ave"])
            coming.cancel()

    with patch.object(nodes, "SLOW_SECONDS", 0.05), patch.object(nodes, "SUBSCRIBED_SECONDS", 0.01):
        asyncio.run(evening())


def test_a_server_lets_go_of_a_table_that_only_others_play(tmp_path: Path) -> None:
    """Whoever makes a table asks any server, and then all meet at another one. The first need not read along."""

    async def evening() -> None:
        one_bus, other_bus = wired()
        async with two_houses(tmp_path, one_bus, other_bus) as (one, other):
            persons, chairs = await seated(one, 3)
            table = chairs[0].id
            there = await persons[0].open(table, at=other)
            await there.until(lambda: there.state)
            assert (await there.send("chat", text="first"))["type"] == "ack"
            assert table in one.hub.live, "somebody is at it"
            for chair in chairs:
                await chair.close()
            async with asyncio.timeout(30):
                while one.hub.is_busy(one.hub.live[table]):
                    await asyncio.sleep(0.01)
            assert (await there.send("chat", text="second"))["type"] == "ack"
            assert table not in one.hub.live
            read = one.hub.counts.rows_read
            assert (await there.send("chat", text="third"))["type"] == "ack"
            back = await persons[1].open(table, at=one)
            await back.until(lambda: [line["text"] for line in back.lines] == ["first", "second", "third"])
            assert one.hub.counts.rows_read == read

    with patch.object(reading_on, "LET_GO_SECONDS", 0.0):
        asyncio.run(evening())


def test_rows_heard_of_while_others_are_read_are_read_too(tmp_path: Path) -> None:
    async def evening() -> None:
        one_bus, other_bus = wired()
        async with two_houses(tmp_path, one_bus, other_bus) as (one, other):
            persons, chairs = await seated(one, 3)
            there = await persons[1].open(chairs[0].id, at=other)
            await there.until(lambda: there.state)
            await there.caught_up()
            load, loaded, go = other.hub.store.load, asyncio.Event(), asyncio.Event()

            async def slowly(table: str, after: int = 0) -> list[bytes]:
                found = await load(table, after)
                loaded.set()
                await go.wait()
                return found

            other.hub.store.load = slowly
            await chairs[0].send("chat", text="first")
            await loaded.wait()
            await chairs[0].send("chat", text="second")
            go.set()
            await there.until(lambda: [line["text"] for line in there.lines] == ["first", "second"])

    with patch.object(nodes, "SLOW_SECONDS", 1000.0), patch.object(nodes, "SUBSCRIBED_SECONDS", 1000.0):
        asyncio.run(evening())


def test_a_clock_runs_out_when_it_is_due_whoever_notices(tmp_path: Path) -> None:
    async def evening() -> None:
        async with two_houses(tmp_path) as (one, _):
            _, chairs = await seated(one, 3, clock={"kind": "move", "amount": 3600}, wait=None)
            live = one.hub.live[chairs[0].id]
            await one.hub.durable()
            due = max(question.since for question in live.table.questions.values()) + 3_600_000
            rows = live.table.rows
            one.hub.epoch += due - one.hub.now() + 500
            one.hub.arm(live)
            while live.table.rows == rows:
                await asyncio.sleep(0)
            await one.hub.durable()
            new = [ROW.decode(row) for row in await one.hub.store.load(live.id, rows)]
            assert new[0].at <= due, "not half a second later"

    asyncio.run(evening())


def test_people_at_two_servers_go_on_together_after_a_stop(tmp_path: Path) -> None:
    async def evening() -> None:
        async with two_houses(tmp_path, *wired()) as (one, other):
            persons, chairs = await seated(one, 3)
            await chairs[1].close()
            there = await persons[1].open(chairs[0].id, at=other)
            await there.until(lambda: there.state)
            here = [chairs[0], chairs[2]]
            for _ in range(2):
                assert (await there.send("pause"))["type"] == "ack"
                for chair in (*here, there):
                    await chair.until(lambda chair=chair: chair.table["paused"])
                assert (await there.send("lift"))["type"] == "ack"
                for chair in here:
                    await chair.until(lambda chair=chair: chair.table["lifting"] == 1)
                    assert chair.table["paused"]
                for chair in here:
                    assert (await chair.send("lift"))["type"] == "ack"
                for chair in (*here, there):
                    await chair.until(lambda chair=chair: not chair.table["paused"])

    asyncio.run(evening())


def test_a_clock_goes_on_at_another_server_where_it_was(tmp_path: Path) -> None:
    async def evening() -> None:
        async with two_houses(tmp_path, *wired()) as (one, other):
            persons, chairs = await seated(one, 3, clock={"kind": "move", "amount": 3600}, wait=None)
            for place in (one, other):
                place.hub.epoch += 600_000
            there = await persons[0].open(chairs[0].id, at=other)
            state = await there.until(lambda: there.state)
            left = [state["clock"]["left"][seat] for seat in state["clock"]["running"]]
            assert left and all(time <= 3_000_000 for time in left)

    asyncio.run(evening())


def test_a_limit_holds_for_both_servers_together(tmp_path: Path) -> None:
    async def evening() -> None:
        async with two_houses(tmp_path, *wired()) as (one, other):
            for place in (one, other):
                place.server.admission.requests.most = 6
            codes = []
            for number in range(8):
                asker = (one, other)[number % 2].person()
                codes.append((await asker.http.get("/api/tables")).status_code)
            assert codes[:6] == [200] * 6 and codes[6:] == [429, 429], codes

    asyncio.run(evening())
