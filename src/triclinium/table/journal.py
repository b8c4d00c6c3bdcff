"""What the server says of itself: one line of JSON for each happening, without names, texts, links or answers."""

from __future__ import annotations

import json
import sys
import time
from typing import IO


class Journal:
    """Lines for the operator."""

    def __init__(self, out: IO[str] | None = None, *, quiet: bool = False) -> None:
        self._out = out or sys.stderr
        self._quiet = quiet

    def note(self, what: str, **numbers: int | float | str) -> None:
        """Something ordinary; `numbers` are counts and codes, never what people wrote."""
        if not self._quiet:
            self._line("note", what, **numbers)

    def trouble(self, what: str, line: str) -> None:
        """Something an operator should mend."""
        self._line("trouble", what, line=line)

    def _line(self, level: str, what: str, **more: int | float | str) -> None:
        at = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
        self._out.write(json.dumps({"at": at, "level": level, "what": what, **more}) + "\n")
        self._out.flush()
