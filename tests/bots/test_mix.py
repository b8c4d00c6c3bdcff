"""A driver on the way from what it was before a lesson to what it was after it."""

from __future__ import annotations

import json
from typing import Any

import numpy
import pytest
from learning.mix import mixed

from triclinium.games.benhur.brain.weights import weights


def kept(value: float, size: int = 3, **record: Any) -> dict[str, Any]:
    written = numpy.frombuffer(json.dumps(record).encode(), numpy.uint8)
    return {"wish_race": numpy.full(size, value, numpy.float16), "record": written}


def test_it_lies_so_far_on_the_way_and_says_so() -> None:
    made = mixed(kept(1.0), kept(3.0, done=7), 0.25)
    assert made["wish_race"].tolist() == [1.5] * 3 and made["wish_race"].dtype == numpy.float16
    assert json.loads(bytes(made["record"])) == {"done": 7, "share_of_this_lesson": 0.25}


def test_nets_of_different_sizes_do_not_mix() -> None:
    with pytest.raises(ValueError, match="different sizes"):
        mixed(kept(1.0), kept(3.0, size=4), 0.5)


def test_the_driver_of_the_product_says_how_far_it_went() -> None:
    record = weights().record
    assert record["share_of_this_lesson"] == 0.25
    assert record["before"]["decisions"] > 200_000_000
