"""Generate the descriptions of the protocol: OpenAPI for HTTP, JSON Schema for the socket, types for TypeScript.

`python -m triclinium.table.web.schema FOLDER` writes all three; tests compare the written ones with these.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any

import msgspec

from triclinium.table.protocol.messages import AnyDown, AnyUp
from triclinium.table.protocol.replies import Problem
from triclinium.table.web.asks import Route
from triclinium.table.web.routes import ROUTES

REFERENCE = "#/components/schemas/{name}"
PROBLEMS = {
    400: "The request is malformed.",
    403: "The visitor has no right to this.",
    404: "There is no such table.",
    408: "The request did not come in time.",
    409: "The table refuses: the key says why.",
    413: "The request is too long.",
    429: "Too many requests.",
    500: "The server has made a mistake; it is in its journal.",
    503: "It could not be stored; nothing has changed.",
}


def openapi() -> dict[str, Any]:
    """The HTTP routes."""
    types: list[Any] = [Problem]
    for route in ROUTES:
        types += [kind for kind in (route.takes, route.gives) if kind is not None and kind not in types]
    _, components = msgspec.json.schema_components(types, ref_template=REFERENCE)
    paths: dict[str, Any] = {}
    for route in ROUTES:
        paths.setdefault(route.path, {})[route.method.lower()] = _operation(route)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Triclinium",
            "version": "1",
            "description": "Tables for people without accounts. The seat key is a cookie; requests that change "
            "something must come from the server's own origin; play itself goes over the socket at /ws/{table}.",
        },
        "paths": paths,
        "components": {"schemas": components},
    }


def _operation(route: Route) -> dict[str, Any]:
    operation: dict[str, Any] = {
        "operationId": route.does.__name__,
        "summary": (route.does.__doc__ or "").strip(),
        "responses": {"200": _good(route)},
    }
    parameters: list[dict[str, Any]] = []
    if "{table}" in route.path:
        parameters.append(
            {"name": "table", "in": "path", "required": True, "schema": {"type": "string", "pattern": "^[0-9a-f]{32}$"}}
        )
    for name, pattern in route.query:
        parameters.append({"name": name, "in": "query", "schema": {"type": "string", "pattern": pattern}})
    if parameters:
        operation["parameters"] = parameters
    if route.takes is not None:
        operation["requestBody"] = {"required": True, "content": _content(route.takes)}
    if route.document is not None:
        operation["responses"]["304"] = {"description": "What the asker has (`If-None-Match`) is current."}
    for status, meaning in PROBLEMS.items():
        operation["responses"][str(status)] = {"description": meaning, "content": _content(Problem)}
    return operation


def _good(route: Route) -> dict[str, Any]:
    if route.gives is None:
        return {"description": "A file.", "content": {kind: {"schema": {"type": "string"}} for kind in route.files}}
    return {"description": (route.gives.__doc__ or "").split("\n")[0], "content": _content(route.gives)}


def _content(kind: type) -> dict[str, Any]:
    return {"application/json": {"schema": {"$ref": REFERENCE.format(name=kind.__name__)}}}


def socket_schema() -> dict[str, Any]:
    """The messages of the socket: `Up` is what a viewer sends, `Down` what the table sends."""
    (up, down), components = msgspec.json.schema_components([AnyUp, AnyDown], ref_template="#/$defs/{name}")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Triclinium's socket",
        "$defs": {**components, "Up": up, "Down": down},
    }


# --- TypeScript ---------------------------------------------------------------------------------


PLAIN_DATA = (
    "/** Plain JSON. */",
    "export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };",
    "",
    "/** Plain JSON that the rules check: options, answers, events. */",
    "export type Data = Record<string, Json>;",
    "",
)


def typescript() -> str:
    """Types for the page, made from the schemas."""
    schemas = {**openapi()["components"]["schemas"], **socket_schema()["$defs"]}
    lines = [
        "// Made from the messages of the table by `python -m triclinium.table.web.schema`. Do not edit.",
        "",
        *PLAIN_DATA,
    ]
    for name in sorted(schemas):
        lines += _declaration(name, schemas[name])
    return "\n".join(lines)


def _declaration(name: str, schema: dict[str, Any]) -> list[str]:
    comment = schema.get("description", "")
    lines = [f"/** {' '.join(comment.split())} */"] if comment else []
    if schema.get("type") != "object" or "properties" not in schema:
        return [*lines, f"export type {name} = {_type(schema)};", ""]
    lines.append(f"export interface {name} {{")
    required = set(schema.get("required", ()))
    for field, kind in schema["properties"].items():
        optional = "" if field in required else "?"
        lines.append(f"  {field}{optional}: {_type(kind)};")
    return [*lines, "}", ""]


def _type(schema: dict[str, Any]) -> str:
    if "$ref" in schema:
        return str(schema["$ref"]).rsplit("/", 1)[1]
    if "anyOf" in schema:
        return " | ".join(dict.fromkeys(_type(one) for one in schema["anyOf"]))
    if "const" in schema or "enum" in schema:
        return " | ".join(json.dumps(value) for value in schema.get("enum", [schema.get("const")]))
    kind = schema.get("type")
    if kind == "array":
        inner = _type(schema.get("items", {}))
        return f"({inner})[]" if re.search(r"\W", inner) else f"{inner}[]"
    if kind == "object":
        more = schema.get("additionalProperties")
        return f"Record<string, {_type(more)}>" if isinstance(more, dict) else "Data"
    plain = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}
    # Each game has its own types: `web/src/games/NAME/types.ts`.
    return plain.get(str(kind), "Json")


def write(folder: Path) -> None:
    for name, made in documents().items():
        (folder / name).write_text(made, encoding="utf-8")


def documents() -> dict[str, str]:
    """The descriptions by file name."""
    return {
        "openapi.json": json.dumps(openapi(), indent=2, sort_keys=True) + "\n",
        "socket.schema.json": json.dumps(socket_schema(), indent=2, sort_keys=True) + "\n",
        "messages.ts": typescript(),
    }


if __name__ == "__main__":
    write(Path(sys.argv[1]))
