"""The address of a PostgreSQL, and what is said about one that cannot be used."""

from __future__ import annotations

import psycopg
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from triclinium.table.store import StoreFailed

GONE = "cannot be reached; nothing new is stored until it is back"
NOTICED = {
    "connect_timeout": "3", "tcp_user_timeout": "3000", "keepalives_idle": "2", "keepalives_interval": "1",
    "keepalives_count": "3",
}  # fmt: skip
"""A node that is cut off notices it in seconds, not in hours."""


def settings_of(url: str, name: str) -> str:
    """An operator's address with our own settings where they say nothing. Raises `StoreFailed`."""
    try:
        given = conninfo_to_dict(url)
    except psycopg.Error:
        raise StoreFailed("that is no address of a database; write it as postgresql://USER@HOST/DATABASE") from None
    return make_conninfo("", **{**NOTICED, **given, "application_name": name})


def where_of(url: str) -> str:
    """An address without user and password, for lines that people read.

    >>> where_of("postgresql://livia:secret@db.example:5433/games")
    'PostgreSQL at db.example:5433/games'
    """
    try:
        given = conninfo_to_dict(url)
    except psycopg.Error:
        return "PostgreSQL"
    port = f":{given['port']}" if "port" in given else ""
    return f"PostgreSQL at {given.get('host', 'this machine')}{port}/{given.get('dbname', '')}"


def why(error: Exception) -> str:
    """What went wrong, in words that an operator can act on."""
    text = str(error)
    if "password authentication failed" in text or "no password supplied" in text:
        return "user or password is wrong; check the address, PGPASSWORD and ~/.pgpass"
    if "no pg_hba.conf entry" in text:
        return "this machine may not connect; add it to pg_hba.conf"
    if isinstance(error, psycopg.errors.DiskFull):
        return "the disk is full; nothing new is stored until there is room"
    if isinstance(error, psycopg.errors.InsufficientPrivilege):
        return "the user may not do that; grant it CREATE on the database, or the house's schema"
    if isinstance(error, psycopg.errors.ReadOnlySqlTransaction):
        return "is a read-only copy; name the one that is written"
    if "does not exist" in text and not isinstance(error, psycopg.ProgrammingError):
        return f"{_last_line(text)}; create it, or correct the address"
    if isinstance(error, psycopg.OperationalError | psycopg.InterfaceError) and error.sqlstate is None:
        return GONE
    return f"failed ({_last_line(text)})"


def _last_line(text: str) -> str:
    return (text.strip().splitlines() or [""])[-1].rpartition("FATAL:")[2].strip()
