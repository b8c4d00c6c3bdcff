"""The bench of many games at once counts what it plays; Pgx itself is not needed for this."""

from __future__ import annotations

import json

from bench import speed, vector
from bench.rounds import Counts


def test_a_run_counts_every_decision_of_every_game():
    run = vector.many_banquets(observing=True)
    assert run(0.0).decisions == vector.GAMES
    counts = run(0.05)
    assert counts.decisions % vector.GAMES == 0
    assert counts.seconds >= 0.05


def test_a_peer_plays_at_the_number_of_games_that_suits_it():
    def make(at_once):
        return lambda seconds: Counts(at_once if at_once != 4096 else 10, 1, 1.0)

    assert vector.fastest(make)(0.0).decisions == 1024


def test_a_peer_that_does_not_run_is_named_and_nothing_is_claimed_of_it(monkeypatch, tmp_path):
    def missing(name, at_once):
        raise ModuleNotFoundError("No module named 'pgx'", name="pgx")

    monkeypatch.setattr(vector, "many_pgx", missing)
    report = vector.measure(0.01, 2)
    speed.write(tmp_path, vector.NAME, report)
    written = json.loads((tmp_path / "vector-speed.json").read_text(encoding="utf-8"))
    assert list(written["cases"]) == [vector.MASKS, vector.OBSERVATIONS]
    assert set(written["did_not_run"].values()) == {"ModuleNotFoundError"}
    assert list(written["wanted"].values())[1:] == [speed.VERDICTS[None]] * 3
    assert vector.NOTES[0] in (tmp_path / "vector-speed.md").read_text(encoding="utf-8")
