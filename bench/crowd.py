"""A crowd of players for load and crash tests: real sockets, real rules, in a separate process."""

from __future__ import annotations

import asyncio
import hashlib
import itertools
import os
import random
import secrets
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

from bench.nursery import Child, Nursery

now = time.perf_counter
PATIENCE = 60.0
"""Seconds to wait for a socket on a busy machine."""
COUNTER = itertools.count()
RUN = secrets.token_hex(4)


class DecisionHeard(msgspec.Struct):
    id: int
    options: list[dict[str, Any]]
    sealed: bool


class Heard(msgspec.Struct):
    """The part of a socket's messages that a player needs."""

    type: str
    version: int = 0
    decision: DecisionHeard | None = None
    sealed: dict[str, Any] | None = None
    nonce: str = ""
    key: str = ""
    phase: str = ""


HEARD = msgspec.json.Decoder(Heard)
ENCODE = msgspec.json.Encoder().encode


ANSWERS = "-answer"
"""The suffix of the nonces of answers, which are the moves that are counted."""


def nonce(ending: str = "-else") -> str:
    return f"{RUN}-{next(COUNTER):x}{ending}"


class Server:
    """A server in a separate process."""

    def __init__(
        self,
        data: Path,
        port: int,
        core: int | None = None,
        nursery: Nursery | None = None,
        command: list[str] | None = None,
        arguments: list[str] | None = None,
        watched: Path | None = None,
    ) -> None:
        self.port = port
        self.base = f"http://127.0.0.1:{port}"
        arguments = arguments or self.arguments(port, data)
        if command is None:
            command = [] if core is None else ["taskset", "-c", str(core)]
            command += [sys.executable, "-m", "triclinium.cli", *arguments]
        self.journal = tempfile.TemporaryFile()  # noqa: SIM115 (it lives as long as the server)
        self.process: Child | subprocess.Popen[bytes]
        if nursery is None:
            self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=self.journal)
        else:
            self.process = nursery.start(arguments, self.journal, watched)

    @staticmethod
    def arguments(port: int, data: Path) -> list[str]:
        """Arguments for `triclinium`: a server for any number of players at one address."""
        return [
            "serve", "--port", str(port), "--data", str(data), "--sockets-per-address", "100000",
            "--requests-per-minute", "100000000", "--tables-per-address", "100000000",
            "--tables-per-visitor", "100000000", "--open-tables-per-visitor", "100000000",
            "--megabytes-per-address", "1000000", "--no-warm",
        ]  # fmt: skip

    def wait_until_up(self, seconds: float = 30) -> None:
        until = now() + seconds
        while now() < until:
            try:
                socket.create_connection(("127.0.0.1", self.port), 1).close()
                return
            except OSError:
                if self.process.poll() is not None:
                    raise SystemExit(f"the server stopped: {self.said()}") from None
                time.sleep(0.02)
        raise SystemExit("the server did not start")

    def said(self) -> str:
        """Everything the server has printed."""
        self.journal.seek(0)
        return self.journal.read().decode()

    def kill(self) -> None:
        """Kill all processes at once. The first is stopped before, so that it restarts no other."""
        self.process.send_signal(signal.SIGSTOP)
        started = [Child(process) for process in processes_of(self.process.pid)[1:]]
        for process in (self.process, *started):
            process.send_signal(signal.SIGKILL)
        for process in (self.process, *started):
            process.wait()

    def stop(self) -> None:
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(20)

    def cpu_seconds(self) -> float:
        return cpu_seconds_of(self.process.pid)

    def cpu_beside(self) -> dict[str, float]:
        """Processor seconds of others who work for this server, by name."""
        return {}

    def memory_bytes(self) -> int:
        pages = (Path(f"/proc/{process}/statm").read_text().split()[1] for process in processes_of(self.process.pid))
        return sum(map(int, pages)) * 4096


def processes_of(first: int) -> list[int]:
    """A process and its children."""
    started = Path(f"/proc/{first}/task/{first}/children").read_text().split()
    return [first, *map(int, started)]


