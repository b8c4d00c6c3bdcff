"""Answers: checked by the rules, laid sealed where nobody may notice, and taken back by the rule of undo."""

from __future__ import annotations

from collections.abc import Mapping

from triclinium.core.decision import CHANCE, Refused
from triclinium.core.event import Event
from triclinium.core.fairness import FairLuck
from triclinium.core.play import Checkpoint, Play, Taken
from triclinium.core.undo import cut, earliest_by_consent, is_final, own_last, take_back
from triclinium.table import clock
from triclinium.table.messages import Data, Moved
from triclinium.table.rows import Answered, Opened, Sealed, Undone
from triclinium.table.table import OVER, PLAYING, Table, folds

CHECKPOINTS_MOST = 4
"""Positions a table keeps since what cannot be taken back any more; between them answers are played again."""


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
        play.check(seat, given)
        opening = _due(table, {**table.sealed, seat: given})
        opened = play.take(opening, _luck(table)) if opening else None
        table.write(Sealed(seat=seat, answer=given))
        if opened is not None:
            _opened_now(table, opening, opened)
        return
    spent = clock.spent(table, seat)
    taken = play.take([(seat, given)], _luck(table))
    clock.charge(table, seat, spent)
    _keep(table, taken.before)
    _took(table, taken.events, Moved(seat=seat, by=by))
    table.note(Answered(seat=seat, answer=given, draws=taken.draws, by=by, spent=spent))
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


def _luck(table: Table) -> FairLuck:
    assert table.luck is not None
    return table.luck


def open_sealed(table: Table) -> None:
    """Open the sealed answers when all are there and the window has been open for its least time."""
    if table.phase != PLAYING or table.resting or table.play is None:
        return
    if opening := _due(table, table.sealed):
        _opened_now(table, opening, table.play.take(opening, _luck(table)))


def _due(table: Table, sealed: Mapping[int, Data]) -> list[tuple[int, Data]]:
    """The sealed answers that are to be opened together; none while one is missing or the window is young."""
    owing = [seat for seat, question in table.questions.items() if question.decision.sealed]
    if not owing or any(seat not in sealed for seat in owing) or table.now < opening_time(table):
        return []
    return [(seat, sealed[seat]) for seat in sorted(owing)]


def _opened_now(table: Table, answers: list[tuple[int, Data]], opened: Taken[object]) -> None:
    _keep(table, opened.before)
    _took(table, opened.events, None)
    table.note(Opened(answers=answers, draws=opened.draws))
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


def _again(table: Table, answers: list[tuple[int, Data]], draws: list[Data]) -> list[Event]:
    """Answers of a stored row; those that were taken back later are passed over."""
    assert table.play is not None
    events: list[Event] = []
    for place, (seat, given) in enumerate([*answers, *((CHANCE, draw) for draw in draws)]):
        if (table.rows, place) not in table.taken_back:
            events += table.play.answer(seat, given)
    return events


@folds(Answered)
def _answered(table: Table, row: Answered) -> None:
    events = _again(table, [(row.seat, row.answer)], row.draws)
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
    _took(table, _again(table, row.answers, row.draws), None)


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
    if not table.waking:
        _take_back(table, row)
    table.undos += 1
    table.questions.clear()
    table.news = []
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


def counted_events(play: Play[object], seats: int) -> list[int]:
    """How many events each pair of eyes was told in a game; the last is everybody's."""
    counts = [0] * (seats + 1)
    for mark in play.marks:
        for audience in mark.told:
            for eyes in range(seats + 1) if audience is None else audience:
                counts[eyes] += 1
    return counts
