"""Hints for a person who asks: computed in a worker from that seat's view alone, and sent to nobody else."""

from __future__ import annotations

import asyncio
import time

from triclinium.bots.hints import Hint, gives_hints
from triclinium.core.decision import Decision, Refused
from triclinium.core.game import View
from triclinium.table.bots.thinking import Thinking
from triclinium.table.live.live_table import LiveTable, Socket
from triclinium.table.ops.journal import Journal
from triclinium.table.people.limits import Bucket
from triclinium.table.play.turn import running
from triclinium.table.protocol.messages import (
    ENCODER,
    HintsTold,
    HintTold,
    HintWaits,
    HintWanted,
    Refusal,
    Why,
    refusal,
)

HINTS_MOST, IN_SECONDS = 12, 60.0
"""How many hints a seat may ask for: each costs most of a second."""


class Hinting:
    def __init__(self, journal: Journal, thinking: Thinking) -> None:
        self.journal = journal
        self.thinking = thinking
        self._tasks: set[asyncio.Task[list[Hint]]] = set()

    def ask(self, socket: Socket, message: HintWanted) -> None:
        """Start a hint. Raises `Refused`."""
        live = socket.live
        view, decision = _asked(live, socket.viewer.seat, message.decision)
        if not live.hinting.setdefault(decision.seat, Bucket(HINTS_MOST, IN_SECONDS)).take(time.monotonic()):
            raise Refused("refused.too_fast")

        def waits(ahead: int) -> None:
            told = HintWaits(nonce=message.nonce, decision=message.decision, ahead=ahead)
            socket.tell(ENCODER.encode(told))

        asked = self.thinking.hints(socket.viewer.visitor, view, decision, waits)
        thinking = asyncio.get_running_loop().create_task(asked)
        self._tasks.add(thinking)
        thinking.add_done_callback(lambda done: self._tell(socket, message, done))

    def close(self) -> None:
        for task in self._tasks:
            task.cancel()

    def _tell(self, socket: Socket, message: HintWanted, done: asyncio.Task[list[Hint]]) -> None:
        """Send it to the asking socket only."""
        self._tasks.discard(done)
        if done.cancelled():
            return
        error = done.exception()
        if isinstance(error, Refused):
            socket.tell(ENCODER.encode(refusal(message.nonce, error)))
            return
        if error is not None:
            self.journal.fault("hint", error, socket.live.id)
            socket.tell(ENCODER.encode(Refusal(nonce=message.nonce, key="refused.no_hints")))
            return
        found = [
            HintTold(
                answer=hint.answer,
                chance=round(hint.chance, 3),
                why=Why(key=f"hint.{hint.why}", arguments=dict(hint.arguments)),
            )
            for hint in done.result()
        ]
        socket.tell(ENCODER.encode(HintsTold(nonce=message.nonce, decision=message.decision, hints=found)))


def _asked(live: LiveTable, seat: int | None, number: int) -> tuple[View, Decision]:
    """The view and the question of a seat that may have a hint now."""
    table = live.table
    if seat is None:
        raise Refused("refused.not_seated")
    if not table.made.hints or not gives_hints(table.made.game):
        raise Refused("refused.no_hints")
    play = running(table)
    question = table.questions.get(seat)
    if question is None or question.decision.id != number or seat in table.sealed:
        raise Refused("refused.stale")
    return table.game.view(play.state, seat), question.decision
