"""Finished games: as a record file, and step by step from any viewpoint; and what one seat may export of a running
game.

All of this is heavy work, done in threads on copies.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from triclinium.core.decision import CHANCE
from triclinium.core.game import AnyGame, View
from triclinium.core.record import Record, one_line
from triclinium.table.live.changes import changes
from triclinium.table.live.positions import Position
from triclinium.table.play.broadcast import plain_events
from triclinium.table.play.pieces import Past
from triclinium.table.play.table import Table
from triclinium.table.protocol.history_replies import Step
from triclinium.table.protocol.messages import ENCODER, Data, Eyes

STEPS_MOST = 200
BLOCK_BYTES = 512 * 1024
"""A block ends when its steps are longer than this. The view before them has no limit."""
OPEN = "open"


def kept_record(table: Table) -> Record:
    """A copy of the record, to read while the game goes on."""
    if (past := table.past) is not None:
        seats = len(table.seats)
        return Record(table.made.game, table.rules, seats, table.options, past.entries, past.pledge, past.ending)
    assert table.play is not None
    old = table.play.record
    return Record(
        old.game, old.rules_version, old.seats, old.options, list(old.entries), old.pledge, old.ending, old.digest
    )


def told_log(game: AnyGame, record: Record, eyes: Eyes) -> list[Data]:
    """All events that this viewpoint was told."""
    state = game.start(record.options, record.seats)
    events: list[Data] = []
    for entry in record.entries:
        events += plain_events(game.apply(state, entry.seat, entry.answer), eyes)
    return events


def past_log(past: Past, eyes: Eyes) -> list[Data]:
    """All events that this viewpoint was told in a game whose rules are not here."""
    return [told for events in past.events for told in plain_events(events, eyes)]


def view_scoped(game: AnyGame, record: Record, state: Any, eyes: Eyes) -> str:
    """What this viewpoint may export of an unfinished game: no answers of others, no luck, no secret."""
    return _scoped(record, eyes, told_log(game, record, eyes), [{"view": game.view(state, eyes)}])


def past_scoped(past: Past, record: Record, eyes: Eyes) -> str:
    """The same for a game whose rules are not here, and so without a view."""
    return _scoped(record, eyes, past_log(past, eyes), [])


def _scoped(record: Record, eyes: Eyes, events: list[Data], more: list[Data]) -> str:
    lines: list[Data] = [
        {
            "game": record.game,
            "rules": record.rules_version,
            "options": record.options,
            "seats": record.seats,
            "eyes": eyes,
        }
    ]
    lines += [{"event": event} for event in events]
    return "".join(one_line(line) + "\n" for line in lines + more)


def block(id: str, walk: Iterator[Position], record: Record, game: AnyGame, eyes: str, count: int) -> bytes:
    """Steps of a finished game from a position on: an encoded `Replay`, cut if it would be too long."""
    seats = range(record.seats) if eyes == OPEN else range(0)
    base: Eyes = int(eyes) if eyes.isdecimal() else None
    view = b"null"
    before: View | None = None
    bodies: list[bytes] = []
    size = 0
    for position in islice(walk, count):
        seen = game.view(position.state, base)
        if before is None:
            view = ENCODER.encode(seen)
        else:
            bodies.append(b",")
        step = _step(position, eyes, base)
        step.changes = [] if before is None else changes(before, seen)
        step.seats = {str(seat): changes(seen, game.view(position.state, seat)) for seat in seats}
        before = seen
        bodies.append(ENCODER.encode(step))
        size += len(bodies[-1])
        if size > BLOCK_BYTES:
            break
    return _replay(id, record, view, b"".join(bodies))


def past_block(id: str, past: Past, record: Record, eyes: str, at: int, count: int) -> bytes:
    """Steps of a finished game whose rules are not here: who answered, and the events, without views."""
    base: Eyes = int(eyes) if eyes.isdecimal() else None
    bodies: list[bytes] = []
    size = 0
    for number in range(at, min(at + count, len(record.entries) + 1)):
        entry, events = (record.entries[number - 1], past.events[number - 1]) if number else (None, [])
        bodies.append(ENCODER.encode(_step(Position(number, entry, events, None), eyes, base)))
        size += len(bodies[-1])
        if size > BLOCK_BYTES:
            break
    return _replay(id, record, b"null", b",".join(bodies))


def _replay(id: str, record: Record, view: bytes, steps: bytes) -> bytes:
    head = b'{"id":"%b","steps_total":%d,"view":%b,"steps":' % (id.encode(), len(record.entries), view)
    return head + b"[" + steps + b"]}"


def _step(position: Position, eyes: str, base: Eyes) -> Step:
    """Who answered what, and the events, as this viewpoint may know them."""
    entry = position.entry
    shown = entry is not None and (eyes == OPEN or str(entry.seat) == eyes)
    told = (
        [{"kind": event.kind, **event.data} for event in position.events]
        if eyes == OPEN
        else plain_events(position.events, base)
    )
    return Step(
        at=position.at,
        seat=None if entry is None or (entry.seat == CHANCE and not shown) else entry.seat,
        answer=entry.answer if entry is not None and shown else None,
        events=told,
        changes=[],
    )
