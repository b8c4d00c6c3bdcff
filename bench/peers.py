"""Games of other engines, played at random in the way that favours them most.

A peer that is not installed, or does not run, is named in the report, never silently left out.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from importlib import import_module
from random import Random
from typing import Any, TypeAlias

from bench.rounds import Case, Run, for_seconds

Luck: TypeAlias = Callable[[], float]
Draw: TypeAlias = Callable[[Any, Luck], int]
"""Chance's answer at a state of OpenSpiel."""

PACKAGES = ("open-spiel", "pettingzoo", "rlcard", "gymnasium", "pygame-ce")
PLAYERS = 4

ROLLOUTS = 200
DEALS = 16
GAMES_TO_MEASURE_LENGTH = 100

HEARTS = "hearts"
SOCIAL_DEDUCTION = "social_deduction(players=5)"


def openspiel_from_python(name: str) -> Run:
    """A Python loop over OpenSpiel's C++ state."""
    game: Any = import_module("pyspiel").load_game(name)
    draw = fastest_draw(game)

    def games(first: int, count: int) -> int:
        luck = Random(first).random
        return sum(play_from(game.new_initial_state(), luck, draw) for _ in range(count))

    return for_seconds(games, at_once=10)


def openspiel_inside(name: str) -> Run:
    """Whole games inside C++: a search of one simulation whose evaluator plays many rollouts from the root.

    The deal is not timed, which favours the peer. The evaluator does not count decisions: those of a deal are measured
    beforehand from Python.
    """
    pyspiel: Any = import_module("pyspiel")
    game = pyspiel.load_game(name)
    draw = fastest_draw(game)
    luck = Random(0).random
    deals = [_dealt(game, luck, draw) for _ in range(DEALS)]
    lengths = [
        sum(play_from(deal.clone(), luck, draw) for _ in range(GAMES_TO_MEASURE_LENGTH)) / GAMES_TO_MEASURE_LENGTH
        for deal in deals
    ]

    def games(first: int, count: int) -> int:
        deal = first // count % DEALS
        evaluator = pyspiel.RandomRolloutEvaluator(count, first)
        bot = pyspiel.MCTSBot(game, evaluator, 1.4, 1, 50, False, first, False)
        bot.mcts_search(deals[deal])
        return round(lengths[deal] * count)

    return for_seconds(games, at_once=ROLLOUTS)


def play_from(state: Any, luck: Luck, draw: Draw) -> int:
    """Play at random to the end; return the number of players' decisions."""
    decisions = 0
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(draw(state, luck))
        else:
            options = state.legal_actions()
            state.apply_action(options[int(luck() * len(options))])
            decisions += 1
    return decisions


def fastest_draw(game: Any) -> Draw:
    """If chance is uniform, as in a deal of cards, draw outcomes without their weights."""
    luck = Random(0).random
    for _ in range(DEALS):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                weights = [weight for _, weight in state.chance_outcomes()]
                if max(weights) - min(weights) > 1e-9:
                    return _draw_by_weight
            state.apply_action(_draw_evenly(state, luck))
    return _draw_evenly


def _draw_evenly(state: Any, luck: Luck) -> int:
    outcomes: list[int] = state.legal_actions()
    return outcomes[int(luck() * len(outcomes))]


def _draw_by_weight(state: Any, luck: Luck) -> int:
    outcomes: list[tuple[int, float]] = state.chance_outcomes()
    left = luck()
    for outcome, weight in outcomes:
        left -= weight
        if left < 0:
            return outcome
    return outcomes[-1][0]


def _dealt(game: Any, luck: Luck, draw: Draw) -> Any:
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(draw(state, luck))
    return state


def rlcard_uno() -> Run:
    """RLCard's own environment, with its observations."""
    rlcard: Any = import_module("rlcard")
    environment = rlcard.make("uno", config={"seed": 0})
    # For uno, make() silently ignores the number of players; the game itself accepts it.
    environment.game.configure({"game_num_players": PLAYERS})
    environment.reset()
    if len(environment.game.players) != PLAYERS:
        raise ValueError(f"uno is not played by {PLAYERS}")

    def games(first: int, count: int) -> int:
        luck = Random(first).random
        decisions = 0
        for _ in range(count):
            state, _ = environment.reset()
            while not environment.is_over():
                options = list(state["legal_actions"])
                state, _ = environment.step(options[int(luck() * len(options))])
                decisions += 1
        return decisions

    return for_seconds(games)


def pettingzoo_texas_holdem() -> Run:
    """PettingZoo's environment as its documentation plays it, with an action mask in every observation."""
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    numpy: Any = import_module("numpy")
    environment = import_module("pettingzoo").make("aec", "classic/texas_holdem_v4", num_players=PLAYERS)

    def games(first: int, count: int) -> int:
        luck = Random(first).random
        decisions = 0
        for _ in range(count):
            environment.reset()
            for _ in environment.agent_iter():
                observation, _, terminated, truncated, _ = environment.last()
                if terminated or truncated:
                    environment.step(None)
                    continue
                options = numpy.flatnonzero(observation["action_mask"])
                environment.step(int(options[int(luck() * len(options))]))
                decisions += 1
        return decisions

    return for_seconds(games)


PEERS: dict[str, Callable[[], Run]] = {
    "OpenSpiel hearts, inside C++": partial(openspiel_inside, HEARTS),
    "OpenSpiel hearts, from Python": partial(openspiel_from_python, HEARTS),
    "OpenSpiel social_deduction (5), inside C++": partial(openspiel_inside, SOCIAL_DEDUCTION),
    "OpenSpiel social_deduction (5), from Python": partial(openspiel_from_python, SOCIAL_DEDUCTION),
    "RLCard uno (4)": rlcard_uno,
    "PettingZoo texas_holdem (4)": pettingzoo_texas_holdem,
}


def cases() -> tuple[list[Case], dict[str, Exception]]:
    """The peers that run here, and why the others do not."""
    running: list[Case] = []
    absent: dict[str, Exception] = {}
    for name, make in PEERS.items():
        try:
            run = make()
            run(0.0)
        except Exception as error:
            absent[name] = error
        else:
            running.append(Case(name, run))
    return running, absent
