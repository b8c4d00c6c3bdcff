"""Answers: checked by the rules, sealed where nobody may notice, and taken back by the rule of undo."""

from __future__ import annotations

from collections.abc import Mapping

from triclinium.core.decision import Refused
from triclinium.core.play import Play
from triclinium.core.undo import cut, earliest_by_consent, own_last, take_back
from triclinium.table.log.kept import NOTHING_TOLD, Told, keep, questions
from triclinium.table.log.rows import Answered, Opened, Sealed, Undone
from triclinium.table.play import clock
from triclinium.table.play.again import again, counted_events
from triclinium.table.play.fields import OVER, PLAYING
from triclinium.table.play.folding import folds
from triclinium.table.play.table import Table
from triclinium.table.protocol.messages import Data, Moved


class Stale(Exception):
    """The question is no longer open; the whole state is sent instead of an answer."""


def running(table: Table) -> Play[object]:
    """The game in progress. Raises `Refused` if there is none or the table is paused."""
    if table.past is not None and table.phase != OVER:
        raise Refused("refused.frozen")
    if table.phase != PLAYING or table.play is None:
        raise Refused("refused.not_playing")
    if table.resting:
        raise Refused("refused.resting")
    return table.play


def answer(table: Table, seat: int, decision_id: int, given: Data, by: str) -> None:
    """Apply an answer to exactly this question. Raises `Refused` or `Stale`, with nothing changed."""
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
            _open(table, opening, opened)
        return
    spent = clock.spent(table, seat) if table.clocked else 0
    told = _take(table, play, [(seat, given)])
    table.write(Answered(seat=seat, answer=given, draws=told.draws, by=by, spent=spent, told=told.kept), told)
    answer_for_table(table)


def answer_for_table(table: Table) -> None:
    """Answer, for the asked seat, what only the table knows: whether the agreed time has passed (BC-20)."""
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


def _take(table: Table, play: Play[object], answers: list[tuple[int, Data]]) -> Told:
    """Let the rules apply answers and the draws after them: all, or none if anything fails."""
    assert table.luck is not None
    taken = play.take(answers, table.luck)
    return keep(play, taken.at, taken.events, taken.draws)


def open_sealed(table: Table) -> None:
    """Open the sealed answers when all are there and the window has been open for its least time."""
    if table.phase != PLAYING or table.resting or table.play is None:
        return
    if opening := _due(table, table.sealed):
        _open(table, opening, _take(table, table.play, opening))


def _due(table: Table, sealed: Mapping[int, Data]) -> list[tuple[int, Data]]:
    """The sealed answers to open together; none while one is missing or the window is too young."""
    owing = [seat for seat, question in table.questions.items() if question.decision.sealed]
    if not owing or any(seat not in sealed for seat in owing) or table.now < opening_time(table):
        return []
    return [(seat, sealed[seat]) for seat in sorted(owing)]


def _open(table: Table, answers: list[tuple[int, Data]], told: Told) -> None:
    table.write(Opened(answers=answers, draws=told.draws, told=told.kept), told)
    answer_for_table(table)


def opening_time(table: Table) -> int:
    """The earliest moment to open sealed answers: the same however fast they came (BB-4).

    Among bots nobody could learn from it, so a single person is not kept waiting.
    """
    least = table.made.window * 1000 if len(table.people) > 1 else 0
    opened = min(question.since for question in table.questions.values() if question.decision.sealed)
    return opened + least


def _took(table: Table, told: Told, moved: Moved | None) -> None:
    """After any answer: new questions, old proposals void, perhaps the end."""
    table.sealed.clear()
    table.moved = moved
    table.ask_now()
    table.tell(told)
    if table.proposals:
        _void_undos(table)
    over = not table.questions if table.past is None else table.past.ending is not None
    if over:
        table.phase = OVER
        table.changed = True


def _void_undos(table: Table) -> None:
    for number, proposal in list(table.proposals.items()):
        if proposal.what == "undo":
            del table.proposals[number]
            table.changed = True


@folds(Answered)
def _answered(table: Table, row: Answered, told: Told | None = None) -> None:
    told = told or again(table, table.rows, [(row.seat, row.answer)], row.draws, row.told)
    if table.clocked:
        clock.charge(table, row.seat, row.spent)
    _took(table, told, Moved(seat=row.seat, by=row.by))


@folds(Sealed)
def _sealed(table: Table, row: Sealed) -> None:
    if row.answer is None:
        table.sealed.pop(row.seat, None)
    else:
        table.sealed[row.seat] = row.answer
    table.tell_seat(row.seat)


@folds(Opened)
def _opened(table: Table, row: Opened, told: Told | None = None) -> None:
    _took(table, told or again(table, table.rows, row.answers, row.draws, row.told), None)


# --- Undo ---------------------------------------------------------------------------------------


def undo_alone(table: Table, seat: int) -> bool:
    """Take back a seat's last answer if that harms nobody; returns whether it did."""
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
    """The length to which the record would be cut by consent, to give a seat its last answer back."""
    play = running(table)
    own = (number for number, mark in enumerate(play.marks) if mark.seat == seat and not mark.standing)
    last = max(own, default=None)
    if last is None or last < earliest_by_consent(play):
        raise Refused("refused.undo_reveal")
    return last


def undone(table: Table, row: Undone) -> None:
    """Take back what the rule of undo allows, and keep the questions that are open now."""
    table.write(row)
    row.told = questions([question.decision for question in table.questions.values()])
    answer_for_table(table)


@folds(Undone)
def _undone(table: Table, row: Undone) -> None:
    if not table.waking:
        _take_back(table, row)
    table.undos += 1
    # An absent client may have as many events as there are now, but different ones.
    table.retold += 1
    table.changed = True
    table.questions.clear()
    table.news = []
    if table.comparison is not None:
        table.comparison.last = row.told
    _took(table, NOTHING_TOLD, None)


def _take_back(table: Table, row: Undone) -> None:
    play = table.play
    assert play is not None
    back = take_back(play, row.seat) if row.length is None else cut(play, row.length)
    assert back is not None, "the rule was asked before the row was written"
    table.play = back
    table.event_counts = counted_events(back, len(table.seats))
    if table.views is not None:
        table.views.forget()
