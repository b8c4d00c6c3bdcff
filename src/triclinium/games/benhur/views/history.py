"""What everybody saw each chariot do: from the state into a view, and back.

The discards show which cards were played, but not by whom or how; fights leave no trace on the sand.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from triclinium.core.decision import Json
from triclinium.games.benhur.rules.cards import CARD_NAMES
from triclinium.games.benhur.rules.state import State
from triclinium.games.benhur.rules.tape import DEED_NAMES, PLAY, PLAYED, PLAYS

COLUMNS = (
    "drove",
    "reined_in",
    "accidents",
    "accidents_good",
    "rams",
    "rams_won",
    "whips",
    "whips_won",
    "turns_lost",
    "hands_exchanged",
)
"""The counts of a chariot, in order."""


def last_turn(s: State, chariot: int) -> list[Json]:
    """The cards of a chariot's last turn: what it did with each, which card, and how it steered."""
    row = s.history[chariot]
    return [
        [DEED_NAMES[row[at]], CARD_NAMES[row[at + 1]], row[at + 2], row[at + 3]]
        for at in range(PLAYS, PLAYS + PLAY * row[PLAYED], PLAY)
    ]


def read_history(s: State, seen: Mapping[str, Any]) -> None:
    """Read a view's history into a state."""
    for chariot, shown in enumerate(seen["chariots"]):
        s.history_counts[chariot][:] = shown["counts"]
        row = s.history[chariot]
        row[PLAYED] = len(shown["last_turn"])
        for number, (deed, card, a, b) in enumerate(shown["last_turn"]):
            at = PLAYS + PLAY * number
            row[at : at + PLAY] = DEED_NAMES.index(deed), CARD_NAMES.index(card), a, b
