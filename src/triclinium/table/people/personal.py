"""A visitor's data in the rows of a table: find it, show it, and remove it for good.

A seat may have changed hands: what was said there belongs to its owner at that time. The game stays: cards and moves
belong to all players, and the record still verifies. The words of a story are veiled as anybody may veil them (BC-23),
so that nothing shows why.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from triclinium.table.log.rows import (
    ROW,
    Answered,
    Called,
    Chatted,
    Created,
    Credited,
    Gathered,
    Hushed,
    Left,
    Opened,
    Retold,
    Row,
    Sat,
    Shared,
    Subscribed,
    Watched,
)
from triclinium.table.log.visitors import GONE, VISITS, people_of
from triclinium.table.play.passages import Story, story_in
from triclinium.table.protocol.messages import ENCODER, Data
from triclinium.table.protocol.visitor_replies import LineKept, NoticeKept, TableKept


@dataclass(frozen=True, slots=True)
class Rewritten:
    """A table's rows without a visitor: the changed rows by index, and rows to append."""

    other: dict[int, bytes]
    more: list[bytes]


def fresh_gone() -> str:
    """A placeholder for a deleted visitor at one table: it belongs to nobody, and each is unique."""
    return GONE + secrets.token_hex(8)


def owned(rows: Sequence[Row]) -> Iterator[tuple[Row, dict[int, str | None]]]:
    """Each row with the owners of the seats at that time."""
    owners: dict[int, str | None] = {}
    waiting = True
    for row in rows:
        if isinstance(row, Created):
            owners = {seat: plan.visitor for seat, plan in enumerate(row.seats)}
        elif isinstance(row, Sat):
            owners[row.seat] = row.visitor
        elif isinstance(row, Gathered):
            waiting = False
        yield row, dict(owners)
        if isinstance(row, Left) and waiting:
            owners[row.seat] = None


def held(rows: Sequence[Row], visitor: str) -> Iterator[tuple[Row, set[int]]]:
    """Each row with the seats that this visitor had at that time."""
    for row, owners in owned(rows):
        yield row, {seat for seat, owner in owners.items() if owner == visitor}


def others(rows: Sequence[Row], visitor: str) -> set[str]:
    """Everybody else with a present or past connection to a table."""
    return {one for row in rows if isinstance(row, VISITS) for one in people_of(row)} - {visitor}


def tellers(story: Story | None) -> list[str]:
    """Who told each passage of a story; empty for a bot."""
    if story is None:
        return []
    made = _made(story.rows)
    by = [
        (owners.get(row.seat) or "") if isinstance(row, Answered) and row.by == "person" else ""
        for row, owners in owned(story.rows)
    ]
    before = made.tellers
    found = []
    for passage in range(len(story.tellings)):
        place = story.told_in(passage)
        found.append(by[place] if place else before[passage] if passage < len(before) else "")
    return found


def own_passages(story: Story | None, visitor: str) -> list[int]:
    """The passages that this visitor told."""
    return [passage for passage, teller in enumerate(tellers(story)) if teller == visitor]


def _made(rows: Sequence[Row]) -> Created:
    made = rows[0]
    assert isinstance(made, Created), "a table's first row makes it"
    return made


# --- Told ---------------------------------------------------------------------------------------


