"""The admission and the sockets against pages of others, wild frames, floods and stolen rights."""

from __future__ import annotations

import asyncio
import dataclasses
import json
import random
import re
import threading
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from hypothesis import HealthCheck, given, settings
from websockets.asyncio.client import connect
from websockets.client import ClientProtocol
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.frames import Frame, Opcode
from websockets.protocol import State
from websockets.uri import parse_uri

from sizes import many
from triclinium.table.config import Config
from triclinium.table.live.inbox import fits
from triclinium.table.live.live_table import LiveTable, Socket
from triclinium.table.protocol.messages import Close
from triclinium.table.web import drain, schema
from triclinium.table.web.admission import Admission
from triclinium.table.web.routes import ROUTES
from triclinium.table.web.websocket import WAITING_BYTES, WebSocket

from .people import House, house, seated, some_moves
from .room import Room

# --- HTTP ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("origin", [None, "null", "https://evil.example", "http://127.0.0.1", "http://localhost:1"])
def test_other_origins_are_refused(tmp_path: Path, origin: str | None) -> None:
    async def evening() -> None:
        async with house(tmp_path) as place:
            host = place.person()
            made = await host.make()
            headers = {"Cookie": host.cookie()} | ({} if origin is None else {"Origin": origin})
            async with httpx.AsyncClient(base_url=place.base) as browser:
                for route in ROUTES:
                    if route.method == "POST":
                        path = route.path.replace("{table}", made["id"])
                        response = await browser.post(path, headers=headers, content="{}")
                        assert (response.status_code, response.json()["key"]) == (403, "refused.other_origin"), path
            address = place.base.replace("http", "ws") + f"/ws/{made['id']}"
            with pytest.raises(InvalidStatus) as refused:
                await connect(address, additional_headers=headers, proxy=None)
            assert refused.value.response.status_code == 403
            assert b"refused.other_origin" in refused.value.response.body

    asyncio.run(evening())


def test_headers_bind_the_browser(tmp_path: Path) -> None:
    async def evening() -> None:
        async with house(tmp_path) as place, httpx.AsyncClient(base_url=place.base) as browser:
            for path in ("/", "/t/" + "0" * 32, "/page.css", "/api/games", "/nothing", "/api/nothing"):
                headers = (await browser.get(path)).headers
                policy = headers["content-security-policy"]
                assert policy.startswith("default-src 'none'")
                assert "unsafe" not in policy
                assert "*" not in policy
                assert "http" not in policy
                assert headers["referrer-policy"] == "no-referrer"
                assert headers["x-content-type-options"] == "nosniff"
            worker = (await browser.get("/assets/offline-worker-x.js")).headers["content-security-policy"]
            assert "'unsafe-eval'" not in worker and "'wasm-unsafe-eval'" in worker, "Python is compiled there alone"
            page = (await browser.get("/")).text
            assert not re.search(r"<script(?![^>]*src=)|<style|style=|\son[a-z]+=|https?://", page)
            for path in ("/api/tables", "/api/push", "/api/nothing", f"/api/tables/{'0' * 32}/log"):
                assert (await browser.get(path)).headers["cache-control"] == "no-store", path
            assert (await browser.get("/api/games")).headers["cache-control"] == "no-cache", "the same for everybody"

    asyncio.run(evening())


def test_the_seat_key_is_a_cookie_that_scripts_and_other_hosts_cannot_read(tmp_path: Path) -> None:
    hashed, cookie = Admission(Config(data=tmp_path, public_url="https://table.example")).fresh_visitor()
    name, _, rest = cookie.partition("=")
    assert name == "__Host-triclinium"
    assert {"Path=/", "HttpOnly", "Secure", "SameSite=Strict"} <= {part.strip() for part in rest.split(";")}
    key = rest.split(";")[0]
    assert len(key) >= 43, "256 bits"
    assert hashed not in cookie
    assert Admission(Config(data=tmp_path, public_url="https://table.example")).visitor(
        {"cookie": f"a=b; {name}={key}"}
    )
    plain, cookie = Admission(Config(data=tmp_path)).fresh_visitor()
    assert "Secure" not in cookie
    assert plain


