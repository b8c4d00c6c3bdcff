"""What is asked and answered over HTTP."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import UNSET, Meta, Struct

from triclinium.table.protocol.messages import ClockRule, Data, DisplayName, Hex256, SeatNumber

FILE_LETTERS = 16_384
Secret = Annotated[str, Meta(min_length=16, max_length=128, pattern="^[A-Za-z0-9_-]+$")]
BotName = Annotated[str, Meta(min_length=1, max_length=40)]
PushKeyName = Annotated[str, Meta(pattern="^(p256dh|auth)$")]
PushKeyValue = Annotated[str, Meta(max_length=200, pattern="^[A-Za-z0-9_=-]*$")]
OptionName = Annotated[str, Meta(min_length=1, max_length=40)]
FileText = Annotated[str, Meta(max_length=FILE_LETTERS)]
LanguageName = Annotated[str, Meta(pattern="^(en|fr|nl|it|es)$")]


class Body(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What comes with a request; unknown keys are refused."""


class SeatWanted(Body, frozen=True):
    """A seat of a new table: for a bot, or free for a person."""

    bot: BotName | None = None


class NewTable(Body, frozen=True):
    """A table to be made. The maker is its host, and sits down unless `sit` is false."""

    game: Annotated[str, Meta(min_length=1, max_length=40)]
    seats: Annotated[list[SeatWanted], Meta(min_length=1, max_length=16)]
    name: DisplayName
    options: Data = {}
    sit: bool = True
    clock: ClockRule = ClockRule()
    wait: Annotated[int, Meta(ge=5, le=604_800)] | None = 90
    """Seconds after which the bot that somebody away has allowed answers for them, or silence does; None for never."""
    undo: Annotated[str, Meta(pattern="^(free|consent|off)$")] = "free"
    window: Annotated[int, Meta(ge=0, le=60)] = 4
    """Seconds a sealed question stays open at least, so that nobody learns who thinks."""
    quick: bool = False
    """Whether bots answer at once."""
    hints: bool = True
    """Whether people may ask what a searching bot would make of their options."""
    language: LanguageName = "en"
    """The language in which bots tell stories; every person reads the table in their own."""
    files: dict[OptionName, FileText] = {}
    """Options given as the text of a file: a deck, a track, lines and veils."""


class Made(Struct, frozen=True, kw_only=True):
    """A new table. The secrets belong behind the # of a link, where no server and no referrer sees them."""

    id: str
    invite: str
    watch: str
    seat: int | None
    commitment: Hex256


class TakeSeat(Body, frozen=True):
    """Sit down, by the secret of an invitation or of a hand-over link."""

    secret: Secret
    name: DisplayName
    seat: SeatNumber | None = None


class Taken(Struct, frozen=True, kw_only=True):
    """The seat that was taken."""

    id: str
    seat: int


class Watch(Body, frozen=True):
    """Watch, by the secret of a spectator link."""

    secret: Secret


class Watching(Struct, frozen=True, kw_only=True):
    """Whose view will be shown: a seat's, or None for the public one."""

    id: str
    eyes: int | None


class NewLink(Body, frozen=True):
    """A link to be made: invite and watch by the host; shoulder and seat by who has the seat."""

    kind: Annotated[str, Meta(pattern="^(invite|watch|shoulder|seat)$")]
    seat: SeatNumber | None = None


class LinkMade(Struct, frozen=True, kw_only=True):
    """The secret of a new link; it is not kept."""

    kind: str
    seat: int | None
    secret: str


class Done(Struct, frozen=True, kw_only=True):
    """It is done."""

    id: str


class Subscribe(Body, frozen=True):
    """Where to tell a seat that it is its turn; without a target, no longer."""

    kind: Annotated[str, Meta(pattern="^(push|webhook)$")]
    language: LanguageName = "en"
    endpoint: Annotated[str, Meta(max_length=1000)] = ""
    keys: dict[PushKeyName, PushKeyValue] = {}
    url: Annotated[str, Meta(max_length=1000)] = ""


class Branch(Body, frozen=True):
    """Play on from a point of a finished game, in one seat, against bots."""

    at: Annotated[int, Meta(ge=0, le=100_000)]
    seat: SeatNumber
    name: DisplayName
    bot: BotName | None = None


