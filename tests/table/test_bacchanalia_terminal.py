"""A bacchanal in the terminal, typed in every language."""

from __future__ import annotations

import io
import re
from typing import Any

import pytest
from rich.console import Console
from typer.testing import CliRunner

from records.folders import records_of
from triclinium import cli
from triclinium.bots import bot_named, usual_bot
from triclinium.core.decision import Decision
from triclinium.core.play import verify
from triclinium.core.record import read
from triclinium.games.bacchanalia.boards.terminal import harmless
from triclinium.games.bacchanalia.game import GAME
from triclinium.terminal.board import StoryBoard, board_named
from triclinium.terminal.table import TerminalTable, save
from triclinium.words import LANGUAGES, Words

NAMES = ["Livia", "Marcus", "Flavia"]
SHORT = {"appearances": 3, "hedonist": 0, "youngest": 0}


def in_a_row(text):
    """A text without its line breaks, and with plain blanks."""
    return " ".join(text.split())


class Writer:
    """Types what a person would, from the question asked; first of all what it was told to type."""

    def __init__(self, language="en", *first, answers=None):
        self.words = Words(language, "bacchanalia")
        self.first = list(first)
        self.answers = answers or {}
        self.asked = []
        self.scenes = 0
        commands = {name: self.words.say(f"ui.command_{name}") for name in ("skip", "aloud", "veil", "edit")}
        self.replies = {
            self.words.say("ui.type_words", skip=commands["skip"], aloud=commands["aloud"]): self.write,
            self.words.say("ui.type_question", aloud=commands["aloud"]): lambda: "Quo vadis, amice?",
            self.words.say("ui.type_name"): lambda: f"Nomen {len(self.asked)}",
            self.words.say("ui.type_place"): lambda: f"locus {len(self.asked)}",
            self.words.say("ui.type_place_or_stay"): lambda: "",
            self.words.say("ui.type_mark"): lambda: "amphora",
            self.words.say("ui.type_lock"): lambda: "1",
            self.words.say("ui.type_quote"): lambda: "1",
        }

    def write(self):
        self.scenes += 1
        return f"Fabula {self.scenes}: amphora fracta est."

    def __call__(self, prompt="", **_):
        text = str(prompt).strip()
        self.asked.append(text)
        if self.first:
            return self.first.pop(0)
        if text in self.answers:
            return self.answers[text]
        if text in self.replies:
            return self.replies[text]()
        return "1"


def sit(language="en", writer=None, options=None, bots="simple", seats=3):
    out = io.StringIO()
    console = Console(file=out, width=100)
    console.input = writer or Writer(language)
    words = Words(language, "bacchanalia")
    others = {seat: bot_named("bacchanalia", bots) for seat in range(1, seats)}
    table = TerminalTable(console, words, board_named("bacchanalia", words, NAMES), 0, others)
    return table.sit(GAME, seats, {**SHORT, **(options or {})}), in_a_row(out.getvalue())


def at_introduction(*typed, language="en", **more):
    """Hand out the Deus cards, leaving each to chance, then type this and leave."""
    writer = Writer(language, *typed, "q")
    words = writer.words
    first, writer.first = writer.first, []
    reply = words.say("ui.type_words", skip=words.say("ui.command_skip"), aloud=words.say("ui.command_aloud"))

    def type_on(prompt="", **_):
        if str(prompt).strip() == reply:
            writer.first = writer.first or first
        return writer(prompt)

    return sit(language, type_on, **more)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_whole_story_can_be_told_in_every_language(language, tmp_path):
    writer = Writer(language)
    play, text = sit(language, writer)
    assert GAME.result(play.state) is not None
    assert writer.words.name("heading", "must") in text
    assert not re.search(r"\b(event|prompt|answer|card|ui|guidance|refused|heading|story)\.[a-z_]+\b", text)
    mine = [passage for passage in play.state.story if passage.seat == 0 and passage.text]
    assert len(mine) == writer.scenes + writer.asked.count(
        writer.words.say("ui.type_question", aloud=writer.words.say("ui.command_aloud"))
    )
    assert any(passage.marks for passage in mine)
    save(play, tmp_path / "story.jsonl")
    assert verify(GAME, read((tmp_path / "story.jsonl").read_text(encoding="utf-8"))) == []


