"""All tables that are open in one browser, for a caller who speaks JSON."""

from __future__ import annotations

import msgspec
from msgspec import Raw

from triclinium.core.decision import Refused
from triclinium.table.alone.laying import lay, open_again, taken_along, wish_of
from triclinium.table.alone.table import Alone, Turn
from triclinium.table.protocol.messages import ENCODER, Data
from triclinium.table.protocol.requests import NewTable, TakenAlong

NEW_TABLE = msgspec.json.Decoder(NewTable)
ROWS = msgspec.json.Decoder(list[str])
QUERY = msgspec.json.Decoder(dict[str, str])


class Desk:
    """The open tables, and what may be done at them by name."""

    def __init__(self) -> None:
        self.tables: dict[str, Alone] = {}

    def call(self, what: str, *given: str | int) -> str:
        """Do something, and tell in JSON what came of it: `done`, or why it is `refused`."""
        try:
            return _said({"done": getattr(self, f"_{what}")(*given)})
        except Refused as refused:
            return _said({"refused": {"key": refused.key, "rule": refused.rule, "arguments": refused.arguments}})

    def _make(self, wanted: str, now: int) -> str:
        alone = lay(NEW_TABLE.decode(wanted), now)
        id = alone.table.made.id
        self.tables[id] = alone
        return id

    def _open(self, id: str, rows: str, now: int) -> Turn:
        """The rows count only where the table is not open already."""
        if id not in self.tables:
            self.tables[id] = open_again([row.encode() for row in ROWS.decode(rows)], now)
        return self.tables[id].open(now)

    def _hear(self, id: str, text: str, now: int) -> Turn:
        return self.tables[id].hear(text, now)

    def _step(self, id: str, now: int) -> Turn:
        return self.tables[id].step(now)

    def _again(self, id: str, now: int) -> str:
        """The same game once more."""
        alone = lay(wish_of(self.tables[id]), now)
        self.tables[alone.table.made.id] = alone
        return alone.table.made.id

    def _ask(self, id: str, what: str, query: str) -> Raw:
        return Raw(self.tables[id].asked(what, QUERY.decode(query)))

    def _along(self, id: str) -> TakenAlong:
        return taken_along(self.tables[id])

    def _shut(self, id: str) -> None:
        self.tables.pop(id, None)


def _said(answer: Data) -> str:
    return ENCODER.encode(answer).decode()