def kept(bodies: Sequence[bytes], visitor: str) -> TableKept:
    """Everything that a table stores about a visitor."""
    rows = [ROW.decode(body) for body in bodies]
    made = _made(rows)
    names = [plan.name for plan in made.seats if plan.visitor == visitor]
    avatars = [plan.avatar for plan in made.seats if plan.visitor == visitor]
    lines: list[LineKept] = []
    answers: list[Data] = []
    notices: dict[bytes, NoticeKept] = {}
    credited = shares = False
    for row, seats in held(rows, visitor):
        if (isinstance(row, Sat) and row.visitor == visitor) or (isinstance(row, Called) and row.seat in seats):
            names.append(row.name)
            avatars.append(row.avatar)
        elif isinstance(row, Chatted) and row.seat in seats and (row.text or row.sign):
            lines.append(LineKept(at=row.at, text=row.text, sign=row.sign))
        elif isinstance(row, Credited) and row.seat in seats:
            credited = row.on
        elif isinstance(row, Shared) and row.seat in seats:
            shares = row.on
        elif isinstance(row, Subscribed) and row.seat in seats and row.target:
            notices[ENCODER.encode(row.target)] = NoticeKept(kind=row.kind, target=row.target)
        elif isinstance(row, Answered) and row.seat in seats and row.by == "person":
            answers.append(row.answer)
        elif isinstance(row, Opened):
            answers += [answer for seat, answer in row.answers if seat in seats]
    story = story_in(rows)
    return TableKept(
        id=made.id,
        game=made.game,
        since=made.at,
        host=made.host == visitor,
        watches=any(isinstance(row, Watched) and row.visitor == visitor for row in rows),
        names=[name for name in dict.fromkeys(names) if name],
        avatars=[avatar for avatar in dict.fromkeys(avatars) if avatar is not None],
        lines=lines,
        passages=[story.answer(passage) for passage in own_passages(story, visitor)] if story else [],
        credited=credited,
        shares=shares,
        notices=list(notices.values()),
        answers=answers,
    )


# --- Taken out ----------------------------------------------------------------------------------


def forgotten(rows: Sequence[Row], visitor: str, gone: str) -> list[Row]:
    """The rows without the visitor's data; `gone` replaces the hash of their key.

    The visitor leaves their seats, and everybody is sent the table again.
    """
    story = story_in(rows)
    veiled = rows if story is None else story.without(own_passages(story, visitor))
    hosted = _made(rows).host == visitor
    sits: set[int] = set()
    found: list[Row] = []
    for (row, seats), new in zip(held(rows, visitor), veiled, strict=True):
        if isinstance(row, Created):
            sits = set(seats)
        elif isinstance(row, Sat) and row.visitor == visitor:
            sits.add(row.seat)
        elif isinstance(row, Left):
            sits.discard(row.seat)
        sits &= seats
        found.append(_without(new, seats, visitor, gone, hosted))
    at = rows[-1].at
    return [*found, *(Left(at=at, seat=seat) for seat in sorted(sits)), Retold(at=at)]


def rewritten(bodies: Sequence[bytes], visitor: str) -> Rewritten | None:
    """The same for stored rows; None if nobody else is connected with the table."""
    rows = [ROW.decode(body) for body in bodies]
    if not others(rows, visitor):
        return None
    new = [ENCODER.encode(row) for row in forgotten(rows, visitor, fresh_gone())]
    other = {place: body for place, body in enumerate(new[: len(bodies)]) if body != bodies[place]}
    return Rewritten(other, new[len(bodies) :])


def is_named(bodies: Sequence[bytes], visitor: str) -> bool:
    """Whether a visitor appears anywhere in a table's rows."""
    name = visitor.encode()
    return any(name in body for body in bodies)


def _without(row: Row, seats: set[int], visitor: str, gone: str, hosted: bool) -> Row:
    """A row without a visitor who had these seats at that time."""
    if isinstance(row, Created):
        nobody = {"visitor": gone, "name": None, "avatar": None}
        plans = [replace(plan, **nobody) if plan.visitor == visitor else plan for plan in row.seats]
        told_by = [gone if teller == visitor else teller for teller in row.tellers]
        return replace(row, host=gone if hosted else row.host, seats=plans, tellers=told_by)
    if isinstance(row, Sat) and row.visitor == visitor:
        return replace(row, visitor=gone, name="", avatar=None)
    if isinstance(row, Called) and row.seat in seats:
        return replace(row, name="", avatar=None)
    if isinstance(row, Credited) and row.seat in seats:
        return replace(row, on=False)
    if isinstance(row, Shared) and row.seat in seats:
        return replace(row, on=False, key="")
    if isinstance(row, Watched) and row.visitor == visitor:
        return replace(row, visitor=gone)
    if isinstance(row, Chatted) and row.seat in seats:
        return replace(row, text="", sign=None)
    if isinstance(row, Subscribed) and row.seat in seats:
        return replace(row, target={})
    if isinstance(row, Hushed) and (hosted or row.seat in seats):
        return replace(row, reason="")
    return row
