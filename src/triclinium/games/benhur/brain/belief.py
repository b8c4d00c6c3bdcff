"""What others probably hold: accidents stay in a hand, speed cards are soon played.

Kernel functions. A world is dealt as in `views.worlds`, but the worse an accident and the longer the race, the likelier
it lies in a hand.
"""

from __future__ import annotations

from typing import Any

from triclinium.core.dice import below
from triclinium.core.kernel import kernel
from triclinium.games.benhur.rules.cards import DECKS, KINDS, SPEED_KINDS
from triclinium.games.benhur.rules.hands import has_horseshoe
from triclinium.games.benhur.rules.state import DRIVE, PLAY_ON, State
from triclinium.games.benhur.rules.verdicts import look

EARLY, MIDDLE, LATE = 2, 6, 14
"""The first rounds of the parts of a race."""
SPEED_WEIGHT = 10
WEIGHTS = (
    (10, 10, 10), (10, 10, 10),
    (20, 22, 26), (16, 18, 19),
    (20, 33, 42), (38, 53, 65),
    (20, 45, 80), (40, 90, 150),
)  # fmt: skip
"""How likely the accidents of range 1, 1-2 and 1-3 are held, beside a speed card: at the start, early, in the middle
and late, from the normal and from the risky deck. Counted in races of racers; the late ones are tempered, because other
drivers keep fewer.
"""


@kernel
def weight_of_kind(s: State, deck: int, kind: int, bare: bool) -> int:
    """How likely a card of a kind is held. `bare` rules out horseshoes."""
    if kind < SPEED_KINDS:
        return 0 if bare and has_horseshoe(kind) else SPEED_WEIGHT
    part = 0 if s.round < EARLY else 1 if s.round < MIDDLE else 2 if s.round < LATE else 3
    return WEIGHTS[part * DECKS + deck][kind - SPEED_KINDS]


@kernel
def imagine(s: State, seat: int, dice: Any) -> None:
    """Deal the others as many cards as they hold; cards known to have no horseshoe first, while there are any."""
    for round_of in range(2):
        for chariot in range(s.chariots):
            if chariot % s.seats == seat:
                continue
            for deck in range(DECKS):
                missing = s.bare[chariot][deck]
                if round_of:
                    missing = s.hand_size[chariot][deck]
                    for kind in range(KINDS):
                        missing -= s.hand[chariot][deck * KINDS + kind]
                for _ in range(missing):
                    deal_likely(s, chariot, deck, round_of == 0, dice)
    if s.phase == DRIVE or s.phase == PLAY_ON:
        look(s, s.chariot)


@kernel
def deal_likely(s: State, chariot: int, deck: int, bare: bool, dice: Any) -> None:
    """Deal one of the unseen cards by how likely it is held."""
    total = 0
    for kind in range(KINDS):
        total += s.pile[deck][kind] * weight_of_kind(s, deck, kind, bare)
    left = below(dice, total)
    for kind in range(KINDS):
        left -= s.pile[deck][kind] * weight_of_kind(s, deck, kind, bare)
        if left < 0:
            s.pile[deck][kind] -= 1
            s.hand[chariot][deck * KINDS + kind] += 1
            return
