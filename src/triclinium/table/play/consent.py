"""Proposals that need the others' consent: take back, open an abandoned seat, end the game unfinished."""

from __future__ import annotations

from triclinium.core.decision import Refused
from triclinium.table.log.kept import NOTHING_TOLD
from triclinium.table.log.rows import Agreed, Ended, Proposed, SeatOpened, Undone, Withdrawn
from triclinium.table.play import absence, turn
from triclinium.table.play.fields import FROZEN, OVER, PLAYING
from triclinium.table.play.folding import folds
from triclinium.table.play.pieces import Proposal
from triclinium.table.play.table import Table

LASTS = 120_000
"""How many milliseconds a proposal waits for consent."""
OPENERS = 2
"""How many people it takes to open the seat of somebody who has not been away for long."""


def voters(table: Table, by: int, what: str) -> set[int]:
    """Whose consent is needed: that of the other people without a stand-in.

    To open a seat, those who are long away are not asked either. To end the game, everybody is who is not gone.
    """
    others = [seat for seat in table.people if seat != by]
    if what == "end":
        return {seat for seat in others if not absence.is_gone(table, seat)}
    present = {seat for seat in others if table.seats[seat].stand_in is None}
    return {seat for seat in present if what != "seat" or not absence.is_long_away(table, seat)}


def propose(table: Table, by: int, what: str, seat: int | None = None, length: int | None = None) -> None:
    """Propose something to the others. If nobody else needs to be asked, do it at once."""
    # A frozen game can still be ended by consent, so that everybody may see everything.
    if table.phase != PLAYING and not (table.phase == FROZEN and what == "end"):
        raise Refused("refused.not_playing")
    if what == "seat":
        if seat is None or not 0 <= seat < len(table.seats) or not absence.is_abandoned(table, seat):
            raise Refused("refused.not_abandoned")
        if table.seats[seat].opened:
            raise Refused("refused.already_proposed")
        if not _may_open(table, seat, {by, *voters(table, by, what)}):
            raise Refused("refused.open_alone")
    else:
        seat = None
    for proposal in list(table.proposals.values()):
        if (proposal.what, proposal.seat) == (what, seat):
            _settle(table, proposal)  # somebody it waited for may have left since
            if proposal.number in table.proposals:
                raise Refused("refused.already_proposed")
            return
    table.write(Proposed(what=what, by=by, seat=seat, length=length))
    _settle(table, table.proposals[table.proposed])


def _may_open(table: Table, seat: int, consenting: set[int]) -> bool:
    """Whether these are enough to open a seat: one if its person left or is long away, otherwise two people.

    Two seats of one browser count as one person here; otherwise whoever has two could take a third alone.
    """
    if table.seats[seat].left or absence.is_long_away(table, seat):
        return True
    return len({table.seats[one].visitor for one in consenting}) >= OPENERS


def undo(table: Table, seat: int) -> None:
    """Take back alone if that harms nobody, otherwise ask the others."""
    if not turn.undo_alone(table, seat):
        propose(table, seat, "undo", length=turn.undo_length(table, seat))


def agree(table: Table, by: int, number: int, yes: bool) -> None:
    """Say yes or no. Whoever made a proposal may withdraw it."""
    proposal = table.proposals.get(number)
    if proposal is None or by not in voters(table, proposal.by, proposal.what) | (set() if yes else {proposal.by}):
        raise Refused("refused.no_proposal")
    table.write(Agreed(number=number, by=by, yes=yes))
    if not yes:
        table.write(Withdrawn(number=number))
        return
    _settle(table, proposal)


def settle(table: Table) -> None:
    """After somebody left for good: carry out what needs nobody else's consent now."""
    for proposal in list(table.proposals.values()):
        if proposal.by in table.people:
            _settle(table, proposal)
        else:
            table.write(Withdrawn(number=proposal.number))


def _settle(table: Table, proposal: Proposal) -> None:
    """Do what all have agreed to."""
    if not voters(table, proposal.by, proposal.what) <= proposal.agreed:
        return
    if proposal.what == "seat":
        assert proposal.seat is not None
        if not _may_open(table, proposal.seat, {proposal.by, *proposal.agreed}):
            return
    table.write(Withdrawn(number=proposal.number))
    if proposal.what == "undo" and proposal.length is not None:
        turn.undone(table, Undone(seat=proposal.by, length=proposal.length))
    elif proposal.what == "seat" and proposal.seat is not None:
        table.write(SeatOpened(seat=proposal.seat))
    elif proposal.what == "end":
        table.write(Ended(closed=not {*table.people} <= {proposal.by, *proposal.agreed}))


def _lapses_at(table: Table, proposal: Proposal) -> int:
    """Ending the game also waits for those who are away now."""
    return proposal.at + (absence.patience(table) if proposal.what == "end" else LASTS)


def lapse(table: Table) -> None:
    """Proposals that nobody settled are void after a while."""
    for proposal in list(table.proposals.values()):
        if table.now >= _lapses_at(table, proposal):
            table.write(Withdrawn(number=proposal.number))


def next_lapse(table: Table) -> int | None:
    """When the next proposal lapses."""
    return min((_lapses_at(table, proposal) for proposal in table.proposals.values()), default=None)


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


@folds(Ended)
def _ended(table: Table, row: Ended) -> None:
    table.phase = OVER
    table.closed = row.closed
    table.questions.clear()
    table.sealed.clear()
    table.changed = True
    table.tell(NOTHING_TOLD)
