"""Strangers at a socket or at the routes, who send what `bench/raids.py` makes."""

from __future__ import annotations

import asyncio
import contextlib
import re
import secrets
import time
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import msgspec

from bench.raids import PONG, Prey, frame
from triclinium.table.protocol.messages import Close

if TYPE_CHECKING:
    from bench.proof_hostile import Raid

TABLES, SEATS = 200, 3
MESSAGES_OF_A_TURN = 8
TALK_PER_SECOND, TALK_MOST = 4.5, 90.0
"""A little less than a visitor may send."""
REPLY_SECONDS = 2.0
BROKEN = {Close.BROKEN, Close.PUT_AWAY}
GONE = {Close.NO_RIGHT, Close.NO_TABLE, Close.SEAT_GONE}


@dataclass
class Toll:
    """What the raid has shown."""

    messages: int = 0
    sent: Counter[str] = field(default_factory=Counter)
    statuses: Counter[int] = field(default_factory=Counter)
    closed: Counter[int] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)

    def count(self, what: str, messages: int = 1) -> None:
        self.messages += messages
        self.sent[what] += messages


class DecisionSeen(msgspec.Struct):
    id: int
    options: list[Any]


class Seen(msgspec.Struct):
    decision: DecisionSeen | None = None
    phase: str = ""


SEEN = msgspec.json.Decoder(Seen)


class Raider(asyncio.Protocol):
    """A stranger's socket, handwritten: it sends bytes, and reads only as much as it must."""

    def __init__(self, raid: Raid, prey: Prey, number: int) -> None:
        self.raid = raid
        self.prey = prey
        self.number = number
        self.talk = TALK_MOST
        self.talked_at = time.monotonic()

    async def raid_on(self) -> None:
        """Connect, send, get disconnected, and come again, until enough has been sent."""
        raid = self.raid
        while not raid.done:
            if self.prey.spent:
                self.prey = raid.rng.choice(raid.preys)
                self.number = raid.rng.randrange(len(self.prey.keys))
            try:
                await self._connect()
                while not raid.done and not self.closed.is_set():
                    await self._turn()
            except (OSError, TimeoutError):
                await asyncio.sleep(0.1)
            self._leave()

    async def _connect(self) -> None:
        self.buffer = b""
        self.opened, self.closed, self.heard = asyncio.Event(), asyncio.Event(), asyncio.Event()
        self.state = b""
        loop = asyncio.get_running_loop()
        await loop.create_connection(lambda: self, "127.0.0.1", self.raid.port)
        key = self.prey.keys[self.number]
        self.transport.write(self.raid.requests.handshake(f"/ws/{self.prey.id}", key))
        self.raid.toll.count("a handshake")
        async with asyncio.timeout(30):
            await self.opened.wait()
        if self.number < SEATS and not self.closed.is_set():
            ready = {"type": "ready", "nonce": secrets.token_hex(8), "commitment": secrets.token_hex(32)}
            self.transport.write(frame(msgspec.json.encode(ready)))
            self.raid.toll.count("socket: ready")

    async def _turn(self) -> None:
        """Some messages in a row, then wait for a reply."""
        rng = self.raid.rng
        now = time.monotonic()
        self.talk = min(TALK_MOST, self.talk + (now - self.talked_at) * TALK_PER_SECOND)
        self.talked_at = now
        wanted = rng.randrange(1, MESSAGES_OF_A_TURN)
        flood = rng.random() < 0.002
        if self.talk < wanted and not flood:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout((wanted - self.talk) / TALK_PER_SECOND):
                    await self.closed.wait()
            return
        async with self.raid.at_once:
            if not self.closed.is_set():
                self.heard.clear()
                cut = self._send(60 if flood else wanted)
                if cut and rng.random() < 0.5:
                    self.transport.abort()
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(0.2 if cut else REPLY_SECONDS):
                        await self.heard.wait()

    def _send(self, wanted: int) -> bool:
        """Send this many; returns whether the last one makes the connection unusable."""
        raid = self.raid
        out = []
        cut = False
        decision = self._decision()
        for _ in range(wanted):
            self.talk -= 1
            if raid.rng.random() < 0.06:
                name, body, cut = raid.frames.oddity()
            else:
                name, body = raid.frames.message(self.prey, decision)
            raid.toll.count(f"socket: {name}")
            out.append(body)
            if cut:
                break
        self.transport.write(b"".join(out))
        return cut

    def _decision(self) -> dict[str, Any] | None:
        """The last question to this socket."""
        if not self.state:
            return None
        found = SEEN.decode(self.state).decision
        return None if found is None else {"id": found.id, "options": found.options}

    def _leave(self) -> None:
        if getattr(self, "transport", None) is not None:
            self.transport.abort()

    # --- What comes in --------------------------------------------------------------------------

    def connection_made(self, transport: Any) -> None:
        self.transport: asyncio.Transport = transport

    def connection_lost(self, _error: Exception | None) -> None:
        for event in (self.opened, self.closed, self.heard):
            event.set()

    def data_received(self, data: bytes) -> None:
        self.buffer += data
        if not self.opened.is_set():
            head, found, self.buffer = self.buffer.partition(b"\r\n\r\n")
            if not found:
                self.buffer = head
                return
            status = int(head[9:12])
            if status != 101:
                self.raid.answered(status, "a handshake", head)
                self.transport.abort()
                return
            self.opened.set()
        while (size := self._frame()) is not None:
            self.buffer = self.buffer[size:]
        self.heard.set()

    def _frame(self) -> int | None:
        """Read the next complete frame; returns its length."""
        buffer = self.buffer
        if len(buffer) < 2:
            return None
        size, start = buffer[1], 2
        if size == 126:
            size, start = int.from_bytes(buffer[2:4], "big"), 4
        elif size == 127:
            size, start = int.from_bytes(buffer[2:10], "big"), 10
        if len(buffer) < start + size:
            return None
        if buffer[0] == 0x88:
            self._sent_away(int.from_bytes(buffer[start : start + 2], "big"), buffer[start + 2 : start + size])
        elif buffer[0] == 0x89 and self.raid.rng.random() < 0.8:
            self.transport.write(frame(buffer[start : start + size], PONG))
        elif buffer[start : start + 15] == b'{"type":"state"':
            self.state = buffer[start : start + size]
        elif buffer[start : start + 15] == b'{"type":"table"':
            self._around(buffer[start : start + size])
        return start + size

    def _around(self, body: bytes) -> None:
        """Leave a finished game alone."""
        phase = SEEN.decode(body).phase
        if phase == "over":
            self.raid.forget(self.prey)

    def _sent_away(self, code: int, why: bytes) -> None:
        self.raid.toll.closed[code] += 1
        if code in BROKEN and why != b"keepalive ping timeout":
            self.raid.fault(f"a socket was closed with {code} {why!r}")
        if code in GONE:
            self.raid.forget(self.prey)
        self.transport.abort()


