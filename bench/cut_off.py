"""People whose connections are cut, and newcomers who are told everything at once, for `bench/proof_lost.py`."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import secrets
from functools import reduce
from typing import TYPE_CHECKING, Any

import msgspec
from picows import WSError, WSFrame, WSListener, WSMsgType, WSTransport

from bench.cable import MANNERS, Cable
from bench.crowd import ENCODE, nonce
from triclinium.table.play.talk import CHAT_KEPT

if TYPE_CHECKING:
    from bench.proof_lost import Room

DECODE = msgspec.json.Decoder().decode
Message = dict[str, Any]


def with_news(events: list[Message], state: Message) -> list[Message]:
    """The log with what a state brings; one that comes after a gap brings nothing."""
    at = state["events_at"]
    return [*events[:at], *state["events"]] if at <= len(events) else events


class Known(WSListener):
    """What a client knows of a table, as the page keeps it (`web/src/lib/table.svelte.ts`)."""

    def __init__(self, room: Room, number: int) -> None:
        self.room = room
        self.number = number
        self.key = room.keys[number]
        self.transport: WSTransport | None = None
        self.joined = False
        self.table: Message = {}
        self.state: Message | None = None
        self.events: list[Message] = []
        self.talk: dict[int, Message] = {}
        self.retold = 0
        self.readings = 0
        self.read = 0
        self.meanwhile: list[Message] | None = None
        """What was told since the log is being read."""

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type == WSMsgType.CLOSE:
            self.room.proof.sent_away(frame.get_close_code())
            transport.disconnect()
        elif frame.msg_type == WSMsgType.TEXT and transport is self.transport:
            self.hear(DECODE(frame.get_payload_as_bytes()))
            self.room.news.set()

    def on_ws_connected(self, transport: WSTransport) -> None:
        self.transport = transport

    def on_ws_disconnected(self, transport: WSTransport) -> None:
        if self.transport is transport:
            self.transport = None

    def hear(self, message: Message) -> None:
        if message["type"] == "table":
            self.table = message
            self.joined = self.joined or message["phase"] in ("waiting", "gathering")
        elif message["type"] == "state":
            self.take(message)
        elif message["type"] == "chat":
            self.talk.update({line["number"]: line for line in message["lines"]})

    def take(self, state: Message) -> None:
        if self.state is not None and state["version"] < self.state["version"]:
            self.room.fault(f"seat {self.number}: version {self.state['version']} was followed by {state['version']}")
        gap = state["events_at"] > len(self.events)
        if self.retold != self.table["retold"] or (gap and self.meanwhile is None):
            self.retold = self.table["retold"]
            self.catch_up()
        elif not gap:
            self.events = with_news(self.events, state)
        if self.meanwhile is not None:
            self.meanwhile.append(state)
        if state["since"] is not None:
            known = self.state or {"version": None, "view": {}}
            if known["version"] != state["since"]:
                self.room.fault(f"seat {self.number}: told changes to {state['since']}, but knows {known['version']}")
            state = {**state, "since": None, "view": {**known["view"], **state["view"]}}
        self.state = state
        self.joined = True

    def catch_up(self) -> None:
        """Read the whole log; what is told meanwhile is put behind it."""
        self.readings += 1
        self.meanwhile = []
        self.room.proof.toll.logs_read += 1
        self.room.proof.later(self._read_log(self.readings))

    async def _read_log(self, reading: int) -> None:
        events = await self.room.log(self.key)
        if reading == self.readings:
            assert self.meanwhile is not None
            self.events, self.meanwhile = reduce(with_news, self.meanwhile, events), None
            self.read = reading
            assert self.state is not None
            if self.state["events_at"] > len(self.events):
                self.catch_up()  # the line was cut while it was read
            self.room.news.set()

    def knows(self) -> Message:
        """All that a client knows, in one piece; of what was said as much as a table keeps."""
        state = {**self.state, "events": [], "events_at": 0} if self.state else None
        talk = dict(sorted(self.talk.items())[-CHAT_KEPT:])
        return {"table": self.table, "state": state, "events": self.events, "talk": talk}


class Newcomer(Known):
    """Somebody with the same key who has just come, over a connection that holds."""


class Guest(Known):
    """A person at a table, over a connection that breaks."""

    def __init__(self, room: Room, number: int) -> None:
        super().__init__(room, number)
        self.share = secrets.token_bytes(16)
        self.revealed = False
        self.answered = -1
        self.agreed: set[int] = set()
        self.sayings = 0
        self.cable: Cable | None = None
        self.coming = False
        self.gone = False
        self.was_cut = False
        self.sent: list[str] = []
        self.acked: set[str] = set()
        self.unacknowledged: dict[str, Message] = {}

    # --- The line -------------------------------------------------------------------------------

    def come(self) -> None:
        """Connect (again), as soon as possible."""
        if not self.coming and not self.gone:
            self.coming = True
            self.room.proof.later(self._come())

    async def _come(self) -> None:
        proof, rng = self.room.proof, self.room.rng
        while self.transport is None and not proof.over and not self.gone:
            self.joined = False
            self.cable = Cable(proof.server.port, rng, self.cut_off)
            if not self.room.calm and rng.random() < 0.3:
                self.cable.arm(rng.random() < 0.5, rng.randrange(600), rng.choice(MANNERS))
            with contextlib.suppress(OSError, TimeoutError, WSError):
                await proof.connect(self, socket_factory=self._plug)
            await asyncio.sleep(rng.uniform(0, 0.05))
        self.coming = False

    def go(self) -> None:
        """Leave for good: the next table is for others, and this key opens nothing there."""
        self.gone = True
        if self.transport is not None:
            self.transport.disconnect()

    async def _plug(self, _url: Any) -> Any:
        assert self.cable is not None
        return await self.cable.open()

    def cut_off(self) -> None:
        toll = self.room.proof.toll
        assert self.cable is not None
        toll.cuts += 1
        toll.manners[self.cable.manner] += 1
        toll.in_the_handshake += self.transport is None
        self.was_cut = True

    def on_ws_connected(self, transport: WSTransport) -> None:
        super().on_ws_connected(transport)
        if self.gone:
            return self.go()
        self.room.proof.toll.repeated += len(self.unacknowledged)
        for message in self.unacknowledged.values():
            transport.send(WSMsgType.TEXT, ENCODE(message))
        return None

    def on_ws_disconnected(self, transport: WSTransport) -> None:
        if self.transport is transport:
            self.transport = None
            self.joined = False
            self.come()

    def say(self, **message: Any) -> None:
        message["nonce"] = nonce()
        self.sent.append(message["nonce"])
        self.unacknowledged[message["nonce"]] = message
        if self.transport is not None:
            self.transport.send(WSMsgType.TEXT, ENCODE(message))

    # --- The game -------------------------------------------------------------------------------

    def hear(self, message: Message) -> None:
        kind = message["type"]
        if kind in ("ack", "refused", "resync"):
            self.unacknowledged.pop(message["nonce"], None)
            if kind == "ack":
                self.acked.add(message["nonce"])
            else:
                self.answered = -1
                if message["nonce"] in self.sent:
                    self.sent.remove(message["nonce"])
        super().hear(message)
        if kind == "table":
            self.around()
        self.move()

    def ready(self) -> None:
        mark = f"triclinium seat {self.number} {self.room.id}\n".encode()
        self.say(type="ready", commitment=hashlib.sha256(mark + self.share).hexdigest())

    def around(self) -> None:
        if self.table["phase"] == "gathering" and not self.revealed:
            self.revealed = True
            self.say(type="reveal", value=self.share.hex())
        for proposal in self.table["proposals"]:
            if self.number in proposal["asked"] and proposal["number"] not in self.agreed and not self.room.calm:
                self.agreed.add(proposal["number"])
                self.say(type="agree", proposal=proposal["number"], yes=self.room.rng.random() < 0.7)

    def move(self) -> None:
        """Answer, talk, take back: at random."""
        rng = self.room.rng
        decision = self.state and self.state["decision"]
        if self.room.calm or not self.sayings or self.table.get("phase") != "playing":
            return
        if decision and decision["id"] != self.answered and self.state["sealed"] is None:  # type: ignore[index]
            self.sayings -= 1
            self.answered = decision["id"]
            self.say(type="answer", decision=decision["id"], answer=rng.choice(decision["options"]))
            if rng.random() < 0.1:
                self.say(type="undo")
        elif rng.random() < 0.1:
            self.sayings -= 1
            self.say(type="chat", text=f"Ave {secrets.token_hex(4)}")
        elif rng.random() < 0.1:
            self.sayings -= 1
            self.say(type="undo")

    @property
    def at_rest(self) -> bool:
        return self.transport is not None and self.joined and not self.unacknowledged and self.read == self.readings
