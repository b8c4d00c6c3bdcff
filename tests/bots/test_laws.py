"""What a searching bot chooses, and what a hint says, does not change with secrets the seat may not know."""

from __future__ import annotations

import random

import pytest

from bots.moments import SEARCHED, moments
from sizes import many
from triclinium.bots.hints import hints
from triclinium.bots.search import SearchPlayer, searcher_of
from triclinium.core.manifest import Level
from triclinium.core.player import Look
from triclinium.games import game_named

FEW = many(40, 120)


@pytest.mark.parametrize("game", SEARCHED)
def test_choices_and_hints_do_not_change_with_secrets_the_seat_may_not_know(game):
    rules = game_named(game)
    bot = SearchPlayer(game, Level(0.0, FEW), by_trials=True)
    compared = changed = 0
    for seats in rules.info.seats:
        for play, decision in moments(game, seats, seats, every=many(9, 2)):
            rng = random.Random(compared)
            world = rules.guess(rules.view(play.state, decision.seat), decision.seat, rng)
            changed += rules.numbers(world) != rules.numbers(play.state)
            here, there = (Look(rules, state, decision, random.Random(5)) for state in (play.state, world))
            assert bot.choose(here) == bot.choose(there)
            assert hints(here, None, FEW) == hints(there, None, FEW)
            compared += 1
    assert compared > 20
    assert changed > compared // 2, "most worlds differ in what is hidden"


@pytest.mark.parametrize("game", SEARCHED)
def test_the_same_luck_and_trials_give_the_same_estimates(game):
    rules = game_named(game)
    play, decision = next(moments(game, rules.info.seats[0], 1))
    looks = [Look(rules, play.state, decision, random.Random(seed)) for seed in (1, 1, 2)]
    first, again, other = (searcher_of(game).evaluate(look, None, FEW) for look in looks)
    assert first == again
    assert first != other


@pytest.mark.parametrize("game", SEARCHED)
def test_only_options_are_estimated_each_once_and_the_chances_are_chances(game):
    rules = game_named(game)
    for play, decision in moments(game, rules.info.seats[-1], 4, every=9):
        estimates = searcher_of(game).evaluate(Look(rules, play.state, decision, random.Random(1)), None, FEW)
        answers = [estimate.answer for estimate in estimates]
        assert len({str(answer) for answer in answers}) == len(answers)
        assert all(answer in decision.options for answer in answers)
        chances = [estimate.chance for estimate in estimates]
        assert chances == sorted(chances, reverse=True)
        assert all(0.0 <= estimate.chance <= 1.0 and estimate.visits > 0 for estimate in estimates)
