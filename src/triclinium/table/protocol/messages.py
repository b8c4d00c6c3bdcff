"""What is said over the socket. Unknown keys are refused; people's words are never in here, only keys.

Up: what a viewer asks of the table, each with a nonce. Down: what the table tells one viewer.
"""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias

import msgspec
from msgspec import Meta, Struct

from triclinium.core.decision import Refused

FRAME_BYTES = 8 * 1024
STORY_BYTES = 32 * 1024
"""A frame with an answer of free text, where a game asks for one, may be this long."""
CHAT_LETTERS = 500
NAME_LETTERS = 32
BOUNDARY_LETTERS = 100

Data: TypeAlias = dict[str, Any]
"""Plain JSON that the rules check: options, answers, events."""
Eyes: TypeAlias = "int | None"
"""Whose view: a seat's, or None for what everybody may see."""
Nonce: TypeAlias = Annotated[str, Meta(min_length=8, max_length=64, pattern="^[A-Za-z0-9_-]+$")]
SeatNumber: TypeAlias = Annotated[int, Meta(ge=0, le=15)]
Number: TypeAlias = Annotated[int, Meta(ge=0, le=2**53)]
Hex128: TypeAlias = Annotated[str, Meta(pattern="^[0-9a-f]{32}$")]
Hex256: TypeAlias = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
DisplayName: TypeAlias = Annotated[str, Meta(min_length=1, max_length=NAME_LETTERS)]


