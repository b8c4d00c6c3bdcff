"""Responses that stay the same while the server runs: built once, and not sent again to a client that has them."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from hashlib import sha256
from typing import Any

from starlette.responses import Response

from triclinium.table.protocol.messages import ENCODER


class Document:
    """JSON that is built on first use."""

    def __init__(self, make: Callable[[], Any]) -> None:
        self._make = make

    @cached_property
    def body(self) -> bytes:
        return ENCODER.encode(self._make())

    @cached_property
    def tag(self) -> str:
        """The ETag of this content."""
        return f'"{sha256(self.body).hexdigest()[:32]}"'

    def answer(self, if_none_match: str) -> Response:
        """The document, or 304 if the client already has it."""
        headers = {"etag": self.tag, "cache-control": "no-cache"}
        known = {tag.strip().removeprefix("W/") for tag in if_none_match.split(",")}
        if known & {self.tag, "*"}:
            return Response(status_code=304, headers=headers)
        return Response(self.body, media_type="application/json", headers=headers)
