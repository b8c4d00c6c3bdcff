"""Nobody speaks for the absent unless they allowed it (BC-21, BC-27); stand-ins, and leaving for good (BC-19)."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from triclinium.table.log.rows import ROW, Answered
from triclinium.table.play import absence, duties
from triclinium.table.play.broadcast import table_told
from triclinium.table.protocol import messages as up
from triclinium.table.protocol.messages import Ack

from .people import house, seated
from .room import Room, same, to_open_turn


def silent(seat: int = 1, **wanted: object) -> Room:
    """A bacchanal in which nobody may speak for one of three, who is away."""
    room = Room(3, game="bacchanalia", wait=60, **wanted).begin()
    room.store()
    room.abandon(seat)
    room.later(60_000)
    return room


def bots_answer(room: Room) -> list[str]:
    """Let those who stand in answer whatever they are asked now; gives the kinds of the questions."""
    kinds = []
    while asked := duties.bots_asked(room.table):
        seat = asked[0]
        decision = room.table.questions[seat].decision
        kinds.append(decision.kind)
        assert room.table.seats[seat].player == absence.SILENCE
        given = absence.answer_of_silence(room.table, seat)
        assert duties.bot_answers(room.table, seat, decision.id, given, room.time)
    return kinds


def go_round(room: Room, answers: int) -> None:
    """The others answer aloud or as they are offered last; nobody speaks for whoever is away."""
    for _ in range(answers):
        bots_answer(room)
        asked = [seat for seat in room.asked() if room.table.seats[seat].player is None]
        if not asked:
            return
        options = room.table.questions[asked[0]].decision.options
        aloud = [one for one in options if one.get("words") == {"form": "aloud"}]
        assert isinstance(room.answer(asked[0], aloud[0] if aloud else options[0]), Ack)


def test_bc_21_in_a_story_nobody_speaks_for_absent_people() -> None:
    room = silent()
    assert room.table.seats[1].stand_in == absence.SILENCE
    go_round(room, 60)
    told = [passage for passage in room.table.play.state.story if passage.seat == 1]
    assert len(told) > 5, "the introduction and scenes"
    assert {passage.form for passage in told} == {"untold"}
    rows = [row for body in room.stored if isinstance(row := ROW.decode(body), Answered)]
    rows += [row for row in room.table.fresh if isinstance(row, Answered)]
    assert {row.by for row in rows if row.seat == 1} == {"clock"}
    assert same(room.woken(), room.table)


def test_bc_21_cards_are_left_to_chance_and_bc_27_silence_means_only_seen() -> None:
    room = silent()
    go_round(room, 200)
    entries = room.table.play.record.entries
    own = [entry.answer for entry in entries if entry.seat == 1]
    kinds = {answer["kind"] for answer in own}
    assert "leave_to_chance" in kinds
    told = {"introduce", "arrive", "draw", "tell", "reply"}
    assert kinds <= {*told, "no_lock", "leave_to_chance", "pass", "abstain", "end_turn"}, "no lock, question, vote, yes"
    assert all(answer["words"] == {"form": "untold"} for answer in own if "words" in answer)
    assert not any(1 in passage.agreed for passage in room.table.play.state.story)


def test_bc_21_a_bot_tells_for_whoever_has_allowed_it_beforehand() -> None:
    room = Room(3, game="bacchanalia", wait=60).begin()
    assert table_told(room.table, room.viewer(1), 0).you.stand_in is None
    assert room.say(1, up.StandIn, bot="nobody").key == "refused.no_such_bot"
    assert isinstance(room.say(1, up.StandIn, bot="narrator"), Ack)
    assert room.table.changed_for == {1}, "a private matter"
    assert table_told(room.table, room.viewer(1), 0).you.stand_in == "narrator"
    room.abandon(1)
    room.later(60_000)
    assert room.table.seats[1].stand_in == "narrator"
    assert same(room.woken(), room.table)


def test_other_games_have_a_stand_in_unless_a_person_wants_none() -> None:
    room = Room(wait=60, options={"privileges": "none"}).begin()
    assert table_told(room.table, room.viewer(1), 0).you.stand_in == "thumb"
    seat = to_open_turn(room)
    room.say(seat, up.StandIn, bot=None)
    room.abandon(seat)
    room.later(60_000)
    assert room.table.seats[seat].stand_in == absence.SILENCE
    decision = room.table.questions[seat].decision
    assert absence.answer_of_silence(room.table, seat) == room.table.game.fallback(decision)
    room.come_back(seat)
    assert room.table.seats[seat].stand_in is None
    room.say(seat, up.Leave)
    assert room.table.seats[seat].stand_in == absence.SILENCE


def test_bc_19_a_leaver_ends_without_a_scene_whatever_was_allowed() -> None:
    room = Room(3, game="bacchanalia", wait=60).begin()
    room.say(1, up.StandIn, bot="narrator")
    room.say(1, up.Leave)
    assert room.table.seats[1].stand_in == absence.SILENCE
    go_round(room, 40)
    state = room.table.play.state
    assert (state.ended[1], state.outcomes[1]) == ("left", "left")
    assert not any(passage.seat == 1 for passage in state.story)
    assert sum(state.held[1]) == 0
    assert same(room.woken(), room.table)


def test_the_scheduler_lets_silence_answer(tmp_path: Path) -> None:
    async def evening() -> None:
        async with house(tmp_path) as place:
            _, chairs = await seated(place, 1, bots=2, game="bacchanalia", wait=5, seats=SEATS)
            table = place.hub.live[chairs[0].id].table
            await chairs[0].close()
            async with asyncio.timeout(30):
                while table.seats[0].sockets:
                    await asyncio.sleep(0.01)
                table.seats[0].absent_since -= 5_000
                place.hub.scheduler.arm(place.hub.live[chairs[0].id])
                while not any(entry.seat == 0 for entry in table.play.record.entries):
                    await asyncio.sleep(0.01)
            own = [entry.answer for entry in table.play.record.entries if entry.seat == 0]
            assert "written" not in json.dumps(own)

    asyncio.run(evening())


SEATS = [{}, {"bot": "simple"}, {"bot": "simple"}]


@pytest.mark.parametrize("game", ["banquet", "benhur", "bacchanalia"])
def test_a_new_owner_and_a_new_guest_are_spoken_for_as_the_game_says(game: str) -> None:
    room = Room(3, game=game)
    usual = room.table.seats[0].may_play
    room.say(1, up.StandIn, bot="random")
    room.say(1, up.Leave)
    assert room.table.seats[1].may_play == usual
    assert (usual is None) == (game == "bacchanalia")
