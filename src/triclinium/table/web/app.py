"""One server: its store, its tables, and the ASGI application that answers requests after the admission checks."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, MutableMapping
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING, Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Match, Mount
from starlette.routing import Route as Path_

from triclinium.table.bus import AloneBus, Bus
from triclinium.table.config import Config
from triclinium.table.live.housekeeping import keep_house
from triclinium.table.live.hub import Hub
from triclinium.table.ops import collecting
from triclinium.table.ops.journal import Journal
from triclinium.table.ops.supervisor import Supervisor
from triclinium.table.people.limits import Quotas
from triclinium.table.people.notices import Post
from triclinium.table.protocol.problems import problem
from triclinium.table.store import Store, StoreFailed
from triclinium.table.web import schema
from triclinium.table.web.admission import Admission, address_of
from triclinium.table.web.documents import Document
from triclinium.table.web.page import STATIC, Page, index, page_with, unlisted, wants_page
from triclinium.table.web.rehearsal import rehearse
from triclinium.table.web.requests import Requests
from triclinium.table.web.routes import ROUTES
from triclinium.table.web.sockets import Sockets

if TYPE_CHECKING:
    from triclinium.table.bus.questions import Questions

DOCUMENTS = {
    **{route.path: Document(route.document) for route in ROUTES if route.document is not None},
    "/api/openapi.json": Document(schema.openapi),
    "/api/socket.schema.json": Document(schema.socket_schema),
}
PROBES = ("/healthz", "/readyz")
"""What a proxy asks every few seconds; it is cheap, and has no limit."""
Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]


class TableServer:
    def __init__(
        self,
        config: Config,
        store: Store,
        journal: Journal | None = None,
        *,
        bus: Bus | None = None,
        questions: Questions | None = None,
    ) -> None:
        self.config = config
        self.store = store
        self.bus = bus or AloneBus()
        self.questions = questions
        self.journal = journal or Journal(quiet=config.quiet)
        self.admission = Admission(config)
        self.post = Post(self.journal, config.data, config.public_url, config.webhook_hosts)
        self.hub: Hub
        self.sockets: Sockets
        self.requests = requests = Requests(self.admission, config.public_url)
        self.http = Starlette(
            routes=[
                *(Path_(path, requests.document(document), methods=["GET"]) for path, document in DOCUMENTS.items()),
                *(Path_(route.path, requests.endpoint(route), methods=[route.method]) for route in ROUTES),
                Path_("/healthz", alive, methods=["GET"]),
                Path_("/readyz", self._ready, methods=["GET"]),
                Path_("/", index, methods=["GET"]),
                Path_("/t/{table}", index, methods=["GET"]),
                Path_("/how/{game}", index, methods=["GET"]),
                Path_("/privacy", index, methods=["GET"]),
                Path_("/tale", unlisted, methods=["GET"]),
                Mount("/", Page(directory=STATIC, check_dir=False)),
            ],
            lifespan=self.running,
            exception_handlers={404: _nothing_there, 405: self._other_method, Exception: self._broken},
        )
        self.http.router.redirect_slashes = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, with our headers on every response."""
        if scope["type"] == "http":
            for_tables = scope["path"].startswith("/api/")
            send = self._with_headers(send, scope["path"], for_tables)
            if not for_tables and scope["path"] not in PROBES and not self.admission.may_load(address_of(scope)):
                await problem("refused.too_fast")(scope, receive, send)
                return
            with suppress(Exception):  # already answered and in the journal (`_broken`)
                await self.http(scope, receive, send)
        else:
            await self.http(scope, receive, send)

    def _with_headers(self, send: Send, path: str, private: bool) -> Send:
        more = [(name.encode(), value.encode()) for name, value in self.admission.headers(path).items()]

        async def sending(message: MutableMapping[str, Any]) -> None:
            if message["type"] == "http.response.start":
                headers = [*message.get("headers", ()), *more]
                if private and not any(name == b"cache-control" for name, _ in headers):
                    headers.append((b"cache-control", b"no-store"))
                message = {**message, "headers": headers}
            await send(message)

        return sending

    @asynccontextmanager
    async def running(self, _app: Starlette | None = None) -> AsyncIterator[None]:
        """Run the server while the block runs; then store what is left and close all sockets."""
        config = self.config
        await self.store.open()
        self.hub = Hub(
            self.store,
            self.journal,
            self.post,
            Quotas(config.most),
            config.keeping,
            config.models,
            latest=await self.store.latest(),
            bus=self.bus,
        )
        self.requests.hub = self.hub
        self.sockets = Sockets(self.admission, self.hub)
        await rehearse(self.http, DOCUMENTS.values(), self.hub.writing)
        supervisor = Supervisor(self.journal)
        keep_house(self.hub, supervisor)
        if not self.bus.alone:
            asked = {"requests": self.admission.requests, "loads": self.admission.loads}
            self.hub.nodes.share({**asked, **self.hub.quotas.buckets()})
            self.bus.start(self.hub.nodes)
            if self.questions is not None:
                self.questions.start()
                self.hub.scheduler.thinking.elsewhere = self.questions
            supervisor.start("look", self.hub.nodes.look)
        collecting.begin()
        self.journal.note("started", tables=await self.store.tables())
        if self.config.warm:
            self.hub.scheduler.warm_up()
        try:
            yield
        finally:
            await supervisor.stop()
            if self.questions is not None:
                await self.questions.close()
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

    async def _ready(self, _request: Request) -> Response:
        """Whether this node can play: it can if its store answers."""
        try:
            await self.store.length("")
        except StoreFailed:
            return Response("the store cannot be reached\n", 503, media_type="text/plain")
        return Response("ready\n", media_type="text/plain")

    async def _other_method(self, request: Request, _error: Exception) -> Response:
        """The path does not allow this method: say which it allows. This is also the reply to OPTIONS."""
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
        """Handle a bug: the operator gets its place, the visitor gets `refused.broken`."""
        self.journal.fault("request", error)
        return problem("refused.broken")


async def alive(_request: Request) -> Response:
    """Whether this process answers at all."""
    return Response("alive\n", media_type="text/plain")


async def _nothing_there(request: Request, _error: Exception) -> Response:
    """A page for people, JSON for programs."""
    return page_with(404) if wants_page(request) else problem("refused.nothing_there")
