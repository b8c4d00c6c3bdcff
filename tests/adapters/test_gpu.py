"""What the graphics card needs, as far as it can be tried without one: states moved number by number, arrays lent."""

from __future__ import annotations

import gc
import random

import numpy
import pytest

from triclinium.adapters import dlpack
from triclinium.adapters.gpu import GpuVector
from triclinium.adapters.vector import Vector
from triclinium.core.game import BadOptions
from triclinium.core.gpu import movers, numbers_in
from triclinium.core.kernel import numbers_of
from triclinium.games import game_named

each_game = pytest.mark.parametrize("game", ["banquet", "benhur"])


@each_game
def test_a_state_is_moved_out_and_back_number_by_number(game: str) -> None:
    kernel = game_named(game).kernel
    assert kernel is not None
    rng = random.Random(game)
    load, save = movers(kernel.state)
    cells = numpy.array([[rng.randrange(100) for _ in range(numbers_in(kernel.state))] for _ in range(3)], numpy.int16)
    state = kernel.state()
    load(state, cells, 1)
    again = numpy.zeros_like(cells)
    save(state, again, 2)
    assert again[2].tolist() == cells[1].tolist()
    told = [number for value in numbers_of(state).values() for number in numpy.ravel(value).tolist()]
    assert sorted(told)[-len(cells[1]) :] == sorted(cells[1].tolist()), "nothing is left out but what happened"


@each_game
def test_the_numbers_of_many_games_are_those_that_are_moved(game: str) -> None:
    tables = Vector(game, 2, 3, seed=4)
    for _ in range(20):
        tables.step(tables.random_actions())
    kernel = tables.table.kernel
    state = kernel.state()
    movers(kernel.state)[0](state, tables.numbers(), 1)
    assert tables.table.game.view(state, 0) == tables.view(1, 0)


def test_an_array_is_lent_without_a_copy_and_let_go_afterwards() -> None:
    array = numpy.asfortranarray(numpy.arange(12, dtype=numpy.int16).reshape(3, 4))
    lent = dlpack.Lent(array, array.ctypes.data, (dlpack.CPU, 0))
    taken = numpy.from_dlpack(lent)
    assert taken.tolist() == array.tolist() and numpy.shares_memory(taken, array)
    assert numpy.from_dlpack(lent.T).tolist() == array.T.tolist()
    del taken
    gc.collect()
    assert not dlpack._LENT


def test_a_capsule_that_nobody_takes_keeps_nothing_alive() -> None:
    array = numpy.zeros(3, numpy.float32)
    capsule = dlpack.Lent(array, array.ctypes.data, (dlpack.CPU, 0)).__dlpack__()
    assert len(dlpack._LENT) == 1
    del capsule
    gc.collect()
    assert not dlpack._LENT


def test_without_a_card_one_line_says_what_to_do() -> None:
    with pytest.raises(BadOptions, match=r"triclinium\[gpu\]|no NVIDIA card"):
        GpuVector("banquet", 8)


def test_no_games_are_refused() -> None:
    with pytest.raises(BadOptions, match="0 games"):
        GpuVector("banquet", 0)
