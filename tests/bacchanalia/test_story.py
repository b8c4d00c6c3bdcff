"""The story a record tells, as data, as Markdown, as text and as a page."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from typing import Any

import pytest

from bacchanalia.feast import ALOUD, VEILED, Feast, written
from triclinium.book.page import page
from triclinium.book.plain import escaped, markdown, plain
from triclinium.book.sections import bound
from triclinium.book.story import tale_of
from triclinium.core.play import replay
from triclinium.core.record import read
from triclinium.games.bacchanalia.game import GAME
from triclinium.games.bacchanalia.views.story import STORY, blocks, story
from triclinium.words import LANGUAGES, Words


def say(key: str, **arguments: Any) -> str:
    """Says every key plainly, and only with the arguments declared for it."""
    name = key.removeprefix("story.")
    assert set(arguments) == set(STORY[name]), key
    return " ".join([name.replace("_", " "), *(str(value) for value in arguments.values())])


def small_tale() -> Feast:
    """Three introductions, three scenes, a quotation, a question, and an escape."""
    feast = Feast("bacchus miles, pluto venus, satyrus accusator", title="The night of the bells").introduced()
    feast.draws("miles", "venus", "amans", "amans")
    feast.say(0, "pass_bacchus", to=2)
    mark = {"text": "a lame goat", "element": "thing", "deus": None}
    feast.tells(
        written("He rides <b>a lame goat</b>.\n\n# Not a heading"), marks=[mark], place={"name": "the *red* farm"}
    )
    feast.say(0, "no_lock")
    feast.say(2, "ask", words=written("Why a goat?"))
    feast.say(0, "reply", words=VEILED)
    feast.say(0, "end_turn")
    feast.draws("parcae", "venus", "venus", "amans")
    feast.tells(ALOUD, meets=[0, 2])
    feast.say(1, "lock", card="amans", of=0, element="thing", words=written("a lame goat"))
    feast.say(0, "react", acts=["agree"])
    feast.ends()
    feast.draws("satyrus", "satyrus", "venus", "pluto")
    feast.say(2, **feast.options()[0])
    feast.tells({"form": "untold"}, place={"name": None})
    feast.ends()
    feast.turn("miles", "miles", "pluto", "pluto")
    feast.draws("amans", "pluto", "satyrus")
    feast.say(1, "pass_bacchus", to=2)
    feast.tells(written("They sail."), place={"name": "the sea"})
    feast.ends()
    return feast


def test_the_tale_has_title_cast_chapters_quotes_and_endings():
    feast = small_tale()
    tale = story(replay(GAME, read(feast.play.record.write())).state)
    assert tale["title"] == "The night of the bells" and not tale["finished"]
    assert tale["cast"][1] == {
        "seat": 1,
        "name": "who of 1",
        "amans": "amans of 1",
        "accusator": "accusator of 1",
        "ending": "amans",
        "outcome": "happy",
        "twists": [],
        "scenes": 2,
    }
    kinds = [(chapter["kind"], chapter["seat"], chapter["ruling"]) for chapter in tale["chapters"]]
    assert kinds == [
        ("introduction", 0, None),
        ("introduction", 1, None),
        ("introduction", 2, None),
        ("scene", 0, "miles"),
        ("scene", 1, "venus"),
        ("scene", 2, "satyrus"),
        ("scene", 0, "miles"),
        ("ending", 1, "amans"),
    ]
    first = tale["chapters"][3]
    assert first["place"] == "the *red* farm"
    assert [passage["part"] for passage in first["passages"]] == ["scene", "question", "reply"]
    assert first["passages"][0]["cards"]["drawn"] == ["miles", "venus", "amans", "amans"]
    assert tale["chapters"][4]["quotes"][0]["text"] == "a lame goat"
    assert tale["chapters"][4]["passages"][0]["agreed"] == [0]


def test_the_markdown_says_everything_and_reads_no_words_as_markup():
    text = markdown(blocks(story(small_tale().state), say))
    assert text.startswith("# The night of the bells\n")
    assert "<b>" not in text and "\n# Not" not in text
    assert "\\<b\\>a lame goat\\</b\\>" in text
    for piece in (
        "bacchus asks 2",
        "*veiled*",
        "*aloud*",
        "*untold*",
        "somewhere else",
        "met who of 0",
        "seen who of 2",
    ):
        assert piece in text
    assert "quoted a lame goat who of 0" in text
    assert "outcome who of 1 happy" in text


def test_a_tale_without_words_or_title():
    feast = Feast().introduced()
    feast.say(0, "leave")
    text = markdown(blocks(story(feast.state), say))
    assert text.startswith("# untitled\n") and "left who of 0" in text


def test_markup_is_escaped():
    assert escaped("*a* [b](c) `d` <e> \\") == "\\*a\\* \\[b\\](c) \\`d\\` \\<e\\> \\\\"
    assert escaped("- a") == "\\- a" and escaped("12) a") == "12\\) a" and escaped("a - 1. b!") == "a - 1. b!"


NAMES = ["Livia", "Marcus", "Flavia"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("form", ["md", "txt", "html"])
def test_a_tale_credits_nobody_who_was_not_named(language: str, form: str):
    state, words = small_tale().state, Words(language, "bacchanalia")
    tale = tale_of(GAME, state, words, form)
    assert not any(name in tale for name in NAMES)
    assert words.say("story.teller", number=1) in tale
    named = tale_of(GAME, state, words, form, NAMES)
    assert all(name in named for name in NAMES)
    assert words.say("story.teller", number=1) not in named


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_cast_is_strung_together_as_the_language_does(language: str):
    tale = tale_of(GAME, small_tale().state, Words(language, "bacchanalia"))
    row = next(row for row in tale.splitlines() if row.startswith("- "))
    assert len(re.findall("\u202f; " if language == "fr" else r"\w\)?; ", row)) == 2, row


def test_a_tale_as_text_is_free_of_marks():
    text = plain(blocks(story(small_tale().state), say))
    assert text.startswith("The night of the bells\n======================\n")
    assert "<b>a lame goat</b>" in text and "**" not in text


def test_a_tale_as_a_page_is_well_formed_and_holds_no_markup_of_its_tellers():
    seen: set[str] = set()
    open_tags: list[str] = []

    class Reader(HTMLParser):
        def handle_starttag(self, tag: str, attrs: Any) -> None:
            seen.add(tag)
            if tag != "meta":
                open_tags.append(tag)

        def handle_endtag(self, tag: str) -> None:
            assert open_tags.pop() == tag

    reader = Reader()
    reader.feed(page(bound(blocks(story(small_tale().state), say), "it", "bacchanalia", {})))
    assert open_tags == []
    assert seen <= {
        "html",
        "head",
        "meta",
        "title",
        "style",
        "body",
        "header",
        "section",
        "div",
        "aside",
        "span",
        "h1",
        "h2",
        "h3",
        "p",
        "ul",
        "li",
        "blockquote",
        "strong",
    }
