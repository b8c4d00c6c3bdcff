"""People at several nodes, who go to another one when theirs is gone; and the nodes, each in its own surroundings."""

from __future__ import annotations

import asyncio
import contextlib
import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from picows import WSError, ws_connect

from bench.backends import Postgres, Redis
from bench.crowd import Caller, Heard, Room, Server
from bench.fences import Fence
from bench.ports import free_port
from bench.proof_crash import Survivor, Survivors

HOUSE = "proof"
AGAIN_SECONDS = 0.4
"""The page waits so long before it connects again."""
PATIENCE = 40.0


class Node:
    """One node in its own surroundings."""

    def __init__(self, fence: Fence, folder: Path, postgres: Postgres, redis: Redis) -> None:
        self.fence = fence
        self.folder = folder
        self.store = postgres.url.replace(postgres.host, fence.postgres)
        self.bus = redis.url.replace(redis.host, fence.redis)
        self.host = fence.node
        self.port = free_port()
        self.journal = (folder / f"journal-{fence.number}").open("ab")
        self.up = False
        self.process: subprocess.Popen[bytes] | None = None

    async def start(self) -> None:
        words = [*Server.arguments(self.port, self.folder / f"data-{self.fence.number}"), "--host", self.host]
        words += ["--store", self.store, "--bus", self.bus, "--house", HOUSE]
        command = self.fence.command([sys.executable, "-m", "triclinium.cli", *words])
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=self.journal)
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            with contextlib.suppress(OSError):
                _, writer = await asyncio.open_connection(self.host, self.port)
                writer.close()
                self.up = True
                return
            if self.process.poll() is not None:
                raise SystemExit(
                    f"a node stopped: {(self.folder / f'journal-{self.fence.number}').read_text()[-2000:]}"
                )
            await asyncio.sleep(0.05)
        raise SystemExit("a node did not start")

    def end(self, number: int) -> None:
        self.up = False
        if self.process is not None:
            self.process.send_signal(number)
            self.process.wait(PATIENCE)
            self.process = None


class Traveller(Survivor):
    """Somebody who goes to another node when their socket closes."""

    room: Room

    def __init__(self, room: Room, number: int, seated: bool) -> None:
        super().__init__(room, number, seated)
        self.version = -1
        self.last_ack = 0.0
        self.node: Node | None = None
        self.coming = False

    @property
    def at_rest(self) -> bool:
        """Whether there is a socket, and nothing to be answered."""
        return self.transport is not None and not self.unacknowledged

    async def connect(self, gate: asyncio.Semaphore) -> None:
        crowd = self.room.crowd
        assert isinstance(crowd, Travellers)
        while not crowd.over:
            node = crowd.node()
            headers = [
                ("Cookie", f"triclinium={crowd.keys[self.number]}"),
                ("Origin", f"http://{node.host}:{node.port}"),
            ]
            try:
                async with gate, asyncio.timeout(PATIENCE):
                    self.node = node
                    await ws_connect(
                        lambda: self, f"ws://{node.host}:{node.port}/ws/{self.room.id}", extra_headers=headers,
                        websocket_handshake_timeout=5.0, use_aiofastnet=False,
                    )  # fmt: skip
                    return
            except (OSError, EOFError, TimeoutError, WSError):
                await asyncio.sleep(AGAIN_SECONDS)

    def on_ws_disconnected(self, transport: Any) -> None:
        if self.transport is not transport:
            return
        self.transport = None
        self.closed = True
        crowd = self.room.crowd
        assert isinstance(crowd, Travellers)
        if not crowd.over and not self.coming:
            self.coming = True
            crowd.later(self._come_again())

    async def _come_again(self) -> None:
        await asyncio.sleep(AGAIN_SECONDS)
        self.coming = False
        await self.connect(asyncio.Semaphore(1))

    def say(self, message: dict[str, Any]) -> None:
        if self.transport is None:  # said when there is a socket again
            if message["nonce"] not in self.unacknowledged:
                self.sent.append(message["nonce"])
                self.unacknowledged[message["nonce"]] = message
        else:
            super().say(message)

    def replied(self, heard: Heard) -> None:
        if heard.nonce in self.unacknowledged:
            super().replied(heard)
        if heard.type == "ack":
            self.last_ack = time.monotonic()

    def told(self, heard: Heard, at: float) -> None:
        self.version = heard.version
        super().told(heard, at)

    def answer(self, decision: Any) -> None:
        crowd = self.room.crowd
        assert isinstance(crowd, Travellers)
        if crowd.calm:
            self.answered = -1
            crowd.held_back.append(lambda: self.later(decision))
        else:
            super().answer(decision)


class Travellers(Survivors):
    """Everybody, at any node that runs."""

    def __init__(self, nodes: list[Node], rng: random.Random) -> None:
        super().__init__(0)
        self.nodes = nodes
        self.rng = rng
        self.over = False
        self.calm = False
        self.held_back: list[Callable[[], None]] = []
        self._tasks: set[asyncio.Task[None]] = set()

    def node(self) -> Node:
        return self.rng.choice([node for node in self.nodes if node.up] or self.nodes)

    def later(self, doing: Any) -> None:
        task = asyncio.create_task(doing)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def more(self, tables: int, game: str) -> None:
        gate = asyncio.Semaphore(16)
        for _ in range(tables):
            node = self.node()
            caller = NodeCaller(node)
            await caller.open()
            room = Room(self, len(self.rooms))
            await room.lay(caller, 3, 0, {"game": game, "seats": [{}, {}, {}, {"bot": "random"}]})
            caller.writer.close()
            room.players = [Traveller(room, number, True) for number in range(3)]
            self.rooms.append(room)
            await asyncio.gather(*(player.connect(gate) for player in room.players))
            for player in room.players:
                player.ready()

    def go_on(self) -> None:
        self.calm = False
        held, self.held_back = self.held_back, []
        for play in held:
            play()

    def players(self, rooms: Iterable[Room]) -> list[Traveller]:
        return [player for room in rooms for player in room.players if isinstance(player, Traveller)]


class NodeCaller(Caller):
    """Requests to one node."""

    def __init__(self, node: Node) -> None:
        super().__init__(node.port)
        self.host = node.host

    async def open(self) -> None:
        self.reader, self.writer = await asyncio.open_connection(self.host, self.port)
