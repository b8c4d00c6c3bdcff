"""Fill in the events of tables stored before rows kept them, if their rules are still the same."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from triclinium.core.record import Record
from triclinium.games import game_named
from triclinium.table.log.counting import answers_of, counting
from triclinium.table.log.kept import Teller, questions
from triclinium.table.log.rows import Answered, Created, Dealt, Opened, Row, Undone
from triclinium.table.play.waking import options_of, rules_of
from triclinium.table.protocol.messages import Data


def filled(rows: Sequence[Row]) -> dict[int, Row]:
    """The rows, by index, that lack their events, completed; none for a game under other rules."""
    made = rows[0]
    assert isinstance(made, Created), "a table's first row makes it"
    game = game_named(made.game)
    rules = rules_of(rows)
    if rules != game.info.rules_version or not any(_lacks(row) for row in rows):
        return {}
    counts: dict[int, list[tuple[int, Data]]] = {}
    for number, place in counting(rows):
        counts.setdefault(number, []).append(answers_of(rows[number])[place])
    teller = Teller(game, Record(made.game, rules, len(made.seats), options_of(made, rules)))
    found: dict[int, Row] = {}
    for number, row in enumerate(rows):
        if number in counts:
            told = teller.keep(counts[number])
            # A row keeps nothing for answers that were taken back.
            if _lacks(row) and len(counts[number]) == len(answers_of(row)):
                found[number] = replace(row, told=told)
        elif isinstance(row, Undone) and not row.told:
            found[number] = replace(row, told=questions(teller.play.pending()))
    return found


def _lacks(row: Row) -> bool:
    if isinstance(row, Created):
        return bool(row.entries) and not row.told
    if isinstance(row, Dealt):
        return bool(row.draws) and not row.told
    return isinstance(row, Answered | Opened | Undone) and not row.told
