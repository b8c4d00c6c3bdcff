"""People at a real server: requests over HTTP, sockets over the loopback, everything a browser would send."""

from __future__ import annotations

import asyncio
import json
import random
import secrets
import ssl
from collections.abc import AsyncIterator, Callable
from contextlib import ExitStack, asynccontextmanager, suppress
from pathlib import Path
from typing import Any
from unittest.mock import patch

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from triclinium.core.fairness import Contribution
from triclinium.table.bus import Bus
from triclinium.table.config import Config
from triclinium.table.live.hub import Hub
from triclinium.table.live.live_table import IN_SECONDS, MESSAGES_MOST
from triclinium.table.ops.journal import Journal
from triclinium.table.people.limits import Most
from triclinium.table.serve import listening
from triclinium.table.store import Store
from triclinium.table.store.postgres import PostgresStore
from triclinium.table.store.sqlite import SqliteStore
from triclinium.table.store.sqlite_file import SqliteFile
from triclinium.table.web.app import TableServer
from triclinium.table.web.front import Front

WAIT = 30.0
PATIENCE = 120.0
PLAIN = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
"""Nobody speaks TLS here: a client of its own would read all authorities of the machine for each person."""


class House:
    """A running server."""

    def __init__(self, server: TableServer, base: str, lines: list[str], front: Front | None = None) -> None:
        self.server = server
        self._front = front
        self.base = base
        self.lines = lines
        self.people: list[Person] = []
        self.news = asyncio.Event()
        """Something came to somebody."""

    @property
    def hub(self) -> Hub:
        return self.server.hub

    @property
    def front(self) -> Front:
        assert self._front is not None, "it runs in another process"
        return self._front

    def person(self) -> Person:
        person = Person(self)
        self.people.append(person)
        return person


class Lines:
    """Where the journal writes."""

    def __init__(self, lines: list[str]) -> None:
        self.lines = lines

    def write(self, text: str) -> None:
        self.lines.append(text)

    def flush(self) -> None:
        return


@asynccontextmanager
async def house(folder: Path, slow_players: bool = False, **settings: Any) -> AsyncIterator[House]:
    """A server on a free port, for as long as the block runs. Players may act faster there than people do."""
    with ExitStack() as limits:
        if not slow_players:
            limits.enter_context(patch("triclinium.table.live.live_table.MESSAGES_MOST", 10_000))
        async with _house(folder, settings) as place:
            yield place


def _always(bus: Bus) -> Callable[[Journal], Bus]:
    return lambda _journal: bus


@asynccontextmanager
async def two_houses(folder: Path, *buses: Bus) -> AsyncIterator[tuple[House, House]]:
    """Two servers with one log. Without buses nobody tells one of them what the other has written."""
    SqliteFile(folder).close()
    with patch("triclinium.table.live.live_table.MESSAGES_MOST", 10_000):
        async with (
            _house(folder, {}, SqliteStore(folder, shared=True), *map(_always, buses[:1])) as one,
            _house(folder, {}, SqliteStore(folder, shared=True), *map(_always, buses[1:])) as other,
        ):
            other.news = one.news  # whoever waits waits for people at both
            yield one, other


@asynccontextmanager
async def two_nodes(
    folder: Path, url: str, name: str, bus: Callable[[Journal], Bus]
) -> AsyncIterator[tuple[House, House]]:
    """Two nodes of one house in PostgreSQL, with a bus."""
    with patch("triclinium.table.live.live_table.MESSAGES_MOST", 10_000):
        async with (
            _house(folder, {}, PostgresStore(url, name), bus) as one,
            _house(folder, {}, PostgresStore(url, name), bus) as other,
        ):
            other.news = one.news  # whoever waits waits for people at both
            yield one, other


@asynccontextmanager
async def _house(
    folder: Path, settings: dict[str, Any], store: Store | None = None, bus: Callable[[Journal], Bus] | None = None
) -> AsyncIterator[House]:
    many = Most(open_tables=10**6, visitor_tables=10**6, address_tables=10**6, address_bytes=10**12)
    settings = {"requests_per_minute": 100_000, "sockets_per_address": 10_000, "most": many, **settings}
    config = Config(data=folder, port=0, **settings)
    lines: list[str] = []
    journal = Journal(Lines(lines))
    server = TableServer(config, store or SqliteStore(folder), journal, bus=bus(journal) if bus else None)
    listener = listening("127.0.0.1", 0)
    base = f"http://127.0.0.1:{listener.getsockname()[1]}"
    front = Front(server)
    running = asyncio.create_task(front.serve(listener))
    await front.started.wait()
    place = House(server, base, lines, front)
    try:
        yield place
    finally:
        for person in place.people:
            await person.close()
        front.stop()
        await running


