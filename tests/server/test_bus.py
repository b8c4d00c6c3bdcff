"""Nodes tell each other what may be lost; without Redis each goes on by itself, and says so once."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import pytest
from bench.backends import Redis

from triclinium.table.bus import NOBODY, Presence, Spent
from triclinium.table.bus.redis import RedisBus
from triclinium.table.ops.journal import Journal

from .people import Lines

PATIENCE = 20.0


class Node:
    """A node that only listens."""

    def __init__(self, redis: Redis, house: str) -> None:
        self.lines: list[str] = []
        self.bus = RedisBus(redis.url, Journal(Lines(self.lines)), house)
        self.rows: dict[str, int] = {}
        self.there: dict[str, Presence] = {}
        self.taken: dict[str, float] = {}
        self.losses = self.finds = 0
        self.news = asyncio.Event()

    def heard(self, table: str, number: int) -> None:
        self.rows[table] = number
        self.news.set()

    def present(self, table: str, presence: Presence) -> None:
        self.there[table] = presence
        self.news.set()

    def spent(self, spent: Spent) -> None:
        for name, drops in spent.items():
            self.taken[name] = self.taken.get(name, 0) + drops
        self.news.set()

    def lost(self) -> None:
        self.losses += 1
        self.news.set()

    def found(self) -> None:
        self.finds += 1
        self.news.set()

    async def until(self, wanted: Callable[[], bool]) -> None:
        async with asyncio.timeout(PATIENCE):
            while not wanted():
                self.news.clear()
                await self.news.wait()

    def said(self) -> list[str]:
        return [json.loads(line)["level"] for line in self.lines if '"bus"' in line]


@asynccontextmanager
async def nodes(redis: Redis, house: str, count: int = 2) -> AsyncIterator[list[Node]]:
    made = [Node(redis, house) for _ in range(count)]
    for node in made:
        node.bus.start(node)
    for node in made:
        await node.until(lambda node=node: node.finds == 1)
    try:
        yield made
    finally:
        for node in made:
            await node.bus.close()


def test_who_looks_at_a_table_hears_of_its_rows(redis: Redis, house_name: str) -> None:
    async def evening() -> None:
        async with nodes(redis, house_name, 3) as (one, two, three):
            for node in (one, two):
                node.bus.subscribe("a")
            three.bus.subscribe("b")
            one.bus.here("a", Presence(frozenset({0})))
            await two.until(lambda: two.there.get("a") == Presence(frozenset({0})))  # so both are subscribed
            for number in range(1, 40):
                one.bus.publish("a", number)
            await two.until(lambda: two.rows.get("a") == 39)
            assert one.rows == {}, "nobody hears themselves"
            assert three.rows == {}

    asyncio.run(evening())


def test_houses_do_not_hear_each_other(redis: Redis, house_name: str) -> None:
    async def evening() -> None:
        async with nodes(redis, house_name, 1) as (one,), nodes(redis, f"{house_name}b", 2) as (two, three):
            for node in (one, two, three):
                node.bus.subscribe("a")
            two.bus.here("a", Presence(host=True))
            await three.until(lambda: "a" in three.there)
            one.bus.publish("a", 5)
            two.bus.publish("a", 7)
            await three.until(lambda: three.rows == {"a": 7})

    asyncio.run(evening())


def test_who_comes_later_learns_who_is_there_and_who_goes_is_gone(redis: Redis, house_name: str) -> None:
    async def evening() -> None:
        async with nodes(redis, house_name) as (one, two):
            one.bus.subscribe("a")
            one.bus.here("a", Presence(frozenset({1, 2}), watching=3))
            two.bus.subscribe("a")
            await two.until(lambda: two.there.get("a") == Presence(frozenset({1, 2}), watching=3))
            two.bus.here("a", Presence(frozenset({0}), host=True))
            await one.until(lambda: one.there.get("a") == Presence(frozenset({0}), host=True))
            two.bus.unsubscribe("a")
            two.there.clear()
            await one.until(lambda: one.there["a"] == NOBODY)
            two.bus.subscribe("a")
            await two.until(lambda: two.there.get("a") == Presence(frozenset({1, 2}), watching=3))
            await one.bus.close()
            await two.until(lambda: two.there["a"] == NOBODY)

    asyncio.run(evening())


def test_a_node_that_falls_silent_is_gone_with_its_people(
    redis: Redis, house_name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("triclinium.table.bus.redis.GONE_SECONDS", 1.5)

    async def evening() -> None:
        async with nodes(redis, house_name) as (one, two):
            for node in (one, two):
                node.bus.subscribe("a")
            one.bus.here("a", Presence(frozenset({1})))
            await two.until(lambda: two.there.get("a") == Presence(frozenset({1})))
            for task in one.bus._tasks:
                task.cancel()
            await two.until(lambda: two.there["a"] == NOBODY)

    asyncio.run(evening())


def test_tokens_taken_at_one_node_are_taken_at_all(redis: Redis, house_name: str) -> None:
    async def evening() -> None:
        async with nodes(redis, house_name) as (one, two):
            for _ in range(10):
                one.bus.spend("ask 10.0.0.1", 0.5)
            await two.until(lambda: two.taken == {"ask 10.0.0.1": 5.0})

    asyncio.run(evening())


def test_one_node_lets_a_bot_think(redis: Redis, house_name: str) -> None:
    async def evening() -> None:
        async with nodes(redis, house_name, 3) as found:
            may = await asyncio.gather(*(node.bus.may_think("a 1 7", 20) for node in found))
            assert sorted(may) == [False, False, True]
            assert await found[0].bus.may_think("a 1 8", 20)

    asyncio.run(evening())


def test_a_node_keeps_a_question_while_it_thinks_and_when_it_is_lost_another_takes_it(
    redis: Redis, house_name: str
) -> None:
    async def evening() -> None:
        async with nodes(redis, house_name) as (one, two):
            for _ in range(2):
                assert await one.bus.may_think("a 1 7", 20)
                assert not await two.bus.may_think("a 1 7", 20)
            assert await one.bus.may_think("a 1 7", 0.05), "its last word before it is lost"
            async with asyncio.timeout(PATIENCE):
                while not await two.bus.may_think("a 1 7", 20):
                    await asyncio.sleep(0.01)
            assert not await one.bus.may_think("a 1 7", 20)

    asyncio.run(evening())


def test_redis_may_go_and_come_back_and_the_journal_says_each_once(house_name: str) -> None:
    async def evening(redis: Redis) -> None:
        async with nodes(redis, house_name) as (one, two):
            for node in (one, two):
                node.bus.subscribe("a")
            one.bus.here("a", Presence(frozenset({1})))
            await two.until(lambda: two.there.get("a") == Presence(frozenset({1})))
            for _ in range(2):
                await asyncio.to_thread(redis.kill)
                for node in (one, two):
                    before = node.losses
                    await node.until(lambda node=node, before=before: not node.bus.up and node.losses >= before)
                assert two.there["a"] == NOBODY
                assert await one.bus.may_think("a 1 7", 20)
                assert await two.bus.may_think("a 1 7", 20), "better twice than never"
                one.bus.publish("a", 3)  # heard by nobody
                await asyncio.to_thread(redis.start)
                for node in (one, two):
                    await node.until(lambda node=node: node.bus.up)
                await two.until(lambda: two.there["a"] == Presence(frozenset({1})))
                assert two.rows == {}
            one.bus.publish("a", 4)
            await two.until(lambda: two.rows == {"a": 4})
            for node in (one, two):
                assert node.said() == ["trouble", "note"] * 2
                assert (node.losses, node.finds) == (2, 3)

    redis = Redis()
    try:
        asyncio.run(evening(redis))
    finally:
        redis.close()


def test_a_table_that_comes_while_the_bus_connects_is_heard_of(redis: Redis, house_name: str) -> None:
    async def evening() -> None:
        async with nodes(redis, house_name, 1) as (one,):
            late = Node(redis, house_name)
            ping = late.bus._redis.ping

            async def slow_ping() -> bool:
                late.bus.subscribe("a")  # after the channels are chosen, before it is up
                return await ping()

            late.bus._redis.ping = slow_ping
            late.bus.start(late)
            try:
                one.bus.subscribe("a")
                late.bus.here("a", Presence(host=True))
                await one.until(lambda: "a" in one.there)
                one.bus.here("a", Presence(host=True))
                await late.until(lambda: "a" in late.there)
            finally:
                await late.bus.close()

    asyncio.run(evening())
