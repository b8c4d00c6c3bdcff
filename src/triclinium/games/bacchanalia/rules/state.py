"""The state of a bacchanal: cards as whole numbers, the facts of the fiction, the story so far.

Everything in it is a number, a text, or a list of them. Passages and quotes are replaced, never changed.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Any

from triclinium.core.copies import NESTED, fixed
from triclinium.core.decision import Json
from triclinium.games.bacchanalia.rules.cards import BACCHUS, CARD_NAMES, DEUS_KINDS, UMBRA_KINDS

# Phases in which chance is asked.
YOUNGEST = "youngest"
HEDONIST = "hedonist"
UMBRA = "umbra"
CHOICE = "choice"
CHANCE_PHASES = (YOUNGEST, HEDONIST, UMBRA, CHOICE)
# Phases in which players are asked.
HAND_OUT = "hand_out"
INTRODUCTION = "introduction"
ARRIVAL = "arrival"
DRAW = "draw"
SACRIFICE_WINE = "sacrifice"
PASS_BACCHUS = "pass_bacchus"
PAY_TIE = "pay_tie"
TAKE = "take"
CHOOSE_ENDING = "choose_ending"
SCENE = "scene"
LOCK = "lock"
ASK = "ask"
REPLY = "reply"
REACT = "react"
VOTE = "vote"
LEAVE_BACCHUS = "leave_bacchus"
CLOCK = "clock"
OVER = "over"
PHASES = (
    *CHANCE_PHASES,
    *(HAND_OUT, INTRODUCTION, ARRIVAL, DRAW, SACRIFICE_WINE, PASS_BACCHUS, PAY_TIE, TAKE, CHOOSE_ENDING),
    *(SCENE, LOCK, ASK, REPLY, REACT, VOTE, LEAVE_BACCHUS, CLOCK, OVER),
)

# Steps the rules take by themselves.
BEGIN_TURN = "begin_turn"
OPEN_TURN = "open_turn"
DRAW_MORE = "draw_more"
OFFER_WINE = "offer_wine"
HONOUR = "honour"
MOVE_BACCHUS = "move_bacchus"
FOLLOW = "follow"
FOLLOW_ON = "follow_on"
SETTLE_ENDING = "settle_ending"
BEGIN_SCENE = "begin_scene"
BEGIN_LOCK = "begin_lock"
BEGIN_QUESTION = "begin_question"
BEGIN_REACT = "begin_react"
TIDY = "tidy"
CLOSE_ENDING = "close_ending"
CHECK_TRIGGERS = "check_triggers"
NEXT_TURN = "next_turn"

NOBODY = -1
NOTHING = -1
TIE = -2
"""The ruling Deus when different ones are level."""
SEALED = (REACT, VOTE)
"""Simultaneous questions: until all have answered, nobody learns what, or whether, another has answered."""


@dataclass(frozen=True, slots=True)
class Mark:
    """An element that its teller marked for quotation, and the Deus it stands for, if any."""

    text: str
    element: str
    deus: str | None = None


@dataclass(frozen=True, slots=True)
class Passage:
    """One telling: who told what, how, and from which cards."""

    number: int
    turn: int
    seat: int
    part: str  # a question of the introduction, or arrival, scene, ending, question, reply
    form: str
    text: str | None = None
    name: str | None = None  # of the character, the lover, the accuser, the place
    place: str | None = None  # where the passage ends
    moved: bool = False  # whether it changed place
    with_amans: bool = False
    marks: tuple[Mark, ...] = ()
    meets: tuple[int, ...] = ()  # players whose characters are in it
    agreed: tuple[int, ...] = ()  # those of them who said yes (BC-27)
    cards: dict[str, Json] = field(default_factory=dict)
    shown: list[dict[str, Json]] = field(init=False, repr=False, compare=False, default_factory=list)

    def __post_init__(self) -> None:
        object.__setattr__(self, "cards", fixed(self.cards))

    def message(self) -> dict[str, Json]:
        """The passage as JSON, cached for all views."""
        if not self.shown:
            message = {name: getattr(self, name) for name in PASSAGE_FIELDS}
            message["marks"] = [plain(mark) for mark in self.marks]
            message["meets"], message["agreed"] = list(self.meets), list(self.agreed)
            self.shown.append(fixed(message))
        return self.shown[0]


@dataclass(frozen=True, slots=True)
class Quote:
    """An element taken from another player's scene, for a lock (BC-15)."""

    seat: int
    turn: int
    card: int
    of: int
    element: str
    form: str
    text: str | None = None
    passage: int | None = None  # the passage it was found in


