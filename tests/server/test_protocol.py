"""The protocol over real sockets, with clients that drop, repeat, reorder, come late and come twice."""

from __future__ import annotations

import asyncio
import json
import random
import secrets
from pathlib import Path

import pytest

from triclinium.table.live import scheduler
from triclinium.table.protocol.messages import Close

from .people import WAIT, Chair, House, Person, house, seated, some_moves


def run(coroutine: object) -> None:
    asyncio.run(coroutine)


def test_dropped_repeated_and_reordered_messages_never_count_twice(tmp_path: Path) -> None:
    async def evening() -> None:
        async with house(tmp_path) as place:
            persons, chairs = await seated(place, 3)
            rng = random.Random(5)
            sent = 0
            while sent < 40 and not any(chair.over for chair in chairs):
                await chairs[0].until(lambda: chairs[0].over or any(chair.to_answer() for chair in chairs))
                chair = next((one for one in chairs if one.to_answer()), None)
                if chair is None:
                    continue
                decision = chair.to_answer()
                assert decision is not None
                chair.answered = decision["id"]
                message = {
                    "type": "answer", "nonce": secrets.token_hex(8), "decision": decision["id"],
                    "answer": rng.choice(decision["options"]),
                }  # fmt: skip
                text = json.dumps(message)
                for _ in range(rng.choice((1, 2, 3))):
                    await chair.socket.send(text)
                if rng.random() < 0.3:
                    old = json.dumps({**message, "nonce": secrets.token_hex(8), "decision": decision["id"] - 1})
                    await chair.socket.send(old)
                sent += 1
                await chair.until(
                    lambda heard=chair.heard, nonce=message["nonce"]: any(one.get("nonce") == nonce for one in heard)
                )
                if rng.random() < 0.2:
                    number = chairs.index(chair)
                    await chair.close()
                    chairs[number] = await persons[number].open(chair.id)
                    chairs[number].answered = decision["id"]
                    await chairs[number].until(lambda one=chairs[number]: one.state)
            table = place.hub.live[chairs[0].id].table
            own = [mark for mark in table.play.marks if mark.seat >= 0 and not mark.standing]
            sealed = [seat for seat in table.sealed if not table.questions[seat].decision.standing]
            assert sent == len(own) + len(sealed)
            kinds = {message["type"] for person in persons for chair in person.chairs for message in chair.heard}
            assert "resync" in kinds

    run(evening())


def test_a_message_that_is_none_is_refused_by_its_nonce_where_one_can_be_read(tmp_path: Path) -> None:
    async def evening() -> None:
        async with house(tmp_path) as place:
            _, chairs = await seated(place, 3)
            for text, nonce in (
                ('{"type":"salve","nonce":"12345678"}', "12345678"),
                ('{"type":"chat","nonce":"abcdefgh","text":5}', "abcdefgh"),
                ('{"type":"chat","nonce":"short","text":"Ave"}', ""),
                ('{"type":"chat","nonce":"<script>","text":5}', ""),
                ("{", ""),
                ("[" * 5000, ""),
            ):
                known = len(chairs[0].heard)
                await chairs[0].socket.send(text)
                refused = await chairs[0].until(lambda known=known: chairs[0].heard[known:])
                assert [(told["type"], told["key"], told["nonce"]) for told in refused] == [
                    ("refused", "refused.malformed", nonce)
                ], text

    run(evening())


def version(chair: Chair) -> int:
    return int(chair.state["version"])


def test_two_sockets_of_a_seat_see_the_same(tmp_path: Path) -> None:
    async def evening() -> None:
        async with house(tmp_path) as place:
            persons, chairs = await seated(place, 2, bots=2)
            twin = await persons[0].open(chairs[0].id)
            await twin.until(lambda: twin.state)
            await some_moves(chairs, 12)
            while version(twin) != version(chairs[0]):  # a bot may have answered since
                behind, there = min(twin, chairs[0], key=version), max(map(version, (twin, chairs[0])))
                await behind.until(lambda behind=behind, there=there: version(behind) >= there)
            assert twin.state["view"] == chairs[0].state["view"]

    run(evening())


