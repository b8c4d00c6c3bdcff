"""Undo cuts the record. A player alone may undo only their own answers that told nobody anything; the table may agree
to more.

No undo crosses a reveal: nobody can unsee a secret.
"""

from __future__ import annotations

from typing import TypeVar

from triclinium.core.decision import CHANCE, Seat
from triclinium.core.play import Play

State = TypeVar("State")


def own_last(play: Play[State], seat: Seat) -> int | None:
    """The entry that this seat may take back alone, or None.

    Either it is the seat's last answer and the seat is asked again at once, so that nobody else had a turn; or it is a
    sealed answer to a simultaneous question that is still open. Sealed answers of others may come after that one. They
    commute, and refusing because of them would reveal that they were given.
    """
    if seat == CHANCE:
        return None
    pending = play.pending()
    still_open = {decision.id for decision in pending if decision.sealed}
    asked_again = any(decision.seat == seat and not decision.sealed for decision in pending)
    for number in range(len(play.marks) - 1, -1, -1):
        mark = play.marks[number]
        in_open_window = mark.sealed and mark.decision in still_open
        if mark.seat == seat and not mark.standing:
            harmless = not mark.told_others and not mark.revealed
            alone = in_open_window or (asked_again and number == len(play.marks) - 1)
            return number if harmless and alone else None
        if not in_open_window:
            return None
    return None


def earliest_by_consent(play: Play[State]) -> int:
    """The shortest length to which the record may be cut if all agree: no reveal lies after it."""
    length = len(play.marks)
    while length > 0 and not play.marks[length - 1].final:
        length -= 1
    return length


def take_back(play: Play[State], seat: Seat) -> Play[State] | None:
    """The game without the seat's last answer, or None if the seat may not take it back alone."""
    number = own_last(play, seat)
    if number is None:
        return None
    return play.anew(play.record.entries[:number] + play.record.entries[number + 1 :])


def cut(play: Play[State], length: int) -> Play[State] | None:
    """The game cut back by consent, or None if that would cross a reveal."""
    if not earliest_by_consent(play) <= length <= len(play.record.entries):
        return None
    return play.anew(play.record.entries[:length])
