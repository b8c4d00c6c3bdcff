"""The tables at which the page teaches: bots that are there, options that are, and opponents worth playing."""

from __future__ import annotations

import json
import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from sizes import many
from triclinium.bots import bot_named, bot_names
from triclinium.core.fairness import SeededLuck
from triclinium.core.play import Play, run
from triclinium.core.player import chooser
from triclinium.games import GAMES, game_named

RACES = many(4, 8)

PAGE = Path(__file__).parents[2] / "web/src/games"
TABLES: dict[str, Any] = {
    file.parent.name: json.loads(file.read_text(encoding="utf-8")) for file in sorted(PAGE.glob("*/first.json"))
}


def test_every_game_is_taught() -> None:
    assert sorted(TABLES) == sorted(GAMES)


@pytest.mark.parametrize("name", TABLES)
def test_a_lesson_is_a_table_that_can_be_made(name: str) -> None:
    game, lesson = game_named(name), TABLES[name]
    assert lesson["seats"] in game.info.seats
    assert lesson["bot"] in bot_names(name)
    game.complete(lesson["options"])


def test_opponents_in_a_lesson_of_ben_hur_finish_their_race() -> None:
    """Drivers that hit the wall in nearly every race teach nobody."""
    lesson, game = TABLES["benhur"], game_named("benhur")
    ended: Counter[str] = Counter()
    for seed in range(RACES):
        play = Play.begin(game, lesson["seats"], lesson["options"])
        rng = random.Random(seed)
        run(play, [chooser(bot_named("benhur", lesson["bot"]), rng)] * lesson["seats"], SeededLuck(seed))
        seen: Any = game.view(play.state, None)
        ended.update(chariot["status"] for chariot in seen["chariots"])
    assert ended["finished"] >= 0.8 * ended.total()
    assert ended["crashed"] <= 0.1 * ended.total()
