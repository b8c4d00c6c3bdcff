"""Every key is said in every language, with the arguments declared, and as the language writes."""

from __future__ import annotations

import json
import re
from collections import Counter
from importlib.resources import files

import pytest
from icu4py.messageformat import MessageFormat

from triclinium.games.banquet import state, vocabulary
from triclinium.games.banquet.answers import CHANCE_FIELDS, FIELDS
from triclinium.games.banquet.game import GAME
from triclinium.words import BUILT_IN, LANGUAGES, BadArguments, NoWords, Words, first_sound
from triclinium.words import vocabulary as shared
from triclinium.words.message import arguments_of

OPTIONAL = {
    ("event.guest_yours", "seat"),  # told to nobody but that seat
    ("event.guest_yours_now", "seat"),
    ("event.privilege_yours", "seat"),
    ("event.card_laid", "slot"),  # which of the seven places it is, a picture shows better
    ("list.last", "sound"),  # only Italian and Spanish care
}
SOURCES = {"shared": ("triclinium.words", ""), "banquet": ("triclinium.games.banquet", "words")}
ODD_NAMES = ("{seat}", "{", "}", "it's '{x}'", "<b>Livia</b>", "[bold]Livia[/]", "🍷🏛️", "\u202eLivia\u202c", "# | %s")
SAMPLES = {"number": 3, "text": "x", "flag": True, "seat": 1, "seats": [0, 2], "texts": ["Livia", "Marcus"]}


def declared(source: str) -> dict[str, dict[str, str]]:
    return shared.WORDS if source == "shared" else vocabulary.WORDS


def pairs(source: str, language: str) -> list[tuple[str, str]]:
    package, folder = SOURCES[source]
    text = files(package).joinpath(folder, f"{language}.json").read_text(encoding="utf-8")
    found: list[tuple[str, str]] = json.loads(text, object_pairs_hook=list)
    return found


ALL = [
    pytest.param(source, language, id=f"{source}-{language}")
    for source in ("shared", "banquet")
    for language in LANGUAGES
]
each_file = pytest.mark.parametrize(("source", "language"), ALL)
each_language = pytest.mark.parametrize("language", LANGUAGES)


def usable_names(arguments: dict[str, str]) -> set[str]:
    names = set(arguments)
    for name, kind in arguments.items():
        if kind in ("seats", "texts", "cards"):
            names.add(f"{name}_count")
        elif kind not in BUILT_IN:
            names.add(f"{name}_is")
    return names


def sample(kind: str) -> object:
    if kind in SAMPLES:
        return SAMPLES[kind]
    if kind == "cards":
        return list(vocabulary.NAMES["card"][:3])
    return vocabulary.NAMES[kind][0]


def said(words: Words, key: str, arguments: dict[str, str]) -> str:
    """A message with sample arguments."""
    group, _, name = key.partition(".")
    if not name:
        return words.say(key)
    data = {argument: sample(kind) for argument, kind in arguments.items()}
    return words.tell(group, name, data, {name: arguments}, ["Livia", "Marcus", "Irene"])


def without_keys(message: str) -> str:
    """The message less the question mark that is a key to press."""
    return message.replace(" ? ", " ")


# The files.


@each_file
def test_every_key_is_there_once_and_none_is_unused(source: str, language: str) -> None:
    keys = Counter(key for key, _ in pairs(source, language))
    assert [key for key, times in keys.items() if times > 1] == []
    assert set(declared(source)) - set(keys) == set(), "missing"
    assert set(keys) - set(declared(source)) == set(), "unused"


@each_language
def test_a_game_does_not_overwrite_shared_words(language: str) -> None:
    assert not {key for key, _ in pairs("shared", language)} & {key for key, _ in pairs("banquet", language)}


@each_file
def test_every_message_parses_and_uses_the_arguments_declared(source: str, language: str) -> None:
    for key, message in pairs(source, language):
        MessageFormat(message, language)
        arguments = declared(source)[key]
        used = arguments_of(message)
        assert used <= usable_names(arguments), f"{key} uses {used}"
        for name in arguments:
            if (key, name) not in OPTIONAL:
                assert {name, f"{name}_is", f"{name}_count"} & used, f"{key} does not use {name}"


def test_the_reader_of_arguments_tells_branches_from_arguments() -> None:
    message = "{a}{b, select, x {} y {word} other {{c} and {n, plural, offset:1 =0 {none} other {# {d}}}}} {e , number}"
    assert arguments_of(message) == {"a", "b", "c", "n", "d", "e"}
    assert (
        MessageFormat(message, "en").format({"a": "A", "b": "z", "c": "C", "n": 3, "d": "D", "e": 5}) == "AC and 2 D 5"
    )


# The declarations against the program.


def raised(prefix: str, package: str) -> set[str]:
    found: set[str] = set()
    for file in files(package).iterdir():
        if file.name.endswith(".py") and file.name != "vocabulary.py":
            found |= set(re.findall(rf'"({prefix}\.\w+)"', file.read_text(encoding="utf-8")))
    return found


