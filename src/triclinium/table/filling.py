"""Tables stored before rows kept what their answers told: it is filled in, as long as the rules are still the same."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from triclinium.core.record import Record
from triclinium.games import game_named
from triclinium.table.counting import answers_of, counting
from triclinium.table.kept import Teller
from triclinium.table.messages import Data
from triclinium.table.rows import Answered, Created, Dealt, Opened, Row
from triclinium.table.waking import rules_of


def filled(rows: Sequence[Row]) -> dict[int, Row]:
    """The rows, by their place, that lack what their answers told, with it; none of a game under other rules."""
    made = rows[0]
    assert isinstance(made, Created), "a table's first row makes it"
    game = game_named(made.game)
    if rules_of(rows) != game.info.rules_version or not any(_lacks(row) for row in rows):
        return {}
    counts: dict[int, list[tuple[int, Data]]] = {}
    for number, place in counting(rows):
        counts.setdefault(number, []).append(answers_of(rows[number])[place])
    teller = Teller(game, Record(made.game, game.info.rules_version, len(made.seats), made.options))
    found: dict[int, Row] = {}
    for number, row in enumerate(rows):
        if number in counts:
            told = teller.keep(counts[number])
            # A row with answers that were taken back keeps nothing of them, and need not.
            if _lacks(row) and len(counts[number]) == len(answers_of(row)):
                found[number] = replace(row, told=told)
    return found


def _lacks(row: Row) -> bool:
    if isinstance(row, Created):
        return bool(row.entries) and not row.told
    return isinstance(row, Dealt | Answered | Opened) and not row.told
