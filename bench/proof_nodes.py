"""Three nodes, one PostgreSQL, one Redis, and people who play while any of them is killed, restarted or cut off.

    python -m bench.proof nodes

Each table's people sit at different nodes. In every cycle one thing happens, at random: a node is killed (`kill -9`)
and comes back later, PostgreSQL restarts or is killed, Redis is killed, or a node is cut off from one of them, without
a word, in its network namespace. Whoever loses a socket goes to another node and repeats what was not acknowledged.
After each cycle everybody pauses: every acknowledged answer is stored once, each seat's answers are in order, and
everybody has been told the version that the rows make. After so many cycles everything begins anew with another house.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import os
import random
import signal
import statistics
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field, replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import uvloop

import triclinium
from bench import travellers
from bench.backends import Postgres, Redis
from bench.crowd import Room
from bench.fences import POSTGRES, REDIS, Fence, leave_network, may_fence
from bench.travellers import HOUSE, PATIENCE, Node, Traveller, Travellers
from triclinium.games import GAMES
from triclinium.table.log.rows import ROW
from triclinium.table.play.waking import wake
from triclinium.table.store.postgres import PostgresStore

SOURCES = Path(triclinium.__file__).parent
CYCLES_OF_A_HOUSE = 20
NODES = 3
TABLES = 12
PLAY_SECONDS = (0.4, 1.2)
CUT_SECONDS = (0.5, 5.0)
KILL, RESTART_POSTGRES, KILL_POSTGRES, KILL_REDIS = (
    "node killed",
    "PostgreSQL restarted",
    "PostgreSQL killed",
    "Redis killed",
)
CUT_POSTGRES, CUT_REDIS = "node cut off from PostgreSQL", "node cut off from Redis"


@dataclass
class Toll:
    """What the cycles have shown."""

    cycles: int = 0
    happened: Counter[str] = field(default_factory=Counter)
    acknowledged: int = 0
    rows: int = 0
    games_over: int = 0
    compared: int = 0
    failover_ms: list[float] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)


class Proof:
    def __init__(self, nodes: list[Node], postgres: Postgres, redis: Redis, tables: int, seed: int) -> None:
        self.nodes = nodes
        self.postgres = postgres
        self.redis = redis
        self.tables = tables
        self.rng = random.Random(seed)
        self.toll = Toll()
        self.crowd = Travellers(nodes, self.rng)
        self.kinds = [KILL, RESTART_POSTGRES, KILL_POSTGRES, KILL_REDIS]
        if nodes[0].fence.closed:
            self.kinds += [CUT_POSTGRES, CUT_REDIS]
        self.settled: set[Room] = set()

    async def run(self, count: int) -> None:
        store = PostgresStore(self.postgres.url, HOUSE)
        await store.open()
        try:
            for number in range(count):
                await self.cycle(self.kinds[number % len(self.kinds)] if count < 10 else self.rng.choice(self.kinds))
                if not await self._comes_to_rest(store) or self.toll.faults:
                    break
                self.toll.cycles += 1
            self.crowd.over = True
            self.toll.acknowledged = sum(len(player.acked) for player in self.crowd.players(self.crowd.rooms))
            self.toll.games_over = len(self.crowd.finished)
            for room in self.crowd.rooms:
                self.toll.rows += await store.length(room.id)
        finally:
            await store.close()

    async def cycle(self, what: str) -> None:
        missing = self.tables - sum(room.number not in self.crowd.finished for room in self.crowd.rooms)
        self.crowd.go_on()
        if missing > 0:
            await self.crowd.more(missing, self.rng.choice(GAMES))
        await asyncio.sleep(self.rng.uniform(*PLAY_SECONDS))
        self.toll.happened[what] += 1
        await self._happens(what)
        await asyncio.sleep(self.rng.uniform(*PLAY_SECONDS))

    async def _happens(self, what: str) -> None:
        node, wait = self.rng.choice(self.nodes), self.rng.uniform(*CUT_SECONDS)
        if what == KILL:
            await self._kill(node)
        elif what in (RESTART_POSTGRES, KILL_POSTGRES):
            await asyncio.to_thread(self.postgres.stop if what == RESTART_POSTGRES else self.postgres.kill)
            await asyncio.sleep(wait / 3)
            await asyncio.to_thread(self.postgres.start)
        elif what == KILL_REDIS:
            await asyncio.to_thread(self.redis.kill)
            await asyncio.sleep(wait)
            await asyncio.to_thread(self.redis.start)
        else:
            other = POSTGRES if what == CUT_POSTGRES else REDIS
            node.fence.cut(other)
            await asyncio.sleep(wait)
            node.fence.mend(other)

    async def _kill(self, node: Node) -> None:
        """Kill a node; measure until every table that had somebody there has an acknowledged answer again."""
        there = [
            room for room in self._playing() if any(p.node is node and p.transport for p in self.crowd.players([room]))
        ]
        killed = time.monotonic()
        await asyncio.to_thread(node.end, signal.SIGKILL)
        waiting = set(there)
        while waiting and time.monotonic() < killed + PATIENCE:
            await asyncio.sleep(0.02)
            for room in list(waiting):
                players = self.crowd.players([room])
                moved = all(player.transport is not None for player in players)
                if room.number in self.crowd.finished:
                    waiting.discard(room)
                elif moved and max(player.last_ack for player in players) > killed:
                    waiting.discard(room)
                    self.toll.failover_ms.append((time.monotonic() - killed) * 1000)
        self.toll.faults += [f"{room.id}: nobody plays on after a kill" for room in waiting]
        await node.start()

    def _playing(self) -> list[Room]:
        return [room for room in self.crowd.rooms if room.number not in self.crowd.finished]

    async def _comes_to_rest(self, store: PostgresStore) -> bool:
        """Everybody pauses; then the log and what people were told are compared."""
        self.crowd.calm = True
        rooms = [room for room in self.crowd.rooms if room not in self.settled]
        until = time.monotonic() + PATIENCE
        left: list[str] = []
        while time.monotonic() < until:
            await asyncio.sleep(0.1)
            if left := [self._waits(player) for player in self.crowd.players(self._playing()) if not player.at_rest]:
                continue
            left = [fault for room in rooms if (fault := await self._differs(store, room)) is not None]
            if not left:
                break
        self.toll.faults += left
        for room in rooms:
            await self._inspect(store, room)
        self.toll.compared += len(rooms)
        self.settled.update(room for room in rooms if room.number in self.crowd.finished)
        return not left

    def _waits(self, player: Traveller) -> str:
        what = [message["type"] for message in player.unacknowledged.values()]
        where = None if player.node is None else player.node.fence.number
        return (
            f"{player.room.id}: seat {player.number} at node {where} ({player.transport is not None}) waits for {what}"
        )

    async def _differs(self, store: PostgresStore, room: Room) -> str | None:
        """Whether somebody has not been told the version that the rows make."""
        table = wake([ROW.decode(body) for body in await store.load(room.id)])
        for player in self.crowd.players([room]):
            wanted = table.versions[player.number]
            if room.number not in self.crowd.finished and player.version != wanted:
                return f"{room.id}: seat {player.number} was told version {player.version} of {wanted}"
        return None

    async def _inspect(self, store: PostgresStore, room: Room) -> None:
        rows = [ROW.decode(body) for body in await store.load(room.id)]
        if (times := [row.at for row in rows]) != sorted(times):
            self.toll.faults.append(f"{room.id}: rows out of order")
        nonces = [row.nonce for row in rows if row.nonce]
        counted, place = Counter(nonces), {name: number for number, name in enumerate(nonces)}
        if any(count > 1 for count in counted.values()):
            self.toll.faults.append(f"{room.id}: something is stored twice")
        for player in self.crowd.players([room]):
            lost = [name for name in player.acked if not counted[name]]
            self.toll.faults += [f"{room.id}: {name} acknowledged and not stored" for name in lost]
            order = [place[name] for name in player.sent if name in place]
            if any(before > after for before, after in pairwise(order)):
                self.toll.faults.append(f"{room.id}: seat {player.number} out of order")


async def prove_in(folder: Path, count: int, seed: int) -> Toll:
    fences = [Fence(number, may_fence()) for number in range(NODES)]
    backends: list[Postgres | Redis] = []
    nodes: list[Node] = []
    try:
        for fence in fences:
            fence.build()
        everywhere = "0.0.0.0" if fences[0].closed else "127.0.0.1"
        postgres, redis = Postgres(listen=everywhere), Redis(listen=everywhere)
        backends = [postgres, redis]
        nodes = [Node(fence, folder, postgres, redis) for fence in fences]
        for node in nodes:
            await node.start()
        proof = Proof(nodes, postgres, redis, min(TABLES, 2 * count), seed)
        await proof.run(count)
        return proof.toll
    finally:
        for node in nodes:
            node.end(signal.SIGKILL)
            node.journal.close()
        for backend in backends:
            backend.close()
        for fence in fences:
            fence.tear_down()


# --- Houses -------------------------------------------------------------------------------------


def code() -> str:
    """A digest of the server and of this proof: what was shown holds only for the code it was shown with."""
    mark = hashlib.sha256()
    for file in (*sorted((SOURCES / "table").rglob("*.py")), Path(__file__), Path(travellers.__file__)):
        mark.update(file.read_bytes())
    return mark.hexdigest()[:12]


def prove_house(count: int, seed: int) -> dict[str, Any]:
    """So many cycles with a new house; few cycles need few tables."""
    with tempfile.TemporaryDirectory(prefix="triclinium-nodes-") as folder:
        toll = uvloop.run(prove_in(Path(folder), count, seed))
        if toll.faults:
            journals = sorted(Path(folder).glob("journal-*"))
            toll.faults += [path.read_text()[-1500:] for path in journals]
    return {**asdict(toll), "happened": dict(toll.happened)}


def saved(out: Path | None) -> dict[Any, dict[str, Any]]:
    if out is None or not out.exists():
        return {}
    return {tuple(one["key"]): one["told"] for one in map(json.loads, out.read_text().splitlines())}


def houses(count: int, seed: int, out: Path | None) -> Iterator[dict[str, Any]]:
    """The cycles of a run, house by house. Those saved in a file, by whichever process, are taken from it."""
    for first in range(0, count, CYCLES_OF_A_HOUSE):
        cycles = min(CYCLES_OF_A_HOUSE, count - first)
        key = (code(), seed, first, cycles)
        told = saved(out).get(key)
        if told is None:
            told = prove_house(cycles, seed * 1_000_000 + first)
            if out is not None and not told["faults"]:
                with out.open("a") as file:
                    file.write(json.dumps({"key": key, "told": told}) + "\n")
        yield told


def prove(count: int, seed: int) -> dict[str, Any]:
    """The proof, until a house has a fault; houses are saved in the folder TRICLINIUM_SHARDS, if that is set."""
    shards = os.environ.get("TRICLINIUM_SHARDS")
    sums = Toll()
    if may_fence():
        leave_network()
    for told in houses(count, seed, Path(shards) / "nodes.jsonl" if shards else None):
        for name, value in told.items():
            setattr(sums, name, getattr(sums, name) + (Counter(value) if name == "happened" else value))
        sys.stderr.write(f"{sums.cycles} of {count} cycles, {sums.acknowledged} answers, {len(sums.faults)} faults\n")
        if sums.faults:
            break
    told = asdict(replace(sums, happened=Counter())) | {"happened": dict(sums.happened)}
    times = told.pop("failover_ms")
    told["failover_ms_median"] = round(statistics.median(times)) if times else None
    told["failover_ms_most"] = round(max(times)) if times else None
    return told
