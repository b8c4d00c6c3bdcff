"""Making a table: options, files, clocks, bots and the language they tell in, and why a wish is refused."""

from __future__ import annotations

import asyncio
import threading
import tomllib
from importlib.resources import files
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from triclinium.bots.hints import gives_hints
from triclinium.games import game_named
from triclinium.table.play.table import Table
from triclinium.table.protocol.requests import FILE_LETTERS

from .people import House, house

EVERYTHING: list[dict[str, Any]] = [
    {"clock": {"kind": "none"}},
    {"clock": {"kind": "move", "amount": 60}},
    {"clock": {"kind": "bank", "amount": 600, "increment": 5}},
    {"clock": {"kind": "days", "amount": 3}},
    {"wait": None, "undo": "consent", "window": 10, "quick": False, "hints": False, "language": "nl"},
    {"options": {"edition": "nl", "privileges": "open", "different_dishes": True}},
]


def standard(game: str, name: str) -> str:
    return files(f"triclinium.games.{game}").joinpath("data", name).read_text(encoding="utf-8")


def at_a_house(folder: Path, evening: Any) -> None:
    async def run() -> None:
        async with house(folder) as place:
            await evening(place)

    asyncio.run(run())


def table_of(place: House, made: dict[str, Any]) -> Table:
    return place.hub.live[made["id"]].table


def test_everything_can_be_wished_for(tmp_path: Path) -> None:
    async def evening(place: House) -> None:
        for wanted in EVERYTHING:
            person = place.person()
            made = await person.make(**{"game": "banquet", **wanted})
            chair = await person.open(made["id"])
            await chair.until(lambda chair=chair: chair.table)
            for name, value in wanted.items():
                if name == "options":
                    assert chair.table["options"] | value == chair.table["options"]
                elif name == "clock":
                    assert chair.table["clock"] | value == chair.table["clock"]
                elif name != "quick":
                    assert chair.table[name] == value, name

    at_a_house(tmp_path, evening)


def test_games_say_which_options_are_files_and_where_hints_are(tmp_path: Path) -> None:
    async def evening(place: House) -> None:
        told = {game["id"]: game for game in (await place.person().ask("GET", "/api/games"))["games"]}
        by_file = {name: [one["name"] for one in game["options"] if one["file"]] for name, game in told.items()}
        assert by_file["banquet"] == ["deck"]
        assert by_file["benhur"] == ["deck", "track"]
        assert by_file["bacchanalia"] == ["title", "lines", "veils", "deck"]
        assert {name: game["hints"] for name, game in told.items()} == {name: gives_hints(name) for name in told}

    at_a_house(tmp_path, evening)


def test_decks_tracks_and_agreements_are_given_as_files(tmp_path: Path) -> None:
    async def evening(place: House) -> None:
        person = place.person()
        deck = standard("banquet", "cards.toml")
        made = await person.make(files={"deck": deck})
        assert table_of(place, made).made.options["deck"] == game_named("banquet").complete({})["deck"]
        track = standard("benhur", "track.toml")
        made = await person.make(game="benhur", files={"track": track, "deck": standard("benhur", "cards.toml")})
        assert table_of(place, made).made.options["track"] == game_named("benhur").complete({})["track"]
        wishes = {"title": " A night in Bertinoro ", "lines": "spiders\n\n torture \n", "veils": "blood"}
        made = await person.make(game="bacchanalia", people=3, files=wishes, language="it")
        options = table_of(place, made).made.options
        assert options["title"] == "A night in Bertinoro"
        assert (options["lines"], options["veils"]) == (["spiders", "torture"], ["blood"])

    at_a_house(tmp_path, evening)


@pytest.mark.parametrize(
    ("wanted", "status", "key", "reason"),
    [
        ({"files": {"deck": "name = 'x'\ncards = {}"}}, 409, "refused.bad_file", "section"),
        ({"files": {"deck": "name = "}}, 409, "refused.bad_file", "TOML"),
        ({"files": {"privileges": "open"}}, 409, "refused.no_such_file", None),
        ({"files": {"deck": "x" * (FILE_LETTERS + 1)}}, 400, "refused.malformed", None),
        ({"options": {"edition": "xx"}}, 409, "refused.bad_options", "edition"),
        ({"options": {"privileges": ["hidden"]}}, 409, "refused.bad_options", "privileges"),
        ({"people": 2}, 409, "refused.bad_options", "seats"),
        ({"clock": {"kind": "move", "amount": 1}}, 409, "refused.bad_clock", None),
        ({"language": "de"}, 400, "refused.malformed", None),
        ({"game": "benhur", "people": 6, "options": {"chariots": 3}}, 409, "refused.bad_options", "too many"),
    ],
)
def test_a_wish_is_refused_with_its_reason(
    tmp_path: Path, wanted: dict[str, Any], status: int, key: str, reason: str | None
) -> None:
    async def evening(place: House) -> None:
        seats = [{} for _ in range(wanted.pop("people", 4))]
        body = {"game": "banquet", "seats": seats, "name": "Livia", **wanted}
        problem = await place.person().ask("POST", "/api/tables", expect=status, json=body)
        assert problem["key"] == key, problem
        if reason is not None:
            assert reason in problem["arguments"]["reason"]
        assert place.hub.live == {}

    at_a_house(tmp_path, evening)


