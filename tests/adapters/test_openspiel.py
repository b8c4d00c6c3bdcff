"""OpenSpiel's own tests, unchanged, on our games; its bots play them; its information states hold no secret."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections import Counter

import numpy
import pyspiel
import pytest
from open_spiel.python.algorithms import external_sampling_mccfr, ismcts, mcts
from open_spiel.python.bots import uniform_random
from open_spiel.python.observation import INFO_STATE_OBS_TYPE, make_observation
from open_spiel.python.rl_environment import Environment

import triclinium.adapters.openspiel as door
from sizes import PROOF
from triclinium.adapters.recall import as_text
from triclinium.core.game import BadOptions
from triclinium.games.banquet.rules.state import State as Banquet
from triclinium.games.benhur.rules.state import RACING

SMALL = {"python_banquet": "python_banquet(players=3)", "python_ben_hur": "python_ben_hur(players=2,length=1)"}
games = pytest.mark.parametrize("name", list(SMALL))

RUN = """
import runpy, sys, warnings
import triclinium.adapters.openspiel
sys.argv = sys.argv[1:]
runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
"""


def run_of_their_own(module, *arguments):
    """Run one of OpenSpiel's test modules as it is, with our games registered beside its own."""
    return subprocess.run(
        [sys.executable, "-c", RUN, module, *arguments], capture_output=True, text=True, check=False, timeout=300
    )


@games
def test_random_simulation(name):
    pyspiel.random_sim_test(pyspiel.load_game(SMALL[name]), num_sims=1, serialize=True, verbose=False)


def test_the_small_game_takes_the_random_simulation():
    game = pyspiel.load_game("python_banquet_small")
    pyspiel.random_sim_test(game, num_sims=10, serialize=True, verbose=False)
    assert game.max_game_length() < 100


@games
def test_their_api_test(name):
    run = run_of_their_own("open_spiel.integration_tests.api_test", f"--test_only_games={name}$")
    assert run.returncode == 0, run.stderr[-3000:]
    assert f"[       OK ] absl.testing.parameterized.EnforceAPIPartialTree_{name}_Test" in run.stderr


@games
def test_their_simulation_test(name):
    run = run_of_their_own("open_spiel.python.tests.games_sim_test", "--", "-k", name)
    assert run.returncode == 0, run.stderr[-3000:]
    for seats in (3, 4, 5):
        assert f"[       OK ] GamesSimTest.test_multiplayer_game_{seats}p_{name}" in run.stderr


@games
def test_chance_is_explicit_and_its_weights_add_up(name):
    state = pyspiel.load_game(SMALL[name]).new_initial_state()
    rng = random.Random(4)
    draws = 0
    while not state.is_terminal():
        if state.is_chance_node():
            codes, weights = zip(*state.chance_outcomes(), strict=True)
            assert sum(weights) == pytest.approx(1.0)
            assert list(codes) == sorted(set(codes))
            draws += 1
            state.apply_action(rng.choices(codes, weights)[0])
        else:
            state.apply_action(rng.choice(state.legal_actions()))
    assert draws > 10


def dealt(name, seed, players_answers):
    """A game after so many answers of players."""
    state = pyspiel.load_game(name).new_initial_state()
    rng = random.Random(seed)
    while players_answers or state.is_chance_node():
        if state.is_terminal():
            return None
        if state.is_chance_node():
            codes, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(codes, weights)[0])
        else:
            state.apply_action(rng.choice(state.legal_actions()))
            players_answers -= 1
    return None if state.is_terminal() else state


def hides_hands(state):
    """A chariot that has crashed hides nothing any more."""
    s = state.episode.state
    return isinstance(s, Banquet) or all(s.status[chariot] == RACING for chariot in range(s.chariots))


@games
@pytest.mark.parametrize("answers", [0, 7, 25])
def test_a_resampled_world_is_the_same_to_the_player_and_another_to_us(name, answers):
    lasting = (dealt(SMALL[name], seed, answers) for seed in range(11, 40))
    state = next(state for state in lasting if state is not None and hides_hands(state))
    player = state.current_player()
    worlds = [door.resampled(state, player, random.Random(seed)) for seed in range(8)]
    for world in worlds:
        assert world.information_state_string() == state.information_state_string()
        assert world.observation_string(player) == state.observation_string(player)
        assert world.observation_tensor(player) == state.observation_tensor(player)
        assert world.legal_actions() == state.legal_actions()
    assert len({str(world) for world in worlds}) > 1


@games
def test_information_states_recall_everything_and_observations_are_the_view(name):
    state = dealt(SMALL[name], 12, 10)
    game = state.episode.table.game
    for player in range(state.num_players()):
        later, before = state.child(state.legal_actions()[0]), state.information_state_string(player)
        assert later.information_state_string(player).startswith(before)
        assert state.observation_string(player) == as_text(game.view(state.episode.state, player))
        assert numpy.array_equal(state.observation_tensor(player), state.episode.observe(player))


@games
def test_their_random_bots_play_a_whole_game(name):
    game = pyspiel.load_game(SMALL[name])
    state = dealt(SMALL[name], 5, 0)
    bots = [uniform_random.UniformRandomBot(seat, numpy.random.RandomState(seat)) for seat in range(game.num_players())]
    returns = pyspiel.evaluate_bots(state, bots, 3)
    assert set(returns) <= {0.0, 0.5, 1.0}


