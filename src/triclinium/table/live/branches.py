"""A veil over a passage also reaches the branches of its table: they hold the same words (BC-23).

A branch's first row holds what it was made from. There the words are removed in the same turn as in the original table,
whichever process has the branch and whether or not it is awake. A branch that was played on may quote them too: it is
searched in a turn of its own.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import TypeAlias

from msgspec import Raw
from msgspec.structs import replace

from triclinium.core.decision import Refused
from triclinium.core.record import Entry, Record
from triclinium.games import game_named
from triclinium.table.live.house import House
from triclinium.table.live.live_table import LiveTable, StoredRows
from triclinium.table.log.kept import NOTHING, Teller
from triclinium.table.log.rows import ROW, Created
from triclinium.table.log.visitors import branches_of
from triclinium.table.protocol.messages import ENCODER, Data
from triclinium.table.store import Store, StoreFailed

BETWEEN_BRANCHES = 0.25
"""Seconds between sleeping branches that are searched: other work comes first."""
Veiled: TypeAlias = tuple[str, int]
"""A table, and a passage in it that was veiled in its original table."""
Changes: TypeAlias = dict[int, tuple[Entry, Entry]]
"""Entries before and after, by their index in a record."""


def changes_between(old: Sequence[Entry], new: Sequence[Entry]) -> Changes:
    """The differences between two records of the same length."""
    return {place: pair for place, pair in enumerate(zip(old, new, strict=True)) if pair[0] != pair[1]}


async def read_branches(
    store: Store, awake: Mapping[str, LiveTable], origin: str
) -> tuple[dict[str, list[str]], dict[str, Created]]:
    """The stored branches of a table and their branches, by what they branched off; and the first row of each."""
    branches: dict[str, list[str]] = {}
    made: dict[str, Created] = {}
    left = [origin]
    while left:
        parent = left.pop()
        if parent in branches:
            continue
        branches[parent] = await store.tables_of(branches_of(parent))
        left += branches[parent]
        for branch in branches[parent]:
            rows = [] if branch in awake else await store.load(branch)
            first = ROW.decode(rows[0]) if rows else None
            if isinstance(first, Created):
                made[branch] = first
    return branches, made


def strike(store: Store, awake: Mapping[str, LiveTable], read: StoredRows, origin: str, changes: Changes) -> list[str]:
    """Remove changed words in all branches of a table, and in their branches; returns the tables that held them."""
    struck: dict[str, None] = {}
    looked_at = {origin}
    left = [origin]
    while left:
        parent = left.pop()
        for branch in _branched_off(read, awake, parent):
            if branch in looked_at:
                continue
            looked_at.add(branch)
            made = awake[branch].table.made if branch in awake else read.made.get(branch)
            patched = None if made is None else _patched(made, changes)
            if patched is not None:
                store.replace(branch, {0: ENCODER.encode(patched)})
                struck[branch] = None
                left.append(branch)
    return list(struck)


def pass_on(house: House, veiled: list[Veiled]) -> None:
    """Search branches for words that are gone: those awake at once, the others by and by."""
    delay = 0.0
    for branch, passage in veiled:
        if branch in house.live:
            _look_through(house, house.live[branch], passage)
        else:
            delay += BETWEEN_BRANCHES
            house.spawn(_look_through_later(house, branch, passage, delay))


def _look_through(house: House, live: LiveTable, passage: int) -> None:
    live.veiled_elsewhere.append(passage)
    house.touch(live)


async def _look_through_later(house: House, branch: str, passage: int, delay: float) -> None:
    await asyncio.sleep(delay)
    with suppress(Refused, StoreFailed):
        if not house.closing and (live := await house.find(branch)) is not None:
            _look_through(house, live, passage)


def _branched_off(read: StoredRows, awake: Mapping[str, LiveTable], table: str) -> list[str]:
    """The stored branches of a table, and those made just now."""
    new = [live.id for live in awake.values() if not live.stored and live.table.made.branch_of == table]
    return [*read.branches.get(table, ()), *new]


def _patched(made: Created, changes: Changes) -> Created | None:
    """The row without the words; None if it holds none of them."""
    entries: list[tuple[int, Data]] = list(made.entries)
    for place, (old, new) in changes.items():
        if place < len(entries) and entries[place] == (old.seat, old.answer):
            entries[place] = (new.seat, new.answer)
    return None if entries == made.entries else replace(made, entries=entries, told=_told(made, entries))


def _told(made: Created, entries: list[tuple[int, Data]]) -> Raw:
    """The events of the entries now; nothing if today's rules refuse them."""
    game = game_named(made.game)
    try:
        return Teller(game, Record(made.game, game.info.rules_version, len(made.seats), made.options)).keep(entries)
    except Exception:
        return NOTHING
