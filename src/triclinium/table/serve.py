"""Start and stop the server."""

from __future__ import annotations

import asyncio
import errno
import socket
import threading
import webbrowser
from collections.abc import Callable

from triclinium.table.bus import BusFailed
from triclinium.table.bus.choosing import bus_at, questions_at, try_bus
from triclinium.table.config import Config
from triclinium.table.moving import is_address, postgres_at
from triclinium.table.ops.journal import Journal
from triclinium.table.store import StoreFailed
from triclinium.table.store.sqlite import SqliteStore
from triclinium.table.web.app import TableServer
from triclinium.table.web.front import BACKLOG, Front, run


class CannotServe(Exception):
    """The server cannot start. The message is one line that says why."""


def listening(host: str, port: int) -> socket.socket:
    """A listening socket. Raises `CannotServe`."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        listener.listen(BACKLOG)
    except (OSError, OverflowError) as error:
        listener.close()
        if isinstance(error, OSError) and error.errno == errno.EADDRINUSE:
            raise CannotServe(f"port {port} is taken; choose another with --port") from None
        if isinstance(error, OSError) and error.errno == errno.EACCES:
            raise CannotServe(f"port {port} may not be used by you; choose one above 1023 with --port") from None
        raise CannotServe(f"cannot listen on {host} port {port}: {error}") from None
    return listener


def serve(config: Config, say: Callable[[str], None], *, open_browser: bool = False) -> None:
    """Serve until told to stop. Raises `CannotServe`."""
    if config.bus and not config.store:
        raise CannotServe("--bus is for several nodes, which share a database: add --store postgresql://...")
    stand = _serve_as_node if config.store else _serve_alone
    try:
        stand(config, lambda listener: _announce(config, listener, say, open_browser))
    except (StoreFailed, BusFailed) as failed:
        raise CannotServe(str(failed)) from None


def _serve_alone(config: Config, announce: Callable[[socket.socket], None]) -> None:
    store = SqliteStore(config.data)
    try:
        listener = listening(config.host, config.port)
        server = TableServer(config, store)
        _show_metrics(server, config.metrics_port)
    except CannotServe:
        store.file.close()
        raise
    announce(listener)
    run(Front(server), listener)


def _serve_as_node(config: Config, announce: Callable[[socket.socket], None]) -> None:
    """Serve as one of several nodes: PostgreSQL and Redis are tried before anything is announced."""
    if not is_address(config.store):
        raise CannotServe("--store takes the address of a database, as postgresql://USER@HOST/DATABASE")

    async def try_both() -> None:
        store = postgres_at(config.store, config.house, config.public_url)
        try:
            await store.open()
        finally:
            await store.close()
        if config.bus:
            await try_bus(config.bus)

    asyncio.run(try_both())
    listener = listening(config.host, config.port)
    try:
        journal = Journal(quiet=config.quiet)
        store, bus = (
            postgres_at(config.store, config.house, config.public_url),
            bus_at(config.bus, config.house, journal),
        )
        questions = questions_at(config.bus, config.house) if config.bus else None
        server = TableServer(config, store, journal, bus=bus, questions=questions)
        _show_metrics(server, config.metrics_port)
    except CannotServe:
        listener.close()
        raise
    announce(listener)
    run(Front(server), listener)


def _no_metrics(port: int, error: Exception) -> CannotServe:
    return CannotServe(f"metrics on port {port}: {getattr(error, 'strerror', None) or error}")


def _show_metrics(server: TableServer, port: int | None) -> None:
    if port is not None:
        from triclinium.table.live.metrics import serve_metrics

        try:
            serve_metrics(server, port)
        except OSError as error:
            raise _no_metrics(port, error) from None


def _announce(config: Config, listener: socket.socket, say: Callable[[str], None], open_browser: bool) -> None:
    """Say where the server is, and open the browser."""
    port = listener.getsockname()[1]
    host = "localhost" if config.host in ("127.0.0.1", "0.0.0.0", "::", "::1") else config.host
    address = config.public_url or f"http://{host}:{port}"
    say(address)
    if open_browser:
        threading.Timer(0.7, webbrowser.open, (address,)).start()
