"""How much is stored for one table. Checked before anything is written; `docs/privacy.md` lists the numbers."""

from __future__ import annotations

from triclinium.core.decision import Refused
from triclinium.table.play.table import Table
from triclinium.table.protocol.messages import ENCODER, Data

TALK_LINES = 5000
TALK_BYTES = 512 * 1024
WORDS_BYTES = 1024 * 1024
"""The text of one story."""
SHORT_BYTES = 1024
"""An answer this short is always accepted, because a game must be able to end."""
ROWS_MOST = 50_000


def check_talk(table: Table, text: str) -> None:
    """Raise `Refused` if the chat of a table is full."""
    if table.chatted >= TALK_LINES or table.talk_bytes + len(text.encode()) > TALK_BYTES:
        raise Refused("refused.talk_full")


def check_words(table: Table, words: Data) -> None:
    """Raise `Refused` if these words do not fit in the story. Short answers always fit."""
    if table.tells:
        size = len(ENCODER.encode(words))
        if size > SHORT_BYTES and table.words_bytes + size > WORDS_BYTES:
            raise Refused("refused.story_full")


def check_rows(table: Table) -> None:
    """Raise `Refused` if a table may store nothing more but answers."""
    if table.rows >= ROWS_MOST:
        raise Refused("refused.table_worn")
