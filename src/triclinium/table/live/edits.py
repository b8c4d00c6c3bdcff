"""Changes to a table's existing rows: passages of a story, lines and veils; in memory and in the store."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence

from triclinium.core.decision import Refused
from triclinium.core.game import EditsPassages
from triclinium.table.live.branches import Veiled, changes_between, read_branches, strike
from triclinium.table.live.live_table import Edit, LiveTable, StoredRows, lay_anew
from triclinium.table.log.rows import ROW, Retold, Row
from triclinium.table.ops.journal import Journal
from triclinium.table.people.limits import Bucket
from triclinium.table.people.personal import forgotten, fresh_gone, others
from triclinium.table.play import passages
from triclinium.table.play.boundaries import bounded
from triclinium.table.play.broadcast import Viewer
from triclinium.table.play.capacity import check_words
from triclinium.table.play.waking import wake
from triclinium.table.protocol.messages import ENCODER, Ack, Boundary, Close, Refusal, Rewrite, VeilPassage, refusal
from triclinium.table.store import Store

EDITS_MOST, EDITS_SECONDS = 8, 60.0
"""How many edits one seat may make in so many seconds: each one rebuilds the whole table."""


async def read_rows(live: LiveTable, store: Store, awake: Mapping[str, LiveTable]) -> StoredRows:
    """Read what `change_rows` needs. Raises `StoreFailed`."""
    rows = await store.load(live.id)
    branches, made = await read_branches(store, awake, live.id) if live.table.tells else ({}, {})
    return StoredRows(rows, branches, made)


def change_rows(live: LiveTable, store: Store, journal: Journal, awake: Mapping[str, LiveTable]) -> list[Veiled]:
    """Do the edits requested at a table, whose stored rows have been read: all but the table's new ones.

    A bug affects only the socket that asked, not the turn in which all tables are stored. Returns the branches that
    must be searched.
    """
    reached: list[Veiled] = []
    read, live.read = live.read, None
    assert read is not None, "the turn begins with reading"
    passed_on, live.veiled_elsewhere = live.veiled_elsewhere, []
    for passage in passed_on:
        _veil_again(live, read, passage)
    edits, live.edits = live.edits, []
    for socket, message in edits:
        told = live.table.entries
        try:
            _change(live, read, socket.viewer, message)
            if isinstance(message, VeilPassage):
                changes = changes_between(told, live.table.entries)
                reached += [(branch, message.passage) for branch in strike(store, awake, read, live.id, changes)]
            reply: Ack | Refusal = Ack(nonce=message.nonce)
        except Refused as refused:
            reply = refusal(message.nonce, refused)
        except Exception as error:
            journal.fault("passage", error, live.id)
            socket.close(Close.BROKEN)
            continue
        live.replies.append((socket, reply, message))
    forgetting, live.forgetting = live.forgetting, set()
    for visitor in forgetting:
        _forget(live, read, visitor)
    return reached


def hand_in_changes(live: LiveTable, store: Store) -> bool:
    """Hand the changes to the store; returns whether there are any."""
    something = bool(live.overwritten or live.completing)
    if live.overwritten:
        store.replace(live.id, live.overwritten, wipe=live.wiping)
        live.overwritten, live.wiping = {}, False
    if live.completing:
        store.complete(live.id)
        live.completing = False
    for visitor in live.departed:
        store.leave(visitor, live.id)
    live.departed = []
    return something


def _veil_again(live: LiveTable, read: StoredRows, passage: int) -> None:
    """Veil a passage that was veiled in the original table, with everything that quotes it here."""
    stored = _stored(live, read)
    before: list[Row] = [*stored, *live.table.fresh]
    rows = before
    if live.table.entries:
        rows = passages.edited(before, 0, VeilPassage(nonce="", passage=passage))
        if rows == before:
            rows = [*before, Retold(at=before[-1].at)]
    _lay_over(live, stored, rows)


def _forget(live: LiveTable, read: StoredRows, visitor: str) -> None:
    """Remove everything about a visitor from the rows; if nobody else is left, remove the table."""
    stored = _stored(live, read)
    before: list[Row] = [*stored, *live.table.fresh]
    if not others(before, visitor):
        live.orphaned = True
        return
    gone = fresh_gone()
    _lay_over(live, stored, forgotten(before, visitor, gone))
    live.departed.append(visitor)
    live.wishes.forget(visitor)
    live.buckets.pop(visitor, None)
    table = live.table
    for seat in table.seats:
        if seat.visitor == gone:
            seat.sockets = 0  # their sockets now belong to nobody
    if table.made.host == gone:
        table.host_sockets = 0
    table.changed = True  # check again who may look


def _stored(live: LiveTable, read: StoredRows) -> list[Row]:
    """The rows in the store, with the changes made earlier in this turn."""
    pending = live.overwritten
    return [ROW.decode(pending.get(place, row)) for place, row in enumerate(read.rows)]


def _change(live: LiveTable, read: StoredRows, viewer: Viewer, message: Edit) -> None:
    """Overwrite what must change, in the store and at the table. A repeated message does nothing."""
    if viewer.seat is None:
        raise Refused("refused.not_seated")
    if live.table.remembers(None, message.nonce):
        return
    if not live.editing.setdefault(viewer.seat, Bucket(EDITS_MOST, EDITS_SECONDS)).take(time.monotonic()):
        raise Refused("refused.too_fast")
    if isinstance(message, Rewrite):
        check_words(live.table, message.words)
    if not isinstance(message, Boundary) and not isinstance(live.table.game, EditsPassages):
        raise Refused("refused.no_passages")  # before anything is read
    stored = _stored(live, read)
    before: list[Row] = [*stored, *live.table.fresh]
    if isinstance(message, Boundary):
        first = bounded(live.table, live.wishes, viewer.visitor, message)
        rows = [first, *before[1:]]
        if live.shared and rows != before:  # one more row, so that no other node writes on what was there before
            rows.append(Retold(at=before[-1].at))
    else:
        rows = passages.edited(before, viewer.seat, message)
    if rows != before:
        _lay_over(live, stored, rows)
    # The store does not get the nonce: it could tell who asked.
    live.table.remember(None, message.nonce)


def _lay_over(live: LiveTable, stored: Sequence[Row], rows: list[Row]) -> None:
    """Replace the rows of a table."""
    old = live.table
    table = wake(rows)
    table.fresh = rows[len(stored) :]
    table.now = max(table.now, old.now)
    table.undos = old.undos + 1  # bots are thinking about another story now
    for number, question in table.questions.items():
        known = old.questions.get(number)
        if known is not None and known.decision.id == question.decision.id:
            question.since = known.since
    pairs = enumerate(zip(stored, rows, strict=False))
    other = {place: ENCODER.encode(new) for place, (was, new) in pairs if new != was}
    pending = live.overwritten
    lay_anew(live, table)
    live.overwritten = {**pending, **other}
    live.wiping = True
