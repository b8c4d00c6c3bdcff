"""The shapes of what a bacchanal shows and asks; the page's types are made of them."""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired, TypeAlias, TypedDict

from triclinium.core.shapes import Among, Fact, Question
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
from triclinium.games.bacchanalia.rules.texts import FORMS, TEXT_BYTES_MOST
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


class Mark(TypedDict):
    """An element its teller marked for quotation, and the Deus it stands for, if any."""

    text: str
    element: Element
    deus: Deus | None


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


class Item(TypedDict):
    """A piece of guidance: a key of the words and its arguments."""

    key: GuidanceKey
    arguments: dict[str, int | str | list[int] | list[str]]


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


# --- What is asked ------------------------------------------------------------------------------


class Words(TypedDict):
    """How something is told. Words stand in it if it is written, and may be noted if a lock is named aloud."""

    form: Form
    text: NotRequired[str]


class Where(TypedDict):
    """Where a scene goes; None for a place without a name."""

    name: str | None


class Hand(TypedDict):
    """A Deus to somebody, before the game."""

    kind: Literal["hand"]
    card: Deus
    to: int


class Introduce(TypedDict):
    """A part of one's introduction."""

    kind: Literal["introduce"]
    words: Words
    name: str | None


class Arrive(TypedDict):
    """How Bacchus arrives."""

    kind: Literal["arrive"]
    words: Words


class Draw(TypedDict):
    """The Umbra of the turn."""

    kind: Literal["draw"]


class Leave(TypedDict):
    """For good."""

    kind: Literal["leave"]


class Sacrifice(TypedDict):
    """A Vinum, so that Minerva stays."""

    kind: Literal["sacrifice"]
    card: Card


class PassBacchus(TypedDict):
    """To whom Bacchus goes."""

    kind: Literal["pass_bacchus"]
    to: int


class Put(TypedDict):
    """A Deus into the centre."""

    kind: Literal["put"]
    card: Deus


Take = TypedDict("Take", {"kind": Literal["take"], "card": Deus, "from": int | None})
"""A Deus from the centre, or from somebody."""


class LeaveToChance(TypedDict):
    """Let chance choose (BC-21)."""

    kind: Literal["leave_to_chance"]


class End(TypedDict):
    """How one's story ends."""

    kind: Literal["end"]
    ruling: Ruling
    outcome: Outcome
    twists: list[Twist]


class Tell(TypedDict):
    """A scene."""

    kind: Literal["tell"]
    words: Words
    place: Where | None
    with_amans: bool
    marks: list[Mark]
    meets: list[int]


class Lock(TypedDict):
    """A card to be kept for a quotation."""

    kind: Literal["lock"]
    card: Card
    of: int
    element: Element
    words: Words


class NoLock(TypedDict):
    """No card is kept."""

    kind: Literal["no_lock"]


class Ask(TypedDict):
    """Bacchus's question."""

    kind: Literal["ask"]
    words: Words


class Reply(TypedDict):
    """The reply to it."""

    kind: Literal["reply"]
    words: Words


class Pass(TypedDict):
    """Nothing."""

    kind: Literal["pass"]


class EndTurn(TypedDict):
    """The turn may end."""

    kind: Literal["end_turn"]


class React(TypedDict):
    """What others do before a turn ends."""

    kind: Literal["react"]
    acts: list[Act]


class Vote(TypedDict):
    """For or against a lock."""

    kind: Literal["vote"]
    refuse: bool


class Abstain(TypedDict):
    """No vote."""

    kind: Literal["abstain"]


class LeaveBacchus(TypedDict):
    """Who has Bacchus when one's story is over."""

    kind: Literal["leave_bacchus"]
    to: int


class Clock(TypedDict):
    """Whether the time is up."""

    kind: Literal["clock"]
    up: bool


class Guidance(TypedDict):
    """What the cards did, the entry that rules, what must, may and must not be."""

    cards: list[Item]
    entry: Item | None
    must: list[Item]
    may: list[Item]
    must_not: list[Item]


class Limits(TypedDict):
    """The most bytes of a text and of a name, and the most marks."""

    text: int
    short: int
    marks: int


class Facts(TypedDict):
    """The facts a scene sets, and between what it can choose."""

    place: str | None
    place_rule: PlaceRule
    places: list[str]
    also_here: list[int]
    with_amans: bool
    with_amans_allowed: list[bool]
    amans_in_play: bool
    holds_amans: bool
    holds_venus: bool


class Asked(TypedDict):
    """What comes with every question."""

    turn: int
    active: int
    tone: Tone
    limits: Limits
    guidance: Guidance


class AskedIntroduction(Asked):
    """Which of the six questions it is, and names to choose from."""

    question: Aspect
    number: int
    named: bool
    first: bool
    names: NotRequired[dict[str, list[str]]]


class AskedDraw(Asked):
    """How many cards are drawn."""

    number: int
    ending: Ending | None


class AskedScene(Asked):
    """The facts of the scene."""

    facts: Facts


class AskedLock(Asked):
    """The cards that can be locked; whether another lock was declined before."""

    cards: list[Card]
    second: bool


class AskedWindow(Asked):
    """The lock on offer, who has objected, and the scene it is about."""

    lock: Quote | None
    objected: list[int]
    scene: int | None


class AskedClock(Asked):
    """The time that was agreed; the table itself may answer."""

    by_table: bool
    minutes: int


QUESTIONS = {
    "hand_out": Question((Hand, LeaveToChance), Asked),
    "introduction": Question((Introduce, Leave), AskedIntroduction),
    "arrival": Question((Arrive, Leave), Asked),
    "draw": Question((Draw, Leave), AskedDraw),
    "sacrifice": Question((Sacrifice, LeaveToChance), Asked),
    "pass_bacchus": Question((PassBacchus, LeaveToChance), Asked),
    "pay_tie": Question((Put, LeaveToChance), Asked),
    "take": Question((Take, LeaveToChance), Asked),
    "choose_ending": Question((End, LeaveToChance), Asked),
    "scene": Question((Tell,), AskedScene),
    "lock": Question((Lock, NoLock), AskedLock),
    "ask": Question((Ask, Pass), Asked),
    "reply": Question((Reply,), Asked),
    "react": Question((React, Pass, EndTurn), AskedWindow),
    "vote": Question((Vote, Abstain), AskedWindow),
    "leave_bacchus": Question((LeaveBacchus, LeaveToChance), Asked),
    "clock": Question((Clock,), AskedClock),
}

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
