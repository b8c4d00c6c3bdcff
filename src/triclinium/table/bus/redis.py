"""The bus over Redis: publish and subscribe, and a lock with expiry. Redis stores nothing that anybody needs.

If Redis is gone or cut off (`line`), the node goes on by itself.
"""

from __future__ import annotations

import asyncio
import secrets
from contextlib import suppress

import msgspec

from triclinium.table.bus import NOBODY, Elsewhere, Listener, Presence
from triclinium.table.bus.line import BEAT_SECONDS, TROUBLE, WAIT_SECONDS, Line, client_of
from triclinium.table.ops.ending import end
from triclinium.table.ops.journal import Journal

GONE_SECONDS = 5.0
"""A node that was not heard for so long is gone, and its people with it."""


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
        self.node = secrets.token_hex(6)
        self._prefix = f"triclinium:{house}:".encode()
        self._redis = client_of(url)
        self._greeting = ENCODE(_Word(self.node, asks=True))
        self._line = Line(self._redis, journal, self._greeting)
        self._listener: Listener | None = None
        self._tables: set[str] = set()
        self._spent: dict[str, float] = {}
        self._mine: dict[str, Presence] = {}
        self._elsewhere: dict[str, Elsewhere] = {}
        self._beats: dict[str, float] = {}
        self._tasks: list[asyncio.Task[None]] = []

    @property
    def up(self) -> bool:
        return self._line.up

    # --- For the tables -------------------------------------------------------------------------

    def start(self, listener: Listener) -> None:
        self._listener = listener
        self._tasks = [asyncio.create_task(work) for work in (self._line.hold(self), self._beat())]

    def present(self) -> frozenset[str]:
        return frozenset({self.node, *self._beats}) if self.up else frozenset()

    def subscribe(self, table: str) -> None:
        if table not in self._tables:
            self._tables.add(table)
            self._line.want(self._channel(table), True)

    def unsubscribe(self, table: str) -> None:
        if table in self._tables:
            self.here(table, NOBODY)
            self._tables.discard(table)
            self._elsewhere.pop(table, None)
            self._line.want(self._channel(table), False)

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

    def _say(self, table: str, word: _Word) -> None:
        """Say something about a table with the next batch; a newer number replaces an older one."""
        self._line.say(self._channel(table), ENCODE(word), beside=word.number is None)

    def _tell_presence(self, table: str) -> None:
        mine = self._mine.get(table, NOBODY)
        word = _Word(
            self.node, seats=sorted(mine.seats), host=mine.host, watching=mine.watching,
            lifting=sorted(mine.lifting), stop=mine.stop,
        )  # fmt: skip
        self._say(table, word)

    async def _beat(self) -> None:
        """Say every second that this node is there and what was spent at it, and forget nodes that do not."""
        while True:
            await asyncio.sleep(BEAT_SECONDS)
            spent, self._spent = self._spent, {}
            self._line.say(self._prefix + b"all", ENCODE(_Word(self.node, spent=spent)))
            late = asyncio.get_running_loop().time() - GONE_SECONDS
            for node in [node for node, heard in self._beats.items() if heard < late]:
                self._forget(node)

    # --- Hearing ------------------------------------------------------------------------------

    def channels(self) -> set[bytes]:
        return {self._prefix + b"all", *map(self._channel, self._tables)}

    def take(self, channel: bytes, word: bytes) -> bool:
        try:
            heard = WORD.decode(word)
        except msgspec.DecodeError:
            return False  # somebody else's word
        if heard.node == self.node:
            return True
        self._beats[heard.node] = asyncio.get_running_loop().time()
        if channel == self._prefix + b"all":
            self._take_beat(heard)
        else:
            self._take_word(channel.rpartition(b":")[2].decode(), heard)
        return False

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

    def connected(self) -> None:
        assert self._listener is not None
        for table in self._mine:
            self._tell_presence(table)
        for table in self._tables:
            self._line.say(self._channel(table), self._greeting)
        self._listener.found()

    def cut_off(self) -> None:
        assert self._listener is not None
        for node in list(self._beats):
            self._forget(node)
        self._listener.lost()
