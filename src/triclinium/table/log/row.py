"""What all rows have, and the first row, which makes a table."""

from __future__ import annotations

from msgspec import Raw, Struct

from triclinium.table.log.kept import NOTHING
from triclinium.table.protocol.messages import Avatar, ClockRule, Data


class Row(Struct, forbid_unknown_fields=True, omit_defaults=True, tag_field="row", kw_only=True, gc=False):
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
    avatar: Avatar | None = None


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
    lesson: bool = False
    lesson_luck: int | None = None
    """The number of the luck that was chosen for a lesson; without one, luck is fair there too."""
