"""A hundredth of the proofs of random play: views under non-interference, and games that end.

The shards are as small as can be, so that as many tables as possible are tried.
"""

from __future__ import annotations

import pytest
from bench.proof_games import GAMES_A_SEAT_COUNT, VIEWS, prove_games, prove_views

from triclinium.games import GAMES, game_named

VIEWS_HERE, GAMES_HERE = VIEWS // 100, GAMES_A_SEAT_COUNT // 100
GAMES_A_SHARD = 20


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_what_a_seat_may_not_know_never_shows(game):
    told = prove_views(game, VIEWS_HERE, shard=1)
    assert not told["faults"]
    assert told["views"] >= VIEWS_HERE
    assert told["comparisons"] > told["views"] // 2


@pytest.mark.parametrize(("game", "seats"), [(game, seats) for game in GAMES for seats in game_named(game).info.seats])
def test_play_at_random_ends(game, seats):
    told = prove_games(game, [seats], GAMES_HERE, shard=GAMES_A_SHARD)
    assert not told["faults"]
    assert told["games"] == sum(told["endings"].values()) == GAMES_HERE


def test_what_is_kept_is_not_played_again(tmp_path):
    kept = tmp_path / "shards.jsonl"
    first = prove_games("banquet", [3], 10, out=kept)
    lines = kept.read_text()
    assert prove_games("banquet", [3], 10, out=kept)["endings"] == first["endings"]
    assert kept.read_text() == lines