class Up(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", kw_only=True):
    """Something a viewer asks. A nonce that was heard before is acknowledged again and does nothing."""

    nonce: Nonce


class Ready(Up, frozen=True, tag="ready"):
    """I am ready; this is my commitment to 128 bits of luck."""

    commitment: Hex256


class NotReady(Up, frozen=True, tag="not_ready"):
    """I am not ready after all."""


class Reveal(Up, frozen=True, tag="reveal"):
    """The 128 bits I committed myself to."""

    value: Hex128


class Answer(Up, frozen=True, tag="answer"):
    """My answer to exactly this decision."""

    decision: Number
    answer: Data


class HintWanted(Up, frozen=True, tag="hint"):
    """What would a searching bot make of my options? The reply is `hints` or `refused`; nothing is stored."""

    decision: Number


class Undo(Up, frozen=True, tag="undo"):
    """Let me take back my last answer: alone where that harms nobody, else by consent."""


class Propose(Up, frozen=True, tag="propose"):
    """Ask the others: to open an abandoned seat, to end the game unfinished."""

    what: Annotated[str, Meta(pattern="^(seat|end)$")]
    seat: SeatNumber | None = None


class Agree(Up, frozen=True, tag="agree"):
    """Yes or no to a proposal; no to one's own takes it back."""

    proposal: Number
    yes: bool


class Pause(Up, frozen=True, tag="pause"):
    """Let the table rest, now. Nobody learns who wished it; it is not kept either."""


class Veil(Up, frozen=True, tag="veil"):
    """Stop, now, on every screen. Nobody learns who drew the veil; it is not kept either."""


class Lift(Up, frozen=True, tag="lift"):
    """I am ready to go on after a pause or a veil. Everybody has to be; after ten minutes any two are enough."""


class StandIn(Up, frozen=True, tag="stand_in"):
    """This bot may play in my name while I am away; None: nobody may, and silence is my answer."""

    bot: Annotated[str, Meta(max_length=40)] | None


class Boundary(Up, frozen=True, tag="boundary"):
    """A line or a veil for all to keep to. Nobody learns who wished it; it is not kept either.

    `on` false takes back what this browser has added since the server was started.
    """

    option: Annotated[str, Meta(max_length=40)]
    text: Annotated[str, Meta(min_length=1, max_length=BOUNDARY_LETTERS)]
    on: bool = True


class VeilPassage(Up, frozen=True, tag="veil_passage"):
    """Take the words of a passage out of the story for good. Nobody learns who asked; it is not kept either."""

    passage: Number


class Rewrite(Up, frozen=True, tag="rewrite"):
    """My own passage in other words, while its turn lasts."""

    passage: Number
    words: Data


class Chat(Up, frozen=True, tag="chat"):
    """A line of talk."""

    text: Annotated[str, Meta(min_length=1, max_length=CHAT_LETTERS)]


class Mute(Up, frozen=True, tag="mute"):
    """I do not want to read what this seat says, or I do again."""

    seat: SeatNumber
    on: bool


class Hush(Up, frozen=True, tag="hush"):
    """The host mutes a seat for all, with a reason that the seat is told; or no longer."""

    seat: SeatNumber
    on: bool
    reason: Annotated[str, Meta(max_length=200)] = ""


class Plan(Up, frozen=True, tag="plan"):
    """The host gives a free seat to a bot, or a bot's seat to whoever comes."""

    seat: SeatNumber
    bot: Annotated[str, Meta(max_length=40)] | None


class Leave(Up, frozen=True, tag="leave"):
    """I get up for good. While waiting the seat is free again; in a game a bot plays on, or the game ends for me."""


class Dismiss(Up, frozen=True, tag="dismiss"):
    """The host frees a seat while the table is waiting."""

    seat: SeatNumber


AnyUp: TypeAlias = (
    Ready
    | NotReady
    | Reveal
    | Answer
    | HintWanted
    | Undo
    | Propose
    | Agree
    | Pause
    | Veil
    | Lift
    | StandIn
    | Boundary
    | VeilPassage
    | Rewrite
    | Chat
    | Mute
    | Hush
    | Plan
    | Leave
    | Dismiss
)


class Down(Struct, frozen=True, tag_field="type", kw_only=True):
    """Something a viewer is told."""


class SeatTold(Struct, frozen=True, kw_only=True):
    """What everybody knows of a seat besides the game."""

    name: str | None
    bot: str | None
    """The bot that was given this seat."""
    taken: bool
    present: bool
    ready: bool
    stand_in: str | None
    """The bot that plays while the person is away; `silence` where none may."""
    abandoned: bool
    opened: bool
    """The others have agreed that somebody else may take this seat."""
    hushed: bool


class LuckTold(Struct, frozen=True, kw_only=True):
    """The luck of this table: commitments first, then the shares; the secret after the end."""

    commitment: str
    shares: list[str | None]
    values: list[str | None]
    secret: str | None


class ClockRule(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How time is measured: none, so many seconds or days a move, or a bank of seconds with an increment."""

    kind: Annotated[str, Meta(pattern="^(none|move|bank|days)$")] = "none"
    amount: Annotated[int, Meta(ge=0, le=36000)] = 0
    increment: Annotated[int, Meta(ge=0, le=600)] = 0


class ProposalTold(Struct, frozen=True, kw_only=True):
    """A proposal that waits for consent."""

    number: int
    what: str
    by: int
    seat: int | None
    agreed: list[int]
    asked: list[int]


class You(Struct, frozen=True, kw_only=True):
    """Who the viewer is at this table."""

    seat: int | None
    eyes: int | None
    """Whose view is shown: the own seat's, a consenting seat's, or None for the public one."""
    host: bool
    muted: list[int]
    stand_in: str | None
    """The bot that may play in my name while I am away."""


class TableTold(Down, frozen=True, tag="table"):
    """The table around the game; told anew whenever it changes."""

    id: str
    game: str
    rules: int
    options: Data
    phase: str
    frozen: bool
    """The game was played under other rules, and nothing more can be answered; its log and its end can be read."""
    seats: list[SeatTold]
    you: You
    clock: ClockRule
    wait: int | None
    undo: str
    window: int
    hints: bool
    """Whether a seat may ask for hints here."""
    language: str
    """The language in which bots tell stories."""
    luck: LuckTold
    proposals: list[ProposalTold]
    paused: bool
    veiled: bool
    lifting: int
    """How many are ready to go on after a pause or a veil; never who."""
    lifters: int
    """How many it takes."""
    watchers: int
    retold: int
    """How often something was taken back or words of the story were changed: when it grows, read the log anew."""
    rematch: str | None
    branch_of: str | None
    usual_bot: str
    """Who stands in where nobody else is named."""
    boundaries: list[str]
    """Options to which every seat may add, unnamed."""
    closed: bool
    """Ended while somebody was gone: what each seat knew stays with it."""


class DecisionTold(Struct, frozen=True, kw_only=True):
    """The question put to this viewer's seat."""

    id: int
    kind: str
    options: list[Data]
    data: Any
    sealed: bool
    listed_all: bool


class ClockTold(Struct, frozen=True, kw_only=True):
    """Milliseconds left to each seat, None where nothing runs; a sealed question shows only the viewer's own."""

    left: list[int | None]
    running: list[int]


class Moved(Struct, frozen=True, kw_only=True):
    """Who answered last, and who did it for the seat. Never told of sealed answers.

    `by` is person, bot, clock, table, or hurried: a bot that could not search, since others were before it.
    """

    seat: int
    by: str


class State(Down, frozen=True, tag="state"):
    """The whole game as this viewer may know it. It replaces what was told before."""

    version: int
    """Counts only what this viewer was told, so that it betrays nothing."""
    view: Any
    decision: DecisionTold | None
    sealed: Data | None
    """The viewer's own answer to an open sealed question; it may still be changed or taken back."""
    events: list[Data]
    events_at: int
    """How many events this viewer was told before these; fewer than known means that some were taken back."""
    clock: ClockTold | None
    moved: Moved | None


class ChatLine(Struct, frozen=True, kw_only=True):
    """A line of talk."""

    number: int
    seat: int
    text: str
    at: int


class ChatTold(Down, frozen=True, tag="chat"):
    """New lines of talk, or all recent ones after joining."""

    lines: list[ChatLine]


class Ack(Down, frozen=True, tag="ack"):
    """What came with this nonce is stored for good."""

    nonce: str


class Refusal(Down, frozen=True, tag="refused"):
    """What came with this nonce changed nothing, and why: a key of the words, the rule, and arguments."""

    nonce: str
    key: str
    rule: str = ""
    arguments: Data = {}


def refusal(nonce: str, refused: Refused) -> Refusal:
    """The reply to a message that was refused."""
    return Refusal(nonce=nonce, key=refused.key, rule=refused.rule, arguments=refused.arguments)


class Resync(Down, frozen=True, tag="resync"):
    """The answer came too late or the table had to step back; the whole state follows."""

    nonce: str
    key: str


class Why(Struct, frozen=True, kw_only=True):
    """A reason: a key of the game's words, and arguments."""

    key: str
    arguments: Data


class HintTold(Struct, frozen=True, kw_only=True):
    """One option: the chance to win after it, from 0 to 1, and why."""

    answer: Data
    chance: float
    why: Why


class HintsTold(Down, frozen=True, tag="hints"):
    """Hints for the asking socket alone, the best option first."""

    nonce: str
    decision: int
    hints: list[HintTold]


class HintWaits(Down, frozen=True, tag="hint_waits"):
    """The hint that was asked for comes later: so many others are thought about before."""

    nonce: str
    decision: int
    ahead: int


AnyDown: TypeAlias = TableTold | State | ChatTold | Ack | Refusal | Resync | HintsTold | HintWaits

ENCODER = msgspec.json.Encoder()
UP = msgspec.json.Decoder(AnyUp)


class Close:
    """Codes with which the table closes a socket."""

    NO_RIGHT = 4403
    NO_TABLE = 4404
    SEAT_GONE = 4410
    PUT_AWAY = 4503
    BAD_MESSAGE = 1003
    TOO_BIG = 1009
    TOO_FAST = 1008
    TOO_SLOW = 1013
    BROKEN = 1011
    RESTART = 1012
