"""What the learned driver and its judge have learned, and the arrays that they think in.

`learning/` makes the weights. They are kept in half precision, with the record of the learning.
"""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

from triclinium.bots.net import Layers, read_layers
from triclinium.games.benhur.brain.marks import MARKS
from triclinium.games.benhur.brain.moves import CHOICES_MOST
from triclinium.games.benhur.brain.senses import ROW
from triclinium.games.benhur.rules.codes import OPTIONS_MOST


class Wishes(NamedTuple):
    """The weights of the driver: the first layer sees the race and an answer."""

    race: Any
    answer: Any
    first_bias: Any
    second: Any
    second_bias: Any
    last: Any
    last_bias: Any


class Weights(NamedTuple):
    judge: Layers
    wishes: Wishes
    record: dict[str, Any]


class Room(NamedTuple):
    """Arrays to think in."""

    row: Any
    """What is seen of the race, ..."""
    one: Any
    two: Any
    """... and the hidden layers of the judge."""
    notes: Any
    codes: Any
    """The answers to choose from, ..."""
    worths: Any
    hits: Any
    marks: Any
    base: Any
    """... what the racer likes about them, ..."""
    wishes: Any
    """... and what the driver likes."""
    seen: Any
    first: Any
    second: Any
    """Its hidden layers: what it sees of the race alone, and with an answer."""


def room(judge: Layers, wishes: Wishes) -> Room:
    import numpy

    def numbers(*shape: int) -> Any:
        return numpy.zeros(shape, numpy.float32)

    def whole(size: int) -> Any:
        return numpy.zeros(size, numpy.int64)

    seen, second = len(wishes.first_bias), len(wishes.second_bias)
    return Room(
        row=numbers(ROW),
        one=numbers(len(judge.first_bias)),
        two=numbers(len(judge.second_bias)),
        notes=whole(OPTIONS_MOST),
        codes=whole(CHOICES_MOST),
        worths=whole(CHOICES_MOST),
        hits=whole(CHOICES_MOST),
        marks=numbers(CHOICES_MOST, MARKS),
        base=numbers(CHOICES_MOST),
        wishes=numbers(CHOICES_MOST),
        seen=numbers(seen),
        first=numbers(seen),
        second=numbers(second),
    )


@cache
def weights() -> Weights:
    """The weights that come with the game."""
    with files(__package__).joinpath("benhur.npz").open("rb") as file:
        return read_weights(file)


def read_weights(file: Any) -> Weights:
    import numpy

    with numpy.load(file) as kept:
        wishes = Wishes(*(kept[f"wish_{name}"].astype(numpy.float32) for name in Wishes._fields))
        return Weights(read_layers(kept), wishes, json.loads(kept["record"].tobytes()))
