"""The shapes of what a bacchanal shows and asks; the page's types are made of them."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

from triclinium.core.shapes import Fact
from triclinium.games.bacchanalia.rules.texts import TEXT_BYTES_MOST
from triclinium.games.bacchanalia.views.questions import QUESTIONS
from triclinium.games.bacchanalia.views.terms import (
    Aspect,
    Card,
    Deus,
    Edition,
    Element,
    Ending,
    Entry,
    Form,
    Item,
    Length,
    Mark,
    Outcome,
    PassagePart,
    Person,
    Phase,
    Quote,
    Reason,
    Ruling,
    Tone,
    Twist,
)

__all__ = ["ARGUMENTS", "FACTS", "QUESTIONS", "View"]


class Table(TypedDict):
    """What was agreed before the game."""

    seats: int
    edition: Edition
    tone: Tone
    length: Length
    appearances: int
    minutes: int
    title: str
    youngest: int | None
    hedonist: int | None
    lines: list[str]
    veils: list[str]


class SceneCards(TypedDict, total=False):
    """The cards a scene was told from; other passages have none."""

    ruling: Ruling
    entry: Entry | None
    level: list[Deus]
    drawn: list[Card]
    locked: Card | None
    cut: Card | None
    parcae: int
    took: Deus | None
    put: list[Deus]
    ending: Ending | None
    outcome: Outcome | None
    twists: list[Twist]


class Passage(TypedDict):
    """One telling: who told what, how, and from which cards."""

    number: int
    turn: int
    seat: int
    part: PassagePart
    form: Form
    text: str | None
    name: str | None
    place: str | None
    moved: bool
    with_amans: bool
    marks: list[Mark]
    meets: list[int]
    agreed: list[int]
    cards: SceneCards


class Seat(TypedDict):
    """What lies before a seat, and the facts of its character."""

    deus: dict[Deus, int]
    locked: Card | None
    introduced: bool
    captured: bool
    bacchus_arrives: bool
    place: str | None
    with_amans: bool
    names: dict[Person, str]
    scenes: int
    ended: Ending | None
    outcome: Outcome | None


class Running(TypedDict):
    """The running turn: its cards, who rules, and what is on offer."""

    drawn: list[Card]
    cut: Card | None
    minerva_left: bool
    ruling: Ruling | None
    level: list[Deus]
    symbol: bool
    won_tie: bool
    reshuffle: bool
    two_left: bool
    bacchus_to: int | None
    asked: bool
    put: list[Deus]
    took: Deus | None
    took_from: int | None
    ending: Ending | None
    outcome: Outcome | None
    twists: list[Twist]
    lock: Quote | None
    locks_offered: int
    objected: list[int]
    votes: list[int]
    eye_used: bool


class You(TypedDict):
    """What only this seat knows: its sealed answer."""

    sealed: list[str] | None


class View(TypedDict):
    """A bacchanal as a seat, or somebody who watches, sees it."""

    game: Literal["bacchanalia"]
    seat: int | None
    you: NotRequired[You]
    table: Table
    phase: Phase
    asked: list[int]
    question: int
    left_to_chance: Phase | None
    turn: int
    active: int | None
    introduction: Aspect | None
    sudden: Reason | None
    pile: dict[Card, int]
    discards: dict[Card, int]
    centre: dict[Deus, int]
    aside: dict[Deus, int]
    parcae: int
    running: Running
    seats: list[Seat]
    story: list[Passage]
    quotes: list[Quote]
    meanwhile: list[Item]
    over: bool


ARGUMENTS = {
    "card": Card,
    "part": PassagePart,
    "form": Form,
    "element": Element,
    "ending": Ending,
    "outcome": Outcome,
    "twist": Twist,
    "ruling": Ruling,
    "reason": Reason,
}

FACTS = {"TEXT_BYTES_MOST": Fact(int, TEXT_BYTES_MOST)}
