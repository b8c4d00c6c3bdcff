"""Time at the table: none, seconds or days for each move, or a bank with an increment.

Sealed questions have a limit of their own and cost no bank time: otherwise a bank would reveal how long a seat thought
in a privilege window.
"""

from __future__ import annotations

from triclinium.table.ops.journal import Journal
from triclinium.table.play.fields import PLAYING
from triclinium.table.play.table import AHEAD_MOST, Table
from triclinium.table.protocol.messages import ClockTold, Eyes

DAY = 86_400_000
SEALED_WITH_BANK = 30_000
AFTER_RESTART = 600_000
"""The least time for a move of a day or longer after a restart: the server's own absence is nobody's fault."""


def limit(table: Table, seat: int) -> int | None:
    """How many milliseconds a seat has for its open question, or None for no limit."""
    rule = table.made.clock
    if rule.kind == "none" or seat not in table.questions:
        return None
    if rule.kind == "days":
        return rule.amount * DAY
    if rule.kind == "move":
        return rule.amount * 1000
    return SEALED_WITH_BANK if table.questions[seat].decision.sealed else table.seats[seat].bank


def spent(table: Table, seat: int) -> int:
    """What an answer given now costs of the bank."""
    if table.made.clock.kind != "bank" or seat not in table.questions:
        return 0
    return max(0, table.now - table.questions[seat].since)


def charge(table: Table, seat: int, milliseconds: int) -> None:
    """Take time from a bank and add the increment."""
    if table.made.clock.kind == "bank":
        bank = table.seats[seat].bank - milliseconds
        table.seats[seat].bank = max(0, bank) + table.made.clock.increment * 1000


def deadline(table: Table, seat: int) -> int | None:
    """When a seat's time runs out."""
    allowed = limit(table, seat)
    if allowed is None or table.resting:
        return None
    return table.questions[seat].since + allowed


def expired(table: Table) -> list[int]:
    """Seats whose time has run out."""
    late = []
    for seat in table.questions:
        end = deadline(table, seat)
        if end is not None and table.now >= end and seat not in table.sealed:
            late.append(seat)
    return late


def told(table: Table, eyes: Eyes) -> ClockTold | None:
    """The clocks as one viewer may see them. Who still owes a sealed answer is private."""
    if table.made.clock.kind == "none" or table.phase != PLAYING:
        return None
    left: list[int | None] = []
    running = []
    for number, seat in enumerate(table.seats):
        question = table.questions.get(number)
        resting_bank = seat.bank if table.made.clock.kind == "bank" else None
        if question is None or (question.decision.sealed and number != eyes):
            left.append(resting_bank)
            continue
        allowed = limit(table, number)
        at = table.rested_at if table.resting else table.now
        left.append(None if allowed is None else max(0, question.since + allowed - at))
        if not table.resting:
            running.append(number)
    return ClockTold(left=left, running=running)


def resume_after_restart(table: Table, away: int) -> None:
    """Clocks stood still while the server was down, except those that count days. In a pause they stand still
    anyway.
    """
    if table.resting:
        return
    table.rested += away
    for seat, question in table.questions.items():
        if table.made.clock.kind == "days":
            allowed = limit(table, seat)
            assert allowed is not None
            question.since = max(question.since, table.now - allowed + AFTER_RESTART)
        else:
            question.since = table.now


def rest(table: Table) -> None:
    """Stop all clocks."""
    if not table.resting:
        table.rested_at = table.now


def go_on(table: Table) -> None:
    """Restart the clocks from where they stood. Nobody counts as away for the time in between."""
    table.rested += table.now - table.rested_at
    for question in table.questions.values():
        question.since += table.now - table.rested_at
    for seat in table.seats:
        seat.absent_since = table.now - max(0, table.rested_at - seat.absent_since)


def played(table: Table) -> int:
    """How many milliseconds the game has lasted, without its pauses."""
    return table.now - table.began_at - table.rested


def believed(clock: int, latest: int, journal: Journal) -> int:
    """The time to start from: not before the latest row, unless a clock far ahead wrote that."""
    if latest - clock <= AHEAD_MOST:
        return max(clock, latest)
    days = (latest - clock) / DAY
    journal.trouble("clock", f"the latest row is {days:.1f} days ahead of this machine's clock, which is followed now")
    return clock
