"""Lines and veils from every seat, unnamed: in the rows, on the screens, through undo, export, branch and rematch."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import apsw
import pytest

from triclinium.core.decision import Refused
from triclinium.core.record import read
from triclinium.games.bacchanalia.brain.narrator.memory import shunned
from triclinium.games.bacchanalia.rules.agreement import AGREED_MOST
from triclinium.table.play import boundaries
from triclinium.table.play.boundaries import WISHES_EACH, Wishes, bounded
from triclinium.table.protocol import messages as up

from .people import Chair, House, Person, house, seated
from .room import Room

SPIDERS, FIRE = "spiders in a bed", "a child in the fire"


def wish(room: Room, wishes: Wishes, seat: int, text: str, option: str = "lines", on: bool = True) -> list[str]:
    message = up.Boundary(nonce="nonce-of-a-wish", option=option, text=text, on=on)
    room.table.made = bounded(room.table, wishes, f"visitor{seat}", message)
    kept: list[str] = room.table.made.options[option]
    return kept


def proposed(chair: Chair, what: str) -> int | None:
    """The number of a proposal that this chair has heard of."""
    return next((one["number"] for one in chair.table["proposals"] if one["what"] == what), None)


# --- What is kept -------------------------------------------------------------------------------


def test_bc_23_the_order_of_wishes_tells_neither_who_nor_when() -> None:
    texts = ["wolves", "Blood", "adders", "children"]
    kept = []
    for order in ([0, 1, 2, 3], [3, 2, 1, 0], [2, 0, 3, 1]):
        room, wishes = Room(3, game="bacchanalia"), Wishes()
        for seat, number in enumerate(order):
            wish(room, wishes, seat % 3, texts[number])
        kept.append(room.table.made.options["lines"])
    assert kept[0] == kept[1] == kept[2] == ["adders", "Blood", "children", "wolves"]


def test_bc_23_each_text_stands_once_and_goes_when_all_who_wished_it_take_it_back() -> None:
    room, wishes = Room(3, game="bacchanalia"), Wishes()
    wish(room, wishes, 0, "wolves")
    assert wish(room, wishes, 1, " wolves  ") == ["wolves"]
    with pytest.raises(Refused, match="not_your_boundary"):
        wish(room, wishes, 2, "wolves", on=False)
    assert wish(room, wishes, 0, "wolves", on=False) == ["wolves"], "somebody else wants it too"
    with pytest.raises(Refused, match="not_your_boundary"):
        wish(room, wishes, 0, "wolves", on=False)
    assert wish(room, wishes, 1, "Wolves", on=False) == []


def test_bc_23_nobody_takes_back_what_the_host_set() -> None:
    room, wishes = Room(3, game="bacchanalia", options={"lines": ["wolves"]}), Wishes()
    with pytest.raises(Refused, match="not_your_boundary"):
        wish(room, wishes, 0, "wolves", on=False)


def test_bc_23_wishes_are_bounded_for_each_and_for_all() -> None:
    room, wishes = Room(3, game="bacchanalia"), Wishes()
    for number in range(WISHES_EACH):
        wish(room, wishes, 0, f"thing {number}")
    with pytest.raises(Refused, match="boundaries_full"):
        wish(room, wishes, 0, "one more")
    assert "another's" in wish(room, wishes, 1, "another's")
    host = Room(3, game="bacchanalia", options={"lines": [f"thing {number}" for number in range(AGREED_MOST)]})
    with pytest.raises(Refused, match="boundaries_full"):
        wish(host, Wishes(), 1, "one more")


def test_other_games_gather_nothing_and_nothing_is_added_after_the_end() -> None:
    with pytest.raises(Refused, match="no_boundaries"):
        wish(Room(3), Wishes(), 0, "wolves")
    with pytest.raises(Refused, match="no_boundaries"):
        wish(Room(3, game="bacchanalia"), Wishes(), 0, "The end", option="title")
    room = Room(3, game="bacchanalia")
    with pytest.raises(Refused, match="empty_text"):
        wish(room, Wishes(), 0, " \u200b ")
    room.table.phase = "over"
    with pytest.raises(Refused, match="not_playing"):
        wish(room, Wishes(), 0, "wolves")


def test_options_stay_short_enough_to_be_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(boundaries, "OPTIONS_BYTES", 100)
    with pytest.raises(Refused, match="boundaries_full"):
        wish(Room(3, game="bacchanalia"), Wishes(), 0, "wolves")


# --- At a real server ---------------------------------------------------------------------------


async def waiting(place: House) -> tuple[list[Person], list[Chair]]:
    """Three people in the waiting room of a story."""
    persons = [place.person() for _ in range(3)]
    made = await persons[0].make(0, 3, game="bacchanalia")
    for number, person in enumerate(persons[1:], start=1):
        await person.sit(made, f"Guest {number}")
    chairs = [await person.open(made["id"]) for person in persons]
    for chair in chairs:
        await chair.until(
            lambda chair=chair: all(seat["present"] for seat in chair.table.get("seats", [{"present": 0}]))
        )
    return persons, chairs


def options_told(chair: Chair) -> tuple[list[str], list[str]]:
    options: dict[str, Any] = chair.table["options"]
    return options["lines"], options["veils"]


def stored(folder: Path) -> list[dict[str, Any]]:
    file = apsw.Connection(str(folder / "tables.sqlite"))
    rows = [json.loads(body) for (body,) in file.execute("select body from rows order by row")]
    file.close()
    return rows


def test_bc_23_wishes_reach_everybody_and_the_file_does_not_say_whose_they_are(tmp_path: Path) -> None:
    async def evening(wisher: int, folder: Path) -> list[dict[str, Any]]:
        async with house(folder) as place:
            _, chairs = await waiting(place)
            assert chairs[0].table["boundaries"] == ["lines", "veils"]
            rows = len(stored(folder))
            nonce = f"nonce-of-{wisher}"
            for _ in range(2):
                reply = await chairs[wisher].send("boundary", option="lines", text=SPIDERS, nonce=nonce)
                assert reply["type"] == "ack"
            await chairs[wisher].send("boundary", option="veils", text=FIRE)
            for chair in chairs:
                await chair.until(lambda chair=chair: options_told(chair) == ([SPIDERS], [FIRE]))
            kept = stored(folder)
            assert len(kept) == rows, "a wish is no row"
            assert (kept[0]["options"]["lines"], kept[0]["options"]["veils"]) == ([SPIDERS], [FIRE])
            for file in folder.iterdir():
                assert not file.is_file() or nonce.encode() not in file.read_bytes()
            assert not any(nonce in line for line in place.lines)
            return [
                {key: row[key] for key in row if key not in ("id", "secret", "host", "visitor", "hash", "at")}
                for row in kept
            ]

    async def both() -> None:
        one, other = [await evening(wisher, tmp_path / str(wisher)) for wisher in (1, 2)]
        assert one == other

    asyncio.run(both())


def test_bc_23_a_wish_in_the_game_reaches_views_bots_undo_restart_export_and_rematch(tmp_path: Path) -> None:
    async def evening() -> None:
        async with house(tmp_path) as place:
            persons, chairs = await seated(place, 3, game="bacchanalia")
            asked = next(chair for chair in chairs if chair.decision)
            assert (await asked.answer(asked.decision["options"][0]))["type"] == "ack"
            for chair in chairs:
                await chair.until(lambda chair=chair: chair.state["version"] == 2)
            await chairs[2].send("boundary", option="lines", text=SPIDERS)
            for chair in chairs:
                await chair.until(lambda chair=chair: chair.state["view"]["table"]["lines"] == [SPIDERS])
                assert chair.state["version"] == 2, "nothing of the game has happened"
            assert "spide" in "".join(shunned(chairs[0].state["view"]["table"]["lines"]))
            asked = next(chair for chair in chairs if chair.decision)
            assert (await asked.answer(asked.decision["options"][0]))["type"] == "ack"
            await asked.send("undo")
            for chair in chairs:
                for number in [one["number"] for one in chair.table["proposals"] if chair.seat in one["asked"]]:
                    await chair.send("agree", proposal=number, yes=True)
            await chairs[1].send("boundary", option="lines", text=SPIDERS, on=False)
            reply = await chairs[1].send("boundary", option="lines", text=SPIDERS, on=False)
            assert reply["key"] == "refused.not_your_boundary"
            await chairs[0].send("propose", what="end")
            for chair in chairs[1:]:
                number = await chair.until(lambda chair=chair: proposed(chair, "end"))
                await chair.send("agree", proposal=number, yes=True)
            await chairs[0].until(lambda: chairs[0].over)
            where = f"/api/tables/{chairs[0].id}"
            record = read(await persons[0].ask("GET", f"{where}/record"))
            assert record.options["lines"] == [SPIDERS]
            again = (await persons[1].ask("POST", f"{where}/rematch"))["id"]
            branch = await persons[1].ask("POST", f"{where}/branch", json={"at": 1, "seat": 0, "name": "Nero"})
            for table in (again, branch["id"]):
                chair = await persons[1].open(table)
                await chair.until(lambda chair=chair: chair.table)
                assert chair.table["options"]["lines"] == [SPIDERS]
            keys = persons[0].cookie()
        async with house(tmp_path) as place:
            person = place.person()
            person.http.cookies.set(*keys.split("=", 1))
            chair = await person.open(chairs[0].id)
            await chair.until(lambda: chair.state)
            assert chair.state["view"]["table"]["lines"] == [SPIDERS]

    asyncio.run(evening())


def test_bc_23_spectators_add_no_wishes_and_a_flood_hurts_only_its_seat(tmp_path: Path) -> None:
    async def evening() -> None:
        async with house(tmp_path) as place:
            persons, chairs = await waiting(place)
            watch = await persons[0].ask("POST", f"/api/tables/{chairs[0].id}/links", json={"kind": "watch"})
            friend = place.person()
            await friend.ask("POST", f"/api/tables/{chairs[0].id}/watch", json={"secret": watch["secret"]})
            spectator = await friend.open(chairs[0].id)
            reply = await spectator.send("boundary", option="lines", text=SPIDERS)
            assert reply["key"] == "refused.not_seated"
            replies = [await chairs[1].send("boundary", option="lines", text=f"thing {n}") for n in range(9)]
            assert replies[-1]["key"] == "refused.too_fast"
            assert (await chairs[2].send("boundary", option="lines", text=SPIDERS))["type"] == "ack"

    asyncio.run(evening())
