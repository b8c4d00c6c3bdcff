"""The compiled meetings of the levels: they play the games that the same bots play at a table."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import pytest
from bench.feasts import Feasts, level, options_of
from bench.guests import Feasted, feasted
from bench.guests import told as as_multiple

from sizes import many
from triclinium.bots.search import SearchPlayer
from triclinium.core.compiled import read_record
from triclinium.core.dice import below, sow
from triclinium.core.intervals import Share
from triclinium.core.manifest import Level
from triclinium.core.play import Play, run
from triclinium.core.player import chooser
from triclinium.games.banquet.game import GAME
from triclinium.games.banquet.rules.cards import DAGGER
from triclinium.games.banquet.study.tuning import RATIO_AIM, ROUNDS_AIM, pooled


class DiceLuck:
    """The luck of compiled games, at a table."""

    def __init__(self, seed: int) -> None:
        self.dice = [0]
        sow(self.dice, seed)

    def below(self, n: int, draw: int) -> int:
        return below(self.dice, n)


@pytest.mark.parametrize("seats", GAME.info.seats)
def test_a_feast_is_the_game_that_its_bots_play_at_a_table(seats):
    """Without slips and warmth, so that only chance draws."""
    bot = SearchPlayer("banquet", Level(0.05, 0, learned=True))
    play = Play.begin(GAME, seats)
    run(play, [chooser(bot, random.Random(1))] * seats, DiceLuck(7))
    end = GAME.kernel.state()
    read_record(Feasts(seats).feast(("0:0",) * seats, 7), end)
    for told in ("winners", "ending", "round", "belt", "guest", "accepted", "pile"):
        assert getattr(end, told) == getattr(play.state, told), told


def test_each_deal_is_played_in_every_seating_and_who_slips_more_wins_less():
    played = list(Feasts(4).meet(("0:0", "1:0"), range(60)))
    assert [outcome.number for outcome in played] == list(range(60))
    assert sum(outcome.won("0:0") for outcome in played) > 2 * sum(outcome.won("1:0") for outcome in played)


def test_a_feast_may_have_another_deck():
    assert options_of(None) == {}
    deck = options_of(Path(__file__).parents[2] / "docs/decks/banquet-first.toml")
    daggers = [int(Feasts(3, options).start[0]["pile"][DAGGER]) for options in ({}, deck)]
    assert daggers[0] < daggers[1] == 8


def test_who_searches_plays_on_the_ladder():
    assert level("thumb")[0] == 0
    assert level("strong")[0] < level("fair")[0] < level("easy")[0]
    with pytest.raises(SystemExit, match="ladder"):
        level("master")


@pytest.mark.parametrize("seats", GAME.info.seats)
def test_the_deck_of_the_product_is_fair_among_learned_players(seats):
    found = feasted(seats, range(many(400, 2000)))
    for share in pooled(found.shares):
        assert 1 / RATIO_AIM <= seats * share.share <= RATIO_AIM, found.shares
    assert ROUNDS_AIM[0] <= found.rounds <= ROUNDS_AIM[1]


def test_who_wins_together_lifts_the_mean_seat_and_is_counted_by_goal():
    shares = {
        "caligula": Share(10, 40),
        "octavius": Share(8, 20),
        "septimus": Share(9, 20),
        "vespasianus": Share(3, 20),
    }
    found = Feasted(shares, 15.0, Counter())
    assert found.mean == 0.3
    pools = found.by_goal()
    assert pools["octavius, septimus, cassius"] == Share(17, 40) and pools["vespasianus"] == Share(3, 20)
    assert as_multiple(Share(3, 20), found.mean).startswith("0.50 (")
