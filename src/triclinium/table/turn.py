"""Answers: checked by the rules, laid sealed where nobody may notice, and taken back by the rule of undo."""

from __future__ import annotations

from triclinium.core.decision import CHANCE, Refused
from triclinium.core.event import Event
from triclinium.core.play import Play
from triclinium.core.undo import cut, earliest_by_consent, own_last, take_back
from triclinium.table import clock
from triclinium.table.messages import Data, Moved
from triclinium.table.rows import Answered, Opened, Sealed, Undone
from triclinium.table.table import OVER, PLAYING, Table, folds


class Stale(Exception):
    """The question is gone; the whole state is sent instead of an answer."""


def running(table: Table) -> Play[object]:
    """The game in progress; refuses when there is none or the table rests."""
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
        if not (question.decision.listed_all and given in question.decision.options):
            _try_out(play, seat, given)
        table.write(Sealed(seat=seat, answer=given))
        open_sealed(table)
        return
    events = play.answer(seat, given)
    draws = _draw(table, play, events)
    spent = clock.spent(table, seat)
    clock.charge(table, seat, spent)
    _took(table, events, Moved(seat=seat, by=by))
    table.note(Answered(seat=seat, answer=given, draws=draws, by=by, spent=spent))
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


def _try_out(play: Play[object], seat: int, given: Data) -> None:
    """Whether the rules would take a sealed answer; the state is left alone, so that nobody else can notice."""
    play.game.apply(play.game.copy(play.state), seat, given)


def _draw(table: Table, play: Play[object], events: list[Event]) -> list[Data]:
    """Let chance answer, and collect what it told."""
    assert table.luck is not None
    at = len(play.record.entries)
    events += play.draw(table.luck)
    return [entry.answer for entry in play.record.entries[at:]]


def open_sealed(table: Table) -> None:
    """Open the sealed answers when all are there and the window has been open for its least time."""
    if table.phase != PLAYING or table.resting or table.play is None:
        return
    owing = [seat for seat, question in table.questions.items() if question.decision.sealed]
    if not owing or any(seat not in table.sealed for seat in owing) or table.now < opening_time(table):
        return
    answers = [(seat, table.sealed[seat]) for seat in sorted(owing)]
    events: list[Event] = []
    for seat, given in answers:
        events += table.play.answer(seat, given)
    draws = _draw(table, table.play, events)
    _took(table, events, None)
    table.note(Opened(answers=answers, draws=draws))
    answer_for_table(table)


def opening_time(table: Table) -> int:
    """The earliest moment sealed answers are opened: the same however fast they came (BB-4).

    Among bots there is nobody who could learn from it, and one person is not kept waiting.
    """
    least = table.made.window * 1000 if len(table.people) > 1 else 0
    opened = min(question.since for question in table.questions.values() if question.decision.sealed)
    return opened + least


def _took(table: Table, events: list[Event], moved: Moved | None) -> None:
    """What follows from any answer: new questions, old proposals void, perhaps the end."""
    assert table.play is not None
    table.sealed.clear()
    table.moved = moved
    table.ask(table.play.pending())
    table.tell(events)
    for number, proposal in list(table.proposals.items()):
        if proposal.what == "undo":
            del table.proposals[number]
            table.changed = True
    if not table.questions:
        table.phase = OVER
        table.changed = True


def _again(table: Table, seat: int, given: Data, draws: list[Data]) -> list[Event]:
    assert table.play is not None
    events = table.play.answer(seat, given)
    for draw in draws:
        events += table.play.answer(CHANCE, draw)
    return events


@folds(Answered)
def _answered(table: Table, row: Answered) -> None:
    events = _again(table, row.seat, row.answer, row.draws)
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
    events: list[Event] = []
    for number, (seat, given) in enumerate(row.answers, start=1):
        events += _again(table, seat, given, row.draws if number == len(row.answers) else [])
    _took(table, events, None)


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
        table.write(Undone(seat=seat))
        answer_for_table(table)
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


@folds(Undone)
def _undone(table: Table, row: Undone) -> None:
    assert table.play is not None
    back = take_back(table.play, row.seat) if row.length is None else cut(table.play, row.length)
    assert back is not None, "the rule was asked before the row was written"
    table.play = back
    table.undos += 1
    table.questions.clear()
    table.event_counts = counted_events(back, len(table.seats))
    table.news = []
    _took(table, [], None)


def counted_events(play: Play[object], seats: int) -> list[int]:
    """How many events each pair of eyes was told in a game; the last is everybody's."""
    counts = [0] * (seats + 1)
    state = play.game.start(play.record.options, play.record.seats)
    for entry in play.record.entries:
        for event in play.game.apply(state, entry.seat, entry.answer):
            told = range(seats + 1) if event.audience is None else event.audience
            for eyes in told:
                counts[eyes] += 1
    return counts
