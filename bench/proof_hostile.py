"""Strangers send whatever they like to the socket and the routes; the server goes on, and those who play do not notice.

    python -m bench.proof hostile

Hundreds of strangers sit and watch at tables they have laid themselves, behind a proxy that says where they come from,
and send what `bench/raids.py` makes: some messages as they should be, the rest of wrong type, moment, right, length,
letters, frame, method, path, cookie or body, half of them, again, and now and then too many. They stay below the limits
most of the time, so that what they send is dealt with and not just turned away. Meanwhile people play at other tables.
No answer may be a 5xx, no socket be closed with 1011, nothing stand in the journal but notes; those who play are never
refused or sent away; and no step of the server's event loop takes more than 50 ms of its own processor time
(`bench/measured.py`).
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import re
import secrets
import sys
import tempfile
import time
import urllib.request
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec
import uvloop

from bench.crowd import Caller, Crowd, Heard, Player, Room, Server
from bench.ports import free_port
from bench.raids import PONG, Frames, Prey, Requests, frame
from triclinium.games import GAMES
from triclinium.table.protocol.messages import Close

MOST_MS = 50.0
TABLES, SEATS = 200, 3
ASKERS = 12
AT_ONCE = 12
"""Strangers who are just being answered over sockets."""
MESSAGES_OF_A_TURN = 8
TALK_PER_SECOND, TALK_MOST = 4.5, 90.0
"""A little less than a visitor may say."""
GOOD_TABLES = 6
GOOD_PAUSE = (0.3, 1.0)
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
    """A stranger's socket, by hand: what goes out is bytes, what comes in is looked at only as far as it must be."""

    def __init__(self, raid: Raid, prey: Prey, number: int) -> None:
        self.raid = raid
        self.prey = prey
        self.number = number
        self.talk = TALK_MOST
        self.talked_at = time.monotonic()

    async def raid_on(self) -> None:
        """Come, send, be sent away, come again; until enough has been sent."""
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
        """Some messages in a row, then wait until something comes back."""
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
        """Send so many; says whether the last of them leaves the line unusable."""
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
        """The question that this socket was asked last."""
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
        """Look at the next whole frame; how long it is."""
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
        """A game that is over is left alone."""
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
        """Read an answer; says whether the line ends with it."""
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


class Peaceful(Player):
    """Somebody who plays and wants nothing else."""

    def replied(self, heard: Heard) -> None:
        super().replied(heard)
        if heard.type == "refused":
            self.room.crowd.troubles.append(f"somebody who plays was refused: {heard.key}")  # type: ignore[attr-defined]

    def on_ws_disconnected(self, transport: Any) -> None:
        if not self.closed:
            self.room.crowd.troubles.append("somebody who plays was sent away")  # type: ignore[attr-defined]
        super().on_ws_disconnected(transport)


