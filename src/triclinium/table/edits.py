"""Passages of a story changed at a table in memory, and in its store."""

from __future__ import annotations

import time

from triclinium.core.decision import Refused
from triclinium.table import desk, passages
from triclinium.table.journal import Journal
from triclinium.table.live import Live, lay_anew
from triclinium.table.messages import ENCODER, Ack, Close, Refusal, Rewrite, VeilPassage, refusal
from triclinium.table.rows import ROW
from triclinium.table.store import Store, StoreFailed
from triclinium.table.told import Viewer


def change_passages(live: Live, store: Store, journal: Journal) -> None:
    """Do what was asked at a table. Nothing may be under way to the store: it has all rows but the table's new ones.

    What should never happen hurts the socket that asked, and not the turn in which all tables are stored.
    """
    edits, live.edits = live.edits, []
    for socket, message in edits:
        try:
            _change(live, store, socket.viewer, message)
            reply: Ack | Refusal = Ack(nonce=message.nonce)
        except Refused as refused:
            reply = refusal(message.nonce, refused)
        except StoreFailed:
            reply = Refusal(nonce=message.nonce, key="refused.not_stored")
        except Exception as error:
            journal.fault("passage", error, live.id)
            socket.close(Close.BROKEN)
            continue
        live.replies.append((socket, reply))


def _change(live: Live, store: Store, viewer: Viewer, message: VeilPassage | Rewrite) -> None:
    """Write a passage over, in the store and at the table; what was heard before is not done twice."""
    old = live.table
    if viewer.seat is None:
        raise Refused("refused.not_seated")
    if old.remembers(None, message.nonce):
        return
    if not live.editing.take(time.monotonic()):
        raise Refused("refused.too_fast")
    # A passage changed earlier in this turn is not in the store yet.
    pending = live.overwritten
    stored = [ROW.decode(pending.get(place, row)) for place, row in enumerate(store.load(live.id))]
    rows = passages.edited([*stored, *old.fresh], viewer.seat, message)
    if len(rows) > len(stored) + len(old.fresh):
        table = desk.wake(rows)
        table.fresh = rows[len(stored) :]
        table.now = max(table.now, old.now)
        table.undos = old.undos + 1  # what bots think now is of another story
        for number, question in table.questions.items():
            known = old.questions.get(number)
            if known is not None and known.decision.id == question.decision.id:
                question.since = known.since
        pairs = enumerate(zip(stored, rows, strict=False))
        other = {place: ENCODER.encode(new) for place, (was, new) in pairs if new != was}
        lay_anew(live, table)
        live.overwritten = {**pending, **other}
    # The store does not learn of the nonce: it could tell who asked.
    live.table.remember(None, message.nonce)
