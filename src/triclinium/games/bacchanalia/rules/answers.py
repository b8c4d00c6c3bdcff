"""Answers as messages: which fields each kind has, and the reading of seats and cards."""

from __future__ import annotations

from triclinium.core.decision import Answer, Json, Malformed
from triclinium.core.record import one_line
from triclinium.games.bacchanalia.rules.cards import CARD_NAMES, ELEMENTS
from triclinium.games.bacchanalia.rules.state import State
from triclinium.games.bacchanalia.rules.texts import FORMS, WRITTEN

FIELDS: dict[str, set[str]] = {
    "hand": {"card", "to"},
    "introduce": {"words", "name"},
    "arrive": {"words"},
    "draw": set(),
    "leave": set(),
    "sacrifice": {"card"},
    "pass_bacchus": {"to"},
    "put": {"card"},
    "take": {"card", "from"},
    "leave_to_chance": set(),
    "end": {"ruling", "outcome", "twists"},
    "tell": {"words", "place", "with_amans", "marks", "meets"},
    "lock": {"card", "of", "element", "words"},
    "no_lock": set(),
    "ask": {"words"},
    "reply": {"words"},
    "pass": set(),
    "end_turn": set(),
    "react": {"acts"},
    "vote": {"refuse"},
    "abstain": set(),
    "leave_bacchus": {"to"},
    "clock": {"up"},
}
"""Every kind of answer a player can give, with its fields."""
CHANCE_FIELDS = {"youngest": {"seat"}, "hedonist": {"seat"}, "umbra": {"card"}}
"""What chance answers, besides the choices that are left to it (BC-21)."""


def kind_of(answer: Answer) -> str:
    """The kind of a well-formed message; raises `Malformed` for anything else."""
    kind = answer.get("kind") if isinstance(answer, dict) else None
    fields = FIELDS | CHANCE_FIELDS
    if not isinstance(kind, str) or kind not in fields:
        raise Malformed("refused.no_such_answer")
    if set(answer) != {*fields[kind], "kind"}:
        raise Malformed("refused.wrong_fields")
    return kind


def same(one: Json, other: Json) -> bool:
    """Whether two messages are written alike; 1 is not true."""
    try:
        # Written out only where they are equal to Python, to whom 1 is true.
        return one == other and one_line(one) == one_line(other)
    except (TypeError, ValueError):
        raise Malformed("refused.wrong_fields") from None


def seat_of(s: State, value: Json) -> int:
    """A seat at this table."""
    if type(value) is not int or not 0 <= value < s.seats:
        raise Malformed("refused.no_such_seat")
    return value


def card_of(value: Json) -> int:
    """A card by name."""
    if not isinstance(value, str) or value not in CARD_NAMES:
        raise Malformed("refused.no_such_card")
    return CARD_NAMES.index(value)


def element_of(value: Json) -> str:
    """What is quoted: a person, a place or a thing."""
    if not isinstance(value, str) or value not in ELEMENTS:
        raise Malformed("refused.no_such_element")
    return value


def told(kind: str, form: str, text: str | None = None, **more: Json) -> Answer:
    """A telling as a message."""
    assert form in FORMS
    return {"kind": kind, "words": {"form": form, "text": text} if form == WRITTEN else {"form": form}, **more}
