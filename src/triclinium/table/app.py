"""The ASGI application: HTTP by Starlette, sockets straight, both behind the gate."""

from __future__ import annotations

import gc
import re
from collections.abc import AsyncIterator, Awaitable, Callable, MutableMapping
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

import msgspec
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount
from starlette.routing import Route as Path_

from triclinium.core.decision import Refused
from triclinium.table import schema, seats
from triclinium.table.config import Config
from triclinium.table.frames import LISTEN, WRITE
from triclinium.table.gate import Gate
from triclinium.table.heavy import Chunked
from triclinium.table.housekeeping import keep_house
from triclinium.table.hub import Hub
from triclinium.table.journal import Journal
from triclinium.table.messages import ENCODER, Close
from triclinium.table.notices import Post
from triclinium.table.page import STATIC, Page, index
from triclinium.table.requests import Problem
from triclinium.table.routes import ROUTES, Ask, Route, Text, Written
from triclinium.table.socket import Socket
from triclinium.table.store import Store, StoreFailed
from triclinium.table.supervisor import Supervisor
from triclinium.table.told import Viewer
from triclinium.table.wings import Wing

BODY_BYTES = 64 * 1024
YOUNG_OBJECTS, NEVER = 700, 1 << 30
"""Objects made between two short collections; and a threshold that is never reached."""
SOCKETS_PER_VIEWER = 8
STATUS = {
    "refused.no_right": 403,
    "refused.no_such_link": 403,
    "refused.not_host": 403,
    "refused.other_origin": 403,
    "refused.no_such_table": 404,
    "refused.malformed": 400,
    "refused.too_long": 413,
    "refused.too_fast": 429,
    "refused.busy": 429,
    "refused.not_stored": 503,
    "refused.put_away": 503,
    "refused.broken": 500,
}
TABLE_ID = re.compile(r"[0-9a-f]{32}")
Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]


