"""Every key is said in every language, with the arguments declared, and as the language writes."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from icu4py.messageformat import MessageFormat

from triclinium.words import LANGUAGES, BadArguments, NoWords, Words, first_sound
from triclinium.words import vocabulary as shared
from triclinium.words.message import arguments_of
from words.saying import (
    GAMES,
    SHARED,
    declared,
    each_file,
    each_game,
    each_language,
    each_source,
    file_of,
    pairs,
    rules_of,
    said,
    sources_of,
    usable_names,
    vocabulary_of,
    words_of,
)

OPTIONAL = {
    "banquet": {
        ("event.guest_yours", "seat"),  # told to nobody but that seat
        ("event.guest_yours_now", "seat"),
        ("event.privilege_yours", "seat"),
        ("event.card_laid", "slot"),  # which of the seven places it is, a picture shows better
    },
    "benhur": {
        ("event.collision_declared", "card"),  # the card was told as it was played
        *(("event.start_thrown", name) for name in ("x", "y")),  # for those who draw the track
        *((f"event.chariot_{what}", name) for what in ("moved", "set_down") for name in ("x", "y", "heading")),
    },
    "bacchanalia": {
        ("event.told", "passage"),  # a number to veil it by, not to be read
        ("event.told_in_writing", "passage"),
    },
}
"""Arguments that a message may leave out."""

FAMILIES = {"EVENTS": "event", "PROMPTS": "prompt", "ANSWERS": "answer", "REFUSALS": "refused"}


def without_keys(message: str) -> str:
    """The message less the question mark that is a key to press."""
    return message.replace(" ? ", " ")


# The files.


def test_the_games_are_found() -> None:
    assert {"banquet", "bacchanalia"} <= set(GAMES)


@each_file
def test_every_key_is_there_once_and_none_is_unused(source: str, language: str) -> None:
    keys = Counter(key for key, _ in pairs(source, language))
    file = file_of(source, language)
    assert [key for key, times in keys.items() if times > 1] == [], f"twice in {file}"
    assert set(declared(source)) - set(keys) == set(), f"add them to {file}"
    assert set(keys) - set(declared(source)) == set(), f"not used: take them out of {file}"


@each_game
@each_language
def test_a_game_does_not_overwrite_shared_words(game: str, language: str) -> None:
    assert not {key for key, _ in pairs(SHARED, language)} & {key for key, _ in pairs(game, language)}


@each_file
def test_every_message_parses_and_uses_the_arguments_declared(source: str, language: str) -> None:
    for key, message in pairs(source, language):
        MessageFormat(message, language)
        arguments = declared(source)[key]
        used = arguments_of(message)
        assert used <= usable_names(source, arguments), f"{key} uses {used}"
        for name in arguments:
            if (key, name) not in OPTIONAL.get(source, set()):
                assert {name, f"{name}_is", f"{name}_count"} & used, f"{key} does not use {name}"


@each_source
def test_what_may_be_left_out_is_still_declared(source: str) -> None:
    assert all(name in declared(source)[key] for key, name in OPTIONAL.get(source, set()))


def test_the_reader_of_arguments_tells_branches_from_arguments() -> None:
    message = "{a}{b, select, x {} y {word} other {{c} and {n, plural, offset:1 =0 {none} other {# {d}}}}} {e , number}"
    assert arguments_of(message) == {"a", "b", "c", "n", "d", "e"}
    assert (
        MessageFormat(message, "en").format({"a": "A", "b": "z", "c": "C", "n": 3, "d": "D", "e": 5}) == "AC and 2 D 5"
    )


# The declarations against the program.


OF_KERNELS = {"refused.no_such_answer", "refused.not_to_be_drawn"}
"""What the base of kernel games refuses: each of them says it in its own words."""


def raised(prefix: str, package: str) -> set[str]:
    found: set[str] = set()
    for file in sources_of(package):
        if file.name != "vocabulary.py":
            found |= set(re.findall(rf'"({prefix}\.\w+)"', file.read_text(encoding="utf-8")))
    return found


@each_game
def test_every_refusal_is_declared(game: str) -> None:
    core = raised("refused", "triclinium.core")
    if rules_of(game).kernel is None:
        core -= OF_KERNELS
    keys = raised("refused", f"triclinium.games.{game}") | core
    assert keys == {f"refused.{name}" for name in vocabulary_of(game).REFUSALS}
    assert core - OF_KERNELS <= set(shared.WORDS)


def test_every_fault_of_a_record_is_declared() -> None:
    found = raised("verify", "triclinium.core")
    assert found | {"verify.sound", "verify.other_rules"} == {key for key in shared.WORDS if key.startswith("verify.")}


@each_game
def test_every_declaration_of_a_game_is_among_its_words(game: str) -> None:
    vocabulary = vocabulary_of(game)
    words = declared(game) | shared.WORDS
    for table, family in FAMILIES.items():
        for name, arguments in getattr(vocabulary, table).items():
            assert words[f"{family}.{name}"] == arguments
    for kind, names in vocabulary.NAMES.items():
        assert all(words[f"{kind}.{name}"] == {} for name in names)


@each_game
def test_every_option_and_choice_is_declared(game: str) -> None:
    wanted: list[str] = []
    for option in rules_of(game).info.options:
        wanted.append(option.name)
        wanted += [f"{option.name}.{str(choice).lower()}" for choice in option.choices]
    assert list(vocabulary_of(game).NAMES["option"]) == wanted


# What comes out.


@each_file
def test_everything_declared_can_be_said(source: str, language: str) -> None:
    words = words_of(source, language)
    for key, arguments in declared(source).items():
        for told in said(words, source, key, arguments):
            assert told and told.strip() == told
            assert not re.search(r"[{}#_]|\s\s", told), f"{key}: {told}"


@each_game
@each_language
def test_names_differ(game: str, language: str) -> None:
    words = Words(language, game)
    for kind, names in vocabulary_of(game).NAMES.items():
        assert len({words.name(kind, name) for name in names}) == len(names), f"two of {kind} have the same name"


def test_half_a_surrogate_pair_in_a_name_breaks_nothing() -> None:
    assert Words("en").say("ui.saved", file="a\ud83cb") == "The game is saved in a\ufffdb"


PLURALS = {
    "en": ("0 dishes", "1 dish", "2 dishes", "0 wine points", "1 wine point", "2 wine points"),
    "fr": ("0 plat", "1 plat", "2 plats", "0 point de vin", "1 point de vin", "2 points de vin"),
    "nl": ("0 gerechten", "1 gerecht", "2 gerechten", "0 wijnpunten", "1 wijnpunt", "2 wijnpunten"),
    "it": ("0 piatti", "1 piatto", "2 piatti", "0 punti vino", "1 punto vino", "2 punti vino"),
    "es": ("0 platos", "1 plato", "2 platos", "0 puntos de vino", "1 punto de vino", "2 puntos de vino"),
}


@each_language
def test_plurals(language: str) -> None:
    words = Words(language, "banquet")
    forms = [words.say(key, number=number) for key in ("ui.dishes", "ui.wine_points") for number in (0, 1, 2)]
    assert tuple(forms) == PLURALS[language]


@each_language
def test_every_counted_thing_has_a_singular_and_a_plural(language: str) -> None:
    words = Words(language, "banquet")
    for key in ("ui.privileges", "ui.pile", "ui.presents"):
        one, two = (words.say(key, number=number).split(" ", 1)[1] for number in (1, 2))
        assert one != two
        none = words.say(key, number=0).split(" ", 1)[1]
        assert none == (one if language == "fr" else two)
    one, two = (words.say("ui.winner", names=names) for names in (["A"], ["A", "B"]))
    assert two.replace(words.joined(["A", "B"]), "A") != one


@pytest.mark.parametrize(
    ("language", "items", "joined"),
    [
        ("en", ["A", "B", "C"], "A, B and C"),
        ("fr", ["A", "B"], "A et B"),
        ("nl", ["A", "B", "C", "D"], "A, B, C en D"),
        ("it", ["Livia", "Marco"], "Livia e Marco"),
        ("it", ["Livia", "Elio"], "Livia ed Elio"),
        ("es", ["Livia", "Marco"], "Livia y Marco"),
        ("es", ["Livia", "Irene"], "Livia e Irene"),
        ("es", ["Livia", "Marco", "Íñigo"], "Livia, Marco e Íñigo"),
        ("es", ["agua", "hielo"], "agua y hielo"),
        ("es", ["Livia"], "Livia"),
        ("fr", [], "rien"),
    ],
)
def test_lists_are_joined_as_the_language_does(language: str, items: list[str], joined: str) -> None:
    assert Words(language).joined(items) == joined


@pytest.mark.parametrize("text", ["", "🍷", "Ωmega", "9", "-", "\u200fי"])
def test_a_sound_is_a_letter_or_other(text: str) -> None:
    assert first_sound(text) == "other"


# Refusals of the words themselves.


def test_unknown_languages_games_and_keys_are_named() -> None:
    with pytest.raises(NoWords, match="'de'; there are en, fr, nl, it, es"):
        Words("de")
    with pytest.raises(NoWords, match="no game 'whist'; there are banquet"):
        Words("fr", "whist")
    with pytest.raises(NoWords, match=r"of banquet in fr have no 'ui\.nonsense'"):
        Words("fr", "banquet").say("ui.nonsense")
    with pytest.raises(NoWords, match="'nonsense' is not declared"):
        Words("fr").tell("event", "nonsense", {}, {}, [])
    with pytest.raises(BadArguments, match=r"ui\.choose_range in en needs from"):
        Words("en").say("ui.choose_range", to=3)


# As each language writes.


@each_source
def test_no_long_message_is_left_in_another_language(source: str) -> None:
    seen: dict[tuple[str, str], str] = {}
    for language in LANGUAGES:
        words = words_of(source, language)
        for key, arguments in declared(source).items():
            told = said(words, source, key, arguments)[0]
            if len(told) > 25:
                first = seen.setdefault((key, told), language)
                assert first == language, f"{key} is the same in {first} and {language}"


@each_file
def test_no_straight_quotes_and_no_stray_spaces(source: str, language: str) -> None:
    for key, message in pairs(source, language):
        assert not re.search("['\"<>]", message), f"{key}: ICU and pages read these signs; write ’ “ ”"
        assert not re.search(r"\.\.|  |^\s|\s$", message), key
        if language != "fr":
            assert not re.search(r"\s[!?;:]|[\u00a0\u202f]", without_keys(message)), key


@each_source
def test_french_spaces(source: str) -> None:
    for key, message in pairs(source, "fr"):
        assert not re.search(r"[^\u202f][!?;]", without_keys(message)), (
            f"{key}: a narrow no-break space stands before ! ? ;"
        )
        assert not re.search(r"[^\u00a0]:", message), f"{key}: a no-break space stands before a colon"
        assert not re.search(r"[“”„]|«(?!\u00a0)|(?<!\u00a0)»", message), f"{key}: quotes are « and »"


@each_source
def test_spanish_opens_its_questions_and_cries(source: str) -> None:
    for key, message in pairs(source, "es"):
        assert message.count("¿") == without_keys(message).count("?"), key
        assert message.count("¡") == message.count("!"), key


@each_source
def test_only_spanish_opens_them(source: str) -> None:
    for language in ("en", "fr", "nl", "it"):
        for key, message in pairs(source, language):
            assert not re.search("[¿¡]", message), f"{key} in {language}"


@each_file
def test_sentences_end_alike_in_every_language(source: str, language: str) -> None:
    """A label stays a label and a sentence a sentence."""
    english = dict(pairs(source, "en"))
    for key, message in pairs(source, language):
        ends = [bool(re.search(r"[.!?…:]\}*$", text)) for text in (english[key], message)]
        assert ends[0] == ends[1], f"{key}: {message}"
