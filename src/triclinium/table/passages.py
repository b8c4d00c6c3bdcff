"""Words of a story veiled or told anew: the rows that hold them are written over, and the table folds again.

The record stays the only truth (BC-23, BC-24). What was taken back before is struck with it: words that nobody can
see any longer have no business in the store. Neither who asked nor when is kept.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from triclinium.core.decision import Refused
from triclinium.core.game import EditsPassages
from triclinium.core.record import Record
from triclinium.table import clock
from triclinium.table.messages import Data, Rewrite, VeilPassage
from triclinium.table.rows import Answered, Created, Dealt, Opened, Retold, Row, Sealed, Struck, Undone
from triclinium.table.table import Table, folds

Places = list[tuple[int, int]]
"""For each entry of a record the row it stands in, and its place among the answers of that row."""


def edited(rows: Sequence[Row], seat: int, message: VeilPassage | Rewrite) -> list[Row]:
    """The rows of a table with a passage veiled, or with a seat's own passage in other words; raises `Refused`.

    Where that changes nothing they are the same rows; else one more says that everybody was told anew.
    """
    table, places = _traced(rows)
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
    return [*_written_over(rows, places, new), Retold(at=rows[-1].at)]


def _traced(rows: Sequence[Row]) -> tuple[Table, Places]:
    """The table the rows fold to, and where each entry of its record stands."""
    first = rows[0]
    assert isinstance(first, Created), "a table's first row makes it"
    table = Table(first)
    found: dict[int, tuple[int, int]] = {}
    kept = []  # an entry that was taken back must not lend its identity to another
    for number, row in enumerate(rows):
        table.fold(row)
        if table.play is None:
            continue
        new = []
        for entry in reversed(table.play.record.entries):
            if id(entry) in found:
                break
            new.append(entry)
        new.reverse()
        kept += new
        branched = len(first.entries) if isinstance(row, Dealt) else 0
        for place, entry in enumerate(new):
            found[id(entry)] = (0, place) if place < branched else (number, place - branched)
    entries = table.play.record.entries if table.play is not None else []
    return table, [found[id(entry)] for entry in entries]


def _written_over(rows: Sequence[Row], places: Places, record: Record) -> list[Row]:
    """The rows with the answers of a record of the same length in them."""
    answers: dict[int, dict[int, tuple[int, Data]]] = {}
    for (row, place), entry in zip(places, record.entries, strict=True):
        answers.setdefault(row, {})[place] = (entry.seat, entry.answer)
    last = max(number for number, row in enumerate(rows) if isinstance(row, Dealt | Answered | Opened | Undone))
    return [
        replace(row, answer=None)
        if isinstance(row, Sealed) and number < last
        else _with_answers(row, [answer for _, answer in sorted(answers.get(number, {}).items())])
        for number, row in enumerate(rows)
    ]


def _with_answers(row: Row, kept: list[tuple[int, Data]]) -> Row:
    """A row with those of its answers that are still in the record, as they are there."""
    if isinstance(row, Created):
        return replace(row, entries=kept)
    if isinstance(row, Dealt):
        return replace(row, draws=[answer for _, answer in kept])
    if isinstance(row, Answered) and kept:
        return replace(row, answer=kept[0][1], draws=[answer for _, answer in kept[1:]])
    if isinstance(row, Opened) and kept:
        players = [(seat, answer) for seat, answer in kept if seat >= 0]
        return replace(row, answers=players, draws=[answer for seat, answer in kept if seat < 0])
    if isinstance(row, Answered | Opened | Undone):
        struck = Struck(at=row.at, nonce=row.nonce, asker=row.asker)
        return replace(struck, seat=row.seat, spent=row.spent) if isinstance(row, Answered) else struck
    return row


@folds(Struck)
def _struck(table: Table, row: Struck) -> None:
    if row.seat is not None:
        clock.charge(table, row.seat, row.spent)
    table.retold += 1  # an undo that stood here has been told: the count must not fall
    table.tell([])


@folds(Retold)
def _retold(table: Table, row: Retold) -> None:
    table.retold += 1
    table.changed = True
    table.tell([])