def test_every_refusal_is_declared() -> None:
    keys = raised("refused", "triclinium.games.banquet") | raised("refused", "triclinium.core")
    assert keys == {f"refused.{name}" for name in vocabulary.REFUSALS}
    assert raised("refused", "triclinium.core") <= set(shared.WORDS)


def test_every_fault_of_a_record_is_declared() -> None:
    found = raised("verify", "triclinium.core")
    assert found | {"verify.sound"} == {key for key in shared.WORDS if key.startswith("verify.")}


def test_every_question_and_answer_is_declared() -> None:
    assert list(vocabulary.PROMPTS) == list(state.PHASE_NAMES[state.PICK : state.OVER])
    assert set(vocabulary.ANSWERS) == set(FIELDS)
    for kind, fields in FIELDS.items():
        wanted = {"cards"} if kind == "pick" else fields
        assert set(vocabulary.ANSWERS[kind]) == wanted
    assert not set(CHANCE_FIELDS) & set(vocabulary.ANSWERS)


def test_every_option_and_choice_is_declared() -> None:
    wanted: list[str] = []
    for option in GAME.info.options:
        wanted.append(option.name)
        wanted += [f"{option.name}.{str(choice).lower()}" for choice in option.choices]
    assert list(vocabulary.NAMES["option"]) == wanted


# What comes out.


@each_file
def test_everything_declared_can_be_said(source: str, language: str) -> None:
    words = Words(language, "banquet")
    for key, arguments in declared(source).items():
        told = said(words, key, arguments)
        assert told and told.strip() == told
        assert not re.search(r"[{}#_]|\s\s", told), f"{key}: {told}"


@each_language
def test_names_differ_and_stand_in_sentences(language: str) -> None:
    words = Words(language, "banquet")
    for kind, names in vocabulary.NAMES.items():
        assert len({words.name(kind, name) for name in names}) == len(names), f"two of {kind} have the same name"
    for place in vocabulary.NAMES["place"]:
        data = {"seat": 0, "card": "carp", "place": place}
        assert words.name("place", place) in words.tell("event", "card_turned_up", data, vocabulary.EVENTS, ["Livia"])


@each_language
@pytest.mark.parametrize("name", ODD_NAMES)
def test_a_name_is_never_read_as_anything_but_a_name(language: str, name: str) -> None:
    words = Words(language, "banquet")
    told = words.tell("event", "gift_offered", {"seat": 0, "to": 1}, vocabulary.EVENTS, [name, name])
    assert told.count(name) == 2
    won = {"seats": [0, 1, 0], "ending": "goal"}
    assert words.tell("event", "game_won", won, vocabulary.EVENTS, [name, "Livia"]).count(name) == 2
    assert name in words.say("ui.saved", file=name)


def test_half_a_surrogate_pair_in_a_name_breaks_nothing() -> None:
    assert Words("en").say("ui.saved", file="a\ud83cb") == "The game is saved in a\ufffdb"


@each_language
def test_a_card_that_is_not_there_is_nothing(language: str) -> None:
    words = Words(language, "banquet")
    schema = {"cards_yours": vocabulary.EVENTS["cards_yours"]}
    told = words.tell("event", "cards_yours", {"discard": None, "keep": "figs", "gift": "cup"}, schema, [])
    assert words.say("nothing") in told
    shown = {"discard": "olives", "keep": None, "gift": None}
    told = words.tell("event", "round_shown", shown, vocabulary.EVENTS, [])
    assert words.name("card", "olives") in told
    assert words.name("place", "keep") not in told and words.say("nothing") not in told


PLURALS = {
    "en": ("0 dishes", "1 dish", "2 dishes", "0 wine points", "1 wine point", "2 wine points"),
    "fr": ("0 plat", "1 plat", "2 plats", "0 point de vin", "1 point de vin", "2 points de vin"),
    "nl": ("0 gerechten", "1 gerecht", "2 gerechten", "0 wijnpunten", "1 wijnpunt", "2 wijnpunten"),
    "it": ("0 piatti", "1 piatto", "2 piatti", "0 punti vino", "1 punto vino", "2 punti vino"),
    "es": ("0 platos", "1 plato", "2 platos", "0 puntos de vino", "1 punto de vino", "2 puntos de vino"),
}


@each_language
def test_plurals(language: str) -> None:
    words = Words(language)
    forms = [words.say(key, number=number) for key in ("ui.dishes", "ui.wine_points") for number in (0, 1, 2)]
    assert tuple(forms) == PLURALS[language]


@each_language
def test_every_counted_thing_has_a_singular_and_a_plural(language: str) -> None:
    words = Words(language)
    for key in ("ui.privileges", "ui.pile", "ui.presents"):
        one, two = (words.say(key, number=number).split(" ", 1)[1] for number in (1, 2))
        assert one != two
        none = words.say(key, number=0).split(" ", 1)[1]
        assert none == (one if language == "fr" else two)
    one, two = (words.say("ui.winner", names=names) for names in (["A"], ["A", "B"]))
    assert two.replace(words.joined(["A", "B"]), "A") != one


