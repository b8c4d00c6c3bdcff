"""Lines and veils from every seat, stored as one sorted set of texts in the row that made the table (BC-23).

A wish has no row, seat, nonce or time of its own, and the order of the texts says nothing. Who wished what is known
only while the server runs, so that people can take back their own.
"""

from __future__ import annotations

from msgspec.structs import replace

from triclinium.core.decision import Refused
from triclinium.core.game import BadOptions
from triclinium.table.log.rows import Created
from triclinium.table.play.fields import OVER
from triclinium.table.play.table import Table
from triclinium.table.play.talk import clean
from triclinium.table.protocol.messages import ENCODER, Boundary, Data

WISHES_EACH = 20
"""How many one browser may add while the server runs, so that nobody fills the list alone."""
OPTIONS_BYTES = 48 * 1024
"""The size of the options, files included, as stored and sent to everybody at the table."""


class Wishes:
    """Who wished what at a table, while the server runs."""

    def __init__(self) -> None:
        self._by: dict[tuple[str, str], set[str]] = {}

    def __bool__(self) -> bool:
        return bool(self._by)

    def of(self, visitor: str) -> int:
        return sum(visitor in wishers for wishers in self._by.values())

    def add(self, visitor: str, option: str, text: str) -> None:
        self._by.setdefault((option, text.casefold()), set()).add(visitor)

    def forget(self, visitor: str) -> None:
        """Forget who made somebody's wishes; the wishes stay."""
        for wishers in self._by.values():
            wishers.discard(visitor)

    def take_back(self, visitor: str, option: str, text: str) -> bool:
        """Forget a wish; returns whether nobody else has it. Raises `Refused` for somebody else's."""
        wishers = self._by.get((option, text.casefold()), set())
        if visitor not in wishers:
            raise Refused("refused.not_your_boundary")
        wishers.discard(visitor)
        return not wishers


def bounded(table: Table, wishes: Wishes, visitor: str, message: Boundary) -> Created:
    """The first row of a table with one more, or one less, line or veil. Raises `Refused`."""
    option, text = message.option, clean(message.text)
    if option not in table.game.info.boundaries:
        raise Refused("refused.no_boundaries")
    if table.phase == OVER:
        raise Refused("refused.not_playing")
    if not text:
        raise Refused("refused.empty_text")
    options = table.made.options
    if message.on:
        if wishes.of(visitor) >= WISHES_EACH:
            raise Refused("refused.boundaries_full")
        changed = _with(table, {**options, option: [*options[option], text]})
        wishes.add(visitor, option, text)
    else:
        last = wishes.take_back(visitor, option, text)
        kept = [one for one in options[option] if not last or one.casefold() != text.casefold()]
        changed = _with(table, {**options, option: kept})
    return replace(table.made, options=changed)


def _with(table: Table, options: Data) -> Data:
    """Options in an order that says nothing, if the game can be played with them."""
    try:
        complete = table.game.complete(options)
    except BadOptions:
        raise Refused("refused.boundaries_full") from None
    if len(ENCODER.encode(complete)) > OPTIONS_BYTES:
        raise Refused("refused.boundaries_full")
    return complete
