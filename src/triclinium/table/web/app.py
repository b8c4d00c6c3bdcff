"""The ASGI application: HTTP by Starlette, sockets straight, both behind the admission."""

from __future__ import annotations

import gc
import re
from collections.abc import AsyncIterator, Awaitable, Callable, MutableMapping
from contextlib import asynccontextmanager, suppress
from functools import partial
from typing import Any

import msgspec
from starlette.applications import Starlette
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Match, Mount
from starlette.routing import Route as Path_

from triclinium.core.decision import Refused
from triclinium.games import GAMES, game_named
from triclinium.table.config import Config
from triclinium.table.live.hub import Hub
from triclinium.table.live.socket import Socket
from triclinium.table.ops.housekeeping import keep_house
from triclinium.table.ops.journal import Journal
from triclinium.table.ops.supervisor import Supervisor
from triclinium.table.people.limits import address_key
from triclinium.table.people.notices import Post
from triclinium.table.people.quotas import Quotas
from triclinium.table.play import seats
from triclinium.table.play.broadcast import Viewer
from triclinium.table.protocol.messages import ENCODER, Close
from triclinium.table.protocol.problems import problem, refusal, told
from triclinium.table.protocol.requests import Forgotten
from triclinium.table.store import Store, StoreFailed
from triclinium.table.web import schema
from triclinium.table.web.admission import Admission
from triclinium.table.web.documents import Document
from triclinium.table.web.frames import LISTEN, WRITE
from triclinium.table.web.heavy import Chunked
from triclinium.table.web.page import STATIC, Page, index
from triclinium.table.web.routes import ROUTES, Ask, Route, Text, Written
from triclinium.table.web.shard import Shard

BODY_BYTES = 64 * 1024
YOUNG_OBJECTS, NEVER = 700, 1 << 30
"""Objects made between two short collections; and a threshold that is never reached."""
SOCKETS_PER_VIEWER = 8
DOCUMENTS: dict[str, Callable[[], Any]] = {
    **{route.path: route.document for route in ROUTES if route.document is not None},
    "/api/openapi.json": schema.openapi,
    "/api/socket.schema.json": schema.socket_schema,
}
TABLE_ID = re.compile(r"[0-9a-f]{32}")
Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]


