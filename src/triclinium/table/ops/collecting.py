"""When the garbage collector works: a little at a time while people play, on everything only when nobody is there.

A collection stops all tables, for up to a microsecond for each object that it walks through. Play, sockets and
requests leave no rings of objects behind (`tests/server/test_garbage.py`): it finds nothing, and memory does not depend
on it.
"""

from __future__ import annotations

import gc

YOUNG_OBJECTS, NEVER = 10_000, 1 << 30
"""By how many objects those created outnumber those freed between two short collections; and a threshold that is never
reached."""
CHANGES = 50
"""After so many changes there is a short collection, too. What a move, or the next ping of a socket, creates mostly
takes the place of something older, so the interpreter counts nothing, and its next collection would walk through what
all tables and sockets have replaced since the last one: 100,000 objects and 76 ms were seen at 1,000 tables."""


def begin() -> None:
    """From now on only young objects are collected by themselves. What there is now stays for good."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG_OBJECTS, NEVER, NEVER)


class Young:
    """What was created lately: the collector looks at it a little at a time."""

    def __init__(self) -> None:
        self._changes = 0

    def grow(self) -> None:
        """Something at a table or of a socket has taken the place of something older."""
        self._changes += 1
        if self._changes >= CHANGES:
            self._changes = 0
            gc.collect(0)


YOUNG = Young()
"""The one of this process, as there is one collector."""
