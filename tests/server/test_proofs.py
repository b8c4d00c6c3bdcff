"""A hundredth of each proof of `bench/proof.py` that needs a server; `make proof` runs them at full size."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

from bench import proof

PART = 100


def proved(*names: str) -> list[dict[str, Any]]:
    """What proofs have shown, in a process of their own."""
    command = [sys.executable, "-m", "bench.proof", *names, "--part", str(PART)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600, cwd=proof.ROOT, check=False)
    found: list[dict[str, Any]] = [json.loads(line) for line in done.stdout.splitlines()]
    assert [told["proof"] for told in found] == [*names], done.stderr
    for told in found:
        assert told["faults"] == [], told["proof"]
        assert told["size"] == proof.PROOFS[told["proof"]].size // PART
    assert done.returncode == 0, done.stderr
    return found


def test_the_page_is_current() -> None:
    assert proof.PAGE.read_text() == proof.page(), "python -m bench.proof --docs"


def test_nothing_acknowledged_is_lost_and_nothing_hostile_breaks_anything() -> None:
    """Together, because their servers start from one process that has loaded everything."""
    power, crash, lost, hostile = proved("power", "crash", "lost", "hostile")
    assert power["losses"] == power["size"]
    assert power["rows"] > 10 * power["losses"]
    assert crash["cycles"] == crash["size"]
    assert crash["acknowledged"] > 20 * crash["cycles"]
    assert lost["cuts"] >= lost["size"]
    assert lost["compared"] > lost["cuts"] // 2
    assert hostile["messages"] >= hostile["size"]
    assert hostile["peaceful_answers"] > 0


def test_no_failing_part_of_three_nodes_takes_what_was_acknowledged() -> None:
    (nodes,) = proved("nodes")
    assert nodes["cycles"] == nodes["size"]
    assert nodes["acknowledged"] > 20
