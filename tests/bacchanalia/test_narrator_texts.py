"""The texts of the narrators: complete, varied and grammatical in every language."""

from __future__ import annotations

import math
import re

import pytest

from triclinium.games.bacchanalia.brain.narrator.grammar import FORMS, LEXICONS, grammar_of
from triclinium.games.bacchanalia.brain.narrator.plans import OWN, PLANS
from triclinium.games.bacchanalia.brain.narrator.threads import TOPICS
from triclinium.games.bacchanalia.rules.cards import DEUS_NAMES, LEFT, OUTCOMES, TWISTS
from triclinium.games.bacchanalia.rules.texts import SHORT_BYTES_MOST, check_name
from triclinium.games.bacchanalia.views.guidance import ENTRIES
from triclinium.words import LANGUAGES

TOLD = (*ENTRIES, *(outcome for outcome in OUTCOMES if outcome != LEFT), "slain_by_deeds")
NOUNS = ("here", "there", "past", "person", "thing", "crime", "element")
NAMES = ("name", "lover", "accuser", "other", "gone")
ARGUMENTS = (
    {f"{noun}{form}" for noun in NOUNS for form in ("", "_is", *(f"_{form}" for form in FORMS))}
    | {f"{name}{form}" for name in NAMES for form in ("", "_is", "_of", "_to")}
    | {"calling", "office", "person_again", "thing_again"}
)


def sentence_keys(language: str) -> list[str]:
    """Keys of what is told: neither lexicons nor forms nor lists of words nor what is said to a model."""
    apart = ("form", "unnamed", "unknown", "prompt", "proof", "prop", "model")
    return [key for key in grammar_of(language).keys if "." in key and key.split(".")[0] not in apart]


def test_every_entry_and_every_ending_has_a_plan() -> None:
    assert set(PLANS) == set(TOLD)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_says_the_same_things(language: str) -> None:
    ours, english = grammar_of(language), grammar_of("en")
    assert set(ours.keys) == set(english.keys)
    told = [key for key in ours.keys if not key.startswith(("proof.", "prop.", "model."))]
    assert {key: len(ours.texts(key)) for key in told} == {key: len(english.texts(key)) for key in told}


@pytest.mark.parametrize("told", TOLD)
@pytest.mark.parametrize("language", LANGUAGES)
def test_six_openings_at_least_and_well_over_a_thousand_scenes(language: str, told: str) -> None:
    grammar = grammar_of(language)
    for step in OWN:
        assert len(set(grammar.texts(f"{step}.{told}"))) >= 6
    assert len({sentence.sign for sentence in grammar.sentences(f"opening.{told}")}) >= 6
    assert distinct_scenes(language, told) > 1000