def test_a_restart_resumes_every_table_and_versions_go_on(tmp_path: Path) -> None:
    async def evening() -> None:
        async with house(tmp_path) as place:
            persons, chairs = await seated(place, 3)
            await some_moves(chairs, 12)
            before = [chair.state for chair in chairs]
            cookies = [person.http.cookies for person in persons]
        async with house(tmp_path) as place:
            again = []
            for number, cookie in enumerate(cookies):
                person = place.person()
                person.http.cookies = cookie
                chair = await person.open(chairs[number].id)
                await chair.until(lambda chair=chair: chair.state)
                again.append(chair)
            for old, new in zip(before, again, strict=True):
                for name in ("version", "view", "decision", "sealed"):
                    assert old[name] == new.state[name]
            rng = random.Random(4)
            await asyncio.gather(*(chair.play(rng) for chair in again))

    run(evening())


def test_bots_go_on_after_a_restart_though_nobody_looks(tmp_path: Path) -> None:
    async def evening() -> None:
        async with house(tmp_path) as place:
            host = place.person()
            made = await host.make(bots=4, people=0, sit=False)
            cookie = host.http.cookies
        async with house(tmp_path) as place:
            async with asyncio.timeout(60):
                while made["id"] in await place.hub.store.running():
                    await asyncio.sleep(0.05)
            host = place.person()
            host.http.cookies = cookie
            listed = await host.ask("GET", "/api/tables")
            assert [(table["id"], table["phase"]) for table in listed["tables"]] == [(made["id"], "over")]

    run(evening())


def test_hand_over_by_the_owner_closes_the_old_socket_and_shows_the_same(tmp_path: Path) -> None:
    async def evening() -> None:
        async with house(tmp_path) as place:
            persons, chairs = await seated(place, 3)
            await some_moves(chairs, 5)
            seat = chairs[2].seat
            link = await persons[2].ask(
                "POST", f"/api/tables/{chairs[2].id}/links", json={"kind": "seat", "seat": seat}
            )
            view = chairs[2].state["view"]
            friend = place.person()
            body = {"secret": link["secret"], "name": "Nero"}
            taken = await friend.ask("POST", f"/api/tables/{chairs[2].id}/seats", json=body)
            assert taken["seat"] == seat
            assert await chairs[2].closed() == Close.SEAT_GONE
            chair = await friend.open(chairs[2].id)
            await chair.until(lambda: chair.state)
            assert chair.state["view"] == view
            assert (await persons[2].open(chairs[2].id)).socket is not None
            assert await persons[2].chairs[-1].closed() == Close.NO_RIGHT

    run(evening())


def test_tables_that_nobody_looks_at_are_forgotten_and_woken_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def evening() -> None:
        async with house(tmp_path) as place:
            monkeypatch.setattr(scheduler, "IDLE_SECONDS", 0.0)
            clock = {"kind": "days", "amount": 1}
            persons, chairs = await seated(place, 3, clock=clock, wait=None)
            before = chairs[0].state["view"]
            place.hub.scheduler.sweep()
            assert chairs[0].id in place.hub.live, "somebody is looking"
            for chair in chairs:
                await chair.close()
            async with asyncio.timeout(WAIT):
                while place.hub.live[chairs[0].id].sockets:
                    await asyncio.sleep(0.01)
            place.hub.scheduler.sweep()
            assert place.hub.live == {}
            chair = await persons[0].open(chairs[0].id)
            await chair.until(lambda: chair.state)
            assert chair.state["view"] == before

    run(evening())


async def finished(place: House) -> tuple[list[Person], str]:
    persons, chairs = await seated(place, 2, bots=2)
    rng = random.Random(9)
    await asyncio.gather(*(chair.play(rng) for chair in chairs))
    return persons, chairs[0].id


