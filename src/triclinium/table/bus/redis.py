"""The bus over Redis: publish and subscribe, and a lock with expiry. Redis stores nothing that anybody needs.

One connection listens, another tells. What is to be told is gathered and sent in one go, so that a busy node does not
wait for each word. If Redis is gone or cut off, the node goes on by itself; the journal says so once, and once when it
is back.
"""

from __future__ import annotations

import asyncio
import secrets
from contextlib import suppress

import msgspec
from redis.asyncio import Redis
from redis.asyncio.client import PubSub
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import AuthenticationError, RedisError, ResponseError

from triclinium.table.bus import NOBODY, BusFailed, Elsewhere, Listener, Presence
from triclinium.table.ops.ending import end
from triclinium.table.ops.journal import Journal

BEAT_SECONDS = 1.0
"""How often a node says that it is there, and what was spent at it."""
GONE_SECONDS = 5.0
"""A node that was not heard for so long is gone, and its people with it."""
WAIT_SECONDS = 1.0
"""How long Redis may take to answer."""
SILENT_SECONDS = 2.0
"""A node that does not hear itself for so long is cut off."""
AGAIN_SECONDS = 0.5
TROUBLE = (RedisError, OSError, TimeoutError, asyncio.TimeoutError)


class _Word(msgspec.Struct, array_like=True):
    """What one node tells the others: about a table, or about itself."""

    node: str
    number: int | None = None
    """So many rows has the table."""
    seats: list[int] | None = None
    """Who is at the table, with the next two."""
    host: bool = False
    watching: int = 0
    lifting: list[int] = []
    stop: int = 0
    asks: bool = False
    """Wants to know who is at the table."""
    spent: dict[str, float] | None = None
    leaves: bool = False


ENCODE = msgspec.msgpack.Encoder().encode
WORD = msgspec.msgpack.Decoder(_Word)