class LimitTold(Struct, frozen=True, kw_only=True):
    """The least and the most a number may be: always, or where another option (or `seats`) has this value."""

    least: int
    most: int
    option: str | None = None
    value: Any = None


class OptionTold(Struct, frozen=True, kw_only=True):
    """An option of a game: one of its choices, a number within limits, a text, lines of text, or a data file.

    `file` says whether it can be given as the text of a file; what is nothing but a file has no default here.
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
    """The weakest first."""
    usual_bot: str
    """Who sits down when nobody says otherwise."""
    hints: bool
    """Whether hints can be given in this game here."""


class Games(Struct, frozen=True, kw_only=True):
    """All games."""

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
    """The seats that are asked now; in a sealed window all of them, whoever has answered."""
    since: int
    """When the table last went on, in milliseconds since 1970."""
    title: str
    """What the table calls its game, if it has a name of its own."""
    winners: list[int]


class TableList(Struct, frozen=True, kw_only=True):
    """The tables somebody has to do with."""

    tables: list[TableLine]


class LogTold(Struct, frozen=True, kw_only=True):
    """All events these eyes were told, from the beginning."""

    id: str
    eyes: int | None
    events: list[Data]


class Change(Struct, frozen=True, kw_only=True):
    """A place of a view and what stands there now.

    At the end of a list it adds one. Without a value the field is gone, or the list ends there.
    """

    path: list[str | int]
    value: Any = UNSET


class Step(Struct, kw_only=True):
    """One step of a finished game: who answered what, what that told, and how the view changed."""

    at: int
    seat: int | None
    answer: Data | None
    events: list[Data]
    changes: list[Change]
    """What is different in the view since the step before; nothing in the first step of a block."""
    seats: dict[str, list[Change]] = {}
    """With everything open: what each seat's view has otherwise than the public one of this step."""


class Replay(Struct, frozen=True, kw_only=True):
    """A block of steps of a finished game: as many as were asked for, or as are not too long."""

    id: str
    steps_total: int
    view: Any
    """The whole view at the first of these steps: the wanted eyes', or with everything open the public one."""
    steps: list[Step]


class PushKey(Struct, frozen=True, kw_only=True):
    """What a browser needs to subscribe to pushes; None if this server sends none."""

    key: str | None
    webhook_hosts: list[str]


class LineKept(Struct, frozen=True, kw_only=True):
    """A line of talk."""

    at: int
    text: str


class NoticeKept(Struct, frozen=True, kw_only=True):
    """Where somebody wants to be told of their turn."""

    kind: str
    target: Data


class TableKept(Struct, frozen=True, kw_only=True):
    """All that one table keeps of a visitor."""

    id: str
    game: str
    since: int
    host: bool
    watches: bool
    names: list[str]
    lines: list[LineKept]
    passages: list[Data]
    """What was told in a story, as it was answered."""
    notices: list[NoticeKept]
    answers: list[Data]


class TableMine(Struct, frozen=True, kw_only=True):
    """How much one table keeps of a visitor."""

    id: str
    game: str
    since: int
    host: bool
    watches: bool
    names: list[str]
    lines: int
    passages: int
    notices: int
    answers: int


class KeepingTold(Struct, frozen=True, kw_only=True):
    """Seconds that tables are kept after the last thing that happened there; None for ever."""

    finished: int | None
    unbegun: int | None
    idle: int | None


class Me(Struct, frozen=True, kw_only=True):
    """What the server keeps of a visitor: the tables, the newest first, and how many come after these; how long."""

    tables: list[TableMine]
    more: int
    keeping: KeepingTold


class MeWhole(Struct, frozen=True, kw_only=True):
    """The same with every word."""

    tables: list[TableKept]
    more: int


class Forgotten(Struct, frozen=True, kw_only=True):
    """At so many tables nothing is left of a visitor; at these there still is: ask again, there or here."""

    tables: int
    left: list[str]


class Problem(Struct, frozen=True, kw_only=True):
    """Why something was refused: a key of the words, the rule, and arguments."""

    key: str
    rule: str = ""
    arguments: Data = {}
