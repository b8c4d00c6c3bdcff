"""A stock boardgame.io server under the same kind of load: matches of four, as fast as turn order permits.

Its players send socket.io's text frames themselves, so that no client library is measured. It keeps its matches in
memory; nothing that it acknowledges is stored.
"""

from __future__ import annotations

import asyncio
import os
import random
import shutil
import signal
import socket
import subprocess
import time
from pathlib import Path
from typing import Any

import msgspec
from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

from bench.crowd import cpu_seconds_of, processes_of

SOURCE = Path(__file__).parent / "boardgame_io"
GAME = "banquet"
HAND_LEAST = 1


def installed() -> Path:
    """The folder with the server and its packages, which npm fetches the first time."""
    cache = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "triclinium-bench" / "boardgame_io"
    cache.mkdir(parents=True, exist_ok=True)
    for name in ("package.json", "server.js"):
        shutil.copy(SOURCE / name, cache / name)
    if not (cache / "node_modules" / "boardgame.io").is_dir():
        if shutil.which("npm") is None:
            raise SystemExit("boardgame.io needs Node and npm, which are not here")
        subprocess.run(["npm", "install", "--no-audit", "--no-fund"], cwd=cache, check=True)
    return cache


class NodeServer:
    """boardgame.io in a separate process on one core."""

    def __init__(self, port: int, core: int) -> None:
        self.port = port
        command = ["taskset", "-c", str(core), "node", "server.js", str(port)]
        environment = {**os.environ, "NODE_ENV": "production"}
        quiet = subprocess.DEVNULL
        self.process = subprocess.Popen(command, cwd=installed(), env=environment, stdout=quiet, stderr=quiet)

    def wait_until_up(self, seconds: float = 30) -> None:
        until = time.perf_counter() + seconds
        while time.perf_counter() < until and self.process.poll() is None:
            try:
                socket.create_connection(("127.0.0.1", self.port), 1).close()
                return
            except OSError:
                time.sleep(0.05)
        raise SystemExit("boardgame.io did not start")

    def cpu_seconds(self) -> float:
        return cpu_seconds_of(self.process.pid)

    def stop(self) -> None:
        for process in reversed(processes_of(self.process.pid)):  # `node` may be a script that started the real process
            os.kill(process, signal.SIGTERM)
        self.process.wait(20)


class Matches:
    """All players of one run."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.random = random.Random(7)
        self.measuring = False
        self.moves = 0
        self.frames = 0
        self.games_over = 0

    async def play(self, server: NodeServer, matches: int, seats: int, seconds: float) -> dict[str, Any]:
        """Play for a while and measure."""
        rooms = [Match(self, number, seats) for number in range(matches)]
        gate = asyncio.Semaphore(64)
        await asyncio.gather(*(player.connect(gate) for room in rooms for player in room.players))
        for room in rooms:
            room.begin()
        while not all(room.going for room in rooms):
            await asyncio.sleep(0.05)
        await asyncio.sleep(min(5.0, seconds / 4))
        self.measuring = True
        cpu, wall = server.cpu_seconds(), time.perf_counter()
        await asyncio.sleep(seconds)
        self.measuring = False
        wall = time.perf_counter() - wall
        cpu = server.cpu_seconds() - cpu
        return {
            "node": subprocess.run(["node", "--version"], capture_output=True, text=True, check=True).stdout.strip(),
            "matches": matches,
            "sockets": matches * seats,
            "seconds": round(wall, 1),
            "moves_per_s": round(self.moves / wall, 1),
            "frames_per_s": round(self.frames / wall, 1),
            "server_cpu": round(cpu / wall, 2),
            "server_us_per_move": round(1e6 * cpu / max(1, self.moves)),
            "games_over": self.games_over,
        }


class Match:
    """One match. When it is over, its players start another on the same sockets."""

    def __init__(self, matches: Matches, number: int, seats: int) -> None:
        self.matches = matches
        self.number = number
        self.round = 0
        self.id = ""
        self.going = False
        self.synced = 0
        self.players = [Player(self, seat) for seat in range(seats)]

    def begin(self) -> None:
        """Join a new match: the first player creates it, the others follow."""
        self.round += 1
        self.id = f"match-{self.number}-{self.round}"
        self.synced = 0
        self.players[0].sync()

    def joined(self, state: dict[str, Any]) -> None:
        self.synced += 1
        if self.synced < len(self.players):
            self.players[self.synced].sync()
        else:
            self.going = True
            self.players[int(state["ctx"]["currentPlayer"])].move(state)


class Player(WSListener):
    """A socket of somebody who plays when it is their turn."""

    def __init__(self, match: Match, seat: int) -> None:
        self.match = match
        self.seat = seat
        self.transport: WSTransport | None = None
        self.admitted = asyncio.Event()
        self.moved = False

    async def connect(self, gate: asyncio.Semaphore) -> None:
        port = self.match.matches.port
        async with gate:
            await ws_connect(lambda: self, f"ws://127.0.0.1:{port}/socket.io/?EIO=4&transport=websocket")
            await self.admitted.wait()

    def on_ws_connected(self, transport: WSTransport) -> None:
        self.transport = transport

    def say(self, text: str) -> None:
        assert self.transport is not None
        self.transport.send(WSMsgType.TEXT, text.encode())

    def sync(self) -> None:
        self.say(f'42/{GAME},["sync","{self.match.id}","{self.seat}",null,{len(self.match.players)}]')

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type != WSMsgType.TEXT:
            return
        text = frame.get_payload_as_bytes()
        if text.startswith(b"0"):
            self.say(f"40/{GAME},")
        elif text == b"2":
            self.say("3")
        elif text.startswith(b"40"):
            self.admitted.set()
        elif text.startswith(b"42"):
            self.told(msgspec.json.decode(text[text.index(b"[") :]))

    def told(self, message: list[Any]) -> None:
        match = self.match
        if len(message) < 3 or message[1] != match.id:
            return
        if message[0] == "sync":
            match.joined(message[2]["state"])
        elif message[0] == "update":
            self.updated(message[2])

    def updated(self, state: dict[str, Any]) -> None:
        matches = self.match.matches
        if matches.measuring:
            matches.frames += 1
            matches.moves += self.moved
        self.moved = False
        if "gameover" in state["ctx"]:
            self.match.synced -= 1
            if self.match.synced == 0:
                matches.games_over += matches.measuring
                self.match.begin()
        elif state["ctx"]["currentPlayer"] == str(self.seat):
            self.move(state)

    def move(self, state: dict[str, Any]) -> None:
        """Lay any card of the hand before anybody."""
        choose = self.match.matches.random.randrange
        hand = state["G"]["seats"][self.seat]["hand"]
        # The first state of a match comes through another seat's socket, which sees only the number of cards.
        cards = hand if isinstance(hand, int) else len(hand)
        arguments = [choose(max(HAND_LEAST, cards)), choose(len(self.match.players))]
        action = {"type": "MAKE_MOVE", "payload": {"type": "lay", "args": arguments, "playerID": str(self.seat)}}
        self.moved = True
        update = ["update", action, state["_stateID"], self.match.id, str(self.seat)]
        self.say(f"42/{GAME}," + msgspec.json.encode(update).decode())
