"""Everything that happens at a table is a row. The table is the result of its rows, and nothing else.

Rows hold secrets (the table's own, answers, shares of luck). They never leave the store.
"""

from __future__ import annotations

from typing import TypeAlias

import msgspec
from msgspec import Raw, Struct, field

from triclinium.table.log.kept import NOTHING
from triclinium.table.protocol.messages import ClockRule, Data


class Row(Struct, forbid_unknown_fields=True, omit_defaults=True, tag_field="row", kw_only=True):
    """One event. The table stamps it with the time (milliseconds that never run backwards) and the message that caused
    it.

    `asker` is the seat that sent the message, None if that is private.
    """

    at: int = 0
    nonce: str = ""
    asker: int | None = None


class SeatPlan(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A seat as the host planned it: for a bot, or free for a person. `visitor` is set in a rematch."""

    bot: str | None = None
    name: str | None = None
    visitor: str | None = None


class Created(Row, tag="created"):
    """The table was made."""

    id: str
    game: str
    rules: int
    options: Data
    seats: list[SeatPlan]
    host: str
    secret: str
    clock: ClockRule
    wait: int | None
    undo: str
    window: int
    quick: bool
    hints: bool = True
    language: str = "en"
    branch_of: str | None = None
    entries: list[tuple[int, Data]] = []
    """What was played before the point where a branch begins."""
    told: Raw = NOTHING
    """The events of that, as every row with answers keeps them (`kept.py`)."""
    tellers: list[str] = []
    """Who told each passage of that story: they may remove their words here too. Empty for a bot."""


class Linked(Row, tag="linked"):
    """A link was made; only the hash of its secret is stored. Kinds: invite, watch, shoulder, seat."""

    kind: str
    hash: str
    seat: int | None = None


class Unlinked(Row, tag="unlinked"):
    """All links of a kind, for a seat, are void, and whoever came by them is no longer let in."""

    kind: str
    seat: int | None = None


class Sat(Row, tag="sat"):
    """A visitor took a seat; in a running game, by hand-over."""

    seat: int
    visitor: str
    name: str


class Watched(Row, tag="watched"):
    """A visitor may watch: the public view, or a consenting seat's."""

    visitor: str
    eyes: int | None = None


class Planned(Row, tag="planned"):
    """The host gave a free seat to a bot or took it back."""

    seat: int
    bot: str | None = None


class Readied(Row, tag="readied"):
    """A seat is ready and committed to its share of luck; without a commitment it no longer is."""

    seat: int
    commitment: str | None = None


class Gathered(Row, tag="gathered"):
    """All are ready: the shares of luck are requested. Those of the bots are included."""

    shares: list[tuple[int, str, str]]


class Revealed(Row, tag="revealed"):
    """A seat showed its share of luck."""

    seat: int
    value: str


class Dealt(Row, tag="dealt"):
    """The game began, with the first draws of chance. A share that was not shown counts as zeros."""

    draws: list[Data]
    told: Raw = NOTHING


class Answered(Row, tag="answered"):
    """A seat answered, and chance after it. `by` is as in `Moved`; `spent` was taken from the bank."""

    seat: int
    answer: Data
    draws: list[Data] = []
    by: str = "person"
    spent: int = 0
    told: Raw = NOTHING


class Sealed(Row, tag="sealed"):
    """A seat gave a sealed answer or, without one, took it back. The game learns of it when all are opened."""

    seat: int
    answer: Data | None = None


class Opened(Row, tag="opened"):
    """The sealed answers were opened together."""

    answers: list[tuple[int, Data]]
    draws: list[Data] = []
    told: Raw = NOTHING


class Undone(Row, tag="undone"):
    """A seat took back its last answer alone, or the record was cut to a length by consent."""

    seat: int
    length: int | None = None
    told: Raw = NOTHING


class Struck(Row, tag="struck"):
    """The content of this row was taken back and is no longer stored; `spent` was taken from the bank of a seat."""

    seat: int | None = None
    spent: int = 0


class Retold(Row, tag="retold"):
    """Words of the story were changed in earlier rows, and everybody was told again. The row does not say whose."""


class Upgraded(Row, tag="upgraded"):
    """The game goes on under another version of its rules, under which everything happened as before."""

    before: int = field(name="from")
    to: int


class Proposed(Row, tag="proposed"):
    """A seat proposes something to the others."""

    what: str
    by: int
    seat: int | None = None
    length: int | None = None


class Agreed(Row, tag="agreed"):
    """A seat said yes or no."""

    number: int
    by: int
    yes: bool


class Withdrawn(Row, tag="withdrawn"):
    """A proposal is settled or void."""

    number: int


class Paused(Row, tag="paused"):
    """The table is paused. Nothing stored says who asked."""


class Veiled(Row, tag="veiled"):
    """A veil was drawn. Nothing stored says by whom."""


class Resumed(Row, tag="resumed"):
    """The table goes on."""


class StandInChosen(Row, tag="stand_in_chosen"):
    """A person lets a bot play for them while they are away; without a bot, none may."""

    seat: int
    bot: str | None = None


class StoodIn(Row, tag="stood_in"):
    """A bot, or silence, stands in for an absent person; without one, the person is back."""

    seat: int
    bot: str | None = None


class Seen(Row, tag="seen"):
    """A person came or went who had not been seen for hours."""

    seat: int


class Left(Row, tag="left"):
    """A person left."""

    seat: int


class SeatOpened(Row, tag="seat_opened"):
    """The others agreed that an abandoned seat may be handed to somebody else."""

    seat: int


class Ended(Row, tag="ended"):
    """The game was ended unfinished. `closed`: somebody was gone and not asked, so all secrets stay secret."""

    closed: bool = False


class Chatted(Row, tag="chatted"):
    """A line of chat."""

    seat: int
    text: str


class Muted(Row, tag="muted"):
    """A seat mutes another for itself."""

    by: int
    seat: int
    on: bool


class Hushed(Row, tag="hushed"):
    """The host mutes a seat for everybody."""

    seat: int
    on: bool
    reason: str = ""


class Subscribed(Row, tag="subscribed"):
    """Where a seat wants its notices."""

    seat: int
    kind: str
    target: Data
    language: str = "en"


class Notified(Row, tag="notified"):
    """A seat was notified of its turn: once for each question."""

    seat: int
    decision: int


class Rematched(Row, tag="rematched"):
    """The same people play again at another table."""

    table: str


AnyRow: TypeAlias = (
    Created
    | Linked
    | Unlinked
    | Sat
    | Watched
    | Planned
    | Readied
    | Gathered
    | Revealed
    | Dealt
    | Answered
    | Sealed
    | Opened
    | Undone
    | Struck
    | Retold
    | Upgraded
    | Proposed
    | Agreed
    | Withdrawn
    | Paused
    | Veiled
    | Resumed
    | StandInChosen
    | StoodIn
    | Seen
    | Left
    | SeatOpened
    | Ended
    | Chatted
    | Muted
    | Hushed
    | Subscribed
    | Notified
    | Rematched
)

ROW = msgspec.json.Decoder(AnyRow)


VISITS = (Sat, Watched, Created)
"""The rows that connect a visitor with a table."""


GONE = "gone-"
"""The prefix of the random name that replaces a deleted visitor."""


def branches_of(table: str) -> str:
    """The name under which a store finds the branches of a table, as it finds the tables of a visitor."""
    return f"branches of {table}"


def people_of(row: Sat | Watched | Created) -> set[str]:
    """The visitors connected with a table from this row on."""
    if isinstance(row, Created):
        found = {row.host, *(plan.visitor for plan in row.seats if plan.visitor)}
    else:
        found = {row.visitor}
    return {visitor for visitor in found if not visitor.startswith(GONE)}


def visitors_of(row: Sat | Watched | Created) -> set[str]:
    """The names under which a store finds a table from this row on."""
    if isinstance(row, Created):
        origin = set() if row.branch_of is None else {branches_of(row.branch_of)}
        return people_of(row) | origin
    return people_of(row)