@dataclass(slots=True)
class State:
    """A bacchanal at one moment. Seats run clockwise: seat 1 sits to the left of seat 0."""

    # Agreed before play.
    seats: int
    edition: str
    tone: str
    length: str
    appearances: int
    minutes: int
    title: str
    youngest: int  # NOBODY: chance names them (BC-1)
    hedonist: int
    lines: list[str]
    veils: list[str]

    # Where the game stands.
    phase: str = YOUNGEST
    owing: list[int] = field(default_factory=list)  # seats that still owe an answer
    asks: int = 0  # number of questions so far; identifies a decision
    resume: str = ""  # the phase that was left to chance (BC-21)
    turn: int = 0
    active: int = NOBODY  # whose turn it is; in the set-up, who hands out
    question: int = 0  # of the introduction
    sudden: str = ""  # why the sudden round began (BC-18)

    # Cards. Piles are counts by kind, without an order.
    pile: list[int] = field(default_factory=lambda: [0] * UMBRA_KINDS)
    discards: list[int] = field(default_factory=lambda: [0] * UMBRA_KINDS)
    centre: list[int] = field(default_factory=lambda: [0] * DEUS_KINDS)
    aside: list[int] = field(default_factory=lambda: [0] * DEUS_KINDS)  # not, or no longer, in the game
    held: list[list[int]] = field(default_factory=list)
    locked: list[int] = field(default_factory=list)  # kind kept since the last turn, or NOTHING
    parcae: int = 0  # appearances
    reshuffle: bool = False  # Parcae showed in this turn
    two_left: bool = False  # Parcae appeared while two players were in

    # The running turn.
    drawn: list[int] = field(default_factory=list)
    cut: int = NOTHING  # the Vinum spent on Minerva
    minerva_left: bool = False
    ruling: int = NOTHING  # a Deus, or TIE
    level: list[int] = field(default_factory=list)  # the Deus cards in the tie
    symbol: bool = False
    won_tie: bool = False  # Vinum rules a tie, thanks to a Satyrus
    bacchus_to: int = NOBODY  # who received him at step 6 and owes the question
    asked: bool = False  # the question was put or has lapsed
    put: list[int] = field(default_factory=list)  # Deus cards laid in the centre
    took: int = NOTHING
    took_from: int = NOBODY
    ending: str = ""  # the ending this turn is
    outcome: str = ""
    twists: list[str] = field(default_factory=list)
    offer: Quote | None = None  # the lock on offer
    offers: int = 0  # how many were made in this turn
    objected: list[int] = field(default_factory=list)  # in this turn
    votes: list[int] = field(default_factory=list)  # for and against, in the last vote
    eye_used: bool = False
    asked_together: list[int] = field(default_factory=list)  # everyone who was asked the sealed question
    sealed: list[list[str] | None] = field(default_factory=list)  # what each has answered to it

    # The facts of the fiction (BC-16).
    introduced: list[bool] = field(default_factory=list)
    captured: list[bool] = field(default_factory=list)
    arrives: list[bool] = field(default_factory=list)  # Bacchus came in another's turn
    places: list[str | None] = field(default_factory=list)  # None: somewhere else
    with_amans: list[bool] = field(default_factory=list)
    names: list[dict[str, str]] = field(default_factory=list)  # who, amans, accusator
    scenes: list[int] = field(default_factory=list)  # told after the introduction
    ended: list[str] = field(default_factory=list)  # by which ending, "" while in
    outcomes: list[str] = field(default_factory=list)
    story: list[Passage] = field(default_factory=list)
    quotes: list[Quote] = field(default_factory=list)

    # Events since the last reading.
    tape: list[tuple[str, dict[str, Json]]] = field(default_factory=list)


