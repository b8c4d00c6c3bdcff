"""The path of one click: no longer than `docs/architecture.md` says."""

from __future__ import annotations

import asyncio
import re
import sys
import threading
from pathlib import Path

from .trace_click import Trace, click

DOCUMENT = Path(__file__).parents[2] / "docs" / "architecture.md"


def test_a_click_passes_no_more_files_and_functions_than_the_architecture_says() -> None:
    said = re.search(r"it passes (\d+) files and\n(\d+) functions", DOCUMENT.read_text())
    assert said is not None
    trace = Trace()
    sys.setprofile(trace)
    threading.setprofile(trace)
    try:
        asyncio.run(click(trace))
    finally:
        sys.setprofile(None)
        threading.setprofile(None)
    passed = "\n".join(f"{file}: {', '.join(names)}" for file, names in trace.passed.items())
    assert len(trace.passed) <= int(said[1]), passed
    assert sum(map(len, trace.passed.values())) <= int(said[2]), passed
    assert len(trace.passed) > 20, "a trace that sees nothing proves nothing"
