"""Turns: so many at once, and nobody waits behind one visitor's many questions."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from triclinium.table.bots.fair import Crowded, Turns


def evening(test: Callable[[], Coroutine[Any, Any, None]]) -> Callable[[], None]:
    def run() -> None:
        asyncio.run(test())

    run.__name__ = test.__name__
    return run


async def settled() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


class Crowd:
    """People who take turns; each holds theirs until the test ends it."""

    def __init__(self, turns: Turns) -> None:
        self.turns = turns
        self.order: list[str] = []
        self.holding: dict[str, asyncio.Event] = {}
        self.tasks: dict[str, asyncio.Task[None]] = {}

    async def ask(self, who: str, what: str, rank: int = 0) -> None:
        self.tasks[what] = asyncio.create_task(self._hold(who, what, rank))
        await settled()

    async def _hold(self, who: str, what: str, rank: int) -> None:
        async with self.turns.turn(who, rank):
            self.order.append(what)
            self.holding[what] = asyncio.Event()
            await self.holding[what].wait()

    async def end(self, what: str) -> None:
        self.holding[what].set()
        await settled()


def turns(**more: Any) -> Turns:
    return Turns(**{"at_once": 1, "each_at_once": 1, "each_waiting": 20, "waiting_most": 40, **more})


@evening
async def test_visitors_are_served_in_turn() -> None:
    crowd = Crowd(turns())
    for number in range(4):
        await crowd.ask("greedy", f"greedy {number}")
    await crowd.ask("modest", "modest 0")
    await crowd.ask("other", "other 0")
    for what in ("greedy 0", "greedy 1", "modest 0", "other 0", "greedy 2"):
        await crowd.end(what)
    assert crowd.order == ["greedy 0", "greedy 1", "modest 0", "other 0", "greedy 2", "greedy 3"]


@evening
async def test_one_visitor_does_not_take_every_place() -> None:
    crowd = Crowd(turns(at_once=2))
    await crowd.ask("greedy", "first")
    await crowd.ask("greedy", "second")
    assert crowd.order == ["first"]
    await crowd.ask("modest", "third")
    assert crowd.order == ["first", "third"]


@evening
async def test_what_is_urgent_comes_first() -> None:
    crowd = Crowd(turns(ranks=2))
    await crowd.ask("bot", "now", 1)
    await crowd.ask("bot", "later", 1)
    await crowd.ask("person", "hint", 0)
    assert crowd.turns.ahead("other", 0) == 2
    await crowd.end("now")
    assert crowd.order == ["now", "hint"]


@evening
async def test_bounds_for_each_and_for_all() -> None:
    crowd = Crowd(turns(each_waiting=2, waiting_most=3))
    await crowd.ask("a", "a0")
    await crowd.ask("a", "a1")
    await crowd.ask("a", "a2")
    with pytest.raises(Crowded):
        await crowd.turns.begin("a")
    await crowd.ask("b", "b0")
    with pytest.raises(Crowded):
        await crowd.turns.begin("c")
    await crowd.end("a0")
    await crowd.ask("c", "c0")
    assert not crowd.tasks["c0"].done(), "there is room again"


@evening
async def test_a_visitor_who_leaves_leaves_no_trace() -> None:
    crowd = Crowd(turns(each_waiting=1))
    await crowd.ask("a", "a0")
    await crowd.ask("b", "b0")
    await crowd.ask("c", "c0")
    crowd.tasks["b0"].cancel()
    crowd.holding["a0"].set()  # in the same turn of the loop
    await settled()
    assert crowd.order == ["a0", "c0"]
    await crowd.ask("b", "b1")
    crowd.holding["c0"].set()
    await asyncio.sleep(0)
    crowd.tasks["b1"].cancel()  # just as its turn comes
    await settled()
    await crowd.ask("d", "d0")
    assert crowd.order[-1] == "d0"
    await crowd.end("d0")
    assert crowd.turns.ahead("anybody") == 0
