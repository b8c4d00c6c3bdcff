"""Show visitors what the server stores about them, and delete it on request, table by table."""

from __future__ import annotations

import time
from collections.abc import Sequence

import msgspec

from triclinium.core.decision import Refused
from triclinium.table.live.hub import Hub
from triclinium.table.live.live_table import LiveTable
from triclinium.table.log.visitors import GONE
from triclinium.table.people import personal
from triclinium.table.protocol.visitor_replies import Forgotten, TableKept, TableMine
from triclinium.table.store import StoreFailed

TOLD_MOST = 50
"""The most tables in one reply."""
DELETING_SECONDS = 5.0
"""How long one request may spend on deleting. The visitor asks again for the rest."""
LEFT_MOST = 200


async def traces(hub: Hub, visitor: str) -> list[str]:
    """All tables that store something about a visitor."""
    return await hub.store.traces(visitor) if visitor else []


async def kept(hub: Hub, visitor: str, tables: Sequence[str]) -> list[TableKept]:
    """Everything that some tables store about a visitor."""
    stored = [(table, await hub.store.game_of(table), await hub.store.load(table)) for table in tables]
    return await hub.heavy.do(visitor, lambda: [_kept(visitor, *one) for one in stored if one[2]])


def _kept(visitor: str, table: str, game: str, bodies: Sequence[bytes]) -> TableKept:
    try:
        return personal.kept(bodies, visitor)
    except (msgspec.DecodeError, Refused, AssertionError):  # unreadable, but it is theirs
        return TableKept(
            id=table, game=game, since=0, host=False, watches=False, names=[], avatars=[], lines=[], passages=[],
            credited=False, shares=False, notices=[], answers=[],
        )  # fmt: skip


def counted(table: TableKept) -> TableMine:
    """How much a table stores about a visitor."""
    return TableMine(
        id=table.id,
        game=table.game,
        since=table.since,
        host=table.host,
        watches=table.watches,
        names=table.names,
        avatars=table.avatars,
        lines=len(table.lines),
        passages=len(table.passages),
        notices=len(table.notices),
        answers=len(table.answers),
    )


async def forget_everywhere(hub: Hub, visitor: str) -> Forgotten:
    """Delete a visitor's data at all tables, as far as one request allows. Raises `Refused` and `StoreFailed`."""
    until = time.monotonic() + DELETING_SECONDS
    done, left = 0, []
    for table in await traces(hub, visitor):
        if time.monotonic() > until:
            left.append(table)
            continue
        try:
            done += await forget(hub, table, visitor)
        except (Refused, StoreFailed):
            raise
        except Exception as error:
            hub.recovery.note("forget", error, table)
            left.append(table)
    return Forgotten(tables=done, left=left[:LEFT_MOST])


async def forget(hub: Hub, table: str, visitor: str) -> bool:
    """Delete a visitor's data at a table; returns whether there was any. Raises `Refused` and `StoreFailed`."""
    await hub.durable()
    bodies = await hub.store.load(table)
    live = await hub.awake_or_asleep(table)
    if not visitor or not personal.is_named(bodies, visitor):
        return False
    if live is None:
        await _forget_stored(hub, table, bodies, visitor)
    else:
        await _forget_live(hub, live, visitor)
    hub.positions.forget(table)
    return True


async def _forget_live(hub: Hub, live: LiveTable, visitor: str) -> None:
    """At a table in memory, delete with its next turn, so that everybody there is told."""
    live.forgetting.add(visitor)
    hub.touch(live)
    await hub.durable(live.id)
    if not live.orphaned:
        return
    live.orphaned = False
    if _is_alone(live, visitor):
        await hub.remove(live.id, anyway=True)
    else:  # somebody has just come
        await _forget_live(hub, live, visitor)


def _is_alone(live: LiveTable, visitor: str) -> bool:
    table = live.table
    here = {table.made.host, *(seat.visitor for seat in table.seats), *table.watchers, None, visitor}
    return all(one is None or one == visitor or one.startswith(GONE) for one in here)


async def _forget_stored(hub: Hub, table: str, bodies: Sequence[bytes], visitor: str) -> None:
    """A table that is not in memory is not woken: its rows are overwritten."""
    if table in hub.rewriting:
        raise Refused("refused.busy")
    hub.rewriting.add(table)
    try:
        new = await hub.heavy.do(visitor, personal.rewritten, bodies, visitor)
        if new is None:
            await hub.remove(table)
            return
        if await hub.store.load(table) != bodies:  # a veil changed it in the meantime
            raise Refused("refused.busy")
        hub.store.replace(table, new.other)
        hub.store.append(table, len(bodies), new.more)
        hub.store.leave(visitor, table)
        if await hub.store.write():  # somebody else has written to it
            raise Refused("refused.busy")
    finally:
        hub.rewriting.discard(table)
