"""The tables at which the page teaches: bots and options that exist, and opponents worth playing."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from sizes import many
from triclinium.bots import bot_named, bot_names
from triclinium.core.fairness import Luck, SeededLuck, lesson_luck
from triclinium.core.manifest import manifest_of
from triclinium.core.play import Play, run
from triclinium.core.player import chooser
from triclinium.games import GAMES, game_named
from triclinium.games.banquet.rules.cards import CLASS_NAMES, KIND_NAMES, class_of

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


# --- What a first banquet shows ------------------------------------------------------------------

ASKED = {"pick", "assign", "offer", "answer", "window"}
TOLD = {"gift_offered", "gift_accepted", "privilege_played", "guest_burst"}
CLAIMS = {"gift_claimed", "gift_left"}
HABITS = ("thumb", "thumb", "thumb", "random")
"""How the newcomer plays: sensibly for the most part."""


def met(lucky: Luck, habit: str, seed: int) -> set[str]:
    """What somebody in the first seat meets in one lesson: questions, events, classes of cards on the table."""
    lesson, game = TABLES["banquet"], game_named("banquet")
    play = Play.begin(game, lesson["seats"], lesson["options"])
    rng = random.Random(seed)
    players = [chooser(bot_named("banquet", bot), rng) for bot in (habit, *[lesson["bot"]] * (lesson["seats"] - 1))]
    found: set[str] = set()
    events = play.draw(lucky)
    while pending := play.pending():
        decision = pending[0]
        if decision.seat == 0:
            found.add(decision.kind)
        events += play.answer(decision.seat, players[decision.seat](play, decision))
        events += play.draw(lucky)
    for event in events:
        found.add("privilege_played" if event.kind == "privilege_claims" else event.kind)
        if event.kind == "card_laid":
            found.add(class_of(KIND_NAMES.index(str(event.data["card"]))))
    return found


def shares(lucks: Iterable[Luck], games: int) -> tuple[float, float]:
    """How many lessons show everything, and how much one shows on average."""
    wanted = [{name} for name in (*ASKED, *TOLD, *CLASS_NAMES)] + [CLAIMS | {"initiative"}]
    shown = []
    for number, luck in enumerate(lucks):
        for game in range(games):
            found = met(luck, HABITS[game % len(HABITS)], 100 * number + game)
            shown.append(sum(bool(one & found) for one in wanted) / len(wanted))
    return sum(one == 1 for one in shown) / len(shown), sum(shown) / len(shown)


def test_page_7_one_guided_banquet_shows_all_there_is() -> None:
    """Every class of cards, the gift, initiative, a privilege, a burst. By fair luck hardly a lesson in ten does."""
    chosen = manifest_of("banquet").lesson_luck
    assert chosen
    everything, most = shares((lesson_luck("banquet", number) for number in chosen), 8)
    assert everything >= 0.5
    assert most >= 0.95
    by_chance, _ = shares(map(SeededLuck, range(12)), 2)
    assert everything >= 2 * by_chance
