"""Little words before names: elided in French, and lengthened in Italian and Spanish, by what the name begins with."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from icu4py.messageformat import MessageFormat

from triclinium.games.banquet.words.vocabulary import EVENTS, HINTS
from triclinium.words import LANGUAGES, Words
from triclinium.words.linking import LINKS, SOUND, first_sound, linked
from words.saying import declared, each_file, numbered, pairs

CASES = json.loads(
    (Path(__file__).parents[2] / "web" / "src" / "lib" / "linking.cases.json").read_text(encoding="utf-8")
)
"""The page is tested with the same ones."""
NAMED = {"text", "texts"}


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['language']} {case['name']}")
def test_a_little_word_is_said_as_the_name_asks(case: dict[str, str]) -> None:
    pattern = linked(case["message"], case["language"])
    given: dict[str, str | int] = {"seat": case["name"], f"seat{SOUND}": first_sound(case["name"])}
    assert MessageFormat(pattern, case["language"]).format({**given}) == case["said"]


def test_names_are_elided_in_whole_sentences() -> None:
    french, italian = Words("fr", "banquet"), Words("it", "banquet")
    burst = {"card": "poison", "seat": 0}
    assert "la ceinture d’Anna" in french.tell("hint", "bursts_other", burst, HINTS, ["Anna"])
    assert "la ceinture de Livia" in french.tell("hint", "bursts_other", burst, HINTS, ["Livia"])
    offered = {"seat": 1, "to": 0}
    told = italian.tell("event", "gift_offered", offered, EVENTS, ["Anna", "Marco"])
    assert told == "Marco offre il Dono ad Anna."


@each_file
def test_no_little_word_is_written_fast_before_a_name(source: str, language: str) -> None:
    """Whatever could begin with a vowel is linked, in every message of every game."""
    little = "|".join(LINKS.get(language, {"~": ()}))
    for key, message in pairs(source, language):
        named = [
            name
            for name, kind in declared(source)[key].items()
            if kind in NAMED or kind.removesuffix("s") in numbered(source)
        ]
        for name in named:
            assert not re.search(rf"(?<!\w)(?:{little}) \{{{name}\}}", message), f"{key} in {language}: write ~"
        assert "~" not in linked(message, language), f"{key} in {language}: no such little word"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_without_such_words_leaves_messages_alone(language: str) -> None:
    message = "{seat} {number, plural, one {# a} other {# b}}"
    assert linked(message, language) == message
