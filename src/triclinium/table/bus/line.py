"""The line to Redis: one connection listens, another tells.

What is to be told is gathered and sent in one go, so that a busy node does not wait for each word. If Redis is gone or
cut off, the line is tried again until it holds; the journal says so once, and once when it is back.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Protocol

from redis.asyncio import Redis
from redis.asyncio.client import PubSub
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import AuthenticationError, RedisError, ResponseError

from triclinium.table.bus import BusFailed
from triclinium.table.ops.ending import end
from triclinium.table.ops.journal import Journal

WAIT_SECONDS = 1.0
"""How long Redis may take to answer."""
BEAT_SECONDS = 1.0
"""How often a node says that it is there; it hears that itself."""
SILENT_SECONDS = 2.0
"""A node that does not hear itself for so long is cut off."""
AGAIN_SECONDS = 0.5
TROUBLE = (RedisError, OSError, TimeoutError, asyncio.TimeoutError)


class AtTheLine(Protocol):
    """Whoever speaks and listens on a line."""

    def channels(self) -> set[bytes]:
        """What to listen to."""

    def take(self, channel: bytes, word: bytes) -> bool:
        """A word has come; whether it was our own."""

    def connected(self) -> None:
        """The line holds (again). What was to be told before is dropped."""

    def cut_off(self) -> None:
        """The line does not hold."""


class Line:
    def __init__(self, redis: Redis, journal: Journal, greeting: bytes) -> None:
        self.journal = journal
        self.up = False
        self._redis = redis
        self._greeting = greeting
        """What is told on every channel that is joined."""
        self._out: dict[tuple[bytes, bool], bytes] = {}
        self._wanted: dict[bytes, bool] = {}
        """Channels to subscribe to, or to leave."""
        self._news = asyncio.Event()
        self._said_lost = False

    def want(self, channel: bytes, wanted: bool) -> None:
        """Join or leave a channel with the next batch."""
        if self.up:
            self._wanted[channel] = wanted
            self._news.set()

    def say(self, channel: bytes, word: bytes, *, beside: bool = False) -> None:
        """Tell something with the next batch. It replaces what was to be told there; `beside` that is apart."""
        if self.up:
            self._out[channel, beside] = word
            self._news.set()

    async def hold(self, who: AtTheLine) -> None:
        """Connect, listen and tell until that fails; then try again."""
        while True:
            working: list[asyncio.Task[None]] = []
            listening = self._redis.pubsub()
            try:
                channels = who.channels()
                await listening.subscribe(*channels)
                await self._redis.ping()
                self._is_up(who, channels)
                working = [asyncio.create_task(work) for work in (self._hear(who, listening), self._tell(listening))]
                for done in asyncio.as_completed(working):
                    await done
            except TROUBLE as error:
                self._is_down(who, error)
            finally:
                await end(working)
                with suppress(*TROUBLE):
                    await listening.aclose()  # type: ignore[no-untyped-call]
            await asyncio.sleep(AGAIN_SECONDS)

    async def _hear(self, who: AtTheLine, listening: PubSub) -> None:
        """Listen; our own beat comes back every second, so silence means that we are cut off."""
        echo = asyncio.get_running_loop().time()
        while True:
            got = await listening.get_message(ignore_subscribe_messages=True, timeout=BEAT_SECONDS)
            if got is not None:
                if who.take(got["channel"], got["data"]):
                    echo = asyncio.get_running_loop().time()
            elif asyncio.get_running_loop().time() > echo + SILENT_SECONDS:
                raise TimeoutError

    async def _tell(self, listening: PubSub) -> None:
        """Send what was gathered, again and again."""
        while True:
            await self._news.wait()
            self._news.clear()
            wanted, self._wanted = self._wanted, {}
            out, self._out = self._out, {}
            if into := [channel for channel, yes in wanted.items() if yes]:
                await listening.subscribe(*into)
            if away := [channel for channel, yes in wanted.items() if not yes]:
                await listening.unsubscribe(*away)
            if out or into:
                pipe = self._redis.pipeline(transaction=False)
                for (channel, _), word in out.items():
                    pipe.publish(channel, word)
                for channel in into:
                    pipe.publish(channel, self._greeting)
                await pipe.execute()

    def _is_up(self, who: AtTheLine, channels: set[bytes]) -> None:
        self.up = True
        if self._said_lost:
            self._said_lost = False
            self.journal.note("bus", back=1)
        self._out = {}
        now = who.channels()
        # Those that came or went meanwhile.
        self._wanted = {channel: channel in now for channel in now ^ channels}
        self._news.set()
        who.connected()

    def _is_down(self, who: AtTheLine, error: Exception) -> None:
        self.up = False
        if not self._said_lost:
            self._said_lost = True
            self.journal.trouble("bus", why(error))
            who.cut_off()


def client_of(url: str) -> Redis:
    """Somebody who asks Redis, and soon loses patience."""
    # No retries inside: whoever waits here falls behind, and the store is there.
    return Redis.from_url(
        url, socket_timeout=WAIT_SECONDS, socket_connect_timeout=WAIT_SECONDS, retry=Retry(NoBackoff(), 0)
    )


async def knock(url: str) -> None:
    """Raise `BusFailed` if Redis is there and does not let us in, or if the address cannot be read."""
    try:
        asked = client_of(url)
        try:
            await asked.ping()
        finally:
            await asked.aclose()
    except (AuthenticationError, ResponseError):
        raise BusFailed("Redis does not take the user or the password; correct the address of --bus") from None
    except ValueError as error:
        raise BusFailed(f"that is no address of a Redis ({error}); write it as redis://HOST:6379") from None
    except TROUBLE:
        pass  # the journal will say so, and when it is back


def why(error: Exception) -> str:
    """What went wrong, in words that an operator can act on."""
    if isinstance(error, AuthenticationError):
        return "Redis does not take the user or the password; every node looks into the store meanwhile"
    return "Redis cannot be reached; every node looks into the store until it is back"
