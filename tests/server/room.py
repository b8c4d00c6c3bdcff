"""A table without transport, clock or store: messages in, rows and messages out, time by hand."""

from __future__ import annotations

import copy
import json
import os
import random
import secrets
from collections.abc import Sequence
from typing import Any

from triclinium.core.fairness import CONTRIBUTION_BYTES, Contribution, commitment, seat_label
from triclinium.games import game_named
from triclinium.table.log.kept import News
from triclinium.table.log.rows import ROW, Created, Sat, SeatPlan
from triclinium.table.play import absence, clock, dispatch, duties, luck, waking
from triclinium.table.play.broadcast import Viewer, table_told
from triclinium.table.play.table import Table
from triclinium.table.protocol import messages as up
from triclinium.table.protocol.messages import ENCODER, Ack, ClockRule, DecisionTold, Eyes, State

LAID: dict[str, int] = {}
"""How many tables each test has laid so far."""


def luck_of_the_test() -> random.Random:
    """The same for the same table of the same test, so that a deal that breaks a test breaks it always."""
    test = os.environ.get("PYTEST_CURRENT_TEST", "")
    LAID[test] = LAID.get(test, 0) + 1
    return random.Random(f"{test} {LAID[test]}")


class Room:
    """A table of people (and bots) who say what the test lets them say."""

    def __init__(self, people: int = 4, bots: int = 0, game: str = "banquet", **wanted: Any) -> None:
        made: dict[str, Any] = {
            "options": game_named(game).complete(wanted.pop("options", {})), "clock": ClockRule(), "wait": 60,
            "undo": "free", "window": 0, "quick": True, **wanted,
        }  # fmt: skip
        plans = [SeatPlan() for _ in range(people)] + [SeatPlan(bot="random", name="Bot") for _ in range(bots)]
        self.luck = luck_of_the_test()
        created = Created(
            id=self.luck.randbytes(16).hex(), game=game, rules=game_named(game).info.rules_version, seats=plans,
            secret=self.luck.randbytes(32).hex(), **{"host": "visitor0", **made},
        )  # fmt: skip
        self.time = 1_000_000
        self.table = Table(created)
        self.table.now = self.time
        self.table.write(created)
        self.people = people
        self.stored: list[bytes] = []
        for seat in range(people):
            self.table.write(Sat(seat=seat, visitor=f"visitor{seat}", name=f"Person {seat}"))
            self.come_back(seat)
        self.store()

    def begin(self) -> Room:
        """Commit and show the luck, and deal."""
        shares = [self.share(seat) for seat in range(self.people)]
        for seat, share in enumerate(shares):
            self.say(seat, up.Ready, commitment=share.commitment)
        for seat, share in enumerate(shares):
            if self.table.phase == "gathering":
                self.say(seat, up.Reveal, value=share.value.hex())
        luck.gather(self.table)
        self.store()
        return self

    def share(self, seat: int) -> Contribution:
        value = self.luck.randbytes(CONTRIBUTION_BYTES)
        return Contribution(commitment(seat_label(seat), self.table.made.id, value), value)

    def viewer(self, seat: int) -> Viewer:
        return Viewer(f"visitor{seat}", seat, seat)

    def say(self, by: int, kind: type, /, *, nonce: str | None = None, **fields: Any) -> Any:
        message = kind(nonce=nonce or secrets.token_hex(8), **fields)
        return dispatch.take(self.table, self.viewer(by), message, self.time)

    def answer(self, seat: int, choice: Any = None, **more: Any) -> Any:
        decision = self.table.questions[seat].decision
        return self.say(seat, up.Answer, decision=decision.id, answer=choice or decision.options[0], **more)

    def asked(self) -> list[int]:
        return [seat for seat in self.table.questions if seat not in self.table.sealed]

    def later(self, milliseconds: int) -> None:
        """Let time pass, and what is due happen when it is due."""
        end = self.time + milliseconds
        while (due := duties.next_due(self.table)) is not None and due <= end:
            self.time = max(self.time, due)
            duties.tick(self.table, self.time)
        self.time = end
        self.table.now = max(self.table.now, end)

    def told(self, eyes: int | None) -> bytes:
        return ENCODER.encode(state_told(self.table, eyes, self.table.news))

    def store(self) -> None:
        """Keep what is new, as the store would, and forget that it is new."""
        self.stored += [ENCODER.encode(row) for row in self.table.fresh]
        self.table.settle()

    def woken(self) -> Table:
        """The table as it is after a restart."""
        self.store()
        return waking.wake([ROW.decode(row) for row in self.stored])

    def again(self) -> Room:
        """The same table once more, as it is after a restart, with everybody back."""
        room = copy.copy(self)
        room.table = self.woken()
        room.stored = list(self.stored)
        room.time = room.table.now = max(self.time, room.table.now)
        for seat in room.table.seats:
            seat.sockets = 1
        for question in room.table.questions.values():
            question.since = room.time
        return room

    def abandon(self, seat: int) -> None:
        """The only socket of a seat is closed."""
        absence.depart(self.table, self.table.seats[seat].visitor or "", seat)

    def come_back(self, seat: int) -> None:
        """The person of a seat opens a socket."""
        absence.arrive(self.table, self.table.seats[seat].visitor or "", seat)


