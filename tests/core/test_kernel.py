"""States of named whole numbers."""

from __future__ import annotations

from typing import Annotated

import pytest

from triclinium.core.dice import below, sow
from triclinium.core.kernel import copy_into, copy_of, kernel, kernels_of, numbers_of, state
from triclinium.core.piles import bit_at, bits, kind_at, pour


@state
class Cellar:
    cups: int
    shelf: Annotated[list[int], 3]
    racks: Annotated[list[list[int]], 2, 2]


def test_a_state_has_its_fields_and_no_others():
    cellar = Cellar()
    assert numbers_of(cellar) == {"cups": 0, "shelf": [0, 0, 0], "racks": [[0, 0], [0, 0]]}
    with pytest.raises(AttributeError):
        cellar.barrels = 1  # type: ignore[attr-defined]


def test_a_copy_is_apart():
    cellar = Cellar()
    cellar.racks[1][0] = 7
    other = copy_of(cellar)
    other.racks[1][0] = 8
    other.shelf[0] = 1
    assert cellar.racks[1][0] == 7
    assert cellar.shelf == [0, 0, 0]
    rows = other.racks
    copy_into(other, cellar)
    assert other.racks is rows
    assert numbers_of(other) == numbers_of(cellar)


def test_a_field_that_is_no_number_is_refused():
    with pytest.raises(TypeError, match="'label' must be int"):

        @state
        class Wrong:
            label: str


def test_a_kernel_is_the_function_itself():
    @kernel
    def pour_out(s):
        s.cups = 0

    cellar = Cellar()
    cellar.cups = 4
    pour_out(cellar)
    assert cellar.cups == 0
    assert pour_out in kernels_of(__name__)


def test_piles_count_kind_by_kind():
    pile = [2, 0, 1]
    assert [kind_at(pile, place) for place in range(3)] == [0, 0, 2]
    target = [1, 1, 1]
    pour(pile, target, 3)
    assert (pile, target) == ([0, 0, 0], [3, 1, 2])
    assert bits(0b1011) == 3
    assert [bit_at(0b1011, place) for place in range(3)] == [0, 1, 3]


def test_dice_are_even_and_repeatable():
    dice = [0]
    sow(dice, 1)
    first = [below(dice, 6) for _ in range(12_000)]
    sow(dice, 1)
    assert first == [below(dice, 6) for _ in range(12_000)]
    expected = 2000
    assert sum((first.count(face) - expected) ** 2 / expected for face in range(6)) < 20.5  # 5 degrees, 0.1 %


def test_neighbouring_seeds_give_unrelated_streams():
    openings = set()
    for seed in range(2000):
        dice = [0]
        sow(dice, seed)
        openings.add(tuple(below(dice, 93) for _ in range(4)))
    assert len(openings) == 2000
