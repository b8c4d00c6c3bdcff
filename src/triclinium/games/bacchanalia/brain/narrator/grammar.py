"""The grammar of one language: sentences as ICU messages, nouns with gender, articles and prepositions.

The narration files of a language map each key to one message or a list of them; an episode is a list of messages that
belong together. Nouns are written `noun|class|preposition|setting`. The class selects the article; the messages under
`form.` put article and preposition before the noun, so that any noun fits any sentence: "al mulino", "alla fontana",
"all’osteria". The setting of a place is `house` or `open`, or empty for both: a sentence with a table in it does not
suit an olive grove. Separate lists hold the words that imply a setting and the words that prove something was shown.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from typing import TypeAlias

from icu4py.messageformat import MessageFormat

from triclinium.games.bacchanalia.manifest import MANIFEST
from triclinium.games.bacchanalia.rules.texts import plain_form
from triclinium.words import LANGUAGES, NoWords
from triclinium.words.message import arguments_of

FORMS = ("the", "a", "at", "to", "from", "of")
"""The forms of a noun in a sentence."""
LEXICONS = {"place": "place", "prison": "place", "haven": "place", "person": "person", "thing": "thing"}
"""The lexicons of nouns, each with the kind of element it names."""
FEMININE, MASCULINE = "f", "m"
HOUSE, OPEN_AIR = "house", "open"
UNPLACED = frozenset(
    {
        *("form", "prompt", "intro", "signs", "move", "flight", "taken", "memory", "question", "reply", "reply_more"),
        *("twist", "open", "return", "resolve", "echo", "ended", "together", "part", "meet"),
    }
)
"""Sentences about thoughts or another time, which suit a house and the open air alike."""
MOVES = ">"
"""In an episode: where the scene moves to another place."""
NAME_FORMS = ("of", "to")
VOWELS = "aeiouyhéèêàâîôû"
FOLDER = MANIFEST.folder("words").joinpath("narration")

Values: TypeAlias = "Mapping[str, str]"


@dataclass(frozen=True, slots=True)
class Noun:
    """A noun phrase without its article."""

    bare: str
    kind: str
    """Its class of article. The first letter is the gender, if the language has one."""
    preposition: str = ""
    element: str = ""
    """What it names: a person, a place or a thing."""
    short: str = ""
    """A shorter form for the second mention."""
    setting: str = ""
    """For a place: a house, the open air, or empty for both."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """One message of the grammar, ready to use."""

    message: MessageFormat
    arguments: frozenset[str]
    sign: str
    """Its longest run of fixed words. A text with this run contains the sentence."""
    fixed: str
    """All its fixed words."""
    setting: str
    """The only setting it suits; empty for any."""

    @property
    def bases(self) -> set[str]:
        """What it refers to: `lover`, `there`, `thing`."""
        return {argument.split("_")[0] for argument in self.arguments}

    def say(self, values: Values) -> str:
        return capital(self.message.format(dict(values)))


@dataclass(frozen=True, slots=True)
class Episode:
    """Sentences that belong together, told one after the other; between them the scene may move."""

    sentences: tuple[Sentence, ...]
    before: int
    """How many of them come before the move."""


class Grammar:
    """All that a narrator can say in one language."""

    def __init__(self, language: str) -> None:
        if language not in LANGUAGES:
            raise NoWords(f"there are no narrators in {language!r}; there are {', '.join(LANGUAGES)}")
        self.language = language
        self._texts = _load(language)
        self._sentences: dict[str, tuple[Sentence, ...]] = {}
        self._episodes: dict[str, tuple[Episode, ...]] = {}
        self._lexicons: dict[str, tuple[Noun, ...]] = {}
        self._beginnings: dict[str, re.Pattern[str]] = {}

    @property
    def keys(self) -> tuple[str, ...]:
        return tuple(self._texts)

    def texts(self, key: str) -> tuple[str, ...]:
        """The raw messages under a key."""
        found = self._texts[key]
        if isinstance(found, str):
            return (found,)
        return tuple(text for each in found for text in ((each,) if isinstance(each, str) else each) if text != MOVES)

    def sentences(self, key: str) -> tuple[Sentence, ...]:
        if key not in self._sentences:
            placed = key == "intro.where_more" or key.split(".", maxsplit=1)[0] not in UNPLACED
            self._sentences[key] = tuple(self._sentence(text, placed) for text in self.texts(key))
        return self._sentences[key]

    def episodes(self, entry: str) -> tuple[Episode, ...]:
        """The episodes of an entry or ending; some have none."""
        if entry not in self._episodes:
            told = self._texts.get(f"episode.{entry}", ())
            self._episodes[entry] = tuple(self._episode(texts) for texts in told)
        return self._episodes[entry]

    def _episode(self, texts: Sequence[str]) -> Episode:
        sentences = tuple(self._sentence(text, placed=True) for text in texts if text != MOVES)
        return Episode(sentences, texts.index(MOVES) if MOVES in texts else len(sentences))

    def _sentence(self, text: str, placed: bool) -> Sentence:
        fixed = fixed_words(text)
        setting = self.setting_of(fixed) if placed else ""
        return Sentence(MessageFormat(text, self.language), arguments_of(text), sign_of(text), fixed, setting)

    def setting_of(self, fixed: str) -> str:
        """The setting that a sentence with these words suits."""
        found = [setting for setting in (HOUSE, OPEN_AIR) if self.has_word(f"prop.{setting}", fixed)]
        return "".join(found)

    def has_word(self, key: str, text: str) -> bool:
        """Whether a text, in normal form, contains a word of a list.

        A list holds beginnings of words; a `!` after a word means the whole word.
        """
        if key not in self._beginnings:
            words = "|".join(re.escape(plain_form(word)).replace("!", r"\b") for word in self.texts(key))
            self._beginnings[key] = re.compile(rf"(?<!\w)(?:{words})")
        return self._beginnings[key].search(text) is not None

    def names(self, gender: str) -> tuple[str, ...]:
        return tuple(_names()["women" if gender == FEMININE else "men"])

    def gender(self, name: str | None) -> str:
        """The gender of a name; unknown names count as male."""
        return FEMININE if name in self.names(FEMININE) else MASCULINE

    # --- Nouns ----------------------------------------------------------------------------------

    def form(self, noun: Noun, form: str) -> str:
        """A noun with its article and, in most forms, a preposition."""
        return self.sentences(f"form.{form}")[0].message.format(
            {"noun": noun.bare, "class": noun.kind, "prep": noun.preposition or "none"}
        )

    def name_form(self, name: str, form: str) -> str:
        """A name with a preposition: "of Livia", "d’Aelia", "ad Aelia". Names given by people may begin with an
        article.
        """
        start, _, rest = name.partition(" ")
        first = plain_form(name)[:1]
        return self.sentences(f"form.name_{form}")[0].message.format(
            {
                "name": name,
                "first": first if first in VOWELS else "other",
                "vowel": "yes" if first in VOWELS else "no",
                "article": plain_form(start) if rest else "none",
                "rest": rest,
            }
        )

    def noun(self, text: str, element: str = "") -> Noun:
        """Parse `noun|class|preposition|setting`. What comes after a `~` is left out at the second mention."""
        words, kind, preposition, setting = [*text.split("|"), "", ""][:4]
        short, _, tail = words.partition("~")
        return Noun(short + tail, kind, preposition, element, short, setting)

    def lexicon(self, name: str) -> tuple[Noun, ...]:
        """All nouns of a lexicon; if it has tails ("of stone"), each noun with each tail."""
        if name not in self._lexicons:
            self._lexicons[name] = self._read_lexicon(name)
        return self._lexicons[name]

    def _read_lexicon(self, name: str) -> tuple[Noun, ...]:
        heads = [self.noun(text, LEXICONS.get(name, "")) for text in self.texts(name)]
        if f"{name}_tail" not in self._texts:
            return tuple(heads)
        nouns: list[Noun] = []
        for text in self.texts(f"{name}_tail"):
            words, _, setting = text.partition("|")
            tail = MessageFormat(words, self.language)
            for head in heads:
                if not (setting and head.setting) or setting == head.setting:
                    nouns.append(replace(head, bare=f"{head.bare} {tail.format({'gender': head.kind[:1]})}"))
        return tuple(nouns)

    @cached_property
    def _by_bare(self) -> dict[str, Noun]:
        return {plain_form(noun.bare): noun for name in LEXICONS for noun in self.lexicon(name)}

    @cached_property
    def _by_name(self) -> dict[str, Noun]:
        places = [noun for noun in self._by_bare.values() if noun.element == "place"]
        return {plain_form(self.form(noun, "the")): noun for noun in places}

    def element(self, text: str) -> Noun | None:
        """The noun that somebody quotes, if it is one of ours."""
        return self._by_bare.get(plain_form(text)) or self._by_name.get(plain_form(text))

    def place(self, name: str | None) -> Noun:
        """A place by its name: one of ours, one that people named, or an unnamed one."""
        if name is None:
            return self.noun(self.texts("unnamed.place")[0], "place")
        known = self._by_name.get(plain_form(name))
        if known is not None:
            return known
        unknown = self.noun(self.texts("unknown.place")[0], "place")
        called = MessageFormat(unknown.bare, self.language).format({"name": name})
        return replace(unknown, bare=called, short=called)


@cache
def grammar_of(language: str) -> Grammar:
    return Grammar(language)


Texts: TypeAlias = "Mapping[str, str | list[str] | list[list[str]]]"


@cache
def _load(language: str) -> Texts:
    texts: dict[str, str | list[str] | list[list[str]]] = {}
    for file in sorted(FOLDER.joinpath(language).iterdir(), key=lambda each: each.name):
        texts |= json.loads(file.read_text(encoding="utf-8"))
    return texts


@cache
def _names() -> Mapping[str, list[str]]:
    names: dict[str, list[str]] = json.loads(FOLDER.joinpath("names.json").read_text(encoding="utf-8"))
    return names


def sign_of(message: str) -> str:
    """The longest run of fixed words in a message, in normal form.

    >>> sign_of("{here, select, a {never mind this} other {}} the lamps go out {there_at}.")
    'the lamps go out'
    """
    runs = [""]
    depth = 0
    for letter in message:
        depth += (letter == "{") - (letter == "}")
        if depth or letter == "}":
            runs.append("")
        else:
            runs[-1] += letter
    return plain_form(max(runs, key=len))


def fixed_words(message: str) -> str:
    """All words of a message that do not depend on its arguments, including those in its branches.

    >>> fixed_words("{a, select, f {She} other {He}} hides {thing} under a table.")
    'she he hides under a table.'
    """
    return plain_form("".join(_fixed(iter(TOKENS.findall(message)))))


BEGINNING = re.compile(r"(^|[!?]\s+|\.\s?[”»’]?\s+|\.\s+)([«“‘¿¡]*\s?)(\w)")
"""The first letter of a sentence, and what comes before it."""
TOKENS = re.compile(r"\{\w+, (?:select|plural),|[{}]|[^{}]+")


def _fixed(tokens: Iterator[str], branching: bool = False) -> Iterator[str]:
    """The fixed texts of a message or branch up to its end. Between branches there are only their names."""
    for token in tokens:
        if token == "}":
            return
        if token.startswith("{") and token != "{":
            yield from _fixed(tokens, branching=True)
        elif token == "{":
            inner = list(_fixed(tokens))
            yield " ".join(inner) if branching else " "
        elif not branching:
            yield token
        yield " "


def sentences_of(text: str) -> list[str]:
    """Split a text into sentences.

    >>> sentences_of("The lamps go out. “Run!” somebody cries. Why?")
    ['The lamps go out.', '“Run!” somebody cries.', 'Why?']
    """
    return [part for part in re.split(r"(?<=[.!?…])\s+(?!»)", text.strip()) if part]


def capital(text: str) -> str:
    """Capitalise each sentence of a text, also behind quotation marks; after “Why?” a sentence may go on.

    >>> capital("«perché?» chiede. «vai.» il mulino tace.")
    '«Perché?» chiede. «Vai.» Il mulino tace.'
    """
    return re.sub(BEGINNING, lambda found: found[1] + found[2] + found[3].upper(), text)
