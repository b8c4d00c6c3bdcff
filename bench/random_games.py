"""Whole random games, as fast as each game can play them: compiled, by its kernel functions, or by its rules."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

from triclinium.core.compiled import compile_kernels, dtype_of, numba_is_here, read_record, write_record
from triclinium.core.decision import Json
from triclinium.core.dice import below, sow
from triclinium.core.game import AnyGame
from triclinium.core.kernel import bind, copy_into
from triclinium.core.laws import LawBroken, option_sets
from triclinium.core.playout import OVER_NOW, playout_of
from triclinium.games import game_named

DECISIONS_MOST = 50_000
ENDLESS = -1

settle_luck: Callable[[Any, list[int]], int]
legal: Callable[[Any, int, list[int]], int]
apply: Callable[[Any, int, int], None]


def play_within(s: Any, seed: int, dice: list[int], out: list[int], most: int) -> int:
    """Play at random to the end; return the number of decisions, or ENDLESS after too many."""
    sow(dice, seed)
    seat = settle_luck(s, dice)
    for decisions in range(most):
        if seat == OVER_NOW:
            return decisions
        apply(s, seat, out[below(dice, legal(s, seat, out))])
        seat = settle_luck(s, dice)
    return ENDLESS


def tables(game: AnyGame, seats: int) -> list[dict[str, Json]]:
    """Every combination of options with this many seats, including numbers within limits."""
    found = option_sets(game)
    for option in game.info.options:
        if option.limits:
            found = [
                {**one, option.name: number} for one in found for number in _numbers(game, option.name, one, seats)
            ]
    return found


def _numbers(game: AnyGame, name: str, chosen: dict[str, Json], seats: int) -> range | tuple[Json, ...]:
    option = next(option for option in game.info.options if option.name == name)
    if option.choices:
        return (chosen[name],)
    known = {**chosen, "seats": seats}
    limit = next(one for one in option.limits if one.option is None or known.get(one.option) == one.value)
    return range(limit.least, limit.most + 1)


def play_games(name: str, seats: int, options: dict[str, Json], seeds: range) -> dict[str, Any]:
    """Play all of them to the end. Raises `LawBroken` for one that does not end or loses a card."""
    game = game_named(name)
    start = game.start(options, seats)
    conserved = game.conserved(start)
    decisions = longest = 0
    endings: Counter[str] = Counter()
    for seed, (state, taken) in zip(seeds, _played(game, seats, options, seeds), strict=True):
        where = f"{name}, {seats} seats, {options}, seed {seed}"
        if taken == ENDLESS or (result := game.result(state)) is None:
            raise LawBroken("play ends", where, "")
        if game.conserved(state) != conserved:
            raise LawBroken("cards are conserved", where, "")
        decisions += taken
        longest = max(longest, taken)
        endings[result.ending] += 1
    return {"games": len(seeds), "decisions": decisions, "longest": longest, "endings": dict(endings)}


def _played(game: AnyGame, seats: int, options: dict[str, Json], seeds: range) -> Iterator[tuple[Any, int]]:
    """The end of each game, and the number of decisions."""
    if game.kernel is None:
        yield from (_by_rules(game, seats, options, seed) for seed in seeds)
        return
    start = game.start(options, seats)
    start.taping = 0
    state, out = game.kernel.state(), [0] * game.kernel.options_most
    if not numba_is_here():
        for seed in seeds:
            copy_into(state, start)
            yield state, _loop(game)(state, seed, [0], out, DECISIONS_MOST)
        return
    import numpy

    records = numpy.zeros(2, dtype_of(game.kernel.state))
    write_record(records[1], start)
    play, dice, room = _compiled(game.info.id), numpy.zeros(1, numpy.int64), numpy.array(out, numpy.int64)
    for seed in seeds:
        records[0] = records[1]
        taken = int(play(records[0], seed, dice, room, DECISIONS_MOST))
        read_record(records[0], state)
        yield state, taken


def _loop(game: AnyGame) -> Callable[..., int]:
    assert game.kernel is not None
    rules = game.kernel.rules
    doors = {"settle_luck": playout_of(rules).settle_luck, "legal": rules.legal, "apply": rules.apply}
    loop: Callable[..., int] = bind((play_within,), doors, rules.__name__)["play_within"]
    return loop


@cache
def _compiled(name: str) -> Callable[..., int]:
    loop = _loop(game_named(name))
    compiled: Callable[..., int] = compile_kernels([loop])[loop]
    return compiled


def _by_rules(game: AnyGame, seats: int, options: dict[str, Json], seed: int) -> tuple[Any, int]:
    """A bacchanal, without the events."""
    from triclinium.games.bacchanalia.rules import engine
    from triclinium.games.bacchanalia.rules.state import CHANCE_PHASES, OVER

    rng = random.Random(seed)
    state = game.start(options, seats)
    for decisions in range(DECISIONS_MOST):
        while state.phase in CHANCE_PHASES:
            offered, weights = engine.chance_options(state)
            engine.draw(state, rng.choices(offered, weights)[0])
        if state.phase == OVER:
            return state, decisions
        seat = rng.choice(state.owing)
        engine.take(state, seat, rng.choice(engine.options(state, seat)))
        state.tape.clear()
    return state, ENDLESS
