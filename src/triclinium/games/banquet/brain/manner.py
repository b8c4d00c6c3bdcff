"""The manner of a guest: whether a seat seems to play by rule of thumb, or rather as the learned mind does.

Every deed that the table remembers of a seat (`memory`) adds to the odds of the one or the other. What it has just
picked tells most, because the rule of thumb always picks what suits some guest best. `learning/manners.py` finds how
much each deed says, and `manners.json` keeps it.
"""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from math import exp, prod
from typing import Any, NamedTuple

from triclinium.core.kernel import kernel
from triclinium.core.piles import bits
from triclinium.games.banquet.brain.features import GAVE_TO, LAID, REMEMBERED
from triclinium.games.banquet.brain.rule_of_thumb import PICK_SLOTS, best_laying, note_cards
from triclinium.games.banquet.rules.cards import CALIGULA, GUESTS, PLACE_NAMES, RING
from triclinium.games.banquet.rules.state import NOTHING, State
from triclinium.games.banquet.views.history import COLUMNS
from triclinium.games.banquet.views.worlds import may_be

DEEDS = REMEMBERED - LAID + GAVE_TO
"""The counts of a seat, but not to whom it gave the Gift."""
SUITS = DEEDS
"""It has just picked what the rule of thumb would pick for one of the guests that may sit there, ..."""
SUITS_NOBODY = DEEDS + 1
"""... or for none of them. Neither, if there is no pick to see."""
KEEPS = DEEDS + 2
"""How many privileges it still holds, times the rounds so far."""
SIGNS = DEEDS + 3
SIGN_NAMES = (*COLUMNS[:GAVE_TO], *COLUMNS[LAID:REMEMBERED], "suits", "suits_nobody", "keeps")


FEW, HALF, MOST = 0.03, 0.5, 0.97
"""How many of the others may play by rule of thumb, ..."""
BEFORE = (0.5, 0.25, 0.25)
"""... and how likely each of that is where nothing has been seen."""
MIND_MOST = 0.5
"""The share of a move's worth that the mind and the judge tell where hardly anybody plays by rule of thumb."""


class Company(NamedTuple):
    """How the others seem to play."""

    thumbs: list[float]
    """How likely each of them plays by rule of thumb."""
    mind: float
    """The share of a move's worth that the mind should tell."""


class Told(NamedTuple):
    """What each sign adds to the log-odds that a seat plays by rule of thumb."""

    weights: Any
    bias: float


class Manners(NamedTuple):
    told: Told
    record: dict[str, Any]

    def ratio(self, odds: float) -> float:
        """How much likelier the signs are of a seat that plays by rule of thumb than of another."""
        thumbs = self.record["share_of_thumbs"]
        return exp(min(odds, 30.0)) * (1 - thumbs) / thumbs


def company_of(ratios: list[float]) -> Company:
    """Put together what is seen of each: people of one manner often sit together."""
    likely = [before * prod(1 + share * (ratio - 1) for ratio in ratios)
              for share, before in zip((FEW, HALF, MOST), BEFORE, strict=True)]  # fmt: skip
    of = [one / sum(likely) for one in likely]
    thumbs = [
        sum(now * share * ratio / (1 + share * (ratio - 1)) for now, share in zip(of, (FEW, HALF, MOST), strict=True))
        for ratio in ratios
    ]
    return Company(thumbs, MIND_MOST * of[0])


@cache
def manners() -> Manners:
    """What comes with the game."""
    return read_manners(files(__package__).joinpath("manners.json").read_text(encoding="utf-8"))


def read_manners(text: str) -> Manners:
    import numpy

    kept = json.loads(text)
    told = Told(numpy.array([kept["weights"][name] for name in SIGN_NAMES]), float(kept["bias"]))
    return Manners(told, kept["record"])


@kernel
def suits_somebody(s: State, cards: Any, out: Any) -> bool:
    """Whether the rule of thumb would pick the three cards of this round for a guest that may sit at the lead."""
    left = len(PLACE_NAMES)
    for place in range(left):
        cards[place] = s.place[place]
    for slot in range(RING):
        if s.ring[slot] != NOTHING:
            cards[left] = s.ring[slot]
            left += 1
    for guest in range(GUESTS):
        if (guest == CALIGULA) == (s.active == s.caligula) and may_be(s, s.active, guest):
            note_cards(s, s.active, guest, cards, left, out)
            picked = best_laying(out, 0, 1, 2)
            best = True
            for code in range(1, len(PICK_SLOTS)):
                slots = PICK_SLOTS[code]
                if slots[2] < left and best_laying(out, slots[0], slots[1], slots[2]) > picked:
                    best = False
                    break
            if best:
                return True
    return False


@kernel
def see_signs(s: State, seat: int, counts: Any, dealt: Any, cards: Any, out: Any, signs: Any) -> None:
    """What everybody can see of a seat's manner. `cards` has RING places and `out` has ROOM."""
    own = s.dealt_when[seat] == dealt[seat]
    for column in range(GAVE_TO):
        signs[column] = counts[seat][column] if own else 0
    for column in range(LAID, REMEMBERED):
        signs[column - LAID + GAVE_TO] = counts[seat][column] if own else 0
    signs[SUITS] = 0
    signs[SUITS_NOBODY] = 0
    if seat == s.active and s.place[0] != NOTHING and s.place[1] != NOTHING and s.place[2] != NOTHING:
        if suits_somebody(s, cards, out):
            signs[SUITS] = 1
        else:
            signs[SUITS_NOBODY] = 1
    signs[KEEPS] = bits(s.privileges[seat]) * s.round


@kernel
def rule_odds(s: State, counts: Any, dealt: Any, told: Any, cards: Any, out: Any, signs: Any, odds: Any) -> None:
    """The log-odds of every seat that it plays by rule of thumb."""
    for seat in range(s.seats):
        see_signs(s, seat, counts, dealt, cards, out, signs)
        odds[seat] = told.bias
        for sign in range(SIGNS):
            odds[seat] += told.weights[sign] * signs[sign]
