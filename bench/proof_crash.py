"""Kill the server without warning while people play, again and again: nothing acknowledged may be lost.

    python -m bench.proof crash

A server has one process, or two and first loses one of them; sometimes it is killed while it starts. After each `kill
-9` the store is read: every acknowledged answer is there once, each seat's answers are in order, and SQLite finds the
file sound. Then the server starts again, everybody reconnects, repeats what was not acknowledged, and plays on. Every
hundred kills a new store is started, and all games of the old one are read once more.
"""

from __future__ import annotations

import asyncio
import random
import statistics
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any, Protocol

import uvloop

from bench.crowd import Caller, Crowd, DecisionHeard, Heard, Player, Room, Server
from bench.nursery import nursery
from bench.ports import free_port
from triclinium.games import GAMES
from triclinium.table.log.rows import ROW, AnyRow
from triclinium.table.store.files import FILE, check_integrity
from triclinium.table.store.sqlite_file import SqliteFile


class Survivor(Player):
    """A player that reconnects and repeats what was not acknowledged."""

    def __init__(self, room: Room, number: int, seated: bool) -> None:
        super().__init__(room, number, seated)
        self.sent: list[str] = []
        self.acked: set[str] = set()
        self.unacknowledged: dict[str, dict[str, Any]] = {}

    def say(self, message: dict[str, Any]) -> None:
        if message["nonce"] not in self.unacknowledged:
            self.sent.append(message["nonce"])
            self.unacknowledged[message["nonce"]] = message
        super().say(message)

    def replied(self, heard: Heard) -> None:
        self.unacknowledged.pop(heard.nonce, None)
        if heard.type == "ack":
            self.acked.add(heard.nonce)
            self.room.crowd.acknowledged()  # type: ignore[attr-defined]
        else:
            self.sent.remove(heard.nonce)
            self.answered = -1

    def on_ws_connected(self, transport: Any) -> None:
        super().on_ws_connected(transport)
        self.closed = False
        for message in list(self.unacknowledged.values()):
            self.say(message)

    def answer(self, decision: DecisionHeard) -> None:
        if self.closed:
            self.answered = -1
        else:
            super().answer(decision)


CYCLES_OF_A_STORE = 100
TABLES = 30
CYCLES_FOR_A_TABLE = 3
"""Few cycles need few tables."""
ANSWERS_OF_A_TABLE = 30
"""At most so many are acknowledged, on average over the tables, before a kill."""
PLAY_SECONDS = 3.0
"""The kill does not wait longer for them."""
BETWEEN_SECONDS = 0.01
"""Within this time after the last of them it comes: roughly between two commits."""
STARTING_SECONDS = 0.3
"""Roughly the time until everybody is back."""


@dataclass
class Toll:
    """What the cycles have shown."""

    cycles: int = 0
    while_starting: int = 0
    acknowledged: int = 0
    stored_before_the_acknowledgement_came: int = 0
    rows: int = 0
    games_over: int = 0
    resumed_ms: list[float] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)


class Sender(Protocol):
    """Somebody who knows what they have sent, and what was acknowledged."""

    number: int
    sent: list[str]
    acked: set[str]


def inspect(data: Path, tables: Iterable[tuple[str, Sequence[Sender]]], faults: list[str]) -> dict[str, list[AnyRow]]:
    """Compare the store with what the people at tables were told; returns the rows of these tables."""
    fault = check_integrity(data / FILE)
    if fault is not None:
        faults.append(f"integrity: {fault}")
    store = SqliteFile(data)
    found = {}
    for table, senders in tables:
        stored = found[table] = [ROW.decode(body) for body in store.load(table)]
        times = [row.at for row in stored]
        if times != sorted(times):
            faults.append(f"{table}: rows out of order")
        rows = [row for row in stored if row.nonce]
        nonces = [row.nonce for row in rows]
        counted = Counter(nonces)
        place = {name: number for number, name in enumerate(nonces)}
        for sender in senders:
            for name in sender.acked:
                if counted[name] != 1:
                    faults.append(f"{table}: {name} acknowledged, stored {counted[name]} times")
            order = [place[name] for name in sender.sent if name in place]
            for before, after in pairwise(order):
                if before > after:
                    kinds = [type(rows[number]).__name__ for number in (before, after)]
                    faults.append(f"{table}: seat {sender.number} out of order: {' before '.join(kinds)}")
        if any(count > 1 for count in counted.values()):
            faults.append(f"{table}: something is stored twice")
    store.close()
    return found


def survivors(room: Room) -> list[Survivor]:
    return [player for player in room.players if isinstance(player, Survivor)]


def over(room: Room) -> bool:
    return room.number in room.crowd.finished


