"""Many games at once, ours and those of Pgx on the same processor, in one run: `python -m bench.vector`.

A call steps every game once: an action drawn among the legal ones, the rules, chance, the next mask, a new deal where a
game is over.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Any

from rich.console import Console

from bench.rounds import WARM_UP_SECONDS, Case, Counts, Run, Wanted, in_rounds, on_one_core
from bench.speed import RESULTS, Report, show, write
from triclinium.adapters.vector import Vector

NAME = "vector"
GAMES = 1024
SEATS = 4
MASKS = "Banquet, 1,024 games at once, masks out"
OBSERVATIONS = "Banquet, 1,024 games at once, masks and observations out"
LEAST = 3_000_000
PGX_GAMES = ("connect_four", "leduc_holdem", "sparrow_mahjong")
PGX_AT_ONCE = (128, 1024, 4096)
PGX_STEPS = 64
WANTED = (
    Wanted(MASKS, least=LEAST),
    *(Wanted(MASKS, ahead_of=f"Pgx {name}") for name in PGX_GAMES),
)
NOTES = (
    (
        "Compiling is not timed. Ours is stepped by a Python loop, one call to draw actions and one to step all games. "
        "Pgx is stepped inside one compiled scan of 64 steps with its automatic reset, which is kinder to it, at that "
        f"of three numbers of games ({', '.join(f'{number:,}' for number in PGX_AT_ONCE)}) that suits it best; "
        "it makes masks and, where the compiler does not leave them out, observations. The games differ in length and "
        "in what a decision costs."
    ),
)


def many_banquets(*, observing: bool) -> Run:
    """Random play on many tables at once, from a Python loop."""
    tables = Vector("banquet", GAMES, SEATS)

    def run(seconds: float) -> Counts:
        decisions, before = 0, tables.played
        began = perf_counter()
        while True:
            if observing:
                tables.observations()
            tables.step(tables.random_actions())
            decisions += GAMES
            spent = perf_counter() - began
            if spent >= seconds:
                return Counts(decisions, tables.played - before, spent)

    return run


def many_pgx(name: str, at_once: int) -> Run:
    """Random play of a game of Pgx, compiled as one scan."""
    os.environ.setdefault("JAX_PLATFORMS", "cpu")
    os.environ.setdefault("XLA_FLAGS", "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1")
    import jax
    import jax.numpy as jnp
    import pgx
    from pgx.experimental import auto_reset

    game = pgx.make(name)
    step = jax.vmap(auto_reset(game.step, game.init))

    def one(state: Any, key: Any) -> tuple[Any, Any]:
        choosing, dealing = jax.random.split(key)
        actions = jax.random.categorical(choosing, jnp.where(state.legal_action_mask, 0.0, -1e9), axis=-1)
        state = step(state, actions, jax.random.split(dealing, at_once))
        return state, (state.terminated | state.truncated).sum()

    @jax.jit
    def play(state: Any, key: Any) -> tuple[Any, Any]:
        state, over = jax.lax.scan(one, state, jax.random.split(key, PGX_STEPS))
        return state, over.sum()

    key = jax.random.PRNGKey(0)
    state = jax.jit(jax.vmap(game.init))(jax.random.split(key, at_once))
    state, _ = play(state, key)

    def run(seconds: float) -> Counts:
        nonlocal state, key
        decisions = games = 0
        began = perf_counter()
        while True:
            key, now = jax.random.split(key)
            state, over = play(state, now)
            games += int(over)
            decisions += at_once * PGX_STEPS
            spent = perf_counter() - began
            if spent >= seconds:
                return Counts(decisions, games, spent)

    return run


def fastest(make: Callable[[int], Run]) -> Run:
    """The run at the number of games that suits a peer best."""
    runs = [make(at_once) for at_once in PGX_AT_ONCE]
    for run in runs:
        run(WARM_UP_SECONDS)
    rates = [counts.decisions / counts.seconds for counts in (run(WARM_UP_SECONDS) for run in runs)]
    return runs[rates.index(max(rates))]


def peers() -> tuple[list[Case], dict[str, Exception]]:
    """The games of Pgx that run here, and why others do not."""
    running: list[Case] = []
    absent: dict[str, Exception] = {}
    for name in PGX_GAMES:
        try:
            running.append(Case(f"Pgx {name}", fastest(partial(many_pgx, name))))
        except Exception as error:
            absent[f"Pgx {name}"] = error
    return running, absent


def measure(seconds: float, rounds: int) -> Report:
    """Warm up, then time ours and theirs in the same rounds. All is made on the one core it is timed on."""
    with on_one_core() as pinned:
        own = [Case(MASKS, many_banquets(observing=False)), Case(OBSERVATIONS, many_banquets(observing=True))]
        others, absent = peers()
        for case in (*own, *others):
            case.run(WARM_UP_SECONDS)
        figures = {figure.name: figure for figure in in_rounds([*own, *others], seconds, rounds)}
    return Report(
        seconds,
        rounds,
        pinned,
        {case.name: figures[case.name] for case in own},
        {case.name: figures[case.name] for case in others},
        absent,
        WANTED,
        NOTES,
    )


def main() -> None:
    """Measure, print and write."""
    parser = argparse.ArgumentParser(prog="python -m bench.vector", description=__doc__)
    parser.add_argument("--seconds", type=float, default=1.0, help="how long each case plays in a round")
    parser.add_argument("--rounds", type=int, default=5, help="how many rounds")
    parser.add_argument("--results", type=Path, default=RESULTS, help="the folder the report is written to")
    arguments = parser.parse_args()
    report = measure(arguments.seconds, arguments.rounds)
    show(Console(), NAME, report)
    write(arguments.results, NAME, report)


if __name__ == "__main__":
    main()
