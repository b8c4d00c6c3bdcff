"""What the lab counts in a bacchanal. Nobody wins it, so a happy end counts as a win."""

from __future__ import annotations

from triclinium.core.ledger import CARDS, ENDING, LENGTH, WINNERS, Ledger, Trait
from triclinium.games.bacchanalia.rules.cards import DEUS_NAMES, ENDINGS, HAPPY, OUTCOMES
from triclinium.games.bacchanalia.rules.state import State

ENDED = 1
OUTCOME = 2
SCENES = 3
ALL_ENDED = "all_ended"
WHY_ENDED = (ALL_ENDED, "one_left", "two_left", "parcae", "time")
"""What ended the game: every story found its end, or the sudden round did (BC-18)."""
SCENES_MOST = 60


def watch(s: State, seats: list[list[int]]) -> None:
    """Note every Deus that a seat holds."""
    for seat, held in enumerate(s.held):
        for deus, count in enumerate(held):
            if count:
                seats[seat][CARDS] |= 1 << deus


def close(s: State, game: list[int], seats: list[list[int]]) -> None:
    """Note how each story ended and how many scenes it took."""
    game[ENDING] = WHY_ENDED.index(s.sudden or ALL_ENDED)
    game[LENGTH] = s.turn
    game[WINNERS] = sum(1 << seat for seat in range(s.seats) if s.outcomes[seat] == HAPPY)
    for seat in range(s.seats):
        seats[seat][ENDED] = ENDINGS.index(s.ended[seat])
        seats[seat][OUTCOME] = OUTCOMES.index(s.outcomes[seat])
        seats[seat][SCENES] = min(s.scenes[seat], SCENES_MOST)


LEDGER = Ledger(
    endings=WHY_ENDED,
    length="turns",
    win="happy ends",
    traits=(
        Trait("ended", ENDINGS, "ending", outcome=True),
        Trait("outcome", OUTCOMES, "outcome", outcome=True),
        Trait("scenes", tuple(str(scenes) for scenes in range(SCENES_MOST + 1)), "", outcome=True),
    ),
    cards=DEUS_NAMES,
    watch=watch,
    close=close,
)
