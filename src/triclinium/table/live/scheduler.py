"""Makes things happen when they are due: clocks, windows, bots, and notices to people whose turn it is."""

from __future__ import annotations

import asyncio
import hashlib
import random
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import TypeAlias

from triclinium.bots import searches
from triclinium.bots.search import can_search
from triclinium.bots.workers import Workers
from triclinium.core.decision import Decision, Refused
from triclinium.core.player import Look
from triclinium.games import GAMES
from triclinium.table.bots.thinking import Thinking, Thought
from triclinium.table.live.house import House
from triclinium.table.live.live_table import LiveTable
from triclinium.table.live.recovery import Recovery
from triclinium.table.people.notices import Notice, due_notices
from triclinium.table.play import duties
from triclinium.table.play.absence import SILENCE, answer_of_silence, is_calm
from triclinium.table.play.lessons import bots_wait
from triclinium.table.play.table import Table
from triclinium.table.store import StoreFailed

Job: TypeAlias = tuple[int, int, int]
"""A question to a bot: the seat, the decision, and how many answers had been taken back."""
IDLE_SECONDS = 600.0
LEASE_SECONDS = 1.5
"""How long a node that lets a bot think has the question to itself. It renews that while it thinks; when it is lost,
another one begins.
"""
RENEW_SECONDS = 0.5
"""How often it does, and how often the others ask."""
LATE_MOST = 1000
"""A clock that ran out less than this many milliseconds ago ran out when it was due, not when it was noticed."""
UNHURRIED = (0.7, 2.2)
"""How many seconds a bot takes, whatever its role and its thoughts."""


