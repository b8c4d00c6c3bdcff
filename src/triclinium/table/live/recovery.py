"""After a fault: a table goes back to what is stored, or is put away if that does not help. All others play on.

A fault is a bug in the program, or a row that it cannot read. The rows of the table stay as they are.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterable

from triclinium.core.decision import Refused
from triclinium.table.live import snapshots
from triclinium.table.live.house import House
from triclinium.table.live.live_table import LiveTable, lay_anew
from triclinium.table.live.outbox import Outbox, not_stored, tell
from triclinium.table.log.rows import Row
from triclinium.table.ops.journal import SHORT
from triclinium.table.play import duties
from triclinium.table.play.fields import OVER
from triclinium.table.play.filling import filled
from triclinium.table.play.table import Table
from triclinium.table.protocol.messages import ENCODER, Ack, Close, Refusal
from triclinium.table.store import StoreFailed

PUT_AWAY_SECONDS = 600.0
"""How long a table with a fault is left alone before a visitor makes the server try it again."""

AFTER_TROUBLE = 1000
"""Milliseconds without clocks and bots after the store has failed."""


class Recovery:
    """Keeps each fault at its table."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.put_away: dict[str, float] = {}
        """Tables that a fault keeps from playing, and since when."""
        self._folding = asyncio.Lock()

    async def woken(self, table: str, *, resumes: bool = True) -> tuple[Table, list[Row]] | None:
        """A table and the rows that were folded for it; None if there is no such table.

        Raises `Refused` if a fault keeps it from waking, and `StoreFailed`.
        """
        stored = await snapshots.read(self.house, table)
        if not stored.kept.rows and not stored.rows:
            return None
        if time.monotonic() < self.put_away.get(table, -PUT_AWAY_SECONDS) + PUT_AWAY_SECONDS:
            raise Refused("refused.put_away")
        try:
            found = await self._folded(stored)
            if found is None:
                stored = await snapshots.read(self.house, table, whole=True)
                found = await self._folded(stored)
                assert found is not None, "all rows make a table"
            if stored.kept.rows or not filled(found[1]):
                snapshots.leave(self.house, stored, found[0])
            if resumes:
                self._resume(found[0])
        except StoreFailed:
            raise
        except Exception as error:
            self.note("wake", error, table)
            self.put_away[table] = time.monotonic()
            raise Refused("refused.put_away") from None
        self.put_away.pop(table, None)
        return found

    async def _folded(self, stored: snapshots.Stored) -> tuple[Table, list[Row]] | None:
        """Many rows are folded in a thread, one table at a time: all others play on meanwhile."""
        if len(stored.rows) < snapshots.WORTH_ROWS:
            return stored.folded()
        async with self._folding:
            return await asyncio.to_thread(stored.folded)

    def _resume(self, table: Table) -> None:
        # While one of several nodes is up, the house is, and its clocks run.
        alone = self.house.nodes.bus.alone
        duties.resume(table, self.house.now(), stood_still=alone or table.now < self.house.up_since)

    async def live(self, table: str) -> LiveTable | None:
        """A table to play. If its rows lack their events, they will be filled in."""
        found = await self.woken(table)
        if found is None:
            return None
        woken, rows = found
        live = LiveTable(woken, finished=woken.phase == OVER, snapshot_at=woken.rows)
        if woken.past is not None:
            self.house.journal.note("frozen", table=table[:SHORT], rules=woken.rules)
        elif self.house.nodes.bus.alone and len(rows) == woken.rows:
            # Among nodes there are no such rows (a house moves only complete), and another may just overwrite them.
            live.overwritten = {place: ENCODER.encode(row) for place, row in filled(rows).items()}
        return live

    def falter(self, live: LiveTable, error: Exception, what: str) -> None:
        """Memory may be neither sent nor stored: the table is rolled back with its next turn."""
        self.note(what, error, live.id)
        live.faltered = True
        live.setbacks += 1
        self.house.touch(live)

    def note(self, what: str, error: BaseException, table: str = "") -> None:
        self.house.counts.faults += 1
        self.house.journal.fault(what, error, table)

    def set_right(self, live: LiveTable) -> None:
        """Go back to what is stored. No batch of the table may be in progress."""
        self.forget(live)
        if not live.stored:
            self._let_go(live, Close.BROKEN)
        elif live.faults.take(time.monotonic()):
            self.reload(live)
        else:
            self.put_away[live.id] = time.monotonic()
            self._let_go(live, Close.PUT_AWAY)

    def reload(self, live: LiveTable) -> None:
        """Replace memory by what is stored, and tell everybody there. Until then nothing is done at the table."""
        live.faltered = True
        if live.reloading is None:
            # A second reading could end when others have answered since, and take their answers away.
            live.reloading = self.house.spawn(self._reload(live))

    def overtaken(self, live: LiveTable) -> None:
        """Somebody else has written the next rows, so nothing of this turn is stored: read on, and handle again what
        was handled since.
        """
        live.overtaken += 1
        self.house.counts.overtaken += 1
        handled, live.in_flight, live.replies = [*live.in_flight, *live.replies], [], []
        live.table.forget_unnamed(live.durable)
        for socket, reply, message in handled:
            if isinstance(reply, Ack) and message is not None:
                live.waiting.append((socket, message))
            else:
                live.replies.append((socket, reply, message))  # it had no effect, and stays refused
        self.catch_up(live)

    def give_way(self, touched: dict[LiveTable, None], outbox: Outbox, lost: frozenset[str]) -> dict[LiveTable, None]:
        """Somebody else has written to some of these tables: they step back; returns the others."""
        overtaken = {live: None for live in touched if live.id in lost}
        for socket in outbox.hold_back(lost):
            if not socket.closing:
                self.house.join(socket)  # it was to lose its right to look by what has not happened
        for live in overtaken:
            self.overtaken(live)
        return {live: None for live in touched if live not in overtaken}

    def step_back(self, lost: Iterable[LiveTable], outbox: Outbox, failed: BaseException) -> None:
        """Nothing of these tables' turn is stored: drop it, and tell everybody."""
        self.house.counts.failures += 1
        self.house.troubled_until = self.house.now() + AFTER_TROUBLE
        self.house.journal.trouble("store", str(failed))
        outbox.unsay()
        for live in lost:
            self.forget(live)
            if live.stored:
                self.reload(live)
            else:
                self.house.drop(live)

    def catch_up(self, live: LiveTable) -> None:
        """Read a table again because others have changed it. Messages wait; the clocks run on."""
        live.behind = True
        self.reload(live)

    async def _reload(self, live: LiveTable) -> None:
        try:
            try:
                found = await self.woken(live.id, resumes=not live.behind)
            finally:
                live.reloading = None
            if self.house.live.get(live.id) is not live:
                return  # removed meanwhile
            if found is None:
                self._let_go(live, Close.NO_TABLE)
                return
            lay_anew(live, found[0])
        except StoreFailed:
            self._let_go(live, Close.TOO_SLOW)
            return
        except Refused:
            self._let_go(live, Close.PUT_AWAY)
            return
        outbox = Outbox()
        try:
            tell(live, outbox, self.house.leave)
        except Exception as error:
            self.falter(live, error, "tell")
        else:
            outbox.send(self.house.counts, self.note)
            self.house.arm(live)
        self._go_on(live)

    def _go_on(self, live: LiveTable) -> None:
        """Handle the messages that had to wait: with the same nonce, so that nothing is done twice."""
        live.behind = False
        waiting, live.waiting = live.waiting, []
        for socket, message in waiting:
            if socket in live.sockets and not socket.closing:
                self.house.take(socket, message, self.house.now())

    def forget(self, live: LiveTable) -> None:
        """Tell senders that their messages had no effect."""
        live.table.forget_unnamed(live.durable)
        for socket, reply, _ in live.replies:
            not_stored(socket, reply)
        for socket, waiting in live.waiting:
            not_stored(socket, Ack(nonce=waiting.nonce))
        for socket, message in live.edits:
            not_stored(socket, Ack(nonce=message.nonce))
        live.replies, live.edits, live.waiting = [], [], []

    def give_up_changes(self, live: LiveTable) -> None:
        """The stored rows cannot be read, so they cannot be changed either."""
        for socket, edit in live.edits:
            live.replies.append((socket, Refusal(nonce=edit.nonce, key="refused.not_stored"), edit))
        live.edits, live.veiled_elsewhere, live.forgetting = [], [], set()
        live.setbacks += 1

    def _let_go(self, live: LiveTable, code: int) -> None:
        """Drop a table and close its sockets; whoever comes back finds it as stored."""
        self.house.drop(live)
        for socket in list(live.sockets):
            socket.close(code)
