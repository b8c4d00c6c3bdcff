"""Nobody gets at another's seat and its secrets: by an opened seat, a second browser, a shoulder, or an early end."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from triclinium.core.decision import Refused
from triclinium.table.log.rows import Watched
from triclinium.table.play import absence, duties, links, seats
from triclinium.table.play.broadcast import Viewer, table_told
from triclinium.table.play.host import is_host
from triclinium.table.protocol import messages as up
from triclinium.table.protocol.messages import Ack, Close

from .people import Chair, House, Person, house, seated
from .room import Room, play_on, same, to_open_turn

TEN_MINUTES = 600_000
A_DAY = 86_400_000


def deserted(people: int = 2, seat: int = 1, **wanted: object) -> Room:
    """A game in which a bot stands in for the person of a seat."""
    room = Room(people, 4 - people, wait=60, **wanted).begin()
    play_on(room, 3)
    room.abandon(seat)
    room.later(60_000)
    assert room.table.seats[seat].stand_in is not None
    return room


def opened(room: Room, seat: int) -> str:
    """The others agree to open a seat, and the first of them makes a link to it."""
    others = [other for other in room.table.people if other != seat]
    room.say(others[0], up.Propose, what="seat", seat=seat)
    for other in others[1:]:
        room.say(other, up.Agree, proposal=room.table.proposed, yes=True)
    assert room.table.seats[seat].opened
    return links.make_link(room.table, f"visitor{others[0]}", "seat", seat)


# --- The attack ---------------------------------------------------------------------------------


def test_table_2_one_alone_does_not_open_the_seat_of_who_is_just_away() -> None:
    room = deserted()
    reply = room.say(0, up.Propose, what="seat", seat=1)
    assert reply.key == "refused.open_alone"
    assert not room.table.seats[1].opened and not room.table.proposals
    room.later(TEN_MINUTES - 60_000)
    assert isinstance(room.say(0, up.Propose, what="seat", seat=1), Ack)
    assert room.table.seats[1].opened


def test_table_2_an_opened_seat_closes_with_all_its_links_when_its_owner_is_back() -> None:
    room = deserted(3)
    secret = opened(room, 1)
    room.come_back(1)
    assert not room.table.seats[1].opened
    assert room.table.seats[1].stand_in is None
    with pytest.raises(Refused, match="no_such_link"):
        seats.sit(room.table, "outsider", "Nero", secret, None)
    with pytest.raises(Refused, match="no_right"):
        links.make_link(room.table, "visitor0", "seat", 1)
    assert not same_after_restart(room).seats[1].opened


def same_after_restart(room: Room):
    woken = room.woken()
    assert same(woken, room.table)
    return woken


def test_table_2_a_proposal_to_open_ends_when_the_owner_is_back() -> None:
    room = deserted(3)
    room.say(0, up.Propose, what="seat", seat=1)
    room.come_back(1)
    assert not room.table.proposals
    assert room.say(2, up.Agree, proposal=room.table.proposed, yes=True).key == "refused.no_proposal"


def test_table_2_nobody_who_sits_takes_an_opened_seat() -> None:
    room = deserted(3)
    secret = opened(room, 1)
    for thief in ("visitor0", "visitor2"):
        with pytest.raises(Refused, match="knows_another_seat"):
            seats.sit(room.table, thief, "Thief", secret, None)
    assert room.table.seats[1].visitor == "visitor1"
    assert seats.sit(room.table, "outsider", "Nero", secret, None) == 1


def test_table_2_two_seats_of_one_browser_are_one_voice_for_opening() -> None:
    room = Room(3, 1, wait=60)
    seats.sit(room.table, "visitor0", "Two in one", links.make_link(room.table, "visitor2", "seat", 2), None)
    room.come_back(2)
    room.begin()
    room.abandon(1)
    room.later(60_000)
    assert room.say(0, up.Propose, what="seat", seat=1).key == "refused.open_alone"


def test_table_2_who_has_looked_over_a_shoulder_takes_no_other_seat() -> None:
    room = deserted(3)
    shoulder = links.make_link(room.table, "visitor0", "shoulder", 0)
    seats.watch(room.table, "friend", shoulder)
    secret = opened(room, 1)
    with pytest.raises(Refused, match="knows_another_seat"):
        seats.sit(room.table, "friend", "Friend", secret, None)
    links.void_links(room.table, "visitor0", "shoulder", 0)
    assert "friend" not in room.table.watchers
    with pytest.raises(Refused, match="knows_another_seat"):
        seats.sit(room.table, "friend", "Friend", secret, None)
    woken = room.woken()
    with pytest.raises(Refused, match="knows_another_seat"):
        seats.sit(woken, "friend", "Friend", secret, None)


def test_table_2_who_has_left_a_seat_takes_no_other() -> None:
    room = deserted(3)
    room.say(2, up.Leave)
    room.later(TEN_MINUTES)
    secret = opened(room, 1)
    with pytest.raises(Refused, match="knows_another_seat"):
        seats.sit(room.table, "visitor2", "Back again", secret, None)


def test_table_2_a_spectator_who_saw_only_what_all_see_may_sit_down() -> None:
    room = deserted(3)
    room.table.write(Watched(visitor="friend", eyes=None))
    assert seats.sit(room.table, "friend", "Friend", opened(room, 1), None) == 1
    assert seats.eyes_of(room.table, "friend", 1, None) == (1, 1)


def test_table_2_who_looked_over_the_shoulder_of_that_very_seat_may_have_it() -> None:
    room = deserted(3)
    room.table.write(Watched(visitor="friend", eyes=1))
    assert seats.sit(room.table, "friend", "Friend", opened(room, 1), None) == 1


def test_table_2_a_seat_that_was_left_for_good_is_opened_by_who_is_there() -> None:
    room = Room(2, 2, wait=60).begin()
    room.say(1, up.Leave)
    assert isinstance(room.say(0, up.Propose, what="seat", seat=1), Ack)
    assert room.table.seats[1].opened
    with pytest.raises(Refused, match="no_right"):
        seats.eyes_of(room.table, "visitor1", 1, None)


def test_table_2_a_table_where_nobody_stands_in_opens_seats_too() -> None:
    room = Room(3, 1, wait=None).begin()
    room.store()
    room.abandon(1)
    room.store()
    assert room.say(0, up.Propose, what="seat", seat=1).key == "refused.not_abandoned"
    room.later(A_DAY - 1)
    assert room.say(0, up.Propose, what="seat", seat=1).key == "refused.not_abandoned", "nobody hurries here"
    room.later(1)
    assert room.table.changed, "the others are told"
    assert table_told(room.table, room.viewer(0), 0).seats[1].abandoned
    assert isinstance(room.say(0, up.Propose, what="seat", seat=1), Ack)


def test_table_2_in_a_slow_game_days_of_absence_count_and_who_looked_in_was_there() -> None:
    room = Room(2, 2, wait=None, clock=up.ClockRule(kind="days", amount=3)).begin()
    room.abandon(1)
    room.later(2 * A_DAY)
    assert room.say(0, up.Propose, what="seat", seat=1).key == "refused.not_abandoned"
    room.come_back(1)
    room.abandon(1)
    woken = room.woken()
    assert woken.seats[1].seen_at == room.time, "a look at the table is remembered"
    room.later(2 * A_DAY)
    assert room.say(0, up.Propose, what="seat", seat=1).key == "refused.not_abandoned"
    room.later(A_DAY)
    assert isinstance(room.say(0, up.Propose, what="seat", seat=1), Ack)


def test_nobody_takes_back_alone_what_needs_consent_while_the_others_sleep() -> None:
    room = Room(wait=None, undo="consent", options={"privileges": "none"}).begin()
    seat = to_open_turn(room)
    room.answer(seat)
    for other in set(range(4)) - {seat}:
        room.abandon(other)
    room.later(A_DAY)
    entries = len(room.table.play.record.entries)
    assert isinstance(room.say(seat, up.Undo), Ack)
    assert len(room.table.play.record.entries) == entries
    assert [proposal.what for proposal in room.table.proposals.values()] == ["undo"]


def test_who_has_two_seats_takes_one_of_them_anew_by_a_link() -> None:
    room = Room(3, 1)
    seats.sit(room.table, "visitor0", "Two in one", links.make_link(room.table, "visitor2", "seat", 2), None)
    room.begin()
    assert seats.sit(room.table, "visitor0", "Renamed", links.make_link(room.table, "visitor0", "seat", 2), None) == 2


def test_a_newcomer_is_neither_muted_nor_hushed_nor_spoken_for_as_the_old_owner_was() -> None:
    room = deserted(3)
    room.say(0, up.Hush, seat=1, on=True, reason="Enough")
    room.table.seats[1].muted = {0}
    room.table.seats[1].may_play = None
    seats.sit(room.table, "outsider", "Nero", opened(room, 1), None)
    seat = room.table.seats[1]
    assert (seat.hushed, seat.muted, seat.may_play) == (None, set(), "thumb")


# --- Over real sockets --------------------------------------------------------------------------


async def away(place: House, person: Person, chair: Chair) -> None:
    """A person closes the browser, and the table takes it for deserted."""
    await chair.close()
    table = place.hub.live[chair.id].table
    async with asyncio.timeout(30):
        while table.seats[1].sockets:
            await asyncio.sleep(0.01)
    table.seats[1].absent_since -= TEN_MINUTES


def test_table_2_the_attack_over_sockets(tmp_path: Path) -> None:
    async def evening() -> None:
        async with house(tmp_path) as place:
            persons, chairs = await seated(place, 2, bots=2, wait=5)
            victim, thief = persons[1], persons[0]
            await away(place, victim, chairs[1])
            assert (await chairs[0].send("propose", what="seat", seat=1))["type"] == "ack"
            link = await thief.ask("POST", f"/api/tables/{chairs[0].id}/links", json={"kind": "seat", "seat": 1})
            back = await victim.open(chairs[1].id)
            await back.until(lambda: back.state)
            body = {"secret": link["secret"], "name": "Thief"}
            stolen = await thief.ask("POST", f"/api/tables/{chairs[0].id}/seats", 403, json=body)
            assert stolen["key"] == "refused.no_such_link"
            assert not chairs[0].table["seats"][1]["opened"]
            assert (await thief.http.get(f"/api/tables/{chairs[0].id}/log?seat=1")).status_code == 403

    asyncio.run(evening())


def test_table_2_who_sits_is_refused_an_outsider_gets_the_seat_and_old_sockets_are_closed(tmp_path: Path) -> None:
    async def evening() -> None:
        async with house(tmp_path) as place:
            persons, chairs = await seated(place, 2, bots=2, wait=5)
            await away(place, persons[1], chairs[1])
            await chairs[0].send("propose", what="seat", seat=1)
            where = f"/api/tables/{chairs[0].id}"
            link = await persons[0].ask("POST", f"{where}/links", json={"kind": "seat", "seat": 1})
            body = {"secret": link["secret"], "name": "Nero"}
            refused = await persons[0].ask("POST", f"{where}/seats", 409, json=body)
            assert refused["key"] == "refused.knows_another_seat"
            outsider = place.person()
            assert (await outsider.ask("POST", f"{where}/seats", json=body))["seat"] == 1
            chair = await outsider.open(chairs[0].id)
            await chair.until(lambda: chair.state)
            assert chair.seat == 1
            late = await persons[1].http.get(f"{where}/log?seat=1")
            assert late.status_code == 403

    asyncio.run(evening())


def test_one_goes_on_in_a_second_browser_by_a_link_and_the_first_is_sent_away(tmp_path: Path) -> None:
    async def evening() -> None:
        async with house(tmp_path) as place:
            persons, chairs = await seated(place, 2, bots=2)
            where = f"/api/tables/{chairs[0].id}"
            link = await persons[1].ask("POST", f"{where}/links", json={"kind": "seat", "seat": 1})
            second = place.person()
            await second.ask("POST", f"{where}/seats", json={"secret": link["secret"], "name": "Gaius"})
            chair = await second.open(chairs[0].id)
            assert await chairs[1].closed() == Close.SEAT_GONE
            await chair.until(lambda: chair.state)
            await chairs[0].until(lambda: chairs[0].table["seats"][1]["present"])
            assert chair.seat == 1

    asyncio.run(evening())


def test_table_17_who_takes_the_own_seat_by_a_link_is_still_here(tmp_path: Path) -> None:
    async def evening() -> None:
        async with house(tmp_path) as place:
            persons, chairs = await seated(place, 2, bots=2)
            where = f"/api/tables/{chairs[0].id}"
            link = await persons[1].ask("POST", f"{where}/links", json={"kind": "seat", "seat": 1})
            body = {"secret": link["secret"], "name": "New name"}
            assert (await persons[1].ask("POST", f"{where}/seats", json=body))["seat"] == 1
            await chairs[0].until(lambda: chairs[0].table["seats"][1]["name"] == "New name")
            assert chairs[0].table["seats"][1]["present"]
            assert (await chairs[1].send("chat", text="Still here"))["type"] == "ack"

    asyncio.run(evening())


# --- Ending early -------------------------------------------------------------------------------


def test_table_19_nobody_ends_a_game_because_another_is_away() -> None:
    room = deserted()
    room.say(0, up.Propose, what="end")
    assert room.table.phase == "playing", "the absent are asked too"
    room.later(TEN_MINUTES)
    assert room.table.proposals, "and there is time for them to come back"
    room.come_back(1)
    room.say(1, up.Agree, proposal=room.table.proposed, yes=True)
    assert room.table.phase == "over"
    assert not room.table.closed
    assert same(room.woken(), room.table)


def test_table_19_after_a_day_one_may_end_alone_but_everybody_keeps_their_secrets() -> None:
    room = deserted()
    room.later(A_DAY)
    room.say(0, up.Propose, what="end")
    assert room.table.phase == "over"
    assert room.table.closed
    told = table_told(room.table, Viewer("visitor0", 0, 0), 0)
    assert told.closed
    assert told.luck.secret is None
    assert same(room.woken(), room.table)


def test_table_19_a_game_of_days_waits_for_a_whole_move() -> None:
    room = Room(2, 2, wait=60, clock=up.ClockRule(kind="days", amount=3)).begin()
    room.abandon(1)
    room.later(2 * A_DAY)
    room.say(0, up.Propose, what="end")
    assert room.table.phase == "playing"
    room.later(A_DAY)
    room.say(0, up.Propose, what="end")
    assert room.table.phase == "over"


def test_table_19_absence_is_remembered_by_what_was_last_heard_also_after_a_restart() -> None:
    room = deserted()
    woken = room.woken()
    duties.resume(woken, room.time + A_DAY)
    assert not absence.is_gone(woken, 1), "ten minutes to come back first"
    woken.now += TEN_MINUTES
    assert absence.is_gone(woken, 1)


def test_table_19_a_game_ended_without_all_tells_nobody_anothers_secrets(tmp_path: Path) -> None:
    async def evening() -> None:
        async with house(tmp_path) as place:
            persons, chairs = await seated(place, 2, bots=2, wait=5)
            await away(place, persons[1], chairs[1])
            table = place.hub.live[chairs[0].id].table
            table.seats[1].seen_at -= A_DAY
            where = f"/api/tables/{chairs[0].id}"
            await chairs[0].send("propose", what="end")
            await chairs[0].until(lambda: chairs[0].over)
            for eyes in ("open", "1", "public"):
                refused = await persons[0].ask("GET", f"{where}/replay?eyes={eyes}", 409)
                assert refused["key"] == "refused.kept_closed"
            record = await persons[0].ask("GET", f"{where}/record")
            assert '"eyes":0' in record.replace(" ", "")
            assert "commitment" not in record
            branch = {"at": 1, "seat": 1, "name": "Thief"}
            assert (await persons[0].ask("POST", f"{where}/branch", 409, json=branch))["key"] == "refused.kept_closed"

    asyncio.run(evening())


# --- Host rights --------------------------------------------------------------------------------


def hosts(room: Room) -> list[str]:
    return [who for who in ("host", "visitor0", "visitor1", "visitor2") if is_host(room.table, who)]


def hosted_from_outside() -> Room:
    """A table whose host does not sit."""
    room = Room(3, 1, host="host")
    assert hosts(room) == ["host"]
    absence.arrive(room.table, "host", None)
    return room.begin()


def test_table_19_a_host_who_does_not_sit_shares_the_rights_with_nobody() -> None:
    room = hosted_from_outside()
    assert hosts(room) == ["host"]
    assert room.say(0, up.Hush, seat=1, on=True).key == "refused.not_host"
    room.later(A_DAY)
    assert hosts(room) == ["host"], "as long as the host is here"


def test_table_19_a_host_who_is_gone_is_followed_by_the_first_who_sits_until_coming_back() -> None:
    room = hosted_from_outside()
    absence.depart(room.table, "host", None)
    room.store()
    room.later(TEN_MINUTES - 1)
    assert hosts(room) == ["host"]
    room.later(1)
    assert room.table.changed, "the first who sits is told"
    assert hosts(room) == ["visitor0"]
    assert table_told(room.table, room.viewer(0), 0).you.host
    room.say(0, up.Leave)
    assert hosts(room) == ["visitor1"]
    absence.arrive(room.table, "host", None)
    assert hosts(room) == ["host"]


def test_table_19_a_host_who_sits_stays_host_while_away_and_after_leaving_for_ten_minutes() -> None:
    room = Room(3, 1, wait=60).begin()
    room.abandon(0)
    room.later(A_DAY)
    assert hosts(room) == ["visitor0"]
    room.come_back(0)
    room.say(0, up.Leave)
    room.abandon(0)
    assert hosts(room) == ["visitor0"]
    room.later(TEN_MINUTES)
    assert hosts(room) == ["visitor1"]
