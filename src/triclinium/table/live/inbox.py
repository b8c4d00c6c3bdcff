"""Incoming frames: limited, decoded, and passed to the table or to whoever computes hints."""

from __future__ import annotations

import time

import msgspec

from triclinium.core.decision import Refused
from triclinium.core.game import EditsPassages
from triclinium.table.live.hinting import Hinting
from triclinium.table.live.house import House
from triclinium.table.live.live_table import Edit, LiveTable, Reply, Socket
from triclinium.table.live.outbox import may_look, not_stored
from triclinium.table.play import dispatch
from triclinium.table.protocol.messages import (
    FRAME_BYTES,
    STORY_BYTES,
    UP,
    Ack,
    Boundary,
    Close,
    HintWanted,
    Nonce,
    Refusal,
    Rewrite,
    Up,
    VeilPassage,
    refusal,
)

STRIKES_MOST = 10
ENVELOPE_BYTES = 1024
BESIDE_THE_DESK = (Boundary, VeilPassage, Rewrite, HintWanted)


class Inbox:
    """Handles the frames of all sockets."""

    def __init__(self, house: House, hinting: Hinting) -> None:
        self.house = house
        self.hinting = hinting

    def pays(self, socket: Socket, drops: float = 1.0) -> bool:
        """Whether a viewer may send this much more."""
        if socket.bucket.take(time.monotonic(), drops):
            return True
        self.house.counts.too_fast += 1
        return False

    def received(self, socket: Socket, text: str) -> None:
        """A frame has arrived."""
        house, now = self.house, time.monotonic()
        house.counts.messages += 1
        if not socket.bucket.take(now):
            house.counts.too_fast += 1
            socket.close(Close.TOO_FAST)
            return
        live = socket.live
        if len(text) > FRAME_BYTES // 4 and not fits(live, socket, len(text.encode())):
            socket.close(Close.TOO_BIG)
            return
        if not may_look(live, socket):
            socket.close(Close.SEAT_GONE)
            return
        try:
            message: Up = UP.decode(text)
        except (msgspec.ValidationError, msgspec.DecodeError, RecursionError, UnicodeError):
            socket.strikes += 1
            if socket.strikes > STRIKES_MOST:
                socket.close(Close.BAD_MESSAGE)
            else:
                live.replies.append((socket, Refusal(nonce=nonce_in(text), key="refused.malformed"), None))
                house.touch(live)
            return
        try:
            house.quotas.write(socket.address, len(text), now)
        except Refused as refused:
            self._reply(socket, refusal(message.nonce, refused), message)
            return
        self.take(socket, message, house.epoch + int(now * 1000))

    def take(self, socket: Socket, message: Up, now: int) -> None:
        """Handle a message whose sender may send it."""
        live = socket.live
        if live.faltered:
            if live.behind:
                live.waiting.append((socket, message))
            else:
                not_stored(socket, Ack(nonce=message.nonce))
        elif isinstance(message, BESIDE_THE_DESK):
            self._received_beside(socket, message)
        else:
            self._reply(socket, dispatch.take(live.table, socket.viewer, message, now), message)

    def _received_beside(self, socket: Socket, message: Edit | HintWanted) -> None:
        """A message that does not change the table at once: a change to a passage, or a request for a hint."""
        if isinstance(message, HintWanted):
            try:
                self.hinting.ask(socket, message)
            except Refused as refused:
                self._reply(socket, refusal(message.nonce, refused), message)
        else:
            socket.live.edits.append((socket, message))
            self.house.touch(socket.live)

    def _reply(self, socket: Socket, reply: Reply, message: Up) -> None:
        """Reply to a message, once its effect is stored."""
        if isinstance(reply, Ack):
            self.house.counts.answers += 1
        else:
            self.house.counts.refused += 1
        socket.live.replies.append((socket, reply, message))
        self.house.touch(socket.live)


def fits(live: LiveTable, socket: Socket, size: int) -> bool:
    """Whether a frame is short enough: only an answer in free words may be long."""
    if size <= FRAME_BYTES:
        return True
    if socket.viewer.seat is None or size > STORY_BYTES + ENVELOPE_BYTES:
        return False
    question = live.table.questions.get(socket.viewer.seat)
    return isinstance(live.table.game, EditsPassages) or (question is not None and not question.decision.listed_all)


class OnlyNonce(msgspec.Struct, frozen=True):
    """What can be read of a malformed message."""

    nonce: Nonce = ""


ONLY_NONCE = msgspec.json.Decoder(OnlyNonce)


def nonce_in(text: str) -> str:
    """The nonce of a malformed message, so that its sender knows which one it was; empty if there is none.

    >>> nonce_in('{"nonce": "12345678", "type": "salve"}'), nonce_in('{"nonce": 5}'), nonce_in("{")
    ('12345678', '', '')
    """
    try:
        return ONLY_NONCE.decode(text).nonce
    except (msgspec.ValidationError, msgspec.DecodeError, RecursionError, UnicodeError):
        return ""
