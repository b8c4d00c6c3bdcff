"""The server's journal: one line of JSON per event, without names, texts, links or answers."""

from __future__ import annotations

import json
import sys
import time
import traceback
from pathlib import PurePath
from typing import IO

PACKAGE = "triclinium"
SHORT = 8
"""How many letters of a table's id the journal shows. They open nothing."""


class Journal:
    def __init__(self, out: IO[str] | None = None, *, quiet: bool = False) -> None:
        self._out = out or sys.stderr
        self._quiet = quiet

    def note(self, what: str, **numbers: int | float | str) -> None:
        """Log something ordinary. `numbers` are counts and codes, never what people wrote."""
        if not self._quiet:
            self._line("note", what, **numbers)

    def trouble(self, what: str, line: str) -> None:
        """Log something that an operator should fix."""
        self._line("trouble", what, line=line)

    def fault(self, what: str, error: BaseException, table: str = "") -> None:
        """Log a bug: the type of the error and its place in the code. Its message may contain secrets."""
        more = {"table": table[:SHORT]} if table else {}
        self._line("trouble", what, error=type(error).__name__, place=place_of(error), **more)

    def _line(self, level: str, what: str, **more: int | float | str) -> None:
        at = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
        self._out.write(json.dumps({"at": at, "level": level, "what": what, **more}) + "\n")
        self._out.flush()


def place_of(error: BaseException) -> str:
    """The innermost line of our own code in a traceback, as `triclinium/table/live/hub.py:97 find`."""
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        parts = PurePath(frame.filename).parts
        if PACKAGE in parts:
            last = len(parts) - 1 - parts[::-1].index(PACKAGE)
            return f"{'/'.join(parts[last:])}:{frame.lineno} {frame.name}"
    return ""
