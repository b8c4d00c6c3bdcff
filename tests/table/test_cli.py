"""The command line: what it says, and one clear line for every mistake."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

import triclinium
from records.folders import records_of
from sizes import many
from triclinium import cli
from triclinium.cli.arguments import NAMES
from triclinium.core.fairness import Pledge, SeededLuck
from triclinium.core.laws import LawBroken, shards
from triclinium.core.play import Play
from triclinium.games.banquet.game import GAME
from triclinium.words import LANGUAGES

BACCHANAL = next(records_of("bacchanalia").glob("rules-2/01-*.jsonl"))

runner = CliRunner()


def run(*words, **more):
    return runner.invoke(cli.app, list(words), **more)


@pytest.fixture
def record(tmp_path):
    pledge = Pledge.fresh(3)
    play = Play.begin(GAME, 3, pledge=pledge)
    choices = SeededLuck(11)
    while play.pending():
        play.draw(pledge.luck())
        if pending := play.pending():
            play.answer(pending[0].seat, pending[0].options[choices.below(len(pending[0].options), 0)])
    path = tmp_path / "game.jsonl"
    path.write_text(play.record.write(), encoding="utf-8")
    return path


def mistake(result):
    """Exit code 2, one line, no trace."""
    assert result.exit_code == 2
    said = result.stderr.strip()
    assert said.startswith("triclinium: ")
    assert "\n" not in said
    assert "Traceback" not in result.output
    return said


def test_the_catalogue_shows_every_choice_as_it_is_typed_and_marks_the_standard() -> None:
    for language in LANGUAGES:
        told = run("games", "--lang", language).output
        assert "false*" in told and "true" in told and "hidden*" in told, language
        assert "30 45 60 75 90 105 120* 150 180 240" in told, language
        assert "thumb*" in told and "-o " in told and "--bots " in told, language


def test_sim_tells_tables():
    result = run("sim", "banquet", "--games", "20", "--seats", "3")
    assert result.exit_code == 0
    assert "20 games of banquet, 3 seats" in result.output
    assert "caligula" in result.output


def test_sim_writes_json():
    result = run(
        "sim", "banquet", "--games", "20", "--seed", "4", "--json", "--bots", "thumb,random", "-o", "edition=nl"
    )
    told = json.loads(result.output)
    assert told["games"] == 20
    assert told["bots"] == ["thumb", "random", "thumb", "random"]
    assert told["options"]["edition"] == "nl"
    assert set(told["by_guest"]["caligula"]) == {"wins", "games", "share", "low", "high"}


def test_sim_plays_a_deck_of_ones_own(tmp_path):
    deck = tmp_path / "deck.toml"
    standard = (Path(triclinium.__file__).parent / "games/banquet/data/cards.toml").read_text(encoding="utf-8")
    deck.write_text(standard.replace("dagger = { count = 3 }", "dagger = { count = 0 }"), encoding="utf-8")
    told = json.loads(run("sim", "banquet", "--games", "200", "--json", "-o", f"deck={deck}").output)
    assert "daggers" not in told["endings"]
    deck.write_text(standard.replace("dagger = { count = 3 }", "dagger = { count = -1 }"), encoding="utf-8")
    assert "dagger cannot lie -1 times" in mistake(run("sim", "banquet", "-o", f"deck={deck}"))


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("sim", "chess"), "no game 'chess'; there are banquet"),
        (("sim", "banquet", "--seats", "9"), "3 to 5 seats, not 9"),
        (("sim", "banquet", "--bots", "oracle"), "no bot 'oracle'"),
        (("sim", "banquet", "-o", "edition=de"), "it is one of fr, nl"),
        (("sim", "banquet", "-o", "spicy"), "write name=value"),
        (("sim", "banquet", "-o", "deck=/no/such/file"), "No such file"),
        (("play", "banquet", "--lang", "la"), "no language 'la'"),
        (("play", "banquet", "--seat", "7"), "choose 1 to 4"),
        (("replay", "/no/such/file"), "No such file"),
        (("verify", "/no/such/file"), "No such file"),
        (("verify", "/"), "Is a directory"),
    ],
)
def test_a_mistake_is_told_in_one_line(words, says):
    assert says in mistake(run(*words))


def test_a_damaged_or_foreign_file_is_told_in_one_line(tmp_path, record):
    file = tmp_path / "file"
    for content in (
        b"",
        b"\xff\xfe\x00binary",
        b"hello",
        b"{}",
        b"[1,2]",
        b'{"triclinium":1}',
        record.read_bytes().rstrip()[:-1],
    ):
        file.write_bytes(content)
        mistake(run("replay", str(file)))
        mistake(run("verify", str(file)))
    file.write_text(
        record.read_text(encoding="utf-8").replace('"game":"banquet"', '"game":"whist"', 1), encoding="utf-8"
    )
    assert "'whist', a game this program does not know" in mistake(run("replay", str(file)))


def test_verify_finds_a_sound_record_sound_in_every_language(record):
    for language in LANGUAGES:
        result = run("verify", str(record), "--lang", language)
        assert result.exit_code == 0
        assert result.output.strip()


def test_verify_catches_a_change(record):
    text = record.read_text(encoding="utf-8")
    at = text.rindex('"digest":"') + len('"digest":"')
    record.write_text(text[:at] + ("0" if text[at] != "0" else "1") + text[at + 1 :], encoding="utf-8")
    result = run("verify", str(record))
    assert result.exit_code == 1
    assert "seal" in result.output


def test_replay_tells_the_game_from_a_seats_eyes(record):
    public = run("replay", str(record)).output
    mine = run("replay", str(record), "--seat", "1").output
    assert "Your guest is" in mine or "is Caligula" in mine
    assert "Your secret" not in public
    assert mine != public
    early = run("replay", str(record), "--at", "12", "--lang", "nl").output
    assert len(early) < len(public)
    assert "choose 1 to 3" in mistake(run("replay", str(record), "--seat", "4"))


def test_check_tells_how_much_was_checked():
    result = run("check", "banquet", "--workers", "2", "--every", str(many(60, 3)))
    assert result.exit_code == 0
    assert "36 games" in result.output


def test_fuzz_keeps_a_replayable_file_of_what_broke(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert "no law broken" in run("fuzz", "banquet", "--seconds", "0.5", "--seed", "1").output

    def breaks(game, seats, options, seed, *_, **__):
        play = Play.begin(game, seats, options)
        play.draw(SeededLuck(seed))
        raise LawBroken("play ends", "planted", play.record.write())

    monkeypatch.setattr(shards, "obey", breaks)
    result = run("fuzz", "banquet", "--seconds", "1", "--seed", "1")
    assert result.exit_code == 1
    assert "planted" in result.output
    assert run("replay", "banquet.crash.jsonl").exit_code == 0
    assert "3 seats, options" in mistake(run("check", "banquet"))


def test_play_ends_when_the_input_ends():
    result = run("play", "banquet", "--lang", "fr", input="q\n")
    assert result.exit_code == 0
    assert "Bacchus" in result.output


def test_help_names_every_command():
    text = run("--help").output
    for command in ("play", "sim", "replay", "verify", "check", "fuzz"):
        assert command in text


def test_a_tale_names_the_tellers_it_is_given_and_invents_none():
    tale = run("story", str(BACCHANAL))
    assert tale.exit_code == 0 and "told by the first teller" in tale.stdout
    assert not any(name in tale.stdout for name in NAMES)
    tellers = [word for name in ("Ada", "Bo", "Cy") for word in ("--teller", name)]
    named = run("story", str(BACCHANAL), *tellers, "--format", "html", "--lang", "fr")
    assert all(name in named.stdout for name in ("Ada", "Bo", "Cy")) and '<html lang="fr">' in named.stdout
    assert "3 sat at that table" in mistake(run("story", str(BACCHANAL), "--teller", "Ada"))
    assert "there is no format" in mistake(run("story", str(BACCHANAL), "--format", "docx"))


def test_a_game_without_words_tells_no_story(record):
    assert "tells no story" in mistake(run("story", str(record)))
