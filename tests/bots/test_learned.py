"""The learned player: what it looks at, what it remembers, and that it answers as its nets say."""

from __future__ import annotations

import random

import pytest

from triclinium.core.fairness import SeededLuck
from triclinium.core.play import Play
from triclinium.games.banquet.brain.features import (
    FEATURES,
    REMEMBERED,
    SECRETS,
    absolute_code,
    features,
    relative_code,
    secrets,
)
from triclinium.games.banquet.brain.memory import DEALT, NOTES, count_round, forget, remember
from triclinium.games.banquet.game import GAME
from triclinium.games.banquet.rules.answers import code_of
from triclinium.games.banquet.rules.cards import SEATS_MOST
from triclinium.games.banquet.rules.state import PICK
from triclinium.games.banquet.views.history import read_history
from triclinium.games.banquet.views.worlds import state_of


def steps(seats, seed, options=None):
    """Every question of a random game; the answer is given when the caller goes on."""
    play, rng, luck = Play.begin(GAME, seats, options or {}), random.Random(seed), SeededLuck(seed)
    play.draw(luck)
    while pending := play.pending():
        decision = pending[0]
        answer = rng.choice(decision.options)
        yield play.state, decision, code_of(play.state, answer)
        play.answer(decision.seat, answer)
        play.draw(luck)


@pytest.mark.parametrize("seats", GAME.info.seats)
def test_it_sees_what_its_view_shows_and_nothing_else(seats):
    for number, (state, decision, _) in enumerate(steps(seats, seats)):
        if number % 7 == 0:
            shown = state_of(GAME.view(state, decision.seat), decision.seat)
            read_history(shown, GAME.view(state, decision.seat))
            rows = []
            for s in (state, shown):
                rows.append([0] * FEATURES)
                assert features(s, decision.seat, s.history_counts, s.dealt_when, rows[-1]) == FEATURES
            assert rows[0] == rows[1]


@pytest.mark.parametrize("seats", GAME.info.seats)
def test_compiled_games_remember_what_the_history_counts(seats):
    counts, notes = [[0] * REMEMBERED for _ in range(SEATS_MOST)], [0] * NOTES
    rounds = 0
    for seed in range(4):
        forget(counts, notes)
        for state, decision, code in steps(seats, seed):
            if state.phase == PICK:
                count_round(state, counts, notes)
                rounds += 1
            rows = []
            for kept, dealt in ((counts, notes[DEALT : DEALT + SEATS_MOST]), (state.history_counts, state.dealt_when)):
                rows.append([0] * FEATURES)
                features(state, decision.seat, kept, dealt, rows[-1])
            assert rows[0] == rows[1]
            remember(state, decision.seat, code, counts, notes)
    assert rounds > 20


def test_answers_that_name_seats_are_turned_and_turned_back():
    for state, decision, code in steps(5, 3):
        turned = relative_code(state, decision.seat, code)
        assert absolute_code(state, decision.seat, turned) == code


def test_what_is_hidden_comes_after_what_is_seen():
    for state, decision, _ in steps(4, 4):
        row = [7] * (FEATURES + SECRETS)
        assert secrets(state, decision.seat, row, FEATURES) == FEATURES + SECRETS
        assert row[:FEATURES] == [7] * FEATURES
