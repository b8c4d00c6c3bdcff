"""A table without a server: the same messages, kept rows, and a game that a server goes on with."""

from __future__ import annotations

import asyncio
import json
import secrets
import subprocess
import sys
import tarfile
from pathlib import Path
from typing import Any

import icu4py
import msgspec
import pytest

from triclinium.bots import searches
from triclinium.core.fairness import Contribution
from triclinium.games import GAMES
from triclinium.table.alone.desk import Desk
from triclinium.table.web.page import STATIC

from .people import house

STEPS_MOST = 5_000


class Page:
    """What the page and its worker do: keep rows, take in messages, step when it is time."""

    def __init__(self, game: str, **wanted: Any) -> None:
        self.desk, self.now = Desk(), 1_000_000
        seats = [{}, *({"bot": "master"} for _ in range(3))]
        wish = {"game": game, "seats": seats, "name": "Zoë", "quick": True, **wanted}
        self.id = self.done("make", json.dumps(wish), self.now)
        self.rows: list[str] = []
        self.told: dict[str, Any] = {}
        self.view: dict[str, Any] = {}
        self.open()

    def done(self, what: str, *given: Any) -> Any:
        return json.loads(self.desk.call(what, *given))["done"]

    def open(self) -> None:
        self.carry_out(self.done("open", self.id, json.dumps(self.rows), self.now))

    def carry_out(self, turn: dict[str, Any]) -> None:
        self.rows[turn["at"] :] = turn["rows"]
        self.wait = turn["wait"]
        for frame in map(json.loads, turn["frames"]):
            self.told[frame["type"]] = frame
            if frame["type"] == "state":
                self.view = frame["view"] if frame["since"] is None else self.view | frame["view"]

    def say(self, **message: Any) -> None:
        text = json.dumps({"nonce": secrets.token_hex(8), **message})
        self.carry_out(self.done("hear", self.id, text, self.now))

    def begin(self) -> None:
        share = Contribution.fresh(self.id, 0)
        self.say(type="ready", commitment=share.commitment)
        self.say(type="reveal", value=share.value.hex())

    def play(self, steps: int = STEPS_MOST) -> None:
        """Answer with the first option, or as silence would, and let time pass."""
        for _ in range(steps):
            if self.told["table"]["phase"] == "over":
                return
            self.now += 50 + (self.wait or 0)
            table = self.desk.tables[self.id].table
            question = table.questions.get(0)
            if question is not None and 0 not in table.sealed:
                answer = table.game.fallback(question.decision)
                self.say(type="answer", decision=question.decision.id, answer=answer)
            else:
                self.carry_out(self.done("step", self.id, self.now))


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_is_played_closed_and_opened_again(game: str) -> None:
    page = Page(game)
    assert not any(searches(seat["bot"] or "") for seat in page.told["table"]["seats"])
    page.begin()
    page.play(40)
    before = page.view, page.told["state"]["decision"]
    page.desk = Desk()
    page.open()
    assert (page.view, page.told["state"]["decision"]) == before, "after a reload"
    page.play()
    assert page.told["table"]["phase"] == "over"
    log = page.done("ask", page.id, "log", "{}")
    assert len(log["events"]) == page.told["state"]["events_at"] + len(page.told["state"]["events"])
    replay = page.done("ask", page.id, "replay", json.dumps({"at": "0", "count": "3", "eyes": "public"}))
    assert len(replay["steps"]) == 3


@pytest.mark.parametrize(("game", "whole"), [*((game, False) for game in GAMES), ("banquet", True)])
def test_a_game_is_taken_along_to_a_server_which_plays_it_again_by_the_rules(
    tmp_path: Path, game: str, whole: bool
) -> None:
    page = Page(game)
    page.begin()
    page.play(STEPS_MOST if whole else 60)
    along = page.done("along", page.id)

    async def evening() -> None:
        async with house(tmp_path) as place:
            person = place.person()
            made = await person.ask("POST", "/api/along", json=along)
            chair = await person.open(made["id"])
            share = Contribution.fresh(made["id"], made["seat"])
            await chair.send("ready", commitment=share.commitment)
            await chair.until(lambda: chair.table["phase"] != "waiting")
            if chair.table["phase"] == "gathering":
                await chair.send("reveal", value=share.value.hex())
            await chair.until(lambda: chair.state is not None)
            table = (await place.hub.find(made["id"])).table
            entries = [{"seat": entry.seat, "answer": entry.answer} for entry in table.entries]
            assert entries[: len(along["entries"])] == along["entries"]
            assert table.play.record.pledge is None, "no pledge verifies what a browser drew"
            if whole:
                assert chair.table["phase"] == "over"
            forged = json.loads(json.dumps(along))
            forged["entries"][-1]["answer"] = {"kind": "no such thing"}
            refused = await person.ask("POST", "/api/along", json=forged, expect=409)
            assert refused["key"] == "refused.not_by_the_rules"
            old = await person.ask("POST", "/api/along", json=along | {"rules": along["rules"] + 1}, expect=409)
            assert old["key"] == "refused.other_rules"

    asyncio.run(evening())


def test_what_is_told_and_marked_alone_can_be_veiled() -> None:
    page = Page("bacchanalia")
    page.begin()
    while not any(one["form"] == "written" for one in page.view["story"]):
        page.play(1)
    number = next(one["number"] for one in page.view["story"] if one["form"] == "written")
    text = page.view["story"][number]["text"]
    page.say(type="veil_passage", passage=number)
    assert page.view["story"][number]["form"] == "veiled" and text not in "".join(page.rows)
    page.say(type="boundary", option="lines", text="spiders")
    assert page.told["table"]["options"]["lines"] == ["spiders"]
    page.desk = Desk()
    page.open()
    assert page.view["story"][number]["form"] == "veiled"


NEEDS_NOTHING_ELSE = """
import sys; sys.path.insert(0, sys.argv[1])
import triclinium.table.alone.desk
from triclinium.bots import bot_named, usual_bot
from triclinium.games import GAMES, game_named
print(*[type(bot_named(game, usual_bot(game))).__name__ for game in GAMES if game_named(game)])
"""


@pytest.mark.skipif(not (STATIC / "kit.json").is_file(), reason="the page is not built")
def test_the_sources_that_a_browser_is_given_need_one_package_and_messages(tmp_path: Path) -> None:
    kit = json.loads((STATIC / "kit.json").read_text())
    with tarfile.open(STATIC / kit["sources"].lstrip("/")) as archive:
        archive.extractall(tmp_path, filter="data", members=[one for one in archive if "icu4py" not in one.name])
    for package in (msgspec, icu4py):
        (tmp_path / package.__name__).symlink_to(Path(str(package.__file__)).parent)
    command = [sys.executable, "-I", "-S", "-c", NEEDS_NOTHING_ELSE, str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert len(done.stdout.split()) == len(GAMES)
