"""Gymnasium: one seat against bots passes the checker and plays whole games."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import gymnasium
import numpy
import pytest
from gymnasium.utils.env_checker import check_env

import triclinium.adapters.gymnasium as door
from triclinium.core.game import BadOptions

ids = pytest.mark.parametrize("identity", list(door.IDS))


@ids
def test_the_checker_is_content(identity, capsys):
    check_env(gymnasium.make(identity, seats=3).unwrapped)


@ids
def test_whole_games_against_bots(identity):
    environment = gymnasium.make(identity, seats=3, seat=1, bots=("random", "safe" if "Hur" in identity else "thumb"))
    lengths = set()
    for seed in range(3):
        observation, _ = environment.reset(seed=seed)
        steps, over, reward = 0, False, 0.0
        while not over:
            assert observation in environment.observation_space
            action = environment.action_space.sample(observation["action_mask"])
            observation, reward, over, truncated, _ = environment.step(action)
            steps += 1
            assert not truncated
        assert reward in ((0.0, 1.0) if "Banquet" in identity else (0.0, 1 / 3, 1 / 2, 1.0))
        assert observation["action_mask"].sum() == 0
        lengths.add(steps)
    assert len(lengths) > 1


def test_the_same_seed_gives_the_same_game():
    def rows(seed):
        environment = gymnasium.make("triclinium/Banquet-v0", bots=("thumb",))
        observation, _ = environment.reset(seed=seed)
        seen = [observation["observation"]]
        for _ in range(10):
            observation, _, over, _, _ = environment.step(int(numpy.flatnonzero(observation["action_mask"])[0]))
            seen.append(observation["observation"])
            if over:
                break
        return numpy.array(seen)

    assert numpy.array_equal(rows(5), rows(5))
    assert not numpy.array_equal(rows(5)[:1], rows(6)[:1])


def test_an_action_outside_the_mask_ends_the_game():
    environment = gymnasium.make("triclinium/Banquet-v0")
    observation, _ = environment.reset(seed=1)
    illegal = int(numpy.flatnonzero(observation["action_mask"] == 0)[0])
    _, reward, over, _, info = environment.step(illegal)
    assert (reward, over, info["illegal"]) == (-1.0, True, illegal)


@pytest.mark.parametrize("kind", [float, str, numpy.float32, lambda code: None, lambda code: [code]])
def test_an_action_that_is_no_whole_number_ends_the_game(kind):
    environment = gymnasium.make("triclinium/Banquet-v0").unwrapped
    observation, _ = environment.reset(seed=1)
    legal = int(numpy.flatnonzero(observation["action_mask"])[0])
    _, reward, over, _, _ = environment.step(kind(legal))
    assert (reward, over) == (-1.0, True)


@pytest.mark.parametrize("kind", [int, numpy.int64, numpy.uint8, numpy.array])
def test_whole_numbers_of_any_width_are_actions(kind):
    environment = gymnasium.make("triclinium/Banquet-v0").unwrapped
    observation, _ = environment.reset(seed=1)
    _, reward, _, _, info = environment.step(kind(int(numpy.flatnonzero(observation["action_mask"])[0])))
    assert reward == 0.0 and "illegal" not in info


def test_a_table_without_bots_is_refused():
    with pytest.raises(BadOptions, match="name at least one bot for the other seats; there are random, thumb"):
        gymnasium.make("triclinium/Banquet-v0", bots=())


@ids
def test_a_flat_seat_is_one_row_and_its_mask(identity, capsys):
    """What MaskablePPO asks of an environment."""
    seat: Any = gymnasium.make(identity, seats=3, flat=True)
    check_env(seat.unwrapped)
    row, _ = seat.reset(seed=1)
    assert row.dtype == numpy.float32 and row in seat.observation_space
    assert numpy.abs(row).max() < 16, "numbers of the usual size 1"
    over = False
    while not over:
        mask = seat.get_wrapper_attr("action_masks")()
        assert mask.dtype == numpy.bool_ and mask.shape == (seat.action_space.n,)
        row, _, over, _, info = seat.step(int(numpy.flatnonzero(mask)[0]))
        assert row in seat.observation_space and "illegal" not in info
    assert not seat.get_wrapper_attr("action_masks")().any()


def test_maskable_ppo_learns_in_twenty_lines(tmp_path):
    pytest.importorskip("sb3_contrib", reason="comes with triclinium[sb3], which brings PyTorch")
    example = Path(__file__).parents[2] / "examples" / "maskable_ppo.py"
    run = subprocess.run(
        [sys.executable, str(example), "256"], capture_output=True, text=True, check=False, timeout=300
    )
    assert run.returncode == 0, run.stderr[-2000:]
    assert "of 100 games won" in run.stdout


def test_bots_that_search_play_by_their_view():
    seat: Any = gymnasium.make("triclinium/Banquet-v0", seats=3, bots=("thumb", "easy")).unwrapped
    assert not seat.table.compiled
    seat.reset(seed=1)
    seat.step(int(numpy.flatnonzero(seat.action_masks())[0]))


def test_a_seat_that_is_not_there_is_refused():
    with pytest.raises(BadOptions, match="0 to 2"):
        gymnasium.make("triclinium/Banquet-v0", seats=3, seat=3)
