"""What the strongest player would have done: only for choices, only by what the seat knew, the dearest first."""

from __future__ import annotations

import random

from typer.testing import CliRunner

from triclinium.bots.review import costliest, review
from triclinium.cli import app
from triclinium.core.fairness import SeededLuck
from triclinium.core.play import Play, run
from triclinium.core.player import RandomPlayer, chooser
from triclinium.games.banquet.game import GAME

FEW = 60


def random_record(seed):
    play = Play.begin(GAME, 3)
    run(play, [chooser(RandomPlayer(), random.Random(f"{seed}/{seat}")) for seat in range(3)], SeededLuck(seed))
    return play.record


def test_every_verdict_is_about_a_choice_of_that_seat():
    record = random_record(1)
    verdicts = list(review(record, 1, FEW))
    assert verdicts
    for verdict in verdicts:
        entry = record.entries[verdict.entry - 1]
        assert entry.seat == 1
        assert entry.answer == verdict.chosen
        assert 0 <= verdict.cost <= 1


def test_the_moves_that_cost_most_come_first():
    three = costliest(review(random_record(2), 0, FEW))
    assert 0 < len(three) <= 3
    assert [one.cost for one in three] == sorted((one.cost for one in three), reverse=True)
    assert all(one.cost > 0 for one in three)


def test_a_record_is_reviewed_at_the_command_line(tmp_path):
    file = tmp_path / "game.jsonl"
    file.write_text(random_record(3).write(), encoding="utf-8")
    told = CliRunner().invoke(app, ["review", str(file), "--seat", "2", "--trials", str(FEW), "--lang", "fr"])
    assert told.exit_code == 0, told.output
    assert "sur 100" in told.output
    assert CliRunner().invoke(app, ["review", str(file), "--seat", "9"]).exit_code == 2
