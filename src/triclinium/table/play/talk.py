"""Chat, apart from the game: undo never deletes it, anybody can mute a seat for themselves, and the host can for
all.
"""

from __future__ import annotations

import unicodedata

from triclinium.core.decision import Refused
from triclinium.table.log.rows import Chatted, Hushed, Muted
from triclinium.table.play.capacity import check_talk
from triclinium.table.play.folding import folds
from triclinium.table.play.host import is_host
from triclinium.table.play.table import Table
from triclinium.table.protocol.messages import ChatLine, Sign

CHAT_KEPT = 100
UNREADABLE = frozenset({"Cc", "Cs", "Cf", "Co", "Cn"})
"""Control characters, half characters, marks that change the direction of writing, and unassigned ones."""


def clean(text: str) -> str:
    """A text in one line, without control characters and half characters. It is shown as text, never as markup."""
    one_line = " ".join(text.split())
    readable = "".join(letter for letter in one_line if unicodedata.category(letter) not in UNREADABLE)
    return " ".join(readable.split())


def clean_name(name: str) -> str:
    """A readable name. Raises `Refused` for an empty one."""
    cleaned = clean(name)
    if not cleaned:
        raise Refused("refused.empty_text")
    return cleaned


def chat(table: Table, seat: int, text: str) -> None:
    _check_hushed(table, seat)
    said = clean(text)
    if not said:
        raise Refused("refused.empty_text")
    check_talk(table, said)
    table.write(Chatted(seat=seat, text=said))


def react(table: Table, seat: int, sign: Sign) -> None:
    """A picture in the chat: it counts as a line, and is stored like one."""
    _check_hushed(table, seat)
    check_talk(table, sign)
    table.write(Chatted(seat=seat, text="", sign=sign))


def _check_hushed(table: Table, seat: int) -> None:
    hushed = table.seats[seat].hushed
    if hushed is not None:
        raise Refused("refused.hushed", reason=hushed)


def mute(table: Table, by: int, seat: int, on: bool) -> None:
    """Stop reading a seat, or start again."""
    if not 0 <= seat < len(table.seats) or seat == by:
        raise Refused("refused.seat_unknown")
    if (seat in table.seats[by].muted) != on:
        table.write(Muted(by=by, seat=seat, on=on))


def hush(table: Table, visitor: str, seat: int, on: bool, reason: str) -> None:
    """The host mutes a seat for everybody, and says why."""
    if not is_host(table, visitor):
        raise Refused("refused.not_host")
    if not 0 <= seat < len(table.seats):
        raise Refused("refused.seat_unknown")
    table.write(Hushed(seat=seat, on=on, reason=clean(reason)))


@folds(Chatted)
def _chatted(table: Table, row: Chatted) -> None:
    table.chatted += 1
    if not row.text and row.sign is None:
        return  # it was deleted
    table.talk_bytes += len(row.text.encode())
    line = ChatLine(number=table.chatted, seat=row.seat, text=row.text, at=row.at, sign=row.sign)
    table.chat = [*table.chat[-CHAT_KEPT + 1 :], line]
    table.new_chat.append(line)


@folds(Muted)
def _muted(table: Table, row: Muted) -> None:
    muted = table.seats[row.by].muted
    if row.on:
        muted.add(row.seat)
    else:
        muted.discard(row.seat)
    table.changed_for.add(row.by)  # nobody else learns of it


@folds(Hushed)
def _hushed(table: Table, row: Hushed) -> None:
    table.seats[row.seat].hushed = row.reason if row.on else None
    table.changed = True
