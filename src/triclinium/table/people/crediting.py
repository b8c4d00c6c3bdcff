"""Who may be named in the book of a story: seat by seat, by consent, and only somebody who told it.

Nobody is credited with the words of another. If a bot, or somebody who had the seat before, told a passage, the seat
stays without a name; what silence left untold counts for nobody.
"""

from __future__ import annotations

from collections.abc import Sequence

from triclinium.table.log.rows import ROW, Answered, Created, Row
from triclinium.table.people.personal import owned
from triclinium.table.play.passages import Story, story_in
from triclinium.table.play.waking import wake

SILENT = ("clock", "table")
"""Who answers for a seat that nobody speaks for."""
A_BOT = ""


def named_tellers(bodies: Sequence[bytes]) -> list[str | None]:
    """The names for a book by seat; None for a seat that is not named."""
    rows = [ROW.decode(body) for body in bodies]
    story = story_in(rows)
    if story is None:
        return []
    told = _tellers_by_seat(rows, story)
    return [
        seat.name if seat.credited and told.get(number, set()) <= {seat.visitor} else None
        for number, seat in enumerate(wake(rows).seats)
    ]


def _tellers_by_seat(rows: Sequence[Row], story: Story) -> dict[int, set[str | None]]:
    """Everybody who told something at a seat."""
    made = rows[0]
    assert isinstance(made, Created), "a table's first row makes it"
    owners = [seats for _, seats in owned(rows)]
    found: dict[int, set[str | None]] = {}
    for passage, telling in enumerate(story.tellings):
        seat = story.record.entries[telling].seat
        place = story.told_in(passage)
        row = rows[place]
        if place == 0:  # told before this table branched off
            teller: str | None = made.tellers[passage] if passage < len(made.tellers) else A_BOT
        elif isinstance(row, Answered) and row.by in SILENT:
            continue
        else:
            by_person = isinstance(row, Answered) and row.by == "person"
            teller = owners[place].get(seat) if by_person else A_BOT
        found.setdefault(seat, set()).add(teller)
    return found
