"""Answers as messages: the fields of each kind, and how to read seats and cards."""

from __future__ import annotations

from triclinium.core import exact
from triclinium.core.decision import Answer, Json
from triclinium.core.exact import named, number_in
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
"""Every kind of answer of a player, with its fields."""
CHANCE_FIELDS = {"youngest": {"seat"}, "hedonist": {"seat"}, "umbra": {"card"}}
"""The answers of chance, besides the choices left to it (BC-21)."""

KEYS = {kind: {"kind", *fields} for kind, fields in (FIELDS | CHANCE_FIELDS).items()}


def kind_of(answer: Answer) -> str:
    """The kind of a well-formed message. Raises `Malformed` for anything else."""
    return exact.kind_of(answer, KEYS, "refused.no_such_answer", "refused.wrong_fields")


def seat_of(s: State, value: Json) -> int:
    return number_in(value, range(s.seats), "refused.no_such_seat")


def card_of(value: Json) -> int:
    return named(value, CARD_NAMES, "refused.no_such_card")


def element_of(value: Json) -> str:
    """What is quoted: a person, a place or a thing."""
    return ELEMENTS[named(value, ELEMENTS, "refused.no_such_element")]


def told(kind: str, form: str, text: str | None = None, **more: Json) -> Answer:
    assert form in FORMS
    return {"kind": kind, "words": {"form": form, "text": text} if form == WRITTEN else {"form": form}, **more}
