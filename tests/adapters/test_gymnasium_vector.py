"""Many seats at once, through Gymnasium's vector interface."""

from __future__ import annotations

import gymnasium
import numpy
import pytest

import triclinium.adapters.gymnasium  # noqa: F401  registers the environments
from triclinium.adapters.gymnasium_vector import SeatVectorEnv
from triclinium.core.game import BadOptions

NAME = "triclinium/Banquet-v0"


def make(**named):
    return gymnasium.make_vec(NAME, 8, "vector_entry_point", **named)


def test_it_is_a_vector_environment_of_theirs():
    seats = make(seat=2, bots=("thumb",))
    assert isinstance(seats, gymnasium.vector.VectorEnv) and isinstance(seats.unwrapped, SeatVectorEnv)
    observations, _ = seats.reset(seed=3)
    assert observations in seats.observation_space
    over = 0
    for _ in range(200):
        masks = observations["action_mask"]
        actions = numpy.array([numpy.flatnonzero(mask)[-1] for mask in masks])
        assert actions in seats.action_space
        observations, rewards, terminated, truncated, _ = seats.step(actions)
        assert observations in seats.observation_space
        assert rewards.shape == terminated.shape == (8,) and not truncated.any()
        assert not rewards[~terminated].any()
        over += int(terminated.sum())
    assert over > 8


def test_the_wrappers_of_theirs_count_its_games():
    seats = gymnasium.wrappers.vector.RecordEpisodeStatistics(make(bots=("thumb",)))
    observations, _ = seats.reset(seed=1)
    lengths = []
    while len(lengths) < 8:
        actions = numpy.array([numpy.flatnonzero(mask)[0] for mask in observations["action_mask"]])
        observations, _, terminated, _, info = seats.step(actions)
        lengths += info["episode"]["l"][terminated].tolist() if terminated.any() else []
    assert min(lengths) >= 1


def test_seeds_rows_and_masks():
    seats = make(flat=True)
    first, _ = seats.reset(seed=5)
    again, _ = seats.reset(seed=5)
    other, _ = seats.reset(seed=6)
    assert numpy.array_equal(first, again) and not numpy.array_equal(first, other)
    assert first.dtype == numpy.float32 and first in seats.observation_space
    assert seats.unwrapped.action_masks().dtype == numpy.bool_
    kept = first.copy()
    seats.step(seats.unwrapped.tables.random_actions())
    assert numpy.array_equal(first, kept), "what was handed out stays as it is"


def test_what_cannot_be_is_refused():
    with pytest.raises(BadOptions, match="single environment"):
        make(render_mode="ansi")
    with pytest.raises(BadOptions, match="random, thumb"):
        make(bots=("strong",))
    for bots in ((), ("thumb", "random")):
        with pytest.raises(BadOptions, match="name one"):
            make(bots=bots)
    with pytest.raises(BadOptions, match="whole number"):
        make().reset(seed=[1] * 8)
    with pytest.raises(ValueError, match="cannot answer"):
        seats = make()
        seats.reset(seed=1)
        seats.step(numpy.full(8, 68))
