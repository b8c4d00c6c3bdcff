"""A table as its first rows made it, written down so that waking costs only the rows after them.

A snapshot holds what folding those rows gives, and nothing else: it is taken from a table that was just woken, never
from one that is played at, whose times also know what no row says. It is plain JSON, read by type, and believed only if
its digest is right and the same code wrote it. Whoever does not believe it folds all rows.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, cast

import msgspec
from msgspec import Struct

import triclinium
from triclinium.core.decision import Decision, Seat
from triclinium.core.game import RestoresState
from triclinium.core.play import Mark, Play
from triclinium.core.record import Entry, Record
from triclinium.games import game_named
from triclinium.table.log.rows import Created, Retold, Row, Struck, Undone, Upgraded
from triclinium.table.play import luck
from triclinium.table.play.pieces import Proposal, Question, SeatState
from triclinium.table.play.table import Table
from triclinium.table.play.waking import fold_on, options_of
from triclinium.table.protocol.messages import ENCODER, ChatLine, Data, Eyes, Moved

ROWS_APART = 100
"""A snapshot is worth its bytes after so many rows."""
LOOKS_BACK = (Undone, Struck, Retold, Upgraded)
"""Rows that change what earlier rows mean: after one of these, all are folded."""
DIGEST_BYTES = 32


class _Played(Struct, array_like=True):
    """The game: its answers, what undo must know about each, and the state they lead to."""

    seats: list[Seat]
    answers: list[Data]
    marks: list[tuple[int | None, bool, bool, list[list[Seat] | None], bool]]
    draws: int
    ending: Data | None
    state: Any


class _Kept(Struct, kw_only=True):
    """The fields of a table that its rows make, under the same names."""

    made: Created
    rows: int
    phase: str
    seats: list[SeatState]
    sealed: dict[int, Data]
    moved: Moved | None
    links: dict[str, tuple[str, int | None]]
    watchers: dict[str, set[Eyes]]
    known: dict[str, set[int]]
    proposals: dict[int, Proposal]
    proposed: int
    paused: bool
    veiled: bool
    resting: bool
    stopped_at: int
    rested_at: int
    rested: int
    began_at: int
    closed: bool
    gathered_at: int
    chat: list[ChatLine]
    chatted: int
    talk_bytes: int
    words_bytes: int
    tellers: set[tuple[str, int]]
    tale_key: str | None
    rematch: str | None
    undos: int
    retold: int
    times_told: int
    told_alone: list[int]
    public_events: int
    own_events: list[int]
    host_absent_since: int
    reading_until: int
    now: int
    told_at: int
    table_told_at: int


class _Snapshot(Struct, kw_only=True):
    code: str
    kept: _Kept
    nonces: list[tuple[int | None, dict[str, int]]]
    since: dict[Seat, tuple[int, int]]
    """The open questions, and since when."""
    played: _Played | None


FIELDS = tuple(field.name for field in msgspec.structs.fields(_Kept) if field.name != "made")
SNAPSHOT = msgspec.json.Decoder(_Snapshot)


@cache
def code_of(game: str) -> str:
    """A digest of everything that folds rows of this game."""
    sources = Path(triclinium.__file__).parent
    folder = sources / "games" / game
    parts = (sources / "core", folder / "rules", folder / "data", sources / "table" / "log", sources / "table" / "play")
    mark = hashlib.sha256((folder / "game.py").read_bytes())
    for file in sorted(file for part in parts for file in part.rglob("*.*")):
        if file.suffix != ".pyc":
            mark.update(file.read_bytes())
    return mark.hexdigest()


def taken(table: Table) -> bytes | None:
    """The snapshot of a table that was woken just now; None if it is not to be had."""
    game = table.game
    plain = table.past is None and table.upgraded_from is None and table.rules == game.info.rules_version
    if not plain or not isinstance(game, RestoresState) or table.fresh:
        return None
    body = ENCODER.encode(
        _Snapshot(
            code=code_of(table.made.game),
            kept=_Kept(made=table.made, **{name: getattr(table, name) for name in FIELDS}),
            nonces=list(table.nonces.items()),
            since={seat: (question.decision.id, question.since) for seat, question in table.questions.items()},
            played=None if table.play is None else _played(table.play),
        )
    )
    return hashlib.sha256(body).digest() + body


def _played(play: Play[Any]) -> _Played:
    return _Played(
        seats=[entry.seat for entry in play.record.entries],
        answers=[entry.answer for entry in play.record.entries],
        marks=[
            (mark.decision, mark.sealed, mark.revealed,
             [None if heard is None else sorted(heard) for heard in mark.told], mark.standing)
            for mark in play.marks
        ],
        draws=play.draws,
        ending=play.record.ending,
        state=play.game.numbers(play.state),
    )  # fmt: skip


def woken_from(snapshot: bytes, tail: Sequence[Row]) -> Table | None:
    """A table from a snapshot and the rows after it; None if the snapshot cannot be believed, or does not help."""
    body = snapshot[DIGEST_BYTES:]
    if hashlib.sha256(body).digest() != snapshot[:DIGEST_BYTES] or any(isinstance(row, LOOKS_BACK) for row in tail):
        return None
    try:
        found = SNAPSHOT.decode(body)
    except msgspec.MsgspecError:  # of another layout
        return None
    if found.code != code_of(found.kept.made.game):
        return None
    table = _table(found)
    fold_on(table, tail)
    return table


def _table(found: _Snapshot) -> Table:
    kept = found.kept
    made = kept.made
    table = Table(made)
    table.rules = game_named(made.game).info.rules_version
    table.options = options_of(made, table.rules)
    for name in FIELDS:
        setattr(table, name, getattr(kept, name))
    table.nonces = dict(found.nonces)
    table.changed = True  # as after its first row
    if found.played is not None:
        luck.take_up(table, lambda record: _play(table, record, found.played))
    if table.play is not None:
        for asked in table.game.asked(table.play.state):
            decision, since = found.since.get(asked.seat, (-1, table.now))
            if decision == asked.id:
                table.questions[asked.seat] = Question(cast(Decision, asked), since)
    return table


def _play(table: Table, record: Record, played: _Played | None) -> Play[Any]:
    assert played is not None
    assert isinstance(table.game, RestoresState)
    record.entries = [Entry(seat, answer) for seat, answer in zip(played.seats, played.answers, strict=True)]
    record.ending = played.ending
    marks = [
        Mark(seat, decision, sealed, revealed, tuple([None if one is None else frozenset(one) for one in told]), stands)
        for seat, (decision, sealed, revealed, told, stands) in zip(played.seats, played.marks, strict=True)
    ]
    return Play.resumed(table.game, record, table.game.restored(played.state), marks, played.draws)
