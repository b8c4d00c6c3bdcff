"""What is returned over HTTP about what has happened at a table: log, replay, review, story."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET, Struct

from triclinium.table.protocol.messages import Data


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


class TaleTold(Struct, frozen=True, kw_only=True):
    """A shared story: what its book shows, and by seat who agreed to be named."""

    game: str
    language: str
    view: Data
    tellers: list[str | None]
