"""The words of Bacchanalia: a whole story is told in every language, and guidance reads on behind its heading."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

from triclinium.book.story import tale_of
from triclinium.core.fairness import SeededLuck
from triclinium.core.play import Play
from triclinium.games.bacchanalia.game import GAME
from triclinium.games.bacchanalia.words import vocabulary
from triclinium.words import LANGUAGES, Words
from words.saying import NAMES, each_language, pairs

LATIN = {
    "bacchus": "Bacchus",
    "pluto": "Pluto",
    "accusator": "Accusator",
    "minerva": "Minerva",
    "venus": "Venus",
    "amans": "Amans",
    "satyrus": "Satyrus",
    "miles": "Miles",
    "vinum": "Vinum",
    "parcae": "Parcae",
}
LISTED = ("must", "may", "must_not")
ODD_NAMES = ("{seat}", "{", "it's '{x}'", "<b>Livia</b>", "[bold]Livia[/]", "🍷🏛️", "# | %s")
AGREEING = {
    "fr": r"\b(tu es|es-tu|tu t’es) \w{2,}[éiu]e?s?\b",
    "it": r"\b(sei|sei stat[oa]|ti sei) \w+[aiu]t[oa]\b",
    "es": r"\b(estás|eres|has sido|estabas) \w+[ai]d[oa]\b",
}
"""Participles that would have to agree with a player."""
SEATED = {
    "fr": r"(chaque|autre|cette|les|des|toutes les) places?\b",
    "it": r"\b(ogni|quel|altro|questo|dei|davanti ai) post[oi]\b(?! ormai)",
    "es": r"\basientos?\b",
    "nl": r"\b(die|elke|iedere|andere) plaats\b",
    "en": r"\b(that|each|every|another) seat\b",
}
"""A seat spoken of as if it were a person."""
DIFFERENCES = 6
"""What the two leaflets settle differently."""


def tell_all(play: Play[Any], words: list[Words], luck: SeededLuck, rng: random.Random) -> set[str]:
    """Play on at random to the end and tell everything that comes up; which keys that were."""
    told: set[str] = set()

    def tell(group: str, name: str, data: dict[str, object], schema: dict[str, dict[str, str]]) -> None:
        told.add(f"{group}.{name}")
        for each in words:
            assert each.tell(group, name, data, schema, NAMES)

    while True:
        events = play.draw(luck)
        if not (pending := play.pending()):
            break
        decision = rng.choice(pending)
        tell("prompt", decision.kind, vocabulary.prompt_data(decision.kind, decision.data), vocabulary.PROMPTS)
        for answer in decision.options:
            tell("answer", vocabulary.answer_name(answer), vocabulary.answer_data(answer), vocabulary.ANSWERS)
        guidance = decision.data["guidance"]
        items = [each for part in ("cards", *LISTED) for each in guidance[part]]
        for item in items + ([guidance["entry"]] if guidance["entry"] else []):
            tell("guidance", item["key"].removeprefix("guidance."), item["arguments"], vocabulary.GUIDANCE)
        events += play.answer(decision.seat, rng.choice(decision.options))
        for event in events:
            tell("event", event.kind, event.data, vocabulary.EVENTS)
    return told


@pytest.mark.parametrize("edition", ["it", "es"])
def test_a_whole_story_is_told_in_every_language(edition: str) -> None:
    words = [Words(language, "bacchanalia") for language in LANGUAGES]
    play = Play.begin(GAME, 3, {"edition": edition, "appearances": 3})
    told = tell_all(play, words, SeededLuck(61), random.Random(61))
    assert len(told) > 80
    texts = {tale_of(GAME, play.state, each, "md", NAMES) for each in words}
    assert len(texts) == len(LANGUAGES)


@each_language
def test_cards_keep_their_latin_names(language: str) -> None:
    words = Words(language, "bacchanalia")
    for card, name in LATIN.items():
        assert words.name("card", card) == words.name("ruling", card) == name
    assert words.name("card", "vinum_symbol").startswith("Vinum ")
    for card in vocabulary.NAMES["card"]:
        assert len(re.findall(r"[.!?]", words.say(f"card.{card}.text"))) == 1, "one sentence"


def listed_guidance() -> list[str]:
    """The guidance that stands behind a heading: all but what the cards did, and the entries."""
    names = list(vocabulary.GUIDANCE)
    sentences = names[: names.index("keeps_bacchus") + 1] + [
        name for name in names if name.startswith(("entry_", "ending_"))
    ]
    return [name for name in names if name not in sentences]


@each_language
def test_guidance_reads_on_behind_its_heading(language: str) -> None:
    words = Words(language, "bacchanalia")
    messages = {name: dict(pairs("bacchanalia", language))[f"guidance.{name}"] for name in vocabulary.GUIDANCE}
    for name in listed_guidance():
        assert not re.match(r"[A-ZÀ-Ý]", messages[name].replace("Minerva", "")), f"{name} reads on: {messages[name]}"
        assert not re.search(r"[.!?:]$", messages[name]), f"{name} is no sentence: {messages[name]}"
    for name in set(messages) - set(listed_guidance()):
        assert messages[name].endswith("."), f"{name} is a sentence: {messages[name]}"
    for heading in vocabulary.NAMES["heading"]:
        assert re.search(r"\w$", words.name("heading", heading))


@each_language
def test_a_refusal_says_what_is_wrong_and_what_to_do(language: str) -> None:
    refusals = [(key, message) for key, message in pairs("bacchanalia", language) if key.startswith("refused.")]
    assert len(refusals) == len(set(vocabulary.REFUSALS) - vocabulary.SHARED_REFUSALS)
    for key, message in refusals:
        assert len(re.findall(r"[.!?](?= |$)", message)) >= 2, f"{key}: {message}"


@pytest.mark.parametrize("language", AGREEING)
def test_nobody_is_taken_for_a_man_or_a_woman(language: str) -> None:
    for key, message in pairs("bacchanalia", language):
        assert not re.search(AGREEING[language], message), f"{key}: {message}"


@each_language
def test_a_player_is_called_a_player(language: str) -> None:
    for key, message in pairs("bacchanalia", language):
        assert not re.search(SEATED[language], message, re.IGNORECASE), f"{key}: {message}"


def test_italian_has_one_table_and_one_word_for_a_crime() -> None:
    for key, message in pairs("bacchanalia", "it"):
        assert not re.search(r"\btavola\b|\bdelitt[oi]\b", message), f"{key}: {message}"


@each_language
@pytest.mark.parametrize("edition", ["it", "es"])
def test_an_edition_is_told_by_all_that_differs(language: str, edition: str) -> None:
    told = Words(language, "bacchanalia").name("option", f"edition.{edition}")
    assert len(told.split(";")) == DIFFERENCES, told


@each_language
def test_what_the_italian_book_joins_by_and_or_can_be_both(language: str) -> None:
    """The pursuers of three entries, what an escape costs, and the last deeds of a captive."""
    both = {"en": "both", "fr": r"ensemble|les deux", "nl": "allebei", "it": r"e/o|gli uni e l’altro"}
    both["es"] = r"todos a la vez|ambas cosas"
    messages = dict(pairs("bacchanalia", language))
    for key in ("accusator_near", "miles_near", "miles_escape"):
        assert re.search(both[language], messages[f"guidance.entry_{key}"]), key
    assert re.search(both[language], messages["option.edition.it"])


def test_french_elides_before_no_name() -> None:
    """A name may begin with a vowel: what would have to be elided before it does not stand there."""
    elided = re.compile(r"\b(de|que|le|la|ne|jusque) \{(seat|to|of|name|card|owner|teller)\}", re.IGNORECASE)
    for key, message in pairs("bacchanalia", "fr"):
        assert not elided.search(message), f"{key}: {message}"


@each_language
@pytest.mark.parametrize("name", ODD_NAMES)
def test_what_people_write_is_never_read_as_anything_but_words(language: str, name: str) -> None:
    words = Words(language, "bacchanalia")
    data = {"seat": 0, "part": "scene", "passage": 3, "text": name}
    assert words.tell("event", "told_in_writing", data, vocabulary.EVENTS, [name]).count(name) == 2
    data = {"seat": 0, "card": "miles", "of": 1, "element": "person", "text": name}
    assert words.tell("event", "lock_offered", data, vocabulary.EVENTS, [name, name]).count(name) == 3


@each_language
def test_an_ending_tells_its_twists_if_there_are_any(language: str) -> None:
    words = Words(language, "bacchanalia")
    data: dict[str, Any] = {"seat": 0, "ruling": "miles", "outcome": "slain", "twists": []}
    plain = words.tell("event", "ending_chosen", data, vocabulary.EVENTS, ["Livia"])
    assert words.say("nothing") not in re.findall(r"\w+", plain)
    data["twists"] = ["accusator_struck", "amans_saved"]
    turned = words.tell("event", "ending_chosen", data, vocabulary.EVENTS, ["Livia"])
    assert all(words.name("twist", twist) in turned for twist in data["twists"])
