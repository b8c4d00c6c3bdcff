"""Refusals of requests: always JSON with a word key."""

from __future__ import annotations

from typing import Any

from starlette.responses import Response

from triclinium.core.decision import Refused
from triclinium.table.protocol.messages import ENCODER
from triclinium.table.protocol.replies import Problem

STATUS = {
    "refused.no_right": 403,
    "refused.no_such_link": 403,
    "refused.not_host": 403,
    "refused.other_origin": 403,
    "refused.no_such_table": 404,
    "refused.no_such_tale": 404,
    "refused.nothing_there": 404,
    "refused.malformed": 400,
    "refused.too_late": 408,
    "refused.too_long": 413,
    "refused.too_fast": 429,
    "refused.busy": 429,
    "refused.bytes_today": 429,
    "refused.tables_today": 429,
    "refused.tables_nearby": 429,
    "refused.broken": 500,
    "refused.not_stored": 503,
    "refused.put_away": 503,
}
TABLE_REFUSES = 409
LAST_ON_ITS_CONNECTION = ("refused.too_fast", "refused.broken")
"""After these the connection is closed: a client that asks too fast must at least reconnect."""


def told(value: Any, status: int = 200) -> Response:
    """A JSON response."""
    return Response(ENCODER.encode(value), status, media_type="application/json")


def problem(key: str, rule: str = "", arguments: dict[str, Any] | None = None) -> Response:
    response = told(Problem(key=key, rule=rule, arguments=arguments or {}), STATUS.get(key, TABLE_REFUSES))
    if key in LAST_ON_ITS_CONNECTION:
        response.headers["connection"] = "close"
    return response


def refusal(refused: Refused) -> Response:
    return problem(refused.key, refused.rule, refused.arguments)
