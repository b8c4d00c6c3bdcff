"""How the learned player reads the others: what kind of player each is, which guest, and where the three cards lie.

The mind's own belief knows only players like itself and the rule of thumb. So it is asked first who plays like what
(by rule of thumb, keenly, loosely, or searching), and then what each kind would mean by what it did: so much of the
mind's belief, so much of the rule of thumb's, and a share of anything, because everybody slips. `learning/belief.py`
makes the weights from games of all kinds of players.

All functions take many looks at once, because learning needs that. At a table there is one.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from triclinium.core.decision import Seat
from triclinium.games.banquet.brain.features import FEATURES, SEAT_FEATURES
from triclinium.games.banquet.rules.cards import CALIGULA, GUESTS, SEATS_MOST
from triclinium.games.banquet.rules.codes import ASSIGNMENTS
from triclinium.games.banquet.rules.state import ASSIGN, NOTHING, PICK, State
from triclinium.games.banquet.rules.tape import CLASS_NUMBERS
from triclinium.games.banquet.views.worlds import may_be

OTHERS = SEATS_MOST - 1
SORT_OF = (0, 1, 1, 1, 2, 3, 4, 5, 5)
"""Guests of one sort lay their cards alike: Caligula, conspirators, Claudius, Vespasian, Messalina, Caesonia and
Agrippina."""
SORTS = 6
NEVER = -1e9
UNLIKELY = 1e-6


class Reading(NamedTuple):
    """The weights. After those of the players, the first index is the kind of player."""

    players_table: Any  # from `Inputs` to the kinds of players
    players_seat: Any
    players_bias: Any
    guests_lean: Any  # how much the mind's belief counts, and the rule of thumb's: powers of their chances
    guests_slip: Any  # the share of anything that is possible, as a logit
    layings_lean: Any
    layings_slip: Any
    layings_card: Any  # by place and kind of card: how likely it lies there
    layings_sort: Any  # by sort of guest, place and class of card


def read_reading(kept: Any) -> Reading | None:
    """The weights in an open `.npz` file, if they have been learned yet."""
    import numpy

    if f"reading_{Reading._fields[0]}" not in kept:
        return None
    return Reading(*(kept[f"reading_{name}"].astype(numpy.float32) for name in Reading._fields))


# --- What there is to guess -----------------------------------------------------------------------


def possible_guests(s: State, me: Seat, other: Seat) -> list[bool]:
    """Who can sit there, as far as a seat knows."""
    return [guest not in (CALIGULA, s.guest[me]) and bool(may_be(s, other, guest)) for guest in range(GUESTS)]


def layings_hidden(s: State, me: Seat) -> bool:
    """Whether three cards lie that somebody else has laid."""
    return me != s.active and NOTHING not in s.place and s.phase not in (PICK, ASSIGN)


# --- Kinds of players -----------------------------------------------------------------------------


class Inputs(NamedTuple):
    """What tells the kinds of players."""

    table: Any  # what the mind makes of the table, and what lies before the observer
    seats: Any  # by place: what lies before the seat and what its guest did, and the same of the rest of the company


def inputs_of(rows: Any, hidden: Any) -> Inputs:
    import numpy

    seats = rows[:, FEATURES - SEATS_MOST * SEAT_FEATURES : FEATURES].reshape(-1, SEATS_MOST, SEAT_FEATURES)
    others = seats[:, 1:]
    company = others.sum(1, keepdims=True) - others
    return Inputs(numpy.concatenate((hidden, seats[:, 0]), 1), numpy.concatenate((others, company), 2))


def players_of(reading: Reading, inputs: Inputs) -> Any:
    """By place: how likely the player is of each kind."""
    by_table, by_seat = inputs.table @ reading.players_table, inputs.seats @ reading.players_seat
    return shares_of(by_table[:, None] + by_seat + reading.players_bias)


# --- Guests ---------------------------------------------------------------------------------------


def guests_of(reading: Reading, told: Any, ruled: Any) -> Any:
    """By kind of player and guest: how likely that guest sits at a place if that kind of player does.

    `told` are the mind's logits of the guests, `ruled` the weights by rule of thumb, 0 for the impossible.
    """
    import numpy

    possible = ruled > 0
    anything = possible / numpy.maximum(1, possible.sum(-1, keepdims=True))
    return mixed(shares_of(guest_logits(reading, told, ruled)), anything[:, None], reading.guests_slip[:, None])


def guest_logits(reading: Reading, told: Any, ruled: Any) -> Any:
    import numpy

    possible = ruled > 0
    by_mind, by_rule = centred(told, possible), centred(numpy.log(numpy.maximum(ruled, 1)), possible)
    lean = reading.guests_lean[:, :, None]
    logits = lean[:, 0] * by_mind[:, None] + lean[:, 1] * by_rule[:, None]
    return numpy.where(possible[:, None], logits, NEVER)


# --- Layings --------------------------------------------------------------------------------------


def ways_of(cards: Any) -> Any:
    """The kinds of card at Discard, Keep and Gift, for each way to lay three cards."""
    return cards[:, list(map(list, ASSIGNMENTS))]


def told_of_ways(told: Any, ways: Any) -> Any:
    """The mind's logit of each way, from its logits by place and kind."""
    import numpy

    looks = numpy.arange(len(ways))[:, None]
    return sum(told[looks, at, ways[:, :, at]] for at in range(3))


