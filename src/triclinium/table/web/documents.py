"""Answers that stay the same for as long as the server runs: made once, and not sent again to who has them."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from hashlib import sha256
from typing import Any

from starlette.responses import Response

from triclinium.table.protocol.messages import ENCODER


class Document:
    """JSON that is made when it is first asked for."""

    def __init__(self, make: Callable[[], Any]) -> None:
        self._make = make

    @cached_property
    def body(self) -> bytes:
        """The JSON."""
        return ENCODER.encode(self._make())

    @cached_property
    def tag(self) -> str:
        """A name of this very content, by which a browser can ask whether it has changed."""
        return f'"{sha256(self.body).hexdigest()[:32]}"'

    def answer(self, if_none_match: str) -> Response:
        """The document, or word that it is the one the asker has."""
        headers = {"etag": self.tag, "cache-control": "no-cache"}
        known = {tag.strip().removeprefix("W/") for tag in if_none_match.split(",")}
        if known & {self.tag, "*"}:
            return Response(status_code=304, headers=headers)
        return Response(self.body, media_type="application/json", headers=headers)
