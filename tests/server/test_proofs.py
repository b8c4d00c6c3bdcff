"""A small share of each proof of `bench/proof.py`; `make proof` runs them at full size."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

from bench import proof

from sizes import many


def proved(name: str, size: int) -> dict[str, Any]:
    """What a proof has shown, in a process of its own."""
    command = [sys.executable, "-m", "bench.proof", name, "--size", str(size)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600, cwd=proof.ROOT, check=False)
    assert done.stdout, done.stderr
    told: dict[str, Any] = json.loads(done.stdout)
    assert told["faults"] == []
    assert done.returncode == 0, done.stderr
    return told


def test_the_page_is_current() -> None:
    assert proof.PAGE.read_text() == proof.page(), "python -m bench.proof --docs"


def test_no_loss_of_power_takes_what_was_acknowledged() -> None:
    losses = many(20, 40)
    told = proved("power", losses)
    assert told["losses"] == losses
    assert told["rows"] > 10 * losses


def test_no_kill_takes_what_was_acknowledged() -> None:
    cycles = many(5, 10)
    told = proved("crash", cycles)
    assert told["cycles"] == cycles
    assert told["acknowledged"] > 20 * cycles


def test_no_failing_part_of_three_nodes_takes_what_was_acknowledged() -> None:
    told = proved("nodes", 2)
    assert told["cycles"] == 2
    assert told["acknowledged"] > 20


def test_whoever_reconnects_knows_what_a_newcomer_is_told() -> None:
    cuts = many(20, 100)
    told = proved("lost", cuts)
    assert told["cuts"] >= cuts
    assert told["compared"] > cuts // 2


def test_hostile_messages_break_nothing() -> None:
    messages = many(1_500, 10_000)
    told = proved("hostile", messages)
    assert told["messages"] >= messages
    assert told["peaceful_answers"] > 0
