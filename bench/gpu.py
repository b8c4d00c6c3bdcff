"""Many thousands of games on a graphics card, beside Pgx on the same card in the same run.

    python -m bench.gpu speed                 # random play, steps with masks, steps with masks and observations; Pgx
    python -m bench.gpu same --games 100000   # the card plays the very games that the processor plays
    python -m bench.gpu same --on cpu         # what the processor says, for a card elsewhere

`same` steps 16,384 games at random until enough have ended, and prints digests of states, luck, masks, observations
and rewards on the way. One line for each game; two machines that print the same lines played the same games.
"""

from __future__ import annotations

import argparse
import hashlib
import json
from collections.abc import Callable
from time import perf_counter
from typing import Any

import numpy

GAMES = ("banquet", "benhur")
AT_ONCE = 16_384
SEATS = 4
LOOK_EVERY = 64
"""Steps between two digests."""
SECONDS = 2.0
SIZES = {"random": 1 << 20, "steps": 1 << 19, "observations": 1 << 18}
"""Games at once, where the card is busy and its memory is not full."""
PGX = ("connect_four", "leduc_holdem", "sparrow_mahjong", "kuhn_poker")
PGX_AT_ONCE = (1 << 16, 1 << 18, 1 << 20)
PGX_STEPS = 32


def same(game: str, games: int, on: str) -> dict[str, Any]:
    """Play until so many games have ended, and say what was seen."""
    tables = _tables(game, AT_ONCE, on)
    digest = hashlib.sha256()
    steps = 0
    rewards = numpy.zeros(SEATS)
    while True:
        tables.step(tables.random_actions())
        steps += 1
        rewards += _host(tables.rewards).sum(axis=0, dtype=numpy.float64)
        if steps % LOOK_EVERY:
            continue
        for array in (tables.numbers(), tables._dice, tables.seats, tables.masks, tables.observations(), tables.done):
            digest.update(numpy.ascontiguousarray(_host(array)[:AT_ONCE], _kind(array)).tobytes())
        ended = tables.check() if on == "gpu" else tables.played
        if ended >= games:
            told = {"game": game, "seats": SEATS, "steps": steps, "ended": ended, "won": rewards.tolist()}
            return {**told, "digest": digest.hexdigest()}


def _tables(game: str, games: int, on: str) -> Any:
    if on == "gpu":
        from triclinium.adapters.gpu import GpuVector

        return GpuVector(game, games, SEATS, seed=1)
    from triclinium.adapters.vector import Vector

    return Vector(game, games, SEATS, seed=1)


def _kind(array: Any) -> Any:
    return numpy.int8 if array.dtype == numpy.bool_ else array.dtype


def _host(array: Any) -> Any:
    return array.copy_to_host() if hasattr(array, "copy_to_host") else array


def timed(run: Callable[[], int], wait: Callable[[], Any]) -> float:
    """Decisions a second: the best of three goes, after one that is not counted."""
    run()
    wait()
    best = 0.0
    for _ in range(3):
        began, decisions = perf_counter(), 0
        while perf_counter() - began < SECONDS / 3:
            decisions += run()
            wait()
        best = max(best, decisions / (perf_counter() - began))
    return best


def speed(game: str) -> dict[str, Any]:
    """Random play, and steps with what a learner needs."""
    from triclinium.adapters.gpu import GpuVector

    told: dict[str, Any] = {"game": game, "seats": SEATS}
    tables = GpuVector(game, SIZES["random"], SEATS, seed=1)
    told["random"] = timed(lambda: _play(tables, 128), tables.check)
    tables = GpuVector(game, SIZES["steps"], SEATS, seed=1)
    told["steps"] = timed(lambda: _step(tables), tables.check)
    tables = GpuVector(game, SIZES["observations"], SEATS, seed=1)
    told["observations"] = timed(lambda: _step(tables, observing=True), tables.check)
    return told


def _play(tables: Any, decisions: int) -> int:
    tables.play(decisions)
    return int(tables.games) * decisions


def _step(tables: Any, *, observing: bool = False) -> int:
    for _ in range(8):
        tables.step(tables.random_actions())
        if observing:
            tables.observations()
    return int(tables.games) * 8


def pgx_speed(name: str) -> dict[str, Any]:
    """A game of Pgx, stepped inside one compiled scan with its automatic reset, at the size that suits it best."""
    import jax
    import jax.numpy as jnp
    import pgx
    from pgx.experimental import auto_reset

    game = pgx.make(name)
    step = jax.vmap(auto_reset(game.step, game.init))
    best = 0.0
    for at_once in PGX_AT_ONCE:

        def one(state: Any, key: Any, at_once: int = at_once) -> tuple[Any, Any]:
            choosing, dealing = jax.random.split(key)
            actions = jax.random.categorical(choosing, jnp.where(state.legal_action_mask, 0.0, -1e9), axis=-1)
            state = step(state, actions, jax.random.split(dealing, at_once))
            return state, state.terminated.sum() + state.observation.sum().astype(jnp.int32)

        play = jax.jit(lambda state, key, one=one: jax.lax.scan(one, state, jax.random.split(key, PGX_STEPS)))
        state = jax.jit(jax.vmap(game.init))(jax.random.split(jax.random.PRNGKey(0), at_once))
        kept = [state, jax.random.PRNGKey(1)]

        def run(kept: list[Any] = kept, play: Any = play, at_once: int = at_once) -> int:
            kept[1], now = jax.random.split(kept[1])
            kept[0], _ = play(kept[0], now)
            return at_once * PGX_STEPS

        best = max(best, timed(run, lambda kept=kept: kept[0].current_player.block_until_ready()))
    return {"pgx": name, "observations": best}


def main() -> None:
    """Measure and print, a line of JSON for each."""
    parser = argparse.ArgumentParser(prog="python -m bench.gpu", description=__doc__)
    parser.add_argument("what", choices=("speed", "same"))
    parser.add_argument("--games", type=int, default=100_000, help="games that must have ended")
    parser.add_argument("--on", choices=("gpu", "cpu"), default="gpu")
    parser.add_argument("--game", choices=GAMES, action="append")
    parser.add_argument("--no-pgx", action="store_true")
    arguments = parser.parse_args()
    for game in arguments.game or GAMES:
        told = same(game, arguments.games, arguments.on) if arguments.what == "same" else speed(game)
        print(json.dumps(told), flush=True)
    if arguments.what == "speed" and not arguments.no_pgx:
        for name in PGX:
            print(json.dumps(pgx_speed(name)), flush=True)


if __name__ == "__main__":
    main()
