"""A queue of questions to searching bots, for machines that do nothing but think (`triclinium think`).

A question has what its seat may see, never more. Questions wait in Redis by visitor, and visitors are served in turn:
whoever asks much waits behind their own questions. An answer goes to the node that asked, which waits only so long and
then lets one of its own bots answer.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, cast

import msgspec
from redis.asyncio import Redis

from triclinium.table.bus import NobodyThinks, Question
from triclinium.table.bus.line import TROUBLE, WAIT_SECONDS, client_of
from triclinium.table.ops.ending import end
from triclinium.table.ops.journal import Journal

BEAT_SECONDS = 1.0
THINKERS_SECONDS = 4
"""A thinker that did not say for so long that it is there is gone."""
KEPT_SECONDS = 30
"""Nobody waits longer for an answer."""
AGAIN_SECONDS = 0.5
ASK = """
if redis.call('rpush', KEYS[2], ARGV[2]) == 1 then redis.call('rpush', KEYS[1], ARGV[1]) end
redis.call('expire', KEYS[2], ARGV[3])
redis.call('rpush', KEYS[3], 1)
redis.call('expire', KEYS[3], ARGV[3])
"""
"""A visitor is in the ring once, for as long as questions of theirs wait; a token wakes one thinker."""
TAKE = """
while true do
    local visitor = redis.call('lpop', KEYS[1])
    if not visitor then return nil end
    local question = redis.call('lpop', KEYS[2] .. visitor)
    if redis.call('llen', KEYS[2] .. visitor) > 0 then redis.call('rpush', KEYS[1], visitor) end
    if question then return question end
end
"""


class Reply(msgspec.Struct, array_like=True):
    number: str
    answer: Any


ENCODE = msgspec.msgpack.Encoder().encode
QUESTION = msgspec.msgpack.Decoder(Question)
REPLY = msgspec.msgpack.Decoder(Reply)


class _Queue:
    """The names of one house's questions in Redis."""

    def __init__(self, url: str, house: str) -> None:
        self.redis: Redis = client_of(url)
        prefix = f"triclinium:{house}:questions:"
        self.ring, self.of, self.tokens = f"{prefix}ring", f"{prefix}of:", f"{prefix}tokens"
        self.thinkers, self.replies = f"{prefix}thinkers", f"{prefix}replies:"

    async def close(self) -> None:
        with suppress(*TROUBLE):
            async with asyncio.timeout(WAIT_SECONDS):
                await self.redis.aclose()


class Questions:
    """Asks thinkers on other machines, as long as there are any."""

    def __init__(self, url: str, house: str = "") -> None:
        self._queue = _Queue(url, house)
        self.node = secrets.token_hex(6)
        self.there = False
        """Whether somebody thinks elsewhere."""
        self._waiting: dict[str, asyncio.Future[Any]] = {}
        self._tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        self._tasks = [asyncio.create_task(work()) for work in (self._look, self._listen)]

    async def ask(self, visitor: str, question: Question, seconds: float) -> Any:
        """The answer of a bot. Raises `NobodyThinks`."""
        question.number, question.node = secrets.token_hex(8), self.node
        waiting = self._waiting[question.number] = asyncio.get_running_loop().create_future()
        queue = self._queue
        try:
            async with asyncio.timeout(seconds):
                keys = (queue.ring, f"{queue.of}{visitor}", queue.tokens)
                await queue.redis.eval(ASK, 3, *keys, visitor, ENCODE(question), KEPT_SECONDS)
                return await waiting
        except TROUBLE:
            raise NobodyThinks from None
        finally:
            del self._waiting[question.number]

    async def _look(self) -> None:
        """See every second whether there are thinkers."""
        while True:
            try:
                self.there = bool(await self._queue.redis.exists(self._queue.thinkers))
            except TROUBLE:
                self.there = False
            await asyncio.sleep(BEAT_SECONDS)

    async def _listen(self) -> None:
        while True:
            heard = self._queue.redis.pubsub()
            try:
                await heard.subscribe(f"{self._queue.replies}{self.node}")
                while True:
                    got = await heard.get_message(ignore_subscribe_messages=True, timeout=BEAT_SECONDS)
                    if got is not None:
                        self._take(got["data"])
            except TROUBLE:
                await asyncio.sleep(AGAIN_SECONDS)
            finally:
                with suppress(*TROUBLE):
                    await heard.aclose()  # type: ignore[no-untyped-call]

    def _take(self, data: bytes) -> None:
        with suppress(msgspec.DecodeError):
            reply = REPLY.decode(data)
            waiting = self._waiting.get(reply.number)
            if waiting is not None and not waiting.done():
                if reply.answer is None:
                    waiting.set_exception(NobodyThinks())
                else:
                    waiting.set_result(reply.answer)

    async def close(self) -> None:
        await end(self._tasks, WAIT_SECONDS)
        await self._queue.close()


class Thinker:
    """Takes questions and answers them, so many at once."""

    def __init__(
        self, url: str, house: str, journal: Journal, at_once: int, think: Callable[[Question], Awaitable[Any]]
    ) -> None:
        self._queue = _Queue(url, house)
        self.journal = journal
        self.at_once = at_once
        self.think = think
        self.answered = 0

    async def run(self) -> None:
        """Think until cancelled."""
        try:
            async with asyncio.TaskGroup() as group:
                group.create_task(self._beat())
                for _ in range(self.at_once):
                    group.create_task(self._work())
        finally:
            await self._queue.close()

    async def _beat(self) -> None:
        gone = False
        while True:
            try:
                await self._queue.redis.set(self._queue.thinkers, 1, ex=THINKERS_SECONDS)
                if gone:
                    self.journal.note("bus", back=1)
                gone = False
            except TROUBLE:
                if not gone:
                    self.journal.trouble(
                        "bus", "Redis cannot be reached; the nodes think by themselves until it is back"
                    )
                gone = True
            await asyncio.sleep(BEAT_SECONDS)

    async def _work(self) -> None:
        queue = self._queue
        while True:
            try:
                if await cast("Awaitable[Any]", queue.redis.blpop([queue.tokens], timeout=WAIT_SECONDS / 2)) is None:
                    continue
                taken = await queue.redis.eval(TAKE, 2, queue.ring, queue.of)
                if taken is not None:
                    await self._answer(taken)
            except TROUBLE:
                await asyncio.sleep(AGAIN_SECONDS)

    async def _answer(self, taken: bytes) -> None:
        with suppress(msgspec.DecodeError):  # of another version
            question = QUESTION.decode(taken)
            answer = None
            try:
                answer = await self.think(question)
                self.answered += 1
            except Exception as error:
                self.journal.fault("bot", error)
            await self._queue.redis.publish(
                f"{self._queue.replies}{question.node}", ENCODE(Reply(question.number, answer))
            )
