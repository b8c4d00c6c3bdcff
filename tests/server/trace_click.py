"""Follow one click through the server: which functions of which files it passes. From `tests/`:

    python -m server.trace_click

The table of `docs/architecture.md` comes from here. Comprehensions and background work are left out.
"""

from __future__ import annotations

import asyncio
import random
import sys
import tempfile
import threading
from pathlib import Path
from types import FrameType
from typing import Any

import triclinium

from .people import house, seated

SOURCES = f"{Path(triclinium.__file__).parent}/"
BACKGROUND = ("table/ops/", "table/live/housekeeping.py")
OPENING = 12
"""Answers before the click, so that nothing is done for the first time."""


class Trace:
    def __init__(self) -> None:
        self.on = False
        self.passed: dict[str, list[str]] = {}

    def __call__(self, frame: FrameType, event: str, _: Any) -> None:
        code = frame.f_code
        if self.on and event == "call" and code.co_filename.startswith(SOURCES) and not code.co_name.startswith("<"):
            file = code.co_filename.removeprefix(SOURCES)
            if not file.startswith(BACKGROUND) and code.co_name not in self.passed.setdefault(file, []):
                self.passed[file].append(code.co_name)


async def click(trace: Trace) -> None:
    """Play a banquet of four people up to an offer, and trace that answer from the socket to everybody's news."""
    with tempfile.TemporaryDirectory() as folder:
        async with house(Path(folder)) as place:
            _, chairs = await seated(place, 4, options={"privileges": "none"})
            rng, answered = random.Random(3), 0
            while True:
                chair = next((chair for chair in chairs if chair.decision), None)
                if chair is None:
                    await asyncio.sleep(0.02)
                    continue
                assert chair.decision is not None
                offers = [option for option in chair.decision["options"] if option["kind"] == "offer"]
                if chair.decision["kind"] == "offer" and answered > OPENING:
                    break
                await chair.answer(rng=rng)
                answered += 1
                await asyncio.sleep(0.02)
            await asyncio.sleep(0.3)
            trace.on = True
            await chair.answer(offers[0])
            await asyncio.sleep(0.3)
            trace.on = False


if __name__ == "__main__":
    trace = Trace()
    sys.setprofile(trace)
    threading.setprofile(trace)
    asyncio.run(click(trace))
    print(f"{len(trace.passed)} files, {sum(map(len, trace.passed.values()))} functions")
    for file, names in trace.passed.items():
        print(f"{file}: {', '.join(names)}")
