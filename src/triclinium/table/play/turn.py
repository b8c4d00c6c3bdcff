"""Answers: checked by the rules, laid sealed where nobody may notice, and taken back by the rule of undo."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from msgspec import Raw

from triclinium.core.decision import Refused
from triclinium.core.event import Event
from triclinium.core.play import Checkpoint, Play
from triclinium.core.undo import cut, earliest_by_consent, is_final, own_last, take_back
from triclinium.table.log.again import again, counted_events
from triclinium.table.log.kept import bodies_of, keep, questions
from triclinium.table.log.rows import Answered, Opened, Sealed, Undone
from triclinium.table.play import clock
from triclinium.table.play.table import OVER, PLAYING, Table, folds
from triclinium.table.protocol.messages import Data, Moved

CHECKPOINTS_MOST = 4
"""Positions a table keeps since what cannot be taken back any more; between them answers are played again."""


class Stale(Exception):
    """The question is gone; the whole state is sent instead of an answer."""


def running(table: Table) -> Play[object]:
    """The game in progress; refuses when there is none or the table rests."""
    if table.past is not None and table.phase != OVER:
        raise Refused("refused.frozen")
    if table.phase != PLAYING or table.play is None:
        raise Refused("refused.not_playing")
    if table.resting:
        raise Refused("refused.resting")
    return table.play


def answer(table: Table, seat: int, decision_id: int, given: Data, by: str) -> None:
    """Take an answer to exactly this question; raises `Refused` or `Stale`, and then nothing has changed."""
    play = running(table)
    question = table.questions.get(seat)
    if question is None or question.decision.id != decision_id:
        raise Stale
    if question.decision.sealed:
        play.check(seat, given)
        opening = _due(table, {**table.sealed, seat: given})
        opened = _take(table, play, opening) if opening else None
        table.write(Sealed(seat=seat, answer=given))
        if opened is not None:
            _opened_now(table, opened)
        return
    spent = clock.spent(table, seat)
    taken = _take(table, play, [(seat, given)])
    clock.charge(table, seat, spent)
    _keep(table, taken.before)
    _took(table, taken.events, Moved(seat=seat, by=by), taken.bodies)
    table.note(Answered(seat=seat, answer=given, draws=taken.draws, by=by, spent=spent, told=taken.told))
    answer_for_table(table)


def answer_for_table(table: Table) -> None:
    """Answer, for the seat that is asked, what only the table knows: whether the agreed time has passed (BC-20)."""
    if table.phase != PLAYING or table.resting:
        return
    for seat, question in table.questions.items():
        decision = question.decision
        if decision.data is not None and decision.data.get("by_table"):
            minutes = decision.data["minutes"]
            assert isinstance(minutes, int)
            up = clock.played(table) >= minutes * 60_000
            given = next(option for option in decision.options if option["up"] is up)
            answer(table, seat, decision.id, given, "table")
            return


class Told(NamedTuple):
    """What came of answers: how the game stood before, what they told, what chance answered, and what the row keeps."""

    before: Checkpoint[object]
    answers: list[tuple[int, Data]]
    events: list[Event]
    bodies: list[bytes]
    draws: list[Data]
    told: Raw


def _take(table: Table, play: Play[object], answers: list[tuple[int, Data]]) -> Told:
    """Let the rules take answers, and chance after them: all of them, or none if anything fails."""
    assert table.luck is not None
    taken = play.take(answers, table.luck)
    bodies = bodies_of(taken.events)
    kept = keep(play, taken.before.entries, bodies)
    return Told(taken.before, answers, taken.events, bodies, taken.draws, kept)


def open_sealed(table: Table) -> None:
    """Open the sealed answers when all are there and the window has been open for its least time."""
    if table.phase != PLAYING or table.resting or table.play is None:
        return
    if opening := _due(table, table.sealed):
        _opened_now(table, _take(table, table.play, opening))


def _due(table: Table, sealed: Mapping[int, Data]) -> list[tuple[int, Data]]:
    """The sealed answers that are to be opened together; none while one is missing or the window is young."""
    owing = [seat for seat, question in table.questions.items() if question.decision.sealed]
    if not owing or any(seat not in sealed for seat in owing) or table.now < opening_time(table):
        return []
    return [(seat, sealed[seat]) for seat in sorted(owing)]


def _opened_now(table: Table, opened: Told) -> None:
    _keep(table, opened.before)
    _took(table, opened.events, None, opened.bodies)
    table.note(Opened(answers=opened.answers, draws=opened.draws, told=opened.told))
    answer_for_table(table)


def _keep(table: Table, before: Checkpoint[object]) -> None:
    """Keep how the game stood before an answer, as long as that may be taken back."""
    assert table.play is not None
    if is_final(table.play.marks[-1]):
        table.checkpoints.clear()
    else:
        table.checkpoints.append(before)
        if len(table.checkpoints) > CHECKPOINTS_MOST:
            del table.checkpoints[1::2]


def opening_time(table: Table) -> int:
    """The earliest moment sealed answers are opened: the same however fast they came (BB-4).

    Among bots there is nobody who could learn from it, and one person is not kept waiting.
    """
    least = table.made.window * 1000 if len(table.people) > 1 else 0
    opened = min(question.since for question in table.questions.values() if question.decision.sealed)
    return opened + least


def _took(table: Table, events: list[Event], moved: Moved | None, bodies: Sequence[bytes] = ()) -> None:
    """What follows from any answer: new questions, old proposals void, perhaps the end."""
    table.sealed.clear()
    table.moved = moved
    if table.play is not None:
        table.ask(table.play.pending())
    table.tell(events, bodies)
    for number, proposal in list(table.proposals.items()):
        if proposal.what == "undo":
            del table.proposals[number]
            table.changed = True
    over = not table.questions if table.past is None else table.past.ending is not None
    if over:
        table.phase = OVER
        table.changed = True


@folds(Answered)
def _answered(table: Table, row: Answered) -> None:
    events = again(table, table.rows, [(row.seat, row.answer)], row.draws, row.told)
    clock.charge(table, row.seat, row.spent)
    _took(table, events, Moved(seat=row.seat, by=row.by))


@folds(Sealed)
def _sealed(table: Table, row: Sealed) -> None:
    if row.answer is None:
        table.sealed.pop(row.seat, None)
    else:
        table.sealed[row.seat] = row.answer
    table.tell_seat(row.seat)


@folds(Opened)
def _opened(table: Table, row: Opened) -> None:
    _took(table, again(table, table.rows, row.answers, row.draws, row.told), None)


# --- Undo ---------------------------------------------------------------------------------------


def undo_alone(table: Table, seat: int) -> bool:
    """Take back a seat's last answer if that harms nobody; says whether it was done."""
    play = running(table)
    if table.made.undo == "off":
        raise Refused("refused.no_undo")
    if seat in table.sealed and not table.questions[seat].decision.standing:
        table.write(Sealed(seat=seat))
        return True
    if table.made.undo == "free" and own_last(play, seat) is not None:
        undone(table, Undone(seat=seat))
        return True
    return False


