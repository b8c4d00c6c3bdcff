"""A few workers for all: hints first, visitors by turns, and whoever gets a quick answer instead is told."""

from __future__ import annotations

import asyncio
import json
import random
from concurrent.futures import Future
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast
from unittest.mock import patch

import pytest

from triclinium.bots.hints import Hint
from triclinium.bots.search import level_of
from triclinium.core.decision import Decision, Refused
from triclinium.table.bots import thinking
from triclinium.table.bots.thinking import Thinking, Thought
from triclinium.table.live.house import House
from triclinium.table.live.scheduler import UNHURRIED, Scheduler

from .people import Chair, house, seated

QUESTION = Decision(1, 0, "offer", ({"kind": "offer", "to": 1}, {"kind": "offer", "to": 2}))


class Pool:
    """Workers that answer when the test says so."""

    count = 1

    def __init__(self) -> None:
        self.asked: list[tuple[str, Future[Any]]] = []
        self.answered = 0

    def ready(self, game: str) -> bool:
        return True

    def warm_up(self, game: str) -> None:
        return

    def _ask(self, what: str) -> Future[Any]:
        self.asked.append((what, Future()))
        return self.asked[-1][1]

    def choose(self, game: str, name: str, view: Any, decision: Decision, seed: int) -> Future[Any]:
        return self._ask(f"bot {view['of']}")

    def hints(self, view: Any, decision: Decision, seed: int, seconds: float) -> Future[list[Hint]]:
        return self._ask(f"hint {view['of']}")

    async def answer(self) -> None:
        """Let the question that is thought about be answered."""
        what, future = self.asked[self.answered]
        self.answered += 1
        given: Any = QUESTION.options[0]
        future.set_result([Hint(given, 0.5, "plain", {})] if what.startswith("hint") else given)
        await settled()

    @property
    def order(self) -> list[str]:
        return [what for what, _ in self.asked]

    def close(self) -> None:
        return


async def settled() -> None:
    for _ in range(8):
        await asyncio.sleep(0)


def rig() -> tuple[Pool, Any]:
    pool = Pool()
    journal = SimpleNamespace(trouble=lambda what, line: pytest.fail(line))
    return pool, Thinking(pool, journal)


def table_of(host: str, people: int) -> Any:
    made = SimpleNamespace(game="banquet", quick=True, host=host, language="en")
    return SimpleNamespace(made=made, people=list(range(people)))


def look_of(name: str) -> Any:
    return SimpleNamespace(view={"of": name}, decision=QUESTION)


async def bot(thinks: Thinking, host: str, name: str, people: int = 0) -> asyncio.Task[Thought]:
    asked = asyncio.create_task(thinks.bot(table_of(host, people), "strong", look_of(name)))
    await settled()
    return asked


async def hint(thinks: Thinking, visitor: str, told: list[int] | None = None) -> asyncio.Task[list[Hint]]:
    waits = (told if told is not None else []).append
    asked = asyncio.create_task(thinks.hints(visitor, {"of": visitor}, QUESTION, waits))
    await settled()
    return asked


@pytest.fixture
def quick_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinking, "_choose", lambda made, name, look: QUESTION.options[1])


