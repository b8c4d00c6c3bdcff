"""Requests about tables: each is checked, done and stored before it is answered."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from triclinium.core.decision import Refused
from triclinium.table.live.hub import Hub
from triclinium.table.protocol.messages import ENCODER
from triclinium.table.protocol.problems import problem, refusal, told
from triclinium.table.protocol.visitor_replies import Forgotten
from triclinium.table.store import Overtaken, StoreFailed
from triclinium.table.web.admission import Admission, address_of, headers_of
from triclinium.table.web.asks import Ask, Route, Text, Written
from triclinium.table.web.documents import Document
from triclinium.table.web.heavy import Chunked
from triclinium.table.web.reading import decoded, query_of, read_body

TRIES_MOST = 5
"""How often a request is tried if other nodes are faster each time."""
TABLE_ID = re.compile(r"[0-9a-f]{32}")
Endpoint = Callable[[Request], Awaitable[Response]]


class Requests:
    """Answers the requests of one server."""

    def __init__(self, admission: Admission, public_url: str) -> None:
        self.admission = admission
        self.public_url = public_url
        self.hub: Hub
        """Its tables, once it runs."""

    def endpoint(self, route: Route) -> Endpoint:
        decoder: msgspec.json.Decoder[Any] | None = msgspec.json.Decoder(route.takes) if route.takes else None

        async def endpoint(request: Request) -> Response:
            cookie = None
            try:
                ask = await self._ask(request, route, decoder)
                if route.heavy:
                    return await self._long_answer(route, ask)
                if route.makes_visitor and not ask.visitor:
                    ask.visitor, cookie = self.admission.fresh_visitor()
                found = await self._do(route, ask)
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

    async def _do(self, route: Route, ask: Ask) -> Any:
        """Do what is asked; once more if another node was faster. Whatever the response says is stored first."""
        for left in reversed(range(TRIES_MOST)):
            try:
                found = await route.does(ask)
                await self.hub.durable(ask.table, getattr(found, "id", ""))
                return found
            except Overtaken:
                if not left:
                    raise
        raise AssertionError("it was done or refused")

    def _mistaken(self, request: Request, error: Exception) -> None:
        """Handle a bug: log it; if something was to be changed, roll that table back."""
        table = request.path_params.get("table", "")
        if request.method == "GET":
            self.hub.recovery.note("request", error, table)
        else:
            self.hub.falter(table, error, "request")

    async def _long_answer(self, route: Route, ask: Ask) -> Response:
        """A response that is sent in pieces; it counts for its address until it has been read."""
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
            body = found.body if isinstance(found.body, bytes) else found.body.encode()
            return Chunked(body, found.media, ended, disposition)
        body = found.body if isinstance(found, Written) else ENCODER.encode(found)
        return Chunked(body, "application/json", ended, {})

    async def _ask(self, request: Request, route: Route, decoder: msgspec.json.Decoder[Any] | None) -> Ask:
        headers = headers_of(request.scope)
        address = address_of(request.scope)
        if route.method != "GET" and not self.admission.same_origin(headers, request.scope["scheme"]):
            raise Refused("refused.other_origin")
        if not self.admission.may_ask(address):
            raise Refused("refused.too_fast")
        table = request.path_params.get("table", "")
        if table and not TABLE_ID.fullmatch(table):
            raise Refused("refused.no_such_table")
        body = None
        if decoder is not None:
            sent = await read_body(request, route.body_bytes)
            body = decoded(decoder, sent)
            self.hub.quotas.write(address, len(sent))
        query = query_of(request, route)
        return Ask(self.hub, self.admission.visitor(headers), table, body, query, self.public_url, address)

    def document(self, document: Document) -> Endpoint:
        async def endpoint(request: Request) -> Response:
            if not self.admission.may_ask(address_of(request.scope)):
                return problem("refused.too_fast")
            if request.query_params:
                return problem("refused.malformed")
            return document.answer(request.headers.get("if-none-match", ""))

        return endpoint
