"""One table without a server: what the page says, what is due, and what the page is told."""

from __future__ import annotations

import random
import secrets
from collections.abc import Iterable, Sequence
from typing import Any

from msgspec import Struct

from triclinium.bots import bot_named
from triclinium.core.decision import Refused
from triclinium.core.player import Look, Speaks
from triclinium.table.live.positions import Positions
from triclinium.table.live.replays import block, kept_record, told_log
from triclinium.table.log.rows import ROW
from triclinium.table.people.crediting import named_tellers
from triclinium.table.play import absence, boundaries, dispatch, duties, passages
from triclinium.table.play.broadcast import Viewer, chat_told, table_told
from triclinium.table.play.fields import OVER
from triclinium.table.play.states import states_told
from triclinium.table.play.table import Table
from triclinium.table.play.waking import wake
from triclinium.table.protocol.history_replies import LogTold
from triclinium.table.protocol.messages import (
    ENCODER,
    UP,
    Ack,
    Boundary,
    HintWanted,
    Refusal,
    Resync,
    Rewrite,
    Up,
    VeilPassage,
    refusal,
)

SOMEBODY = "somebody"
"""The only visitor."""
UNHURRIED = (0.2, 0.6)
"""How many seconds bots take. Nobody else is there who could learn from it, so it may be less than at a server."""


class Turn(Struct, frozen=True, kw_only=True):
    """What came of something: rows to keep, from a place on, and then frames to send; when to step next."""

    at: int
    rows: list[str]
    frames: list[str]
    wait: int | None
    """Milliseconds until the next step; None if nothing is due."""
    phase: str


class Listener:
    """The person's page."""

    def __init__(self) -> None:
        self.sent: Any = None
        self.version = 0


