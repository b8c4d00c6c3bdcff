"""The built page: its files, compressed once. Browsers cache them, because a name changes with its contents."""

from __future__ import annotations

import gzip
import re
from functools import lru_cache
from importlib.resources import files
from pathlib import Path

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from triclinium.games import GAMES

STATIC = Path(str(files("triclinium.table") / "static"))
ASSETS = "assets"
PACKED_KINDS = {".js": "text/javascript", ".mjs": "text/javascript", ".css": "text/css", ".wasm": "application/wasm"}
FOR_GOOD = "public, max-age=31536000, immutable"


class Page(StaticFiles):
    async def check_config(self) -> None:
        """If the page is not built yet, its files are simply missing."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        if Path(path).parts[:1] != (ASSETS,) or not isinstance(response, FileResponse):
            return response
        response.headers["cache-control"] = FOR_GOOD
        kind = PACKED_KINDS.get(Path(path).suffix)
        if kind is None or "gzip" not in Headers(scope=scope).get("accept-encoding", ""):
            return response
        more = {"content-encoding": "gzip", "vary": "accept-encoding", "cache-control": FOR_GOOD}
        return Response(await run_in_threadpool(_packed, str(response.path)), media_type=kind, headers=more)


@lru_cache(maxsize=256)
def _packed(path: str) -> bytes:
    """A file as sent: compressed once, because its contents never change under its name; long ones with the page."""
    if (done := Path(f"{path}.gz")).is_file():
        return done.read_bytes()
    return gzip.compress(Path(path).read_bytes(), mtime=0)


TABLE_PATH = re.compile(r"/t/[0-9a-f]{32}")


async def index(request: Request) -> Response:
    """The page itself, which loads the rest; it also says what is not there."""
    path = request.scope["path"]
    game = request.path_params.get("game")
    missing = game not in GAMES if game is not None else path.startswith("/t/") and not TABLE_PATH.fullmatch(path)
    return page_with(404 if missing else 200)


async def unlisted(_request: Request) -> Response:
    """The page for a shared story, whose key stands behind the # and never reaches the server with it. No search engine
    is to keep it."""
    response = page_with(200)
    response.headers["x-robots-tag"] = "noindex, nofollow, noarchive"
    return response


def wants_page(request: Request) -> bool:
    """Whether a person asks, with a browser: they get the page, which says in their language what is wrong."""
    return not request.scope["path"].startswith("/api/") and "text/html" in request.headers.get("accept", "")


def page_with(status: int) -> Response:
    found = STATIC / "index.html"
    if not found.is_file():
        return PlainTextResponse("The page is not built yet: run `make page`.", 503)
    return FileResponse(found, status, headers={"cache-control": "no-cache"})