class TableServer:
    """One server: its store, its tables, its application."""

    def __init__(
        self, config: Config, store: Store, journal: Journal | None = None, *, shard: Shard | None = None
    ) -> None:
        self.config = config
        self.store = store
        self.shard = shard or Shard()
        self.journal = journal or Journal(quiet=config.quiet)
        self.admission = Admission(config)
        self.post = Post(self.journal, config.data, config.public_url, config.webhook_hosts)
        self.hub: Hub
        self.http = Starlette(
            routes=[
                *(Path_(path, self._document(make), methods=["GET"]) for path, make in DOCUMENTS.items()),
                *(Path_(route.path, self._endpoint(route), methods=[route.method]) for route in ROUTES),
                Path_("/", index, methods=["GET"]),
                Path_("/t/{table}", index, methods=["GET"]),
                Path_("/privacy", index, methods=["GET"]),
                Mount("/", Page(directory=STATIC, check_dir=False)),
            ],
            lifespan=self._lifespan,
            exception_handlers={404: _nothing_there, 405: self._other_method, Exception: self._broken},
        )
        self.http.router.redirect_slashes = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Sockets straight to the table, everything else to Starlette, with our headers on every answer."""
        if scope["type"] == "websocket":
            await self._socket(scope, receive, send)
        elif scope["type"] == "http":
            for_tables = scope["path"].startswith("/api/")
            send = self._with_headers(send, for_tables)
            if not for_tables and not self.admission.may_load(_address(scope)):
                await problem("refused.too_fast")(scope, receive, send)
                return
            with suppress(Exception):  # told and in the journal already (`_broken`)
                await self.http(scope, receive, send)
        else:
            await self.http(scope, receive, send)

    def _with_headers(self, send: Send, private: bool) -> Send:
        more = [(name.encode(), value.encode()) for name, value in self.admission.headers().items()]

        async def sending(message: MutableMapping[str, Any]) -> None:
            if message["type"] == "http.response.start":
                headers = [*message.get("headers", ()), *more]
                if private and not any(name == b"cache-control" for name, _ in headers):
                    headers.append((b"cache-control", b"no-store"))
                message = {**message, "headers": headers}
            await send(message)

        return sending

    @asynccontextmanager
    async def _lifespan(self, _app: Starlette) -> AsyncIterator[None]:
        self.hub = Hub(self.store, self.journal, self.post, self.shard, Quotas(self.config.most), self.config.keeping)
        for name in GAMES:  # now, and not when the first table is laid
            game_named(name)
        supervisor = Supervisor(self.journal)
        keep_house(self.hub, supervisor)
        # A collection stops the table while it walks: 20 ms for ten thousand new objects, most of a second for ten
        # thousand sockets. What is young is looked through in steps of a millisecond, the rest once an hour.
        gc.collect()
        gc.freeze()
        gc.set_threshold(YOUNG_OBJECTS, NEVER, NEVER)
        self.journal.note("started", tables=self.store.tables())
        if self.config.warm:
            self.hub.scheduler.warm_up()
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
                    ask.visitor, cookie = self.admission.fresh_visitor()
                found = await route.does(ask)
                # Whatever the answer tells must be stored before it is told.
                await self.hub.durable(ask.table, getattr(found, "id", ""))
            except Refused as refused:
                return refusal(refused)
            except StoreFailed:
                return problem("refused.not_stored")
            except ClientDisconnect:
                return Response(status_code=499)  # for nobody: they are gone
            except Exception as error:
                self._mistaken(request, error)
                return problem("refused.broken")
            response = told(found)
            if isinstance(found, Forgotten) and not (found.left or ask.table):
                cookie = self.admission.no_visitor()
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
        address = _address(request.scope)
        if route.method != "GET" and not self.admission.same_origin(headers, request.scope["scheme"]):
            raise Refused("refused.other_origin")
        if not self.admission.may_ask(address):
            raise Refused("refused.too_fast")
        table = request.path_params.get("table", "")
        if table and not TABLE_ID.fullmatch(table):
            raise Refused("refused.no_such_table")
        body = None
        if decoder is not None:
            sent = await _read_body(request)
            body = _decoded(decoder, sent)
            self.hub.quotas.write(address, len(sent))
        query = _query(request, route)
        return Ask(self.hub, self.admission.visitor(headers), table, body, query, self.config.public_url, address)

    def _document(self, make: Callable[[], Any]) -> Callable[[Request], Awaitable[Response]]:
        document = Document(make)

        async def endpoint(request: Request) -> Response:
            if not self.admission.may_ask(_address(request.scope)):
                return problem("refused.too_fast")
            if request.query_params:
                return problem("refused.malformed")
            return document.answer(request.headers.get("if-none-match", ""))

        return endpoint

    async def _other_method(self, request: Request, _error: Exception) -> Response:
        """A path that is not asked like this: say how it may be asked. That is all there is to say to OPTIONS."""
        allowed = {"GET", "HEAD"} if not request.scope["path"].startswith("/api/") else set()
        for route in self.http.routes:
            if isinstance(route, Path_) and route.matches(request.scope)[0] is not Match.NONE:
                allowed |= route.methods or set()
        if not allowed:
            return problem("refused.nothing_there")
        response = Response(status_code=204)
        if request.method != "OPTIONS":
            response = problem("refused.nothing_there")
            response.status_code = 405
        response.headers["allow"] = ", ".join(sorted({*allowed, "OPTIONS"}))
        return response

    async def _broken(self, _request: Request, error: Exception) -> Response:
        """A mistake of the program: the operator learns its place, the visitor that it was not theirs."""
        self.journal.fault("request", error)
        return problem("refused.broken")

    # --- Sockets ------------------------------------------------------------------------------

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        address = _address(scope)
        await receive()
        if not self.admission.same_origin(headers, scope["scheme"]) or self.hub.closing:
            await _turn_away(send, problem("refused.other_origin" if not self.hub.closing else "refused.not_stored"))
            return
        if not self.admission.may_ask(address):
            await _turn_away(send, problem("refused.too_fast"))
            return
        await send({"type": "websocket.accept"})
        if not self.admission.enter(address):
            await send({"type": "websocket.close", "code": Close.TOO_FAST})
            return
        try:
            await self._serve_socket(scope, headers, receive, send)
        finally:
            self.admission.exit(address)

    async def _serve_socket(self, scope: Scope, headers: dict[str, str], receive: Receive, send: Send) -> None:
        socket = self._open(scope, headers, send)
        if isinstance(socket, int):
            await send({"type": "websocket.close", "code": socket})
            return
        self.hub.join(socket)
        if (listen := scope.get("extensions", {}).get(LISTEN)) is not None:
            listen(lambda text: self._hear(socket, text), lambda drops: self.hub.inbox.pays(socket, drops))
        try:
            await self._listen(socket, receive)
            if socket.farewell is not None:
                await socket.farewell  # the code must go out before the connection ends
        finally:
            self.hub.leave(socket)

    def _open(self, scope: Scope, headers: dict[str, str], send: Any) -> Socket | int:
        """The socket of somebody who may look, or the code to send them away with."""
        match = re.fullmatch(r"/ws/([0-9a-f]{32})", scope["path"])
        wanted = re.fullmatch(rb"(?:(seat|shoulder)=([0-9]{1,2}))?", scope["query_string"])
        visitor = self.admission.visitor(headers)
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
        address = address_key(_address(scope))
        return Socket(send, live, Viewer(visitor, seat, eyes), shoulder if seat is None else None, write, address)

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
            self.hub.inbox.received(socket, text)
        except Exception as error:
            socket.close(Close.BROKEN)
            self.hub.falter(socket.live.id, error, "message")


def _address(scope: Scope) -> str:
    """Where somebody asks from, as the proxy says, if there is one."""
    return scope["client"][0] if scope.get("client") else ""


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


async def _turn_away(send: Send, response: Response) -> None:
    """Answer a handshake with HTTP."""
    start = {"type": "websocket.http.response.start", "status": response.status_code, "headers": response.raw_headers}
    await send(start)
    await send({"type": "websocket.http.response.body", "body": response.body})


async def _nothing_there(_request: Request, _error: Exception) -> Response:
    return problem("refused.nothing_there")
