"""Kill the server without warning while people play, again and again: nothing acknowledged may be lost.

    python -m bench.crash --cycles 100 [--processes 2]

A server of several processes first loses one of them. After each `kill -9` of all the store is read: every
acknowledged answer is there once, each seat's answers stand in the order in which they were given, and SQLite finds the
file sound. Then the server starts again, everybody comes back, repeats what was not acknowledged, and plays on.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

import uvloop

from bench.crowd import Caller, Crowd, DecisionHeard, Heard, Player, Room, Server
from bench.ports import free_port
from triclinium.games import GAMES
from triclinium.table.rows import ROW
from triclinium.table.store.sqlite import FILE, SqliteStore, check_integrity


class Survivor(Player):
    """A player that comes back and repeats what was not acknowledged."""

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


class Toll:
    """What the cycles have shown."""

    def __init__(self) -> None:
        self.cycles = 0
        self.acknowledged = 0
        self.unacknowledged_but_stored = 0
        self.faults: list[str] = []
        self.rows = 0
        self.resumed_ms: list[float] = []


def inspect(data: Path, rooms: list[Room], toll: Toll) -> None:
    """Hold the store against what the players were told."""
    fault = check_integrity(data / FILE)
    if fault is not None:
        toll.faults.append(f"integrity: {fault}")
    store = SqliteStore(data)
    acknowledged = unacknowledged = rows = 0
    for room in rooms:
        stored = [ROW.decode(body) for body in store.load(room.id)]
        rows += len(stored)
        times = [row.at for row in stored]
        if times != sorted(times):
            toll.faults.append(f"{room.id}: rows out of order")
        nonces = [row.nonce for row in stored if row.nonce]
        counted = Counter(nonces)
        place = {name: number for number, name in enumerate(nonces)}
        for player in room.players:
            assert isinstance(player, Survivor)
            for name in player.acked:
                if counted[name] != 1:
                    toll.faults.append(f"{room.id}: {name} acknowledged, stored {counted[name]} times")
            acknowledged += len(player.acked)
            unacknowledged += sum(counted[name] > 0 for name in player.unacknowledged)
            order = [place[name] for name in player.sent if name in place]
            if order != sorted(order):
                toll.faults.append(f"{room.id}: seat {player.number} out of order")
        if any(count > 1 for count in counted.values()):
            toll.faults.append(f"{room.id}: something is stored twice")
    store.close()
    toll.acknowledged = acknowledged
    toll.unacknowledged_but_stored += unacknowledged
    toll.rows = rows


def over(room: Room) -> bool:
    return room.number in room.crowd.finished


async def cycles(count: int, tables: int, seed: int, processes: int) -> Toll:
    toll = Toll()
    rng = random.Random(seed)
    with tempfile.TemporaryDirectory(prefix="triclinium-crash-") as folder:
        data = Path(folder)
        crowd = Survivors(0)
        for number in range(count):
            port = free_port()
            server = Server(data, port, processes=processes)
            began = time.perf_counter()
            server.wait_until_up()
            crowd.port = port
            missing = tables - sum(not over(room) for room in crowd.rooms)
            await crowd.come_back()
            toll.resumed_ms.append((time.perf_counter() - began) * 1000)
            if missing > 0:
                await crowd.more(missing, rng.choice(GAMES))
            await asyncio.sleep(rng.uniform(0.1, 0.7))
            if processes > 1:  # first one of them, while the others go on and it starts again
                server.kill_one(rng.randrange(processes))
                await asyncio.sleep(rng.uniform(0.1, 2.0))
            await asyncio.to_thread(server.kill)
            await asyncio.sleep(0.05)
            crowd.cut_off()
            inspect(data, crowd.rooms, toll)
            toll.cycles = number + 1
            if toll.faults:
                break
    return toll


class Survivors(Crowd):
    """A crowd that lives through crashes."""

    def __init__(self, port: int) -> None:
        super().__init__(port)
        self.held = None
        self.think = lambda: self.random.uniform(0, 0.01)

    async def more(self, tables: int, game: str) -> None:
        """Lay more tables: three people and a bot."""
        caller = Caller(self.port)
        await caller.open()
        gate = asyncio.Semaphore(32)
        for _ in range(tables):
            room = Room(self, len(self.rooms))
            await room.lay(caller, 3, 0, {"game": game, "seats": [{}, {}, {}, {"bot": "random"}]})
            room.players = [Survivor(room, number, True) for number in range(3)]
            self.rooms.append(room)
            await asyncio.gather(*(player.connect(gate) for player in room.players))
            for player in room.players:
                player.ready()
        caller.writer.close()

    async def come_back(self) -> None:
        """Everybody whose game is not over opens the socket again."""
        gate = asyncio.Semaphore(32)
        players = [player for room in self.rooms if not over(room) for player in room.players]
        await asyncio.gather(*(player.connect(gate) for player in players))

    def cut_off(self) -> None:
        for room in self.rooms:
            for player in room.players:
                if player.transport is not None:
                    player.transport.disconnect(False)
                player.closed = True


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cycles", type=int, default=10)
    parser.add_argument("--tables", type=int, default=30)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=1, help="processes of the server; all are killed")
    wanted = parser.parse_args()
    toll = uvloop.run(cycles(wanted.cycles, wanted.tables, wanted.seed, wanted.processes))
    resumed = sorted(toll.resumed_ms)
    told = {
        "cycles": toll.cycles,
        "acknowledged": toll.acknowledged,
        "stored_before_the_acknowledgement_came": toll.unacknowledged_but_stored,
        "rows": toll.rows,
        "resumed_ms_median": round(resumed[len(resumed) // 2]),
        "faults": toll.faults,
    }
    sys.stdout.write(json.dumps(told) + "\n")
    sys.exit(1 if toll.faults else 0)


if __name__ == "__main__":
    main()
