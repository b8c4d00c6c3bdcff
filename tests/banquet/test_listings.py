"""Lists of options that are kept are what the rules list."""

from __future__ import annotations

import random

import pytest

from triclinium.core.decision import CHANCE
from triclinium.core.fairness import SeededLuck
from triclinium.core.play import Play
from triclinium.games.banquet.game import GAME
from triclinium.games.banquet.rules.answers import listing_of, message_of
from triclinium.games.banquet.rules.cards import EDITION_NAMES, PRIVILEGE_MODES


@pytest.mark.parametrize("seats", GAME.info.seats)
@pytest.mark.parametrize("privileges", PRIVILEGE_MODES)
def test_every_question_lists_what_the_rules_list(seats: int, privileges: str) -> None:
    phases = set()
    for seed in range(12):
        rng = random.Random(seed)
        options = {"privileges": privileges, "edition": EDITION_NAMES[seed % len(EDITION_NAMES)]}
        play = Play.begin(GAME, seats, options)
        luck = SeededLuck(seed)
        while True:
            play.draw(luck)
            if not play.pending():
                break
            for decision in play.pending():
                assert decision.seat != CHANCE
                phases.add(decision.kind)
                codes = GAME.legal_codes(play.state, decision.seat)
                assert [*listing_of(play.state, decision.seat).codes] == codes
                assert list(decision.options) == [message_of(play.state, code) for code in codes]
            asked = rng.choice(play.pending())
            play.answer(asked.seat, rng.choice(asked.options))
    assert phases >= {"pick", "assign", "initiative", "offer", "answer", "taste"}
    assert ("window" in phases) == (privileges != "none")
