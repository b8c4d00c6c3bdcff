"""Pictures and the terminal: the drawn shape is the judged shape, and a whole race can be played by typing."""

from __future__ import annotations

import io
import re
from xml.etree import ElementTree

import pytest
from rich.console import Console
from typer.testing import CliRunner

from triclinium import cli
from triclinium.core.fairness import SeededLuck
from triclinium.core.manifest import NoPart, manifest_of
from triclinium.core.play import Play
from triclinium.core.player import RandomPlayer
from triclinium.games.benhur.boards.circus import Move, circus_svg
from triclinium.games.benhur.boards.show import picture
from triclinium.games.benhur.game import GAME
from triclinium.games.benhur.rules.geometry import corner_x, corner_y
from triclinium.terminal.board import board_named
from triclinium.terminal.canvas import Canvas
from triclinium.terminal.table import TerminalTable
from triclinium.words import LANGUAGES, Words

SVG = "{http://www.w3.org/2000/svg}"


def race(entries=120, **options):
    play = Play.begin(GAME, 6, options)
    luck = SeededLuck(5)
    while len(play.record.entries) < entries:
        play.draw(luck)
        if not (pending := play.pending()):
            break
        drives = [option for option in pending[0].options if option["kind"] == "drive"]
        play.answer(pending[0].seat, (drives or pending[0].options)[0])
    return play


def points(polygon):
    return [tuple(int(number) for number in pair.split(",")) for pair in polygon.get("points").split()]


def test_the_drawn_chariot_is_the_judged_chariot():
    play = race()
    picture_of = ElementTree.fromstring(picture(GAME, play.record))
    drawn = {group.get("data-driver"): points(group.find(f"{SVG}polygon")) for group in picture_of.iter(f"{SVG}g")}
    racing = [chariot for chariot in GAME.view(play.state, None)["chariots"] if chariot["status"] == "racing"]
    assert len(drawn) == len(racing) > 0
    for chariot in racing:
        x, y, heading = chariot["x"], chariot["y"], chariot["heading"]
        corners = [(x + corner_x(heading, n), -(y + corner_y(heading, n))) for n in range(6)]
        assert drawn[chariot["driver"]] == corners


def test_the_ruler_of_the_last_move_joins_both_places():
    play = race()
    svg = ElementTree.fromstring(picture(GAME, play.record))
    rulers = [polygon for polygon in svg.iter(f"{SVG}polygon") if polygon.get("class") == "ruler"]
    assert len(rulers) == 1


def test_a_ruler_is_drawn_where_it_was_laid():
    view = GAME.view(race(60).state, None)
    svg = ElementTree.fromstring(circus_svg(view, Move(0, -2000, 0, 1, 0, 0)))
    ruler = next(polygon for polygon in svg.iter(f"{SVG}polygon") if polygon.get("class") == "ruler")
    assert sorted({x for x, _ in points(ruler)}) == [512, 1536]
    assert sorted({y for _, y in points(ruler)}) == [1877, 2123]


def test_a_picture_names_no_other_place():
    text = picture(GAME, race().record)
    assert re.findall(r"https?://[^\"]*", text) == ["http://www.w3.org/2000/svg"]


def test_only_races_have_pictures():
    assert manifest_of("benhur").part("picture") is picture
    with pytest.raises(NoPart, match="banquet has no picture"):
        manifest_of("banquet").part("picture")


def test_show_writes_a_picture(tmp_path):
    play = race()
    file, out = tmp_path / "race.jsonl", tmp_path / "race.svg"
    file.write_text(play.record.write(), encoding="utf-8")
    result = CliRunner().invoke(cli.app, ["show", str(file), "--at", "80", "--svg", str(out)])
    assert result.exit_code == 0
    assert ElementTree.fromstring(out.read_text(encoding="utf-8")).tag == f"{SVG}svg"


def typed(language, seats=3, **options):
    out = io.StringIO()
    console = Console(file=out, width=110)
    console.input = lambda prompt="", **_: "1 0 0" if "2 12 -5" in str(prompt) and len(out.getvalue()) % 2 else "1"
    words = Words(language, "benhur")
    names = ["Livia", "Marcus", "Flavia"][:seats]
    bots = {seat: RandomPlayer() for seat in range(1, seats)}
    table = TerminalTable(console, words, board_named("benhur", words, names), 0, bots)
    return table.sit(GAME, seats, options), out.getvalue()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_whole_race_can_be_typed_in_every_language(language):
    play, text = typed(language, length=1)
    assert GAME.result(play.state) is not None
    assert not re.search(r"\b(event|prompt|answer|card|driver|ui)\.[a-z_]+\b", text)
    assert "⠤" in text


@pytest.mark.parametrize(
    "options", [{"format": "races", "length": 2}, {"format": "long", "club": True}, {"chariots": 2}]
)
def test_every_kind_of_race_can_be_typed(options):
    play, _ = typed("en", **options)
    assert GAME.result(play.state) is not None


def test_braille_lines_meet_the_edges():
    canvas = Canvas(2, 1, (0, 0), (3, 3))
    canvas.shape([(0, 0), (3, 0), (3, 3), (0, 3)], "")
    assert canvas.text().plain == "⣏⣹"
    canvas.letter(0, 0, "B", "bold")
    assert canvas.text().plain == "B⣹"
    canvas.dot(99, 99, "")