FIELD_NAMES = {kind: tuple(each.name for each in fields(kind)) for kind in (Mark, Quote, State)}
PLAIN = frozenset((int, str, bool))
PASSAGE_FIELDS = tuple(each.name for each in fields(Passage) if each.init)


def own(value: Any) -> Any:
    """A copy, sharing passages, quotes and texts, which never change."""
    if isinstance(value, list):
        return [own(part) if isinstance(part, NESTED) else part for part in value]
    if isinstance(value, dict):
        return dict(value)
    return value


def copy_of(s: State) -> State:
    return State(**{name: own(getattr(s, name)) for name in FIELD_NAMES[State]})


def plain(value: Any) -> Json:
    """A value of the state as JSON."""
    if value is None or type(value) in PLAIN:
        return value  # type: ignore[no-any-return]
    if isinstance(value, Passage):
        return value.message()
    if isinstance(value, (list, tuple)):
        return [plain(part) for part in value]
    if isinstance(value, dict):
        return {key: plain(part) for key, part in value.items()}
    names = FIELD_NAMES.get(type(value))
    if names is not None:
        return {name: plain(getattr(value, name)) for name in names}
    return value  # type: ignore[no-any-return]


def restored(numbers: dict[str, Any]) -> State:
    """The state of which this is `plain`."""
    kept = dict(numbers)
    kept["story"] = [_passage(passage) for passage in kept["story"]]
    kept["quotes"] = [Quote(**quote) for quote in kept["quotes"]]
    kept["offer"] = None if kept["offer"] is None else Quote(**kept["offer"])
    kept["tape"] = [(kind, data) for kind, data in kept["tape"]]
    return State(**kept)


def _passage(kept: dict[str, Any]) -> Passage:
    marks = tuple(Mark(**mark) for mark in kept["marks"])
    return Passage(**{**kept, "marks": marks, "meets": tuple(kept["meets"]), "agreed": tuple(kept["agreed"])})


def note(s: State, kind: str, **data: Json) -> None:
    """Note an event."""
    s.tape.append((kind, data))


def ask(s: State, phase: str, *seats: int) -> None:
    """Ask some seats, or chance."""
    s.phase = phase
    s.owing = sorted(seats)
    s.asks += 1


def ask_together(s: State, phase: str, *seats: int) -> None:
    """Ask several seats a sealed question."""
    ask(s, phase, *seats)
    s.asked_together = list(s.owing)
    s.sealed = [None] * s.seats


def seal(s: State, seat: int, answer: list[str]) -> bool:
    """Store a sealed answer; returns whether it was the last one."""
    s.sealed[seat] = answer
    s.owing.remove(seat)
    return not s.owing


def unseal(s: State) -> list[list[str]]:
    """Open all sealed answers, by seat."""
    opened = [answer or [] for answer in s.sealed]
    s.sealed = [None] * s.seats
    s.asked_together = []
    return opened


def go(s: State, step: str) -> None:
    """Set the rules' next step."""
    s.phase = step
    s.owing = []


def still_in(s: State) -> list[int]:
    """The players whose stories have not ended. Captured players are still in (BC-17)."""
    return [seat for seat in range(s.seats) if not s.ended[seat]]


def others_in(s: State, seat: int) -> list[int]:
    return [other for other in still_in(s) if other != seat]


def hand_of(s: State) -> list[int]:
    """The Umbra before the active player: last turn's lock and the cards drawn now."""
    lock = s.locked[s.active]
    return ([] if lock == NOTHING else [lock]) + s.drawn


def move_deus(s: State, deus: int, source: int, target: int) -> None:
    """Move a Deus card between players and the centre (NOBODY).

    If Bacchus comes to a player in somebody else's turn, he arrives at their next turn (BC-13).
    """
    (s.centre if source == NOBODY else s.held[source])[deus] -= 1
    (s.centre if target == NOBODY else s.held[target])[deus] += 1
    if deus == BACCHUS:
        if source != NOBODY:
            s.arrives[source] = False
        if target != NOBODY:
            s.arrives[target] = target != s.active


def put_in_centre(s: State, deus: int) -> None:
    move_deus(s, deus, s.active, NOBODY)
    s.put.append(deus)
    note(s, "deus_put", seat=s.active, card=CARD_NAMES[deus])
