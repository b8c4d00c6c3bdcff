"""The same deals in every run, so that whoever reads of a failure can see it again.

What is secret or by chance comes from the operating system, through one door of Python's `random` (`secrets` uses it
too). In tests it comes from the test's name. `TRICLINIUM_DEALS=7 make test` deals other cards; `make proof` deals anew
each time.

    python tests/deals.py FILE serve --port 8000    # a server that deals by the name in this file
"""

from __future__ import annotations

import os
import random
import sys
from collections.abc import Callable
from pathlib import Path

from sizes import PROOF

NUMBER = os.environ.get("TRICLINIUM_DEALS", "1")
PAGE = """if (history.length === 1 && performance.getEntriesByType("navigation")[0]?.type === "navigate") {
  let chance = SEED;
  const next = () => (chance = (Math.imul(chance, 1664525) + 1013904223) >>> 0) >> 16;
  crypto.getRandomValues = (bytes) => { bytes.forEach((_, at) => (bytes[at] = next())); return bytes; };
}"""
"""A page's share of the luck. Only the first page of a tab: after a reload nothing may be said twice."""


def chance(name: str) -> Callable[[int], bytes]:
    """Bytes by this name, as `os.urandom` gives them."""
    return random.Random(f"{NUMBER} {name}").randbytes


class Deals:
    """What this process's servers and pages deal now."""

    def __init__(self) -> None:
        self.name = ""
        self.pages = 0
        self.file: Path | None = None
        """Where servers read the name; without it they deal anew."""

    def begin(self, name: str) -> None:
        """Servers and pages deal by this name from now on."""
        self.name, self.pages = name, 0
        if self.file is not None:
            self.file.write_text(name, encoding="utf-8")

    def command(self) -> list[str]:
        """Begins the command line of a server."""
        if PROOF or self.file is None:
            return [sys.executable, "-m", "triclinium.cli"]
        return [sys.executable, __file__, str(self.file)]

    def script(self) -> str:
        """To run in one more page before ours."""
        self.pages += 1
        seed = int.from_bytes(chance(f"{self.name} page {self.pages}")(4))
        return "" if PROOF else PAGE.replace("SEED", str(seed))


DEALS = Deals()


def serve(file: Path) -> None:
    """Run the command line, dealing by the name in a file."""
    name, deal = "", chance("")

    def deal_now(size: int) -> bytes:
        nonlocal name, deal
        if (now := file.read_text(encoding="utf-8")) != name:
            name, deal = now, chance(now)
        return deal(size)

    random._urandom = deal_now  # type: ignore[attr-defined]
    from triclinium.cli import main

    main()


if __name__ == "__main__":
    serve(Path(sys.argv.pop(1)))
