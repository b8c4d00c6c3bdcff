"""Rows about seats: who has them, who plays them, who watches, and where notices go."""

from __future__ import annotations

from triclinium.table.log.row import Row
from triclinium.table.protocol.messages import Avatar, Data


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
    avatar: Avatar | None = None


class Called(Row, tag="called"):
    """A person wants to be called and drawn otherwise."""

    seat: int
    name: str
    avatar: Avatar | None = None


class Watched(Row, tag="watched"):
    """A visitor may watch: the public view, or a consenting seat's."""

    visitor: str
    eyes: int | None = None


class Planned(Row, tag="planned"):
    """The host gave a free seat to a bot or took it back."""

    seat: int
    bot: str | None = None


class StandInChosen(Row, tag="stand_in_chosen"):
    """A person lets a bot play for them while they are away; without a bot, none may."""

    seat: int
    bot: str | None = None


class Credited(Row, tag="credited"):
    """A person agrees to be named in the book of the story, or takes it back."""

    seat: int
    on: bool


class Shared(Row, tag="shared"):
    """A person agrees that the finished story may be shared, or takes it back.

    The yes that completes the others' has the key of the new link. A no ends the link, and its key is never used again.
    """

    seat: int
    on: bool
    key: str = ""


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
