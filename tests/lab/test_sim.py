"""Simulation: shares with intervals, and the same games from the same seed."""

from __future__ import annotations

import pytest

from triclinium.core.game import BadOptions
from triclinium.core.intervals import Share
from triclinium.games.banquet.game import GAME
from triclinium.lab.sim import simulate

KEYS = {
    "game",
    "seats",
    "games",
    "decisions",
    "seconds",
    "decisions_per_second",
    "mean_decisions",
    "by_guest",
    "by_dealt",
    "by_start_place",
    "by_seat",
    "by_bot",
    "endings",
    "bots",
    "options",
    "seed",
}


def told(report):
    return {key: value for key, value in report.as_json().items() if "second" not in key}


def test_the_report_has_every_key():
    assert set(simulate(GAME, 3, 20, 1).as_json()) == KEYS


def test_the_same_seed_gives_the_same_games_and_another_seed_others():
    assert told(simulate(GAME, 4, 50, 7)) == told(simulate(GAME, 4, 50, 7))
    assert told(simulate(GAME, 4, 50, 7)) != told(simulate(GAME, 4, 50, 8))
    bots = ("thumb", "random")
    assert told(simulate(GAME, 3, 10, 7, bots)) == told(simulate(GAME, 3, 10, 7, bots))


def test_every_win_is_counted_once():
    report = simulate(GAME, 4, 200, 3)
    tables = report.shares()
    wins = sum(share.count for share in tables["seat"].values())
    assert wins == sum(share.count for share in tables["guest"].values())
    assert sum(report.endings.values()) == 200
    assert all(share.of == 200 for share in tables["seat"].values())
    assert sum(share.of for share in tables["guest"].values()) == 800


def test_a_wrong_table_is_refused():
    with pytest.raises(BadOptions, match="3 to 5 seats"):
        simulate(GAME, 6, 1, 1)


def test_wilson_interval_holds_known_values():
    share = Share(10, 100)
    assert (round(share.low, 4), round(share.high, 4)) == (0.0552, 0.1744)
    assert Share(0, 50).low == 0.0
    assert 0 < Share(0, 50).high < 0.1
    assert (Share(0, 0).low, Share(0, 0).high) == (0.0, 1.0)
