"""Cut connections at any byte: people reconnect, repeat what was not acknowledged, and know what a newcomer is told.

    python -m bench.proof lost

Tables of three play, talk, take back and ask each other for it, each person (`bench/cut_off.py`) over a connection
that can be cut (`bench/cable.py`). In every round most connections are cut: after some bytes up or down, anywhere in a
frame or in the handshake, with or without notice to either side. People reconnect as the page does. When all is
acknowledged, everybody who was cut off is compared with a newcomer with the same key: version, view, question, events,
talk and table must be the same. At the end the store is read: nothing acknowledged is lost, doubled or out of order.
"""

from __future__ import annotations

import asyncio
import random
import secrets
import tempfile
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import uvloop
from picows import WSListener, WSTransport, ws_connect

from bench.cable import MANNERS
from bench.crowd import Caller, Server
from bench.cut_off import Guest, Known, Message, Newcomer
from bench.nursery import nursery
from bench.ports import free_port
from bench.proof_crash import inspect
from triclinium.games import GAMES
from triclinium.table.protocol.messages import Close

ROOMS = 24
SEATS = 3
PATIENCE = 30.0
"""Seconds within which a table must settle."""
PLAY_SECONDS = (0.1, 0.5)
SAYINGS_OF_A_ROUND = 3
"""Fewer than a person may send in the time of a round."""


@dataclass
class Toll:
    """What the cuts have shown."""

    cuts: int = 0
    manners: dict[str, int] = field(default_factory=lambda: dict.fromkeys(MANNERS, 0))
    in_the_handshake: int = 0
    sent_away: int = 0
    compared: int = 0
    acknowledged: int = 0
    repeated: int = 0
    logs_read: int = 0
    games_over: int = 0
    rows: int = 0
    faults: list[str] = field(default_factory=list)


class Room:
    """One table, and another when its game is over."""

    def __init__(self, proof: Lost, number: int) -> None:
        self.proof = proof
        self.rng = random.Random(f"{proof.seed} {number}")
        self.calm = True
        self.news = asyncio.Event()
        """Set when somebody here has heard something."""
        self.keys: list[str] = []
        self.id = ""
        self.players: list[Guest] = []

    def fault(self, what: str) -> None:
        self.proof.toll.faults.append(f"{self.id}: {what}")

    async def lay(self) -> None:
        """A new table with new people."""
        for guest in self.players:
            guest.go()
        self.keys = [secrets.token_urlsafe(32) for _ in range(SEATS)]
        body = {"game": self.rng.choice(GAMES), "seats": [{}] * SEATS, "name": "Livia", "window": 0, "quick": True}
        async with self.proof.calling:
            made = await self.proof.caller.post("/api/tables", self.keys[0], body)
            self.id = made["id"]
            for key in self.keys[1:]:
                taking = {"secret": made["invite"], "name": "Gaius"}
                await self.proof.caller.post(f"/api/tables/{self.id}/seats", key, taking)
        self.players = [Guest(self, number) for number in range(SEATS)]
        self.proof.past.append((self.id, self.players))
        for guest in self.players:
            guest.come()
            guest.ready()

    async def log(self, key: str) -> list[Message]:
        async with self.proof.calling:
            told = await self.proof.caller.get(f"/api/tables/{self.id}/log", key)
        events: list[Message] = told["events"]
        return events

    async def play(self) -> None:
        """Round after round, until enough has been cut."""
        while not self.proof.done:
            if not self.players or self.players[0].table.get("phase") == "over":
                self.proof.toll.games_over += bool(self.players)
                await self.lay()
            await self.round()

    async def round(self) -> None:
        """Play, get cut off, reconnect, settle, compare."""
        rng = self.rng
        self.calm = False
        for guest in self.players:
            guest.was_cut = False
            guest.sayings = SAYINGS_OF_A_ROUND
            if guest.cable is not None and rng.random() < 0.8:
                up = rng.random() < 0.5
                guest.cable.arm(up, rng.randrange(400 if up else 8000), rng.choice(MANNERS))
            guest.move()
        await asyncio.sleep(rng.uniform(*PLAY_SECONDS))
        self.calm = True
        for guest in self.players:
            cable = guest.cable
            if cable is not None and not cable.is_cut and cable.left != {True: None, False: None}:
                cable.cut()
        if not await self.until(lambda: all(guest.at_rest for guest in self.players)):
            return self.fault("does not come to rest: " + ", ".join(self.standing(guest) for guest in self.players))
        for guest in self.players:
            if guest.was_cut:
                await self.compare(guest)
        return None

    @staticmethod
    def standing(guest: Guest) -> str:
        cable = guest.cable
        return (
            f"seat {guest.number} {guest.transport is not None} {guest.joined} {list(guest.unacknowledged.values())} "
            f"{cable and (cable.is_open, cable.is_cut, cable.manner, cable.left)} {guest.read} {guest.readings} "
            f"{guest.table.get('game')} {guest.table.get('phase')} {guest.coming}"
        )

    async def until(self, wanted: Callable[[], bool]) -> bool:
        """Wait until a condition holds; returns whether it ever did."""
        try:
            async with asyncio.timeout(PATIENCE):
                while not wanted():
                    self.news.clear()
                    await self.news.wait()
        except TimeoutError:
            return False
        return True

    async def compare(self, guest: Guest) -> None:
        """Compare somebody with a newcomer with the same key."""
        proof = self.proof
        newcomer = Newcomer(self, guest.number)
        transport, _ = await proof.connect(newcomer)
        if not await self.until(lambda: newcomer.joined):
            self.fault("a newcomer is told nothing")
        elif not await self.until(lambda: guest.knows() == newcomer.knows() and guest.read == guest.readings):
            self.fault(f"seat {guest.number} and a newcomer differ: {difference(guest.knows(), newcomer.knows())}")
        proof.toll.compared += 1
        transport.disconnect()


