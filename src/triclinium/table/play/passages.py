"""Veil or rewrite words of a story: overwrite the rows that hold them, and build the table again.

The record stays the only truth (BC-23, BC-24). Answers that were taken back before are removed too: words that nobody
can see do not belong in the store. Neither who asked nor when is stored.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from msgspec import Raw
from msgspec.structs import replace

from triclinium.core.decision import Refused
from triclinium.core.event import Event
from triclinium.core.game import EditsPassages
from triclinium.core.record import Entry, Record
from triclinium.games import game_named
from triclinium.table.log.counting import Place, counting
from triclinium.table.log.kept import NOTHING, NOTHING_TOLD, Teller, retold
from triclinium.table.log.rows import Answered, Created, Dealt, Opened, Retold, Row, Sealed, Struck, Undone
from triclinium.table.play import clock
from triclinium.table.play.folding import folds
from triclinium.table.play.pieces import Past
from triclinium.table.play.table import Table
from triclinium.table.play.waking import wake
from triclinium.table.protocol.messages import Data, Rewrite, VeilPassage

Telling = Created | Dealt | Answered | Opened
"""Rows that hold answers and their events."""
Keep: TypeAlias = Callable[[int, Row, list[tuple[int, Data]]], Raw]
"""What a row, by its number, keeps of its answers."""


def edited(rows: Sequence[Row], seat: int, message: VeilPassage | Rewrite) -> list[Row]:
    """The rows of a table with a passage veiled, or with a seat's own passage rewritten. Raises `Refused`.

    If nothing changes, they are the same rows; otherwise one more row says that everybody was told again.
    """
    table = wake(rows)
    if table.play is None and table.past is None:
        raise Refused("refused.not_playing")
    game = table.game
    if not isinstance(game, EditsPassages):
        raise Refused("refused.no_passages")
    if table.play is None:
        new = _veiled_past(rows, message)
    else:
        old = table.play.record
        if isinstance(message, VeilPassage):
            record = game.veil(old, message.passage)
        else:
            record = game.rewrite(old, seat, message.passage, message.words)
        if record.entries == old.entries:
            return list(rows)
        new = _written_over(rows, counting(rows), record.entries, Teller(table.game, record).keep_row)
    return new if new == rows else [*new, Retold(at=rows[-1].at)]


def _veiled_past(rows: Sequence[Row], message: VeilPassage | Rewrite) -> list[Row]:
    """The rows of a game under other rules with a passage veiled."""
    story = story_in(rows)
    if story is None or isinstance(message, Rewrite):
        raise Refused("refused.frozen")
    return story.without([message.passage])


@dataclass(frozen=True, slots=True)
class Story:
    """The rows of a table with a story, and the position of each passage."""

    rows: Sequence[Row]
    record: Record
    game: EditsPassages
    places: Sequence[Place]
    tellings: list[int]
    past: Past | None = None
    """Set for a game under other rules."""

    def told_in(self, passage: int) -> int:
        """The row that tells a passage; the first row for what was told before a branch."""
        return self.places[self.tellings[passage]][0]

    def answer(self, passage: int) -> Data:
        """The answer that tells a passage."""
        return self.record.entries[self.tellings[passage]].answer

    def without(self, passages: Collection[int]) -> list[Row]:
        """The rows without the words of these passages, and without words that had been taken back."""
        if self.past is not None:
            return self._struck(self.past, passages)
        veiled = self.game.veil(self.record, *passages)
        teller = Teller(game_named(self.record.game), veiled)
        return _written_over(self.rows, self.places, veiled.entries, teller.keep_row)

    def _struck(self, past: Past, passages: Collection[int]) -> list[Row]:
        answers, told = self.game.strike([entry.answer for entry in past.entries], past.events, passages)
        entries = [Entry(entry.seat, answer) for entry, answer in zip(past.entries, answers, strict=True)]
        events: dict[int, list[list[Event]]] = {}
        for (row, _), group in zip(self.places, told, strict=True):
            events.setdefault(row, []).append(group)

        def keep(number: int, row: Row, _answers: list[tuple[int, Data]]) -> Raw:
            return retold(row.told, events[number]) if isinstance(row, Telling) and row.told else NOTHING

        return _written_over(self.rows, self.places, entries, keep)


def story_in(rows: Sequence[Row]) -> Story | None:
    """The story of a table, if it has one."""
    first = rows[0]
    assert isinstance(first, Created), "a table's first row makes it"
    game = game_named(first.game)
    if not isinstance(game, EditsPassages):
        return None
    table = wake(rows)
    if (past := table.past) is not None and past.entries:
        record = Record(first.game, table.rules, len(first.seats), first.options, past.entries)
        tellings = game.told_in([entry.answer for entry in past.entries], past.events)
        return Story(rows, record, game, counting(rows), tellings, past)
    if table.play is not None:
        record = table.play.record
    elif first.entries:  # a branch that has not begun yet already has words
        entries = [Entry(seat, answer) for seat, answer in first.entries]
        record = Record(first.game, first.rules, len(first.seats), first.options, entries)
    else:
        return None
    return Story(rows, record, game, counting(rows), game.tellings(record))


def _written_over(rows: Sequence[Row], places: Sequence[Place], entries: Sequence[Entry], keep: Keep) -> list[Row]:
    """The rows with the answers of these entries."""
    answers: dict[int, dict[int, tuple[int, Data]]] = {}
    for (at, place), entry in zip(places, entries, strict=True):
        answers.setdefault(at, {})[place] = (entry.seat, entry.answer)
    played = (number for number, row in enumerate(rows) if isinstance(row, Dealt | Answered | Opened | Undone))
    last = max(played, default=0)
    found: list[Row] = []
    for number, row in enumerate(rows):
        counts = [answer for _, answer in sorted(answers.get(number, {}).items())]
        if isinstance(row, Sealed) and number < last:
            found.append(replace(row, answer=None))
        else:
            found.append(_with_answers(row, counts, keep(number, row, counts) if counts else NOTHING))
    return found


def _with_answers(row: Row, counts: list[tuple[int, Data]], told: Raw) -> Row:
    """A row with those of its answers that are still in the record, as they are there, and their events."""
    if isinstance(row, Created):
        return replace(row, entries=counts, told=told)
    if isinstance(row, Dealt):
        return replace(row, draws=[answer for _, answer in counts], told=told)
    if isinstance(row, Answered) and counts:
        return replace(row, answer=counts[0][1], draws=[answer for _, answer in counts[1:]], told=told)
    if isinstance(row, Opened) and counts:
        players = [(seat, answer) for seat, answer in counts if seat >= 0]
        return replace(row, answers=players, draws=[answer for seat, answer in counts if seat < 0], told=told)
    if isinstance(row, Answered | Opened | Undone):
        struck = Struck(at=row.at, nonce=row.nonce, asker=row.asker)
        return replace(struck, seat=row.seat, spent=row.spent) if isinstance(row, Answered) else struck
    return row


@folds(Struck)
def _struck(table: Table, row: Struck) -> None:
    if row.seat is not None:
        clock.charge(table, row.seat, row.spent)
    table.retold += 1  # an undo in this place was told already: the count must not fall
    table.tell(NOTHING_TOLD)


@folds(Retold)
def _retold(table: Table, row: Retold) -> None:
    table.retold += 1
    table.changed = True
    table.tell(NOTHING_TOLD)