def layings_of(reading: Reading, told: Any, ways: Any, ruled: Any, guests: Any) -> Any:
    """By kind of player and way: how likely the cards lie so, if this guest has laid them.

    `told` are the mind's logits of the ways, `ruled` the shares by rule of thumb for the guest; nothing but zeros if it
    says nothing.
    """
    return mixed(shares_of(laying_logits(reading, told, ways, ruled, guests)), 1 / 6, reading.layings_slip[:, None])


def laying_logits(reading: Reading, told: Any, ways: Any, ruled: Any, guests: Any) -> Any:
    import numpy

    by_rule = centred(numpy.log(numpy.maximum(ruled, 1)), numpy.ones_like(ruled, bool))
    by_mind = centred(told, numpy.ones_like(ruled, bool))
    lean = reading.layings_lean[:, :, None]
    logits = lean[:, 0] * by_mind[:, None] + lean[:, 1] * by_rule[:, None]
    sorts, classes = numpy.array(SORT_OF)[guests][:, None], numpy.array(CLASS_NUMBERS)[ways]
    for at in range(3):
        by_place = reading.layings_card[:, at, ways[:, :, at]] + reading.layings_sort[:, sorts, at, classes[:, :, at]]
        logits = logits + by_place.transpose(1, 0, 2)
    return logits


def kinds_by_guest(players: Any, guests: Any) -> Any:
    """By guest and kind: how likely it is that kind of player, if this is its guest. A guest also tells who plays."""
    import numpy

    weights = players * numpy.maximum(guests.T, UNLIKELY)
    weights[CALIGULA] = players  # he is no secret
    return weights / weights.sum(1, keepdims=True)


# --- Shares ---------------------------------------------------------------------------------------


def shares_of(logits: Any) -> Any:
    import numpy

    likely = numpy.exp(logits - logits.max(-1, keepdims=True))
    return likely / likely.sum(-1, keepdims=True)


def centred(logits: Any, possible: Any) -> Any:
    """Around the mean of what is possible, and zero elsewhere."""
    import numpy

    count = numpy.maximum(1, possible.sum(-1, keepdims=True))
    return numpy.where(possible, logits - (logits * possible).sum(-1, keepdims=True) / count, 0)


def mixed(likely: Any, anything: Any, slip: Any) -> Any:
    """Some of anything, because everybody slips."""
    import numpy

    share = 1 / (1 + numpy.exp(-slip))
    return (1 - share) * likely + share * anything
