"""Strangers send anything to the socket and the routes; the server carries on, and players notice nothing.

    python -m bench.proof hostile

Hundreds of strangers sit and watch at their own tables, behind a proxy that says where they come from, and send what
`bench/raids.py` makes: some valid messages, the rest with the wrong type, moment, right, length, characters, frame,
method, path, cookie or body, half of them, repeated, and sometimes too many. Mostly they stay below the limits, so that
their messages are handled and not just turned away. Meanwhile people play at other tables. No response may be a 5xx, no
socket be closed with 1011, nothing but notes be in the journal; players are never refused or disconnected; no step of
the server's event loop takes more than 50 ms of its own processor time, and none loads a file or a module
(`bench/measured.py`).
"""

from __future__ import annotations

import asyncio
import json
import random
import secrets
import tempfile
import urllib.request
from pathlib import Path
from typing import Any

import uvloop

from bench.crowd import Caller, Crowd, Heard, Player, Room, Server
from bench.nursery import nursery
from bench.ports import free_port
from bench.raids import Frames, Prey, Requests
from bench.strangers import SEATS, TABLES, Asker, Raider, Toll
from triclinium.games import GAMES

MOST_MS = 50.0
ASKERS, ASKERS_LEAST = 12, 4
AT_ONCE = 12
"""Strangers who are being answered over sockets at one time."""
TRIED_AT_A_TABLE = 330
"""Messages for one table, of few: about as many as its strangers may send without waiting."""
GOOD_TABLES = 6
GOOD_PAUSE = (0.3, 1.0)
GOOD_ADDRESS = "198.51.100.7"
"""Nobody else comes from there: requests without an address count as the proxy's own."""


class Peaceful(Player):
    """Somebody who just plays."""

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
        self.crowd.address = GOOD_ADDRESS
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
        """Nothing is left to try at a table: make another."""
        if not prey.spent:
            prey.spent = True
            self.laying.put_nowait(prey)

    async def lay_on(self, tables: int) -> None:
        """Make tables for strangers, and new ones for those that are over."""
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
        """A table of strangers: ready, so playing as soon as all have shown their luck or ten seconds are over."""
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
        tables = max(4, min(TABLES, self.size // TRIED_AT_A_TABLE))
        laying = asyncio.create_task(self.lay_on(tables))
        rematches = await self._begin_in_peace()
        while len(self.preys) < tables:
            if laying.done():
                laying.result()
            await asyncio.sleep(0.05)
        raiders = [Raider(self, prey, number) for prey in list(self.preys) for number in range(len(prey.keys))]
        askers = [Asker(self) for _ in range(max(ASKERS_LEAST, ASKERS * tables // TABLES))]
        self.crowd.measuring = True
        await asyncio.gather(*(raider.raid_on() for raider in raiders), *(asker.ask_on() for asker in askers))
        self.crowd.measuring = False
        laying.cancel()
        self.toll.faults += [f"no rematch: {task.exception()}" for task in rematches if task.done()]
        self.toll.faults += sorted(set(self.crowd.troubles))  # type: ignore[attr-defined]
        for room in self.crowd.rooms:
            for player in room.players:
                player.leave()

    async def _begin_in_peace(self) -> list[asyncio.Task[None]]:
        caller = Caller(self.port)
        caller.address = GOOD_ADDRESS
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
        return self.crowd.play_again(1)


def serve(data: Path, port: int, metrics: int, out: Path) -> Server:
    """A server with its usual limits, behind a proxy, with timed steps."""
    arguments = [
        "serve", "--port", str(port), "--data", str(data), "--trusted-proxy", "127.0.0.1",
        "--metrics-port", str(metrics), "--no-warm",
    ]  # fmt: skip
    return Server(data, port, nursery=nursery(), arguments=arguments, watched=out)


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
    toll.faults += [f"loaded in a step of the loop: {what}" for what in watched["loaded"][:20]]
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
        "collections": watched["collections"],
        "collection_ms_most": watched["collection_ms_most"],
        "collected": watched["collected"],
        "loop_lag_ms_most": round(numbers["triclinium_loop_lag_most_seconds"] * 1000, 1),
        "server_cpu_seconds": watched["cpu_seconds"],
        "memory_most_mb": round(numbers["triclinium_memory_most_bytes"] / 1e6),
        "slowest": watched["slowest"][:8],
        "faults": toll.faults,
    }