class Person:
    """A visitor with a browser."""

    def __init__(self, place: House) -> None:
        self.place = place
        self.http = httpx.AsyncClient(base_url=place.base, headers={"origin": place.base}, timeout=WAIT, verify=PLAIN)
        self.chairs: list[Chair] = []

    async def ask(self, method: str, path: str, expect: int = 200, **more: Any) -> Any:
        response = await self.http.request(method, path, **more)
        assert response.status_code == expect, (response.status_code, response.text)
        kind = response.headers["content-type"]
        return response.json() if kind == "application/json" else response.text

    async def make(self, bots: int = 0, people: int = 4, **wanted: Any) -> dict[str, Any]:
        """Make a table with the first seat for this person and bots at the end."""
        seats: list[dict[str, Any]] = [{} for _ in range(people)] + [{"bot": "random"} for _ in range(bots)]
        body = {"game": "banquet", "seats": seats, "name": "Livia", "window": 0, "quick": True, **wanted}
        made: dict[str, Any] = await self.ask("POST", "/api/tables", json=body)
        return made

    async def sit(self, made: dict[str, Any], name: str = "Gaius", **more: Any) -> dict[str, Any]:
        body = {"secret": made["invite"], "name": name, **more}
        taken: dict[str, Any] = await self.ask("POST", f"/api/tables/{made['id']}/seats", json=body)
        return taken

    def cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())

    async def open(self, table: str, query: str = "", at: House | None = None) -> Chair:
        """Open a socket at a table, perhaps at another server."""
        place = at or self.place
        address = place.base.replace("http", "ws") + f"/ws/{table}{query}"
        socket = await connect(
            address, additional_headers={"Cookie": self.cookie()}, origin=place.base, compression=None, proxy=None
        )
        chair = Chair(socket, table, place.news)
        self.chairs.append(chair)
        return chair

    async def close(self) -> None:
        for chair in self.chairs:
            await chair.close()
        await self.http.aclose()


def merged(known: dict[str, Any] | None, state: dict[str, Any]) -> dict[str, Any]:
    """A state as a client knows it: what has not changed in the view is as it was."""
    if state["since"] is None:
        return state
    assert known is not None and known["version"] == state["since"], "told changes to a state it was not sent"
    return {**state, "view": {**known["view"], **state["view"]}}


