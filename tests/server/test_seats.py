"""Luck, seats, links, watchers and talk at the table."""

from __future__ import annotations

from typing import Any, get_args

import pytest

from triclinium.table.play import dispatch, links, seats
from triclinium.table.play.broadcast import Viewer, table_told
from triclinium.table.protocol import messages as up
from triclinium.table.protocol.messages import ENCODER, Ack, Refusal

from .room import Room, play_on, same, state_told, to_open_turn

# --- Luck ---------------------------------------------------------------------------------------


def test_a_share_that_is_not_shown_counts_as_zeros_before_anything_is_dealt() -> None:
    room = Room(people=2, bots=2)
    for seat in range(2):
        room.say(seat, up.Ready, commitment=f"{seat:064x}")
    assert room.table.phase == "gathering"
    assert room.say(0, up.Reveal, value="00" * 16).key == "refused.wrong_share"
    room.later(9_999)
    assert room.table.play is None
    room.later(1)
    assert room.table.play is not None
    assert room.table.play.record.pledge.contributions[0].withheld
    assert same(room.woken(), room.table)


def test_the_secret_is_shown_only_after_the_end() -> None:
    room = Room().begin()
    secret = room.table.made.secret.encode()
    while room.asked():
        for eyes in (None, 0, 1, 2, 3):
            assert secret not in room.told(eyes)
            assert secret not in ENCODER.encode(table_told(room.table, Viewer("", eyes, eyes), 0))
        play_on(room, 1, room.table.rows)
        room.later(0)  # a window in which all have answered beforehand is due at once
    assert secret in ENCODER.encode(table_told(room.table, Viewer("", None, None), 0))


# --- Seats and talk -----------------------------------------------------------------------------


def test_the_host_plans_and_dismisses_only_while_waiting() -> None:
    room = Room(people=3, bots=1)
    assert room.say(1, up.Dismiss, seat=2).key == "refused.not_host"
    assert isinstance(room.say(0, up.Dismiss, seat=2), Ack)
    assert room.say(0, up.Plan, seat=2, bot="nobody").key == "refused.no_such_bot"
    assert isinstance(room.say(0, up.Plan, seat=2, bot="thumb"), Ack)
    assert room.table.seats[2].bot == "thumb"
    assert same_lobby(room)


def same_lobby(room: Room) -> bool:
    woken = room.woken()
    for table in (woken, room.table):
        for seat in table.seats:
            seat.sockets = 0
    return table_told(woken, Viewer("", 0, 0), 0) == table_told(room.table, Viewer("", 0, 0), 0)


def test_an_abandoned_seat_is_handed_on_by_consent_and_knows_what_it_knew() -> None:
    room = Room(wait=60).begin()
    play_on(room, 10)
    assert room.say(0, up.Propose, what="seat", seat=3).key == "refused.not_abandoned"
    room.abandon(3)
    room.later(60_000)
    before = state_told(room.table, 3, ())
    with pytest.raises(Exception, match="no_right"):
        links.make_link(room.table, "visitor0", "seat", 3)
    room.say(0, up.Propose, what="seat", seat=3)
    for seat in (1, 2):
        room.say(seat, up.Agree, proposal=room.table.proposed, yes=True)
    secret = links.make_link(room.table, "visitor0", "seat", 3)
    assert seats.sit(room.table, "newcomer", "Nero", secret, None) == 3
    after = state_told(room.table, 3, ())
    assert (after.view, after.decision, after.version) == (before.view, before.decision, before.version)
    with pytest.raises(Exception, match="no_such_link"):
        seats.sit(room.table, "somebody", "Titus", secret, None)
    with pytest.raises(Exception, match="no_right"):
        seats.eyes_of(room.table, "visitor3", 3, None)
    assert same(room.woken(), room.table)


