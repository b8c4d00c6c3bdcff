"""Undo and proposals at the table."""

from __future__ import annotations

import random

from triclinium.core.undo import own_last
from triclinium.table.protocol import messages as up
from triclinium.table.protocol.messages import Refusal

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


def test_one_no_ends_a_proposal_and_so_does_its_own_author() -> None:
    room = Room().begin()
    room.say(1, up.Propose, what="end")
    room.say(2, up.Agree, proposal=1, yes=False)
    assert not room.table.proposals
    room.say(1, up.Propose, what="end")
    assert room.say(1, up.Agree, proposal=2, yes=True).key == "refused.no_proposal"
    room.say(1, up.Agree, proposal=2, yes=False)
    assert not room.table.proposals
    assert room.table.phase == "playing"


def test_end_by_consent() -> None:
    room = Room().begin()
    room.say(0, up.Propose, what="end")
    for seat in (1, 2, 3):
        room.say(seat, up.Agree, proposal=1, yes=True)
    assert room.table.phase == "over"
