"""Learning by self-play: a tiny run leaves a curve, goes on where it stopped, and its weights can play."""

from __future__ import annotations

import json
import random

import numpy
import pytest
from learning import belief, company, crew
from learning.descent import log_loss

from bots.moments import moments
from triclinium.core.player import Look
from triclinium.games.banquet.brain.learned import Learned
from triclinium.games.banquet.brain.mind import read_weights
from triclinium.games.banquet.brain.reading import mixed, shares_of
from triclinium.games.banquet.game import GAME
from triclinium.games.banquet.rules.deck import parse_deck
from triclinium.games.benhur.brain import weights
from triclinium.games.benhur.brain.learned import LearnedDriver
from triclinium.games.benhur.game import GAME as RACES


def test_a_lesson_keeps_what_was_decided_and_what_came_of_it(monkeypatch):
    monkeypatch.setattr(crew, "TABLES", crew.TABLES[:1])
    nets = crew.Nets(weights.weights().wishes, weights.weights().judge, weights.weights().wishes)
    player = crew.Player(200, 50, 0.9)
    lesson = player.play(nets, (1, 2))
    assert lesson.races > 0 and lesson.decided == 400
    seen = lesson.seen
    assert len(seen.marks) == len(seen.base) == seen.counts.sum() and seen.counts.min() > 1
    assert (seen.taken < seen.counts).all() and (seen.chances <= 0).all()
    assert set(numpy.unique(seen.won)) <= {0.0, 0.5, 1.0} and abs(seen.gains).max() <= 10
    again = player.play(nets, (1, 2)).seen
    assert all(numpy.array_equal(one, other) for one, other in zip(seen, again, strict=True)), "a seed is a lesson"