def test_secrets_travel_in_bodies_and_never_in_addresses() -> None:
    for route in ROUTES:
        named = {name for name, _ in route.query}
        assert named <= {"seat", "eyes", "at", "count", "format", "language", "names", "paper", "margin"}
        for _, pattern in route.query:
            assert re.search(pattern, "A" * 43) is None, "no key and no link's secret fits"
        assert set(re.findall(r"{(\w+)}", route.path)) <= {"table"}


def test_strangers_see_nothing(tmp_path: Path) -> None:
    """Every route of a table, asked by somebody with another table's seat key."""

    async def evening() -> None:
        async with house(tmp_path) as place:
            made = await place.person().make()
            stranger = place.person()
            await stranger.make()
            bodies = {"make_link": {"kind": "invite"}, "void_links": {"kind": "invite"}, "subscribe": {"kind": "push"}}
            bodies["branch"] = {"at": 0, "seat": 0, "name": "x"}
            bodies["take_seat"] = {"secret": "x" * 43, "name": "x"}
            bodies["watch"] = bodies["read_invitation"] = {"secret": "x" * 43}
            bodies["model_brief"] = {"decision": 0}
            bodies["model_passage"] = {"decision": 0, "seal": "0" * 64}
            for route in ROUTES:
                if "{table}" in route.path:
                    path = route.path.replace("{table}", made["id"])
                    body = bodies.get(route.does.__name__)
                    await stranger.ask(route.method, path, expect=403, json=body)
            chair = await stranger.open(made["id"])
            assert await chair.closed() == Close.NO_RIGHT
            assert chair.raw == []

    asyncio.run(evening())


def test_too_many_requests_are_refused(tmp_path: Path) -> None:
    async def evening() -> None:
        async with house(tmp_path, requests_per_minute=20) as place:
            visitor = place.person()
            codes = [(await visitor.http.get("/api/games")).status_code for _ in range(25)]
            assert codes[:20] == [200] * 20
            assert codes[-1] == 429
            with pytest.raises(InvalidStatus) as refused:
                await visitor.open("0" * 32)
            assert refused.value.response.status_code == 429, "to open a socket is to ask"

    asyncio.run(evening())


# --- Every route, asked what nobody would --------------------------------------------------------


@pytest.fixture(scope="module")
def standing(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, str, str]]:
    """A server in a thread: its address, a table, and the seat key of its host."""
    ready: list[tuple[str, str, str]] = []
    up, down = threading.Event(), asyncio.Event()
    loops: list[asyncio.AbstractEventLoop] = []

    async def stand() -> None:
        async with house(tmp_path_factory.mktemp("schemathesis")) as place:
            host = place.person()
            made = await host.make(people=3)
            ready.append((place.base, made["id"], host.cookie()))
            loops.append(asyncio.get_running_loop())
            up.set()
            await down.wait()

    thread = threading.Thread(target=lambda: asyncio.run(stand()))
    thread.start()
    assert up.wait(20)
    yield ready[0]
    loops[0].call_soon_threadsafe(down.set)
    thread.join()


@pytest.mark.parametrize(
    ("path", "method"), [(path, method) for path, ways in schema.openapi()["paths"].items() for method in ways]
)
def test_every_route_answers_as_described_whatever_is_asked(
    path: str, method: str, standing: tuple[str, str, str]
) -> None:
    import schemathesis
    from schemathesis.specs.openapi import checks

    base, table, cookie = standing
    headers = {"Origin": base, "Cookie": cookie}

    @given(case=schemathesis.openapi.from_dict(schema.openapi())[path][method].as_strategy())
    @settings(
        max_examples=many(8, 100),
        deadline=None,
        suppress_health_check=list(HealthCheck),
        derandomize=True,
        database=None,
    )
    def ask(case: Any) -> None:
        if len(json.dumps(case.body, default=str)) % 2 and case.path_parameters:
            case.path_parameters["table"] = table
        response = case.call(base_url=base, headers=headers)
        assert response.status_code < 500, response.content
        case.validate_response(
            response,
            checks=[
                schemathesis.checks.not_a_server_error,
                checks.status_code_conformance,
                checks.content_type_conformance,
                checks.response_schema_conformance,
            ],
        )

    ask()


# --- Sockets ------------------------------------------------------------------------------------


