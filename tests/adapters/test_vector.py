"""Many games at once: the same games, answer for answer, as the plain rules play."""

from __future__ import annotations

from typing import Any

import numpy
import pytest

import triclinium.adapters.vector as vector_module
from sizes import PROOF
from triclinium.adapters import batch
from triclinium.adapters.batch import SEED_STEP
from triclinium.adapters.episode import Episode
from triclinium.adapters.setup import ASKED_OUTSIDE, Setup
from triclinium.adapters.vector import Vector
from triclinium.core.dice import below, sow
from triclinium.core.game import BadOptions
from triclinium.core.kernel import copy_into, copy_of

GAMES = 8
STEPS = {"banquet": 150, "benhur": 60}
COMPILED = [("banquet", 3), ("banquet", 5)]
if PROOF:
    COMPILED.append(("benhur", 2))
"""Ben Hur takes a minute to compile: without proof its patterns are tried as plain Python, and so are Banquet's."""


class Rows(list[Any]):
    """A row of plain states that behaves as a row of records does: what is laid into a place is copied."""

    def __setitem__(self, place, state):
        copy_into(self[place], state)


class PlainVector(Vector):
    """The same patterns, not compiled."""

    def __init__(self, game, games, seats, seed):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(batch, "compile_kernels", lambda functions: {function: function for function in functions})
            self.plain = batch.batch_of.__wrapped__(game)
            patch.setattr(vector_module, "batch_of", lambda game: self.plain)
            patch.setattr(Vector, "reset", lambda self, seed: None)
            super().__init__(game, games, seats)
        rows = Rows(copy_of(self.table.start) for _ in range(games + 1))
        self._states: Any = rows
        self._asking: Any = (rows, *self._asking[1:])
        self.reset(seed)


def compiled_vector(game, games, seats, seed):
    return Vector(game, games, seats, seed=seed)


def new_game(table, dice):
    """A game by the plain rules that continues with these dice."""
    episode = Episode(table, copy_of(table.start), [ASKED_OUTSIDE] * table.seats, dice)
    episode.go_on()
    return episode


@pytest.mark.parametrize(
    ("make", "game", "seats"),
    [*((compiled_vector, *table) for table in COMPILED), (PlainVector, "banquet", 4), (PlainVector, "benhur", 2)],
)
def test_each_game_is_the_one_plain_python_plays(make, game, seats):
    """Same seed, same dice: seats, masks, observations and rewards agree at every step, over several games."""
    vector = make(game, GAMES, seats, 5)
    table = Setup(game, seats, compiled=False)
    dice = [[0] for _ in range(GAMES)]
    episodes = []
    for place in range(GAMES):
        sow(dice[place], 5 + place * SEED_STEP)
        episodes.append(new_game(table, dice[place]))
    for _ in range(STEPS[game]):
        rows = vector.observations()
        for place, episode in enumerate(episodes):
            seat = episode.asked()
            assert vector.seats[place] == seat
            assert numpy.array_equal(vector.masks[place], episode.mask(seat))
            assert numpy.array_equal(rows[place], episode.observe(seat))
        actions = vector.random_actions()
        ended = []
        for place, episode in enumerate(episodes):
            out = [0] * table.kernel.options_most
            code = out[below(dice[place], episode.rules.legal(episode.state, episode.asked(), out))]
            assert actions[place] == code
            episode.answer(code)
            ended.append(episode.rewards() if episode.over else None)
            if episode.over:
                episodes[place] = new_game(table, dice[place])
        vector.step(actions)
        for place, rewards in enumerate(ended):
            assert vector.done[place] == (rewards is not None)
            assert vector.rewards[place].tolist() == pytest.approx(rewards or [0.0] * seats)
    assert vector.played > 0 or game == "benhur"


def wins(vector, seat, act):
    """The share of games a seat wins when it acts like this."""
    won = 0.0
    for _ in range(300):
        assert set(vector.seats.tolist()) == {seat}
        vector.step(act())
        won += float(vector.rewards[:, seat].sum())
    assert vector.played > 100
    return won / vector.played


def test_a_learner_is_the_only_one_asked_and_may_ask_the_bot():
    vector = Vector("banquet", 32, learner=2, bot="thumb", seed=3)
    at_random = wins(vector, 2, vector.random_actions)
    vector.reset(3)
    by_thumb = wins(vector, 2, vector.bot_actions)
    assert at_random < 0.22 < by_thumb, "three guests who know what they want beat one who does not"


def test_reset_with_the_same_seed_gives_the_same_games():
    vector = Vector("banquet", 16, seed=9)

    def some_steps():
        taken = []
        for _ in range(50):
            taken.append(vector.random_actions().copy())
            vector.step(taken[-1])
        return numpy.array(taken)

    first = some_steps()
    vector.reset(9)
    assert numpy.array_equal(some_steps(), first)
    vector.reset(10)
    assert not numpy.array_equal(some_steps(), first)


def test_an_action_outside_the_mask_is_refused_and_nothing_moves():
    vector = Vector("banquet", 4, seed=1)
    before = vector.observations().copy()
    actions = vector.random_actions().copy()
    for wrong in (68, -1, 69, 10**9):
        actions[2] = wrong
        with pytest.raises(ValueError, match=f"game 2 cannot answer {wrong}"):
            vector.step(actions)
    with pytest.raises(ValueError, match="4 games need as many actions"):
        vector.step(actions[:3])
    actions[:] = vector.random_actions()
    for kind in (numpy.float64, numpy.bool_, str):
        with pytest.raises(ValueError, match="actions are whole numbers"):
            vector.step(actions.astype(kind))
    assert numpy.array_equal(vector.observations(), before)


def test_the_view_of_a_game_is_the_tables():
    vector = Vector("banquet", 4, seed=1)
    view = vector.view(3, 1)
    assert view["seat"] == 1
    assert view["you"]["guest"]
    assert "you" not in vector.view(3, None)


def test_a_bot_or_seat_that_is_not_there_is_refused():
    with pytest.raises(BadOptions, match="random, thumb"):
        Vector("banquet", 4, learner=0, bot="driver")
    for games in (0, -1):
        with pytest.raises(BadOptions, match="play at least 1"):
            Vector("banquet", games)
    with pytest.raises(BadOptions, match="0 to 3"):
        Vector("banquet", 4, learner=4)
