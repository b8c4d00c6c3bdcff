"""Which versions of SQLite can be trusted."""

from __future__ import annotations

from triclinium.table.store import StoreFailed

CORRUPTING_FROM, CORRUPTING_TO = (3, 7, 0), (3, 51, 2)
MENDED = {(3, 44): 6, (3, 50): 7}


def check_version(version: str) -> None:
    """Refuse a SQLite that can lose acknowledged rows.

    >>> check_version("3.54.1")
    >>> check_version("3.50.7")
    >>> check_version("3.40.1")
    Traceback (most recent call last):
    triclinium.table.store.StoreFailed: SQLite 3.40.1 can lose stored rows (fixed in 3.51.3): update the package apsw
    """
    numbers = tuple(int(part) for part in version.split("."))[:3]
    if not CORRUPTING_FROM <= numbers <= CORRUPTING_TO:
        return
    if numbers[2] >= MENDED.get((numbers[0], numbers[1]), 1 << 30):
        return
    raise StoreFailed(f"SQLite {version} can lose stored rows (fixed in 3.51.3): update the package apsw")
