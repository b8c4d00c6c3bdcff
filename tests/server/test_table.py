"""The table core: answers, sealed windows, undo, consent, clocks, absence, luck, and folding it all again."""

from __future__ import annotations

import random
from typing import Any

import pytest

from triclinium.core.undo import own_last
from triclinium.table import desk, seats
from triclinium.table import messages as up
from triclinium.table.messages import ENCODER, Ack, ClockRule, Refusal, Resync
from triclinium.table.rows import Veiled
from triclinium.table.table import Table
from triclinium.table.told import Viewer, state_told, table_told

from .room import Room


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


# --- Answers ------------------------------------------------------------------------------------


def test_a_repeated_nonce_is_acknowledged_again_and_does_nothing() -> None:
    room = Room().begin()
    seat = to_open_turn(room)
    question = room.table.questions[seat].decision
    for _ in range(3):
        reply = room.say(seat, up.Answer, nonce="the-same-nonce", decision=question.id, answer=question.options[0])
        assert reply == Ack(nonce="the-same-nonce")
    assert sum(b"the-same-nonce" in ENCODER.encode(row) for row in room.table.fresh) == 1
    woken = room.woken()
    assert desk.take(
        woken,
        room.viewer(seat),
        up.Answer(nonce="the-same-nonce", decision=question.id, answer=question.options[0]),
        room.time,
    ) == Ack(nonce="the-same-nonce"), "also after a restart"


def test_anothers_nonce_is_not_mine() -> None:
    room = Room().begin()
    seat = to_open_turn(room)
    room.answer(seat, nonce="a-nonce-of-mine")
    other = (seat + 1) % 4
    assert isinstance(room.say(other, up.Answer, nonce="a-nonce-of-mine", decision=0, answer={}), Resync)


def test_a_stale_answer_is_resynced_and_changes_nothing() -> None:
    room = Room().begin()
    seat = to_open_turn(room)
    rows = room.table.rows
    assert isinstance(room.say(seat, up.Answer, decision=0, answer={"kind": "pick"}), Resync)
    assert room.table.rows == rows


def test_a_refusal_carries_key_and_rule() -> None:
    room = Room().begin()
    seat = to_open_turn(room)
    reply = room.answer(seat, {"kind": "claim", "card": "claim_keep_gift", "place": "keep"})
    assert isinstance(reply, Refusal)
    assert reply.key == "refused.no_window"
    assert reply.rule == "BB-4"


@pytest.mark.parametrize("seed", range(3))
def test_a_restart_folds_the_same_table(seed: int) -> None:
    room = Room(options={"edition": "nl"}).begin()
    for part in range(12):
        play_on(room, 8, seed * 100 + part)
        assert same(room.woken(), room.table)
        assert room.woken().versions == room.table.versions
        assert room.woken().event_counts == room.table.event_counts


# --- Sealed windows -----------------------------------------------------------------------------


def test_nobody_notices_a_sealed_answer() -> None:
    """BB-4. Frames of the others, versions included, are the same bytes before and after."""
    room = Room(window=4).begin()
    to_window(room)
    first = room.asked()[0]
    others: list[int | None] = [None, *(seat for seat in range(4) if seat != first)]
    before = {eyes: room.told(eyes) for eyes in others}
    room.store()
    assert isinstance(room.answer(first), Ack)
    assert room.table.informed == {first}
    assert not room.table.changed
    assert {eyes: room.told(eyes) for eyes in others} == before


def test_a_window_stays_open_for_its_least_time_however_fast_all_answer() -> None:
    room = Room(window=4).begin()
    to_window(room)
    opened = room.time
    window = room.table.questions[room.asked()[0]].decision.id
    for seat in room.asked():
        room.answer(seat)
    room.later(3_999)
    assert any(question.decision.id == window for question in room.table.questions.values())
    room.later(1)
    assert all(question.decision.id != window for question in room.table.questions.values())
    assert room.time == opened + 4_000


def test_a_sealed_answer_may_be_changed_and_taken_back_until_all_are_opened() -> None:
    room = Room(window=4).begin()
    to_window(room)
    seat = room.asked()[0]
    options = room.table.questions[seat].decision.options
    room.answer(seat, options[0])
    room.answer(seat, options[1])
    assert room.table.sealed[seat] == options[1]
    assert isinstance(room.say(seat, up.Undo), Ack)
    assert seat not in room.table.sealed
    assert same(room.woken(), room.table)


def test_a_sealed_answer_is_checked_before_it_is_laid() -> None:
    room = Room(window=4).begin()
    to_window(room)
    seat = room.asked()[0]
    assert isinstance(room.answer(seat, {"kind": "accept"}), Refusal)
    assert seat not in room.table.sealed


# --- Undo and consent ---------------------------------------------------------------------------


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


# --- Time and absence ---------------------------------------------------------------------------


def test_per_move_clock_plays_the_fallback() -> None:
    room = Room(clock=ClockRule(kind="move", amount=20), wait=None).begin()
    seat = to_open_turn(room)
    decision = room.table.questions[seat].decision
    wanted = room.table.game.fallback(decision)
    entries = len(room.table.play.record.entries)
    room.later(19_999)
    assert room.table.questions[seat].decision is decision
    room.later(1)
    assert room.table.play.record.entries[entries].answer == wanted
    assert room.table.moved == up.Moved(seat=seat, by="clock")
    assert same(room.woken(), room.table)


