"""The connections of one node to PostgreSQL: a few at once, each of them sound when it is used."""

from __future__ import annotations

import asyncio
import logging
import os
import select
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

import psycopg
from psycopg import AsyncConnection
from psycopg_pool import AsyncConnectionPool, PoolClosed, PoolTimeout

from triclinium.table.store import StoreFailed
from triclinium.table.store.address import GONE, why

CONNECTIONS = 4
WAIT_SECONDS = 2.0
"""How long a batch or a read waits for PostgreSQL before it counts as gone."""
STATEMENT_SECONDS = 5
LOOK_SECONDS = 1.0
"""How long somebody waits until broken connections are replaced; people want to be told that nothing is stored."""
SESSION = f"""
select set_config('statement_timeout', '{STATEMENT_SECONDS}s', false),
    set_config('idle_in_transaction_session_timeout', '2s', false),
    set_config('tcp_keepalives_idle', '2', false), set_config('tcp_keepalives_interval', '1', false),
    set_config('tcp_keepalives_count', '3', false), set_config('tcp_user_timeout', '3000', false),
    set_config('synchronous_commit', case when current_setting('synchronous_commit') = 'off' then 'on'
        else current_setting('synchronous_commit') end, false)
"""
"""What a lost node held is free in seconds, and what is acknowledged is on disk, whatever the server's defaults."""

logging.getLogger("psycopg.pool").setLevel(logging.CRITICAL)  # the journal says what an operator must know


class Broken(StoreFailed):
    """The connection broke; another may hold."""


class Connections:
    pool: AsyncConnectionPool[AsyncConnection[Any]]

    def __init__(self, settings: str, where: str) -> None:
        self.where = where
        self._settings = settings
        self._looking: asyncio.Task[None] | None = None

    async def open(self) -> None:
        self.pool = AsyncConnectionPool(
            self._settings, min_size=2, max_size=CONNECTIONS, open=False, timeout=WAIT_SECONDS,
            configure=_configure, reconnect_timeout=WAIT_SECONDS,
            kwargs={"autocommit": True, "prepare_threshold": 2},
        )  # fmt: skip
        await self.pool.open()

    async def close(self) -> None:
        if self._looking is not None:
            self._looking.cancel()
        if hasattr(self, "pool"):
            await self.pool.close(timeout=WAIT_SECONDS)

    @asynccontextmanager
    async def one(self) -> AsyncIterator[AsyncConnection[Any]]:
        """A connection of the pool. Raises `StoreFailed`."""
        limit: asyncio.TimerHandle | None = None
        try:
            connection = await self._sound()
            limit = asyncio.get_running_loop().call_later(STATEMENT_SECONDS + WAIT_SECONDS, _hang_up, connection)
            try:
                yield connection
            finally:
                limit.cancel()
                await self.pool.putconn(connection)
        except (psycopg.OperationalError, psycopg.InterfaceError) as error:
            await self._look_at_all()  # those that broke with this one are replaced
            gave_up = limit is not None and limit.when() <= asyncio.get_running_loop().time()
            if gave_up or isinstance(error, PoolTimeout | PoolClosed):
                raise StoreFailed(f"{self.where}: {GONE}") from None
            raise Broken(f"{self.where}: {why(error)}") from None
        except psycopg.Error as error:
            raise StoreFailed(f"{self.where}: {why(error)}") from None

    async def _sound(self) -> AsyncConnection[Any]:
        """A connection, but none that was closed while nobody used it: then all of them are looked at."""
        connection = await self.pool.getconn()
        if _was_closed(connection):
            with suppress(psycopg.OperationalError):
                await connection.execute("select 1")
            await self.pool.putconn(connection)
            await self._look_at_all()
            connection = await self.pool.getconn()
        return connection

    async def _look_at_all(self) -> None:
        """Replace broken connections, and wait a little for that.

        It goes on by itself: whoever cuts the pool's look at its connections short loses those that it has not looked
        at yet, and in the end all of them.
        """
        if self._looking is None or self._looking.done():
            self._looking = asyncio.create_task(self._look())
        await asyncio.wait([self._looking], timeout=LOOK_SECONDS)

    async def _look(self) -> None:
        with suppress(psycopg.Error, PoolClosed):
            await self.pool.check()


async def _configure(connection: AsyncConnection[Any]) -> None:
    await connection.execute(SESSION)


def _hang_up(connection: AsyncConnection[Any]) -> None:
    """End a connection that does not answer. A cancelled task would first ask the silent server to cancel, twice."""
    with suppress(OSError, psycopg.Error), socket.socket(fileno=os.dup(connection.fileno())) as line:
        line.shutdown(socket.SHUT_RDWR)


def _was_closed(connection: AsyncConnection[Any]) -> bool:
    """Whether a connection that nobody uses has something to read: at least its end."""
    waiting = select.poll()
    waiting.register(connection.fileno(), select.POLLIN)
    return bool(waiting.poll(0))
