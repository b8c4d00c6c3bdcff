"""What a table does by itself when it is due: clocks, windows, bots for the absent, shares of luck, old proposals."""

from __future__ import annotations

from typing import Any

from triclinium.table.play import absence, clock, consent, lessons, luck, pens, rest, turn
from triclinium.table.play.fields import GATHERING, PLAYING
from triclinium.table.play.table import Table
from triclinium.table.play.turn import Stale
from triclinium.table.play.waking import note_upgrade


def resume(table: Table, now: int, *, stood_still: bool = True) -> None:
    """For a table woken from the store: nobody is present yet. After a restart, the clocks stood still."""
    away = max(0, now - table.now)
    table.advance(now)
    if stood_still:
        clock.resume_after_restart(table, away)
    table.gathered_at = max(table.gathered_at, table.now - luck.SHOW_WITHIN // 2)
    absence.everybody_is_away(table)


def tick(table: Table, now: int) -> None:
    """Do what is due: the clock's answers, bots for the absent, windows, shares of luck, old proposals."""
    table.now = max(table.now, now)
    note_upgrade(table)
    luck.deal(table)
    consent.lapse(table)
    pens.rest(table)
    for seat in range(len(table.seats)):
        due = absence.take_over_at(table, seat)
        if due is not None and table.now >= due:
            absence.take_over(table, seat)
    absence.hand_back(table)
    for seat in clock.expired(table):
        question = table.questions.get(seat)
        if question is not None and table.phase == PLAYING:
            turn.answer(table, seat, question.decision.id, table.game.fallback(question.decision), "clock")
    turn.open_sealed(table)
    turn.answer_for_table(table)
    if any(table.table_told_at < time <= table.now for time in _changes_at(table)):
        table.changed = True


def _changes_at(table: Table) -> list[int]:
    """When the table message changes by time alone."""
    return [*absence.changes_at(table), *([rest.two_lift_at(table)] if table.resting else [])]


def next_due(table: Table) -> int | None:
    """When `tick` has something to do next, if ever."""
    playing = table.phase == PLAYING and not table.resting
    calm = playing and absence.is_calm(table)
    if table.is_still():
        return None
    times: list[int | None] = []
    if not calm:
        times += [time for time in _changes_at(table) if time > table.now]
        if playing and table.made.wait is not None:
            for number, seat in enumerate(table.seats):
                if not seat.sockets:
                    times.append(absence.take_over_at(table, number))
                elif absence.is_beside(seat):
                    times.append(table.now)
    if table.upgraded_from is not None:
        times.append(table.now)
    times += table.pens.values()
    if table.phase == GATHERING:
        times.append(luck.showing_ends(table))
    if table.proposals:
        times.append(consent.next_lapse(table))
    if playing:
        if table.clocked:
            times += [clock.deadline(table, seat) for seat in table.questions if seat not in table.sealed]
        if table.sealed and len(table.sealed) == len(table.questions):
            times.append(turn.opening_time(table))
        if lessons.bots_wait(table):
            times.append(table.reading_until)
    return min((time for time in times if time is not None), default=None) if times else None


def bots_asked(table: Table) -> list[int]:
    """Seats whose answer a bot must give."""
    if table.phase != PLAYING or table.resting or lessons.bots_wait(table):
        return []
    return [seat for seat in table.questions if table.seats[seat].player is not None and seat not in table.sealed]


def bot_answers(table: Table, seat: int, decision: int, given: dict[str, Any], now: int, by: str = "bot") -> bool:
    """Apply a bot's answer, unless the person is back or the question is gone; returns whether it was applied.

    Raises `Refused` if the rules refuse it: the bot would give the same answer again.
    """
    table.now = max(table.now, now)
    note_upgrade(table)
    player = table.seats[seat].player
    if player is None or seat in table.sealed:
        return False
    if table.phase != PLAYING or table.resting or lessons.bots_wait(table):
        return False
    try:
        turn.answer(table, seat, decision, given, "clock" if player == absence.SILENCE else by)
    except Stale:
        return False
    return True
