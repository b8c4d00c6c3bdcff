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
from triclinium.games.banquet.brain.belief import BIAS, look_at
from triclinium.games.banquet.brain.features import GAVE_TO, LAID, REMEMBERED
from triclinium.games.banquet.brain.rule_of_thumb import PICK_SLOTS, best_laying, note_cards
from triclinium.games.banquet.rules.cards import CALIGULA, GUESTS, PLACE_NAMES, RING
from triclinium.games.banquet.rules.state import NOTHING, State
from triclinium.games.banquet.views.history import COLUMNS
from triclinium.games.banquet.views.worlds import may_be

SEEN = BIAS
SEEN_NAMES = ("dishes", "wine", "presents", "daggers", "minus", "specials")

# Signs of a manner. First what its guest did in earlier rounds, as the history counts it, ...
LAYINGS = GAVE_TO
"""... what it laid where, ..."""
CALIGULAS = LAYINGS + REMEMBERED - LAID
"""... once more if the guest is Caligula, whose goal everybody knows, ..."""
GIVES = CALIGULAS + REMEMBERED - LAID
"""... whom it gave the Gift: Caligula, the left neighbour, or another. ..."""
BEFORE_IT = GIVES + 3
"""Then the cards before it by class (`belief.look_at`), ..."""
HOLDS = BEFORE_IT + SEEN
"""... its privileges: how many, how many times the rounds so far, whether none, ..."""
SUITS = HOLDS + 3
"""... and whether it has just picked what the rule of thumb would pick for a guest that may sit there, or for none."""
SIGNS = SUITS + 2
SIGN_NAMES = (
    *COLUMNS[:GAVE_TO],
    *COLUMNS[LAID:REMEMBERED],
    *(f"caligula_{name}" for name in COLUMNS[LAID:REMEMBERED]),
    "gave_to_caligula",
    "gave_to_neighbour",
    "gave_to_another",
    *(f"before_it_{name}" for name in SEEN_NAMES),
    "holds",
    "holds_long",
    "holds_none",
    "suits",
    "suits_nobody",
)

COMPANIES = ((0.03, 0.5), (0.6, 0.4), (0.97, 0.1))
"""The kinds of company: how many of the others play by rule of thumb, and how likely that is before anything is seen.
In the first, hardly anybody does."""


class Told(NamedTuple):
    """What each sign adds to the log-odds that a seat plays by rule of thumb."""

    weights: Any
    bias: float


class Manners(NamedTuple):
    told: Told
    record: dict[str, Any]

    def ratio(self, odds: float) -> float:
        """How much likelier the signs are of a seat that plays by rule of thumb than of another."""
        thumbs: float = self.record["share_of_thumbs"]
        return exp(min(odds, 30.0)) * (1 - thumbs) / thumbs


def thumbs_among(ratios: list[float]) -> list[float]:
    """How likely each of the others plays by rule of thumb. What is seen of one tells of all: those of one manner often
    sit together.
    """
    likely = [before * prod(1 + share * (ratio - 1) for ratio in ratios) for share, before in COMPANIES]
    now = [one / sum(likely) for one in likely]
    return [
        sum(one * share * ratio / (1 + share * (ratio - 1)) for one, (share, _) in zip(now, COMPANIES, strict=True))
        for ratio in ratios
    ]


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
def see_deeds(s: State, seat: int, counts: Any, signs: Any) -> None:
    """What the guest of a seat did in earlier rounds."""
    for column in range(GAVE_TO):
        signs[column] = counts[seat][column]
    for column in range(LAID, REMEMBERED):
        signs[LAYINGS + column - LAID] = counts[seat][column]
        if seat == s.caligula:
            signs[CALIGULAS + column - LAID] = counts[seat][column]
    for other in range(s.seats):
        whom = 0 if other == s.caligula else 1 if other == (seat + 1) % s.seats else 2
        signs[GIVES + whom] += counts[seat][GAVE_TO + other]


@kernel
def see_signs(s: State, seat: int, counts: Any, dealt: Any, cards: Any, out: Any, signs: Any) -> None:
    """What everybody can see of a seat's manner. `cards` has RING places and `out` has ROOM."""
    for sign in range(SIGNS):
        signs[sign] = 0
    if s.dealt_when[seat] == dealt[seat]:  # older counts are a former guest's
        see_deeds(s, seat, counts, signs)
    look_at(s, seat, cards)
    for number in range(SEEN):
        signs[BEFORE_IT + number] = cards[number]
    held = bits(s.privileges[seat])
    signs[HOLDS] = held
    signs[HOLDS + 1] = held * s.round
    signs[HOLDS + 2] = held == 0
    if seat == s.active and s.place[0] != NOTHING and s.place[1] != NOTHING and s.place[2] != NOTHING:
        signs[SUITS if suits_somebody(s, cards, out) else SUITS + 1] = 1


@kernel
def rule_odds(s: State, counts: Any, dealt: Any, told: Any, cards: Any, out: Any, signs: Any, odds: Any) -> None:
    """The log-odds of every seat that it plays by rule of thumb."""
    for seat in range(s.seats):
        see_signs(s, seat, counts, dealt, cards, out, signs)
        odds[seat] = told.bias
        for sign in range(SIGNS):
            odds[seat] += told.weights[sign] * signs[sign]