def state_told(table: Table, eyes: Eyes, news: Sequence[News]) -> State | None:
    """What these eyes are to be told, said without any of the parts from which a server puts it together."""
    if table.play is None:
        return None
    place = -1 if eyes is None else eyes
    question = table.questions.get(place)
    if question is not None and question.decision.standing and place in table.sealed:
        question = None
    asked = None if question is None else question.decision
    events = [json.loads(body) for audience, body in news if audience is None or eyes in audience]
    return State(
        version=table.versions[place],
        since=None,
        view=table.game.view(table.play.state, eyes),
        decision=None
        if asked is None
        else DecisionTold(
            id=asked.id, kind=asked.kind, options=list(asked.options), data=asked.data, sealed=asked.sealed,
            listed_all=asked.listed_all,
        ),
        sealed=None if asked is None else table.sealed.get(place),
        events=events,
        events_at=table.event_counts[place] - len(events),
        clock=clock.told(table, eyes),
        moved=table.moved,
    )  # fmt: skip


def same(one: Table, other: Table) -> bool:
    """Whether two tables tell everybody the same."""
    eyes: list[int | None] = [None, *range(len(one.seats))]
    for table in (one, other):
        for seat in table.seats:
            seat.sockets = 1
    return all(
        ENCODER.encode(state_told(one, eye, ())) == ENCODER.encode(state_told(other, eye, ()))
        and table_told(one, Viewer("", eye, eye), 0) == table_told(other, Viewer("", eye, eye), 0)
        for eye in eyes
    )


def play_on(room: Room, answers: int, seed: int = 1) -> None:
    rng = random.Random(seed)
    for _ in range(answers):
        asked = room.asked()
        if not asked:
            return
        seat = rng.choice(asked)
        decision = room.table.questions[seat].decision
        assert isinstance(room.answer(seat, rng.choice(decision.options)), Ack)
        room.store()


def to_the_end(room: Room, seed: int = 1) -> None:
    """Play until the game is over; what was sealed beforehand is opened in its time."""
    for _ in range(1000):
        play_on(room, 10_000, seed)
        if room.table.phase != "playing":
            return
        room.later(60_000)
        room.store()
    raise AssertionError("the game does not end")


def to_window(room: Room, seed: int = 1) -> None:
    """Play until a window is open in which several are asked."""
    rng = random.Random(seed)
    while True:
        questions = list(room.table.questions.values())
        if len(questions) > 1 and questions[0].decision.sealed:
            return
        decision = rng.choice(questions).decision
        plain = [option for option in decision.options if option["kind"] not in ("pass_round", "claim_gift")]
        room.answer(decision.seat, rng.choice(plain or list(decision.options)))
        room.store()


def to_open_turn(room: Room, seed: int = 1) -> int:
    """Play until a seat is asked an open question; says which."""
    rng = random.Random(seed)
    while True:
        question = next(iter(room.table.questions.values()))
        if not question.decision.sealed:
            return question.decision.seat
        room.answer(room.asked()[0], rng.choice(question.decision.options))
        room.store()
