"""The learned judge: a small net says how likely a chariot's seat wins a race.

Kernel functions over arrays of weights (`weights`). The net corrects the estimate of `standing` by what it
sees (`senses`): it has learned from how races end.
"""

from __future__ import annotations

from math import exp
from typing import Any

from triclinium.bots.net import feed, rectify
from triclinium.core.kernel import kernel
from triclinium.core.piles import bits
from triclinium.games.benhur.brain.outlook import note_draws
from triclinium.games.benhur.brain.senses import sense
from triclinium.games.benhur.rules.state import OVER, State


@kernel
def correction(net: Any, row: Any, one: Any, two: Any) -> float:
    """What the net adds to the logit of the first estimate."""
    nought = net.first[0, 0] - net.first[0, 0]
    feed(row, len(row), net.first, net.first_bias, one, len(one))
    rectify(one, nought)
    feed(one, len(one), net.second, net.second_bias, two, len(two))
    rectify(two, nought)
    told = float(net.last_bias[0])
    for place in range(len(two)):
        told += two[place] * net.last[place, 0]
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