class Asker:
    """A stranger's connection for requests."""

    def __init__(self, raid: Raid) -> None:
        self.raid = raid

    async def ask_on(self) -> None:
        writer = None
        while not self.raid.done:
            if writer is None:
                with contextlib.suppress(OSError):
                    reader, writer = await asyncio.open_connection("127.0.0.1", self.raid.port)
                continue
            name, body, cut = self.raid.requests.request()
            self.raid.toll.count(f"request: {name}")
            closing = True
            try:
                writer.write(body)
                async with asyncio.timeout(0.3 if cut else 30):
                    closing = await self._read(reader, name, body) or cut
            except TimeoutError:
                if not cut:
                    self.raid.fault(f"no answer to {body[:300]!r}")
            except (OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
                self.raid.toll.statuses[0] += 1
            if closing:
                writer.transport.abort()
                writer = None

    async def _read(self, reader: asyncio.StreamReader, name: str, asked: bytes) -> bool:
        """Read a response; returns whether the connection ends with it."""
        head = await reader.readuntil(b"\r\n\r\n")
        self.raid.answered(int(head[9:12]), name, asked)
        lower = head.lower()
        if length := re.search(rb"\r\ncontent-length: (\d+)", lower):
            if not asked.startswith(b"HEAD"):
                await reader.readexactly(int(length[1]))
        elif b"\r\ntransfer-encoding: chunked" in lower:
            while size := int(await reader.readuntil(b"\r\n"), 16):
                await reader.readexactly(size + 2)
            await reader.readuntil(b"\r\n")
        return b"\r\nconnection: close" in lower
