"""The body and the query of a request, read within limits and checked."""

from __future__ import annotations

import re
from typing import Any

import msgspec
from starlette.requests import Request

from triclinium.core.decision import Refused
from triclinium.table.web.asks import Route


async def read_body(request: Request, most: int) -> bytes:
    """The whole body, if it has at most so many bytes. Raises `Refused`."""
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > most:
            raise Refused("refused.too_long")
    return body


def decoded(decoder: msgspec.json.Decoder[Any], body: bytes) -> Any:
    """Raises `Refused`."""
    try:
        return decoder.decode(body)
    except (msgspec.ValidationError, msgspec.DecodeError, RecursionError, UnicodeError):
        raise Refused("refused.malformed") from None


def query_of(request: Request, route: Route) -> dict[str, str]:
    """The query of a request: each name once, as its route describes it. Raises `Refused`."""
    patterns = dict(route.query)
    found: dict[str, str] = {}
    for name, value in request.query_params.multi_items():
        if name not in patterns or name in found or not re.fullmatch(patterns[name].strip("^$"), value, re.ASCII):
            raise Refused("refused.malformed")
        found[name] = value
    return found