class Alone:
    def __init__(self, table: Table, bodies: Iterable[bytes] = ()) -> None:
        self.table = table
        self.bodies = list(bodies)
        self.seat = next(number for number, seat in enumerate(table.seats) if seat.visitor == SOMEBODY)
        self.viewer = Viewer(SOMEBODY, self.seat, self.seat)
        self.page = Listener()
        self.present = False
        self.replies: list[Ack | Refusal | Resync] = []
        self.wishes = boundaries.Wishes()
        self.rng = random.Random(secrets.randbits(64))
        self.positions = Positions()

    # --- Laid and opened ----------------------------------------------------------------------

    def open(self, now: int) -> Turn:
        """The page has come, perhaps again: it is told everything."""
        table = self.table
        table.now = max(table.now, now)
        if not self.present:
            self.present = True
            absence.arrive(table, SOMEBODY, self.seat)
        rows = self._fresh_rows()
        table.settle()
        return self._turn(rows, self._everything())

    def _everything(self) -> list[bytes]:
        frames = [ENCODER.encode(table_told(self.table, self.viewer, 0))]
        self.page.sent = None
        frames += [body for _, body in states_told(self.table, [(self.seat, [self.page])], ())]
        lines = chat_told(self.table, self.viewer, self.table.chat)
        return frames if lines is None else [*frames, ENCODER.encode(lines)]

    # --- What is said and what is due ---------------------------------------------------------

    def hear(self, text: str, now: int) -> Turn:
        """A message from the page."""
        message: Up = UP.decode(text)
        table = self.table
        if isinstance(message, HintWanted):
            self.replies.append(Refusal(nonce=message.nonce, key="refused.no_hints"))
        elif isinstance(message, Boundary | VeilPassage | Rewrite):
            return self._edit(message)
        else:
            self.replies.append(dispatch.take(table, self.viewer, message, now))
        return self._tell()

    def _edit(self, message: Boundary | VeilPassage | Rewrite) -> Turn:
        """Change rows that are kept already: the table is built anew, and everything is told again."""
        old = [ROW.decode(body) for body in self.bodies]
        try:
            if isinstance(message, Boundary):
                rows = [boundaries.bounded(self.table, self.wishes, SOMEBODY, message), *old[1:]]
            else:
                rows = passages.edited(old, self.seat, message)
        except Refused as refused:
            self.replies.append(refusal(message.nonce, refused))
            return self._tell()
        now = self.table.now
        self.table = wake(rows)
        self.table.advance(now)
        self.table.seats[self.seat].sockets = 1
        self.bodies = []
        kept = [ENCODER.encode(row) for row in rows]
        frames = [ENCODER.encode(Ack(nonce=message.nonce)), *self._everything()]
        self.bodies = kept
        return self._turned(0, kept, frames)

    def step(self, now: int) -> Turn:
        """Do what is due: whatever time brings, and the answers of bots whose turn it is."""
        table = self.table
        duties.tick(table, now)
        for seat in duties.bots_asked(table):
            question = table.questions.get(seat)
            name = table.seats[seat].player
            if question is None or name is None or table.play is None:
                continue
            if name == absence.SILENCE:
                answer = absence.answer_of_silence(table, seat)
            else:
                look = Look(table.game, table.game.copy(table.play.state), question.decision, self.rng)
                player = bot_named(table.made.game, name)
                answer = (player.speaking(table.made.language) if isinstance(player, Speaks) else player).choose(look)
            try:
                duties.bot_answers(table, seat, question.decision.id, answer, now)
            except Refused:
                fallback = table.game.fallback(question.decision)
                duties.bot_answers(table, seat, question.decision.id, fallback, now)
        return self._tell()

    def _tell(self) -> Turn:
        """What is new for the page, and the rows that must be kept before it is told."""
        table = self.table
        frames = [ENCODER.encode(reply) for reply in self.replies]
        again = any(isinstance(reply, Resync) for reply in self.replies)
        self.replies = []
        if table.changed or table.changed_for:
            frames.append(ENCODER.encode(table_told(table, self.viewer, 0)))
        if self.seat in table.informed and not again:
            frames += [body for _, body in states_told(table, [(self.seat, [self.page])], table.news)]
        if table.new_chat and (lines := chat_told(table, self.viewer, table.new_chat)) is not None:
            frames.append(ENCODER.encode(lines))
        rows = self._fresh_rows()
        table.settle()
        return self._turn(rows, frames + self._everything() if again else frames)

    def _fresh_rows(self) -> list[bytes]:
        return [ENCODER.encode(row) for row in self.table.fresh]

    def _turn(self, rows: list[bytes], frames: list[bytes]) -> Turn:
        at = len(self.bodies)
        self.bodies += rows
        return self._turned(at, rows, frames)

    def _turned(self, at: int, rows: Sequence[bytes], frames: Sequence[bytes]) -> Turn:
        return Turn(
            at=at,
            rows=[row.decode() for row in rows],
            frames=[frame.decode() for frame in frames],
            wait=self._wait(),
            phase=self.table.phase,
        )

    def _wait(self) -> int | None:
        table = self.table
        due = duties.next_due(table)
        waits = [] if due is None else [max(0, due - table.now)]
        if duties.bots_asked(table):
            waits.append(0 if table.made.quick else round(1000 * self.rng.uniform(*UNHURRIED)))
        return min(waits, default=None)

    # --- What is asked beside the game --------------------------------------------------------

    def asked(self, what: str, query: dict[str, str]) -> bytes:
        """The reply to a request for this table, as a server would give it. Raises `Refused`."""
        table = self.table
        if what == "names":
            return ENCODER.encode(named_tellers(self.bodies))
        if table.play is None:
            raise Refused("refused.not_playing")
        record = kept_record(table)
        if what == "log":
            events = told_log(table.game, record, self.seat)
            return ENCODER.encode(LogTold(id=table.made.id, eyes=self.seat, events=events))
        if what == "replay" and table.phase == OVER:
            walk = self.positions.walk(table.made.id, table.retold, table.game, record, int(query["at"]))
            return block(table.made.id, walk, record, table.game, query["eyes"], int(query["count"]))
        raise Refused("refused.not_over" if what == "replay" else "refused.nothing_there")
