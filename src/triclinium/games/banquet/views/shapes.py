"""The shapes of what a banquet shows and asks; the page's types are made of them."""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired, TypeAlias, TypedDict

from triclinium.core.shapes import Among, Fact, Question
from triclinium.games.banquet.rules.accepting import goal_met
from triclinium.games.banquet.rules.cards import (
    CLASS_NAMES,
    EDITION_NAMES,
    GUEST_NAMES,
    KIND_NAMES,
    PLACE_NAMES,
    PRIVILEGE_MODES,
    PRIVILEGE_NAMES,
    class_of,
)
from triclinium.games.banquet.rules.state import ENDING_NAMES, PHASE_NAMES, State
from triclinium.games.banquet.rules.tape import FATE_NAMES

Card: TypeAlias = Annotated[str, Among("Card", KIND_NAMES)]
CardClass: TypeAlias = Annotated[str, Among("CardClass", CLASS_NAMES)]
Guest: TypeAlias = Annotated[str, Among("Guest", GUEST_NAMES)]
Privilege: TypeAlias = Annotated[str, Among("Privilege", PRIVILEGE_NAMES)]
Place: TypeAlias = Annotated[str, Among("Place", PLACE_NAMES)]
Phase: TypeAlias = Annotated[str, Among("Phase", PHASE_NAMES)]
Ending: TypeAlias = Annotated[str, Among("Ending", ENDING_NAMES[1:])]
Fate: TypeAlias = Annotated[str, Among("Fate", FATE_NAMES)]
Edition: TypeAlias = Annotated[str, Among("Edition", EDITION_NAMES)]
PrivilegeMode: TypeAlias = Annotated[str, Among("PrivilegeMode", PRIVILEGE_MODES)]


class Table(TypedDict):
    """What was agreed before the game; it never changes."""

    seats: int
    edition: Edition
    privileges: PrivilegeMode
    different_dishes: bool
    values: dict[Card, int]


class Three(TypedDict):
    """The three cards of the round as the table sees them."""

    picked_from: list[int]
    cards: list[Card]
    places: list[Place]
    turned: dict[Place, Card]
    keep_lost: bool
    turned_up: Card | None
    turned_up_from: Place | None


class Gift(TypedDict):
    """Where the Gift lies, and where it has been."""

    holder: int | None
    giver: int | None
    offered: list[int]
    acceptor: int | None
    taker: int | None
    claimed_by_initiative: bool
    privilege_played: bool
    slept: list[int]


class Out(TypedDict):
    """A guest who is out, and since when."""

    guest: Guest
    when: int


class Dealing(TypedDict):
    """Who waits for a guest while chance deals."""

    to: int
    burst: list[int]


class Seat(TypedDict):
    """What lies open before a seat."""

    belt: int
    accepted: dict[Card, int]
    cards: int
    dishes: int
    dish_kinds: int
    wine: int
    presents: int
    guest: Guest | None
    has_guest: bool
    dealt_when: int
    no_conspirator: bool
    privileges: int
    open_privileges: list[Privilege] | None


class Initiative(TypedDict):
    """Who could claim the Gift unasked, and whether they did."""

    seat: int
    claimed: bool


class PrivilegePlay(TypedDict):
    """A privilege that was played, and after how many offers."""

    seat: int
    privilege: Privilege
    place: Place | None
    to: int | None
    offers: int


class Round(TypedDict):
    """What everybody saw of a round."""

    round: int
    lead: int
    picked: list[Card]
    initiative: Initiative | None
    offered: list[int]
    privilege: PrivilegePlay | None
    acceptor: int | None
    taken: list[tuple[int, Place, Card, Fate | None]]
    burst: list[tuple[int, Guest]]
    shown: list[Card] | None


class History(TypedDict):
    """The round before, and counts of all that are over (`history.COLUMNS`)."""

    last_round: Round | None
    counts: list[list[int]]


class Result(TypedDict):
    """How it ended, and what lay at the three places."""

    ending: Ending
    winners: list[int]
    places: dict[Place, Card | None]


class PickThree(TypedDict):
    """Three cards of the ring."""

    kind: Literal["pick"]
    slots: list[int]


class Assign(TypedDict):
    """From which slot each of the three places gets its card."""

    kind: Literal["assign"]
    discard: int
    keep: int
    gift: int


