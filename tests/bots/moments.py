"""Moments of games played at random: what the tests of bots look at."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from triclinium.core.decision import Decision
from triclinium.core.fairness import SeededLuck
from triclinium.core.manifest import manifests
from triclinium.core.play import Play
from triclinium.core.player import Look
from triclinium.games import game_named
from triclinium.games.banquet.brain.bots import RuleOfThumb

SEARCHED = tuple(game for game, manifest in manifests().items() if manifest.search is not None)


def moments(
    game: str, seats: int, seed: int, every: int = 1, options: dict[str, Any] | None = None
) -> Iterator[tuple[Play[Any], Decision]]:
    """One question in so many of a game, for a seat that has a choice."""
    rng = random.Random(seed)
    luck = SeededLuck(seed)
    play = Play.begin(game_named(game), seats, options)
    while True:
        play.draw(luck)
        if not (pending := play.pending()):
            return
        decision = rng.choice(pending)
        if rng.randrange(every) == 0 and len(decision.options) > 1:
            yield play, decision
        play.answer(decision.seat, rng.choice(decision.options))


def thumb_moments(
    seats: int, seed: int, every: int = 1, options: dict[str, Any] | None = None
) -> Iterator[tuple[Play[Any], Decision]]:
    """One question in so many of a banquet played by rule of thumb."""
    rng = random.Random(seed)
    luck = SeededLuck(seed)
    play = Play.begin(game_named("banquet"), seats, options)
    while True:
        play.draw(luck)
        if not (pending := play.pending()):
            return
        decision = pending[0]
        if rng.randrange(every) == 0:
            yield play, decision
        play.answer(decision.seat, RuleOfThumb().choose(Look(play.game, play.state, decision, rng)))
