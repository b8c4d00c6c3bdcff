"""Learning by self-play: a tiny run leaves a curve, goes on where it stopped, and its weights can play."""

from __future__ import annotations

import json
import random

import pytest
from learning import benhur

from bots.moments import moments
from triclinium.core.player import Look
from triclinium.games.banquet.brain.learned import Learned
from triclinium.games.banquet.brain.mind import read_weights
from triclinium.games.banquet.game import GAME
from triclinium.games.benhur.brain import judge
from triclinium.games.benhur.brain.learned import LearnedDriver
from triclinium.games.benhur.game import GAME as RACES


def test_a_tiny_run_of_races_goes_on_and_its_weights_can_judge(tmp_path):
    for iterations in (1, 2):
        sizes = ["--races", "30", "--passes", "1", "--tables", "1", "--hidden", "8", "--iterations", str(iterations)]
        benhur.learn(benhur.settings().parse_args(["--out", str(tmp_path), *sizes]))
    curve = [json.loads(line) for line in (tmp_path / "curve.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [line["iteration"] for line in curve] == [1, 2]
    assert curve[1]["races"] == 60 and curve[1]["moments"] > curve[0]["moments"]
    with (tmp_path / "benhur.npz").open("rb") as file:
        own = judge.read_weights(file)
    assert own.record["done"] == 2
    play, decision = next(moments("benhur", 4, 1))
    look = Look(RACES, play.state, decision, random.Random(1))
    assert LearnedDriver(own).decide(look, None, 10) in decision.options


def run(out, iterations, *more):
    pytest.importorskip("torch", reason="only learning to play banquets needs PyTorch")
    from learning.banquet import learn, settings

    sizes = ["--games", "100", "--steps", "8", "--batch", "256", "--hidden", "16", "--following", "2", "--threads", "1"]
    learn(settings().parse_args(["--out", str(out), "--device", "cpu", "--iterations", str(iterations), *sizes, *more]))


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


def test_a_mind_that_has_learned_goes_on_after_its_judge_has(tmp_path, monkeypatch):
    run(tmp_path / "first", 1)
    from learning import banquet
    from learning.weights import read_judge, read_mind

    monkeypatch.setattr(banquet, "SETTLE", 1)
    first = tmp_path / "first" / "banquet.npz"
    run(tmp_path / "more", 1, "--start", str(first))
    more = tmp_path / "more" / "banquet.npz"
    with more.open("rb") as file:
        assert read_weights(file).record["before"]["iterations"] == 1
    began, now = read_mind(str(first)).trunk.first.weight, read_mind(str(more)).trunk.first.weight
    assert 0 < (began - now).abs().mean() < 0.1 * began.abs().mean(), "it goes on from what it knew"
    assert read_judge(str(more)) is not None


def test_a_fresh_learner_plays_against_a_frozen_mind_alone(tmp_path):
    run(tmp_path / "frozen", 1)
    frozen = tmp_path / "frozen" / "banquet.npz"
    run(tmp_path / "fresh", 0, "--minutes", "0.02", "--against", str(frozen), "--warmth", "0.7", "--slips", "0.1")
    from learning.weights import read_mind

    with frozen.open("rb") as file:
        layers = read_weights(file).mind
    assert read_mind(str(frozen)).trunk.first.weight.T.tolist() == layers.first.tolist()
    line = json.loads((tmp_path / "fresh" / "curve.jsonl").read_text(encoding="utf-8").splitlines()[-1])
    assert line["of_thumb"] == 0, "nobody else sits there"
