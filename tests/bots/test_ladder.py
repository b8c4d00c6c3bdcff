"""The ladder: even seatings, games that are resumed, ratings that follow the games."""

from __future__ import annotations

import json
from collections import Counter

import pytest

from triclinium.bots.ladder import (
    as_markdown,
    meetings,
    play_all,
    player,
    ratings,
    read_outcomes,
    seatings,
    write_section,
)
from triclinium.bots.search import SearchPlayer, level_of


@pytest.mark.parametrize(("seats", "ways"), [(3, 6), (4, 6), (5, 20)])
def test_both_bots_sit_everywhere_equally_often(seats, ways):
    all_ways = seatings(("thumb", "random"), seats)
    assert len(set(all_ways)) == len(all_ways) == ways
    for seat in range(seats):
        assert Counter(way[seat] for way in all_ways)["thumb"] == ways // 2


def test_games_are_gone_on_with_and_rated(tmp_path):
    out = tmp_path / "games.jsonl"
    todo = list(meetings("banquet", ("random", "thumb"), (4,), 24, True))
    play_all(todo[:10], out, 1)
    lines = out.read_text(encoding="utf-8").splitlines()
    out.write_text("\n".join([*lines[:-1], lines[-1][:20]]), encoding="utf-8")
    played = {outcome.key for outcome in read_outcomes(out)}
    assert len(played) == 9
    play_all([meeting for meeting in todo if meeting.key not in played], out, 1)
    outcomes = read_outcomes(out)
    assert {outcome.key for outcome in outcomes} == {meeting.key for meeting in todo}
    assert len(outcomes) == 24
    rated = ratings(outcomes)
    assert rated["thumb"][0] > rated["random"][0]
    page = as_markdown("banquet", outcomes, rated)
    assert page.index("| thumb |") < page.index("| random |")
    assert "| thumb – random | 4 | 24 |" in page


def test_a_game_is_the_same_whenever_it_is_played(tmp_path):
    todo = list(meetings("banquet", ("random", "thumb"), (3,), 2, True))
    told = []
    for name in ("one", "two"):
        play_all(todo, tmp_path / name, 1)
        rows = [json.loads(line) for line in (tmp_path / name).read_text(encoding="utf-8").splitlines()]
        told.append([{key: value for key, value in row.items() if key != "seconds"} for row in rows])
    assert told[0] == told[1]


def test_a_level_may_have_another_number_of_trials():
    usual, short = player("banquet", "master", True), player("banquet", "master:40", False)
    assert isinstance(usual, SearchPlayer) and isinstance(short, SearchPlayer)
    assert usual.level == level_of("banquet", "master")
    assert (short.level.trials, short.level.learned, short.by_trials) == (40, True, True)


def test_a_games_part_of_the_page_is_replaced_and_the_rest_stays(tmp_path):
    page = tmp_path / "ladder.md"
    page.write_text("# Ladder\n\nHow.\n\n", encoding="utf-8")
    for game, text in (("banquet", "old"), ("benhur", "races"), ("banquet", "new")):
        write_section(page, game, f"## {game}\n\n{text}\n")
    assert page.read_text(encoding="utf-8") == "# Ladder\n\nHow.\n\n## banquet\n\nnew\n\n## benhur\n\nraces\n"
