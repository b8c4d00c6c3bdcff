"""PettingZoo's own tests, unchanged, and what they do not ask."""

from __future__ import annotations

import pickle
import random
import warnings
from functools import partial

import numpy
import pytest
from pettingzoo.utils import wrappers

from triclinium.adapters import drawing
from triclinium.adapters.pettingzoo import env, parallel_env, raw_env
from triclinium.core.game import BadOptions
from triclinium.games.banquet.rules.codes import PASS, PASS_ROUND
from triclinium.games.banquet.rules.state import WINDOW

with warnings.catch_warnings():  # its tests make games of its own in a way it deprecates itself
    warnings.simplefilter("ignore", DeprecationWarning)
    from pettingzoo.test import api_test, parallel_api_test, render_test, seed_test

# PettingZoo warns of every observation that is a dictionary with a mask, except those of its own games.
warned_of = pytest.mark.filterwarnings("ignore::UserWarning")
plain = pytest.mark.usefixtures("plain_unless_proof")
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


def test_images_have_one_size_through_a_game(monkeypatch):
    """Video recorders need this; a table with more lines than usual is drawn smaller."""
    environment, rng, sizes, lines = raw_env("banquet", render_mode="rgb_array"), random.Random(1), set(), set()
    environment.reset(seed=1)
    for turn in range(120):
        if turn % 12 == 0:
            sizes.add(environment.render().shape)
            lines.add(len(drawing.text_of(environment.episode, 0).splitlines()))
        mask = environment.observe(environment.agent_selection)["action_mask"]
        if mask.any():
            environment.step(rng.choice(numpy.flatnonzero(mask).tolist()))
    assert len(lines) > 1 and len(sizes) == 1
    monkeypatch.setattr(drawing, "text_of", lambda *_: "line\n" * 60)
    assert {environment.render().shape} == sizes


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


@plain
def test_nobody_gains_where_all_have_crashed():
    """In a race that nobody finished everyone has won and gets a share: less than a sole winner."""
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


@plain
def test_masks_are_what_the_rules_offer():
    environment = raw_env("benhur")
    environment.reset(seed=2)
    for agent in environment.possible_agents:
        marked = numpy.flatnonzero(environment.observe(agent)["action_mask"]).tolist()
        assert marked == (environment.episode.legal() if agent == environment.agent_selection else [])


def wrapped(game):
    """The environment in PettingZoo's own wrappers."""
    guarded = wrappers.TerminateIllegalWrapper(raw_env(game), illegal_reward=-1.0)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(guarded))


def course_of(environment, seed, illegal_at):
    """All that is seen of a game in which the action of this number is illegal."""
    rng, seen = random.Random(seed), []
    environment.reset(seed=seed)
    for turn, agent in enumerate(environment.agent_iter()):
        observation, reward, terminated, truncated, _ = environment.last()
        mask = observation["action_mask"]
        rewards = dict(environment.rewards), dict(environment._cumulative_rewards)
        seen.append((agent, observation["observation"].tolist(), mask.tolist(), reward, terminated, truncated, rewards))
        over = terminated or truncated
        codes = numpy.flatnonzero(mask == (turn != illegal_at)).tolist()
        environment.step(None if over else rng.choice(codes))
    return seen


@pytest.mark.parametrize("illegal_at", [None, 0, 7])
def test_mistakes_are_borne_as_by_their_wrappers(illegal_at):
    for seed in range(3):
        assert course_of(env("banquet"), seed, illegal_at) == course_of(wrapped("banquet"), seed, illegal_at)


@pytest.mark.parametrize("make", [env, wrapped])
def test_what_comes_too_early_or_too_late_is_refused(make, caplog):
    environment = make("banquet")
    for early in (lambda: environment.step(0), lambda: environment.observe("seat_0"), environment.render):
        with pytest.raises(Exception, match="reset"):
            early()
    with pytest.raises(AttributeError):
        environment.agents  # noqa: B018
    environment.reset(seed=1)
    for nonsense in (69, -1, 1.0, None):
        with pytest.raises(AssertionError, match="action space"):
            environment.step(nonsense)
    for _ in environment.agent_iter():
        observation, _, terminated, _, _ = environment.last()
        environment.step(None if terminated else int(numpy.flatnonzero(observation["action_mask"])[0]))
    environment.step(None)
    assert "Should reset() first" in caplog.text


def test_their_parallel_api_test():
    parallel_api_test(parallel_env("banquet"), num_cycles=60)


def test_all_agents_act_at_once_and_only_the_asked_one_counts():
    environment = parallel_env("banquet", seats=3)
    seen, _ = environment.reset(seed=4)
    over = False
    while not over:
        asked = [agent for agent in environment.agents if seen[agent]["action_mask"].any()]
        assert len(asked) == 1
        actions = dict.fromkeys(environment.agents, 0)
        actions[asked[0]] = int(numpy.flatnonzero(seen[asked[0]]["action_mask"])[-1])
        seen, rewards, terminations, _, _ = environment.step(actions)
        over = any(terminations.values())
    assert sum(rewards.values()) >= 0


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
