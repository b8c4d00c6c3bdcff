"""What the program loads, reads or builds on first use, used once before anybody comes.

Later it would happen in a step of the event loop, and everybody at every table would wait: the first request for a file
loads 20 modules of the framework, the first description of the routes is built for 20 ms.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from contextlib import suppress
from importlib import import_module
from typing import Any, NoReturn

from starlette.types import ASGIApp

from triclinium.bots import bot_names
from triclinium.core.play import Play
from triclinium.games import GAMES, game_named
from triclinium.table.live.writing import Writing
from triclinium.table.play.snapshot import code_of
from triclinium.table.web.documents import Document

OF_WORKERS = tuple(f"multiprocessing.{name}" for name in ("popen_spawn_posix", "resource_tracker", "synchronize"))
"""Imported by the library itself when the first bot searches, and a process is started for it."""
NO_FILE = "/no file has this name"
PATHS = ("/", NO_FILE)


async def rehearse(application: ASGIApp, documents: Iterable[Document], writing: Writing) -> None:
    """Load what every server needs, and the narrators that models write for; ask for a page and for a missing one."""
    load(documents)
    writing.warm_up()
    for path in PATHS:
        await application(_asked(path), _nothing_more, _unheard)


def load(documents: Iterable[Document]) -> None:
    """Load the games and their bots, begin each as one that is woken is begun, and build the documents."""
    for name in GAMES:
        game = game_named(name)
        Play.begin(game, game.info.seats[0])
        bot_names(name)
        code_of(name)
    for module in OF_WORKERS:
        with suppress(ImportError):  # another system starts processes in another way
            import_module(module)
    for document in documents:
        document.answer("")


def _asked(path: str) -> dict[str, Any]:
    """A request for a path, from nobody."""
    return {
        "type": "http", "http_version": "1.1", "method": "GET", "scheme": "http", "server": None, "client": None,
        "root_path": "", "path": path, "raw_path": path.encode(), "query_string": b"", "headers": [],
    }  # fmt: skip


async def _nothing_more() -> NoReturn:
    """Nobody sends anything, and nobody leaves."""
    await asyncio.Event().wait()
    raise AssertionError("nobody sets it")


async def _unheard(_message: Any) -> None:
    return