class TableServer:
    """One server: its store, its tables, its application."""

    def __init__(
        self, config: Config, store: Store, journal: Journal | None = None, *, wing: Wing | None = None
    ) -> None:
        self.config = config
        self.store = store
        self.wing = wing or Wing()
        self.journal = journal or Journal(quiet=config.quiet)
        self.gate = Gate(config)
        self.post = Post(self.journal, config.data, config.public_url, config.webhook_hosts)
        self.hub: Hub
        self.http = Starlette(
            routes=[
                *(Path_(route.path, self._endpoint(route), methods=[route.method]) for route in ROUTES),
                Path_("/api/openapi.json", self._document(schema.openapi), methods=["GET"]),
                Path_("/api/socket.schema.json", self._document(schema.socket_schema), methods=["GET"]),
                Path_("/", index, methods=["GET"]),
                Path_("/t/{table}", index, methods=["GET"]),
                Mount("/", Page(directory=STATIC, check_dir=False)),
            ],
            lifespan=self._lifespan,
            exception_handlers={404: _nothing_there, 405: _other_method},
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Sockets straight to the table, everything else to Starlette, with our headers on every answer."""
        if scope["type"] == "websocket":
            await self._socket(scope, receive, send)
        elif scope["type"] == "http":
            await self.http(scope, receive, self._with_headers(send, scope["path"].startswith("/api/")))
        else:
            await self.http(scope, receive, send)

    def _with_headers(self, send: Send, private: bool) -> Send:
        more = [(name.encode(), value.encode()) for name, value in self.gate.headers().items()]
        if private:
            more.append((b"cache-control", b"no-store"))

        async def sending(message: MutableMapping[str, Any]) -> None:
            if message["type"] == "http.response.start":
                message = {**message, "headers": [*message.get("headers", ()), *more]}
            await send(message)

        return sending

    @asynccontextmanager
    async def _lifespan(self, _app: Starlette) -> AsyncIterator[None]:
        self.hub = Hub(self.store, self.journal, self.post, self.wing)
        supervisor = Supervisor(self.journal)
        keep_house(self.hub, supervisor)
        # A collection stops the table while it walks: 20 ms for ten thousand new objects, most of a second for ten
        # thousand sockets. What is young is looked through in steps of a millisecond, the rest once an hour.
        gc.collect()
        gc.freeze()
        gc.set_threshold(YOUNG_OBJECTS, NEVER, NEVER)
        self.journal.note("started", tables=self.store.tables())
        if self.config.warm:
            self.hub.keeper.warm_up()
        try:
            yield
        finally:
            await supervisor.stop()
            await self.hub.close()
            self.post.close()
            counts = self.hub.counts
            self.journal.note(
                "stopped",
                answers=counts.answers,
                commits=counts.commits,
                commit_slowest=round(counts.commit_slowest, 4),
                loop_lag_most=round(counts.loop_lag_most, 4),
            )

    # --- HTTP ---------------------------------------------------------------------------------

    def _endpoint(self, route: Route) -> Callable[[Request], Awaitable[Response]]:
        decoder: msgspec.json.Decoder[Any] | None = msgspec.json.Decoder(route.takes) if route.takes else None

        async def endpoint(request: Request) -> Response:
            cookie = None
            try:
                ask = await self._ask(request, route, decoder)
                if route.heavy:
                    return await self._long_answer(route, ask)
                if route.makes_visitor and not ask.visitor:
                    ask.visitor, cookie = self.gate.fresh_visitor()
                found = await route.does(ask)
                # Whatever the answer tells must be stored before it is told.
                await self.hub.durable(ask.table, getattr(found, "id", ""))
            except Refused as refused:
                problem = Problem(key=refused.key, rule=refused.rule, arguments=refused.arguments)
                return _json(problem, STATUS.get(refused.key, 409))
            except StoreFailed:
                return _json(Problem(key="refused.not_stored"), 503)
            except Exception as error:
                self._mistaken(request, error)
                return _json(Problem(key="refused.broken"), 500)
            response = _json(found)
            if cookie is not None:
                response.headers["set-cookie"] = cookie
            return response

        return endpoint

    def _mistaken(self, request: Request, error: Exception) -> None:
        """A mistake of the program: in the journal; and where something was to be done, that table steps back."""
        table = request.path_params.get("table", "")
        if request.method == "GET":
            self.hub.recovery.note("request", error, table)
        else:
            self.hub.falter(table, error, "request")

    async def _long_answer(self, route: Route, ask: Ask) -> Response:
        """An answer that is sent piece by piece; it counts as one of its address until it has been read."""
        heavy = self.hub.heavy
        await heavy.begin_answer(ask.address)
        try:
            found = await route.does(ask)
            await self.hub.durable()
        except BaseException:
            heavy.end_answer(ask.address)
            raise
        ended = partial(heavy.end_answer, ask.address)
        if isinstance(found, Text):
            disposition = {"content-disposition": f'attachment; filename="{found.name}"'}
            return Chunked(found.body.encode(), found.media, ended, disposition)
        body = found.body if isinstance(found, Written) else ENCODER.encode(found)
        return Chunked(body, "application/json", ended, {})

    async def _ask(self, request: Request, route: Route, decoder: msgspec.json.Decoder[Any] | None) -> Ask:
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in request.scope["headers"]}
        address = request.client.host if request.client else ""
        if route.method != "GET" and not self.gate.same_origin(headers, request.scope["scheme"]):
            raise Refused("refused.other_origin")
        if not self.gate.may_ask(address):
            raise Refused("refused.too_fast")
        table = request.path_params.get("table", "")
        if table and not TABLE_ID.fullmatch(table):
            raise Refused("refused.no_such_table")
        body = None
        if decoder is not None:
            body = _decoded(decoder, await _read_body(request))
        query = _query(request, route)
        return Ask(self.hub, self.gate.visitor(headers), table, body, query, self.config.public_url, address)

    def _document(self, make: Callable[[], dict[str, Any]]) -> Callable[[Request], Awaitable[Response]]:
        async def endpoint(_request: Request) -> Response:
            return _json(make())

        return endpoint

    # --- Sockets ------------------------------------------------------------------------------

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        address = scope["client"][0] if scope.get("client") else ""
        await receive()
        if not self.gate.same_origin(headers, scope["scheme"]) or self.hub.closing:
            await send({"type": "websocket.close", "code": Close.NO_RIGHT})
            return
        if not self.gate.may_ask(address) or not self.gate.enter(address):
            await send({"type": "websocket.close", "code": Close.TOO_FAST})
            return
        try:
            await send({"type": "websocket.accept"})
            socket = self._open(scope, headers, send)
            if isinstance(socket, int):
                await send({"type": "websocket.close", "code": socket})
                return
            self.hub.join(socket)
            if (listen := scope.get("extensions", {}).get(LISTEN)) is not None:
                listen(lambda text: self._hear(socket, text))
            try:
                await self._listen(socket, receive)
                if socket.farewell is not None:
                    await socket.farewell  # the code must go out before the connection ends
            finally:
                self.hub.leave(socket)
        finally:
            self.gate.exit(address)

    def _open(self, scope: Scope, headers: dict[str, str], send: Any) -> Socket | int:
        """The socket of somebody who may look, or the code to send them away with."""
        match = re.fullmatch(r"/ws/([0-9a-f]{32})", scope["path"])
        wanted = re.fullmatch(rb"(?:(seat|shoulder)=([0-9]{1,2}))?", scope["query_string"])
        visitor = self.gate.visitor(headers)
        if match is None or wanted is None:
            return Close.NO_TABLE
        try:
            live = self.hub.find(match[1])
        except StoreFailed:
            return Close.TOO_SLOW
        except Refused:
            return Close.PUT_AWAY
        if live is None:
            return Close.NO_TABLE
        number = None if wanted[2] is None else int(wanted[2])
        seat = number if wanted[1] == b"seat" else None
        shoulder = number if wanted[1] == b"shoulder" else None
        try:
            seat, eyes = seats.eyes_of(live.table, visitor, seat, shoulder)
        except Refused:
            return Close.NO_RIGHT
        if sum(other.viewer.visitor == visitor for other in live.sockets) >= SOCKETS_PER_VIEWER:
            return Close.TOO_FAST
        write = scope.get("extensions", {}).get(WRITE)
        return Socket(send, live, Viewer(visitor, seat, eyes), shoulder if seat is None else None, write)

    async def _listen(self, socket: Socket, receive: Receive) -> None:
        while not socket.closing:
            event = await receive()
            if event["type"] != "websocket.receive":
                return
            text = event.get("text")
            if text is None:
                socket.close(Close.BAD_MESSAGE)
                return
            self._hear(socket, text)

    def _hear(self, socket: Socket, text: str) -> None:
        """Hand a message to the table; after what should never happen there it steps back to what is stored."""
        if socket.closing:
            return
        try:
            self.hub.received(socket, text)
        except Exception as error:
            socket.close(Close.BROKEN)
            self.hub.falter(socket.live.id, error, "message")


async def _read_body(request: Request) -> bytes:
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > BODY_BYTES:
            raise Refused("refused.too_long")
    return body


def _decoded(decoder: msgspec.json.Decoder[Any], body: bytes) -> Any:
    try:
        return decoder.decode(body)
    except (msgspec.ValidationError, msgspec.DecodeError, RecursionError, UnicodeError):
        raise Refused("refused.malformed") from None


def _query(request: Request, route: Route) -> dict[str, str]:
    patterns = dict(route.query)
    found: dict[str, str] = {}
    for name, value in request.query_params.multi_items():
        if name not in patterns or name in found or not re.fullmatch(patterns[name].strip("^$"), value, re.ASCII):
            raise Refused("refused.malformed")
        found[name] = value
    return found


def _json(value: Any, status: int = 200) -> Response:
    return Response(ENCODER.encode(value), status, media_type="application/json")


async def _nothing_there(_request: Request, _error: Exception) -> Response:
    return _json(Problem(key="refused.nothing_there"), 404)


async def _other_method(_request: Request, error: Any) -> Response:
    response = _json(Problem(key="refused.nothing_there"), 405)
    response.headers.update(error.headers or {})
    return response