def cpu_seconds_of(first: int) -> float:
    """The processor seconds of a process and its children."""
    seconds = 0.0
    for process in processes_of(first):
        fields = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
        seconds += (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return seconds


class Caller:
    """One keep-alive HTTP connection."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.address = ""
        """The client's address, as a proxy would say."""

    async def open(self) -> None:
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)

    async def post(self, path: str, key: str, body: Any) -> Any:
        return await self.ask("POST", path, key, ENCODE(body))

    async def get(self, path: str, key: str) -> Any:
        return await self.ask("GET", path, key, b"")

    async def ask(self, method: str, path: str, key: str, data: bytes) -> Any:
        async with asyncio.timeout(PATIENCE):
            return await self._ask(method, path, key, data)

    async def _ask(self, method: str, path: str, key: str, data: bytes) -> Any:
        if self.reader.at_eof():  # it was idle for too long
            await self.open()
        head = (
            f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nOrigin: http://127.0.0.1:{self.port}\r\n"
            f"Cookie: triclinium={key}\r\nContent-Length: {len(data)}\r\n"
        )
        head += f"X-Forwarded-For: {self.address}\r\n\r\n" if self.address else "\r\n"
        self.writer.write(head.encode() + data)
        header = await self.reader.readuntil(b"\r\n\r\n")
        length = int(header.lower().split(b"content-length: ")[1].split(b"\r\n")[0])
        answer = msgspec.json.decode(await self.reader.readexactly(length))
        if b" 200 " not in header.split(b"\r\n")[0]:
            raise RuntimeError(f"{path}: {answer}")
        return answer


class Crowd:
    """All players of one run."""

    def __init__(self, port: int, think: Callable[[], float] | None = None) -> None:
        self.port = port
        self.socket_port: int | None = None
        """The port for sockets, if different."""
        self.think = think
        self.address = ""
        """Where everybody comes from, as a proxy tells it."""
        self.random = random.Random(7)
        self.keys = [secrets.token_urlsafe(32) for _ in range(6)]
        self.rooms: list[Room] = []
        self.measuring = False
        self.latencies: list[float] = []
        self.acks = 0
        self.frames = 0
        self.frame_bytes = 0
        self.refused = 0
        self.finished: set[int] = set()
        self.games_over = 0
        self.rematches: asyncio.Queue[Room] | None = None
        self.held: list[Callable[[], None]] | None = []

    async def lay(self, tables: int, seats: int, watchers: int, callers: int = 4, **wanted: Any) -> None:
        """Make tables, sit down, connect, and start. All tables have one host, who makes several at a time."""
        self.rooms = [Room(self, number) for number in range(tables)]
        waiting = iter(self.rooms)

        async def work() -> None:
            caller = Caller(self.port)
            await caller.open()
            for room in waiting:
                await room.lay(caller, seats, watchers, wanted)

        await asyncio.gather(*(work() for _ in range(callers)))
        gate = asyncio.Semaphore(64)
        await asyncio.gather(*(player.connect(gate) for room in self.rooms for player in room.players))
        for room in self.rooms:
            for player in room.players:
                player.ready()
        while not all(room.begun for room in self.rooms):
            await asyncio.sleep(0.05)

    def play_again(self, callers: int = 4) -> list[asyncio.Task[None]]:
        """From now on the same people have a rematch wherever a game is over."""
        rematches = self.rematches = asyncio.Queue()

        async def work() -> None:
            caller = Caller(self.port)
            caller.address = self.address
            await caller.open()
            while True:
                room = await rematches.get()
                await room.again(caller)

        return [asyncio.create_task(work()) for _ in range(callers)]

    def port_of(self, _room: Room) -> int:
        """Where the people of a table open their sockets."""
        return self.socket_port or self.port

    def begin(self) -> None:
        """Let everybody play who has been asked."""
        held, self.held = self.held or [], None
        for play in held:
            play()


class Room:
    """One table as its players know it."""

    __slots__ = ("awaited", "begun", "crowd", "id", "number", "players", "sent_at")

    def __init__(self, crowd: Crowd, number: int) -> None:
        self.crowd = crowd
        self.number = number
        self.id = ""
        self.players: list[Player] = []
        self.begun = False
        self.awaited: set[int] = set()
        self.sent_at = 0.0

    async def lay(self, caller: Caller, seats: int, watchers: int, wanted: dict[str, Any]) -> None:
        keys = self.crowd.keys
        empty: list[dict[str, Any]] = [{} for _ in range(seats)]
        body = {"game": "banquet", "seats": empty, "name": "Livia", "window": 0, "quick": True, **wanted}
        made = await caller.post("/api/tables", keys[0], body)
        self.id = made["id"]
        for number in range(1, seats):
            await caller.post(f"/api/tables/{self.id}/seats", keys[number], {"secret": made["invite"], "name": "Gaius"})
        for number in range(seats, seats + watchers):
            await caller.post(f"/api/tables/{self.id}/watch", keys[number], {"secret": made["watch"]})
        self.players = [Player(self, number, number < seats) for number in range(seats + watchers)]

    async def again(self, caller: Caller) -> None:
        """The same people at a new table, over new sockets. Nobody may make many tables a day: anybody asks for it."""
        asker = self.crowd.random.choice([player.number for player in self.players if player.seated])
        self.id = (await caller.post(f"/api/tables/{self.id}/rematch", self.crowd.keys[asker], None))["id"]
        for player in self.players:
            player.leave()
        self.players = [type(player)(self, player.number, player.seated) for player in self.players]
        gate = asyncio.Semaphore(len(self.players))
        await asyncio.gather(*(player.connect(gate) for player in self.players))
        self.crowd.finished.discard(self.number)
        for player in self.players:
            player.ready()


