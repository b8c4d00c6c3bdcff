"""Rows about the table around the game: proposals, pauses and veils, talk."""

from __future__ import annotations

from triclinium.table.log.row import Row
from triclinium.table.protocol.messages import Sign


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


class Chatted(Row, tag="chatted"):
    """A line of chat: words, or a sign. Without either it was deleted."""

    seat: int
    text: str
    sign: Sign | None = None


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


class Rematched(Row, tag="rematched"):
    """The same people play again at another table."""

    table: str