def test_bank_pays_for_thinking_and_gains_the_increment() -> None:
    room = Room(clock=ClockRule(kind="bank", amount=60, increment=5), options={"privileges": "none"}).begin()
    seat = to_open_turn(room)
    room.later(10_000)
    room.answer(seat)
    assert room.table.seats[seat].bank == 60_000 - 10_000 + 5_000
    assert room.woken().seats[seat].bank == room.table.seats[seat].bank


def test_a_bank_does_not_betray_who_thought_in_a_window() -> None:
    room = Room(clock=ClockRule(kind="bank", amount=60), window=4).begin()
    to_window(room)
    banks = [seat.bank for seat in room.table.seats]
    shown = {seat: room.told(seat) for seat in range(4)}
    first, *rest = room.asked()
    room.later(1_000)
    room.answer(first)
    for eyes in rest:
        assert state_told(room.table, eyes, ()).clock.left[first] == banks[first]
    for seat in rest:
        room.answer(seat)
    room.later(4_000)
    assert [seat.bank for seat in room.table.seats] == banks
    assert shown


def test_days_a_move() -> None:
    room = Room(clock=ClockRule(kind="days", amount=2), wait=None).begin()
    seat = to_open_turn(room)
    room.later(2 * 86_400_000 - 1)
    assert seat in room.table.questions
    moved = room.table.moved
    room.later(1)
    assert room.table.moved != moved


@pytest.mark.parametrize("jump", [-10_000_000, 0, 10_000_000])
def test_a_clock_jump_while_the_server_was_away_costs_nobody_time(jump: int) -> None:
    room = Room(clock=ClockRule(kind="move", amount=20), wait=None).begin()
    seat = to_open_turn(room)
    decision = room.table.questions[seat].decision.id
    woken = room.woken()
    desk.resume(woken, room.time + jump)
    desk.tick(woken, woken.now + 19_000)
    assert woken.questions[seat].decision.id == decision
    assert woken.now >= room.time, "time never runs backwards"


def test_a_bot_stands_in_after_the_wait_and_hands_back_at_once() -> None:
    room = Room(people=2, bots=2, wait=60).begin()
    room.abandon(1)
    room.later(59_999)
    assert room.table.seats[1].stand_in is None
    room.later(1)
    assert room.table.seats[1].stand_in == "thumb"
    assert same(room.woken(), room.table)
    seats.arrive(room.table, 1)
    assert room.table.seats[1].stand_in is None
    if 1 in room.table.questions:
        decision = room.table.questions[1].decision
        assert not desk.bot_answers(room.table, 1, decision.id, decision.options[0], room.time), "too late for the bot"


def test_whether_a_bot_stands_in_does_not_depend_on_who_is_asked() -> None:
    room = Room(people=3, bots=1, wait=60).begin()
    for seat in range(3):
        room.abandon(seat)
    room.later(60_000)
    assert all(room.table.seats[seat].stand_in for seat in range(3))


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
        seats.make_link(room.table, "visitor0", "seat", 3)
    room.say(0, up.Propose, what="seat", seat=3)
    for seat in (1, 2):
        room.say(seat, up.Agree, proposal=room.table.proposed, yes=True)
    secret = seats.make_link(room.table, "visitor0", "seat", 3)
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
    made = [seats.make_link(room.table, "visitor0", kind, 0) for kind in ("invite", "watch", "shoulder", "seat")]
    assert len({secret[:6] for secret in made}) == 4
    assert all(len(secret) >= 43 for secret in made), "256 bits"
    room.store()
    assert not any(secret.encode() in row for secret in made for row in room.stored)
    with pytest.raises(Exception, match="no_such_link"):
        seats.sit(room.table, "x", "X", made[1], None)


def test_watching_over_a_shoulder_needs_that_seats_consent_and_ends_with_it() -> None:
    room = Room().begin()
    with pytest.raises(Exception, match="no_right"):
        seats.make_link(room.table, "visitor1", "shoulder", 0)
    secret = seats.make_link(room.table, "visitor0", "shoulder", 0)
    assert seats.watch(room.table, "friend", secret) == 0
    assert seats.eyes_of(room.table, "friend", None, 0) == (None, 0)
    with pytest.raises(Exception, match="no_right"):
        seats.eyes_of(room.table, "friend", None, 1)
    with pytest.raises(Exception, match="no_right"):
        seats.eyes_of(room.table, "friend", 0, None)
    seats.void_links(room.table, "visitor0", "shoulder", 0)
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
        reply = desk.take(room.table, Viewer("friend", None, None), message, room.time)
        assert isinstance(reply, Refusal), kind


EVERY_MESSAGE: list[tuple[type, dict[str, Any]]] = [
    (up.Ready, {"commitment": "0" * 64}),
    (up.NotReady, {}),
    (up.Reveal, {"value": "0" * 32}),
    (up.Answer, {"decision": 1, "answer": {}}),
    (up.Undo, {}),
    (up.Propose, {"what": "pause"}),
    (up.Agree, {"proposal": 1, "yes": True}),
    (up.Resume, {}),
    (up.Veil, {}),
    (up.Lift, {}),
    (up.Chat, {"text": "x"}),
    (up.Mute, {"seat": 1, "on": True}),
    (up.Hush, {"seat": 1, "on": True}),
    (up.Plan, {"seat": 1, "bot": None}),
    (up.Leave, {}),
    (up.Dismiss, {"seat": 1}),
]


def test_every_message_has_an_act_and_is_tried_above() -> None:
    assert {kind for kind, _ in EVERY_MESSAGE} == set(desk.ACTS)
