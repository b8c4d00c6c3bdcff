"""Finished games without a table, for those who look back at them."""

from __future__ import annotations

import copy
import random
from functools import cache
from typing import Any

from triclinium.bots import bot_named
from triclinium.core.decision import Decision
from triclinium.core.fairness import SeededLuck
from triclinium.core.play import Play, run
from triclinium.core.player import Look
from triclinium.core.record import Record
from triclinium.games import game_named


@cache
def finished(game: str, seats: int, seed: int = 1) -> Record:
    """A game that bots have played to the end. Nobody may change it."""
    rules = game_named(game)
    play: Play[Any] = Play.begin(rules, seats)
    bot = bot_named(game, {"banquet": "random", "benhur": "driver", "bacchanalia": "narrator"}[game])

    def choose(play: Play[Any], decision: Decision) -> Any:
        return bot.choose(Look(rules, rules.copy(play.state), decision, random.Random(len(play.record.entries) + seed)))

    run(play, [choose] * seats, SeededLuck(seed))
    return play.record


def with_long_words(record: Record, letters: int) -> Record:
    """A story in which every scene that is told in writing is very long."""
    longer = copy.deepcopy(record)
    for entry in longer.entries:
        if entry.answer.get("kind") == "tell" and entry.answer["words"].get("text"):
            entry.answer["words"]["text"] += " and on" * (letters // len(" and on"))
    return longer
