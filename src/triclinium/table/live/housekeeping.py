"""Background work: wake tables after a restart, put idle ones away, prune old ones, watch the loop's delay."""

from __future__ import annotations

import asyncio
import gc
import time
from collections import Counter

from triclinium.core.decision import Refused
from triclinium.table.live.hub import Hub
from triclinium.table.ops.retention import DAY, Keeping, bites
from triclinium.table.ops.supervisor import Supervisor

SWEEP_SECONDS = 60.0
LAG_SECONDS = 0.25
COLLECT_SECONDS = 3600.0
COMPLETE_SECONDS = 0.05
PRUNE_SECONDS = 3600.0
BETWEEN_SECONDS = 0.05
CLOCK_SECONDS = DAY
"""If the system clock and the tables' time differ by more than this, nothing is pruned: nobody knows what is old."""


def keep_house(hub: Hub, supervisor: Supervisor) -> None:
    """Start all background work."""
    supervisor.start("prune", lambda: _prune(hub))
    supervisor.start("wake", hub.shares.look_after)
    supervisor.start("complete", lambda: _complete(hub))
    supervisor.start("sweep", lambda: _sweep(hub))
    supervisor.start("lag", lambda: _watch_lag(hub))
    supervisor.start("collect", lambda: collect_all(hub))


async def _complete(hub: Hub) -> None:
    """Add the missing events to tables stored without them, one table at a time."""
    for table in await hub.store.incomplete():
        await asyncio.sleep(COMPLETE_SECONDS)
        awake = table in hub.live
        try:
            live = await hub.find(table)
        except Refused:
            continue  # already in the journal
        if live is not None:
            live.completing = True
            hub.touch(live)
            await hub.durable()
            if not awake and live.finished and not hub.is_busy(live):
                hub.drop(live)


async def _sweep(hub: Hub) -> None:
    while True:
        await asyncio.sleep(SWEEP_SECONDS)
        hub.scheduler.sweep()


async def _prune(hub: Hub) -> None:
    """Wait after the start: a wrong system clock may be corrected before anything counts as old."""
    while True:
        await asyncio.sleep(PRUNE_SECONDS)
        await prune_house(hub, hub.keeping)


async def _watch_lag(hub: Hub) -> None:
    loop = asyncio.get_running_loop()
    while True:
        before = loop.time()
        await asyncio.sleep(LAG_SECONDS)
        hub.counts.loop_lag_most = max(hub.counts.loop_lag_most, loop.time() - before - LAG_SECONDS)


async def collect_all(hub: Hub) -> None:
    """Look for all garbage once in a while, but never while somebody would wait for it."""
    while True:
        await asyncio.sleep(COLLECT_SECONDS)
        if not any(live.sockets for live in hub.live.values()):
            gc.collect()


async def prune_house(hub: Hub, keeping: Keeping) -> None:
    """Remove due tables while people play. A table with somebody at it stays."""
    now = time.time_ns() // 1_000_000
    if abs(now - hub.now()) > CLOCK_SECONDS * 1000:
        hub.journal.trouble(
            "prune", "the clock was set while the server ran; restart it, and old tables are removed again"
        )
        return
    removed: Counter[str] = Counter()
    async for ages in bites(hub.store):
        for age in ages:
            why = keeping.due(age, now)
            if why is not None and await hub.remove(age.id):
                removed[why] += 1
                await asyncio.sleep(BETWEEN_SECONDS)
        await asyncio.sleep(BETWEEN_SECONDS)
    if removed:
        hub.journal.note("pruned", **removed)
