"""Proposals that need the others' consent, pauses, and the veil that anybody may draw and nobody is named for."""

from __future__ import annotations

from triclinium.core.decision import Refused
from triclinium.table import clock, seats, turn
from triclinium.table.rows import Agreed, Ended, Lifted, Paused, Proposed, SeatOpened, Undone, Veiled, Withdrawn
from triclinium.table.table import OVER, PLAYING, Proposal, Table, folds

LASTS = 120_000
"""Milliseconds a proposal waits for consent."""


def voters(table: Table, by: int) -> set[int]:
    """Whose consent is needed: the other persons who are not away with a bot in their seat."""
    return {seat for seat in table.people if seat != by and table.seats[seat].stand_in is None}


def propose(table: Table, by: int, what: str, seat: int | None = None, length: int | None = None) -> None:
    """Put something to the others. Where nobody else is there to be asked it is done at once."""
    if table.phase != PLAYING:
        raise Refused("refused.not_playing")
    if what == "seat" and (seat is None or not 0 <= seat < len(table.seats) or not seats.abandoned(table, seat)):
        raise Refused("refused.not_abandoned")
    if what == "pause" and table.paused:
        raise Refused("refused.resting")
    if any(proposal.what == what and proposal.seat == seat for proposal in table.proposals.values()):
        raise Refused("refused.already_proposed")
    table.write(Proposed(what=what, by=by, seat=seat if what == "seat" else None, length=length))
    _settle(table, table.proposals[table.proposed])


def undo(table: Table, seat: int) -> None:
    """Take back alone where that harms nobody, else ask the others."""
    if not turn.undo_alone(table, seat):
        propose(table, seat, "undo", length=turn.undo_length(table, seat))


def agree(table: Table, by: int, number: int, yes: bool) -> None:
    """Say yes or no."""
    proposal = table.proposals.get(number)
    if proposal is None or by not in voters(table, proposal.by):
        raise Refused("refused.no_proposal")
    table.write(Agreed(number=number, by=by, yes=yes))
    if not yes:
        table.write(Withdrawn(number=number))
        return
    _settle(table, proposal)


def _settle(table: Table, proposal: Proposal) -> None:
    """Do what all have agreed to."""
    if not voters(table, proposal.by) <= proposal.agreed:
        return
    table.write(Withdrawn(number=proposal.number))
    if proposal.what == "undo" and proposal.length is not None:
        table.write(Undone(seat=proposal.by, length=proposal.length))
        turn.answer_for_table(table)
    elif proposal.what == "pause":
        table.write(Paused(on=True))
    elif proposal.what == "seat" and proposal.seat is not None:
        table.write(SeatOpened(seat=proposal.seat))
    elif proposal.what == "end":
        table.write(Ended())


def lapse(table: Table) -> None:
    """Proposals that nobody settled are void after a while."""
    for proposal in list(table.proposals.values()):
        if table.now >= proposal.at + LASTS:
            table.write(Withdrawn(number=proposal.number))


def next_lapse(table: Table) -> int | None:
    """When the next proposal lapses."""
    return min((proposal.at + LASTS for proposal in table.proposals.values()), default=None)


def resume(table: Table) -> None:
    """Go on after a pause."""
    if not table.paused:
        raise Refused("refused.not_resting")
    table.write(Paused(on=False))
    turn.open_sealed(table)


def veil(table: Table) -> None:
    """Stop on every screen at once. The row says nothing of who drew it."""
    if table.phase != PLAYING:
        raise Refused("refused.not_playing")
    table.stamp = (None, table.stamp[1]) if table.stamp else None
    table.write(Veiled())


def lift(table: Table, seat: int) -> None:
    """Ready to go on; the veil is lifted when every person is."""
    if not table.veiled:
        raise Refused("refused.not_resting")
    table.write(Lifted(seat=seat))
    turn.open_sealed(table)


@folds(Proposed)
def _proposed(table: Table, row: Proposed) -> None:
    table.proposed += 1
    number = table.proposed
    table.proposals[number] = Proposal(number, row.what, row.by, row.seat, row.length, table.now)
    table.changed = True


@folds(Agreed)
def _agreed(table: Table, row: Agreed) -> None:
    if row.yes and row.number in table.proposals:
        table.proposals[row.number].agreed.add(row.by)
    table.changed = True


@folds(Withdrawn)
def _withdrawn(table: Table, row: Withdrawn) -> None:
    table.proposals.pop(row.number, None)
    table.changed = True


@folds(Veiled)
def _veiled(table: Table, row: Veiled) -> None:
    clock.rest(table)
    table.veiled = True
    table.lifting = set()
    table.changed = True
    table.tell([])


@folds(Lifted)
def _lifted(table: Table, row: Lifted) -> None:
    table.lifting.add(row.seat)
    table.changed = True
    waiting_for = {seat for seat in table.people if table.seats[seat].stand_in is None}
    if waiting_for <= table.lifting:
        table.veiled = False
        table.lifting = set()
        clock.go_on(table)
        table.tell([])


@folds(Ended)
def _ended(table: Table, row: Ended) -> None:
    table.phase = OVER
    table.questions.clear()
    table.sealed.clear()
    table.changed = True
    table.tell([])
