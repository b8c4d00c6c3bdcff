"""What is loaded on first use is loaded before anybody comes, and not while people play."""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path
from typing import Any

from bench.crowd import Caller, Crowd, Heard, Player, Room, Server
from bench.ports import free_port

from triclinium.bots import usual_bot
from triclinium.core.play import Play
from triclinium.games import GAMES, game_named
from triclinium.games.benhur.rules import track
from triclinium.table.web.page import ASSETS, STATIC
from triclinium.table.web.rehearsal import load

FILES = ("/", "/%", "/t/nothing", "/icon.svg", "/api/games", "/api/openapi.json", "/api/socket.schema.json")
ANSWERS = 8


class Diner(Player):
    """Somebody who plays a few moves."""

    enough: asyncio.Event

    def replied(self, heard: Heard) -> None:
        super().replied(heard)
        if self.room.crowd.acks >= ANSWERS:
            self.enough.set()


async def dine(crowd: Crowd, caller: Caller, game: str) -> None:
    """A few moves beside bots, and a look whether a model may write."""
    room = Room(crowd, len(crowd.rooms))
    bot = {"bot": usual_bot(game)}
    await room.lay(caller, 1, 0, {"game": game, "seats": [{}, bot, bot]})
    diner = Diner(room, 0, True)
    diner.enough = asyncio.Event()
    room.players = [diner]
    crowd.rooms.append(room)
    crowd.acks = 0
    await diner.connect(asyncio.Semaphore())
    diner.ready()
    await diner.enough.wait()
    await caller.get(f"/api/tables/{room.id}/model", crowd.keys[0])
    diner.leave()


async def ask_for(port: int, path: str) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    head = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nAccept-Encoding: gzip\r\nConnection: close\r\n\r\n"
    writer.write(head.encode())
    assert (await reader.read()).startswith(b"HTTP/1.1 ")
    writer.close()


async def evening(port: int) -> None:
    assets = sorted(f"/{ASSETS}/{path.name}" for path in (STATIC / ASSETS).glob("*.js"))[:1]
    for path in (*FILES, *assets):
        await ask_for(port, path)
    crowd = Crowd(port)
    crowd.measuring, crowd.held = True, None
    caller = Caller(port)
    await caller.open()
    for game in GAMES:
        await dine(crowd, caller, game)
    caller.writer.close()


def test_nothing_is_loaded_in_the_loop_once_the_server_is_ready(tmp_path: Path) -> None:
    """In a process of its own: here everything is loaded already."""
    out, port = tmp_path / "watch.json", free_port()
    arguments = ["serve", "--port", str(port), "--data", str(tmp_path / "data"), "--own-models", "home", "--no-warm"]
    server = Server(tmp_path, port, command=[sys.executable, "-m", "bench.measured", str(out), *arguments])
    try:
        server.wait_until_up()
        asyncio.run(asyncio.wait_for(evening(port), 60))
    finally:
        server.stop()
        server.journal.close()
    told: dict[str, Any] = json.loads(out.read_text())
    assert told["steps"] > 0
    assert told["loaded"] == []


def test_what_a_game_searches_for_once_is_found_before_one_is_woken() -> None:
    """Ben Hur looks whether its track can be driven."""
    checked = track._check_measures
    checked.cache_clear()
    load(())
    searches = checked.cache_info().misses
    assert searches
    Play.begin(game_named("benhur"), 4)
    assert checked.cache_info().misses == searches