def test_rematch_and_branch(tmp_path: Path) -> None:
    async def evening() -> None:
        async with house(tmp_path) as place:
            persons, table = await finished(place)
            first = await persons[0].ask("POST", f"/api/tables/{table}/rematch")
            second = await persons[1].ask("POST", f"/api/tables/{table}/rematch")
            assert first == second
            chairs = [await person.open(first["id"]) for person in persons]
            for chair in chairs:
                await chair.ready()
            for chair in chairs:
                await chair.reveal()
            rng = random.Random(2)
            await asyncio.gather(*(chair.play(rng) for chair in chairs))
            told = await persons[0].ask("GET", f"/api/tables/{table}/replay?eyes=3")
            middle = told["steps_total"] // 2  # games at random are of any length
            branch = {"at": middle, "seat": 3, "name": "What if"}
            made = await persons[0].ask("POST", f"/api/tables/{table}/branch", json=branch)
            chair = await persons[0].open(made["id"])
            await chair.ready()
            await chair.reveal()
            await chair.until(lambda: chair.state)
            steps = f"/api/tables/{table}/replay?eyes=3&at={middle}"
            replay = await persons[0].ask("GET", steps)
            assert chair.table["branch_of"] == table
            assert chair.state["view"]["round"] >= replay["view"]["round"]
            known = chair.state["events_at"]
            log = await persons[0].ask("GET", f"/api/tables/{made['id']}/log")
            assert len(log["events"]) >= known
            await chair.play(rng)

    run(evening())


def test_a_running_game_is_exported_as_its_viewer_may_know_it(tmp_path: Path) -> None:
    async def evening() -> None:
        async with house(tmp_path) as place:
            persons, chairs = await seated(place, 3)
            await some_moves(chairs, 9)
            text = await persons[0].ask("GET", f"/api/tables/{chairs[0].id}/record")
            lines = [json.loads(line) for line in text.splitlines()]
            assert lines[0]["eyes"] == 0
            assert lines[-1]["view"] == chairs[0].state["view"]
            assert place.hub.live[chairs[0].id].table.made.secret not in text
            for line in lines[1:-1]:
                assert not line["event"]["kind"].endswith("_yours") or line["event"].get("seat", 0) == 0
            refused = await persons[0].ask("GET", f"/api/tables/{chairs[0].id}/replay", expect=409)
            assert refused["key"] == "refused.not_over"
            log = await persons[1].ask("GET", f"/api/tables/{chairs[1].id}/log")
            assert log["eyes"] == 1
            assert len(log["events"]) == chairs[1].state["events_at"] + len(chairs[1].state["events"])

    run(evening())


def test_spectators_public_and_over_a_shoulder(tmp_path: Path) -> None:
    async def evening() -> None:
        async with house(tmp_path) as place:
            persons, chairs = await seated(place, 3)
            table, made = chairs[0].id, persons[0].made  # type: ignore[attr-defined]
            friend = place.person()
            await friend.ask("POST", f"/api/tables/{table}/watch", json={"secret": made["watch"]})
            public = await friend.open(table)
            await public.until(lambda: public.state)
            assert "you" not in public.state["view"]
            link = await persons[1].ask("POST", f"/api/tables/{table}/links", json={"kind": "shoulder", "seat": 1})
            watching = await friend.ask("POST", f"/api/tables/{table}/watch", json={"secret": link["secret"]})
            assert watching["eyes"] == 1
            shoulder = await friend.open(table, "?shoulder=1")
            await shoulder.until(lambda: shoulder.state)
            assert shoulder.state["view"] == chairs[1].state["view"]
            assert (await shoulder.send("chat", text="psst"))["key"] == "refused.not_seated"
            other = await friend.open(table, "?shoulder=0")
            assert await other.closed() == Close.NO_RIGHT
            void = {"kind": "shoulder", "seat": 1}
            await persons[1].ask("POST", f"/api/tables/{table}/links/void", json=void)
            assert await shoulder.closed() == Close.SEAT_GONE
            assert public.code is None

    run(evening())


def test_chat_reaches_all_but_those_who_muted(tmp_path: Path) -> None:
    async def evening() -> None:
        async with house(tmp_path) as place:
            _, chairs = await seated(place, 3)
            assert (await chairs[1].send("mute", seat=0, on=True))["type"] == "ack"
            assert (await chairs[0].send("chat", text="Salve <b>omnes</b>"))["type"] == "ack"
            await chairs[2].until(lambda: chairs[2].lines)
            assert chairs[2].lines[0]["text"] == "Salve <b>omnes</b>"
            await chairs[1].send("mute", seat=0, on=False)
            await chairs[0].send("chat", text="Again")
            await chairs[1].until(lambda: chairs[1].lines)
            assert [line["text"] for line in chairs[1].lines] == ["Again"]

    run(evening())