def test_winners_agree_in_number() -> None:
    words = Words("en", "banquet")
    names = ["Livia", "Marcus", "Irene"]
    alone = words.tell("event", "game_won", {"seats": [2], "ending": "goal"}, vocabulary.EVENTS, names)
    assert alone.startswith("Irene wins! ")
    three = words.tell("event", "game_won", {"seats": [0, 1, 2], "ending": "daggers"}, vocabulary.EVENTS, names)
    assert three.startswith("Livia, Marcus and Irene win together! ")


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


def test_answers_are_told_by_the_cards_that_lie_there() -> None:
    words = Words("en", "banquet")
    cards_at = {0: "olives", 3: "cup", 6: "dagger"}
    pick = vocabulary.answer_data({"kind": "pick", "slots": [0, 3, 6]}, cards_at)
    assert words.tell("answer", "pick", pick, vocabulary.ANSWERS, []) == "Pick Olives, Cup and Dagger"
    assign = vocabulary.answer_data({"kind": "assign", "discard": 6, "keep": 0, "gift": 3}, cards_at)
    told = words.tell("answer", "assign", assign, vocabulary.ANSWERS, [])
    assert told == "Discard: Dagger; Keep: Olives; Gift: Cup"
    claim = vocabulary.answer_data({"kind": "claim", "card": "claim_keep_gift", "place": "gift"}, cards_at)
    told = words.tell("answer", "claim", claim, vocabulary.ANSWERS, [])
    assert told == "Play Claim (Keep or Gift): take the Gift"


@each_language
def test_goals_say_whether_dishes_must_differ(language: str) -> None:
    words = Words(language, "banquet")
    for guest in vocabulary.NAMES["guest"]:
        key = f"guest.{guest}.goal"
        alike = words.say(key, different_dishes=False) == words.say(key, different_dishes=True)
        assert alike == (guest not in ("claudius", "vespasianus", "messalina"))


# Refusals of the words themselves.


def test_unknown_languages_games_and_keys_are_named() -> None:
    with pytest.raises(NoWords, match="'de'; there are en, fr, nl, it, es"):
        Words("de")
    with pytest.raises(NoWords, match=r"triclinium\.games\.whist has no words in fr"):
        Words("fr", "whist")
    with pytest.raises(NoWords, match=r"of banquet in fr have no 'ui\.nonsense'"):
        Words("fr", "banquet").say("ui.nonsense")
    with pytest.raises(NoWords, match="'nonsense' is not declared"):
        Words("fr").tell("event", "nonsense", {}, vocabulary.EVENTS, [])


def test_arguments_that_do_not_fit_are_named() -> None:
    words = Words("en", "banquet")
    with pytest.raises(BadArguments, match=r"ui\.choose_range in en needs from"):
        words.say("ui.choose_range", to=3)
    with pytest.raises(BadArguments, match=r"takes \['seat', 'to'\], not \['seat'\]"):
        words.tell("event", "gift_offered", {"seat": 0}, vocabulary.EVENTS, ["Livia"])
    with pytest.raises(BadArguments, match="no seat 1 among 1 names"):
        words.tell("event", "gift_offered", {"seat": 0, "to": 1}, vocabulary.EVENTS, ["Livia"])
    with pytest.raises(BadArguments, match="round must be a number, not 'one'"):
        words.tell("event", "round_began", {"seat": 0, "round": "one"}, vocabulary.EVENTS, ["Livia"])
    with pytest.raises(BadArguments, match=r"guest\.claudius\.goal in en cannot be said of"):
        words.say("guest.claudius.goal", different_dishes=1)
    with pytest.raises(NoWords, match=r"card\.pizza"):
        words.tell("event", "card_applied", {"seat": 0, "card": "pizza"}, vocabulary.EVENTS, ["Livia"])
    with pytest.raises(BadArguments, match="card must be the name of a card, not 3"):
        words.tell("event", "card_applied", {"seat": 0, "card": 3}, vocabulary.EVENTS, ["Livia"])


# As each language writes.


@pytest.mark.parametrize("source", ["shared", "banquet"])
def test_no_long_message_is_left_in_another_language(source: str) -> None:
    seen: dict[tuple[str, str], str] = {}
    for language in LANGUAGES:
        words = Words(language, "banquet")
        for key, arguments in declared(source).items():
            told = said(words, key, arguments)
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


@pytest.mark.parametrize("source", ["shared", "banquet"])
def test_french_spaces(source: str) -> None:
    for key, message in pairs(source, "fr"):
        assert not re.search(r"[^\u202f][!?;]", without_keys(message)), (
            f"{key}: a narrow no-break space stands before ! ? ;"
        )
        assert not re.search(r"[^\u00a0]:", message), f"{key}: a no-break space stands before a colon"
        assert not re.search(r"[“”„]|«(?!\u00a0)|(?<!\u00a0)»", message), f"{key}: quotes are « and »"


@pytest.mark.parametrize("source", ["shared", "banquet"])
def test_spanish_opens_its_questions_and_cries(source: str) -> None:
    for key, message in pairs(source, "es"):
        assert message.count("¿") == without_keys(message).count("?"), key
        assert message.count("¡") == message.count("!"), key


@pytest.mark.parametrize("source", ["shared", "banquet"])
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
