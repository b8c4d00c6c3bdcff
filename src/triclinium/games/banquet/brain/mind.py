"""The learned mind: what its net says to a question, as kernel functions over arrays of weights.

It sees what its seat sees; it answers and believes. `learning/` makes the weights, and their file tells how.
"""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from itertools import combinations
from math import exp, log
from typing import Any, NamedTuple

from triclinium.bots.net import Layers, feed, read_layers, rectify
from triclinium.core.dice import below
from triclinium.core.kernel import kernel
from triclinium.games.banquet.brain.features import FEATURES, JUDGED, cards_at_hand, features, relative_code
from triclinium.games.banquet.brain.reading import Reading, read_reading
from triclinium.games.banquet.brain.rule_of_thumb import ROOM
from triclinium.games.banquet.rules.cards import GUESTS, KINDS, RING, SEATS_MOST
from triclinium.games.banquet.rules.codes import (
    ASSIGN_CODES,
    ASSIGNMENTS,
    LEAVE_GIFT,
    OPTIONS_MOST,
    PASS_ROUND,
)
from triclinium.games.banquet.rules.engine import legal
from triclinium.games.banquet.rules.state import ASSIGN, PICK, State

PICK_SLOTS = tuple(combinations(range(RING), 3))
WISHES = 0
"""Where the outputs of the mind begin: its wish for each kind at each place, ..."""
REST = 3 * KINDS
"""... the other answers, ..."""
BELIEVED = REST + 28
"""... the others' guests, ..."""
LYING = BELIEVED + (SEATS_MOST - 1) * GUESTS
"""... and each kind at each place, as others laid them."""
OUTPUTS = LYING + 3 * KINDS
NEVER = -1e9
FINE = 1 << 24
"""How finely chances are drawn."""


class Room(NamedTuple):
    """Arrays to think in."""

    row: Any
    cards: Any
    one: Any
    two: Any
    told: Any
    listed: Any
    logits: Any


def room(hidden: int) -> Room:
    import numpy

    return Room(
        numpy.zeros(JUDGED, numpy.float32),
        numpy.zeros(RING, numpy.int8),
        numpy.zeros(hidden, numpy.float32),
        numpy.zeros(hidden, numpy.float32),
        numpy.zeros(OUTPUTS, numpy.float32),
        numpy.zeros(ROOM, numpy.int64),
        numpy.zeros(OPTIONS_MOST, numpy.float64),
    )


class Weights(NamedTuple):
    mind: Layers
    judge: Layers
    record: dict[str, Any]
    reading: Reading | None


@cache
def weights() -> Weights:
    """The weights that come with the game."""
    with files(__package__).joinpath("banquet.npz").open("rb") as file:
        return read_weights(file)


def read_weights(file: Any) -> Weights:
    import numpy

    with numpy.load(file) as kept:
        record = json.loads(kept["record"].tobytes())
        return Weights(read_layers(kept, "mind_"), read_layers(kept, "judge_"), record, read_reading(kept))


@kernel
def pass_through(net: Any, row: Any, size: int, one: Any, two: Any, told: Any, outputs: int) -> None:
    """The first so many outputs of a net for a row of small numbers, most of which are zero."""
    hidden = len(one)
    nought = net.first[0, 0] - net.first[0, 0]
    feed(row, size, net.first, net.first_bias, one, hidden)
    rectify(one, nought)
    feed(one, hidden, net.second, net.second_bias, two, hidden)
    rectify(two, nought)
    for unit in range(hidden):
        two[unit] += one[unit]
    feed(two, hidden, net.last, net.last_bias, told, outputs)


@kernel
def wish(r: Any, discard: int, keep: int, gift: int) -> float:
    """The logit of laying three of the cards at hand in this way."""
    told = r.told
    cards = r.cards
    return float(told[cards[discard]]) + float(told[KINDS + cards[keep]]) + float(told[2 * KINDS + cards[gift]])


@kernel
def logit_of(s: State, me: int, code: int, r: Any) -> float:
    """The logit of an answer, after the net has spoken."""
    if s.phase == PICK:
        slots = PICK_SLOTS[code]
        most = NEVER
        for way in range(6):
            laid = ASSIGNMENTS[way]
            most = max(most, wish(r, slots[laid[0]], slots[laid[1]], slots[laid[2]]))
        total = 0.0
        for way in range(6):
            laid = ASSIGNMENTS[way]
            total += exp(wish(r, slots[laid[0]], slots[laid[1]], slots[laid[2]]) - most)
        return most + log(total)
    if s.phase == ASSIGN:
        laid = ASSIGNMENTS[code - ASSIGN_CODES]
        return wish(r, laid[0], laid[1], laid[2])
    return float(r.told[REST + relative_code(s, me, code) - LEAVE_GIFT])


@kernel
def think(s: State, me: int, counts: Any, dealt: Any, mind: Any, r: Any, outputs: int) -> None:
    """Let the mind look at a question."""
    features(s, me, counts, dealt, r.row)
    cards_at_hand(s, r.cards)
    pass_through(mind, r.row, FEATURES, r.one, r.two, r.told, outputs)


@kernel
def weigh_all(s: State, me: int, counts: Any, dealt: Any, mind: Any, r: Any) -> int:
    """List the possible answers with their logits; return how many. Passing for the whole round is none of them."""
    n = legal(s, me, r.listed)
    kept = 0
    for place in range(n):
        if r.listed[place] != PASS_ROUND:
            r.listed[kept] = r.listed[place]
            kept += 1
    if kept > 1:
        think(s, me, counts, dealt, mind, r, BELIEVED)
        for place in range(kept):
            r.logits[place] = logit_of(s, me, r.listed[place], r)
    return kept


@kernel
def learned_answer(
    s: State, me: int, counts: Any, dealt: Any, mind: Any, r: Any, warmth: float, dice: list[int]
) -> int:
    """An answer drawn by its chance; the colder, the more surely the likeliest. Without warmth, the likeliest."""
    n = weigh_all(s, me, counts, dealt, mind, r)
    if n == 1:
        return int(r.listed[0])
    best = 0
    for place in range(1, n):
        if r.logits[place] > r.logits[best]:
            best = place
    if warmth <= 0:
        return int(r.listed[best])
    most = r.logits[best]
    total = 0.0
    for place in range(n):
        r.logits[place] = exp((r.logits[place] - most) / warmth)
        total += r.logits[place]
    drawn = total * below(dice, FINE) / FINE
    place = 0
    while place < n - 1 and drawn >= r.logits[place]:
        drawn -= r.logits[place]
        place += 1
    return int(r.listed[place])
