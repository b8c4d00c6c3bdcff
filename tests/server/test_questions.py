"""Machines that only think: questions are answered elsewhere, visitors take turns, and without them nodes go on."""

from __future__ import annotations

import asyncio
import concurrent.futures
import random
import subprocess
import sys
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from bench.backends import Redis
from msgspec import to_builtins

from triclinium.bots.workers import Workers
from triclinium.core.player import Look
from triclinium.games import game_named
from triclinium.table import think
from triclinium.table.bots.thinking import Thinking, Thought
from triclinium.table.bus import NobodyThinks, Question
from triclinium.table.bus.questions import QUESTION, Questions, Thinker
from triclinium.table.ops.journal import Journal

from .people import Lines
from .room import Room, play_on
from .test_nodes import refused

PATIENCE = 20.0
COMPILING = 240.0
"""Seconds that a first search may take where none was compiled before."""


def question(seed: int) -> Question:
    return Question("banquet", "strong", {"see": [1, 2]}, {"id": 1}, seed)


async def until(wanted: Callable[[], bool], seconds: float = PATIENCE) -> None:
    async with asyncio.timeout(seconds):
        while not wanted():
            await asyncio.sleep(0.01)


async def with_thinker(
    redis: Redis,
    house: str,
    answers: Callable[[Question], Awaitable[Any]],
    play: Callable[[Questions], Awaitable[None]],
    lines: list[str] | None = None,
) -> None:
    questions = Questions(redis.url, house)
    thinker = Thinker(redis.url, house, Journal(Lines([] if lines is None else lines)), 1, answers)
    running = asyncio.create_task(thinker.run())
    questions.start()
    try:
        await until(lambda: questions.there)
        await play(questions)
    finally:
        await questions.close()
        running.cancel()
        await asyncio.wait([running])


def test_a_question_is_answered_elsewhere(redis: Redis, house_name: str) -> None:
    async def answers(asked: Question) -> Any:
        return {"kind": "offer", "to": asked.seed, "saw": asked.view}

    async def play(questions: Questions) -> None:
        found = await questions.ask("livia", question(2), PATIENCE)
        assert found == {"kind": "offer", "to": 2, "saw": {"see": [1, 2]}}

    asyncio.run(with_thinker(redis, house_name, answers, play))


def test_visitors_take_turns_whoever_asks_more(redis: Redis, house_name: str) -> None:
    order: list[int] = []
    first, go = asyncio.Event(), asyncio.Event()

    async def answers(asked: Question) -> Any:
        first.set()
        await go.wait()
        order.append(asked.seed)
        return {"seed": asked.seed}

    async def play(questions: Questions) -> None:
        asked = [asyncio.create_task(questions.ask("livia", question(0), PATIENCE))]
        await first.wait()
        for visitor, seed in [("livia", 1), ("livia", 2), ("livia", 3), ("gaius", 10), ("marcus", 20), ("gaius", 11)]:
            asked.append(asyncio.create_task(questions.ask(visitor, question(seed), PATIENCE)))
            await until_it_waits(questions, visitor, seed)
        go.set()
        await asyncio.gather(*asked)
        assert order == [0, 1, 10, 20, 2, 11, 3]

    asyncio.run(with_thinker(redis, house_name, answers, play))


async def until_it_waits(questions: Questions, visitor: str, seed: int) -> None:
    """Until a question has come to the queue: they wait in the order of their coming."""
    key = f"{questions._queue.of}{visitor}"
    async with asyncio.timeout(PATIENCE):
        while [QUESTION.decode(last).seed for last in await questions._queue.redis.lrange(key, -1, -1)] != [seed]:
            await asyncio.sleep(0.01)


def test_who_gets_no_answer_answers_alone(redis: Redis, house_name: str) -> None:
    lines: list[str] = []

    async def answers(asked: Question) -> Any:
        if asked.seed == 1:
            raise ValueError("secret")
        await asyncio.sleep(PATIENCE)

    async def play(questions: Questions) -> None:
        with pytest.raises(NobodyThinks):
            await questions.ask("livia", question(1), PATIENCE)
        with pytest.raises(NobodyThinks):
            await questions.ask("livia", question(2), 0.1)
        assert '"error": "ValueError"' in lines[0]
        assert "secret" not in lines[0]

    asyncio.run(with_thinker(redis, house_name, answers, play, lines))


def test_a_thinker_sees_what_its_seat_sees_and_answers_as_the_rules_allow() -> None:
    """The real thing except for the transport: a searching bot of a worker is asked through what travels."""
    room = Room(people=3).begin()
    play_on(room, 10, seed=4)
    table = room.table
    seat, asked = next(iter(table.questions.items()))
    game = game_named("banquet")
    look = Look(table.game, game.copy(table.play.state), asked.decision, random.Random(3))
    sent = Question("banquet", "strong", look.view, to_builtins(asked.decision), 5)
    seen: list[tuple[object, ...]] = []

    class OneWorker:
        def choose(self, *given: Any) -> Any:
            seen.append(given)
            done: concurrent.futures.Future[Any] = concurrent.futures.Future()
            done.set_result(given[3].options[0])
            return done

    async def ask() -> Any:
        return await think.answer(OneWorker(), sent)

    assert asyncio.run(ask()) in asked.decision.options
    (given,) = seen
    assert given[2] == look.view
    assert given[3] == asked.decision
    assert given[3].seat == seat
    for wrong in (Question("chess", "strong", {}, {}, 1), Question("banquet", "random", {}, {}, 1)):
        with pytest.raises(think.Refusing):
            asyncio.run(think.answer(OneWorker(), wrong))


