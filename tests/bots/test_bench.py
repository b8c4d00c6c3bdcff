"""The bench of the search plays whole games ahead, counts them right, and tells nothing of the machine."""

from __future__ import annotations

import json

from bench.rounds import Counts, Figure
from bench.search import AT_ONCE, BY_HABIT, DEALS, Ahead, as_json, for_seconds

PICKS = 35


def test_games_ahead_are_counted_as_they_are_played():
    ahead = Ahead()
    assert ahead.play(0, 2 * PICKS + 3) == 2 * PICKS
    assert 0 < ahead._won.sum() <= 2 * PICKS


def test_deals_take_turns_and_games_are_summed():
    deals = []

    def play(deal, games):
        deals.append(deal)
        return games

    counts = for_seconds(play)(0.01)
    assert counts.games == AT_ONCE * len(deals)
    assert deals[: DEALS + 1] == [*range(DEALS), 0]


def test_the_figures_are_plain():
    told = as_json([Figure(BY_HABIT, (Counts(100, 100, 1.0), Counts(120, 120, 1.0)))], 1.0)
    assert told["games_ahead_per_second"][BY_HABIT]["median"] == 110
    assert "/" not in json.dumps(told)
