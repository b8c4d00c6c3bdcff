"""Texts people write: length, marks of direction, emoji, null bytes, halves of characters."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bacchanalia.feast import ALOUD, Feast, written
from triclinium.core.decision import Refused
from triclinium.core.record import Entry, Record, read
from triclinium.games.bacchanalia.rules.texts import TEXT_BYTES_MOST, check_text, check_words, plain_form, within

KEPT = (
    "שלום\u200f עולם",
    "\u202eabc\u202c",
    "مرحبا \u2067x\u2069",
    "🍷🏛️👩‍🚀",
    "e\u0301 and é",
    "漢字",
    "one\ntwo\r\n\tthree",
    "x" * TEXT_BYTES_MOST,
    "é" * (TEXT_BYTES_MOST // 2),
    "🍇" * (TEXT_BYTES_MOST // 4),
)


def scene_feast() -> Feast:
    feast = Feast().introduced()
    feast.draws("miles", "miles", "satyrus", "accusator")
    return feast


@pytest.mark.parametrize("text", KEPT, ids=range(len(KEPT)))
def test_a_text_is_kept_as_it_was_written_in_story_view_and_record(text):
    feast = scene_feast()
    feast.tells(written(text))
    assert feast.state.story[-1].text == text
    assert feast.play.game.view(feast.state, None)["story"][-1]["text"] == text
    assert read(feast.play.record.write()).entries == feast.play.record.entries


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("a\x00b", "text_null"),
        ("a\ud83cb", "text_surrogate"),
        ("\udc00", "text_surrogate"),
        ("a\x1b[31m", "text_control"),
        ("a\x9bb", "text_control"),
        ("", "text_blank BC-28"),
        (" \n\u200f\u2067 ", "text_blank BC-28"),
        ("x" * (TEXT_BYTES_MOST + 1), "text_long"),
        ("🍇" * (TEXT_BYTES_MOST // 4) + "x", "text_long"),
        (7, "text_no_text"),
        (None, "text_no_text"),
    ],
)
def test_a_text_that_cannot_be_kept_is_refused_with_the_reason(text, reason):
    feast = scene_feast()
    scene = {"place": {"name": "x"}, "with_amans": False, "marks": [], "meets": []}
    assert feast.refused(0, "tell", words=written(text), **scene) == reason
    feast.tells()
    lock = {"card": "satyrus", "of": 1, "element": "thing"}
    assert feast.refused(0, "lock", words=written(text), **lock) == reason


@pytest.mark.parametrize("name", ["two\nlines", "x" * 257, "", 3, "\x00"])
def test_a_name_is_short_and_in_one_line(name):
    feast = Feast()
    assert feast.refused(0, "introduce", words=ALOUD, name=name).startswith("text_")


@pytest.mark.parametrize(
    "words",
    [None, 3, "aloud", {}, {"form": "sung"}, {"form": "aloud", "text": "x"}, {"form": "written"}, {"form": ["aloud"]}],
)
def test_words_are_a_form_and_a_text_only_where_it_is_written(words):
    assert (
        scene_feast()
        .refused(0, "tell", words=words, place={"name": "x"}, with_amans=False, marks=[], meets=[])
        .startswith("wrong_words")
    )


def test_the_longest_text_fits_a_line_of_a_record():
    letters = "é" * (TEXT_BYTES_MOST // 2)
    record = Record("bacchanalia", 1, 3, {}, [Entry(0, {"kind": "ask", "words": written(letters)})])
    assert read(record.write()).entries == record.entries


@pytest.mark.parametrize(
    ("mark", "reason"),
    [
        ({"text": "owl", "element": "thing", "deus": None}, "mark_not_there BC-15"),
        ({"text": "x", "element": "idea", "deus": None}, "no_such_element"),
        ({"text": "x", "element": "thing", "deus": "jupiter"}, "no_such_card"),
        ({"text": "x", "element": "thing"}, "wrong_fields"),
        ("x", "wrong_fields"),
    ],
)
def test_a_mark_is_words_of_the_text(mark, reason):
    scene = {"place": {"name": "x"}, "with_amans": False, "meets": []}
    assert scene_feast().refused(0, "tell", words=written("fox"), marks=[mark], **scene) == reason


def test_words_are_compared_composed_without_case_and_white_space():
    assert within("Cafe\u0301  rouge", "le CAFÉ\nrouge")
    assert plain_form("Straße") == plain_form("STRASSE")


@given(st.text(alphabet=st.characters(codec=None), max_size=200))
def test_any_text_is_kept_or_refused_and_never_breaks_anything(text):
    try:
        kept = check_text(text)
    except Refused as refused:
        assert refused.key.startswith("refused.text_")
    else:
        assert kept == text
        assert json.loads(json.dumps(text)) == text
        text.encode("utf-8")


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(),
        lambda each: st.lists(each) | st.dictionaries(st.text(), each),
    )
)
def test_any_json_is_words_or_refused(value):
    try:
        check_words(value)
    except Refused:
        return
    assert isinstance(value, dict)
