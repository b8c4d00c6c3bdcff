"""The shapes of what a race shows and asks; the page's types are made of them."""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired, TypeAlias, TypedDict

from triclinium.core.shapes import Among, Fact, Question
from triclinium.games.benhur.rules.cards import (
    ANGLE_MOST,
    CARD_NAMES,
    DECK_NAMES,
    DRIVER_NAMES,
    FORMAT_NAMES,
    KIND_NAMES,
    SPEED_NAMES,
    STEERING_NAMES,
)
from triclinium.games.benhur.rules.cards import PLACE_NAMES as NUMERALS
from triclinium.games.benhur.rules.geometry import HALF_BREADTH, RULER_HALF_BREADTH, RULERS, SHOULDER, TIP
from triclinium.games.benhur.rules.state import ENDING_NAMES, PHASE_NAMES, STATUS_NAMES
from triclinium.games.benhur.rules.tape import DEED_NAMES
from triclinium.games.benhur.words.vocabulary import MISHAPS

Card: TypeAlias = Annotated[str, Among("Card", CARD_NAMES)]
CardKind: TypeAlias = Annotated[str, Among("CardKind", KIND_NAMES)]
Deck: TypeAlias = Annotated[str, Among("Deck", DECK_NAMES)]
Speed: TypeAlias = Annotated[str, Among("Speed", SPEED_NAMES)]
Driver: TypeAlias = Annotated[str, Among("Driver", DRIVER_NAMES)]
Status: TypeAlias = Annotated[str, Among("Status", STATUS_NAMES)]
Phase: TypeAlias = Annotated[str, Among("Phase", PHASE_NAMES)]
Ending: TypeAlias = Annotated[str, Among("Ending", ENDING_NAMES[1:])]
Format: TypeAlias = Annotated[str, Among("Format", FORMAT_NAMES)]
Steering: TypeAlias = Annotated[str, Among("Steering", STEERING_NAMES)]
Deed: TypeAlias = Annotated[str, Among("Deed", DEED_NAMES)]
Side: TypeAlias = Annotated[str, Among("Side", ("left", "right"))]
Verdict: TypeAlias = Annotated[str, Among("Verdict", ("safe", "crash", "blocked", "collision"))]


class Track(TypedDict):
    """The circus, in the units of the rules."""

    axis: int
    middle: int
    outer: int
    line: int
    places: list[tuple[int, int]]


class Table(TypedDict):
    """What was agreed before the game; it never changes."""

    seats: int
    chariots: int
    format: Format
    length: int
    club: bool
    steering: Steering
    track: Track
    decks: dict[Deck, dict[CardKind, int]]


class DeckSeen(TypedDict):
    """A deck as it lies on the table: discards and what was shown lie open, the pile does not."""

    name: Deck
    left: int
    discards: dict[CardKind, int]
    removed: dict[CardKind, int]
    aside: dict[CardKind, int]


class Duty(TypedDict):
    """To whom a chariot owes it to keep to a side."""

    to: int
    side: Side


class ChariotSeen(TypedDict):
    """What everybody sees of a chariot. `progress` is for display only: laps driven."""

    seat: int
    driver: Driver | None
    place: int
    status: Status
    x: int
    y: int
    heading: int
    wraps: int
    lap: int
    progress: float
    started: bool
    owes_turn: bool
    contact: list[int]
    duty: Duty | None
    hand: dict[Deck, int]
    known: dict[Card, int]
    bare: dict[Deck, int]
    laurels: list[int]
    last_turn: list[tuple[Deed, Card, int, int]]
    counts: list[int]


class Turn(TypedDict):
    """The running turn."""

    fought: list[int]
    cards_played: int
    accidents_played: int
    whip_asked: list[int]
    exchanging: bool
    card: Card | None
    a: int
    b: int
    die: int
    repair: bool
    good: bool
    refill_deck: Deck
    then: Phase


class Fight(TypedDict):
    """A whip or a collision, and the dice thrown for it."""

    kind: Literal["whip", "collision"] | None
    attacker: int | None
    defender: int | None
    attacker_die: int
    defender_die: int