def test_links_are_unrelated_and_only_their_hashes_are_kept() -> None:
    room = Room()
    made = [links.make_link(room.table, "visitor0", kind, 0) for kind in ("invite", "watch", "shoulder", "seat")]
    assert len({secret[:6] for secret in made}) == 4
    assert all(len(secret) >= 43 for secret in made), "256 bits"
    room.store()
    assert not any(secret.encode() in row for secret in made for row in room.stored)
    with pytest.raises(Exception, match="no_such_link"):
        seats.sit(room.table, "x", "X", made[1], None)


def test_watching_over_a_shoulder_needs_that_seats_consent_and_ends_with_it() -> None:
    room = Room().begin()
    with pytest.raises(Exception, match="no_right"):
        links.make_link(room.table, "visitor1", "shoulder", 0)
    secret = links.make_link(room.table, "visitor0", "shoulder", 0)
    assert seats.watch(room.table, "friend", secret) == 0
    assert seats.eyes_of(room.table, "friend", None, 0) == (None, 0)
    with pytest.raises(Exception, match="no_right"):
        seats.eyes_of(room.table, "friend", None, 1)
    with pytest.raises(Exception, match="no_right"):
        seats.eyes_of(room.table, "friend", 0, None)
    links.void_links(room.table, "visitor0", "shoulder", 0)
    with pytest.raises(Exception, match="no_right"):
        seats.eyes_of(room.table, "friend", None, 0)


def test_talk_outlives_undo_and_mute_is_private() -> None:
    room = Room(options={"privileges": "none"}).begin()
    seat = to_open_turn(room)
    room.say(2, up.Chat, text="  Vale \u202e \n omnes\u0007 ")
    assert room.table.chat[0].text == "Vale omnes"
    room.answer(seat)
    room.say(seat, up.Undo)
    assert len(room.table.chat) == 1
    room.store()
    room.say(1, up.Mute, seat=2, on=True)
    assert room.table.changed_for == {1}
    assert not room.table.changed
    assert room.say(3, up.Hush, seat=2, on=True).key == "refused.not_host"
    room.say(0, up.Hush, seat=2, on=True, reason="Enough")
    reply = room.say(2, up.Chat, text="But")
    assert (reply.key, reply.arguments) == ("refused.hushed", {"reason": "Enough"})


def test_watchers_may_not_act() -> None:
    room = Room().begin()
    for kind, fields in EVERY_MESSAGE:
        message = kind(nonce="abcdefgh", **fields)
        reply = dispatch.take(room.table, Viewer("friend", None, None), message, room.time)
        assert isinstance(reply, Refusal), kind


EVERY_MESSAGE: list[tuple[type, dict[str, Any]]] = [
    (up.Ready, {"commitment": "0" * 64}),
    (up.NotReady, {}),
    (up.Reveal, {"value": "0" * 32}),
    (up.Answer, {"decision": 1, "answer": {}}),
    (up.Undo, {}),
    (up.Propose, {"what": "end"}),
    (up.Agree, {"proposal": 1, "yes": True}),
    (up.Pause, {}),
    (up.StandIn, {"bot": None}),
    (up.Veil, {}),
    (up.Lift, {}),
    (up.Chat, {"text": "x"}),
    (up.React, {"sign": "cheers"}),
    (up.CallMe, {"name": "x"}),
    (up.Reading, {"on": True}),
    (up.Writing, {"on": True}),
    (up.Mute, {"seat": 1, "on": True}),
    (up.CreditMe, {"on": True}),
    (up.ShareTale, {"on": True}),
    (up.Hush, {"seat": 1, "on": True}),
    (up.Plan, {"seat": 1, "bot": None}),
    (up.Leave, {}),
    (up.Dismiss, {"seat": 1}),
]


BESIDE_THE_DESK = {up.Boundary, up.HintWanted, up.VeilPassage, up.Rewrite}
"""Messages that are no rows of the table: `test_hints`, `test_passages` and `test_boundaries` try them."""


def test_every_message_has_an_act_and_is_tried_above() -> None:
    assert {kind for kind, _ in EVERY_MESSAGE} == set(dispatch.ACTS)
    assert set(get_args(up.AnyUp)) == set(dispatch.ACTS) | BESIDE_THE_DESK
