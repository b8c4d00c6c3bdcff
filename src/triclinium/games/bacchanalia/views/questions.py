"""The shapes of what a bacchanal asks, and of the answers."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

from triclinium.core.shapes import Question
from triclinium.games.bacchanalia.views.terms import (
    Act,
    Aspect,
    Card,
    Deus,
    Element,
    Ending,
    Form,
    Item,
    Mark,
    Outcome,
    PlaceRule,
    Quote,
    Ruling,
    Tone,
    Twist,
)


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