def undo_length(table: Table, seat: int) -> int:
    """The length the record would be cut to by consent, to give a seat its last answer back."""
    play = running(table)
    own = (number for number, mark in enumerate(play.marks) if mark.seat == seat and not mark.standing)
    last = max(own, default=None)
    if last is None or last < earliest_by_consent(play):
        raise Refused("refused.undo_reveal")
    return last


def undone(table: Table, row: Undone) -> None:
    """Take back what the rule of undo allows, and keep what is asked now."""
    table.write(row)
    row.told = questions([question.decision for question in table.questions.values()])
    answer_for_table(table)


@folds(Undone)
def _undone(table: Table, row: Undone) -> None:
    if not table.waking:
        _take_back(table, row)
    table.undos += 1
    # Who was away may know as many events as there are now, and yet others.
    table.retold += 1
    table.changed = True
    table.questions.clear()
    table.news = []
    table.bodies = []
    if table.comparison is not None:
        table.comparison.last = row.told
    _took(table, [], None)


def _take_back(table: Table, row: Undone) -> None:
    play = table.play
    assert play is not None
    near = table.checkpoints
    back = take_back(play, row.seat, near) if row.length is None else cut(play, row.length, near)
    assert back is not None, "the rule was asked before the row was written"
    table.play = back
    # One that stands at the very end is the game itself now, and the others are still on its way.
    table.checkpoints = [one for one in near if one.entries < len(back.marks)]
    table.event_counts = counted_events(back, len(table.seats))
    if table.pages is not None:
        table.pages.forget()
