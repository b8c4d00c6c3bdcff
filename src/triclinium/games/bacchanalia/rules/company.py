"""Help for talk round the table: names to choose from, ideas for each other, questions out of turn, characters who stay
when their card has gone, and when the feast heats up.
"""

from __future__ import annotations

import json

from triclinium.core.decision import Json
from triclinium.games.bacchanalia.manifest import MANIFEST
from triclinium.games.bacchanalia.rules import state as phases
from triclinium.games.bacchanalia.rules.cards import AMANS, CARD_NAMES, DEUS_KINDS, DEUS_NAMES, VINUM, questions_of
from triclinium.games.bacchanalia.rules.state import State

OUTLINED = ("amans", "accusator")
"""Characters that everybody sketches together before their player introduces them."""
PEOPLE = ("who", *OUTLINED)
CLIMBS = ("bacchus", "vinum")
"""Entries in which the feast climbs one step."""
ROMAN_NAMES: dict[str, list[str]] = json.loads(
    MANIFEST.folder("words").joinpath("narration/names.json").read_text(encoding="utf-8")
)
"""Names to choose from, for women and for men."""
AFTER_TURN = (phases.LEAVE_BACCHUS, phases.CLOCK, phases.OVER)


def names_left(s: State) -> Json:
    """The names that nobody in the story has yet."""
    taken = {name for seat in s.names for name in seat.values()}
    return {kind: [name for name in names if name not in taken] for kind, names in ROMAN_NAMES.items()}


def lingering(s: State) -> list[str]:
    """The Deus whose characters were in one's own scenes but whose cards one no longer holds: they may stay (step
    7).

    The Amans has a fact of its own (BC-16), and wine is everywhere.
    """
    own = [passage for passage in s.story if passage.seat == s.active and passage.turn < s.turn]
    shown = {str(passage.cards.get(part)) for passage in own for part in ("ruling", "took")}
    shown |= {str(mark.deus) for passage in own for mark in passage.marks}
    return [
        CARD_NAMES[deus]
        for deus in range(DEUS_KINDS)
        if DEUS_NAMES[deus] in shown and not s.held[s.active][deus] and deus not in (AMANS, VINUM, s.ruling, s.took)
    ]


def takes_first_step(s: State, entry: str) -> bool:
    """Whether only the first signs of the feast were told so far, by the first player. They do not count as a step."""
    if entry not in CLIMBS or s.story[0].seat != s.active:
        return False
    return not any(passage.seat == s.active and passage.cards.get("entry") in CLIMBS for passage in s.story)


def meanwhile(s: State) -> list[Json]:
    """What all others may do during this turn without being asked. Nothing waits for it (BC-13)."""
    if s.turn == 0 or s.phase in AFTER_TURN:
        return []
    items: list[Json] = []
    if s.phase == phases.INTRODUCTION and (part := questions_of(s.edition)[s.question]) in OUTLINED:
        items.append({"key": "guidance.suggest", "arguments": {"seat": s.active, "part": part}})
    items.append({"key": "guidance.ask_freely", "arguments": {"seat": s.active}})
    return items
