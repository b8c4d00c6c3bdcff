"""What is returned over HTTP about a visitor: what the server stores of them, and what it has forgotten."""

from __future__ import annotations

from msgspec import Struct

from triclinium.table.protocol.messages import Avatar, Data, Sign


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