class Player(WSListener):
    """A socket with somebody who answers."""

    def __init__(self, room: Room, number: int, seated: bool) -> None:
        self.room = room
        self.number = number
        self.seated = seated
        self.transport: WSTransport | None = None
        self.answered = -1
        self.revealed = False
        self.share = secrets.token_bytes(16)
        self.closed = False

    async def connect(self, gate: asyncio.Semaphore) -> None:
        port = self.room.crowd.port
        headers = [
            ("Cookie", f"triclinium={self.room.crowd.keys[self.number]}"),
            ("Origin", f"http://127.0.0.1:{port}"),
        ]
        if self.room.crowd.address:
            headers.append(("X-Forwarded-For", self.room.crowd.address))
        async with gate:
            await ws_connect(
                lambda: self,
                f"ws://127.0.0.1:{self.room.crowd.port_of(self.room)}/ws/{self.room.id}",
                extra_headers=headers,
                websocket_handshake_timeout=PATIENCE,
            )

    def on_ws_connected(self, transport: WSTransport) -> None:
        self.transport = transport

    def on_ws_disconnected(self, transport: WSTransport) -> None:
        self.closed = True

    def leave(self) -> None:
        self.closed = True
        if self.transport is not None:
            self.transport.disconnect()

    def say(self, message: dict[str, Any]) -> None:
        assert self.transport is not None
        self.transport.send(WSMsgType.TEXT, ENCODE(message))

    def ready(self) -> None:
        if self.seated:
            mark = f"triclinium seat {self.number} {self.room.id}\n".encode()
            promise = hashlib.sha256(mark + self.share).hexdigest()
            self.say({"type": "ready", "nonce": nonce(), "commitment": promise})

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type != WSMsgType.TEXT or self.closed:
            return
        at = now()
        crowd = self.room.crowd
        body = frame.get_payload_as_memoryview()
        if crowd.measuring:
            crowd.frames += 1
            crowd.frame_bytes += len(body)
        heard = HEARD.decode(body)
        if heard.type == "state":
            self.told(heard, at)
        elif heard.type == "table":
            self.around(heard)
        elif heard.type in ("ack", "refused", "resync"):
            self.replied(heard)

    def replied(self, heard: Heard) -> None:
        crowd = self.room.crowd
        if heard.type == "ack":
            crowd.acks += crowd.measuring and heard.nonce.endswith(ANSWERS)
        else:
            crowd.refused += 1

    def around(self, heard: Heard) -> None:
        room = self.room
        if heard.phase == "waiting":  # as the page does: this server was behind, and refused it
            self.revealed = False
        if heard.phase == "gathering" and self.seated and not self.revealed:
            self.revealed = True
            self.say({"type": "reveal", "nonce": nonce(), "value": self.share.hex()})
        elif heard.phase == "over" and room.number not in room.crowd.finished:
            room.crowd.finished.add(room.number)
            room.crowd.games_over += room.crowd.measuring
            if room.crowd.rematches is not None:
                room.crowd.rematches.put_nowait(room)

    def told(self, heard: Heard, at: float) -> None:
        room = self.room
        room.begun = True
        if self.number in room.awaited:
            room.awaited.discard(self.number)
            if not room.awaited and room.crowd.measuring:
                room.crowd.latencies.append(at - room.sent_at)
        decision = heard.decision
        if decision is None or not self.seated or heard.sealed is not None or decision.id == self.answered:
            return
        self.answered = decision.id
        crowd = room.crowd
        if crowd.held is not None:
            crowd.held.append(lambda: self.later(decision))
        else:
            self.later(decision)

    def later(self, decision: DecisionHeard) -> None:
        think = self.room.crowd.think
        if think is None:
            self.answer(decision)
        else:
            asyncio.get_running_loop().call_later(think(), self.answer, decision)

    def answer(self, decision: DecisionHeard) -> None:
        room = self.room
        if self.closed:
            return
        if not decision.sealed:
            room.awaited = {player.number for player in room.players}
            room.sent_at = now()
        choice = decision.options[int(room.crowd.random.random() * len(decision.options))]
        self.say({"type": "answer", "nonce": nonce(ANSWERS), "decision": decision.id, "answer": choice})