def difference(one: Any, other: Any, path: str = "") -> str:
    """Where two pieces of JSON first differ."""
    if isinstance(one, dict) and isinstance(other, dict):
        for key in one.keys() | other.keys():
            if one.get(key) != other.get(key):
                return difference(one.get(key), other.get(key), f"{path}.{key}")
    if isinstance(one, list) and isinstance(other, list):
        for place, (left, right) in enumerate(zip(one, other, strict=False)):
            if left != right:
                return difference(left, right, f"{path}[{place}]")
        return f"{path} has {len(one)} and {len(other)}"
    return f"{path}: {one!r:.200} and {other!r:.200}"


class Lost:
    """The proof: a server, its rooms, and how often they were cut off."""

    def __init__(self, cuts: int, seed: int, server: Server) -> None:
        self.cuts = cuts
        self.seed = seed
        self.server = server
        self.toll = Toll()
        self.over = False
        """Nobody reconnects any more."""
        self.calling = asyncio.Lock()
        self.caller = Caller(server.port)
        self.past: list[tuple[str, list[Guest]]] = []
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def done(self) -> bool:
        return self.toll.cuts >= self.cuts or bool(self.toll.faults)

    def sent_away(self, code: int) -> None:
        """The server closed a socket: allowed only for too many sockets at a time, or too many messages."""
        self.toll.sent_away += 1
        if code not in (Close.TOO_FAST, Close.TOO_SLOW):
            self.toll.faults.append(f"a socket was closed with {code}")

    def later(self, doing: Any) -> None:
        task = asyncio.create_task(doing)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def connect(self, client: Known, **more: Any) -> tuple[WSTransport, WSListener]:
        address = f"ws://127.0.0.1:{self.server.port}/ws/{client.room.id}"
        headers = [("Cookie", f"triclinium={client.key}"), ("Origin", self.server.base)]
        # The faster way does not always notice that the other end is gone.
        wanted = {"extra_headers": headers, "websocket_handshake_timeout": PATIENCE, "use_aiofastnet": False, **more}
        return await ws_connect(lambda: client, address, **wanted)

    async def run(self, rooms: int) -> None:
        await self.caller.open()
        await asyncio.gather(*(Room(self, number).play() for number in range(rooms)))
        self.over = True
        for _, guests in self.past:
            for guest in guests:
                if guest.transport is not None:
                    guest.transport.disconnect(False)
        for task in list(self._tasks):
            task.cancel()


def prove(cuts: int, seed: int) -> dict[str, Any]:
    """The proof; few cuts need few tables."""
    rooms = max(1, min(ROOMS, cuts // 12))
    with tempfile.TemporaryDirectory(prefix="triclinium-lost-") as folder:
        server = Server(Path(folder), free_port(), nursery=nursery())
        server.wait_until_up()

        async def run() -> Lost:
            proof = Lost(cuts, seed, server)
            await proof.run(rooms)
            return proof

        try:
            proof = uvloop.run(run())
        finally:
            server.stop()
        toll = proof.toll
        toll.faults += [line for line in server.said().splitlines() if '"note"' not in line]
        server.journal.close()
        toll.rows = sum(map(len, inspect(Path(folder), proof.past, toll.faults).values()))
        toll.acknowledged = sum(len(guest.acked) for _, guests in proof.past for guest in guests)
    return asdict(toll)