class LeaveGift(TypedDict):
    """Not now."""

    kind: Literal["leave_gift"]


class ClaimGift(TypedDict):
    """The Gift, unasked (initiative)."""

    kind: Literal["claim_gift"]


class Offer(TypedDict):
    """The Gift to somebody."""

    kind: Literal["offer"]
    to: int


class Accept(TypedDict):
    """The Gift is mine."""

    kind: Literal["accept"]


class Pass(TypedDict):
    """No privilege."""

    kind: Literal["pass"]


class PassRound(TypedDict):
    """No privilege in this round."""

    kind: Literal["pass_round"]


class Claim(TypedDict):
    """A privilege that claims a card."""

    kind: Literal["claim"]
    card: Privilege
    place: Place


class Exchange(TypedDict):
    """A privilege that exchanges two cards."""

    kind: Literal["exchange"]
    card: Privilege


class GiveBack(TypedDict):
    """A privilege: the Gift goes back."""

    kind: Literal["give_back"]


class SpecialGift(TypedDict):
    """A privilege: the Gift is forced on somebody."""

    kind: Literal["special_gift"]
    to: int


class Apply(TypedDict):
    """What was turned up counts."""

    kind: Literal["apply"]


class Taste(TypedDict):
    """The food taster takes it."""

    kind: Literal["taste"]


class GiveToUmbra(TypedDict):
    """The umbra takes it."""

    kind: Literal["give_to_umbra"]


WINDOW = (Pass, PassRound, Claim, Exchange, GiveBack, SpecialGift)
QUESTIONS = {
    "pick": Question((PickThree,)),
    "assign": Question((Assign,)),
    "initiative": Question((LeaveGift, ClaimGift)),
    "offer": Question((Offer,)),
    "window": Question(WINDOW),
    "answer": Question((Accept, Offer)),
    "taste": Question((Apply, Taste, GiveToUmbra)),
}


class You(TypedDict):
    """What only this seat knows: its guest, its privileges, what it assigned and sealed, whether it passes."""

    guest: Guest | None
    privileges: list[Privilege]
    assigned: dict[Place, Card | None]
    sealed: Pass | PassRound | Claim | Exchange | GiveBack | SpecialGift | None
    passing_this_round: bool


class View(TypedDict):
    """A banquet as a seat, or somebody who watches, sees it."""

    game: Literal["banquet"]
    seat: int | None
    you: NotRequired[You]
    table: Table
    phase: Phase
    asked: list[int]
    question: int
    round: int
    active: int | None
    ring: list[Card | None]
    three: Three
    pile: dict[Card, int]
    discards: dict[Card, int]
    gone: dict[Card, int]
    gift: Gift
    out: list[Out]
    eliminated: int
    conspirators_barred: bool
    privileges_used: list[Privilege]
    dealing: Dealing
    seats: list[Seat]
    this_round: Round | None
    history: History
    result: Result | None


ARGUMENTS = {"card": Card, "guest": Guest, "privilege": Privilege, "place": Place, "ending": Ending}


class Wants(TypedDict):
    """The least a guest must have before them to win: dishes, wine points, kinds of presents."""

    dishes: int
    wine: int
    presents: int


COUNTED = {"dishes": "dishes", "wine": "wine", "presents": "present_kinds"}
PLENTY = 20


def _wants(guest: int) -> Wants | None:
    """Each count lowered as far as the rules let it; None for a guest who wants nothing of the kind."""
    s = State()
    for name in (*COUNTED.values(), "dish_kinds"):
        getattr(s, name)[0] = PLENTY
    if not goal_met(s, 0, guest):
        return None
    for name in COUNTED.values():
        while getattr(s, name)[0] > 0:
            getattr(s, name)[0] -= 1
            if not goal_met(s, 0, guest):
                getattr(s, name)[0] += 1
                break
    return Wants(dishes=s.dishes[0], wine=s.wine[0], presents=s.present_kinds[0])


FACTS = {
    "GOALS": Fact(dict[Guest, Wants | None], {name: _wants(guest) for guest, name in enumerate(GUEST_NAMES)}),
    "CLASS_OF": Fact(dict[Card, CardClass], {name: class_of(kind) for kind, name in enumerate(KIND_NAMES)}),
}
