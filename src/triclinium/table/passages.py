"""Words of a story veiled or told anew: the rows that hold them are written over, and the table folds again.

The record stays the only truth (BC-23, BC-24). What was taken back before is struck with it: words that nobody can
see any longer have no business in the store. Neither who asked nor when is kept.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from triclinium.core.decision import Refused
from triclinium.core.game import AnyGame, EditsPassages
from triclinium.core.record import Record
from triclinium.table import clock
from triclinium.table.counting import Place, counting
from triclinium.table.kept import Teller
from triclinium.table.messages import Data, Rewrite, VeilPassage
from triclinium.table.rows import Answered, Created, Dealt, Opened, Retold, Row, Sealed, Struck, Undone
from triclinium.table.table import Table, folds
from triclinium.table.waking import wake


def edited(rows: Sequence[Row], seat: int, message: VeilPassage | Rewrite) -> list[Row]:
    """The rows of a table with a passage veiled, or with a seat's own passage in other words; raises `Refused`.

    Where that changes nothing they are the same rows; else one more says that everybody was told anew.
    """
    table, places = wake(rows), counting(rows)
    if table.play is None:
        raise Refused("refused.not_playing")
    game = table.game
    if not isinstance(game, EditsPassages):
        raise Refused("refused.no_passages")
    old = table.play.record
    if isinstance(message, VeilPassage):
        new = game.veil(old, message.passage)
    else:
        new = game.rewrite(old, seat, message.passage, message.words)
    if new.entries == old.entries:
        return list(rows)
    return [*_written_over(rows, places, game, new), Retold(at=rows[-1].at)]


def _written_over(rows: Sequence[Row], places: Sequence[Place], game: AnyGame, record: Record) -> list[Row]:
    """The rows with the answers of a record of the same length in them."""
    answers: dict[int, dict[int, tuple[int, Data]]] = {}
    for (row, place), entry in zip(places, record.entries, strict=True):
        answers.setdefault(row, {})[place] = (entry.seat, entry.answer)
    last = max(number for number, row in enumerate(rows) if isinstance(row, Dealt | Answered | Opened | Undone))
    teller = Teller(game, record)
    return [
        replace(row, answer=None)
        if isinstance(row, Sealed) and number < last
        else _with_answers(row, [answer for _, answer in sorted(answers.get(number, {}).items())], teller)
        for number, row in enumerate(rows)
    ]


def _with_answers(row: Row, kept: list[tuple[int, Data]], teller: Teller) -> Row:
    """A row with those of its answers that are still in the record, as they are there, and what they tell."""
    if isinstance(row, Created):
        return replace(row, entries=kept, told=teller.keep(kept)) if kept else replace(row, entries=[])
    if isinstance(row, Dealt):
        return replace(row, draws=[answer for _, answer in kept], told=teller.keep(kept))
    if isinstance(row, Answered) and kept:
        return replace(row, answer=kept[0][1], draws=[answer for _, answer in kept[1:]], told=teller.keep(kept))
    if isinstance(row, Opened) and kept:
        players = [(seat, answer) for seat, answer in kept if seat >= 0]
        draws = [answer for seat, answer in kept if seat < 0]
        return replace(row, answers=players, draws=draws, told=teller.keep(kept))
    if isinstance(row, Answered | Opened | Undone):
        struck = Struck(at=row.at, nonce=row.nonce, asker=row.asker)
        return replace(struck, seat=row.seat, spent=row.spent) if isinstance(row, Answered) else struck
    return row


@folds(Struck)
def _struck(table: Table, row: Struck) -> None:
    if row.seat is not None:
        clock.charge(table, row.seat, row.spent)
    table.tell([])


@folds(Retold)
def _retold(table: Table, row: Retold) -> None:
    table.retold += 1
    table.changed = True
    table.tell([])
