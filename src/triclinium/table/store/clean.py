"""Pages written without remains: SQLite's `secure_delete` clears what is deleted, but not what moved to another page.

When pages are balanced, cells move, and their old bytes stay in the unused middle of the page they left. Nobody reads
them there, but they outlive the row. So whoever moves the log into the file clears that middle.
"""

# ruff: noqa: N802 (names of methods are SQLite's)

from __future__ import annotations

from functools import cache

import apsw

FILE_HEADER = 100
"""On the first page, before the header of its tree."""
TREE_PAGES = {0x02: 12, 0x05: 12, 0x0A: 8, 0x0D: 8}
"""Bytes of a header, by the mark of a page that is part of a tree."""


def without_remains(page: bytes, offset: int) -> bytes:
    """A page of a tree with nothing between its list of cells and the cells; any other page as it is.

    Pages of other kinds begin with the number of a page, so their first byte is 0 in any file below 64 GiB.
    """
    header = FILE_HEADER if offset == 0 else 0
    size = TREE_PAGES.get(page[header])
    if size is None:
        return page
    start = header + size + 2 * int.from_bytes(page[header + 3 : header + 5], "big")
    end = int.from_bytes(page[header + 5 : header + 7], "big") or 1 << 16
    return page[:start] + bytes(end - start) + page[end:] if start < end <= len(page) else page


class CleanFile(apsw.VFSFile):
    """The file of the store, as the log is moved into it."""

    def xWrite(self, data: bytes, offset: int) -> None:
        super().xWrite(without_remains(data, offset), offset)


class CleanVfs(apsw.VFS):
    """The usual file system, but for what is written to the store's own file."""

    def __init__(self, below: str) -> None:
        self.below = below
        self.name = f"clean-{below}"
        super().__init__(self.name, below)

    def xOpen(self, name: str | apsw.URIFilename | None, flags: list[int]) -> apsw.VFSFile:
        kind = CleanFile if flags[0] & apsw.SQLITE_OPEN_MAIN_DB else apsw.VFSFile
        return kind(self.below, name, flags)


@cache
def clean_vfs(below: str | None) -> CleanVfs:
    """The same one for every store: SQLite knows a file system by its name, for as long as the program runs."""
    return CleanVfs(below or "")
