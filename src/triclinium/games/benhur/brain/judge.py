"""The learned judge: a small net says how likely a chariot's seat wins a race.

Kernel functions over arrays of weights, which `learning/` makes. The net corrects the estimate of `standing` by what it
sees (`senses`): it has learned from how races end.
"""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from math import exp
from typing import Any, NamedTuple

from triclinium.core.kernel import kernel
from triclinium.core.piles import bits
from triclinium.games.benhur.brain.outlook import note_draws
from triclinium.games.benhur.brain.senses import ROW, sense
from triclinium.games.benhur.rules.codes import OPTIONS_MOST
from triclinium.games.benhur.rules.state import OVER, State


class Net(NamedTuple):
    """The weights of the judge, a row for each input."""

    first: Any
    first_bias: Any
    second: Any
    second_bias: Any
    last: Any
    last_bias: Any


class Room(NamedTuple):
    """Arrays to think in."""

    row: Any
    one: Any
    two: Any
    notes: Any


class Weights(NamedTuple):
    net: Net
    record: dict[str, Any]


def room(net: Net) -> Room:
    import numpy

    return Room(
        numpy.zeros(ROW, numpy.float32),
        numpy.zeros(len(net.first_bias), numpy.float32),
        numpy.zeros(len(net.second_bias), numpy.float32),
        numpy.zeros(OPTIONS_MOST, numpy.int64),
    )


@cache
def weights() -> Weights:
    """The weights that come with the game."""
    with files(__package__).joinpath("benhur.npz").open("rb") as file:
        return read_weights(file)


def read_weights(file: Any) -> Weights:
    import numpy

    with numpy.load(file) as kept:
        net = Net(*(kept[name].astype(numpy.float32) for name in Net._fields))
        return Weights(net, json.loads(kept["record"].tobytes()))


@kernel
def correction(net: Any, row: Any, one: Any, two: Any) -> float:
    """What the net adds to the logit of the first estimate."""
    nought = net.first[0, 0] - net.first[0, 0]  # a zero of their own precision, so that nothing widens
    for unit in range(len(one)):
        one[unit] = net.first_bias[unit]
    for unit in range(len(two)):
        two[unit] = net.second_bias[unit]
    for place in range(len(row)):
        value = row[place]
        if value != 0:
            weight = net.first[place]
            for unit in range(len(one)):
                one[unit] += value * weight[unit]
    for place in range(len(one)):
        value = max(one[place], nought)
        if value != 0:
            weight = net.second[place]
            for unit in range(len(two)):
                two[unit] += value * weight[unit]
    told = float(net.last_bias[0])
    for place in range(len(two)):
        told += max(two[place], nought) * net.last[place, 0]
    return told


@kernel
def judged(s: State, chariot: int, waiting: int, chart: Any, book: Any, net: Any, r: Any) -> float:
    """How likely the seat of a chariot wins, by what that seat knows; after the game, its share of the win.

    `waiting` is the deck that the chariot draws from next, or NOT_WAITING.
    """
    if s.phase == OVER:
        return 1.0 / bits(s.winners) if (s.winners >> (chariot % s.seats)) & 1 else 0.0
    note_draws(s, chariot % s.seats, r.notes)
    sense(s, chariot, waiting, chart, book, r.notes, r.row)
    return 1.0 / (1.0 + exp(-r.row[0] - correction(net, r.row, r.one, r.two)))
