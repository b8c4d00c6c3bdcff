"""What is returned over HTTP: games, tables, seats and links, what a model writes, and why something was refused."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from triclinium.table.protocol.messages import Avatar, ClockRule, Data, Hex256


class Made(Struct, frozen=True, kw_only=True):
    """A new table. The secrets belong after the # of a link, where no server and no referrer sees them."""

    id: str
    invite: str
    watch: str
    seat: int | None
    commitment: Hex256


class Taken(Struct, frozen=True, kw_only=True):
    """The seat taken."""

    id: str
    seat: int


class SeatInvited(Struct, frozen=True, kw_only=True):
    """A seat as somebody sees it who has a link and has not used it yet."""

    name: str | None
    bot: str | None
    taken: bool
    avatar: Avatar | None


class Invitation(Struct, frozen=True, kw_only=True):
    """What a link is for, before it is used: who invites to what."""

    id: str
    kind: str
    seat: int | None
    """The seat that the link hands over or looks at, if it is for one."""
    host: str | None
    """The name of the host, if they have a seat."""
    game: str
    phase: str
    options: Data
    boundaries: list[str]
    seats: list[SeatInvited]
    clock: ClockRule
    wait: int | None
    undo: str


class Watching(Struct, frozen=True, kw_only=True):
    """Whose view is shown: a seat's, or None for the public view."""

    id: str
    eyes: int | None


class LinkMade(Struct, frozen=True, kw_only=True):
    """The secret of a new link. It is not stored."""

    kind: str
    seat: int | None
    secret: str


class Done(Struct, frozen=True, kw_only=True):
    """Success without data."""

    id: str


class LimitTold(Struct, frozen=True, kw_only=True):
    """The smallest and largest value of a number: always, or while another option (or `seats`) has a given value."""

    least: int
    most: int
    option: str | None = None
    value: Any = None


class OptionTold(Struct, frozen=True, kw_only=True):
    """An option of a game: one of its choices, a number within limits, a text, lines of text, or a data file.

    `file` says whether it can be given as the text of a file. An option that can only be a file has no default here.
    """

    name: str
    default: Any
    choices: list[Any]
    limits: list[LimitTold]
    file: bool


class GameTold(Struct, frozen=True, kw_only=True):
    """A game that can be played here."""

    id: str
    rules: int
    seats_least: int
    seats_most: int
    options: list[OptionTold]
    bots: list[str]
    """Weakest first."""
    usual_bot: str
    """The default bot."""
    hints: bool
    """Whether hints are available for this game here."""


class Games(Struct, frozen=True, kw_only=True):
    games: list[GameTold]


class TableLine(Struct, frozen=True, kw_only=True):
    """A table in somebody's list."""

    id: str
    game: str
    phase: str
    seats: list[str | None]
    your_seat: int | None
    your_turn: bool
    asked: list[int]
    """The seats that are asked now; for a sealed question all who were asked, answered or not."""
    since: int
    """The time of the last activity, in milliseconds since 1970."""
    title: str
    """The table's own title for its game, if any."""
    winners: list[int]


class TableList(Struct, frozen=True, kw_only=True):
    """A visitor's tables."""

    tables: list[TableLine]


class PushKey(Struct, frozen=True, kw_only=True):
    """What a browser needs to subscribe to pushes; None if this server sends none."""

    key: str | None
    webhook_hosts: list[str]


class Problem(Struct, frozen=True, kw_only=True):
    """Why something was refused: a word key, the rule, and arguments."""

    key: str
    rule: str = ""
    arguments: Data = {}


class ModelsOffered(Struct, frozen=True, kw_only=True):
    """Whether a language model may write one's passages here: the server's at this address, or one's own."""

    house: str | None
    own: bool


class BriefTold(Struct, frozen=True, kw_only=True):
    """Exactly what would be sent, and where to. Nothing has been sent."""

    address: str
    messages: list[dict[str, str]]
    seal: Hex256


class PassageTold(Struct, frozen=True, kw_only=True):
    """A passage to read, change and tell: the model's, or with a fault our own narrator's."""

    text: str
    fault: str | None
    facts: Data