@pytest.mark.parametrize("game", ["banquet", "benhur"])
@pytest.mark.parametrize("known_after", [0.0, 0.01, 0.2])
def test_a_bot_answers_in_the_time_of_its_level_however_soon_it_knows(
    game: str, known_after: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By a clock that the test turns: a quick thought would tell others what the bot holds."""

    async def evening() -> None:
        pool, thinks = rig()
        loop, now = asyncio.get_running_loop(), [100.0]
        monkeypatch.setattr(loop, "time", lambda: now[0])
        table = table_of("host", 1)
        table.made.game, table.made.quick = game, False
        asked = asyncio.create_task(thinks.bot(table, "master", look_of("bot")))
        await settled()
        now[0] += known_after
        await pool.answer()
        full = level_of(game, "master").seconds
        assert full > 0.2
        now[0] = 100 + full - 0.01
        await settled()
        assert not asked.done()
        now[0] = 100 + full + 0.01
        await settled()
        assert asked.done()

    asyncio.run(evening())


def test_bots_take_a_human_time_that_knows_nothing_of_their_cards() -> None:
    """Every bot waits so long before it looks at its cards at all; only tables of bots alone may hurry."""
    house = SimpleNamespace(troubled_until=0, now=lambda: 0)
    scheduler = Scheduler.__new__(Scheduler)
    scheduler.house, scheduler._random = cast("House", house), random.SystemRandom(1)
    for quick in (False, True):
        live: Any = SimpleNamespace(table=SimpleNamespace(made=SimpleNamespace(quick=quick)))
        paces = [scheduler._pace(live) for _ in range(200)]
        assert not any(paces) if quick else UNHURRIED[0] <= min(paces) < max(paces) <= UNHURRIED[1]


def test_table_14_a_strangers_bots_do_not_keep_hints_away() -> None:
    async def evening() -> None:
        pool, thinks = rig()
        for number in range(14):
            await bot(thinks, "stranger", f"stranger {number}")
        told: list[int] = []
        asked = await hint(thinks, "guest", told)
        assert told == [1], "the guest is told that one is before"
        await pool.answer()
        assert pool.order == ["bot stranger 0", "hint guest"]
        await pool.answer()
        assert len(await asked) == 1

    asyncio.run(evening())


def test_table_14_a_hint_that_need_not_wait_says_nothing() -> None:
    async def evening() -> None:
        pool, thinks = rig()
        told: list[int] = []
        asked = await hint(thinks, "guest", told)
        await pool.answer()
        assert await asked and told == []

    asyncio.run(evening())


def test_table_14_visitors_take_turns_and_people_come_before_bots_among_themselves() -> None:
    async def evening() -> None:
        pool, thinks = rig()
        for number in range(5):
            await bot(thinks, "stranger", f"stranger {number}")
        await bot(thinks, "idler", "idler")
        await bot(thinks, "host", "host", people=2)
        for _ in range(5):
            await pool.answer()
        assert pool.order == [
            f"bot {who}" for who in ("stranger 0", "host", "stranger 1", "idler", "stranger 2", "stranger 3")
        ]

    asyncio.run(evening())


@pytest.mark.usefixtures("quick_bots")
def test_table_14_one_visitors_bots_answer_quickly_when_too_many_wait() -> None:
    async def evening() -> None:
        pool, thinks = rig()
        asked = [await bot(thinks, "stranger", str(number)) for number in range(14)]
        hurried = [await one for one in asked[1 + thinking.EACH_WAITING :]]
        assert hurried == [Thought(QUESTION.options[1], hurried=True)] * (13 - thinking.EACH_WAITING)
        other = await bot(thinks, "host", "host", people=1)
        await pool.answer()
        await pool.answer()
        assert await other == Thought(QUESTION.options[0])

    asyncio.run(evening())


@pytest.mark.usefixtures("quick_bots")
def test_table_14_a_bot_does_not_wait_for_ever() -> None:
    async def evening() -> None:
        pool, thinks = rig()
        with patch("triclinium.table.bots.thinking.PATIENCE_SECONDS", 0.01):
            first = await bot(thinks, "host", "first", people=1)
            second = await bot(thinks, "host", "second", people=1)
            assert (await second).hurried
        await pool.answer()
        assert not (await first).hurried
        assert pool.order == ["bot first"], "the one that went is not thought about"

    asyncio.run(evening())


def test_table_14_hints_of_one_visitor_are_bounded() -> None:
    async def evening() -> None:
        _, thinks = rig()
        for _ in range(1 + thinking.EACH_WAITING):
            await hint(thinks, "greedy")
        with pytest.raises(Refused, match="too_fast"):
            await (await hint(thinks, "greedy"))
        assert not (await hint(thinks, "modest")).done()

    asyncio.run(evening())


def test_table_14_people_are_told(tmp_path: Path) -> None:
    def hurried(chair: Chair) -> bool:
        return chair.state is not None and (chair.state["moved"] or {}).get("by") == "hurried"

    async def evening() -> None:
        async with house(tmp_path) as place:
            pool = Pool()
            thinks = place.hub.scheduler.thinking
            thinks.workers = pool
            pool.hints = lambda *given: pool._ask("hint guest")
            await thinks._turns.begin("stranger")
            _, (chair,) = await seated(place, 1, seats=[{}, *[{"bot": "strong"}] * 3])
            while await chair.until(lambda: hurried(chair) or (chair.to_answer() and 1)) is not True:
                await chair.play(random.Random(1), 1)
            stored = [json.loads(row) for row in await place.hub.store.load(chair.id)]
            assert any(row.get("by") == "hurried" for row in stored)
            await chair.until(chair.to_answer)
            await chair.send("hint", decision=chair.decision["id"], nonce="hint-nonce", wait=False)
            waiting = await chair.until(lambda: next((one for one in chair.heard if one["type"] == "hint_waits"), None))
            assert (waiting["nonce"], waiting["decision"], waiting["ahead"]) == ("hint-nonce", chair.decision["id"], 1)
            thinks._turns.end("stranger")
            await settled()
            pool.asked[-1][1].set_result([Hint(QUESTION.options[0], 0.5, "plain", {})])
            await chair.until(lambda: any(one["type"] == "hints" for one in chair.heard))

    with (
        patch("triclinium.table.live.hinting.gives_hints", lambda game: True),
        patch("triclinium.table.bots.thinking.PATIENCE_SECONDS", 0.01),
    ):
        asyncio.run(evening())
