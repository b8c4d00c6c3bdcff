"""`kill -9` under load: nothing acknowledged is lost, doubled or out of order; `bench/crash.py` does the checking."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
CYCLES = 100 if os.environ.get("TRICLINIUM_PROOF") else 10


@pytest.mark.parametrize("processes", ["1", "2"])
def test_nothing_acknowledged_is_lost(processes: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "bench.crash", "--cycles", str(CYCLES), "--tables", "12", "--processes", processes],
        capture_output=True, text=True, timeout=CYCLES * 15, cwd=ROOT, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    told = json.loads(done.stdout)
    assert told["cycles"] == CYCLES
    assert told["faults"] == []
    assert told["acknowledged"] > 20 * CYCLES
