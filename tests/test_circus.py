"""The search for decks and start places of Ben Hur: its plans are sound, and what it learns of one adds up."""

from __future__ import annotations

import random

import pytest
from bench.circus import Plan, added, deck_of, judge, loss, mutant, plan_of, sound, track_of

from triclinium.games.benhur.rules.deck import STANDARD_DECK, check_deck
from triclinium.games.benhur.rules.track import STANDARD_TRACK

NOW = plan_of(STANDARD_DECK, STANDARD_TRACK)


def test_the_decks_and_the_track_of_the_game_are_a_sound_plan() -> None:
    assert sound(NOW)
    assert [sum(row) for row in NOW.cards] == [54, 45]
    assert track_of(NOW) == STANDARD_TRACK


@pytest.mark.parametrize("move", ["cards", "places"])
def test_plans_beside_a_plan_are_sound_and_can_be_played(move: str) -> None:
    rng = random.Random(1)
    for _ in range(30):
        plan = mutant(NOW, move, rng)
        assert (plan.cards == NOW.cards) == (move == "places")
        assert [sum(row) for row in plan.cards] == [54, 45]
        check_deck(deck_of(plan))
        if move == "places":
            assert plan.forward[0] == 0 and min(plan.forward) >= 0


def test_a_normal_deck_with_more_accidents_than_the_risky_one_is_not_sound() -> None:
    assert not sound(Plan((NOW.cards[1], NOW.cards[0]), NOW.forward))


def test_what_is_known_of_a_plan_adds_up_and_is_judged_by_the_aims() -> None:
    known = judge(NOW, 8, 1, "places")
    twice = added(known, dict.fromkeys(known, 0.0) | {"races": 24})
    assert twice["races"] == 32
    assert twice["first at half, long"] == pytest.approx(known["first at half, long"] / 4)
    worse = known | {"first at half, long": 1.0}
    assert loss(worse) == pytest.approx(loss(known | {"first at half, long": 0.585}) + 41.5)
