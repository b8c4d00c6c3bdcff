"""The answers of stored rows: replayed, compared with their stored events if the rules have changed, or only read.

Answers that were taken back later are skipped.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from msgspec import Raw

from triclinium.core.decision import CHANCE, Seat
from triclinium.core.event import Event
from triclinium.core.play import Play
from triclinium.core.record import Entry
from triclinium.table.log import kept
from triclinium.table.play.pieces import Comparison, Past
from triclinium.table.play.table import Table
from triclinium.table.protocol.messages import Data


class Differs(Exception):
    """Under today's rules something would have happened differently, or nobody can tell."""


def again(
    table: Table, number: int, answers: Sequence[tuple[int, Data]], draws: Sequence[Data], told: Raw
) -> kept.Told:
    """The events of the answers in a row that count."""
    return kept.Told(
        kept.news_of(_events(table, number, [*answers, *((CHANCE, draw) for draw in draws)], told)), [], told
    )


def _events(table: Table, number: int, answers: Sequence[tuple[int, Data]], told: Raw) -> list[Event]:
    counts = [
        (place, Entry(seat, given))
        for place, (seat, given) in enumerate(answers)
        if (number, place) not in table.taken_back
    ]
    if table.past is not None:
        return _read(table.past, counts, told)
    assert table.play is not None
    if table.comparison is not None:
        return _compared(table.play, table.comparison, counts, told)
    play = table.play
    return [event for _, entry in counts for event in play.answer(entry.seat, entry.answer)]


def _read(past: Past, counts: list[tuple[int, Entry]], told: Raw) -> list[Event]:
    """Take answers and events as the row has them."""
    found = kept.read(told) or kept.Kept()
    groups = found.told()
    events: list[Event] = []
    for place, entry in counts:
        group = groups[place] if place < len(groups) else []
        past.entries.append(entry)
        past.events.append(group)
        events += group
    past.ending = found.ending
    return events


# --- Comparing ----------------------------------------------------------------------------------


def _compared(play: Play[Any], comparison: Comparison, counts: list[tuple[int, Entry]], told: Raw) -> list[Event]:
    found = kept.read(told)
    events: list[Event] = []
    for place, entry in counts:
        new = play.answer(entry.seat, entry.answer)
        if found is not None:
            _compare(found.told()[place], new)
        events += new
    if counts:
        comparison.certain &= found is not None
        comparison.last = told
    return events


def _compare(old: list[Event], new: list[Event]) -> None:
    """Every event comes again, in order, to the same audience, with at least the same facts."""
    left = iter(new)
    for event in old:
        if not any(_holds(other, event) for other in left):
            raise Differs


def _holds(new: Event, old: Event) -> bool:
    if new.kind != old.kind or new.audience != old.audience:
        return False
    data = msgspec.json.decode(kept.news_of([new])[0][1])
    return all(name in data and data[name] == value for name, value in old.data.items())


def check_position(table: Table) -> None:
    """The same questions are open at the end, sealed answers would be accepted, and the game ended in the same way."""
    play, comparison = table.play, table.comparison
    if play is None or comparison is None:
        return
    found = kept.read(comparison.last)
    if found is None or not comparison.certain:
        # No events were stored. It is enough that all answers lead to the end of a game, and no further.
        if play.record.ending is None:
            raise Differs
        return
    if [(decision.seat, decision.kind) for decision in play.pending()] != found.asked:
        raise Differs
    if found.ending is not None and msgspec.to_builtins(play.record.ending) != found.ending:
        raise Differs
    for seat, given in table.sealed.items():
        play.check(seat, given)


# --- Counting -----------------------------------------------------------------------------------


def counted(audiences: Iterable[frozenset[Seat] | None], seats: int) -> list[int]:
    """How many events each viewpoint was told; the last is the public one."""
    counts = [0] * (seats + 1)
    for audience in audiences:
        for eyes in range(seats + 1) if audience is None else audience:
            counts[eyes] += 1
    return counts


def counted_events(play: Play[Any], seats: int) -> list[int]:
    """How many events each viewpoint was told in a game."""
    return counted((audience for mark in play.marks for audience in mark.told), seats)
