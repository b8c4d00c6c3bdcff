"""PettingZoo's own tests, unchanged, and what they do not ask."""

from __future__ import annotations

import pickle
import random
import warnings
from functools import partial

import numpy
import pytest

from triclinium.adapters.pettingzoo import env, raw_env
from triclinium.core.game import BadOptions
from triclinium.games.banquet.rules.codes import PASS, PASS_ROUND
from triclinium.games.banquet.rules.state import WINDOW

with warnings.catch_warnings():  # its tests make games of its own in a way it deprecates itself
    warnings.simplefilter("ignore", DeprecationWarning)
    from pettingzoo.test import api_test, render_test, seed_test

# PettingZoo warns of every observation that is a dictionary with a mask, except those of its own games.
warned_of = pytest.mark.filterwarnings("ignore::UserWarning")
games = pytest.mark.parametrize("game", ["banquet", "benhur"])


@games
@warned_of
def test_api(game):
    api_test(env(game), num_cycles=30)


@games
def test_seed(game):
    seed_test(partial(env, game), num_cycles=30)


@games
def test_render(game, capsys):
    render_test(partial(env, game))
    assert "seat_0" in capsys.readouterr().out


@games
@warned_of
@pytest.mark.parametrize("seats", [3, 5])
def test_other_tables(game, seats):
    options = {"banquet": {"edition": "nl", "privileges": "open"}, "benhur": {"format": "races", "club": True}}[game]
    api_test(env(game, seats, options), num_cycles=10)


def play(environment, seed, act):
    environment.reset(seed=seed)
    rewards = dict.fromkeys(environment.possible_agents, 0.0)
    for agent in environment.agent_iter():
        observation, reward, terminated, truncated, _ = environment.last()
        rewards[agent] += reward
        environment.step(None if terminated or truncated else act(agent, observation))
    return rewards


@games
def test_whole_games_end_with_a_reward_for_the_winners(game):
    rng = random.Random(1)
    environment = raw_env(game)
    for seed in range(3):
        rewards = play(environment, seed, lambda _, seen: rng.choice(numpy.flatnonzero(seen["action_mask"]).tolist()))
        winners = environment.table.game.result(environment.episode.state).winners
        worth = 1 / len(winners) if game == "benhur" and winners else 1.0
        assert list(rewards.values()) == [worth if seat in winners else 0.0 for seat in range(4)]


def test_nobody_gains_where_all_have_crashed():
    """In a race that nobody finished all have won, and get a share each: less than who wins alone."""
    rng, shared = random.Random(1), 0
    environment = raw_env("benhur", options={"length": 1})
    for seed in range(6):
        rewards = play(environment, seed, lambda _, seen: rng.choice(numpy.flatnonzero(seen["action_mask"]).tolist()))
        assert sum(rewards.values()) == pytest.approx(1.0)
        shared += list(rewards.values()) == [0.25] * 4
    assert shared > 0


def test_a_sealed_answer_shows_in_no_other_observation():
    """In a window the seats are asked in turn; whatever one has answered, the others see the same (BB-4)."""
    rng = random.Random(3)
    seen_windows = 0
    environment = raw_env("banquet")
    for seed in range(6):
        environment.reset(seed=seed)
        while environment.agents and not any(environment.terminations.values()):
            agent = environment.agent_selection
            mask = environment.observe(agent)["action_mask"]
            if environment.episode.state.phase == WINDOW and environment.episode.state.owing.bit_count() > 1:
                seen_windows += 1
                told = []
                for code in numpy.flatnonzero(mask).tolist():
                    copy = pickle.loads(pickle.dumps(environment.episode))
                    copy.apply(code)
                    told.append([copy.observe(seat).tolist() for seat in range(4) if f"seat_{seat}" != agent])
                assert all(others == told[0] for others in told)
                assert told[0] == [environment.episode.observe(s).tolist() for s in range(4) if f"seat_{s}" != agent]
                standing = environment.episode.state.standing_pass >> int(agent.removeprefix("seat_")) & 1
                assert mask[PASS] and mask[PASS_ROUND] == 1 - standing
                assert mask.sum() == 1 or not standing, "who passes for the round has nothing else to answer"
            environment.step(rng.choice(numpy.flatnonzero(mask).tolist()))
    assert seen_windows > 20


def test_masks_are_what_the_rules_offer():
    environment = raw_env("benhur")
    environment.reset(seed=2)
    for agent in environment.possible_agents:
        marked = numpy.flatnonzero(environment.observe(agent)["action_mask"]).tolist()
        assert marked == (environment.episode.legal() if agent == environment.agent_selection else [])


def test_an_illegal_action_ends_the_game_for_who_took_it():
    environment = env("banquet")
    environment.reset(seed=1)
    offender = environment.agent_selection
    environment.step(68)
    assert environment.rewards[offender] == -1
    with pytest.raises(ValueError, match="action_mask"):
        raw = raw_env("banquet")
        raw.reset(seed=1)
        raw.step(68)
    with pytest.raises(ValueError, match="action_mask"):
        raw.step(float(raw.episode.legal()[0]))


@pytest.mark.parametrize(
    ("game", "seats", "options", "said"),
    [
        ("chess", 2, {}, "there are banquet, benhur"),
        ("banquet", 9, {}, "3 to 5 seats"),
        ("benhur", 4, {"steering": "free"}, "notched"),
        ("banquet", 4, {"colour": 1}, "edition"),
    ],
)
def test_a_table_that_cannot_be_is_refused_with_what_can(game, seats, options, said):
    with pytest.raises(BadOptions, match=said):
        env(game, seats, options)
