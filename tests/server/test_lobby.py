"""What the lobby asks of the house: the options with their limits, and the list of one's tables."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import pytest

from triclinium.core.game import BadOptions, Limit, Option
from triclinium.games import GAMES, game_named

from .people import house, seated, some_moves


def run(coroutine: object) -> None:
    asyncio.run(coroutine)


def test_every_option_says_what_it_may_be(tmp_path: Path) -> None:
    async def evening() -> None:
        async with house(tmp_path) as place:
            told = (await place.person().ask("GET", "/api/games"))["games"]
            assert all(game["usual_bot"] in game["bots"] for game in told)
            options = {(game["id"], option["name"]): option for game in told for option in game["options"]}
            length = options["benhur", "length"]["limits"]
            assert {"least": 2, "most": 4, "option": "format", "value": "long"} in length
            assert {"least": 1, "most": 2, "option": "seats", "value": 3} in options["benhur", "chariots"]["limits"]
            assert [name for name, option in options.items() if option["default"] is None] == [
                ("banquet", "deck"),
                ("benhur", "deck"),
                ("benhur", "track"),
                ("bacchanalia", "deck"),
            ]
            for option in options.values():
                assert option["file"] or option["choices"] or option["limits"]

    run(evening())


def limits() -> list[tuple[str, Option, Limit]]:
    return [(name, one, limit) for name in GAMES for one in game_named(name).info.options for limit in one.limits]


@pytest.mark.parametrize(("name", "option", "limit"), limits())
def test_a_limit_is_where_the_game_begins_to_refuse(name: str, option: Option, limit: Limit) -> None:
    game = game_named(name)
    seats = limit.value if limit.option == "seats" else game.info.seats.start
    others = {} if limit.option in (None, "seats") else {limit.option: limit.value}
    assert isinstance(seats, int)

    def begins(value: int) -> bool:
        try:
            game.start({**others, option.name: value}, seats)
        except BadOptions:
            return False
        return True

    tried = range(limit.least - 1, limit.most + 2)
    assert [value for value in tried if begins(value)] == list(range(limit.least, limit.most + 1))


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