def distinct_scenes(language: str, told: str) -> int:
    """Scenes that differ in a frame, whoever and whatever they speak of and however they are filled."""
    grammar = grammar_of(language)
    left: dict[str, int] = {}
    scenes = 1
    for step in (step.partition("=")[0] for step in PLANS[told]):
        key = f"{step}.{told}" if step in OWN else "show.bacchus" if step == "show" else step
        left[key] = left.get(key, len(grammar.texts(key)))
        scenes *= left[key]
        left[key] -= 1
    return scenes


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_that_is_needed_is_there(language: str) -> None:
    grammar = grammar_of(language)
    for deus in DEUS_NAMES:
        assert deus == "vinum" or len(grammar.texts(f"show.{deus}")) >= 3
    assert all(len(grammar.texts(f"twist.{twist}")) >= 6 for twist in TWISTS)
    for topic in TOPICS:
        assert len(grammar.texts(f"reply.{topic}")) == len(grammar.texts(f"question.{topic}")) + 1
    assert len(grammar.names("f")) >= 18 and len(grammar.names("m")) >= 18
    assert not set(grammar.names("f")) & set(grammar.names("m"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_can_be_said_and_asks_for_known_arguments(language: str) -> None:
    grammar = grammar_of(language)
    seen: set[str] = set()
    for key in grammar.keys:
        for text in grammar.texts(key):
            assert "'" not in text and '"' not in text, text
            assert text == text.strip() and "  " not in text, text
    for key in [*sentence_keys(language), "sight", "move", "decadence", "threat", "memory", "arrival", "meet", "fates"]:
        for text, sentence in zip(grammar.texts(key), grammar.sentences(key), strict=True):
            assert sentence.arguments <= ARGUMENTS, text
            said = sentence.say({name: "f" if name.endswith("_is") else "x" for name in sentence.arguments})
            assert "{" not in said
            assert re.search(r"[.!?…][”»’]?$|[”»’]\.?$", said), said
            assert len(sentence.sign) >= 10, text
            assert text not in seen
            seen.add(text)


FORMS_OF_NOUNS = {
    "en": {
        "mill|c": ("the mill", "a mill", "at the mill", "to the mill", "from the mill", "of the mill"),
        "inn|v": ("the inn", "an inn", "at the inn", "to the inn", "from the inn", "of the inn"),
        "bridge|c|on": ("the bridge", "a bridge", "on the bridge", "to the bridge", "from the bridge", "of the bridge"),
    },
    "fr": {
        "moulin|m": ("le moulin", "un moulin", "au moulin", "au moulin", "du moulin", "du moulin"),
        "fontaine|f": (
            "la fontaine",
            "une fontaine",
            "à la fontaine",
            "à la fontaine",
            "de la fontaine",
            "de la fontaine",
        ),
        "auberge|fl": ("l’auberge", "une auberge", "à l’auberge", "à l’auberge", "de l’auberge", "de l’auberge"),
        "éventail|ml": ("l’éventail", "un éventail", "à l’éventail", "à l’éventail", "de l’éventail", "de l’éventail"),
        "jardin|m|in": ("le jardin", "un jardin", "dans le jardin", "au jardin", "du jardin", "du jardin"),
    },
    "nl": {
        "molen|d": ("de molen", "een molen", "bij de molen", "naar de molen", "van de molen", "van de molen"),
        "bos|h|in": ("het bos", "een bos", "in het bos", "naar het bos", "van het bos", "van het bos"),
        "brug|d|on": ("de brug", "een brug", "op de brug", "naar de brug", "van de brug", "van de brug"),
    },
    "it": {
        "mulino|m": ("il mulino", "un mulino", "al mulino", "al mulino", "dal mulino", "del mulino"),
        "fontana|f": ("la fontana", "una fontana", "alla fontana", "alla fontana", "dalla fontana", "della fontana"),
        "osteria|fl": ("l’osteria", "un’osteria", "all’osteria", "all’osteria", "dall’osteria", "dell’osteria"),
        "uliveto|ml|in": ("l’uliveto", "un uliveto", "nell’uliveto", "all’uliveto", "dall’uliveto", "dell’uliveto"),
        "stagno|ms": ("lo stagno", "uno stagno", "allo stagno", "allo stagno", "dallo stagno", "dello stagno"),
        "ponte|m|on": ("il ponte", "un ponte", "sul ponte", "al ponte", "dal ponte", "del ponte"),
    },
    "es": {
        "molino|m": ("el molino", "un molino", "en el molino", "al molino", "del molino", "del molino"),
        "fuente|f": ("la fuente", "una fuente", "en la fuente", "a la fuente", "de la fuente", "de la fuente"),
        "pozo|m|by": ("el pozo", "un pozo", "junto al pozo", "al pozo", "del pozo", "del pozo"),
    },
}


@pytest.mark.parametrize(
    ("language", "noun"), [(each, noun) for each in FORMS_OF_NOUNS for noun in FORMS_OF_NOUNS[each]]
)
def test_articles_and_prepositions_agree(language: str, noun: str) -> None:
    grammar = grammar_of(language)
    assert tuple(grammar.form(grammar.noun(noun), form) for form in FORMS) == FORMS_OF_NOUNS[language][noun]


VOWELS = "aeiouéèêàâîïôûœ"
IMPURE = r"(s[bcdfglmnpqrtv]|z|gn|ps|x|y)"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_noun_has_a_class_its_language_knows_and_that_fits_its_first_letters(language: str) -> None:
    grammar = grammar_of(language)
    classes = {"en": "c v", "fr": "m f ml fl", "nl": "d h", "it": "m f ml fl ms", "es": "m f"}[language].split()
    prepositions = {"en": " in on", "fr": " in on", "nl": " in on", "it": " in on", "es": " by"}[language].split(" ")
    nouns = [noun for name in (*LEXICONS, "crime") for noun in grammar.lexicon(name)]
    for noun in nouns:
        assert noun.kind in classes and noun.preposition in prepositions, noun
        vowel = noun.bare[0] in VOWELS
        if language in ("fr", "it"):
            assert vowel == noun.kind.endswith("l"), noun
        if language == "it" and noun.kind != "f":
            assert bool(re.match(IMPURE, noun.bare)) == (noun.kind == "ms"), noun
        if language == "en":
            assert vowel == (noun.kind == "v"), noun
        for form in FORMS:
            said = grammar.form(noun, form)
            assert noun.bare in said
            assert check_name(said) == said and len(said.encode()) < SHORT_BYTES_MOST


@pytest.mark.parametrize("language", LANGUAGES)
def test_places_are_known_again_by_their_names_and_other_names_are_taken_as_they_are(language: str) -> None:
    grammar = grammar_of(language)
    assert len({noun.bare for noun in grammar.lexicon("place")}) >= 400
    assert math.prod(len(grammar.texts(key)) for key in ("person", "person_tail")) >= 500
    for noun in (*grammar.lexicon("place")[::17], *grammar.lexicon("prison"), *grammar.lexicon("haven")):
        assert grammar.place(grammar.form(noun, "the")) == noun
        assert grammar.element(noun.bare) == noun
    assert "Zum Löwen {0}" in grammar.form(grammar.place("Zum Löwen {0}"), "at")
    assert grammar.form(grammar.place(None), "at")


@pytest.mark.parametrize(
    ("language", "name", "of", "to"),
    [
        ("en", "Aelia", "of Aelia", "to Aelia"),
        ("fr", "Aelia", "d’Aelia", "à Aelia"),
        ("fr", "Rufus", "de Rufus", "à Rufus"),
        ("fr", "le passeur", "du passeur", "au passeur"),
        ("nl", "Aelia", "van Aelia", "aan Aelia"),
        ("it", "Aelia", "di Aelia", "ad Aelia"),
        ("it", "Rufus", "di Rufus", "a Rufus"),
        ("it", "il mio amore", "del mio amore", "al mio amore"),
        ("es", "Aelia", "de Aelia", "a Aelia"),
        ("es", "el viejo Galba", "del viejo Galba", "al viejo Galba"),
    ],
)
def test_names_stand_behind_prepositions_as_the_language_wants_it(language: str, name: str, of: str, to: str) -> None:
    grammar = grammar_of(language)
    assert (grammar.name_form(name, "of"), grammar.name_form(name, "to")) == (of, to)


@pytest.mark.parametrize("language", ("fr", "it", "es"))
def test_no_name_stands_behind_a_bare_preposition_that_might_change(language: str) -> None:
    prepositions = {"fr": "à|de|À|De", "it": "a|di|A|Di", "es": "a|de|A|De"}[language]
    bare = re.compile(rf"(?<![\w’])({prepositions}) {{(name|lover|accuser|other)}}")
    for key in sentence_keys(language):
        for text in grammar_of(language).texts(key):
            assert not bare.search(text), text


@pytest.mark.parametrize(
    ("language", "noun", "key", "number", "said"),
    [
        ("it", "campanella|f", "arrival", 11, "la manda il dio"),
        ("it", "tamburo|m", "arrival", 11, "lo manda il dio"),
        ("es", "campanilla|f", "arrival", 11, "la envía el dios"),
        ("it", "coppa|f", "decadence", 1, "che aveva sete"),
        ("es", "copa|f", "decadence", 1, "que tenía sed"),
        ("fr", "coupe|f", "decadence", 1, "qu’elle avait soif"),
        ("fr", "éventail|ml", "decadence", 1, "qu’il avait soif"),
        ("nl", "masker|h", "decadence", 1, "dat het dorst had"),
        ("nl", "beker|d", "decadence", 1, "dat hij dorst had"),
        ("it", "campanella|f", "quote.thing", 0, "l’ha smarrita"),
    ],
)
def test_what_refers_to_a_thing_agrees_with_it(language: str, noun: str, key: str, number: int, said: str) -> None:
    grammar = grammar_of(language)
    thing = grammar.noun(noun)
    values = {"person": "x", "thing": grammar.form(thing, "the"), "element": grammar.form(thing, "the")}
    values |= {"thing_is": thing.kind[:1], "element_is": thing.kind[:1]}
    sentence = grammar.sentences(key)[number]
    assert said in sentence.say({name: values[name] for name in sentence.arguments})


@pytest.mark.parametrize(
    ("language", "noun", "tail"),
    [
        ("it", "coppa", "coppa più antica della città"),
        ("it", "tamburo", "tamburo più antico della città"),
        ("es", "copa", "copa más antigua que la ciudad"),
        ("fr", "lampe", "lampe plus vieille que la ville"),
        ("nl", "beker", "beker uit de tijd van de koningen"),
    ],
)
def test_what_makes_a_thing_particular_agrees_with_it(language: str, noun: str, tail: str) -> None:
    assert tail in [each.bare for each in grammar_of(language).lexicon("thing") if each.short == noun]


@pytest.mark.parametrize("language", LANGUAGES)
def test_doors_are_for_houses_and_the_moon_is_for_the_open(language: str) -> None:
    grammar = grammar_of(language)
    places = grammar.lexicon("place")
    blue, moon = (grammar.texts("place_tail")[number].partition("|")[0] for number in (9, 14))
    assert all(place.setting != "open" for place in places if place.bare.endswith(blue))
    assert all(place.setting != "house" for place in places if place.bare.endswith(moon))
    assert {place.setting for place in places} == {"house", "open", ""}


@pytest.mark.parametrize("language", ("fr", "it", "es"))
def test_no_bare_preposition_stands_before_a_noun_that_brings_its_article(language: str) -> None:
    prepositions = {"fr": "à|de|que", "it": "su|in|a|di|da", "es": "a|de"}[language]
    bad = re.compile(rf"(?<![\wàù])({prepositions}) {{({'|'.join(NOUNS)})}}")
    for key in grammar_of(language).keys:
        for text in grammar_of(language).texts(key):
            assert not bad.search(text), text


def test_no_french_que_stands_before_a_name_that_may_begin_with_a_vowel() -> None:
    for key in grammar_of("fr").keys:
        for text in grammar_of("fr").texts(key):
            assert key.startswith(("form.", "prompt.")) or not re.search(
                r"\b(que|de|si) {(name|lover|accuser|other|gone)}", text
            ), text


def test_french_spaces_do_not_break() -> None:
    for key in sentence_keys("fr"):
        for text in grammar_of("fr").texts(key):
            assert not re.search(r"[^\u202f][!?;]|[^\u00a0]:|«(?!\u00a0)|(?<!\u00a0)»", text), text
