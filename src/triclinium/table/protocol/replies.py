"""What is returned over HTTP."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET, Struct

from triclinium.table.protocol.messages import Avatar, ClockRule, Data, Hex256, Sign


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


class LogTold(Struct, frozen=True, kw_only=True):
    """All events that this viewpoint was told, from the beginning."""

    id: str
    eyes: int | None
    events: list[Data]


class Change(Struct, frozen=True, kw_only=True):
    """A path in a view and its new value.

    At the end of a list it appends. Without a value the field is removed, or the list ends there.
    """

    path: list[str | int]
    value: Any = UNSET


class Step(Struct, kw_only=True):
    """One step of a finished game: who answered what, its events, and how the view changed."""

    at: int
    seat: int | None
    answer: Data | None
    events: list[Data]
    changes: list[Change]
    """What changed in the view since the step before; empty in the first step of a block."""
    seats: dict[str, list[Change]] = {}
    """With everything open: how each seat's view differs from the public view of this step."""


class Replay(Struct, frozen=True, kw_only=True):
    """A block of steps of a finished game: as many as requested, within a size limit."""

    id: str
    steps_total: int
    view: Any
    """The whole view at the first of these steps: that of the requested viewpoint, or with everything open the public
    one.
    """
    steps: list[Step]


class MoveJudged(Struct, frozen=True, kw_only=True):
    """A move of a finished game: the chance to win after it, and after the one that the strongest bot found best."""

    at: int
    """The step of the replay that it led to."""
    answer: Data
    chance: float
    best: Data
    best_chance: float


class ReviewTold(Struct, frozen=True, kw_only=True):
    """What the strongest bot says of a seat's moves, by what that seat knew; ask again while more are to come."""

    id: str
    seat: int
    judged: int
    total: int
    """How many moves there are to judge; 0 until they are counted."""
    over: bool
    moves: list[MoveJudged]
    dearest: list[int]
    """The steps of the moves that cost most, the worst first."""


class PushKey(Struct, frozen=True, kw_only=True):
    """What a browser needs to subscribe to pushes; None if this server sends none."""

    key: str | None
    webhook_hosts: list[str]


class LineKept(Struct, frozen=True, kw_only=True):
    """A line of chat: words, or a sign instead of them."""

    at: int
    text: str
    sign: Sign | None = None


class NoticeKept(Struct, frozen=True, kw_only=True):
    """Where somebody is notified of their turn."""

    kind: str
    target: Data


class TableKept(Struct, frozen=True, kw_only=True):
    """Everything that one table stores about a visitor."""

    id: str
    game: str
    since: int
    host: bool
    watches: bool
    names: list[str]
    avatars: list[Avatar]
    lines: list[LineKept]
    passages: list[Data]
    """The visitor's passages of a story, as answered."""
    credited: bool
    """Whether the visitor lets the book of the story name them."""
    shares: bool
    """Whether the visitor agrees that the story is shared by a link."""
    notices: list[NoticeKept]
    answers: list[Data]


class TableMine(Struct, frozen=True, kw_only=True):
    """How much one table stores about a visitor."""

    id: str
    game: str
    since: int
    host: bool
    watches: bool
    names: list[str]
    avatars: list[Avatar]
    lines: int
    passages: int
    notices: int
    answers: int


class KeepingTold(Struct, frozen=True, kw_only=True):
    """Seconds that tables are kept after their last activity; None for ever."""

    finished: int | None
    unbegun: int | None
    idle: int | None


class Me(Struct, frozen=True, kw_only=True):
    """What the server stores about a visitor: the newest tables, how many more there are, and how long they are
    kept.
    """

    tables: list[TableMine]
    more: int
    keeping: KeepingTold


class MeWhole(Struct, frozen=True, kw_only=True):
    """The same with every word."""

    tables: list[TableKept]
    more: int


class Forgotten(Struct, frozen=True, kw_only=True):
    """How many tables no longer store anything about a visitor, and which still do: ask again, there or here."""

    tables: int
    left: list[str]


class Problem(Struct, frozen=True, kw_only=True):
    """Why something was refused: a word key, the rule, and arguments."""

    key: str
    rule: str = ""
    arguments: Data = {}


class TaleTold(Struct, frozen=True, kw_only=True):
    """A shared story: what its book shows, and by seat who agreed to be named."""

    game: str
    language: str
    view: Data
    tellers: list[str | None]


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
