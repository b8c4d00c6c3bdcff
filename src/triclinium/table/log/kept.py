"""The events of answers, stored in the row that holds them: a table can be read and replayed without its rules.

A row with answers keeps three things, written once as JSON and read only when needed: the events of each answer, with
their audience; which seats are asked what afterwards; and how the game ended, if it did.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import islice
from typing import Any, NamedTuple, TypeAlias

import msgspec
from msgspec import Raw, Struct

from triclinium.core.decision import Answer, Decision, Seat
from triclinium.core.event import Event
from triclinium.core.game import AnyGame
from triclinium.core.play import Play
from triclinium.core.record import Entry, Record
from triclinium.table.protocol.messages import ENCODER, Data

Stored: TypeAlias = "Data | tuple[list[int], Data]"
"""An event as stored: as everybody is told it, or preceded by the only seats that are told."""
News: TypeAlias = tuple[frozenset[Seat] | None, bytes]
"""An event as sent, preceded by the only seats that are told; None for everybody."""


class Kept(Struct, frozen=True, kw_only=True):
    events: list[list[Stored]] = []
    asked: list[tuple[Seat, str]] = []
    ending: Data | None = None

    def told(self) -> list[list[Event]]:
        """The events of each answer."""
        return [[_event(stored) for stored in group] for group in self.events]


NOTHING = Raw()
"""For a row stored before rows kept events."""
KEPT = msgspec.json.Decoder(Kept)


def read(raw: Raw) -> Kept | None:
    return KEPT.decode(raw) if raw else None


def retold(raw: Raw, events: Sequence[Sequence[Event]]) -> Raw:
    """The same with other events."""
    old = read(raw) or Kept()
    told = [
        [body if event.audience is None else (sorted(event.audience), body) for event, body in _plain(group)]
        for group in events
    ]
    return Raw(ENCODER.encode({"events": told, "asked": old.asked, "ending": old.ending}))


def _plain(events: Sequence[Event]) -> list[tuple[Event, Data]]:
    return [(event, {"kind": event.kind, **event.data}) for event in events]


def _event(stored: Stored) -> Event:
    audience, data = (None, stored) if isinstance(stored, dict) else (frozenset(stored[0]), stored[1])
    return Event(data["kind"], {name: value for name, value in data.items() if name != "kind"}, audience)


# --- Writing ------------------------------------------------------------------------------------


class Told(NamedTuple):
    """The result of answers: who is told what, the draws of chance after them, and what the row keeps."""

    news: list[News]
    draws: list[Data]
    kept: Raw


NOTHING_TOLD = Told([], [], NOTHING)


def news_of(events: Iterable[Event]) -> list[News]:
    """Events as they are sent and stored."""
    encode = ENCODER.encode
    return [(event.audience, encode({"kind": event.kind, **event.data})) for event in events]


def keep(play: Play[Any], at: int, events: Iterable[Event], draws: list[Data]) -> Told:
    """What the answers from this length of the record on have caused: these events, and the position now."""
    news = news_of(events)
    stored = [body if seats is None else b"[%b,%b]" % (_seats(seats), body) for seats, body in news]
    marks = play.marks[at:]
    if len(marks) == 1:
        groups = b",".join(stored)
    else:
        parts = iter(stored)
        groups = b"],[".join([b",".join(islice(parts, len(mark.told))) for mark in marks])
    begins, ends = (b'{"events":[[', b']],"asked":') if marks else (b'{"events":[', b'],"asked":')
    ending = b"}" if play.record.ending is None else b',"ending":%b}' % ENCODER.encode(play.record.ending)
    return Told(news, draws, Raw(b"".join((begins, groups, ends, asked(play.pending()), ending))))


def questions(pending: Sequence[Decision]) -> Raw:
    """Who is asked what, when nothing was answered."""
    return Raw(b'{"asked":%b}' % asked(pending))


def asked(pending: Sequence[Decision]) -> bytes:
    """Who is asked what."""
    return _asked(tuple([(decision.seat, decision.kind) for decision in pending]))


@lru_cache(1024)
def _asked(questions: tuple[tuple[Seat, str], ...]) -> bytes:
    return ENCODER.encode(questions)


@lru_cache(256)
def _seats(audience: frozenset[Seat]) -> bytes:
    return ENCODER.encode(sorted(audience))


# --- Again --------------------------------------------------------------------------------------


class Teller:
    """Replays a record and computes what each of its rows keeps."""

    def __init__(self, game: AnyGame, record: Record) -> None:
        bare = Record(record.game, record.rules_version, record.seats, record.options, pledge=record.pledge)
        self.play: Play[Any] = Play(game, bare)

    def keep_row(self, _number: int, _row: object, answers: Iterable[tuple[Seat, Answer]]) -> Raw:
        """The same for a row of a table."""
        return self.keep(answers)

    def keep(self, entries: Iterable[Entry | tuple[Seat, Answer]]) -> Raw:
        """What a row with these answers keeps. Rows come in order."""
        at = len(self.play.marks)
        events: list[Event] = []
        for entry in entries:
            seat, answer = entry if isinstance(entry, tuple) else (entry.seat, entry.answer)
            events += self.play.answer(seat, answer)
        return keep(self.play, at, events, []).kept