@pytest.mark.parametrize("edition", ["it", "es"])
@pytest.mark.parametrize("length", ["all", "time"])
def test_every_kind_of_table_can_be_played(edition, length):
    play, _ = sit(options={"edition": edition, "length": length})
    assert GAME.result(play.state) is not None


@pytest.mark.parametrize("language", LANGUAGES)
def test_help_tells_the_commands_of_the_language(language):
    words = Words(language, "bacchanalia")
    _, text = sit(language, Writer(language, "?", "q"))
    for name in ("skip", "aloud", "veil", "edit"):
        assert words.say(f"ui.command_{name}") in text
    assert in_a_row(words.say("ui.help_keys")) in text


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_passage_can_be_left_untold_or_told_aloud(language):
    words = Words(language, "bacchanalia")
    skip, aloud = words.say("ui.command_skip"), words.say("ui.command_aloud").upper()
    play, _ = at_introduction(skip, aloud, language=language)
    assert [passage.form for passage in play.state.story] == ["untold", "aloud"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_veil_can_be_drawn_at_any_question(language):
    words = Words(language, "bacchanalia")
    veil = words.say("ui.command_veil")
    play, text = at_introduction("Secretum meum.", "Nomen", f"{veil} 1", language=language)
    assert [passage.form for passage in play.state.story] == ["veiled"]
    assert "Secretum" not in play.record.write()
    assert play.state.names[0] == {}
    assert in_a_row(words.say("ui.veil_drawn")) in text


def test_a_veil_asks_for_its_number_and_can_be_thought_better_of():
    play, text = at_introduction("Secretum.", "", "/veil", "", "/veil", "9", "/veil x", "/veil", "1")
    words = Words("en", "bacchanalia")
    assert [passage.form for passage in play.state.story] == ["veiled"]
    assert text.count(words.say("refused.no_such_passage")) == 2


def test_what_was_typed_before_a_veil_is_not_lost():
    play, _ = at_introduction("First.", "", "Second.", "Third.", "/veil 1", "Cassia")
    assert [passage.text for passage in play.state.story] == [None, "Second.", "Third."]
    assert play.state.names[0] == {"amans": "Cassia"}


def test_last_words_can_be_changed_while_the_turn_lasts():
    words = Words("en", "bacchanalia")
    play, text = at_introduction("/edit", "I am noone.", "", "/edit", "/skip", "/edit", "I am Nobody.", "/edit I am I.")
    assert [passage.text for passage in play.state.story] == ["I am I."]
    assert words.say("ui.no_words_to_change") in text
    assert text.count(words.say("ui.words_changed")) == 2


def test_what_cannot_be_changed_is_told():
    words = Words("en", "bacchanalia")
    _, text = at_introduction("/skip", "/edit Now then.")
    assert words.say("refused.rewrite_untold") in text


def test_wrong_input_is_told_and_asked_again():
    words = Words("en", "bacchanalia")
    play, text = at_introduction("", "   ", "/nonsense", "\x07", "x" * 40_000, "Fine.", "/skip", "n" * 300, "Nobody")
    assert [passage.text for passage in play.state.story] == ["Fine."]
    assert play.state.names[0] == {"who": "Nobody"}
    assert words.say("refused.text_blank") in text
    assert words.say("refused.text_control") in text
    assert words.say("refused.text_long", size=40_000, most=32_768) in text
    assert text.count(words.say("ui.no_such_command")) == 2
    play, text = sit(writer=Writer("en", "0", "99", "x", "q"))
    assert text.count(words.say("ui.not_a_choice")) == 3


def test_a_line_that_goes_on_makes_paragraphs():
    play, _ = at_introduction("One \\", "two \\", "three.", "")
    assert play.state.story[0].text == "One\ntwo\nthree."


def test_an_answer_can_be_taken_back():
    play, _ = at_introduction("Once.", "", "u", "Twice.", "")
    assert [passage.text for passage in play.state.story] == ["Twice."]


def scene_steps(facts, *typed, words="I run past Quintus, and a jug breaks."):
    """What a person is asked behind the words of a scene, and the answer made of it."""
    typing = [words, *typed]
    noted = []

    class Person:
        def line(self, asking):
            return typing.pop(0)

        def note(self, text):
            noted.append(text)

    board: Any = board_named("bacchanalia", Words("en", "bacchanalia"), NAMES)
    facts = {"place": "the mill", "places": ["the ford"], "place_rule": "must", "with_amans_allowed": [False]} | facts
    view = {"seat": 0, "seats": [{"names": {}}, {"names": {"who": "Quintus"}}, {"names": {}}]}
    answer = board.compose(Decision(1, 0, "scene", ({"kind": "tell"},), data={"facts": facts}), view, Person())
    assert typing == []
    return answer, noted


def test_a_scene_asks_only_for_what_it_leaves_open():
    answer, _ = scene_steps({"place_rule": "must_not"}, "")
    assert (answer["place"], answer["with_amans"], answer["marks"]) == (None, False, [])
    answer, noted = scene_steps({}, "", "THE MILL", "the ford", "")
    assert answer["place"] == {"name": "the ford"}
    words = Words("en", "bacchanalia")
    assert words.say("refused.place_must_change") in noted and words.say("refused.place_same") in noted
    answer, _ = scene_steps({"place_rule": "may"}, "", "")
    assert answer["place"] is None
    answer, _ = scene_steps({}, "", "", words="/aloud")
    assert answer["place"] == {"name": None}


def test_a_scene_ends_with_or_without_the_amans_where_that_is_a_choice():
    for typed, together in (("1", True), ("2", False)):
        answer, noted = scene_steps({"place_rule": "must_not", "with_amans_allowed": [True, False]}, "x", typed, "")
        assert answer["with_amans"] is together
        assert Words("en", "bacchanalia").say("ui.not_a_choice") in noted


def test_a_scene_marks_what_stands_in_it_and_meets_whom_it_names():
    answer, noted = scene_steps({"place_rule": "must_not"}, "a jar", "a jug", "3")
    assert answer["marks"] == [{"text": "a jug", "element": "thing", "deus": None}]
    assert answer["meets"] == [1]
    assert Words("en", "bacchanalia").say("refused.mark_not_there") in noted


def test_a_scene_left_untold_asks_for_nothing_more():
    assert scene_steps({}, words="/skip")[0] == {"kind": "tell"}


def lock_steps(*typed):
    typing = list(typed)

    class Person:
        def line(self, asking):
            return typing.pop(0)

        def note(self, text):
            pass

    quoted = {"kind": "lock", "of": 2, "element": "thing", "words": {"form": "written", "text": "a jug"}}
    options = ({"kind": "no_lock"}, {**quoted, "card": "miles"}, {**quoted, "card": "venus"})
    board: Any = board_named("bacchanalia", Words("en", "bacchanalia"), NAMES)
    decision = Decision(1, 0, "lock", options, data={"cards": ["miles", "venus"]})
    answer = board.compose(decision, {}, Person())
    assert typing == []
    return answer


def test_a_lock_takes_a_quotation_on_offer_or_words_of_ones_own():
    none = {"kind": "no_lock"}
    assert lock_steps("") == none
    assert lock_steps("7", "/skip") == none
    offered = {"kind": "lock", "card": "venus", "of": 2, "element": "thing"}
    assert lock_steps("2", "1") == offered | {"words": {"form": "written", "text": "a jug"}}
    assert lock_steps("2", "9", "2", "the bell", "1", "3") == offered | {
        "words": {"form": "written", "text": "the bell"}
    }


def test_words_that_turn_the_text_round_are_printed_harmless():
    play, text = at_introduction("wine \u202eenim \u2066x", "")
    assert play.state.story[0].text == "wine \u202eenim \u2066x"
    assert "wine enim x" in text
    assert "\u202e" not in text and "\u2066" not in text
    assert harmless("a\tb\r\nc") == "a b c"


def test_only_a_story_is_composed():
    for game, writes in (("banquet", False), ("bacchanalia", True)):
        assert isinstance(board_named(game, Words("en", game), NAMES), StoryBoard) == writes


# --- The command line ----------------------------------------------------------------------------


def run(*words, **more):
    return CliRunner().invoke(cli.app, list(words), **more)


def test_play_sits_down_with_the_usual_bots():
    assert usual_bot("banquet") == "thumb"
    assert usual_bot("bacchanalia") in ("narrator", "simple")
    result = run("play", "bacchanalia", "--lang", "it", "--seats", "3", input="q\n")
    assert result.exit_code == 0
    assert "Bacchanalia" in result.output


@pytest.mark.parametrize("address", ("ftp://somewhere", "http://[::1", "http://name:word@host", "http://a b"))
def test_a_narrators_address_that_is_none_is_one_line(address):
    result = run("play", "bacchanalia", "--narrator-url", address, "--narrator-consent")
    assert result.exit_code == 2
    assert "http://" in result.stderr and "\n" not in result.stderr.strip()
    assert "Traceback" not in result.output and "word@" not in result.stderr


def test_nothing_is_sent_to_a_model_without_consent():
    result = run("play", "bacchanalia", "--narrator-url", "http://127.0.0.1:9/v1?token=abc")
    assert result.exit_code == 2
    assert "lines and veils" in result.stderr and "--narrator-consent" in result.stderr


def test_what_goes_to_a_model_is_said_before_and_what_it_fails_at_when_it_does():
    words = Words("it", "bacchanalia")
    told = run(
        *("play", "bacchanalia", "--lang", "it", "--seats", "3", "--seat", "3", "--option", "hedonist=0"),
        *("--narrator-url", "http://127.0.0.1:9/v1?token=abc", "--narrator-consent"),
        input="1\n1\n1\n1\nq\n",
    )
    output = " ".join(told.output.split())
    assert words.say("ui.narrator_sends", address="http://127.0.0.1:9") in output
    assert "token" not in output
    assert words.say("ui.narrator_silent", fault=words.name("fault", "not_reached")) in output


def test_help_says_where_a_narrators_key_is_read_from():
    assert "TRICLINIUM_NARRATOR_KEY" in "".join(run("play", "--help", env={"COLUMNS": "200"}).output.split())


def test_the_tale_of_a_record_is_told(tmp_path):
    play, _ = at_introduction("I am *Nobody*.", "Nobody")
    file, out = tmp_path / "story.jsonl", tmp_path / "story.md"
    save(play, file)
    told = run("story", str(file), "--format", "md")
    assert told.exit_code == 0
    assert "I am \\*Nobody\\*." in told.output
    assert run("story", str(file), "--lang", "nl", "--out", str(out)).exit_code == 0
    assert Words("nl", "bacchanalia").say("story.cast") in out.read_text(encoding="utf-8")


def test_a_story_that_cannot_be_told_is_one_line(tmp_path):
    file = tmp_path / "banquet.jsonl"
    record = max(records_of("banquet").glob("rules-*/*.jsonl"))
    file.write_bytes(record.read_bytes())
    for words, says in (
        ((str(file),), "a record of banquet, which tells no story"),
        ((str(file), "--format", "pdf"), "is no text for the screen; say where to write it with --out FILE.pdf"),
        ((str(tmp_path / "none"),), "No such file"),
    ):
        result = run("story", *words)
        assert result.exit_code == 2
        assert says in result.stderr
        assert "\n" not in result.stderr.strip()
