"""Rows of the game itself: its luck, its answers, and what became of them."""

from __future__ import annotations

from msgspec import Raw, field

from triclinium.table.log.kept import NOTHING
from triclinium.table.log.row import Row
from triclinium.table.protocol.messages import Data


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
    draws: list[Data] = field(default_factory=list)
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
    draws: list[Data] = field(default_factory=list)
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


class Ended(Row, tag="ended"):
    """The game was ended unfinished. `closed`: somebody was gone and not asked, so all secrets stay secret."""

    closed: bool = False
