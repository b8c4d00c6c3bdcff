"""One request and its response, as the application sees them (ASGI)."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, MutableMapping
from contextlib import suppress
from http import HTTPStatus
from typing import Any, Protocol
from urllib.parse import unquote

import h11

BODY_WAITING = 64 * 1024
"""How many bytes of a body may wait until the application asks for them."""
PHRASES = {status.value: status.phrase for status in HTTPStatus}

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Application = Callable[[Scope, Callable[[], Awaitable[Message]], Callable[[Message], Awaitable[None]]], Awaitable[None]]


class Carrier(Protocol):
    """The connection, as far as an exchange needs it."""

    transport: asyncio.Transport
    http: h11.Connection
    writable: asyncio.Event

    def answered(self) -> None:
        """The response is out, or given up."""
        ...


def scope_of(request: h11.Request, caller: str, scheme: str) -> Scope:
    path, _, query = request.target.partition(b"?")
    return {
        "type": "http",
        "asgi": {"version": "3.0", "spec_version": "2.3"},
        "http_version": request.http_version.decode("ascii"),
        "server": None,
        "client": (caller, 0),
        "scheme": scheme,
        "method": request.method.decode("ascii"),
        "root_path": "",
        "path": unquote(path.decode("ascii")),
        "raw_path": path,
        "query_string": query,
        "headers": list(request.headers),
    }


class Exchange:
    """A request being answered."""

    def __init__(self, carrier: Carrier, scope: Scope) -> None:
        self.carrier = carrier
        self.scope = scope
        self.over = False
        """Whether the response is out, or can go nowhere."""
        self._began = False
        self._body = bytearray()
        self._more = True
        self._news = asyncio.Event()

    async def run(self, application: Application) -> None:
        """Let the application answer."""
        with suppress(Exception):  # the application has logged it
            await application(self.scope, self.receive, self.send)
        if not self.over:  # the response ended early: the client must not wait for the rest
            self.drop()
            self.carrier.transport.close()

    def take(self, data: bytes) -> None:
        """A part of the body has arrived."""
        self._body += data
        self._news.set()
        if len(self._body) > BODY_WAITING:
            self.carrier.transport.pause_reading()

    def taken(self) -> None:
        """The body is complete."""
        self._more = False
        self._news.set()

    def drop(self) -> None:
        """Nothing more will arrive, and nothing can be answered."""
        self.over = True
        self._news.set()

    async def receive(self) -> Message:
        """ASGI: the next part of the body, or that the client has gone."""
        carrier = self.carrier
        if not self.over:
            if carrier.http.they_are_waiting_for_100_continue and not self._began:
                go_on = h11.InformationalResponse(status_code=100, headers=[], reason="Continue")
                carrier.transport.write(carrier.http.send(go_on) or b"")
            if self._more:
                carrier.transport.resume_reading()
            await self._news.wait()
            self._news.clear()
        if self.over:
            return {"type": "http.disconnect"}
        body, self._body = bytes(self._body), bytearray()
        return {"type": "http.request", "body": body, "more_body": self._more}

    async def send(self, message: Message) -> None:
        """ASGI: the head of the response, then its body in parts, as fast as the client reads."""
        await self.carrier.writable.wait()
        if self.over:
            return
        if not self._began:
            self._began = True
            status = message["status"]
            headers = [(bytes(name), bytes(value)) for name, value in message.get("headers", ())]
            self._write(h11.Response(status_code=status, headers=headers, reason=PHRASES.get(status, "")))
            return
        body = message.get("body", b"")
        if body and self.scope["method"] != "HEAD":
            self._write(h11.Data(data=body))
        if not message.get("more_body", False):
            self._write(h11.EndOfMessage())
            self.drop()
            self.carrier.answered()

    def _write(self, event: h11.Response | h11.Data | h11.EndOfMessage) -> None:
        self.carrier.transport.write(self.carrier.http.send(event) or b"")