class RedisBus:
    alone = False

    def __init__(self, url: str, journal: Journal, house: str = "") -> None:
        self.journal = journal
        self.node = secrets.token_hex(6)
        self._prefix = f"triclinium:{house}:".encode()
        # No retries inside: whoever waits here falls behind, and the store is there.
        self._redis = client_of(url)
        self._listener: Listener | None = None
        self._tables: set[str] = set()
        self._listening: PubSub | None = None
        self._out: dict[tuple[bytes, bool], bytes] = {}
        self._wanted: dict[bytes, bool] = {}
        """Channels to subscribe to, or to leave."""
        self._news = asyncio.Event()
        self._spent: dict[str, float] = {}
        self._mine: dict[str, Presence] = {}
        self._elsewhere: dict[str, Elsewhere] = {}
        self._beats: dict[str, float] = {}
        self._echo = 0.0
        """When this node last heard itself."""
        self._tasks: list[asyncio.Task[None]] = []
        self.up = False
        self._said_lost = False

    # --- For the tables -------------------------------------------------------------------------

    def start(self, listener: Listener) -> None:
        self._listener = listener
        self._tasks = [asyncio.create_task(work()) for work in (self._run, self._beat)]

    def present(self) -> frozenset[str]:
        return frozenset({self.node, *self._beats}) if self.up else frozenset()

    def subscribe(self, table: str) -> None:
        if table not in self._tables:
            self._tables.add(table)
            self._want(table, True)

    def unsubscribe(self, table: str) -> None:
        if table in self._tables:
            self.here(table, NOBODY)
            self._tables.discard(table)
            self._elsewhere.pop(table, None)
            self._want(table, False)

    def publish(self, table: str, number: int) -> None:
        self._say(table, _Word(self.node, number=number))

    def here(self, table: str, presence: Presence) -> None:
        if self._mine.get(table, NOBODY) != presence:
            if presence:
                self._mine[table] = presence
            else:
                self._mine.pop(table, None)
            self._tell_presence(table)

    def spend(self, name: str, drops: float) -> None:
        self._spent[name] = self._spent.get(name, 0.0) + drops

    async def may_think(self, job: str, seconds: float) -> bool:
        if not self.up:
            return True
        try:
            async with asyncio.timeout(WAIT_SECONDS):
                key, lease = self._prefix + b"think:" + job.encode(), int(seconds * 1000)
                asking = self._redis.pipeline()
                asking.set(key, self.node, nx=True, px=lease)
                asking.get(key)
                first, holder = await asking.execute()
                if first or holder != self.node.encode():
                    return bool(first)
                await self._redis.pexpire(key, lease)
                return True
        except TROUBLE:
            return True

    async def close(self) -> None:
        if self.up:
            with suppress(*TROUBLE):
                await self._redis.publish(self._prefix + b"all", ENCODE(_Word(self.node, leaves=True)))
        await end(self._tasks, WAIT_SECONDS)
        with suppress(*TROUBLE):
            async with asyncio.timeout(WAIT_SECONDS):
                await self._redis.aclose()

    # --- Telling ------------------------------------------------------------------------------

    def _channel(self, table: str) -> bytes:
        return self._prefix + b"table:" + table.encode()

    def _want(self, table: str, wanted: bool) -> None:
        if self.up:
            self._wanted[self._channel(table)] = wanted
            self._news.set()

    def _say(self, table: str, word: _Word) -> None:
        """Say something about a table with the next batch; a newer number replaces an older one."""
        if self.up:
            self._out[self._channel(table), word.number is None] = ENCODE(word)
            self._news.set()

    def _tell_presence(self, table: str) -> None:
        mine = self._mine.get(table, NOBODY)
        word = _Word(
            self.node, seats=sorted(mine.seats), host=mine.host, watching=mine.watching,
            lifting=sorted(mine.lifting), stop=mine.stop,
        )  # fmt: skip
        self._say(table, word)

    async def _tell(self) -> None:
        """Send what was gathered, again and again."""
        while True:
            await self._news.wait()
            self._news.clear()
            wanted, self._wanted = self._wanted, {}
            out, self._out = self._out, {}
            assert self._listening is not None
            if into := [channel for channel, yes in wanted.items() if yes]:
                await self._listening.subscribe(*into)
            if away := [channel for channel, yes in wanted.items() if not yes]:
                await self._listening.unsubscribe(*away)
            if out or into:
                pipe = self._redis.pipeline(transaction=False)
                for (channel, _), word in out.items():
                    pipe.publish(channel, word)
                for channel in into:
                    pipe.publish(channel, ENCODE(_Word(self.node, asks=True)))
                await pipe.execute()

    async def _beat(self) -> None:
        """Say every second that this node is there, and forget nodes that do not."""
        while True:
            await asyncio.sleep(BEAT_SECONDS)
            spent, self._spent = self._spent, {}
            if self.up:
                self._out[self._prefix + b"all", False] = ENCODE(_Word(self.node, spent=spent))
                self._news.set()
            late = asyncio.get_running_loop().time() - GONE_SECONDS
            for node in [node for node, heard in self._beats.items() if heard < late]:
                self._forget(node)

    # --- Hearing ------------------------------------------------------------------------------

    async def _run(self) -> None:
        """Connect, listen and tell until that fails; then try again."""
        while True:
            working: list[asyncio.Task[None]] = []
            self._listening = self._redis.pubsub()
            try:
                tables = set(self._tables)
                await self._listening.subscribe(self._prefix + b"all", *map(self._channel, tables))
                await self._redis.ping()
                self._is_up(tables)
                working = [asyncio.create_task(work()) for work in (self._hear, self._tell)]
                for done in asyncio.as_completed(working):
                    await done
            except TROUBLE as error:
                self._is_down(error)
            finally:
                await end(working)
                with suppress(*TROUBLE):
                    await self._listening.aclose()  # type: ignore[no-untyped-call]
            await asyncio.sleep(AGAIN_SECONDS)

    async def _hear(self) -> None:
        """Listen; our own beat comes back every second, so silence means that we are cut off."""
        assert self._listening is not None
        self._echo = asyncio.get_running_loop().time()
        while True:
            got = await self._listening.get_message(ignore_subscribe_messages=True, timeout=BEAT_SECONDS)
            if got is not None:
                self._take(got["channel"], got["data"])
            elif asyncio.get_running_loop().time() > self._echo + SILENT_SECONDS:
                raise TimeoutError

    def _take(self, channel: bytes, data: bytes) -> None:
        with suppress(msgspec.DecodeError):  # somebody else's word
            word = WORD.decode(data)
            now = asyncio.get_running_loop().time()
            if word.node == self.node:
                self._echo = now
                return
            self._beats[word.node] = now
            if channel == self._prefix + b"all":
                self._take_beat(word)
            else:
                self._take_word(channel.rpartition(b":")[2].decode(), word)

    def _take_beat(self, word: _Word) -> None:
        assert self._listener is not None
        if word.leaves:
            self._forget(word.node)
        elif word.spent:
            self._listener.spent(word.spent)

    def _take_word(self, table: str, word: _Word) -> None:
        assert self._listener is not None
        if table not in self._tables:
            return
        if word.number is not None:
            self._listener.heard(table, word.number)
        if word.asks and table in self._mine:
            self._tell_presence(table)
        if word.seats is not None:
            nodes = self._elsewhere.setdefault(table, Elsewhere()).nodes
            nodes[word.node] = Presence(
                frozenset(word.seats), word.host, word.watching, frozenset(word.lifting), word.stop
            )
            if not nodes[word.node]:
                del nodes[word.node]
            self._listener.present(table, self._elsewhere[table].together())

    def _forget(self, node: str) -> None:
        assert self._listener is not None
        self._beats.pop(node, None)
        for table, there in list(self._elsewhere.items()):
            if there.nodes.pop(node, None):
                self._listener.present(table, there.together())

    def _is_up(self, subscribed: set[str]) -> None:
        assert self._listener is not None
        self.up = True
        if self._said_lost:
            self._said_lost = False
            self.journal.note("bus", back=1)
        self._out = {}
        # Tables that came or went meanwhile.
        self._wanted = {self._channel(table): table in self._tables for table in self._tables ^ subscribed}
        for table in self._mine:
            self._tell_presence(table)
        for table in self._tables:
            self._out[self._channel(table), False] = ENCODE(_Word(self.node, asks=True))
        self._news.set()
        self._listener.found()

    def _is_down(self, error: Exception) -> None:
        assert self._listener is not None
        self.up = False
        for node in list(self._beats):
            self._forget(node)
        if not self._said_lost:
            self._said_lost = True
            self.journal.trouble("bus", why(error))
            self._listener.lost()


def client_of(url: str) -> Redis:
    """Somebody who asks Redis, and soon loses patience."""
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