def test_floods_are_closed_with_a_clear_code_and_others_play_on(tmp_path: Path) -> None:
    async def evening() -> None:
        async with house(tmp_path, slow_players=True) as place:
            _, chairs = await seated(place, 3)
            _, others = await seated(place, 3)
            with suppress(ConnectionClosed):
                async with asyncio.timeout(60):
                    while chairs[0].code is None:  # on a busy machine the bucket fills while they talk
                        await chairs[0].send("chat", text="x", wait=False)
                        await asyncio.sleep(0)
            assert await chairs[0].closed() == Close.TOO_FAST
            await some_moves(others, 5)
            assert chairs[1].code is None

    asyncio.run(evening())


@pytest.mark.parametrize(("size", "code"), [(8_000, None), (8_300, Close.TOO_BIG), (40_000, Close.TOO_BIG)])
def test_frames_are_short(tmp_path: Path, size: int, code: int | None) -> None:
    async def evening() -> None:
        async with house(tmp_path) as place:
            chair = await place_one(place)
            await chair.socket.send(json.dumps({"type": "chat", "nonce": "12345678", "text": "x" * (size - 60)}))
            if code is None:
                await chair.until(lambda: any(message["type"] == "refused" for message in chair.heard))
            else:
                assert await chair.closed() == code

    asyncio.run(evening())


async def place_one(place: House) -> Any:
    host = place.person()
    made = await host.make()
    chair = await host.open(made["id"])
    await chair.until(lambda: chair.table)
    return chair


def test_too_many_sockets_of_one_address_or_viewer(tmp_path: Path) -> None:
    async def evening() -> None:
        async with house(tmp_path, sockets_per_address=9) as place:
            host = place.person()
            made = await host.make()
            chairs = [await host.open(made["id"]) for _ in range(9)]
            assert await chairs[-1].closed() == Close.TOO_FAST, "eight sockets for one viewer"
            other = place.person()
            await other.sit(made)
            await other.open(made["id"])
            refused = await other.open(made["id"])
            assert await refused.closed() == Close.TOO_FAST, "nine sockets for one address"

    asyncio.run(evening())


def wild_frames(rng: random.Random, seen: list[str]) -> list[str | bytes]:
    """Malformed, oversize, reordered and replayed frames."""
    kinds = ["answer", "chat", "undo", "propose", "agree", "veil", "lift", "mute", "hush", "plan", "dismiss", "reveal"]
    kinds += ["pause", "stand_in", "boundary"]
    junk: list[Any] = [None, True, -1, 2**70, 1e308, "", "x" * 2000, [], {}, [[[[]]]], {"kind": {"kind": []}}, "\ud800"]
    frames: list[str | bytes] = [
        "",
        "{",
        "null",
        "[]",
        "0",
        '"',
        "{}",
        '{"type":"answer"}',
        "[" * 5000,
        "\x00",
        "é" * 99,
    ]
    for _ in range(40):
        message = {"type": rng.choice(kinds), "nonce": f"wild-{rng.getrandbits(40):x}"}
        for name in rng.sample(
            ["decision", "answer", "text", "seat", "on", "what", "yes", "proposal", "bot", "option", "more"], 3
        ):
            message[name] = rng.choice(junk)
        frames.append(json.dumps(message))
    frames += rng.sample(seen, min(10, len(seen)))
    rng.shuffle(frames)
    return frames


def test_wild_frames_crash_nothing_leak_nothing_and_hurt_nobody_else(tmp_path: Path) -> None:
    async def evening() -> None:
        async with house(tmp_path, slow_players=True) as place:
            persons, chairs = await seated(place, 3)
            _, others = await seated(place, 3)
            rng = random.Random(8)
            codes = set()
            own = [json.dumps({**message, "type": "answer"}) for message in chairs[0].heard if "nonce" in message]
            for round_number in range(6):
                wild = await persons[0].open(chairs[0].id)
                await wild.until(lambda wild=wild: wild.state)
                for frame in wild_frames(rng, own + others[0].raw[:3]):
                    if wild.code is not None or wild.socket.close_code is not None:
                        break
                    try:
                        await wild.socket.send(frame.encode("utf-8", "replace") if round_number == 5 else frame)
                    except (UnicodeEncodeError, ConnectionClosed):
                        break
                await wild.caught_up()
                codes.add(wild.code)
                for text in wild.raw:
                    message = json.loads(text)
                    assert message["type"] in ("ack", "refused", "resync", "state", "table", "chat")
                    if message["type"] == "state":
                        assert message["view"].get("seat", 0) == 0
                assert wild.state and wild.state["view"]["seat"] == 0
                await wild.close()
            assert codes <= {None, Close.BAD_MESSAGE, Close.TOO_BIG, Close.TOO_FAST, 1007}, codes
            assert not any('"bot"' in line or "Traceback" in line for line in place.lines)
            await some_moves(others, 6)
            fresh = await persons[0].open(chairs[0].id)
            await fresh.until(lambda: fresh.state)

    asyncio.run(evening())


