"""Games walked through at random, for tests that look at many states."""

from __future__ import annotations

import random

from triclinium.core.decision import CHANCE
from triclinium.core.fairness import SeededLuck
from triclinium.core.play import Play


def walk(game, seats, options, seed):
    """Every state of one random game in which a player is asked, and its end."""
    play = Play.begin(game, seats, options)
    rng, luck = random.Random(seed), SeededLuck(seed)
    while True:
        play.draw(luck)
        yield play.state
        pending = play.pending()
        if not pending:
            return
        decision = rng.choice(pending)
        assert decision.seat != CHANCE
        play.answer(decision.seat, rng.choice(decision.options))


def tables(game, sets, games):
    """Walks over every number of seats and every set of options."""
    for seats in game.info.seats:
        for number, options in enumerate(sets):
            if seats * options.get("chariots", 1) <= max(game.info.seats):
                for seed in range(games):
                    yield seats, options, 100 * number + seed
