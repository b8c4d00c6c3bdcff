"""What the graphics card needs, as far as it can be tried without one: programs on an emulated card, arrays lent."""

from __future__ import annotations

import gc
import random
from pathlib import Path
from typing import Any

import numpy
import pytest

from adapters.emulated import EmulatedCard, compiler
from triclinium.adapters import dlpack, gpu
from triclinium.adapters.gpu import GpuVector
from triclinium.adapters.gpu_kernels import Blocks
from triclinium.adapters.vector import Vector
from triclinium.core.compiled import packed_dtype
from triclinium.core.game import BadOptions
from triclinium.core.gpu import movers, numbers_in
from triclinium.core.kernel import numbers_of
from triclinium.games import game_named

each_game = pytest.mark.parametrize("game", ["banquet", "benhur"])
needs_compiler = pytest.mark.skipif(compiler() is None, reason="no C++ compiler is here")


@pytest.fixture
def card(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A card without a card, whose blocks are too small for all games and smaller than their warps."""
    made = EmulatedCard(tmp_path)
    monkeypatch.setattr(gpu, "card_here", lambda: made)
    monkeypatch.setattr(gpu, "STEPPING", Blocks(36, 2))
    monkeypatch.setattr(gpu, "PLAYING", Blocks(36, 2))


def assert_same(ours: GpuVector, theirs: Vector) -> None:
    """Both play the same games, number for number."""
    assert (ours.numbers() == theirs.numbers()).all()
    assert (ours._dice == theirs._dice[: theirs.games]).all()
    for name in ("seats", "masks", "done", "rewards"):
        assert (numpy.asarray(getattr(ours, name)) == getattr(theirs, name)).all(), name
    assert (numpy.asarray(ours.observations()) == theirs.observations()).all()


@pytest.mark.long
@needs_compiler
@each_game
@pytest.mark.usefixtures("card")
def test_the_card_plays_the_games_of_the_processor(game: str) -> None:
    ours, theirs = GpuVector(game, 50, 4, seed=3), Vector(game, 50, 4, seed=3)
    for _ in range(70):
        assert_same(ours, theirs)
        actions = ours.random_actions()
        assert (actions == theirs.random_actions()).all()
        ours.step(actions)
        theirs.step(actions)
    assert ours.check() == theirs.played > 0
    ours.reset(3)
    ours.play(70)
    assert (ours.numbers() == theirs.numbers()).all() and (ours._dice == theirs._dice[:50]).all()
    assert ours.check() == theirs.played


@needs_compiler
@pytest.mark.usefixtures("card")
@pytest.mark.parametrize(("game", "bot"), [("banquet", "thumb"), ("benhur", "safe")])
def test_bots_on_the_card_answer_as_on_the_processor(game: str, bot: str) -> None:
    settings: Any = {"seed": 5, "learner": 1, "bot": bot}
    ours, theirs = GpuVector(game, 20, 3, **settings), Vector(game, 20, 3, **settings)
    for _ in range(8):
        assert_same(ours, theirs)
        actions = theirs.random_actions()
        assert (ours.random_actions() == actions).all()
        ours.step(actions.astype(numpy.int32))
        theirs.step(actions)
    assert_same(ours, theirs)


@needs_compiler
@pytest.mark.usefixtures("card")
def test_an_action_outside_its_mask_changes_nothing_and_is_told() -> None:
    tables = GpuVector("banquet", 40, 4, seed=3)
    before, actions = tables.numbers(), tables.random_actions()
    actions[37] = tables.table.codes
    tables.step(actions)
    after = tables.numbers()
    assert (after[37] == before[37]).all() and (after != before).any(axis=1).sum() == 39
    with pytest.raises(ValueError, match="game 37"):
        tables.check()
    with pytest.raises(ValueError, match="40 games"):
        tables.step(actions[:5])


@each_game
def test_small_fields_hold_every_number_of_thousands_of_games(game: str) -> None:
    tables = Vector(game, 2000, 4, seed=6)
    kind = packed_dtype(tables.table.kernel.state)
    assert kind.itemsize % 8 == 4
    for number in range(160 if game == "banquet" else 80):
        tables.step(tables.random_actions())
        if number % 16 == 0:
            for name in kind.names:
                wide = tables._states[:2000][name]
                assert (wide.astype(kind[name].base) == wide).all(), name
    assert tables.played > 200


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
    movers(kernel.state)[0](state, tables.numbers().astype(object), 1)  # the plain rules want Python's own numbers
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
