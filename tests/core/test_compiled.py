"""One source: plain Python and compiled play the same games, action for action."""

from __future__ import annotations

import multiprocessing
from typing import Any

import numba
import numpy
import pytest

from sizes import PROOF, many
from triclinium.core.compiled import (
    _key_of,
    compile_kernels,
    compile_with,
    dtype_of,
    read_record,
    related,
    write_record,
)
from triclinium.core.dice import below, sow
from triclinium.core.kernel import copy_into, numbers_of
from triclinium.core.laws import option_sets
from triclinium.core.playout import OVER_NOW, playout_of
from triclinium.games.banquet.game import GAME
from triclinium.games.banquet.rules import engine as rules
from triclinium.games.banquet.rules.state import State
from triclinium.games.banquet.views import worlds
from triclinium.games.benhur.rules import engine as race_rules

GAMES_A_TABLE = many(12, 5000)
PLAYOUT = playout_of(rules)
FUNCTIONS: tuple[Any, ...] = (*PLAYOUT.functions, rules.legal, rules.apply, rules.asked, worlds.redeal, sow)


@pytest.fixture(scope="module")
def compiled():
    return compile_kernels(FUNCTIONS)


def without_tape(state):
    numbers = numbers_of(state)
    return {name: value for name, value in numbers.items() if name not in ("tape", "tape_used", "taping")}