class You(TypedDict):
    """What only this seat knows: the hands of its chariots, and which duties have lapsed for want of a card."""

    chariots: list[int]
    hands: list[dict[Card, int]]
    lapsed: list[int]


class Result(TypedDict):
    """How it ended."""

    ending: Ending
    winners: list[int]


class View(TypedDict):
    """A race as a seat, or somebody who watches, sees it."""

    game: Literal["benhur"]
    seat: int | None
    you: NotRequired[You]
    table: Table
    phase: Phase
    asked: list[int]
    question: int
    chariot: int
    race: int
    round: int
    actor: int | None
    acted: list[int]
    ranking: list[int]
    decks: list[DeckSeen]
    chariots: list[ChariotSeen]
    turn: Turn
    fight: Fight
    scores: list[int]
    result: Result | None


class Drive(TypedDict):
    """A speed card and how it is steered."""

    kind: Literal["drive"]
    card: Card
    a: int
    b: int


class Collide(TypedDict):
    """The same, into a rival."""

    kind: Literal["collide"]
    card: Card
    a: int
    b: int
    rival: int


class Crash(TypedDict):
    """The same, into a wall."""

    kind: Literal["crash"]
    card: Card
    a: int
    b: int


class ReinIn(TypedDict):
    """A card given up instead of driving."""

    kind: Literal["rein_in"]
    card: Card


class Accident(TypedDict):
    """An accident card, for a throw of the die."""

    kind: Literal["accident"]
    card: Card


class Refill(TypedDict):
    """From which deck a card is drawn."""

    kind: Literal["refill"]
    deck: Deck


class Whip(TypedDict):
    """The whip at a rival."""

    kind: Literal["whip"]
    rival: int


class Hold(TypedDict):
    """No whip."""

    kind: Literal["hold"]


class LoseTurn(TypedDict):
    """The next turn is lost."""

    kind: Literal["lose_turn"]


class KeepHand(TypedDict):
    """The first hand is kept."""

    kind: Literal["keep_hand"]


class ExchangeHand(TypedDict):
    """The first hand is exchanged (BH-9)."""

    kind: Literal["exchange_hand"]


class Stop(TypedDict):
    """No further card."""

    kind: Literal["stop"]


class OfChariot(TypedDict):
    """Which chariot is asked: a seat may drive three."""

    chariot: int


class Placement(TypedDict):
    """What a placement would lead to, whom it concerns, whether it may be answered, the ruler's ends, the end pose."""

    a: int
    b: int
    verdict: Verdict
    chariots: list[int]
    allowed: bool
    ruler: tuple[int, int, int, int]
    pose: tuple[int, int, int]


class CardPlacements(TypedDict):
    """A speed card with every listed placement."""

    card: Card
    placements: list[Placement]


class Preview(TypedDict):
    """The chariot that chooses a move, its duty, and what each card would lead to."""

    chariot: int
    duty: Side | None
    cards: list[CardPlacements]


QUESTIONS = {
    "exchange": Question((KeepHand, ExchangeHand), OfChariot),
    "drive": Question((Drive, Collide, Crash, ReinIn, Accident, Whip), Preview),
    "play_on": Question((Drive, Collide, Crash, Accident, Stop), Preview),
    "refill": Question((Refill,), OfChariot),
    "whip": Question((Whip, Hold), OfChariot),
    "loss": Question((LoseTurn, Accident), OfChariot),
}

ARGUMENTS = {
    "card": Card,
    "chariot": int,
    "deck": Deck,
    "driver": Driver,
    "format": Format,
    "laurel": int,
    "place": int,
    "status": Status,
}

FACTS = {
    "RULERS": Fact(dict[Speed, int], dict(zip(SPEED_NAMES, RULERS, strict=True))),
    "NUMERALS": Fact(list[str], list(NUMERALS)),
    "ANGLE_MOST": Fact(int, ANGLE_MOST),
    "TIP": Fact(int, TIP),
    "SHOULDER": Fact(int, SHOULDER),
    "HALF_BREADTH": Fact(int, HALF_BREADTH),
    "RULER_HALF_BREADTH": Fact(int, RULER_HALF_BREADTH),
    "MISHAPS": Fact(int, MISHAPS),
}