class Scheduler:
    """Watches the clocks of all tables and lets bots think outside the event loop."""

    def __init__(self, house: House, recovery: Recovery) -> None:
        self.house = house
        self.recovery = recovery
        self.thinking = Thinking(Workers(), house.journal)
        self._tasks: set[asyncio.Task[Thought | None]] = set()
        self._random = random.SystemRandom()

    def arm(self, live: LiveTable) -> None:
        """Arrange for everything that is due."""
        try:
            self._arm(live)
        except Exception as error:
            self.recovery.falter(live, error, "clock")

    def _arm(self, live: LiveTable) -> None:
        if live.timer is not None:
            live.timer.cancel()
            live.timer = None
        if self.house.closing:
            return
        due = duties.next_due(live.table)
        if due is not None:
            wait = max(due, self.house.troubled_until) - self.house.now()
            live.timer = asyncio.get_running_loop().call_later(max(0.0, wait / 1000), self._tick, live)
        if not is_calm(live.table):
            self._see_to_seats(live)

    def _see_to_seats(self, live: LiveTable) -> None:
        """Ask the bots whose turn it is, and notify people who are absent."""
        seats = live.table.seats
        if any(seat.player is not None for seat in seats):
            self._warm_up(live)
            self._ask_bots(live)
        told_of_turns = any(seat.subscriptions for seat in seats)
        if told_of_turns and self.house.post is not None and (notices := due_notices(live.table)):
            self.house.touch(live)
            asyncio.get_running_loop().call_soon(self._send_notices, live, notices)

    def _ask_bots(self, live: LiveTable) -> None:
        """Let every bot whose turn it is think, once for each question."""
        for seat in duties.bots_asked(live.table):
            decision = live.table.questions[seat].decision
            job = (seat, decision.id, live.table.undos)
            if job not in live.jobs:
                live.jobs.add(job)
                asyncio.get_running_loop().call_later(self._pace(live), self._ask_bot, live, job)

    def _warm_up(self, live: LiveTable) -> None:
        """If a searching bot will sit here, compile its search while people take their seats."""
        game = live.table.made.game
        if can_search(game) and any(seat.player is not None and searches(seat.player) for seat in live.table.seats):
            self.thinking.workers.warm_up(game)

    def warm_up(self) -> None:
        """Compile or load every search before anybody asks for a hint."""
        for game in GAMES:
            if can_search(game):
                self.thinking.workers.warm_up(game)

    def _tick(self, live: LiveTable) -> None:
        live.timer = None
        if self._is_there(live):
            try:
                duties.tick(live.table, self._due(live))
            except Exception as error:
                self.recovery.falter(live, error, "clock")
            self.house.touch(live)

    def _due(self, live: LiveTable) -> int:
        """The time for what is due: the same at every node, unless the server was in trouble."""
        now, due = self.house.now(), duties.next_due(live.table)
        return due if due is not None and now - LATE_MOST < due <= now else now

    def _is_there(self, live: LiveTable) -> bool:
        """Whether a table is still in memory and not about to be rolled back after a fault."""
        return self.house.live.get(live.id) is live and not live.faltered

    def _pace(self, live: LiveTable) -> float:
        trouble = max(0, self.house.troubled_until - self.house.now()) / 1000
        return trouble + (0.0 if live.table.made.quick else self._random.uniform(*UNHURRIED))

    def _ask_bot(self, live: LiveTable, job: Job) -> None:
        """Let a bot think outside the loop, on a copy of what its seat may see."""
        if not self._is_there(live):
            live.jobs.discard(job)
            return
        try:
            self._begin_to_think(live, job)
        except Exception as error:
            self.recovery.falter(live, error, "bot")

    def _begin_to_think(self, live: LiveTable, job: Job) -> None:
        seat, number, _ = job
        table = live.table
        question = table.questions.get(seat)
        name = table.seats[seat].player
        gone = not self._is_asked(live, job)
        still = table.resting or bots_wait(table)
        if gone or still or question is None or name is None or table.play is None or self.house.closing:
            live.jobs.discard(job)
            return
        if name == SILENCE:
            live.jobs.discard(job)
            duties.bot_answers(table, seat, number, answer_of_silence(table, seat), self.house.now())
            self.house.touch(live)
            return
        rng = random.Random(seed_of(table, job))
        look = Look(table.game, table.game.copy(table.play.state), question.decision, rng)
        thinking = asyncio.get_running_loop().create_task(self._think(live, job, name, look))
        self._tasks.add(thinking)
        thinking.add_done_callback(lambda done: self._bot_chose(live, job, question.decision, done))

    async def _think(self, live: LiveTable, job: Job, name: str, look: Look) -> Thought | None:
        """Let a bot think, unless another node does and answers. That is only for economy: whoever is first writes."""
        bus = self.house.nodes.bus
        if bus.alone:
            return await self.thinking.bot(live.table, name, look)
        asked = ":".join(map(str, (live.id, *job)))
        while not await bus.may_think(asked, LEASE_SECONDS):
            await asyncio.sleep(RENEW_SECONDS)
            if self.house.live.get(live.id) is not live or not self._is_asked(live, job):
                return None
        renewing = asyncio.create_task(self._renew(asked))
        try:
            return await self.thinking.bot(live.table, name, look)
        finally:
            renewing.cancel()

    async def _renew(self, asked: str) -> None:
        while True:
            await asyncio.sleep(RENEW_SECONDS)
            await self.house.nodes.bus.may_think(asked, LEASE_SECONDS)

    def _is_asked(self, live: LiveTable, job: Job) -> bool:
        """Whether a bot's question still waits for its answer; rows may have been read anew since."""
        seat, number, undos = job
        question = live.table.questions.get(seat)
        return question is not None and question.decision.id == number and live.table.undos == undos

    def _bot_chose(self, live: LiveTable, job: Job, decision: Decision, done: asyncio.Task[Thought | None]) -> None:
        self._tasks.discard(done)
        live.jobs.discard(job)
        if done.cancelled() or not self._is_there(live) or live.table.undos != job[2]:
            return
        if done.exception() is None and done.result() is None:
            return  # another node's bot has answered
        try:
            self.house.counts.bots += self._take(live, job, decision, done)
        except Exception as error:
            self.recovery.falter(live, error, "bot")
        self.house.touch(live)

    def _take(self, live: LiveTable, job: Job, decision: Decision, done: asyncio.Task[Thought | None]) -> bool:
        """Apply a bot's answer; if it fails or is illegal, the fallback."""
        if (error := done.exception()) is None:
            try:
                thought = done.result()
                assert thought is not None
                by = "hurried" if thought.hurried else "bot"
                return duties.bot_answers(live.table, job[0], job[1], thought.answer, self.house.now(), by)
            except Refused as refused:
                error = refused
        self.recovery.note("bot", error, live.id)
        return duties.bot_answers(live.table, job[0], job[1], live.table.game.fallback(decision), self.house.now())

    def _send_notices(self, live: LiveTable, notices: Sequence[Notice]) -> None:
        if self.house.post is not None:
            for notice in notices:
                try:
                    self.house.post.send(notice)
                except Exception as error:
                    self.recovery.note("notice", error, live.id)

    def sweep(self) -> None:
        """Drop tables from memory that nobody watches and that wait only for people. A timer wakes them days later.

        Whether they are in this node's share does not matter: whose share it is may not have them in memory, unless a
        node came or went since they were made.
        """
        now = time.monotonic()
        for table, live in list(self.house.live.items()):
            if self.house.is_busy(live) or now - live.used_at < IDLE_SECONDS:
                continue
            try:
                due = duties.next_due(live.table)
            except Exception as error:
                self.recovery.falter(live, error, "sweep")
                continue
            if due is not None and (live.table.made.clock.kind != "days" or live.table.made.wait is not None):
                continue
            self.house.drop(live)
            if due is not None:
                asyncio.get_running_loop().call_later(max(0, due - self.house.now()) / 1000, self._wake, table)

    def _wake(self, table: str) -> None:
        self.house.spawn(self._find(table))

    async def _find(self, table: str) -> None:
        with suppress(StoreFailed, Refused):
            await self.house.find(table)

    def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        self.thinking.close()


def seed_of(table: Table, job: Job) -> int:
    """A bot's luck for one question: the same at every node, and unknown to all until the table's secret is shown."""
    said = ":".join(map(str, ("bot", table.made.secret, *job)))
    return int.from_bytes(hashlib.sha256(said.encode()).digest()[:8], "big")
