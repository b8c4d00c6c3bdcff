"""A banquet small enough to be solved: ten cups of poison and no privileges.

Whoever takes a cup is out, and the third guest to go ends the game. All rules hold, guests are hidden as ever, and it
is over after two or three rounds. Cards that are alike are offered once, which leaves the game as it is: the whole tree
for three has 96,700 nodes.
"""

from __future__ import annotations

from collections.abc import Sequence

from triclinium.core.decision import Json
from triclinium.games.banquet.rules.cards import KIND_NAMES, POISON, RING
from triclinium.games.banquet.rules.codes import ASSIGN_CODES, ASSIGNMENTS, PICKS
from triclinium.games.banquet.rules.deck import STANDARD_DECK, counts_and_values
from triclinium.games.banquet.rules.state import ASSIGN, PICK, State

SEATS = 3
CUPS = 10
DEADLY = 11
"""More than any belt holds."""


def _deck() -> Json:
    assert isinstance(STANDARD_DECK, dict)
    _, values = counts_and_values(STANDARD_DECK)
    cards: dict[str, Json] = {kind: [0, value] for kind, value in zip(KIND_NAMES, values, strict=True)}
    return {"name": "ten cups of poison", "cards": {**cards, KIND_NAMES[POISON]: [CUPS, DEADLY]}}


OPTIONS: dict[str, Json] = {"deck": _deck(), "privileges": "none"}
ANSWERS_MOST = 80


def distinct(s: State, codes: Sequence[int]) -> list[int]:
    """The codes without those that pick or lay the same kinds of cards as an earlier one."""
    if s.phase not in (PICK, ASSIGN):
        return list(codes)
    first: dict[tuple[int, ...], int] = {}
    for code in codes:
        first.setdefault(_kinds(s, code), code)
    return list(first.values())


def _kinds(s: State, code: int) -> tuple[int, ...]:
    if s.phase == PICK:
        return tuple(sorted(s.ring[place] for place in range(RING) if (PICKS[code] >> place) & 1))
    return tuple(s.picked[card] for card in ASSIGNMENTS[code - ASSIGN_CODES])