class Evening:
    """One store, and the people who play there while its server is killed."""

    def __init__(self, data: Path, tables: int, rng: random.Random, toll: Toll) -> None:
        self.data = data
        self.tables = tables
        self.rng = rng
        self.toll = toll
        self.crowd = Survivors(0)
        self.settled: set[Room] = set()
        """Games that were over before the last kill, and found complete after it."""

    async def cycle(self) -> None:
        """Start, play, get killed."""
        rng, toll, crowd = self.rng, self.toll, self.crowd
        server = self._start()
        if crowd.rooms and rng.random() < 0.1:
            await asyncio.sleep(rng.uniform(0, STARTING_SECONDS))
            await self._kill(server)
            toll.while_starting += 1
            self._inspect()
            server = self._start()
        began = time.perf_counter()
        await asyncio.to_thread(server.wait_until_up)
        crowd.port = server.port
        missing = self.tables - sum(not over(room) for room in crowd.rooms)
        await crowd.come_back()
        toll.resumed_ms.append((time.perf_counter() - began) * 1000)
        await crowd.more([rng.choice(GAMES) for _ in range(missing)])
        await crowd.play(round(rng.random() * ANSWERS_OF_A_TABLE * self.tables))
        await asyncio.sleep(rng.uniform(0, BETWEEN_SECONDS))
        await self._kill(server)
        await asyncio.sleep(0.05)  # let messages in transit arrive
        crowd.cut_off()
        self._inspect()
        toll.cycles += 1

    def _start(self) -> Server:
        return Server(self.data, free_port(), nursery=nursery())

    async def _kill(self, server: Server) -> None:
        await asyncio.to_thread(server.kill)
        server.journal.close()

    def _inspect(self) -> None:
        rooms = [room for room in self.crowd.rooms if room not in self.settled]
        found = inspect(self.data, [(room.id, survivors(room)) for room in rooms], self.toll.faults)
        for room in rooms:
            stored = {row.nonce for row in found[room.id]}
            for survivor in survivors(room):
                self.toll.stored_before_the_acknowledgement_came += len(stored & survivor.unacknowledged.keys())
        self.settled.update(room for room in self.crowd.rooms if over(room))

    def end(self) -> None:
        """Read everything once more."""
        tables = [(room.id, survivors(room)) for room in self.crowd.rooms]
        self.toll.acknowledged += sum(len(survivor.acked) for _, seated in tables for survivor in seated)
        self.toll.games_over += len(self.crowd.finished)
        self.toll.rows += sum(map(len, inspect(self.data, tables, self.toll.faults).values()))


async def cycles(count: int, tables: int, seed: int) -> Toll:
    toll = Toll()
    rng = random.Random(seed)
    while toll.cycles < count and not toll.faults:
        with tempfile.TemporaryDirectory(prefix="triclinium-crash-") as folder:
            evening = Evening(Path(folder), tables, rng, toll)
            for _ in range(min(CYCLES_OF_A_STORE, count - toll.cycles)):
                await evening.cycle()
                if toll.faults:
                    break
            evening.end()
    return toll


class Survivors(Crowd):
    """A crowd that survives crashes."""

    def __init__(self, port: int) -> None:
        super().__init__(port)
        self.held = None
        self.think = lambda: self.random.uniform(0, 0.01)
        self.awaited_acks = 0
        self.enough = asyncio.Event()

    async def play(self, answers: int) -> None:
        """Wait until so many more answers are acknowledged."""
        self.awaited_acks = answers
        self.enough.clear()
        with suppress(TimeoutError):
            async with asyncio.timeout(PLAY_SECONDS):
                await self.enough.wait()

    def acknowledged(self) -> None:
        self.awaited_acks -= 1
        if self.awaited_acks <= 0:
            self.enough.set()

    async def more(self, games: list[str]) -> None:
        """Make a table for each of these games: three people and a bot."""
        caller = Caller(self.port)
        await caller.open()
        gate = asyncio.Semaphore(32)
        for game in games:
            room = Room(self, len(self.rooms))
            await room.lay(caller, 3, 0, {"game": game, "seats": [{}, {}, {}, {"bot": "random"}]})
            room.players = [Survivor(room, number, True) for number in range(3)]
            self.rooms.append(room)
            await asyncio.gather(*(player.connect(gate) for player in room.players))
            for player in room.players:
                player.ready()
        caller.writer.close()

    async def come_back(self) -> None:
        """Everybody whose game is not over opens a socket again."""
        gate = asyncio.Semaphore(32)
        players = [player for room in self.rooms if not over(room) for player in room.players]
        await asyncio.gather(*(player.connect(gate) for player in players))

    def cut_off(self) -> None:
        for room in self.rooms:
            for player in room.players:
                if player.transport is not None:
                    player.transport.disconnect(False)
                    player.transport = None
                player.closed = True


def prove(count: int, seed: int) -> dict[str, Any]:
    """The proof."""
    toll = uvloop.run(cycles(count, max(3, min(TABLES, count // CYCLES_FOR_A_TABLE)), seed))
    told = asdict(toll)
    told["resumed_ms"] = round(statistics.median(told["resumed_ms"]))
    return told
