"""How narrators tell: in the voice of the ruling god and of the hour, without repeating themselves, in good grammar."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from itertools import combinations

import pytest

from bacchanalia.told import EACH, HEARD, games, one_game, spoken, wanted
from sizes import many
from triclinium.games.bacchanalia.brain.narrator.arranging import hour_of
from triclinium.games.bacchanalia.brain.narrator.facts import REMOTE
from triclinium.games.bacchanalia.brain.narrator.grammar import grammar_of, sentences_of
from triclinium.games.bacchanalia.brain.narrator.memory import memory_of
from triclinium.games.bacchanalia.brain.narrator.telling import Telling, tail_of
from triclinium.games.bacchanalia.rules.texts import plain_form

GAMES = many(3, 10)
SHARED_MOST = 0.35
"""How much of a game may have been heard in another one of the same seats, sentence by sentence."""


@EACH
def test_the_ruling_god_colours_the_telling_and_the_hour_passes(language: str) -> None:
    grammar = grammar_of(language)
    heard = 0
    for told in games(language).scenes:
        ruling = told.view["running"]["ruling"]
        for god in HEARD["colour"]:
            found = spoken(told.text, grammar, f"colour.{god}")
            assert not found or god == ruling, told.text
            heard += len(found)
        for hour in HEARD["hour"]:
            found = spoken(told.text, grammar, f"hour.{hour}")
            assert not found or hour == hour_of(told.view), told.text
            heard += len(found)
    assert heard


@EACH
def test_every_god_and_every_hour_has_a_voice(language: str) -> None:
    grammar = grammar_of(language)
    for air, names in HEARD.items():
        assert all(len(grammar.sentences(f"{air}.{name}")) >= 5 for name in names)


def sentences(language: str, number: int) -> list[str]:
    play = one_game(language, 900 + number, 3, {"appearances": 3})
    texts = [passage.text for passage in play.state.story if passage.text is not None]
    return [plain_form(sentence) for text in texts for sentence in sentences_of(text)]


@EACH
def test_no_sentence_comes_twice_in_a_game_and_few_come_again_in_the_next(language: str) -> None:
    told = [sentences(language, number) for number in range(GAMES)]
    for game in told:
        assert len(game) == len(set(game))
    for one, other in combinations(told, 2):
        shared = len(set(one) & set(other))
        assert shared <= SHARED_MOST * min(len(one), len(other))


WRONG = {
    "en": {"v": "a", "c": "an"},
    "fr": {"m": "la|une|de le|à le", "f": "le|un|du|au", "ml": "le|la|une|du|au|de la", "fl": "le|la|du|au|de la"},
    "nl": {"d": "het", "h": "de"},
    "it": {
        "m": "lo|la|una|dello|della|allo|alla|di il|a il|da il",
        "f": "il|lo|del|dello|al|allo|dal|di la|a la|in la",
        "ms": "il|la|un|del|al|dal|nel|sul",
        "ml": "il|lo|la|uno|una|del|dello|al|allo|nel|sul",
        "fl": "il|lo|la|una|del|al|dal|della|alla|dalla|nella|sulla",
    },
    "es": {"m": "la|una|de el|a el", "f": "el|un|del|al"},
}
"""The small words that no noun of a class has before it."""
ORDINARY = ("place", "person", "thing", "crime")
"""Lexicons without nouns that mean something else with another article (le tour, la tour)."""
TWOFOLD = ("kussen",)
"""Nouns that are another word with another article: het kussen, a cushion; de kussen, the kisses."""
BEFORE_NAMES = {"fr": r"\b(?:de|que|jusque|si) {vowel}", "it": r"\ba {a}|\bad {other}"}


@EACH
def test_what_must_be_said_again_is_what_was_said_least(language: str) -> None:
    grammar = grammar_of(language)
    places = grammar.lexicon("place")[:20]
    often, *once = grammar.sentences("quote.place")
    telling = wanted(language).telling
    told = "\n".join(each.sign for each in (often, often, *once))
    for number, place in enumerate(places):
        fresh = Telling(grammar, replace(telling.memory, told=told), random.Random(number), {"element": place})
        assert fresh.say("quote.place")
        assert often.sign not in plain_form(fresh.text)


@EACH
def test_what_comes_between_does_not_name_the_place_again(language: str) -> None:
    grammar, memory = grammar_of(language), wanted(language).telling.memory
    for number in range(20):
        telling = Telling(grammar, memory, random.Random(number))
        assert telling.say("fates", placed=False)
        assert not any("here" in each.bases for _, each in spoken(telling.text, grammar, "fates"))


@EACH
def test_nobody_misses_a_lover_who_is_there_when_the_scene_begins(language: str) -> None:
    for told in games(language).scenes:
        if told.data["facts"]["with_amans"]:
            assert not spoken(told.text, grammar_of(language), "mood.alone"), told.text


@EACH
def test_after_a_move_the_place_is_the_one_it_led_to(language: str) -> None:
    grammar, memory = grammar_of(language), wanted(language).telling.memory
    goal = grammar.lexicon("place")[0]
    telling = Telling(grammar, memory, random.Random(1), {"there": goal})
    telling.arrive(goal)
    assert telling.value("here_at") == grammar.form(goal, "at")
    assert telling.setting == goal.setting


@EACH
def test_nobody_sees_the_lights_of_a_prison_or_of_a_haven(language: str) -> None:
    remote = {noun.bare for lexicon in REMOTE for noun in grammar_of(language).lexicon(lexicon)}
    for play in games(language).finished:
        assert not [quote for quote in play.state.quotes if quote.text in remote]


def wrong_before_nouns(language: str) -> re.Pattern[str]:
    """Every noun of ours with every small word that is wrong before it."""
    grammar = grammar_of(language)
    nouns = {(noun.short, noun.kind) for name in ORDINARY for noun in grammar.lexicon(name)}
    heads = {short: {kind for each, kind in nouns if each == short} for short, _ in nouns}
    found = [
        rf"(?:{WRONG[language][kind]}) {re.escape(plain_form(short))}"
        for short, kinds in sorted(heads.items())
        for kind in kinds
        if len(kinds) == 1 and short not in TWOFOLD
    ]
    names = [*grammar.names("f"), *grammar.names("m")]
    vowel = [name for name in names if name[0] in "AEIOU"]
    groups = {
        "vowel": f"(?:{'|'.join(vowel)})",
        "a": f"(?:{'|'.join(name for name in vowel if name[0] == 'A')})",
        "other": f"(?:{'|'.join(name for name in names if name[0] != 'A')})",
    }
    before = BEFORE_NAMES.get(language, "").format(**groups).lower()
    return re.compile(rf"\b(?:{'|'.join(found)})\b" + (f"|{before}" if before else ""))


@EACH
def test_articles_and_small_words_agree_in_whole_stories(language: str) -> None:
    wrong = wrong_before_nouns(language)
    for play in games(language).finished:
        for passage in play.state.story:
            found = wrong.search(plain_form(passage.text or ""))
            assert found is None, (found.group(), passage.text)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "i sit at a inn"),
        ("fr", "je vais à le moulin"),
        ("fr", "le nom de aelia"),
        ("it", "vado al osteria"),
        ("it", "lo dico a aelia"),
        ("es", "salgo de el molino"),
        ("nl", "ik zit bij het molen"),
    ],
)
def test_what_would_be_wrong_is_found(language: str, text: str) -> None:
    assert wrong_before_nouns(language).search(text)


def test_whom_an_episode_speaks_of_stays_the_same_person() -> None:
    grammar = grammar_of("en")
    told = games("en").scenes[0]
    telling = Telling(grammar, memory_of(told.view, told.seat, grammar), random.Random(1))
    telling.begin_again()
    first = grammar.episodes("vinum")[2].sentences
    assert all(telling.say_of_episode(sentence) for sentence in first)
    assert telling.drawn[1].bare in telling.said[0]
    assert f"handed {grammar.form(grammar.noun(telling.drawn[1].short + '|c'), 'the')} in silence" in telling.said[2]


@pytest.mark.parametrize("language", ("it", "fr"))
def test_the_teller_has_a_gender_where_the_language_shows_it(language: str) -> None:
    grammar = grammar_of(language)
    texts = [text for key in grammar.keys for text in grammar.texts(key) if "{name_is, select" in text]
    assert texts
    for text in texts:
        assert re.search(r"\{name_is, select, f \{[^{}]+\} other \{[^{}]+\}\}", text), text


@EACH
def test_who_is_met_again_is_no_surprise_and_who_is_new_is_not_met_again(language: str) -> None:
    grammar = grammar_of(language)
    for told in games(language).scenes:
        before = [passage["meets"] for passage in told.view["story"] if passage["seat"] == told.seat]
        for other in told.answer["meets"]:
            wrong = "meet.first" if any(other in meets for meets in before) else "meet.again"
            assert not spoken(told.text, grammar, wrong), told.text


@EACH
@pytest.mark.parametrize("lexicon", ["person", "thing"])
def test_no_mark_of_a_person_or_thing_comes_back_before_all_have_come(language: str, lexicon: str) -> None:
    telling = wanted(language).telling
    marks = len(grammar_of(language).texts(f"{lexicon}_tail"))
    drawn = []
    for _ in range(marks):
        drawn.append(telling.draw(lexicon))
        telling.said.append(drawn[-1].bare)
    assert len({tail_of(noun) for noun in drawn}) == marks
