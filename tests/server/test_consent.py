"""Undo, proposals, pauses and the veil at the table."""

from __future__ import annotations

import random

from triclinium.core.undo import own_last
from triclinium.table import desk
from triclinium.table import messages as up
from triclinium.table.messages import ENCODER, ClockRule, Refusal
from triclinium.table.rows import Veiled

from .room import Room, play_on, same


def test_undo_alone_where_the_rule_allows_it_else_by_consent_never_across_a_reveal() -> None:
    alone = asked = refused = 0
    for seed in range(4):
        room = Room(options={"privileges": "none"}).begin()
        rng = random.Random(seed)
        for _ in range(20):
            if not room.asked():
                break
            seat = room.asked()[0]
            room.answer(seat, rng.choice(room.table.questions[seat].decision.options))
            play = room.table.play
            assert play is not None
            allowed = own_last(play, seat) is not None
            length = len(play.record.entries)
            reply = room.say(seat, up.Undo)
            if isinstance(reply, Refusal):
                refused += 1
                assert reply.key in ("refused.undo_reveal", "refused.not_playing")
                assert not allowed
            elif allowed:
                alone += 1
                assert len(room.table.play.record.entries) < length
            else:
                asked += 1
                (proposal,) = room.table.proposals.values()
                others = [other for other in range(4) if other != seat]
                for other in others[:-1]:
                    room.say(other, up.Agree, proposal=proposal.number, yes=True)
                assert len(room.table.play.record.entries) == length, "not before all have agreed"
                room.say(others[-1], up.Agree, proposal=proposal.number, yes=True)
                assert len(room.table.play.record.entries) < length
                assert not room.table.proposals
            assert same(room.woken(), room.table)
            if room.asked():
                play_on(room, 1, seed)
    assert alone and asked and refused


def test_one_no_ends_a_proposal() -> None:
    room = Room().begin()
    room.say(1, up.Propose, what="pause")
    room.say(2, up.Agree, proposal=1, yes=False)
    assert not room.table.proposals
    assert not room.table.paused


def test_pause_by_consent_stops_answers_clocks_and_bots() -> None:
    room = Room(people=2, bots=2, clock=ClockRule(kind="move", amount=30)).begin()
    room.say(1, up.Propose, what="pause")
    room.say(0, up.Agree, proposal=1, yes=True)
    assert room.table.paused
    assert desk.bots_asked(room.table) == []
    if 0 in room.table.questions:
        assert room.answer(0).key == "refused.resting"
    rows = room.table.rows
    room.later(3_600_000)
    assert room.table.rows == rows, "nothing runs out in a pause"
    room.say(0, up.Resume)
    assert not room.table.paused
    assert same(room.woken(), room.table)


def test_end_by_consent() -> None:
    room = Room().begin()
    room.say(0, up.Propose, what="end")
    for seat in (1, 2, 3):
        room.say(seat, up.Agree, proposal=1, yes=True)
    assert room.table.phase == "over"


def test_the_veil_falls_at_once_and_names_nobody() -> None:
    frames: list[bytes] = []
    for drawer in (1, 3):
        room = Room(people=4).begin()
        room.say(drawer, up.Veil, nonce="veil-nonce")
        assert room.table.veiled
        (row,) = [row for row in room.table.fresh if isinstance(row, Veiled)]
        assert row.asker is None
        frames.append(ENCODER.encode(row))
        assert room.table.informed == {None, 0, 1, 2, 3}
        for seat in (0, 1, 2):
            room.say(seat, up.Lift)
        assert room.table.veiled, "all must be ready"
        room.say(3, up.Lift)
        assert not room.table.veiled
        assert same(room.woken(), room.table)
    assert frames[0] == frames[1]