class Raid:
    """The proof: a server, strangers, and people who play."""

    def __init__(self, size: int, seed: int, port: int) -> None:
        self.size = size
        self.port = port
        self.rng = random.Random(seed)
        self.toll = Toll()
        self.preys: list[Prey] = []
        self.at_once = asyncio.Semaphore(AT_ONCE)
        self.frames = Frames(self.rng)
        self.crowd = Crowd(port, lambda: self.rng.uniform(*GOOD_PAUSE))
        self.crowd.troubles = []  # type: ignore[attr-defined]
        self.requests = Requests(self.rng, port, self.preys, [])
        self.laying: asyncio.Queue[Prey | None] = asyncio.Queue()

    @property
    def done(self) -> bool:
        return self.toll.messages >= self.size or len(self.toll.faults) > 20

    def fault(self, what: str) -> None:
        self.toll.faults.append(what)

    def answered(self, status: int, name: str, asked: bytes) -> None:
        self.toll.statuses[status] += 1
        if status >= 500:
            self.fault(f"{status} to {name}: {asked[:600]!r}")

    def forget(self, prey: Prey) -> None:
        """There is nothing left to try at a table: lay another."""
        if not prey.spent:
            prey.spent = True
            self.laying.put_nowait(prey)

    async def lay_on(self, tables: int) -> None:
        """Lay tables for strangers, and new ones for those that are over."""
        for _ in range(tables):
            self.laying.put_nowait(None)
        while True:
            spent = await self.laying.get()
            caller = Caller(self.port)
            await caller.open()
            self.preys.append(await self._lay(caller))
            if spent is not None:
                self.preys.remove(spent)
            caller.writer.close()

    async def _lay(self, caller: Caller) -> Prey:
        """A table of strangers: ready, and so playing as soon as all have shown their luck or ten seconds are over."""
        keys = [secrets.token_urlsafe(32) for _ in range(SEATS + 1)]
        caller.address = f"192.0.2.{self.rng.randrange(256)}"
        body = {
            "game": self.rng.choice(GAMES), "seats": [{}] * SEATS + [{"bot": "random"}], "name": "Nero", "window": 0,
            "quick": True,
        }  # fmt: skip
        made = await caller.post("/api/tables", keys[0], body)
        for key in keys[1:SEATS]:
            await caller.post(f"/api/tables/{made['id']}/seats", key, {"secret": made["invite"], "name": "Varus"})
        await caller.post(f"/api/tables/{made['id']}/watch", keys[SEATS], {"secret": made["watch"]})
        return Prey(made["id"], keys, made["invite"], made["watch"])

    async def run(self) -> None:
        tables = max(4, min(TABLES, self.size // 500))
        laying = asyncio.create_task(self.lay_on(tables))
        await self._begin_in_peace()
        while len(self.preys) < tables:
            if laying.done():
                laying.result()
            await asyncio.sleep(0.05)
        raiders = [Raider(self, prey, number) for prey in list(self.preys) for number in range(len(prey.keys))]
        self.crowd.measuring = True
        await asyncio.gather(*(raider.raid_on() for raider in raiders), *(Asker(self).ask_on() for _ in range(ASKERS)))
        self.crowd.measuring = False
        laying.cancel()
        self.toll.faults += sorted(set(self.crowd.troubles))  # type: ignore[attr-defined]
        for room in self.crowd.rooms:
            for player in room.players:
                player.leave()

    async def _begin_in_peace(self) -> None:
        caller = Caller(self.port)
        await caller.open()
        gate = asyncio.Semaphore(8)
        for number in range(GOOD_TABLES):
            room = Room(self.crowd, number)
            await room.lay(caller, SEATS, 0, {"game": GAMES[number % len(GAMES)]})
            room.players = [Peaceful(room, seat, True) for seat in range(SEATS)]
            self.crowd.rooms.append(room)
            self.requests.others.append(room.id)
            await asyncio.gather(*(player.connect(gate) for player in room.players))
            for player in room.players:
                player.ready()
        caller.writer.close()
        self.crowd.begin()
        self.crowd.play_again(1)


def serve(data: Path, port: int, metrics: int, out: Path) -> Server:
    """A server with its usual limits, behind a proxy, with a watch on its steps."""
    arguments = [
        "serve", "--port", str(port), "--data", str(data), "--trusted-proxy", "127.0.0.1", "--metrics-port", str(metrics),
        "--no-warm",
    ]  # fmt: skip
    return Server(data, port, command=[sys.executable, "-m", "bench.measured", str(out), *arguments])


def metrics_of(port: int) -> dict[str, float]:
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=30) as answer:
        lines = answer.read().decode().splitlines()
    return {name: float(value) for name, value in (line.rsplit(" ", 1) for line in lines if not line.startswith("#"))}


def prove(size: int, seed: int) -> dict[str, Any]:
    """The proof."""
    with tempfile.TemporaryDirectory(prefix="triclinium-hostile-") as folder:
        out, metrics = Path(folder) / "watch.json", free_port()
        server = serve(Path(folder) / "data", free_port(), metrics, out)
        server.wait_until_up()

        async def run() -> Raid:
            raid = Raid(size, seed, server.port)
            await raid.run()
            return raid

        try:
            raid = uvloop.run(run())
            numbers = metrics_of(metrics)
        finally:
            server.stop()
        watched = json.loads(out.read_text())
        journal = [line for line in server.said().splitlines() if '"note"' not in line]
        server.journal.close()
    return _told(raid, numbers, watched, journal)


def _told(raid: Raid, numbers: dict[str, float], watched: dict[str, Any], journal: list[str]) -> dict[str, Any]:
    toll = raid.toll
    slow = [step for step in watched["slowest"] if step["cpu_ms"] > MOST_MS]
    toll.faults += [f"a step of {step['cpu_ms']} ms: {step['what']}" for step in slow]
    toll.faults += [f"in the journal: {line}" for line in journal[:20]]
    latencies = sorted(raid.crowd.latencies) or [0.0]
    return {
        "messages": toll.messages,
        "over_sockets": sum(count for name, count in toll.sent.items() if name.startswith("socket")),
        "kinds": len(toll.sent),
        "statuses": dict(sorted(toll.statuses.items())),
        "closed": dict(sorted(toll.closed.items())),
        "peaceful_answers": raid.crowd.acks,
        "peaceful_ms_median": round(latencies[len(latencies) // 2] * 1000, 1),
        "peaceful_ms_99": round(latencies[len(latencies) * 99 // 100] * 1000, 1),
        "step_cpu_ms_most": watched["slowest"][0]["cpu_ms"],
        "steps": watched["steps"],
        "steps_over_20_ms": watched["over_20_ms"],
        "loop_lag_ms_most": round(numbers["triclinium_loop_lag_most_seconds"] * 1000, 1),
        "server_cpu_seconds": watched["cpu_seconds"],
        "memory_most_mb": round(numbers["triclinium_memory_most_bytes"] / 1e6),
        "slowest": watched["slowest"][:8],
        "faults": toll.faults,
    }
