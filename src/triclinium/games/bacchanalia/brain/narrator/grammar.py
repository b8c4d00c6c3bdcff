"""The grammar of one language: its sentences as ICU messages, its nouns with gender, articles and prepositions.

A file of narration holds, by key, either one message or a list of them. Nouns are written `noun|class|preposition`:
the class says which article the noun takes, and the messages under `form.` put article and preposition before it, so
that any noun fits any sentence: "al mulino", "alla fontana", "all’osteria".
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache, cached_property
from itertools import product
from typing import TypeAlias

from icu4py.messageformat import MessageFormat

from triclinium.games.bacchanalia.manifest import MANIFEST
from triclinium.games.bacchanalia.rules.texts import plain_form
from triclinium.words import LANGUAGES, NoWords
from triclinium.words.message import arguments_of

FORMS = ("the", "a", "at", "to", "from", "of")
"""How a noun can stand in a sentence."""
LEXICONS = {"place": "place", "prison": "place", "haven": "place", "person": "person", "thing": "thing"}
"""The lexicons of nouns, each with the kind of element it names."""
FEMININE, MASCULINE = "f", "m"

Values: TypeAlias = "Mapping[str, str]"


@dataclass(frozen=True, slots=True)
class Noun:
    """A noun phrase without its article."""

    bare: str
    kind: str
    """The class of article it takes; its first letter is its gender, where the language has any."""
    preposition: str = ""
    element: str = ""
    """Whether it names a person, a place or a thing."""
    short: str = ""
    """The same without what makes it particular, for a second mention."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """One message of the grammar, ready to be said."""

    message: MessageFormat
    arguments: frozenset[str]
    sign: str
    """Its longest run of fixed words: where this stands, the sentence has been said."""

    def say(self, values: Values) -> str:
        return capital(self.message.format(dict(values)))


class Grammar:
    """All that a narrator can say in one language."""

    def __init__(self, language: str) -> None:
        if language not in LANGUAGES:
            raise NoWords(f"there are no narrators in {language!r}; there are {', '.join(LANGUAGES)}")
        self.language = language
        self._texts = _load(language)
        self._names = _load("names")
        self._sentences: dict[str, tuple[Sentence, ...]] = {}
        self._lexicons: dict[str, tuple[Noun, ...]] = {}

    @property
    def keys(self) -> tuple[str, ...]:
        """Everything there are texts for."""
        return tuple(self._texts)

    def texts(self, key: str) -> tuple[str, ...]:
        """The messages under a key, unread."""
        found = self._texts[key]
        return (found,) if isinstance(found, str) else tuple(found)

    def sentences(self, key: str) -> tuple[Sentence, ...]:
        """The sentences under a key."""
        if key not in self._sentences:
            self._sentences[key] = tuple(self._sentence(text) for text in self.texts(key))
        return self._sentences[key]

    def _sentence(self, text: str) -> Sentence:
        return Sentence(MessageFormat(text, self.language), arguments_of(text), sign_of(text))

    def names(self, gender: str) -> tuple[str, ...]:
        """The names of women or men."""
        return tuple(self._names["women" if gender == FEMININE else "men"])

    def gender(self, name: str | None) -> str:
        """Whether a name is a woman's; a name nobody knows counts as a man's."""
        return FEMININE if name in self.names(FEMININE) else MASCULINE

    # --- Nouns ----------------------------------------------------------------------------------

    def form(self, noun: Noun, form: str) -> str:
        """A noun with its article and, for most forms, a preposition."""
        return self.sentences(f"form.{form}")[0].message.format(
            {"noun": noun.bare, "class": noun.kind, "prep": noun.preposition or "none"}
        )

    def name_of(self, name: str) -> str:
        """A name in the genitive: "of Livia", "d’Aelia"."""
        vowel = "yes" if plain_form(name)[:1] in "aeiouyéèêàâîôûh" else "no"
        return self.sentences("form.name_of")[0].message.format({"name": name, "vowel": vowel})

    def noun(self, text: str, element: str = "") -> Noun:
        """A noun as it is written in a lexicon: `noun|class|preposition`."""
        bare, kind, *preposition = text.split("|")
        return Noun(bare, kind, preposition[0] if preposition else "", element, bare)

    def lexicon(self, name: str) -> tuple[Noun, ...]:
        """All nouns of a lexicon, each with every tail that makes it particular, if the lexicon has tails."""
        if name not in self._lexicons:
            self._lexicons[name] = self._read_lexicon(name)
        return self._lexicons[name]

    def _read_lexicon(self, name: str) -> tuple[Noun, ...]:
        heads = [self.noun(text, LEXICONS.get(name, "")) for text in self.texts(name)]
        if f"{name}_tail" not in self._texts:
            return tuple(heads)
        return tuple(
            Noun(f"{head.bare} {tail}", head.kind, head.preposition, head.element, head.bare)
            for head, tail in product(heads, self.texts(f"{name}_tail"))
        )

    @cached_property
    def _by_bare(self) -> dict[str, Noun]:
        return {plain_form(noun.bare): noun for name in LEXICONS for noun in self.lexicon(name)}

    @cached_property
    def _by_name(self) -> dict[str, Noun]:
        places = [noun for noun in self._by_bare.values() if noun.element == "place"]
        return {plain_form(self.form(noun, "the")): noun for noun in places}

    def element(self, text: str) -> Noun | None:
        """The noun somebody quotes, if it is one of ours."""
        return self._by_bare.get(plain_form(text)) or self._by_name.get(plain_form(text))

    def place(self, name: str | None) -> Noun:
        """A place by its name: one of ours, or whatever people call it, or one without a name."""
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
    """The one grammar of a language."""
    return Grammar(language)


@cache
def _load(name: str) -> Mapping[str, str | list[str]]:
    folder = MANIFEST.folder("words").joinpath("narration")
    texts: dict[str, str | list[str]] = json.loads(folder.joinpath(f"{name}.json").read_text(encoding="utf-8"))
    return texts


def sign_of(message: str) -> str:
    """The longest run of fixed words in a message, in the form in which texts are compared.

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


def sentences_of(text: str) -> list[str]:
    """A text cut into sentences.

    >>> sentences_of("The lamps go out. “Run!” somebody cries. Why?")
    ['The lamps go out.', '“Run!” somebody cries.', 'Why?']
    """
    return [part for part in re.split(r"(?<=[.!?…])\s+(?!»)", text.strip()) if part]


def capital(text: str) -> str:
    """A text that begins with a capital, behind any quotation mark.

    >>> capital("«la fontana» canta")
    '«La fontana» canta'
    """
    return re.sub(r"^([«“‘¿¡]*\s?)(\w)", lambda found: found[1] + found[2].upper(), text)
