"""The same tables under several servers, in turn: what a move costs with each as the socket server.

    python -m bench.servers                          ours, uvicorn, Granian and picows
    python -m bench.servers ours uvicorn-sansio      only these
    python -m bench.servers --before PATH            and the program in another checkout
    python -m bench.servers --write                  save it in bench/results/servers.json

Every server has one process, and every move is stored. The players are another process and play as fast as turn order
permits (`bench/load.py`). A machine is noisy, so every round runs all servers; what counts is the processor time of a
move, and its ratio to ours in the same round.

Only ours has all the limits of docs/protocol.md. The others get the shortest possible adapter to the same tables: they
charge nothing for pings, fragments and bytes, and slow readers have time. picows answers only GET requests for sockets,
so all other requests go to our own front at another port of the same process.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import platform
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Coroutine, Sequence
from pathlib import Path
from typing import Any

import uvloop

from bench.crowd import Server
from bench.load import drive
from bench.ports import free_port
from triclinium.table.config import Config
from triclinium.table.ops.journal import Journal
from triclinium.table.people.limits import Most
from triclinium.table.serve import listening
from triclinium.table.store.sqlite import SqliteStore
from triclinium.table.web.app import TableServer
from triclinium.table.web.front import Front

ROOT = Path(__file__).parents[1]
KEPT = ROOT / "bench" / "results" / "servers.json"
OURS, BEFORE = "ours", "before"
UVICORN = {"uvicorn-sansio": "websockets-sansio", "uvicorn-wsproto": "wsproto"}
GRANIAN = {"granian-asgi": "asgi", "granian-rsgi": "rsgi"}
PICOWS = "picows"
KINDS = (OURS, *UVICORN, *GRANIAN, PICOWS)
FOLDER = "TRICLINIUM_BENCH_DATA"
MANY = 10**9
GRANIAN_OPTIONS = (
    "--workers", "1", "--loop", "uvloop", "--no-log", "--http", "1", "--backlog", "4096", "--backpressure", "100000",
)  # fmt: skip


def table_server() -> TableServer:
    """The tables in the folder named in the environment, for any number of players at one address."""
    folder = Path(os.environ[FOLDER])
    most = Most(open_tables=MANY, visitor_tables=MANY, address_tables=MANY, address_bytes=MANY * 1000)
    limits = {"requests_per_minute": MANY, "sockets_per_address": MANY, "connections_per_address": MANY}
    return TableServer(Config(data=folder, most=most, **limits), SqliteStore(folder), Journal())


class Heard:
    """What a table needs to hear from a connection."""

    def listen(
        self,
        hear: Callable[[str], None],
        pay: Callable[[float], bool],
        left: Callable[[], None],
        broken: Callable[[Exception], None],
    ) -> None:
        self.hear, self.left, self.broken = hear, left, broken

    def heard(self, text: str) -> None:
        try:
            self.hear(text)
        except Exception as error:
            self.broken(error)

    def hear(self, text: str) -> None:
        return

    def left(self) -> None:
        return


# --- ASGI: uvicorn and Granian ------------------------------------------------------------------


class AsgiLine(Heard):
    """A socket through ASGI. uvicorn sends in one step; if a step must wait, a task continues."""

    def __init__(self, send: Callable[[dict[str, Any]], Coroutine[Any, Any, None]]) -> None:
        self.send = send
        self._waiting: list[dict[str, Any]] = []
        self._writing: asyncio.Task[None] | None = None

    def write(self, bodies: Sequence[bytes]) -> bool:
        for body in bodies:
            self._say({"type": "websocket.send", "text": body.decode()})
        return True

    def close(self, code: int) -> None:
        self._say({"type": "websocket.close", "code": code})

    def _say(self, message: dict[str, Any]) -> None:
        if self._writing is None and asyncio.iscoroutine(sending := self.send(message)):
            try:
                sending.send(None)
            except StopIteration:
                return
            except Exception:  # the other side is gone
                return
            sending.close()  # it must wait, and has sent nothing
        self._waiting.append(message)
        if self._writing is None:
            self._writing = asyncio.get_running_loop().create_task(self._write_on())

    async def _write_on(self) -> None:
        with contextlib.suppress(Exception):
            while self._waiting:
                await self.send(self._waiting.pop(0))
        self._writing = None


class TaskLine(AsgiLine):
    """The same for a server that sends a message as soon as it is asked to: Granian."""

    def _say(self, message: dict[str, Any]) -> None:
        self._waiting.append(message)
        if self._writing is None:
            self._writing = asyncio.get_running_loop().create_task(self._write_on())


def asgi(line: type[AsgiLine] = TaskLine) -> Callable[..., Coroutine[Any, Any, None]]:
    """The tables as an ASGI application with sockets."""
    server = table_server()

    async def application(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "websocket":
            await server(scope, receive, send)
            return
        await receive()
        if server.sockets.refusal(scope) is not None:
            await send({"type": "websocket.close", "code": 1008})
            return
        await send({"type": "websocket.accept"})
        socket = line(send)
        await server.sockets.join(scope, socket)
        try:
            while (event := await receive())["type"] == "websocket.receive":
                socket.heard(event["text"])
        finally:
            socket.left()

    return application


def run_uvicorn(port: int, ws: Any) -> None:
    import uvicorn

    uvicorn.run(
        asgi(AsgiLine), port=port, ws=ws, loop="uvloop", http="h11", log_level="critical", access_log=False,
        ws_per_message_deflate=False, backlog=4096, timeout_graceful_shutdown=2,
    )  # fmt: skip


# --- RSGI: Granian's own interface --------------------------------------------------------------


class RsgiLine(Heard):
    """A socket through RSGI."""

    def __init__(self, transport: Any) -> None:
        self.transport = transport
        self._waiting: list[str] = []
        self._writing: asyncio.Task[None] | None = None

    def write(self, bodies: Sequence[bytes]) -> bool:
        self._waiting += (body.decode() for body in bodies)
        if self._writing is None:
            self._writing = asyncio.get_running_loop().create_task(self._write_on())
        return True

    def close(self, code: int) -> None:
        return

    async def _write_on(self) -> None:
        with contextlib.suppress(Exception):
            while self._waiting:
                await self.transport.send_str(self._waiting.pop(0))
        self._writing = None


class Rsgi:
    """The tables as an RSGI application."""

    def __init__(self) -> None:
        self.server = table_server()
        self.running = self.server.running()

    def __rsgi_init__(self, loop: asyncio.AbstractEventLoop) -> None:
        loop.run_until_complete(self.running.__aenter__())

    def __rsgi_del__(self, loop: asyncio.AbstractEventLoop) -> None:
        loop.run_until_complete(self.running.__aexit__(None, None, None))

    async def __rsgi__(self, scope: Any, protocol: Any) -> None:
        asked = {
            "type": "http", "http_version": "1.1", "scheme": "http", "method": scope.method, "root_path": "",
            "path": scope.path, "raw_path": scope.path.encode(), "query_string": scope.query_string.encode(),
            "headers": [(name.encode(), value.encode()) for name, value in scope.headers.items()],
            "client": tuple(scope.client.rsplit(":", 1)), "server": None,
        }  # fmt: skip
        if scope.proto == "ws":
            await self._socket(asked, protocol)
        else:
            await self._request(asked, protocol)

    async def _socket(self, asked: dict[str, Any], protocol: Any) -> None:
        if self.server.sockets.refusal(asked) is not None:
            protocol.close(403)
            return
        transport = await protocol.accept()
        line = RsgiLine(transport)
        await self.server.sockets.join(asked, line)
        try:
            while (message := await transport.receive()).kind == 2:
                line.heard(message.data)
        finally:
            line.left()
        protocol.close()

    async def _request(self, asked: dict[str, Any], protocol: Any) -> None:
        sent: list[Any] = []
        body = await protocol()

        async def receive() -> dict[str, Any]:
            return {"type": "http.request", "body": body, "more_body": False}

        async def send(message: Any) -> None:
            sent.append(message)

        await self.server(asked, receive, send)
        headers = [(name.decode(), value.decode()) for name, value in sent[0]["headers"]]
        protocol.response_bytes(sent[0]["status"], headers, b"".join(part.get("body", b"") for part in sent[1:]))


def rsgi() -> Rsgi:
    return Rsgi()


# --- picows -------------------------------------------------------------------------------------


async def run_picows(port: int, socket_port: int) -> None:
    from picows import WSFrame, WSListener, WSMsgType, WSTransport, WSUpgradeRequest, ws_create_server

    server = table_server()

    class Line(WSListener):
        listen, heard = Heard.listen, Heard.heard

        def __init__(self, asked: dict[str, Any]) -> None:
            self.asked = asked
            self.left: Callable[[], None] = lambda: None

        def on_ws_connected(self, transport: WSTransport) -> None:
            self.transport = transport
            server.hub.spawn(server.sockets.join(self.asked, self))

        def on_ws_disconnected(self, transport: WSTransport) -> None:
            self.left()

        def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
            if frame.msg_type == WSMsgType.TEXT:
                self.heard(frame.get_payload_as_utf8_text())
            elif frame.msg_type == WSMsgType.CLOSE:
                transport.disconnect()

        def write(self, bodies: Sequence[bytes]) -> bool:
            for body in bodies:
                self.transport.send(WSMsgType.TEXT, body)
            return True

        def close(self, code: int) -> None:
            self.transport.send_close(code)

    def asked(request: WSUpgradeRequest) -> Line:
        path, _, query = request.path.partition(b"?")
        headers = [(name.lower().encode(), value.encode()) for name, value in request.headers.items()]
        scope = {"path": path.decode(), "query_string": query, "headers": headers, "client": ("127.0.0.1", 0)}
        return Line({**scope, "scheme": "http"})

    front = Front(server)
    loop = asyncio.get_running_loop()
    loop.add_signal_handler(15, front.stop)
    sockets = await ws_create_server(asked, "127.0.0.1", socket_port, backlog=4096)
    try:
        await front.serve(listening("127.0.0.1", port))
    finally:
        sockets.close()


# --- By turns -----------------------------------------------------------------------------------


def command_of(kind: str, port: int, socket_port: int, folder: Path, before: Path | None) -> list[str] | None:
    """How to start a server; None for ours, which is started as usual."""
    if kind == OURS:
        return None
    environment = ["env", f"{FOLDER}={folder}"]
    if kind == BEFORE:
        assert before is not None
        arguments = Server.arguments(port, folder)
        return ["env", f"PYTHONPATH={before / 'src'}", sys.executable, "-m", "triclinium.cli", *arguments]
    if kind in GRANIAN:
        options = ["--interface", GRANIAN[kind], "--port", str(port), *GRANIAN_OPTIONS, "--factory"]
        return [*environment, sys.executable, "-m", "granian", *options, f"bench.servers:{GRANIAN[kind]}"]
    return [*environment, sys.executable, "-m", "bench.servers", "--serve", kind, str(port), str(socket_port)]


def measured(kind: str, tables: int, seconds: float, before: Path | None) -> dict[str, Any]:
    """One server on one core, the crowd on the other."""
    cores = sorted(os.sched_getaffinity(0))
    port = free_port()
    socket_port = free_port() if kind == PICOWS else port
    with tempfile.TemporaryDirectory(prefix="triclinium-servers-") as folder:
        command = command_of(kind, port, socket_port, Path(folder), before)
        core = ["taskset", "-c", str(cores[0])]
        server = Server(Path(folder), port, cores[0], command=None if command is None else [*core, *command])
        try:
            server.wait_until_up()
            os.sched_setaffinity(0, {cores[-1]})
            found = uvloop.run(drive(server, tables, 0, None, seconds, socket_port))
        finally:
            os.sched_setaffinity(0, set(cores))
            server.stop()
    wanted = ("durable_moves_per_s", "server_us_per_move", "server_cpu", "server_mib", "refused", "games_over")
    return {"server": kind, **{name: found[name] for name in wanted}}


def compared(found: list[dict[str, Any]], rounds: int) -> dict[str, dict[str, float]]:
    """The median of each server's rounds, and the ratio of its processor time to ours in the same round."""
    told: dict[str, dict[str, float]] = {}
    ours = [line["server_us_per_move"] for line in found if line["server"] == OURS]
    for kind in dict.fromkeys(line["server"] for line in found):
        lines = [line for line in found if line["server"] == kind]
        costs = [line["server_us_per_move"] for line in lines]
        told[kind] = {
            "us_per_move": statistics.median(costs),
            "moves_per_s": statistics.median(line["durable_moves_per_s"] for line in lines),
            "mib": statistics.median(line["server_mib"] for line in lines),
        }
        if len(ours) == rounds:
            ratios = [cost / own for cost, own in zip(costs, ours, strict=True)]
            told[kind]["times_our_cpu"] = round(statistics.median(ratios), 2)
    return told


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kinds", nargs="*", metavar="SERVER", help=", ".join(KINDS))
    parser.add_argument("--before", type=Path, help="a checkout whose program is measured too")
    parser.add_argument("--tables", type=int, default=300)
    parser.add_argument("--seconds", type=float, default=6.0)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--serve", nargs=3, metavar=("SERVER", "PORT", "SOCKETS"), help=argparse.SUPPRESS)
    wanted = parser.parse_args()
    if wanted.serve is not None:
        kind, port, socket_port = wanted.serve
        if kind == PICOWS:
            uvloop.run(run_picows(int(port), int(socket_port)))
        else:
            run_uvicorn(int(port), UVICORN[kind])
        return
    kinds = wanted.kinds or [*KINDS]
    kinds += [BEFORE] if wanted.before else []
    found: list[dict[str, Any]] = []
    for number in range(wanted.rounds):
        for kind in kinds:
            found.append({"round": number + 1, **measured(kind, wanted.tables, wanted.seconds, wanted.before)})
            sys.stdout.write(json.dumps(found[-1]) + "\n")
            sys.stdout.flush()
    told = {
        "command": f"python -m bench.servers {' '.join(sys.argv[1:])}",
        "commit": subprocess.run(
            ["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=False
        ).stdout.strip(),
        "machine": f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}",
        "load": os.getloadavg(),
        "tables": wanted.tables,
        "servers": compared(found, wanted.rounds),
        "rounds": found,
    }
    sys.stdout.write(json.dumps(told["servers"], indent=1) + "\n")
    if wanted.write:
        KEPT.write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