class Elsewhere:
    """Thinkers that answer or do not."""

    there = True

    def __init__(self, answer: Any) -> None:
        self.answer = answer
        self.asked: list[tuple[str, Question]] = []

    async def ask(self, visitor: str, asked: Question, _seconds: float) -> Any:
        self.asked.append((visitor, asked))
        if self.answer is None:
            raise NobodyThinks
        return self.answer


@pytest.mark.parametrize("answers", [True, False])
def test_a_searching_bot_is_asked_elsewhere_first_and_here_if_nobody_answers(answers: bool) -> None:
    room = Room(people=3).begin()
    play_on(room, 10, seed=4)
    asked = next(iter(room.table.questions.values()))
    look = Look(room.table.game, room.table.play.state, asked.decision, random.Random(3))
    thinking = Thinking(Workers(1), Journal(quiet=True))
    there = Elsewhere(asked.decision.options[-1] if answers else None)
    thinking.elsewhere = there
    thinking.workers.ready = lambda _game: False
    try:
        thought = asyncio.run(thinking.bot(room.table, "easy", look))
    finally:
        thinking.close()
    ((visitor, question),) = there.asked
    assert (visitor, question.bot, question.view) == (room.table.made.host, "easy", look.view)
    assert thought.answer in asked.decision.options
    assert thought.hurried is not answers


def test_think_needs_a_redis() -> None:
    assert "as redis://HOST:6379" in refused("think", "--bus", "amqp://127.0.0.1")


def thinking_process(redis: Redis, house: str, *games: str) -> subprocess.Popen[str]:
    """`triclinium think`, in a process of its own; it compiles the searches of these games first."""
    program = f"from triclinium.table import think; think.GAMES = {games}; think.run(*{(redis.url, house, 1)}, print)"
    thinker = subprocess.Popen(
        [sys.executable, "-uc", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert thinker.stdout is not None
    assert thinker.stdout.readline() == "1\n"
    return thinker


def test_a_machine_that_only_thinks_searches_for_a_node(redis: Redis, house_name: str) -> None:
    """The whole way: a node's question, the queue, another process, a real search, and an answer that is legal."""
    room = Room(people=3).begin()
    play_on(room, 10, seed=4)
    asked = next(one.decision for one in room.table.questions.values() if len(one.decision.options) > 1)
    look = Look(room.table.game, room.table.play.state, asked, random.Random(3))
    thinking = Thinking(Workers(1), Journal(quiet=True))
    thinking.workers.ready = lambda _game: False

    async def ask() -> Thought:
        questions = thinking.elsewhere = Questions(redis.url, house_name)
        questions.start()
        try:
            await until(lambda: questions.there, COMPILING)
            return await thinking.bot(room.table, "master", look)
        finally:
            await questions.close()

    thinker = thinking_process(redis, house_name, "banquet")
    try:
        thought = asyncio.run(ask())
    finally:
        thinking.close()
        thinker.terminate()
        _, said = thinker.communicate(timeout=20)
    assert '"answers": 1' in said
    assert thought.answer in asked.options
    assert not thought.hurried


def test_a_thinker_is_asked_when_its_searches_are_compiled_and_not_before(monkeypatch: pytest.MonkeyPatch) -> None:
    compiling: list[concurrent.futures.Future[None]] = []
    compiled: list[bool] = []

    class Compiles:
        count = 1

        def __init__(self, *_: object, **__: object) -> None: ...

        def warming(self, _game: str) -> list[concurrent.futures.Future[None]]:
            compiling.append(concurrent.futures.Future())
            asyncio.get_running_loop().call_soon(compiling[-1].set_result, None)
            return compiling[-1:]

        warm_up = warming

        def close(self) -> None: ...

    class Asked:
        answered = 0

        async def run(self) -> None:
            compiled.extend(one.done() for one in compiling)

    async def no_bus(_url: str) -> None: ...

    monkeypatch.setattr(think, "Workers", Compiles)
    monkeypatch.setattr(think, "thinker_at", lambda *_: Asked())
    monkeypatch.setattr(think, "try_bus", no_bus)
    think.run("redis://nowhere", "", 1, lambda _count: None)
    assert compiled
    assert all(compiled)


def test_a_thinker_ends_at_once_when_told_to_even_while_it_compiles(redis: Redis, house_name: str) -> None:
    words = ["think", "--bus", redis.url, "--house", house_name, "--workers", "1"]
    thinker = subprocess.Popen(
        [sys.executable, "-m", "triclinium.cli", *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert thinker.stdout is not None
    assert "1 bots may think at once" in thinker.stdout.readline()
    thinker.terminate()
    _, said = thinker.communicate(timeout=20)
    assert '"what": "stopped"' in said
