"""Words of a story veiled or told anew: the rows that hold them are written over, and the table folds again.

The record stays the only truth (BC-23, BC-24). What was taken back before is struck with it: words that nobody can
see any longer have no business in the store. Neither who asked nor when is kept.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from triclinium.core.decision import Refused
from triclinium.core.game import EditsPassages
from triclinium.core.record import Entry, Record
from triclinium.games import game_named
from triclinium.table import clock
from triclinium.table.counting import Place, counting
from triclinium.table.desk import wake
from triclinium.table.messages import Data, Rewrite, VeilPassage
from triclinium.table.rows import Answered, Created, Dealt, Opened, Retold, Row, Sealed, Struck, Undone
from triclinium.table.table import Table, folds


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
    return [*_written_over(rows, places, new), Retold(at=rows[-1].at)]


@dataclass(frozen=True, slots=True)
class Story:
    """The rows of a table at which a story is told, with where each passage stands."""

    rows: Sequence[Row]
    record: Record
    game: EditsPassages
    places: Sequence[Place]
    tellings: list[int]

    def told_in(self, passage: int) -> int:
        """The row that tells a passage; the first one for what was told before a branch."""
        return self.places[self.tellings[passage]][0]

    def answer(self, passage: int) -> Data:
        """The answer that tells a passage."""
        return self.record.entries[self.tellings[passage]].answer

    def without(self, passages: Collection[int]) -> list[Row]:
        """The rows without the words of these passages, and without words that had been taken back."""
        return _written_over(self.rows, self.places, self.game.veil(self.record, *passages))


def story_in(rows: Sequence[Row]) -> Story | None:
    """The story of a table, if one is told there."""
    first = rows[0]
    assert isinstance(first, Created), "a table's first row makes it"
    game = game_named(first.game)
    if not isinstance(game, EditsPassages):
        return None
    table = wake(rows)
    if table.play is not None:
        record = table.play.record
    elif first.entries:  # a branch that has not begun yet has words all the same
        entries = [Entry(seat, answer) for seat, answer in first.entries]
        record = Record(first.game, first.rules, len(first.seats), first.options, entries)
    else:
        return None
    return Story(rows, record, game, counting(rows), game.tellings(record))


def _written_over(rows: Sequence[Row], places: Sequence[Place], record: Record) -> list[Row]:
    """The rows with the answers of a record of the same length in them."""
    answers: dict[int, dict[int, tuple[int, Data]]] = {}
    for (row, place), entry in zip(places, record.entries, strict=True):
        answers.setdefault(row, {})[place] = (entry.seat, entry.answer)
    played = (number for number, row in enumerate(rows) if isinstance(row, Dealt | Answered | Opened | Undone))
    last = max(played, default=0)
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
    table.tell([])


@folds(Retold)
def _retold(table: Table, row: Retold) -> None:
    table.retold += 1
    table.changed = True
    table.tell([])