def test_a_tiny_run_of_races_goes_on_and_its_weights_can_drive(tmp_path, monkeypatch):
    pytest.importorskip("torch", reason="only learning to play needs PyTorch")
    from learning import benhur

    monkeypatch.setattr(crew, "TABLES", crew.TABLES[:1])
    for iterations in (1, 2):
        sizes = ["--decisions", "256", "--batch", "64", "--hidden", "8", "--iterations", str(iterations)]
        benhur.learn(benhur.settings().parse_args(["--out", str(tmp_path), *sizes]))
    curve = [json.loads(line) for line in (tmp_path / "curve.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [line["iteration"] for line in curve] == [1, 2]
    assert curve[1]["decisions"] == 2 * curve[0]["decisions"] and curve[1]["races"] > curve[0]["races"]
    with (tmp_path / "benhur.npz").open("rb") as file:
        own = weights.read_weights(file)
    assert own.record["done"] == 2
    more = [
        "--start",
        str(tmp_path / "benhur.npz"),
        "--iterations",
        "1",
        "--rate",
        "0",
        "--decisions",
        "256",
        "--batch",
        "64",
    ]
    benhur.learn(benhur.settings().parse_args(["--out", str(tmp_path / "more"), *more]))
    with (tmp_path / "more" / "benhur.npz").open("rb") as file:
        same = weights.read_weights(file)
    assert same.record["before"]["done"] == 2
    assert all(numpy.array_equal(one, other) for one, other in zip(same.wishes, own.wishes, strict=True))
    play, decision = next(moments("benhur", 4, 1))
    look = Look(RACES, play.state, decision, random.Random(1))
    assert LearnedDriver(own).decide(look, None, 10) in decision.options


def test_a_tiny_run_reads_the_others_and_leaves_the_mind_as_it_is(tmp_path, monkeypatch):
    monkeypatch.setattr(company, "BLOCK", 4)
    path = tmp_path / "banquet.npz"
    with numpy.load(belief.WEIGHTS) as kept:
        before = {name: kept[name] for name in kept.files if not name.startswith("reading_")}
    numpy.savez(path, **before)
    for games in (4, 8):
        sizes = ["--games", str(games), "--passes", "2", "--out", str(tmp_path / "games")]
        belief.run(belief.settings().parse_args(["--weights", str(path), *sizes]))
    assert len(list((tmp_path / "games" / company.key_of(path)).iterdir())) == 2, "it went on with the first games"
    with numpy.load(path) as kept:
        assert all(numpy.array_equal(kept[name], array) for name, array in before.items())
        record = json.loads(kept["reading_record"].tobytes())
    assert record["settings"]["games"] == 8
    assert set(record["held_out"]) == {kind.name for kind in company.COMPANY}
    with path.open("rb") as file:
        learned = Learned(read_weights(file))
    play, decision = next(moments("banquet", 4, 1))
    assert learned.decide(Look(GAME, play.state, decision, random.Random(1)), None, 10) in decision.options


def test_the_belief_descends_along_its_slopes():
    """The slopes of the log-loss are what a small step changes."""
    rng = numpy.random.default_rng(1)
    logits, right = rng.normal(size=(5, 6)), numpy.eye(6, dtype=bool)[[0, 1, 1, 4, 5]]
    right[0, 3] = True
    slip, even = numpy.array([-1.0]), numpy.full((5, 6), 1 / 6)

    def loss(logits, slip):
        return log_loss(mixed(shares_of(logits), even, slip), right)

    by_logit, by_slip = belief.slopes_of(shares_of(logits), even, right, slip)
    step = 1e-5 * numpy.eye(6)[2]
    changed = logits.copy()
    changed[1] += step
    assert (loss(changed, slip) - loss(logits, slip)) / 1e-5 == pytest.approx(by_logit[1, 2], rel=1e-3)
    assert (loss(logits, slip + 1e-5) - loss(logits, slip)) / 1e-5 == pytest.approx(by_slip[0], rel=1e-3)


def run(out, iterations, *more):
    pytest.importorskip("torch", reason="only learning to play banquets needs PyTorch")
    from learning.banquet import learn, settings

    sizes = ["--games", "100", "--steps", "8", "--batch", "256", "--hidden", "16", "--following", "2", "--threads", "1"]
    learn(settings().parse_args(["--out", str(out), "--device", "cpu", "--iterations", str(iterations), *sizes, *more]))


def test_a_tiny_search_for_decks_finds_sound_ones_and_lets_the_mind_learn_on_them(tmp_path, monkeypatch):
    run(tmp_path / "first", 1)
    from learning import decks

    monkeypatch.setattr(decks, "STEPS", 90)
    monkeypatch.setattr(decks, "LONGEST", 1)
    monkeypatch.setattr(decks, "THUMB_GAMES", 20)
    words = ["--weights", str(tmp_path / "first/banquet.npz"), "--out", str(tmp_path / "found"), "--device", "cpu"]
    words += ["--games", "320", "--decks", "4", "--searching", "0", "--minutes", "0.001", "--lessons", "2"]
    decks.main([*words, "--learning", "--games 100 --steps 8 --batch 256 --hidden 16"])
    lines = [json.loads(line) for line in (tmp_path / "found/decks.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [line["generation"] for line in lines] == [1, 2]
    assert sum(lines[0]["counts"].values()) == 93 and sum(lines[0]["games"]) > 20
    assert {path.name for path in (tmp_path / "found").glob("*.toml")} == {"deck-0.toml", "deck-1.toml"}
    assert parse_deck((tmp_path / "found/deck-0.toml").read_text(encoding="utf-8"))["name"] == "deck 0"


def test_the_judge_is_told_who_plays_by_rule_of_thumb():
    torch = pytest.importorskip("torch", reason="only learning to play banquets needs PyTorch")
    from learning.league import League

    league = League(200, 1, "cpu")
    marks = league.thumbs()
    assert marks[:, 0].sum() == 0, "the rule of thumb answers for itself"
    assert (marks[~league.with_thumbs] == 0).all() and (marks[league.with_thumbs].sum(1) > 0).all()
    place = (torch.arange(5)[:, None] - league.seats) % league.table_seats
    sits = (league.seated[0] >> torch.arange(5)[:, None]) & 1
    there = league.with_thumbs & (torch.arange(5)[:, None] < league.table_seats)
    assert (marks.t().gather(0, place) * there == sits * there).all()


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
