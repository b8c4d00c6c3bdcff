"""Bots: they see their seat's view alone, and the rule-of-thumb bot is worth playing."""

from __future__ import annotations

import random

import pytest

from sizes import many
from triclinium.bots import bot_named, bot_names, searches
from triclinium.core.fairness import SeededLuck
from triclinium.core.play import Play
from triclinium.core.player import Look
from triclinium.games import GAMES, game_named
from triclinium.games.banquet.game import GAME
from triclinium.lab.sim import simulate

DECISIONS = many(100, 10_000)
"""So many of each game; in the proof all."""


@pytest.mark.parametrize("seats", GAME.info.seats)
def test_rule_of_thumb_beats_random_clearly(seats):
    report = simulate(GAME, seats, 150, 1, ("thumb", *["random"] * (seats - 1)))
    shares = report.shares()["bot"]
    assert shares["thumb"].low > 2 * shares["random"].high


@pytest.mark.parametrize("game", GAMES)
def test_a_bots_choice_does_not_change_with_secrets_it_may_not_know(game):
    rules = game_named(game)
    rng = random.Random(3)
    for name in (name for name in bot_names(game) if not searches(name)):  # tests/bots does the same to those
        bot = bot_named(game, name)
        for seed in range(many(1, 3)):
            play = Play.begin(rules, rules.info.seats[-1])
            luck = SeededLuck(seed)
            for _ in range(DECISIONS):
                play.draw(luck)
                if not (pending := play.pending()):
                    break
                decision = rng.choice(pending)
                world = rules.guess(rules.view(play.state, decision.seat), decision.seat, rng)
                here = bot.choose(Look(rules, play.state, decision, random.Random(seed)))
                there = bot.choose(Look(rules, world, decision, random.Random(seed)))
                assert here == there
                play.answer(decision.seat, here)


def test_an_unknown_bot_is_told_with_the_known_ones():
    with pytest.raises(KeyError, match="there are random, thumb"):
        bot_named("banquet", "oracle")
