"""Learning by self-play: a tiny run leaves a curve, goes on where it stopped, and its weights can play."""

from __future__ import annotations

import json
import random

import pytest

from bots.moments import moments
from triclinium.core.player import Look
from triclinium.games.banquet.brain.learned import Learned
from triclinium.games.banquet.brain.mind import read_weights
from triclinium.games.banquet.game import GAME

pytest.importorskip("torch", reason="only learning needs PyTorch")


def run(out, iterations):
    from learning.banquet import learn, settings

    sizes = ["--games", "100", "--steps", "8", "--batch", "256", "--hidden", "16", "--following", "2", "--threads", "1"]
    learn(settings().parse_args(["--out", str(out), "--device", "cpu", "--iterations", str(iterations), *sizes]))


def test_a_tiny_run_goes_on_and_its_weights_can_play(tmp_path):
    run(tmp_path, 2)
    run(tmp_path, 4)
    curve = [json.loads(line) for line in (tmp_path / "curve.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [line["iteration"] for line in curve] == [2, 4]
    assert curve[-1]["decisions"] > curve[0]["decisions"]
    with (tmp_path / "banquet.npz").open("rb") as file:
        learned = Learned(read_weights(file))
    assert learned.weights.record["iterations"] == 4
    play, decision = next(moments("banquet", 4, 1))
    assert learned.answer(Look(GAME, play.state, decision, random.Random(1)), 1.0) in decision.options