@pytest.mark.parametrize("seats", GAME.info.seats)
def test_both_backends_agree_in_every_option_state_and_result(compiled, seats):
    twin = {function.__name__: compiled[function] for function in FUNCTIONS}
    records = numpy.zeros(1, dtype_of(State))
    record = records[0]
    plain, mirror = State(), State()
    for options in option_sets(GAME):
        start = GAME.start(options, seats)
        start.taping = 0
        for seed in range(GAMES_A_TABLE // 4):
            copy_into(plain, start)
            write_record(record, start)
            dice, fast_dice = [0], numpy.zeros(1, numpy.int64)
            out, fast_out = [0] * 64, numpy.zeros(64, numpy.int64)
            sow(dice, seed)
            twin["sow"](fast_dice, seed)
            while True:
                seat = PLAYOUT.settle_luck(plain, dice)
                assert twin["settle_luck"](record, fast_dice) == seat
                if seat == OVER_NOW:
                    break
                count = rules.legal(plain, seat, out)
                assert twin["legal"](record, seat, fast_out) == count
                assert fast_out[:count].tolist() == out[:count]
                assert fast_dice[0] == dice[0]
                code = out[below(dice, count)]
                fast_dice[0] = dice[0]
                rules.apply(plain, seat, code)
                twin["apply"](record, seat, code)
                read_record(record, mirror)
                assert without_tape(mirror) == without_tape(plain)


@pytest.mark.parametrize("seats", GAME.info.seats)
def test_whole_games_end_alike_over_thousands_of_seeds(compiled, seats):
    play_out = compiled[PLAYOUT.play_out]
    records = numpy.zeros(2, dtype_of(State))
    plain, mirror = State(), State()
    start = GAME.start({}, seats)
    start.taping = 0
    write_record(records[1], start)
    dice, fast_dice = [0], numpy.zeros(1, numpy.int64)
    out, fast_out = [0] * 64, numpy.zeros(64, numpy.int64)
    for seed in range(GAMES_A_TABLE * 10):
        copy_into(plain, start)
        records[0] = records[1]
        sow(dice, seed)
        fast_dice[0] = dice[0]
        assert play_out(records[0], fast_dice, fast_out) == PLAYOUT.play_out(plain, dice, out)
        read_record(records[0], mirror)
        assert without_tape(mirror) == without_tape(plain)
        assert fast_dice[0] == dice[0]


def test_guessed_worlds_agree(compiled):
    redeal = compiled[worlds.redeal]
    plain, mirror = State(), State()
    record = numpy.zeros(1, dtype_of(State))[0]
    for seed in range(many(60, 1000)):
        copy_into(plain, GAME.start({}, 4))
        plain.taping = 0
        dice = [0]
        sow(dice, seed)
        for _ in range(30):
            seat = PLAYOUT.settle_luck(plain, dice)
            if seat == OVER_NOW:
                break
            out = [0] * 64
            rules.apply(plain, seat, out[below(dice, rules.legal(plain, seat, out))])
        if PLAYOUT.settle_luck(plain, dice) == OVER_NOW:
            continue
        write_record(record, plain)
        fast_dice = numpy.array(dice, numpy.int64)
        assert worlds.redeal(plain, seed % 4, dice) == redeal(record, seed % 4, fast_dice)
        read_record(record, mirror)
        assert without_tape(mirror) == without_tape(plain)


def test_the_kernel_compiles_with_the_runtime_off():
    """Without Numba's runtime nothing can be allocated: a GPU backend stays open. In the proof, for a whole game."""
    twins = compile_with(numba.njit(_nrt=False), FUNCTIONS)
    plain, dice, out = GAME.start({}, 5), [0], [0] * 64
    plain.taping = 0
    sow(dice, 7)
    seat = PLAYOUT.settle_luck(plain, dice)
    record = numpy.zeros(1, dtype_of(State))[0]
    write_record(record, plain)
    fast_dice, fast_out = numpy.array(dice, numpy.int64), numpy.zeros(64, numpy.int64)
    assert twins[rules.legal](record, seat, fast_out) == rules.legal(plain, seat, out)
    if PROOF:
        assert twins[PLAYOUT.play_out](record, fast_dice, fast_out) > 0
        assert record["ending"] > 0
    assert twins[worlds.redeal](record, 0, fast_dice) == 1


def test_a_kernel_that_allocates_is_caught():
    def careless(n):
        return numpy.zeros(n)

    with pytest.raises(numba.core.errors.NumbaError):
        numba.njit(_nrt=False)(careless)(3)


def test_every_kernel_of_the_rules_is_reached():
    """What the doors call, however far away, is compiled with them."""
    names = {function.__name__ for function in related(FUNCTIONS).values()}
    assert {"settle", "sing_hymn", "play_privilege", "pour", "below", "may_return"} <= names


def test_what_is_compiled_for_one_caller_serves_every_other():
    """Its key is its own: it does not change with what else is compiled beside it."""
    alone, beside = {}, {}
    _key_of(PLAYOUT.play_out, beside)
    assert _key_of(rules.apply, alone) == beside[id(rules.apply)]


def compiled_here(both_are_here, told):
    """For a process of its own: which functions it had to compile."""
    twins = compile_kernels([rules.luck_total])
    record = numpy.zeros(1, dtype_of(State))[0]
    both_are_here.wait()
    twins[rules.luck_total](record)
    told.put([function.__name__ for function, twin in twins.items() if twin.stats.cache_misses])


def test_what_two_processes_need_at_once_is_compiled_once(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    fresh = multiprocessing.get_context("spawn")
    both_are_here, told = fresh.Barrier(2), fresh.SimpleQueue()
    processes = [fresh.Process(target=compiled_here, args=(both_are_here, told)) for _ in range(2)]
    for process in processes:
        process.start()
    compiled = told.get() + told.get()
    for process in processes:
        process.join()
    assert sorted(compiled) == sorted(function.__name__ for function in related([rules.luck_total]).values())


def test_compiled_code_is_not_mistaken_for_that_of_another_game_or_of_other_constants(monkeypatch):
    race = playout_of(race_rules).play_out
    assert race.__code__ is PLAYOUT.play_out.__code__
    before = _key_of(PLAYOUT.play_out, {})
    assert _key_of(race, {}) != before
    monkeypatch.setitem(PLAYOUT.settle_luck.__globals__, "CHANCE", -7)
    assert _key_of(PLAYOUT.play_out, {}) != before