def test_rights_are_checked_for_every_message(tmp_path: Path) -> None:
    """Even a socket that the table forgot to close may do nothing once its seat is another's."""

    async def evening() -> None:
        async with house(tmp_path) as place:
            _, chairs = await seated(place, 3)
            live = place.hub.live[chairs[0].id]
            live.table.seats[chairs[2].seat].visitor = "somebody else"
            await chairs[2].send("chat", text="still here?", wait=False)
            assert await chairs[2].closed() == Close.SEAT_GONE
            assert live.table.chatted == 0

    asyncio.run(evening())


def test_only_an_answer_in_free_words_may_be_long() -> None:
    """Story text: where a question cannot be listed, a frame may have 32 KiB."""
    room = Room(people=3).begin()
    seat = next(iter(room.table.questions))
    listed = room.table.questions[seat].decision
    live = LiveTable(room.table)
    socket = Socket(Nowhere(), live, room.viewer(seat), None)
    assert fits(live, socket, 8 * 1024)
    assert not fits(live, socket, 8 * 1024 + 1)
    room.table.questions[seat].decision = dataclasses.replace(listed, listed_all=False)
    assert fits(live, socket, 32 * 1024)
    assert not fits(live, socket, 34 * 1024)


class Nowhere:
    """A line that takes everything."""

    def write(self, bodies: Sequence[bytes]) -> bool:
        return True

    def close(self, code: int) -> None:
        return


class Stuck(asyncio.Transport):
    """A connection at whose other end nobody reads."""

    def __init__(self) -> None:
        super().__init__()
        self.sent = b""
        self.read = 0
        self.aborted = False

    def write(self, data: bytes | bytearray | memoryview) -> None:
        self.sent += data

    def get_write_buffer_size(self) -> int:
        return len(self.sent) - self.read

    def close(self) -> None:
        return

    def abort(self) -> None:
        self.aborted = True


def frames_of(sent: bytes) -> list[Frame]:
    """What a client would hear of these bytes."""
    client = ClientProtocol(parse_uri("ws://table"), state=State.OPEN, max_size=None)
    client.receive_data(sent)
    return [event for event in client.events_received() if isinstance(event, Frame)]


def test_a_slow_reader_is_disconnected_and_nobody_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    async def evening() -> None:
        transport = Stuck()
        line = WebSocket(transport, lambda _: None)
        left: list[int] = []
        line.listen(lambda _: None, lambda _: True, lambda: left.append(1), lambda _: None)
        room = Room(people=3)
        socket = Socket(line, LiveTable(room.table), room.viewer(0), None)
        for number in range(10):
            socket.tell(b'{"number":%d}' % number, b'{"number":%d}' % -number)
        heard = [json.loads(bytes(frame.data))["number"] for frame in frames_of(transport.sent)]
        assert heard == [number for ten in range(10) for number in (ten, -ten)], "in order"
        line.pause_writing()
        for _ in range(200):
            socket.tell(b"x" * 4000)
        assert socket.closing
        assert len(transport.sent) < WAITING_BYTES + 5000
        *texts, farewell = frames_of(transport.sent)
        assert {frame.opcode for frame in texts} == {Opcode.TEXT}
        assert (farewell.opcode, bytes(farewell.data)) == (Opcode.CLOSE, Close.TOO_SLOW.to_bytes(2, "big"))
        await asyncio.sleep(0.01)
        assert left == [1]
        async with asyncio.timeout(30):
            while not transport.aborted:  # nothing of it is read
                await asyncio.sleep(0.01)
        line.connection_lost(None)
        assert left == [1], "once"

    monkeypatch.setattr(drain, "READING_SECONDS", 0.05)
    asyncio.run(evening())
