"""A small share of each proof of `bench/proof.py`; `make proof` runs them at full size."""

from __future__ import annotations

from bench import proof, proof_crash, proof_power


def test_the_page_is_current() -> None:
    assert proof.PAGE.read_text() == proof.page(), "python -m bench.proof --docs"


def test_no_loss_of_power_takes_what_was_acknowledged() -> None:
    told = proof_power.prove(40)
    assert told["faults"] == []
    assert told["losses"] == 40
    assert told["rows"] > 400


def test_no_kill_takes_what_was_acknowledged() -> None:
    told = proof_crash.prove(10, tables=12)
    assert told["faults"] == []
    assert told["cycles"] == 10
    assert told["of_two_processes"] > 0
    assert told["acknowledged"] > 200
