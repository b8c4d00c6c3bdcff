"""A small share of the proofs of random play: views under non-interference, and games that end."""

from __future__ import annotations

import pytest
from bench.proof_games import GAMES_A_SEAT_COUNT, VIEWS, prove_games, prove_views

from sizes import many
from triclinium.games import GAMES, game_named

SHARE = many(20_000, 100)


@pytest.mark.parametrize("game", GAMES)
def test_what_a_seat_may_not_know_never_shows(game):
    told = prove_views(game, VIEWS // SHARE)
    assert not told["faults"]
    assert told["views"] >= VIEWS // SHARE
    assert told["comparisons"] > told["views"] // 2


@pytest.mark.parametrize(("game", "seats"), [(game, seats) for game in GAMES for seats in game_named(game).info.seats])
def test_play_at_random_ends(game, seats):
    told = prove_games(game, [seats], GAMES_A_SEAT_COUNT // SHARE)
    assert not told["faults"]
    assert told["games"] == sum(told["endings"].values()) == GAMES_A_SEAT_COUNT // SHARE


def test_what_is_kept_is_not_played_again(tmp_path):
    kept = tmp_path / "shards.jsonl"
    first = prove_games("banquet", [3], 10, out=kept)
    lines = kept.read_text()
    assert prove_games("banquet", [3], 10, out=kept)["endings"] == first["endings"]
    assert kept.read_text() == lines
