"""Evenings at random: people come, go, stop, propose, hand over and leave; rows tell the same table."""

from __future__ import annotations

import random
from typing import Any

import pytest

from triclinium.core.decision import Refused
from triclinium.table.log.rows import ROW, Paused, Resumed, Veiled
from triclinium.table.play import absence, duties, links, seats
from triclinium.table.play.table import Table
from triclinium.table.protocol import messages as up
from triclinium.table.protocol.messages import ENCODER

from .room import Room, same
from .snapshots import holds_everything

UNNAMED = (Paused, Veiled, Resumed)


class Evening:
    """A room in which anything may be said by anybody."""

    def __init__(self, game: str, seed: int) -> None:
        self.rng = random.Random(seed)
        wait = self.rng.choice([None, 60, 600])
        self.room = Room(3, 0 if game == "bacchanalia" else 1, game=game, wait=wait, window=0).begin()
        self.newcomers = 0

    def step(self) -> None:
        does = self.rng.choices(
            [self.answer, self.say, self.come_or_go, self.pass_time, self.stand_in, self.hand_over], [8, 5, 3, 2, 4, 1]
        )
        does[0]()
        self.room.store()

    def answer(self) -> None:
        asked = [seat for seat in self.room.asked() if self.room.table.seats[seat].player is None]
        if asked:
            seat = self.rng.choice(asked)
            self.room.answer(seat, self.rng.choice(self.room.table.questions[seat].decision.options))

    def say(self) -> None:
        here = [seat for seat in self.room.table.people if self.room.table.seats[seat].sockets]
        if not here:
            return
        seat = self.rng.choice(here)
        other = self.rng.randrange(len(self.room.table.seats))
        said: list[tuple[type, dict[str, Any]]] = [
            (up.Pause, {}), (up.Veil, {}), (up.Lift, {}), (up.Lift, {}), (up.Lift, {}), (up.Undo, {}),
            (up.Propose, {"what": "seat", "seat": other}), (up.Chat, {"text": "Salve"}),
            (up.StandIn, {"bot": self.rng.choice([None, "random"])}),
            *((up.Agree, {"proposal": number, "yes": True}) for number in self.room.table.proposals),
        ]  # fmt: skip
        if self.rng.random() < 0.02:
            said = [(up.Leave, {}), (up.Propose, {"what": "end"})]
        kind, fields = self.rng.choice(said)
        self.room.say(seat, kind, **fields)

    def come_or_go(self) -> None:
        people = self.room.table.people
        if people:
            seat = self.rng.choice(people)
            (self.room.abandon if self.room.table.seats[seat].sockets else self.room.come_back)(seat)

    def pass_time(self) -> None:
        self.room.later(self.rng.choice([0, 1_000, 61_000, 601_000, 86_400_000]))

    def stand_in(self) -> None:
        table = self.room.table
        for seat in duties.bots_asked(table):
            decision = table.questions[seat].decision
            silent = table.seats[seat].player == absence.SILENCE
            given = absence.answer_of_silence(table, seat) if silent else self.rng.choice(decision.options)
            duties.bot_answers(table, seat, decision.id, given, self.room.time)
            return

    def hand_over(self) -> None:
        table = self.room.table
        opened = [number for number, seat in enumerate(table.seats) if seat.opened]
        if not opened or not table.people:
            return
        maker = table.seats[table.people[0]].visitor or ""
        secret = links.make_link(table, maker, "seat", opened[0])
        thief = self.rng.choice([maker, *table.known])
        if thief != table.seats[opened[0]].visitor:
            with pytest.raises(Refused, match="knows_another_seat"):
                seats.sit(table, thief, "Thief", secret, None)
        self.newcomers += 1
        seats.sit(table, f"newcomer{self.newcomers}", "Nero", secret, None)


def check(evening: Evening) -> None:
    table = evening.room.table
    woken = evening.room.woken()
    if (calm := table.calm) is not None:
        table.calm = None
        assert absence.is_calm(table) == calm, "whatever changes who is here lets it be asked again"
    assert (woken.known, woken.links, woken.nonces.keys() - {None}) == (
        table.known,
        table.links,
        table.nonces.keys() - {None},
    )
    assert [who(seat) for seat in woken.seats] == [who(seat) for seat in table.seats]
    for seat in table.seats:
        assert not (seat.opened and seat.sockets and not seat.left), "who is here has no open seat"
    assert all(len(known) == 1 for known in table.known.values()), "nobody has seen two seats' secrets"
    look_alike(woken, table)
    rows = [ROW.decode(body) for body in evening.room.stored]
    holds_everything(rows, random.Random(len(rows)).randrange(1, len(rows) + 1))


def who(seat: Any) -> tuple[Any, ...]:
    return seat.visitor, seat.stand_in, seat.may_play, seat.left, seat.opened, seat.seen_at


def look_alike(woken: Table, table: Table) -> None:
    """Rows tell all but who is here, and who wants to go on."""
    here = [seat.sockets for seat in table.seats]
    woken.lifting = set(table.lifting)
    woken.now = table.now
    for seat, before in zip(woken.seats, table.seats, strict=True):
        seat.absent_since = before.absent_since
    woken.host_absent_since = table.host_absent_since
    assert same(woken, table)
    for seat, sockets in zip(table.seats, here, strict=True):
        seat.sockets = sockets


@pytest.mark.parametrize("game", ["banquet", "benhur", "bacchanalia"])
@pytest.mark.parametrize("seed", range(4))
def test_an_evening_at_random(game: str, seed: int) -> None:
    evening = Evening(game, seed)
    for number in range(160):
        evening.step()
        if evening.room.table.phase == "over":
            break
        if number % 20 == 0:
            check(evening)
    check(evening)
    rows = [ROW.decode(body) for body in evening.room.stored]
    assert all(row.asker is None and not row.nonce for row in rows if isinstance(row, UNNAMED))
    assert b'"seat"' not in b"".join(ENCODER.encode(row) for row in rows if isinstance(row, UNNAMED))
