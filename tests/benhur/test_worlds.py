"""Worlds a seat could be in: every card it has not seen is in a rival's hand as often as in the pile."""

from __future__ import annotations

import random
from collections import Counter
from math import sqrt
from typing import Any

from triclinium.core.fairness import SeededLuck
from triclinium.core.play import Play
from triclinium.games.benhur.game import GAME
from triclinium.games.benhur.rules.cards import DECKS, KINDS

GUESSES = 1500


def test_the_cards_of_a_rival_are_guessed_by_how_many_are_unseen() -> None:
    """Chi-square, kind by kind, within five of its standard deviations."""
    play: Play[Any] = Play.begin(GAME, 2)
    play.draw(SeededLuck(4))
    view, rng = GAME.view(play.state, 0), random.Random(8)
    held: list[Counter[int]] = [Counter() for _ in range(DECKS)]
    for _ in range(GUESSES):
        world = GAME.guess(view, 0, rng)
        for deck in range(DECKS):
            for kind in range(KINDS):
                held[deck][kind] += world.hand[1][deck * KINDS + kind]
    for deck in range(DECKS):
        size = play.state.hand_size[1][deck]
        unseen = [play.state.pile[deck][kind] + play.state.hand[1][deck * KINDS + kind] for kind in range(KINDS)]
        if not size:
            continue
        expected = {kind: GUESSES * size * count / sum(unseen) for kind, count in enumerate(unseen) if count}
        assert set(held[deck]) - set(expected) <= {kind for kind in held[deck] if not held[deck][kind]}
        chi_square = sum((held[deck][kind] - many) ** 2 / many for kind, many in expected.items())
        assert chi_square < len(expected) - 1 + 5 * sqrt(2 * (len(expected) - 1))
