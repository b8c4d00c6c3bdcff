"""Decks of Ben Hur on which skill tells and a race stays open, and what each card of the Banquet's deck does."""

from __future__ import annotations

import random
from typing import Any

import numpy
import pytest
from bench import openness, recipes
from bench.circus import Plan, deck_of, sound
from bench.guesses import Guess

from triclinium.games.banquet.study.tuning import sound as sound_recipe
from triclinium.games.benhur.rules.deck import check_deck


def test_decks_drawn_at_random_and_decks_a_few_cards_away_are_sound() -> None:
    for seed in range(20):
        rng = random.Random(seed)
        cards, shoes = openness.drawn(rng)
        for found, worn in ((cards, shoes), openness.changed(cards, shoes, rng)):
            plan = Plan(found, openness.NOW.forward)
            assert sound(plan) and [sum(row) for row in found] == [54, 45]
            check_deck(deck_of(plan, worn))


def test_a_guess_follows_a_line_and_what_lies_near_and_knows_how_little_it_knows() -> None:
    rng = numpy.random.default_rng(1)
    places = rng.uniform(0, 20, (60, 2))
    values = 0.5 + places @ [0.02, -0.01] + 0.05 * (places[:, 0] > 10)
    guess = Guess(places, values, numpy.full(60, 1e-4))
    asked = numpy.array([[5.0, 5.0], [15.0, 5.0], [200.0, 5.0]])
    mean, deviation = guess(asked)
    assert mean[:2] == pytest.approx([0.55, 0.8], abs=0.03)
    assert deviation[2] > 2 * max(deviation[:2])


def aimed(**other: float) -> dict[str, Any]:
    return {openness.SKILL: 0.75} | {aim.name: aim.at for aim in openness.AIMS} | other


def test_a_deck_is_worth_the_skill_it_tells_less_what_it_misses() -> None:
    assert openness.worth(aimed()) == pytest.approx(0.75)
    assert openness.worth(aimed(**{"first at half, long": 0.635})) == pytest.approx(0.65)
    assert openness.worth(aimed(**{"first at half, long": 0.5})) == pytest.approx(0.75)
    assert openness.worth(aimed(**{"drivers finish": 0.75})) == pytest.approx(0.65)


def test_the_search_tries_a_sound_deck_near_the_best() -> None:
    rng = random.Random(1)
    lines = []
    for number in range(12):
        cards, shoes = openness.drawn(rng)
        lines.append(
            {"cards": cards, "horseshoes": shoes, "races": 100} | aimed(**{openness.SKILL: 0.6 + number / 100})
        )
    (best, told), *_ = openness.best_of(lines, openness.guesses(lines), 3)
    assert told[openness.SKILL] > 0.62 and best > 3
    cards, _ = openness.promising(lines, rng)
    assert sound(Plan(cards, openness.NOW.forward))


def test_what_is_measured_of_a_deck_is_all_that_is_aimed_at(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("triclinium.games.benhur.study.races.WORTH_COMPILING", 1)  # three races are slow without
    told = openness.tried(openness.NOW.cards, (0.3, 0.42), 24)
    assert {openness.SKILL, *(aim.name for aim in openness.AIMS)} <= told.keys()
    assert openness.tried(openness.NOW.cards, (0.3, 0.42), 24) == told, "the same races come up again"


def test_recipes_near_todays_are_sound_and_a_line_says_what_a_card_does() -> None:
    drawn = [recipes.drawn(random.Random(seed)) for seed in range(40)]
    assert all(sound_recipe(counts, recipes.VALUES) and counts != recipes.COUNTS for counts in drawn)
    poison = recipes.SORTS.index("poison")
    shares = [1 + 0.1 * recipes.by_sort(counts)[poison] for counts in drawn]
    found = recipes.fitted(
        [{"counts": counts, "told": {"share": share}} for counts, share in zip(drawn, shares, strict=True)]
    )
    start, slopes = found["share"]
    assert start == pytest.approx(1) and slopes[poison] - slopes[0] == pytest.approx(0.1)
    assert recipes.foretold(found, drawn[3])["share"] == pytest.approx(shares[3])
    measured = recipes.tried(recipes.COUNTS, 4)
    assert {"5 rounds", "3 caligula", "from thumb"} <= measured.keys()