@pytest.mark.parametrize(("language", "sign"), [("it", " un"), ("nl", " een "), ("en", " a ")])
def test_a_narrator_tells_in_the_language_of_the_table(tmp_path: Path, language: str, sign: str) -> None:
    async def evening(place: House) -> None:
        seats = [{"bot": "narrator"} for _ in range(3)]
        body = {"game": "bacchanalia", "seats": seats, "name": "Livia", "sit": False, "quick": True}
        made = await place.person().ask("POST", "/api/tables", json={**body, "language": language})
        table = table_of(place, made)
        async with asyncio.timeout(60):
            while table.play is None or sum(passage.text is not None for passage in table.play.state.story) < 8:
                await asyncio.sleep(0.05)
        told = " ".join(passage.text or "" for passage in table.play.state.story)
        assert sign in told.lower(), told

    at_a_house(tmp_path, evening)


def test_table_6_files_are_read_beside_the_loop(tmp_path: Path) -> None:
    begun, go_on = threading.Event(), threading.Event()
    parse = tomllib.loads

    def slow(text: str) -> dict[str, Any]:
        begun.set()
        assert go_on.wait(30)
        return parse(text)

    async def evening(place: House) -> None:
        slow_one, other = place.person(), place.person()
        with patch("tomllib.loads", slow):
            making = asyncio.create_task(slow_one.make(files={"deck": standard("banquet", "cards.toml")}))
            await asyncio.to_thread(begun.wait, 30)
            assert (await other.make())["id"], "nobody waits for another's file"
            go_on.set()
            assert (await making)["id"]

    at_a_house(tmp_path, evening)


def test_table_6_hostile_files_and_options_are_refused_at_once(tmp_path: Path) -> None:
    nested: Any = 1
    for _ in range(100):
        nested = {"a": nested}

    async def evening(place: House) -> None:
        person = place.person()
        body = {"game": "benhur", "seats": [{}, {}], "name": "Livia"}
        dotted = {"track": ("a." * (FILE_LETTERS // 2 - 2)) + "a=1"}
        with patch("tomllib.loads", side_effect=AssertionError("parsed")):
            refused = await person.ask("POST", "/api/tables", 409, json={**body, "files": dotted})
        assert refused["key"] == "refused.bad_file"
        refused = await person.ask("POST", "/api/tables", 409, json={**body, "options": {"track": nested}})
        assert refused["key"] == "refused.bad_options"
        assert "deep" in refused["arguments"]["reason"]

    at_a_house(tmp_path, evening)


def test_table_6_one_visitor_has_one_file_read_at_a_time(tmp_path: Path) -> None:
    go_on = threading.Event()
    at_once, most = [0], [0]
    parse = tomllib.loads

    def slow(text: str) -> dict[str, Any]:
        at_once[0] += 1
        most[0] = max(most[0], at_once[0])
        assert go_on.wait(30)
        at_once[0] -= 1
        return parse(text)

    async def evening(place: House) -> None:
        person = place.person()
        await person.make()
        body = {
            "game": "banquet",
            "seats": [{}] * 4,
            "name": "Livia",
            "files": {"deck": standard("banquet", "cards.toml")},
        }
        with patch("tomllib.loads", slow):
            asking = [asyncio.create_task(person.http.post("/api/tables", json=body)) for _ in range(8)]
            done, _ = await asyncio.wait(asking, return_when=asyncio.FIRST_COMPLETED)
            assert {(one.result().status_code, one.result().json()["key"]) for one in done} == {(429, "refused.busy")}
            go_on.set()
            codes = sorted([(await one).status_code for one in asking])
        assert codes == [200] * 5 + [429] * 3, "one is read, four wait, the others are told to come back"
        assert most[0] == 1

    at_a_house(tmp_path, evening)
