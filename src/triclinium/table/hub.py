"""All tables of one server: messages in, one commit for each turn of the event loop, then acknowledgements, then news.

Nothing is told, not even to its sender, before it is stored. If storing fails, the tables concerned step back to what
is stored, and everybody there is told the state anew.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TypeAlias

import msgspec

from triclinium.bots import bot_named
from triclinium.core.decision import Answer, Decision, Refused
from triclinium.core.player import Look
from triclinium.table import desk, seats
from triclinium.table.journal import Journal
from triclinium.table.messages import (
    ENCODER,
    FRAME_BYTES,
    STORY_BYTES,
    UP,
    Ack,
    Close,
    Down,
    Refusal,
    Resync,
    Up,
)
from triclinium.table.notices import Notice, Post, due_notices
from triclinium.table.rows import ROW, Created, Sat, Watched
from triclinium.table.socket import Socket
from triclinium.table.store import Store, StoreFailed
from triclinium.table.table import OVER, Eyes, Table
from triclinium.table.told import chat_told, state_told, states_told, table_told

UNHURRIED = (0.7, 2.2)
"""Seconds a bot takes, whatever its role and whatever it thinks."""
STRIKES_MOST = 10
IDLE_SECONDS = 600.0
AFTER_TROUBLE = 1000
"""Milliseconds without clocks and bots after the store has failed."""
ENVELOPE_BYTES = 1024


Outbox: TypeAlias = "list[tuple[Socket, bytes | int]]"
"""Frames to be sent, or codes to close with, once their turn is stored."""
ACKNOWLEDGED = b'{"type":"ack"'
ACK = msgspec.json.Decoder(Ack)


@dataclass(slots=True, eq=False)
class Live:
    """A table in memory, with who is there."""

    table: Table
    sockets: set[Socket] = field(default_factory=set)
    replies: list[tuple[Socket, Ack | Refusal | Resync]] = field(default_factory=list)
    newcomers: list[Socket] = field(default_factory=list)
    jobs: set[tuple[int, int, int]] = field(default_factory=set)
    timer: asyncio.TimerHandle | None = None
    stored: bool = True
    finished: bool = False
    used_at: float = 0.0

    @property
    def id(self) -> str:
        return self.table.made.id

    def watching(self) -> int:
        return sum(socket.viewer.seat is None for socket in self.sockets)


@dataclass(slots=True)
class Counts:
    """What the metrics tell."""

    answers: int = 0
    messages: int = 0
    refused: int = 0
    commits: int = 0
    rows: int = 0
    failures: int = 0
    frames: int = 0
    frame_bytes: int = 0
    commit_seconds: float = 0.0
    bots: int = 0
    too_fast: int = 0


class Hub:
    """The server's tables."""

    def __init__(self, store: Store, journal: Journal, post: Post | None = None) -> None:
        self.store = store
        self.journal = journal
        self.post = post
        self.live: dict[str, Live] = {}
        self.counts = Counts()
        self.troubled_until = 0
        self._touched: dict[Live, None] = {}
        self._armed = False
        self._writing: asyncio.Future[None] | None = None
        self._next: asyncio.Future[None] | None = None
        self._began = 0.0
        self._writer = ThreadPoolExecutor(1, "store")
        self._thinking = ThreadPoolExecutor(1, "bots")
        self._random = random.SystemRandom()
        # Milliseconds since 1970 that a jump of the system's clock does not touch, and that never run backwards.
        self._started = max(time.time_ns() // 1_000_000, store.latest())
        self._origin = time.monotonic()
        self.sockets = 0
        self.closing = False

    def now(self) -> int:
        """The time, in milliseconds."""
        return self._started + int((time.monotonic() - self._origin) * 1000)

    # --- Tables -------------------------------------------------------------------------------

    def find(self, table: str) -> Live | None:
        """A table, woken from the store if need be."""
        live = self.live.get(table)
        if live is None:
            rows = self.store.load(table)
            if not rows:
                return None
            live = Live(desk.wake(ROW.decode(row) for row in rows))
            desk.resume(live.table, self.now())
            live.finished = live.table.phase == OVER
            self.live[table] = live
            self.touch(live)
        live.used_at = time.monotonic()
        return live

    def create(self, created: Created) -> Live:
        """A new table; it is there for good once it is durable."""
        live = Live(Table(created), stored=False, used_at=time.monotonic())
        live.table.now = self.now()
        live.table.write(created)
        self.live[created.id] = live
        self.store.create(created.id, created.game)
        return live

    def touch(self, live: Live) -> None:
        """Something has happened at a table: it is stored and told in this turn, or in the next that is free."""
        self._touched[live] = None
        if not self._armed and self._writing is None:
            self._armed = True
            asyncio.get_running_loop().call_soon(self._flush)

    async def durable(self) -> None:
        """Wait until all that has happened so far is stored; raises `StoreFailed` if that failed."""
        if self._touched:
            if self._next is None:
                self._next = asyncio.get_running_loop().create_future()
            await asyncio.shield(self._next)
        elif self._writing is not None:
            await asyncio.shield(self._writing)

    # --- The turn -----------------------------------------------------------------------------

    def _flush(self) -> None:
        """Hand in all that has happened, and prepare what is to be told once it is stored.

        The writing is done beside the loop. What happens meanwhile is the next turn's: its frames are made later, so
        that no frame shows what is not stored.
        """
        self._armed = False
        touched, self._touched = self._touched, {}
        loop = asyncio.get_running_loop()
        self._writing, self._next = self._next or loop.create_future(), None
        something = [self._hand_in(live) for live in touched]
        outbox: Outbox = []
        for live in touched:
            self._tell(live, outbox)
        self._began = time.perf_counter()
        if not any(something):
            written: asyncio.Future[None] = loop.create_future()
            written.set_result(None)
            self._written(touched, outbox, written)
            return
        written = loop.run_in_executor(self._writer, self.store.batch())
        written.add_done_callback(lambda done: self._written(touched, outbox, done))

    def _written(self, touched: dict[Live, None], outbox: Outbox, done: asyncio.Future[None]) -> None:
        """The turn is stored: acknowledge, tell, see to what is due. Or it is not: step back."""
        waiting, self._writing = self._writing, None
        self.counts.commits += 1
        self.counts.commit_seconds += time.perf_counter() - self._began
        failed = asyncio.CancelledError() if done.cancelled() else done.exception()
        if failed is not None:
            self._step_back(touched, outbox, failed)
        else:
            for socket, body in outbox:
                if isinstance(body, bytes):
                    socket.tell(body)
                else:
                    socket.close(body)
            for live in touched:
                live.stored = True
                self._arm(live)
        if waiting is not None:
            if failed is None:
                waiting.set_result(None)
            else:
                waiting.set_exception(failed if isinstance(failed, StoreFailed) else StoreFailed(str(failed)))
                waiting.exception()  # seen, even if nobody waits for it
        if self._touched and not self._armed:
            self._armed = True
            asyncio.get_running_loop().call_soon(self._flush)

    def _hand_in(self, live: Live) -> bool:
        """Hand a table's new rows to the store; says whether there are any."""
        table = live.table
        fresh = table.fresh
        if fresh:
            self.store.append(live.id, table.rows - len(fresh), [ENCODER.encode(row) for row in fresh])
            self.counts.rows += len(fresh)
            for row in fresh:
                if isinstance(row, Sat | Watched):
                    self.store.visit(row.visitor, live.id)
                elif isinstance(row, Created):
                    for visitor in {row.host, *(plan.visitor for plan in row.seats if plan.visitor)}:
                        self.store.visit(visitor, live.id)
        if table.phase == OVER and not live.finished:
            live.finished = True
            self.store.finish(live.id)
            return True
        return bool(fresh)

    def _tell(self, live: Live, outbox: Outbox) -> None:
        """What is to be told: first the replies, then the table, the game, the talk."""
        table = live.table
        for socket, reply in live.replies:
            self._say(outbox, socket, reply)
            if isinstance(reply, Resync):
                live.newcomers.append(socket)
        live.replies = []
        if table.changed:
            self._check_rights(live, outbox)
        if table.changed or table.changed_for:
            watching = live.watching()
            for socket in live.sockets:
                if table.changed or socket.viewer.seat in table.changed_for:
                    self._say(outbox, socket, table_told(table, socket.viewer, watching))
        if table.informed:
            self._tell_state(live, outbox)
        if table.new_chat:
            for socket in live.sockets:
                if (lines := chat_told(table, socket.viewer, table.new_chat)) is not None:
                    self._say(outbox, socket, lines)
        for socket in live.newcomers:
            self._tell_all(live, socket, outbox)
        live.newcomers = []
        table.settle()

    def _tell_state(self, live: Live, outbox: Outbox) -> None:
        """The state to all who are to know of it; several sockets with the same eyes share the bytes."""
        table = live.table
        fresh = set(live.newcomers)
        waiting: dict[Eyes, list[Socket]] = {}
        for socket in live.sockets:
            if socket.viewer.eyes in table.informed and socket not in fresh:
                waiting.setdefault(socket.viewer.eyes, []).append(socket)
        for sockets, body in zip(waiting.values(), states_told(table, list(waiting), table.news), strict=False):
            for socket in sockets:
                self._put(outbox, socket, body)

    def _tell_all(self, live: Live, socket: Socket, outbox: Outbox) -> None:
        """Everything there is to know, to somebody who has just come or lost the thread."""
        self._say(outbox, socket, table_told(live.table, socket.viewer, live.watching()))
        if (state := state_told(live.table, socket.viewer.eyes, ())) is not None:
            self._say(outbox, socket, state)
        if (lines := chat_told(live.table, socket.viewer, live.table.chat)) is not None:
            self._say(outbox, socket, lines)

    def _say(self, outbox: Outbox, socket: Socket, message: Down) -> None:
        self._put(outbox, socket, ENCODER.encode(message))

    def _put(self, outbox: Outbox, socket: Socket, body: bytes) -> None:
        self.counts.frames += 1
        self.counts.frame_bytes += len(body)
        outbox.append((socket, body))

    def _check_rights(self, live: Live, outbox: Outbox) -> None:
        """Seats may have changed hands: who has no right to look any longer is sent away."""
        for socket in list(live.sockets):
            if not self._may(live, socket):
                outbox.append((socket, Close.SEAT_GONE))
                self.leave(socket)

    def _may(self, live: Live, socket: Socket) -> bool:
        viewer = socket.viewer
        try:
            found = seats.eyes_of(live.table, viewer.visitor, viewer.seat, socket.shoulder)
        except Refused:
            return False
        return found == (viewer.seat, viewer.eyes)

    def _step_back(self, touched: Iterable[Live], outbox: Outbox, failed: BaseException) -> None:
        """Nothing of this turn is stored, and what has happened since stood on it: forget both, and say so."""
        self.counts.failures += 1
        self.troubled_until = self.now() + AFTER_TROUBLE
        self.journal.trouble("store", str(failed))
        lost = {**dict.fromkeys(touched), **self._touched}
        self._touched = {}
        for socket, body in outbox:
            if not isinstance(body, bytes):
                socket.close(Close.TOO_SLOW)
            elif body.startswith(ACKNOWLEDGED):
                _not_stored(socket, ACK.decode(body))
        for live in lost:
            for socket, reply in live.replies:
                _not_stored(socket, reply)
            live.replies = []
            if live.stored:
                self._reload(live)
            else:
                self.live.pop(live.id, None)

    def _reload(self, live: Live) -> None:
        """Back to what is stored."""
        try:
            old, live.table = live.table, desk.wake(ROW.decode(row) for row in self.store.load(live.id))
        except StoreFailed:
            for socket in list(live.sockets):
                socket.close(Close.TOO_SLOW)
            del self.live[live.id]
            return
        desk.resume(live.table, self.now())
        for seat, before in zip(live.table.seats, old.seats, strict=True):
            seat.sockets, seat.absent_since = before.sockets, before.absent_since
        live.finished = live.table.phase == OVER
        live.jobs = set()
        live.newcomers = list(live.sockets)
        outbox: Outbox = []
        self._tell(live, outbox)
        for socket, body in outbox:
            if isinstance(body, bytes):
                socket.tell(body)
        self._arm(live)

    # --- Sockets ------------------------------------------------------------------------------

    def join(self, socket: Socket) -> None:
        """Somebody has come."""
        live = socket.live
        live.sockets.add(socket)
        live.newcomers.append(socket)
        live.table.now = max(live.table.now, self.now())
        self.sockets += 1
        if socket.viewer.seat is not None:
            seats.arrive(live.table, socket.viewer.seat)
        else:
            live.table.changed = True
        self.touch(live)

    def leave(self, socket: Socket) -> None:
        """A socket is gone."""
        live = socket.live
        if socket not in live.sockets:
            return
        live.sockets.discard(socket)
        self.sockets -= 1
        live.used_at = time.monotonic()
        live.table.now = max(live.table.now, self.now())
        if socket.viewer.seat is not None:
            seats.depart(live.table, socket.viewer.seat)
        else:
            live.table.changed = True
        if not self.closing:
            self.touch(live)

    def received(self, socket: Socket, text: str) -> None:
        """A frame has come."""
        self.counts.messages += 1
        if not socket.bucket.take(time.monotonic()):
            self.counts.too_fast += 1
            socket.close(Close.TOO_FAST)
            return
        live = socket.live
        if len(text) > FRAME_BYTES // 4 and not self._fits(live, socket, len(text.encode())):
            socket.close(Close.TOO_BIG)
            return
        if not self._may(live, socket):
            socket.close(Close.SEAT_GONE)
            return
        try:
            message: Up = UP.decode(text)
        except (msgspec.ValidationError, msgspec.DecodeError, RecursionError, UnicodeError):
            socket.strikes += 1
            if socket.strikes > STRIKES_MOST:
                socket.close(Close.BAD_MESSAGE)
            else:
                live.replies.append((socket, Refusal(nonce="", key="refused.malformed")))
                self.touch(live)
            return
        reply = desk.take(live.table, socket.viewer, message, self.now())
        self.counts.answers += isinstance(reply, Ack)
        self.counts.refused += not isinstance(reply, Ack)
        live.replies.append((socket, reply))
        self.touch(live)

    def _fits(self, live: Live, socket: Socket, size: int) -> bool:
        """Whether a frame is short enough: only an answer in free words may be long."""
        if size <= FRAME_BYTES:
            return True
        question = None if socket.viewer.seat is None else live.table.questions.get(socket.viewer.seat)
        return question is not None and not question.decision.listed_all and size <= STORY_BYTES + ENVELOPE_BYTES

    # --- Clocks and bots ----------------------------------------------------------------------

    def _arm(self, live: Live) -> None:
        """See to it that what is due will happen."""
        if live.timer is not None:
            live.timer.cancel()
            live.timer = None
        if self.closing:
            return
        loop = asyncio.get_running_loop()
        due = desk.next_due(live.table)
        if due is not None:
            wait = max(due, self.troubled_until) - self.now()
            live.timer = loop.call_later(max(0.0, wait / 1000), self._tick, live)
        for seat in desk.bots_asked(live.table):
            decision = live.table.questions[seat].decision
            job = (seat, decision.id, live.table.undos)
            if job not in live.jobs:
                live.jobs.add(job)
                loop.call_later(self._pace(live), self._ask_bot, live, job)
        if self.post is not None and (notices := due_notices(live.table)):
            self.touch(live)
            loop.call_soon(self._send_notices, live, notices)

    def _tick(self, live: Live) -> None:
        live.timer = None
        if self.live.get(live.id) is live:
            desk.tick(live.table, self.now())
            self.touch(live)

    def _pace(self, live: Live) -> float:
        trouble = max(0, self.troubled_until - self.now()) / 1000
        return trouble + (0.0 if live.table.made.quick else self._random.uniform(*UNHURRIED))

    def _ask_bot(self, live: Live, job: tuple[int, int, int]) -> None:
        """Let a bot think, beside the loop, on a copy of what its seat may look at."""
        seat, number, undos = job
        table = live.table
        question = table.questions.get(seat)
        name = table.seats[seat].player
        gone = question is None or question.decision.id != number or table.undos != undos or table.resting
        if gone or question is None or name is None or table.play is None or self.closing:
            live.jobs.discard(job)
            return
        look = Look(table.game, table.game.copy(table.play.state), question.decision, random.Random(self._seed()))
        thinking = asyncio.get_running_loop().run_in_executor(self._thinking, _choose, table.made.game, name, look)
        thinking.add_done_callback(lambda done: self._bot_chose(live, job, question.decision, done))

    def _seed(self) -> int:
        return self._random.getrandbits(64)

    def _bot_chose(
        self, live: Live, job: tuple[int, int, int], decision: Decision, done: asyncio.Future[Answer]
    ) -> None:
        live.jobs.discard(job)
        if done.cancelled() or self.live.get(live.id) is not live or live.table.undos != job[2]:
            return
        error = done.exception()
        if error is not None:
            self.journal.trouble("bot", f"a bot of {live.table.made.game} failed: {type(error).__name__}")
        given = live.table.game.fallback(decision) if error is not None else done.result()
        self.counts.bots += desk.bot_answers(live.table, job[0], job[1], given, self.now())
        self.touch(live)

    def _send_notices(self, live: Live, notices: Sequence[Notice]) -> None:
        if self.post is not None:
            for notice in notices:
                self.post.send(notice)

    # --- The house ----------------------------------------------------------------------------

    def wake_all(self) -> Iterable[None]:
        """Wake every table that is not over, one at a time: clocks and bots go on after a restart."""
        for table in self.store.running():
            if table not in self.live:
                self.find(table)
            yield

    def sweep(self) -> None:
        """Forget tables that nobody looks at and that wait for nobody but people."""
        now = time.monotonic()
        for table, live in list(self.live.items()):
            idle = not live.sockets and not live.jobs and now - live.used_at > IDLE_SECONDS
            if idle and live not in self._touched and desk.next_due(live.table) is None:
                if live.timer is not None:
                    live.timer.cancel()
                del self.live[table]

    async def close(self) -> None:
        """Store what is left, send everybody away to come back, and stop."""
        self.closing = True
        with suppress(StoreFailed):
            await self.durable()
        for live in list(self.live.values()):
            if live.timer is not None:
                live.timer.cancel()
            for socket in list(live.sockets):
                socket.close(Close.RESTART)
        self._thinking.shutdown(wait=False, cancel_futures=True)
        self._writer.shutdown()
        self.store.close()


def _not_stored(socket: Socket, reply: Ack | Refusal | Resync) -> None:
    """Tell a sender that what would have been acknowledged has not happened."""
    if isinstance(reply, Ack):
        reply = Refusal(nonce=reply.nonce, key="refused.not_stored")
    socket.tell(ENCODER.encode(reply))


def _choose(game: str, name: str, look: Look) -> Answer:
    return bot_named(game, name).choose(look)
