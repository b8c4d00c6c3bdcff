"""Everything that happens at a table is a row. The table is the result of its rows, and nothing else.

Rows hold secrets (the table's own, answers, shares of luck). They never leave the store.
"""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from triclinium.table.log.game_rows import (
    Answered,
    Dealt,
    Ended,
    Gathered,
    Opened,
    Readied,
    Retold,
    Revealed,
    Sealed,
    Struck,
    Undone,
    Upgraded,
)
from triclinium.table.log.row import Created, Row, SeatPlan
from triclinium.table.log.seat_rows import (
    Called,
    Credited,
    Left,
    Linked,
    Notified,
    Planned,
    Sat,
    SeatOpened,
    Seen,
    Shared,
    StandInChosen,
    StoodIn,
    Subscribed,
    Unlinked,
    Watched,
)
from triclinium.table.log.table_rows import (
    Agreed,
    Chatted,
    Hushed,
    Muted,
    Paused,
    Proposed,
    Rematched,
    Resumed,
    Veiled,
    Withdrawn,
)

__all__ = [
    "ROW",
    "Agreed",
    "Answered",
    "AnyRow",
    "Called",
    "Chatted",
    "Created",
    "Credited",
    "Dealt",
    "Ended",
    "Gathered",
    "Hushed",
    "Left",
    "Linked",
    "Muted",
    "Notified",
    "Opened",
    "Paused",
    "Planned",
    "Proposed",
    "Readied",
    "Rematched",
    "Resumed",
    "Retold",
    "Revealed",
    "Row",
    "Sat",
    "Sealed",
    "SeatOpened",
    "SeatPlan",
    "Seen",
    "Shared",
    "StandInChosen",
    "StoodIn",
    "Struck",
    "Subscribed",
    "Undone",
    "Unlinked",
    "Upgraded",
    "Veiled",
    "Watched",
    "Withdrawn",
]

AnyRow: TypeAlias = (
    Created
    | Linked
    | Unlinked
    | Sat
    | Called
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
    | Credited
    | Shared
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
