"""The bench itself: its cases play what they say and count it right. The peers are not needed for this."""

from __future__ import annotations

import json
from random import Random

import pytest
from bench import banquet, peers, speed
from bench.rounds import Case, Counts, Figure, Wanted, for_seconds, in_rounds
from bench.ways import one_call_a_decision

from triclinium.core.decision import CHANCE
from triclinium.core.dice import below, sow
from triclinium.core.kernel import copy_into
from triclinium.core.playout import OVER_NOW
from triclinium.games.banquet.rules import engine as rules
from triclinium.games.banquet.rules.codes import OPTIONS_MOST

GAMES = 20
TOLD = {
    "cpu",
    "python",
    "packages",
    "rounds",
    "seconds",
    "pinned_to_one_core",
    "quiet",
    "cases",
    "did_not_run",
    "times_as_fast_as",
    "wanted",
}


@pytest.fixture(scope="module")
def ways():
    return banquet.ways()


def decisions_of(seed, choose):
    """Count a game's decisions through the doors of the rules alone."""
    s = banquet.start()
    dice = [0]
    out = [0] * OPTIONS_MOST
    sow(dice, seed)
    decisions = 0
    while (seat := rules.asked(s)) != OVER_NOW:
        if seat == CHANCE:
            rules.apply(s, CHANCE, rules.luck_code(s, below(dice, rules.luck_total(s))))
        else:
            rules.apply(s, seat, out[choose(dice, rules.legal(s, seat, out))])
            decisions += 1
    return decisions


def test_plain_and_compiled_loop_count_the_decisions_of_the_same_games(ways):
    by_python, _, in_a_loop = ways
    expected = [decisions_of(seed, below) for seed in range(GAMES)]
    assert [by_python(seed, 1) for seed in range(GAMES)] == expected
    assert by_python(0, GAMES) == sum(expected)
    assert in_a_loop(0, GAMES) == sum(expected)
    assert in_a_loop(3, 1) == expected[3]


def test_one_call_a_decision_counts_the_decisions_of_the_games_it_chose(ways):
    _, by_calls, _ = ways
    luck = Random(0)
    expected = sum(decisions_of(seed, lambda dice, options: int(luck.random() * options)) for seed in range(GAMES))
    assert by_calls(0, GAMES) == expected


def test_one_call_a_decision_plays_the_same_uncompiled(ways):
    states = [banquet.start(), banquet.start()]

    def begin(states, dice, out, seed):
        copy_into(states[0], states[1])
        sow(dice, seed)
        return rules.legal(states[0], banquet.settle_luck(states[0], dice), out)

    plainly = one_call_a_decision(begin, banquet.step_at, states, [0], [0] * OPTIONS_MOST)
    assert plainly(0, GAMES) == ways[1](0, GAMES)


def test_a_run_plays_until_the_time_is_over_and_at_least_once():
    numbers = []

    def games(first, count):
        numbers.append(first)
        return 7 * count

    counts = for_seconds(games, at_once=5)(0.002)
    assert counts.games == 5 * len(numbers)
    assert counts.decisions == 7 * counts.games
    assert counts.seconds >= 0.002
    assert numbers == list(range(0, counts.games, 5))
    assert for_seconds(games)(0.0).games == 1


def test_rounds_are_interleaved():
    order = []

    def case(name):
        return Case(name, lambda seconds: order.append(name) or Counts(10, 1, 1.0))

    figures = in_rounds([case("ours"), case("theirs")], 1.0, 3)
    assert order == ["ours", "theirs"] * 3
    assert [figure.name for figure in figures] == ["ours", "theirs"]
    assert all(len(figure.rounds) == 3 for figure in figures)


def figure(name, *rates):
    return Figure(name, tuple(Counts(rate, 2, 1.0) for rate in rates))


def test_a_figure_is_the_median_with_its_spread():
    measured = figure("ours", 90, 100, 120)
    assert measured.decisions_per_second == 100
    assert measured.spread == pytest.approx(0.3)
    assert measured.games_per_second == 2
    assert measured.decisions_per_game == pytest.approx(310 / 6)


def test_a_wanted_figure_is_reached_missed_or_unknown():
    figures = {"ours": figure("ours", 100), "theirs": figure("theirs", 99)}
    assert Wanted("ours", least=100).reached(figures) is True
    assert Wanted("ours", least=101).reached(figures) is False
    assert Wanted("ours", ahead_of="theirs").reached(figures) is True
    assert Wanted("theirs", ahead_of="ours").reached(figures) is False
    assert Wanted("ours", ahead_of="ours").reached(figures) is False
    assert Wanted("ours", ahead_of="absent").reached(figures) is None


def test_a_peer_that_does_not_run_is_named(monkeypatch):
    def missing():
        raise ModuleNotFoundError("No module named 'peer'", name="peer")

    def breaking():
        return for_seconds(lambda first, count: 1 // 0)

    present = for_seconds(lambda first, count: count)
    monkeypatch.setattr(peers, "PEERS", {"missing": missing, "breaking": breaking, "present": lambda: present})
    running, absent = peers.cases()
    assert [case.name for case in running] == ["present"]
    assert list(absent) == ["missing", "breaking"]
    own = {case: figure(case, 1) for case in (banquet.PLAIN, banquet.ONE_CALL, banquet.LOOP)}
    report = speed.Report(1.0, 1, True, own, {"present": figure("present", 1)}, absent, banquet.WANTED)
    assert speed.as_json(report)["did_not_run"] == {"missing": "ModuleNotFoundError", "breaking": "ZeroDivisionError"}
    assert "| missing | did not run |" in speed.as_markdown("banquet", report)


def test_a_busy_machine_is_said_to_be_busy():
    quiet = speed.Report(1.0, 2, True, {"ours": figure("ours", 100, 120)}, {}, {}, ())
    busy = speed.Report(1.0, 2, True, {"ours": figure("ours", 100, 150)}, {}, {}, ())
    assert quiet.quiet() and "busy" not in quiet.method()
    assert not busy.quiet() and "busy" in busy.method()


def test_the_report_holds_every_case_and_tells_nothing_of_the_machine_but_its_processor(tmp_path):
    reports = speed.measure((banquet,), 0.01, 2, with_peers=False)
    speed.write(tmp_path, "banquet", reports["banquet"])
    text = (tmp_path / "banquet-speed.json").read_text(encoding="utf-8")
    written = json.loads(text)
    assert list(written["cases"]) == [banquet.PLAIN, banquet.ONE_CALL, banquet.LOOP]
    for case in written["cases"].values():
        assert len(case["rounds"]) == 2
        assert case["decisions_per_second"] > 0
        assert 60 < case["decisions_per_game"] < 260  # a hundredth of a second is a handful of games
    assert list(written["wanted"].values())[-1] == speed.VERDICTS[None]
    assert set(written) == TOLD
    page = (tmp_path / "banquet-speed.md").read_text(encoding="utf-8")
    assert banquet.LOOP in page
    for told in (text, page):
        assert str(speed.RESULTS.parent) not in told
        assert str(tmp_path) not in told
