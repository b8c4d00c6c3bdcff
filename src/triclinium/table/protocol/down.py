"""What the table tells one viewer over the socket. Texts for people are keys, never sentences."""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias

from msgspec import Meta, Struct

from triclinium.core.decision import Refused
from triclinium.table.protocol.values import Avatar, Data, Sign


class Down(Struct, frozen=True, tag_field="type", kw_only=True, gc=False):
    """A message to a viewer."""


class SeatTold(Struct, frozen=True, kw_only=True):
    """What everybody knows about a seat besides the game."""

    name: str | None
    bot: str | None
    """The bot assigned to this seat."""
    taken: bool
    present: bool
    ready: bool
    stand_in: str | None
    """The bot that plays while the person is away; `silence` if none may."""
    abandoned: bool
    opened: bool
    """The others have agreed that somebody else may take this seat."""
    hushed: bool
    avatar: Avatar | None
    """How the person wants to be drawn."""
    writing: bool
    """A pen moves: the person types what the table has asked for."""


class LuckTold(Struct, frozen=True, kw_only=True):
    """The luck of this table: commitments first, then the shares; after the end, the secret."""

    commitment: str
    shares: list[str | None]
    values: list[str | None]
    secret: str | None
    chosen: bool
    """Chosen for a lesson, so that a newcomer meets much: then the draws follow from no pledge."""


class ClockRule(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The clock: none, seconds or days for each move, or a bank of seconds with an increment."""

    kind: Annotated[str, Meta(pattern="^(none|move|bank|days)$")] = "none"
    amount: Annotated[int, Meta(ge=0, le=36000)] = 0
    increment: Annotated[int, Meta(ge=0, le=600)] = 0


class ProposalTold(Struct, frozen=True, kw_only=True):
    """A proposal that awaits consent."""

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
    """Whose view is shown: one's own seat, a consenting seat, or None for the public view."""
    host: bool
    muted: list[int]
    stand_in: str | None
    """The bot that may play for me while I am away."""
    credited: bool | None
    """Whether the book of the story may name me; None without a seat, and in a game that tells none."""
    shares: bool | None
    """Whether I agree that the finished story is shared by a link; None as above, and while it is not finished."""
    tale: str | None
    """The key of that link, while everybody who told something agrees."""


class TableTold(Down, frozen=True, tag="table"):
    """The table around the game; sent again whenever it changes."""

    id: str
    game: str
    rules: int
    options: Data
    phase: str
    frozen: bool
    """The game follows other rules and can no longer be continued. Its log and result can be read."""
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
    """How many are ready to continue after a pause or veil; never who."""
    lifters: int
    """How many are needed."""
    watchers: int
    retold: int
    """How often answers were taken back or words of the story changed. When it grows, read the log again."""
    lesson: bool
    """A table to learn at: one person among bots, who wait while the person reads."""
    rematch: str | None
    branch_of: str | None
    usual_bot: str
    """The default stand-in."""
    boundaries: list[str]
    """Options to which every seat may add anonymously."""
    closed: bool
    """Ended while somebody was gone: what each seat knew stays private."""


class DecisionTold(Struct, frozen=True, kw_only=True):
    """The question to this viewer's seat."""

    id: int
    kind: str
    options: list[Data]
    data: Any
    sealed: bool
    listed_all: bool


class ClockTold(Struct, frozen=True, kw_only=True):
    """Milliseconds left for each seat, None if no clock runs. For a sealed question, only the viewer's own is shown."""

    left: list[int | None]
    running: list[int]


class Moved(Struct, frozen=True, kw_only=True, gc=False):
    """Who answered last, and who acted for the seat. Never sent for sealed answers.

    `by` is person, bot, clock, table, or hurried: a bot that could not search because others were in the queue before
    it.
    """

    seat: int
    by: str


class State(Down, frozen=True, tag="state"):
    """The game as this viewer may know it now. It replaces the previous state, except for the view."""

    version: int
    """Counts only what this viewer was told, so that it reveals nothing."""
    since: int | None
    """None: `view` is whole. Otherwise the version of the previous state, and `view` has only the fields that have
    changed since."""
    view: Any
    decision: DecisionTold | None
    sealed: Data | None
    """The viewer's own answer to an open sealed question. It can still be changed or taken back."""
    events: list[Data]
    events_at: int
    """How many events this viewer was told before these. If it is fewer than the client has, some were taken back."""
    clock: ClockTold | None
    moved: Moved | None


class ChatLine(Struct, frozen=True, kw_only=True):
    """A line of chat: words, or a sign instead of them."""

    number: int
    seat: int
    text: str
    at: int
    sign: Sign | None = None


class ChatTold(Down, frozen=True, tag="chat"):
    """New lines of chat; after joining, all recent ones."""

    lines: list[ChatLine]


class Ack(Down, frozen=True, tag="ack"):
    """The message with this nonce is stored for good."""

    nonce: str


class Refusal(Down, frozen=True, tag="refused"):
    """The message with this nonce changed nothing, and why: a word key, the rule, and arguments."""

    nonce: str
    key: str
    rule: str = ""
    arguments: Data = {}


def refusal(nonce: str, refused: Refused) -> Refusal:
    return Refusal(nonce=nonce, key=refused.key, rule=refused.rule, arguments=refused.arguments)


class Resync(Down, frozen=True, tag="resync"):
    """The answer came too late, or the table was rolled back. The whole state follows."""

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
    """Hints for the socket that asked, best option first."""

    nonce: str
    decision: int
    hints: list[HintTold]


class HintWaits(Down, frozen=True, tag="hint_waits"):
    """The requested hint comes later: this many others are before it."""

    nonce: str
    decision: int
    ahead: int


AnyDown: TypeAlias = TableTold | State | ChatTold | Ack | Refusal | Resync | HintsTold | HintWaits


class Close:
    """Codes with which the server closes a socket."""

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
