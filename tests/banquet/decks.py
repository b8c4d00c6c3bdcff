"""Decks for the tests, so that tuning the deck of the product changes no test of the rules."""

from __future__ import annotations

from typing import Any

from triclinium.games.banquet.rules.cards import DAGGER, FIRST_PRESENT, FIRST_WINE, KIND_NAMES

DECK: dict[str, Any] = {
    "name": "the deck of the scenes",
    "cards": {
        **{kind: [3, value] for kind, value in zip(KIND_NAMES[:FIRST_WINE], (1, 1, 2, 2, 2, 3, 3, 3, 4), strict=True)},
        "small_cup": [5, 1],
        "cup": [7, 2],
        "amphora": [3, 3],
        "poison": [5, 7],
        **{kind: [3, 0] for kind in KIND_NAMES[FIRST_PRESENT:DAGGER]},
        "dagger": [8, 0],
        "feather": [4, -3],
        "dance": [3, -2],
        "bill": [3, -1],
        "doze": [3, -2],
        "food_taster": [3, 0],
        "umbra": [2, 0],
        "hymn": [2, 0],
    },
}
"""The first reconstruction, as it stood when the tests were written."""


def deck_of(**counts: int) -> dict[str, Any]:
    """A deck with only these kinds, at the values of the scenes' deck."""
    return {
        "name": "a small deck",
        "cards": {kind: [counts.get(kind, 0), row[1]] for kind, row in DECK["cards"].items()},
    }
