"""What the lobby asks of the house: options and their limits, data files, hints, language, and the list of tables."""

from __future__ import annotations

import asyncio
import time
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from .people import house, seated, some_moves

DECK = (files("triclinium.games.banquet") / "cards.toml").read_text(encoding="utf-8")


def run(coroutine: object) -> None:
    asyncio.run(coroutine)  # type: ignore[arg-type]


def test_every_option_says_what_it_may_be(tmp_path: Path) -> None:
    async def evening() -> None:
        async with house(tmp_path) as place:
            told = (await place.person().ask("GET", "/api/games"))["games"]
            assert all(game["usual_bot"] in game["bots"] for game in told)
            options = {(game["id"], option["name"]): option for game in told for option in game["options"]}
            length = options["benhur", "length"]["limits"]
            assert {"least": 2, "most": 4, "option": "format", "value": "long"} in length
            assert {"least": 1, "most": 2, "option": "seats", "value": 3} in options["benhur", "chariots"]["limits"]
            for option in options.values():
                assert option["file"] or option["choices"] or option["limits"]

    run(evening())


def test_a_deck_of_ones_own_comes_with_the_wish(tmp_path: Path) -> None:
    async def evening() -> None:
        async with house(tmp_path) as place:
            host = place.person()
            made = await host.make(2, 1, files={"deck": DECK.replace('name = "', 'name = "Own ', 1)})
            chair = await host.open(made["id"])
            await chair.until(lambda: chair.table)
            assert chair.table["options"]["deck"]["name"].startswith("Own ")

    run(evening())


@pytest.mark.parametrize(
    ("wanted", "status", "problem"),
    [
        ({"files": {"deck": "[dishes"}}, 409, "refused.bad_file"),
        ({"files": {"deck": "[feathers]\na = 1"}}, 409, "refused.bad_file"),
        ({"files": {"track": DECK}}, 409, "refused.no_such_file"),
        ({"files": {"deck": "#" * 20_000}}, 400, "refused.malformed"),
        ({"language": "la"}, 400, "refused.malformed"),
        ({"game": "benhur", "seats": [{}] * 4, "options": {"chariots": 2}}, 409, "refused.bad_options"),
        ({"game": "benhur", "options": {"format": "races", "length": 1}}, 409, "refused.bad_options"),
        ({"game": "bacchanalia", "options": {"hedonist": 5}}, 409, "refused.bad_options"),
    ],
)
def test_what_cannot_be_played_is_refused_before_anybody_sits_down(
    tmp_path: Path, wanted: dict[str, Any], status: int, problem: str
) -> None:
    async def evening() -> None:
        async with house(tmp_path) as place:
            body = {"game": "banquet", "seats": [{}, {}, {}], "name": "Livia", **wanted}
            told = await place.person().ask("POST", "/api/tables", status, json=body)
            assert told["key"] == problem
            if problem == "refused.bad_file":
                assert told["arguments"]["name"] == "deck"
                assert "deck" in told["arguments"]["reason"]

    run(evening())


def test_hints_and_language_are_the_tables(tmp_path: Path) -> None:
    async def evening() -> None:
        async with house(tmp_path) as place:
            host = place.person()
            made = await host.make(2, 1, hints=False, language="nl")
            chair = await host.open(made["id"])
            await chair.until(lambda: chair.table)
            assert chair.table["hints"] is False
            assert chair.table["language"] == "nl"

    run(evening())


def test_the_list_says_whose_turn_it_is_and_since_when(tmp_path: Path) -> None:
    async def evening() -> None:
        async with house(tmp_path) as place:
            persons, chairs = await seated(place, 3)
            [before] = (await persons[0].ask("GET", "/api/tables"))["tables"]
            assert time.time() * 1000 - 60_000 < before["since"] <= time.time() * 1000
            assert before["asked"] == chairs[0].state["view"]["asked"]
            await some_moves(chairs, 6)
            [after] = (await persons[0].ask("GET", "/api/tables"))["tables"]
            assert after["since"] > before["since"]
            assert after["winners"] == []

    run(evening())


def test_a_table_that_still_waits_is_as_old_as_its_making(tmp_path: Path) -> None:
    async def evening() -> None:
        async with house(tmp_path) as place:
            host = place.person()
            await host.make(1, 2)
            [line] = (await host.ask("GET", "/api/tables"))["tables"]
            assert time.time() * 1000 - 60_000 < line["since"] <= time.time() * 1000
            assert line["seats"] == ["Livia", None, "Flavia"]

    run(evening())


def test_the_list_does_not_betray_who_has_answered_a_sealed_question(tmp_path: Path) -> None:
    async def evening() -> None:
        async with house(tmp_path) as place:
            persons, chairs = await seated(place, 3)
            while not (decision := chairs[0].decision) or not decision["sealed"]:
                await some_moves(chairs, 1)
            [before] = (await persons[1].ask("GET", "/api/tables"))["tables"]
            assert (await chairs[0].answer(decision["options"][0]))["type"] == "ack"
            [after] = (await persons[1].ask("GET", "/api/tables"))["tables"]
            assert after == before

    run(evening())