def search_over_worlds(game, name):
    rng = random.Random(6)
    evaluator = mcts.RandomRolloutEvaluator(1, numpy.random.RandomState(6))
    bot = ismcts.ISMCTSBot(game, evaluator, 1.4, 6, random_state=numpy.random.RandomState(6))
    bot.set_resampler(lambda state, player: door.resampled(state, player, rng))
    return bot


def search_over_worlds_by_themselves(game, name):
    """Without a resampler of ours: the state is asked for another world."""
    evaluator = mcts.RandomRolloutEvaluator(1, numpy.random.RandomState(6))
    return ismcts.ISMCTSBot(game, evaluator, 1.4, 6, random_state=numpy.random.RandomState(6))


def search(game, name):
    evaluator = mcts.RandomRolloutEvaluator(1, numpy.random.RandomState(6))
    return mcts.MCTSBot(game, 1.4, 6, evaluator, random_state=numpy.random.RandomState(6))


@games
@pytest.mark.parametrize("make", [search, search_over_worlds, search_over_worlds_by_themselves])
def test_their_search_plays(name, make):
    """Its searches choose a legal action at each of their turns: a whole banquet, the first turns of a slower race."""
    game = pyspiel.load_game(SMALL[name])
    bot = make(game, name)
    state = dealt(SMALL[name], 7, 0)
    rng = random.Random(7)
    turns = 0
    while not state.is_terminal() and turns < (1000 if name == "python_banquet" else 3):
        if state.is_chance_node():
            codes, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(codes, weights)[0])
        elif state.current_player() == 0:
            action = bot.step(state)
            assert action in state.legal_actions()
            state.apply_action(action)
            turns += 1
        else:
            state.apply_action(rng.choice(state.legal_actions()))
    assert turns > 0


@games
def test_an_information_state_tensor_holds_the_view_and_what_was_counted(name):
    game = pyspiel.load_game(SMALL[name])
    state = dealt(SMALL[name], 12, 10)
    observer = make_observation(game, INFO_STATE_OBS_TYPE)
    for player in range(state.num_players()):
        tensor = numpy.array(state.information_state_tensor(player))
        assert len(tensor) == game.information_state_tensor_size()
        size = game.observation_tensor_size()
        assert numpy.array_equal(tensor[:size], state.observation_tensor(player))
        observer.set_from(state, player)
        assert numpy.array_equal(observer.tensor, tensor)
        told = [json.loads(line) for line in state.information_state_string(player).split("\n")[1:]]
        answered = [line["you_answered"] for line in told if "you_answered" in line]
        counted = numpy.bincount(numpy.array(answered, int), minlength=game.num_distinct_actions())
        assert observer.dict["own_answers"].tolist() == counted.tolist()
        kinds = Counter(line["kind"] for line in told if "kind" in line)
        for part, counts in observer.dict.items():
            if part.startswith("told_"):
                assert counts.sum() == kinds[part.removeprefix("told_")]


def test_the_count_of_what_was_told_grows_with_the_game():
    state = dealt(SMALL["python_banquet"], 12, 4)
    later = state.clone()
    for _ in range(12):
        later.apply_action(later.legal_actions()[0])
    before, after = (numpy.array(each.information_state_tensor(0)) for each in (state, later))
    assert (after[869:] >= before[869:]).all() and after[869:].sum() > before[869:].sum()


def test_another_world_counts_no_secret_answers_of_others():
    state = dealt(SMALL["python_banquet"], 11, 7)
    player = state.current_player()
    world = state.resample_from_infostate(player, random.Random(1).random)
    codes = state.get_game().num_distinct_actions()
    for other in range(3):
        answered = world.information_state_tensor(other)[-codes:]
        assert (answered == state.information_state_tensor(other)[-codes:]) == (other == player)
        assert any(answered) == (other == player)


def tree(state):
    """The nodes below a state."""
    nodes, waiting = 0, [state]
    while waiting:
        state = waiting.pop()
        nodes += 1
        waiting += [] if state.is_terminal() else [state.child(action) for action in state.legal_actions()]
    return nodes


def test_recursive_solvers_take_the_small_game():
    game = pyspiel.load_game("python_banquet_small")
    solver = external_sampling_mccfr.ExternalSamplingSolver(game, external_sampling_mccfr.AverageType.SIMPLE)
    numpy.random.seed(3)
    for _ in range(4):
        solver.iteration()
    policy = solver.average_policy()
    state = dealt("python_banquet_small", 1, 0)
    assert sum(policy.action_probabilities(state).values()) == pytest.approx(1.0)


def test_cards_that_are_alike_are_offered_once_in_the_small_game():
    state = dealt("python_banquet_small", 1, 0)
    assert len(state.episode.legal()) == 35
    assert state.legal_actions() == [0]
    assert tree(dealt("python_banquet_small", 1, 3)) < 500
    if PROOF:
        assert tree(pyspiel.load_game("python_banquet_small").new_initial_state()) == 96_700


def test_their_learning_environment_takes_our_game():
    environment = Environment(SMALL["python_banquet"])
    step = environment.reset()
    while not step.last():
        player = step.observations["current_player"]
        step = environment.step([step.observations["legal_actions"][player][0]])
    assert len(step.rewards) == 3


def test_parameters_are_the_options_of_the_game():
    game = pyspiel.load_game("python_banquet(players=5,edition=nl,privileges=open)")
    assert game.num_players() == 5
    assert game.table.options["edition"] == "nl"
    with pytest.raises(BadOptions, match="fr, nl"):
        pyspiel.load_game("python_banquet(edition=de)")
