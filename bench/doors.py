"""How fast the interfaces for research step, compiled and plain, in the same rounds: `python -m bench.doors`."""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable
from time import process_time
from typing import Any

from rich.console import Console
from rich.table import Table

from bench.rounds import Case, Counts, Run, in_rounds, on_one_core

Answer = Callable[[], bool]
"""Gives one answer of a player; returns whether it ended a game."""
NAMES = {"banquet": ("triclinium/Banquet-v0", "python_banquet"), "benhur": ("triclinium/BenHur-v0", "python_ben_hur")}
CASES: dict[str, Callable[[bool], Run]] = {
    "PettingZoo, Banquet": lambda compiled: pettingzoo("banquet", compiled),
    "PettingZoo, Ben Hur": lambda compiled: pettingzoo("benhur", compiled),
    "OpenSpiel, Banquet": lambda compiled: openspiel("banquet", compiled),
    "OpenSpiel, Ben Hur": lambda compiled: openspiel("benhur", compiled),
    "OpenSpiel, Banquet, with tensors": lambda compiled: openspiel("banquet", compiled, tensors=True),
    "OpenSpiel, Ben Hur, with tensors": lambda compiled: openspiel("benhur", compiled, tensors=True),
    "Gymnasium, Banquet against random": lambda compiled: gymnasium("banquet", "random", compiled),
    "Gymnasium, Banquet against thumb": lambda compiled: gymnasium("banquet", "thumb", compiled),
    "Gymnasium, Ben Hur against random": lambda compiled: gymnasium("benhur", "random", compiled),
    "Gymnasium, Ben Hur against driver": lambda compiled: gymnasium("benhur", "driver", compiled),
}


def timed(answer: Answer) -> Run:
    def run(seconds: float) -> Counts:
        decisions = games = 0
        began = process_time()
        while True:
            games += answer()
            decisions += 1
            spent = process_time() - began
            if spent >= seconds:
                return Counts(decisions, games, spent)

    return run


def drawn(mask: Any, rng: random.Random) -> int:
    codes = mask.nonzero()[0]
    return int(codes[int(rng.random() * len(codes))])


def pettingzoo(game: str, compiled: bool) -> Run:
    from triclinium.adapters.pettingzoo import env

    table, rng = env(game, compiled=compiled), random.Random(1)
    table.reset(seed=1)

    def answer() -> bool:
        observation, _, over, _, _ = table.last()
        if over:
            table.reset()
            observation = table.last()[0]
        table.step(drawn(observation["action_mask"], rng))
        return bool(over)

    return timed(answer)


def gymnasium(game: str, bot: str, compiled: bool) -> Run:
    import gymnasium as theirs

    import triclinium.adapters.gymnasium  # noqa: F401  registers the environments

    seat, rng = theirs.make(NAMES[game][0], bots=(bot,), compiled=compiled), random.Random(1)
    seen = [seat.reset(seed=1)[0]]

    def answer() -> bool:
        seen[0], _, over, _, _ = seat.step(drawn(seen[0]["action_mask"], rng))
        if over:
            seen[0], _ = seat.reset()
        return over

    return timed(answer)


def openspiel(game: str, compiled: bool, *, tensors: bool = False) -> Run:
    """With `tensors`, whoever is asked also looks at its observation."""
    import pyspiel

    import triclinium.adapters.openspiel  # noqa: F401  registers the games

    played, rng = pyspiel.load_game(NAMES[game][1]), random.Random(1)
    played.table.compiled = compiled
    states = [played.new_initial_state()]
    observer = played.make_py_observer()

    def answer() -> bool:
        state = states[0]
        while state.is_chance_node():
            codes, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(codes, weights)[0])
        if state.is_terminal():
            states[0] = played.new_initial_state()
            return True
        if tensors:
            observer.set_from(state, state.current_player())
        codes = state.legal_actions()
        state.apply_action(codes[int(rng.random() * len(codes))])
        return False

    return timed(answer)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m bench.doors", description=__doc__)
    parser.add_argument("--seconds", type=float, default=1.0, help="how long each case plays in a round")
    parser.add_argument("--rounds", type=int, default=3, help="how many rounds")
    parser.add_argument("--only", default="", help="only the cases whose name contains this")
    arguments = parser.parse_args()
    chosen = {name: make for name, make in CASES.items() if arguments.only in name}
    with on_one_core():
        cases = [Case(f"{name}/{quick}", make(quick)) for name, make in chosen.items() for quick in (True, False)]
        for case in cases:
            case.run(0.1)
        figures = {figure.name: figure for figure in in_rounds(cases, arguments.seconds, arguments.rounds)}
    shown = Table("interface", "compiled, decisions/s", "plain", "times")
    for name in chosen:
        quick, plain = (figures[f"{name}/{each}"].decisions_per_second for each in (True, False))
        shown.add_row(name, f"{quick:,.0f}", f"{plain:,.0f}", f"{quick / plain:.0f}")
    Console().print(shown)


if __name__ == "__main__":
    main()