class Chair:
    """A socket at a table, and all that came through it."""

    def __init__(self, socket: ClientConnection, table: str, news: asyncio.Event) -> None:
        self.socket = socket
        self.id = table
        self.heard: list[dict[str, Any]] = []
        self.raw: list[str] = []
        self.table: dict[str, Any] = {}
        self.state: dict[str, Any] | None = None
        self.lines: list[dict[str, Any]] = []
        self.code: int | None = None
        self.answered = -1
        self._news = news
        self._listening = asyncio.create_task(self._listen())
        self.share: Contribution | None = None

    async def _listen(self) -> None:
        try:
            async for text in self.socket:
                assert isinstance(text, str)
                self.raw.append(text)
                message = json.loads(text)
                self.heard.append(message)
                if message["type"] == "table":
                    self.table = message
                elif message["type"] == "state":
                    assert self.state is None or message["version"] >= self.state["version"], "versions only grow"
                    self.state = merged(self.state, message)
                elif message["type"] == "chat":
                    self.lines += message["lines"]
                self._news.set()
        except ConnectionClosed:
            pass
        self.code = self.socket.close_code
        self._news.set()

    @property
    def seat(self) -> int:
        seat: int = self.table["you"]["seat"]
        return seat

    async def until(self, wanted: Callable[[], Any], seconds: float = WAIT) -> Any:
        """Wait until something is so."""
        async with asyncio.timeout(seconds):
            while not (found := wanted()):
                self._news.clear()
                if self.code is not None and not wanted():
                    raise AssertionError(f"the socket was closed with {self.code}")
                await self._news.wait()
            return found

    async def caught_up(self) -> None:
        """Wait until all has come that was sent before now."""
        try:
            await (await self.socket.ping())
        except ConnectionClosed:
            await self._listening

    async def closed(self) -> int | None:
        async with asyncio.timeout(WAIT):
            await self._listening
        return self.code

    async def send(self, kind: str, *, nonce: str | None = None, wait: bool = True, **fields: Any) -> dict[str, Any]:
        """Send a message and wait for the reply to it."""
        nonce = nonce or secrets.token_hex(8)
        known = len(self.heard)
        await self.socket.send(json.dumps({"type": kind, "nonce": nonce, **fields}))
        if not wait:
            return {}

        def reply() -> dict[str, Any] | None:
            return next((message for message in self.heard[known:] if message.get("nonce") == nonce), None)

        answer: dict[str, Any] = await self.until(reply)
        return answer

    async def ready(self) -> None:
        """Commit to a share of luck."""
        await self.until(lambda: self.table)
        self.share = Contribution.fresh(self.id, self.seat)
        assert (await self.send("ready", commitment=self.share.commitment))["type"] == "ack"

    async def reveal(self) -> None:
        """Show the share once all have committed."""
        await self.until(lambda: self.table["phase"] != "waiting")
        if self.table["phase"] == "gathering" and self.share is not None:
            await self.send("reveal", value=self.share.value.hex())

    @property
    def decision(self) -> dict[str, Any] | None:
        return None if self.state is None else self.state["decision"]

    @property
    def over(self) -> bool:
        return self.table.get("phase") == "over"

    async def answer(self, choice: Any = None, rng: random.Random | None = None) -> dict[str, Any]:
        decision = self.decision
        assert decision is not None
        given = choice or (rng or random).choice(decision["options"])
        return await self.send("answer", decision=decision["id"], answer=given)

    async def play(self, rng: random.Random, moves: int = 10_000, at_once: int = 10_000) -> None:
        """Answer whatever is asked until the game is over; after so many answers at once no faster than people may."""
        for number in range(moves):
            if number >= at_once:
                await asyncio.sleep(IN_SECONDS / MESSAGES_MOST)
            await self.until(lambda: self.over or self.to_answer() is not None, 30)
            if self.over:
                return
            decision = self.to_answer()
            assert decision is not None
            self.answered = decision["id"]
            reply = await self.answer(rng=rng)
            assert reply["type"] in ("ack", "resync"), reply

    def to_answer(self) -> dict[str, Any] | None:
        """A question that has not been answered yet."""
        decision = self.decision
        return decision if decision is not None and decision["id"] != self.answered else None

    async def close(self) -> None:
        with suppress(Exception):
            await self.socket.close()
        self._listening.cancel()
        with suppress(asyncio.CancelledError):
            await self._listening


async def seated(place: House, people: int, bots: int = 0, **wanted: Any) -> tuple[list[Person], list[Chair]]:
    """A table in play: people with open sockets, and bots."""
    persons = [place.person() for _ in range(people)]
    made = await persons[0].make(bots, people, **wanted)
    for number, person in enumerate(persons[1:], start=1):
        await person.sit(made, f"Guest {number}")
    chairs = [await person.open(made["id"]) for person in persons]
    persons[0].made = made  # type: ignore[attr-defined]
    for chair in chairs:
        await chair.ready()
    for chair in chairs:
        await chair.reveal()
    for chair in chairs:
        await chair.until(lambda chair=chair: chair.state)
    return persons, chairs


def faults(place: House) -> list[dict[str, Any]]:
    lines = [json.loads(line) for line in place.lines]
    return [line for line in lines if line["level"] == "trouble"]


async def some_moves(chairs: list[Chair], moves: int, seed: int = 1) -> None:
    """Let whoever is asked answer, so many times."""
    rng = random.Random(seed)
    async with asyncio.timeout(PATIENCE):
        while moves and not chairs[0].over:
            await chairs[0].until(lambda: chairs[0].over or any(chair.to_answer() for chair in chairs), PATIENCE)
            if asked := [chair for chair in chairs if chair.to_answer()]:
                await rng.choice(asked).play(rng, 1)
                moves -= 1
        for chair in chairs:
            await chair.caught_up()
