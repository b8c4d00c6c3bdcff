"""The words that views, questions and events of a bacchanal are made of."""

from __future__ import annotations

from typing import Annotated, TypeAlias, TypedDict

from triclinium.core.shapes import Among
from triclinium.games.bacchanalia.rules.aruspex import MAY, MUST, MUST_NOT
from triclinium.games.bacchanalia.rules.cards import (
    ACTS,
    CARD_NAMES,
    DEUS_NAMES,
    EDITIONS,
    ELEMENTS,
    ENDINGS,
    LENGTHS,
    OUTCOMES,
    SPANISH_FLIGHT,
    TONES,
    TWISTS,
)
from triclinium.games.bacchanalia.rules.cards import (
    QUESTIONS as ASPECTS,
)
from triclinium.games.bacchanalia.rules.company import PEOPLE
from triclinium.games.bacchanalia.rules.state import PHASES
from triclinium.games.bacchanalia.rules.texts import FORMS
from triclinium.games.bacchanalia.views.guidance import ENTRIES, GUIDANCE

Card: TypeAlias = Annotated[str, Among("Card", CARD_NAMES)]
Deus: TypeAlias = Annotated[str, Among("Deus", DEUS_NAMES)]
Ruling: TypeAlias = Annotated[str, Among("Ruling", (*CARD_NAMES, "tie"))]
Aspect: TypeAlias = Annotated[str, Among("Aspect", (*ASPECTS, SPANISH_FLIGHT))]
PassagePart: TypeAlias = Annotated[
    str,
    Among("PassagePart", (*ASPECTS, SPANISH_FLIGHT, "arrival", "scene", "ending", "question", "reply")),
]
Person: TypeAlias = Annotated[str, Among("Person", PEOPLE)]
Form: TypeAlias = Annotated[str, Among("Form", FORMS)]
Element: TypeAlias = Annotated[str, Among("Element", ELEMENTS)]
Act: TypeAlias = Annotated[str, Among("Act", ACTS)]
Ending: TypeAlias = Annotated[str, Among("Ending", ENDINGS)]
Outcome: TypeAlias = Annotated[str, Among("Outcome", OUTCOMES)]
Twist: TypeAlias = Annotated[str, Among("Twist", TWISTS)]
Entry: TypeAlias = Annotated[str, Among("Entry", ENTRIES)]
Reason: TypeAlias = Annotated[str, Among("Reason", ("all_ended", "one_left", "two_left", "parcae", "time"))]
Edition: TypeAlias = Annotated[str, Among("Edition", EDITIONS)]
Tone: TypeAlias = Annotated[str, Among("Tone", TONES)]
Length: TypeAlias = Annotated[str, Among("Length", LENGTHS)]
Phase: TypeAlias = Annotated[str, Among("Phase", PHASES)]
PlaceRule: TypeAlias = Annotated[str, Among("PlaceRule", (MUST, MAY, MUST_NOT))]
GuidanceKey: TypeAlias = Annotated[str, Among("GuidanceKey", tuple(f"guidance.{name}" for name in GUIDANCE))]


class Item(TypedDict):
    """A piece of guidance: a key of the words and its arguments."""

    key: GuidanceKey
    arguments: dict[str, int | str | list[int] | list[str]]


class Mark(TypedDict):
    """An element its teller marked for quotation, and the Deus it stands for, if any."""

    text: str
    element: Element
    deus: Deus | None


class Quote(TypedDict):
    """An element taken from another player's scene, for a lock (BC-15)."""

    seat: int
    turn: int
    card: Card
    of: int
    element: Element
    form: Form
    text: str | None
    passage: int | None
