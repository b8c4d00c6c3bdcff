"""Bulk play: games written down as rows, the same compiled or plain, and true to the games they tell of."""

from __future__ import annotations

import pytest

from triclinium.core.ledger import CARDS, DECISIONS, ENDING, GAME_COLUMNS, LENGTH, WINNERS, ledger_of
from triclinium.games import GAMES, game_named
from triclinium.games.banquet.rules.cards import CALIGULA, DAGGER, GUEST_NAMES
from triclinium.games.banquet.rules.state import BY_DAGGERS
from triclinium.games.banquet.study.ledger import DEALT, GUEST, START_PLACE
from triclinium.lab.bulk import Lineup, games_ahead, play_block, worth_compiling

MIXED = Lineup("banquet", 4, ("thumb", "random"), game_named("banquet").complete({"edition": "nl"}))


def test_compiled_games_are_the_same_games() -> None:
    plain = play_block(MIXED, 5, 3, 40, False)
    compiled = play_block(MIXED, 5, 3, 40, True)
    assert compiled.games == plain.games
    assert compiled.seats == plain.seats


def test_a_block_is_the_same_in_parts() -> None:
    whole = play_block(MIXED, 5, 0, 10, False)
    parts = [play_block(MIXED, 5, first, 5, False) for first in (0, 5)]
    assert [row for part in parts for row in part.games] == whole.games
    assert play_block(MIXED, 6, 0, 10, False).games != whole.games


def test_bots_move_on_by_one_seat_from_game_to_game() -> None:
    assert [MIXED.bot_at(seat, 0) for seat in range(4)] == ["thumb", "random", "thumb", "random"]
    assert [MIXED.bot_at(seat, 1) for seat in range(4)] == ["random", "thumb", "random", "thumb"]
    still = Lineup("banquet", 4, ("thumb", "random"), rotating=False)
    assert [still.bot_at(seat, 1) for seat in range(4)] == ["thumb", "random", "thumb", "random"]


def test_the_rows_of_a_banquet_fit_each_other() -> None:
    block = play_block(Lineup("banquet", 3, ("thumb",)), 1, 0, 60, False)
    for game, rows in zip(block.games, block.seats, strict=True):
        assert sorted(row[START_PLACE] for row in rows) == [0, 1, 2]
        assert [row[DEALT] for row in rows].count(CALIGULA) == 1
        assert all(row[DEALT] == CALIGULA for row in rows if row[START_PLACE] == 0)
        assert len({row[GUEST] for row in rows}) == 3
        assert game[LENGTH] >= 1 and game[DECISIONS] > game[LENGTH]
        if game[ENDING] == BY_DAGGERS:
            assert any(row[CARDS] >> DAGGER & 1 for row in rows)
            winners = [GUEST_NAMES[row[GUEST]] for seat, row in enumerate(rows) if game[WINNERS] >> seat & 1]
            assert set(winners) <= {"octavius", "septimus", "cassius"}


@pytest.mark.parametrize(
    ("game", "bots"), [("banquet", ("thumb",)), ("benhur", ("safe",)), ("bacchanalia", ("simple",))]
)
def test_every_game_has_a_ledger_whose_rows_have_names(game: str, bots: tuple[str, ...]) -> None:
    ledger = ledger_of(game)
    block = play_block(Lineup(game, 3, bots), 2, 0, 2, False)
    for row, seats in zip(block.games, block.seats, strict=True):
        assert len(row) == GAME_COLUMNS
        assert ledger.endings[row[ENDING]]
        assert 0 <= row[WINNERS] < 8
        for seat in seats:
            assert seat[CARDS] >> len(ledger.cards) == 0
            assert all(trait.values[number] for number, trait in zip(seat[1:], ledger.traits, strict=True))
    assert play_block(Lineup(game, 3, bots), 2, 0, 2, False).seats == block.seats


def test_a_bot_that_searches_is_named_by_the_games_it_plays_ahead() -> None:
    assert games_ahead("banquet", "search:250") == 250
    assert games_ahead("benhur", "search:100") == 100
    assert games_ahead("banquet", "easy") is None, "it answers by what it has learned"
    assert [games_ahead("banquet", name) for name in ("thumb", "search", "search:0", "search:few")] == [None] * 4


def test_compiling_is_for_kernel_bots_and_many_games() -> None:
    assert worth_compiling(MIXED, 10**6)
    assert not worth_compiling(MIXED, 10)
    assert not worth_compiling(Lineup("banquet", 4, ("thumb", "easy")), 10**6)
    assert not worth_compiling(Lineup("bacchanalia", 4, ("simple",)), 10**6)


def test_all_games_are_known() -> None:
    assert all(ledger_of(game).traits for game in GAMES)
