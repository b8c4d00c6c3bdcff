"""The grammar of one language: its sentences as ICU messages, its nouns with gender, articles and prepositions.

A file of narration holds, by key, either one message or a list of them. Nouns are written
`noun|class|preposition|setting`: the class says which article the noun takes, and the messages under `form.` put
article and preposition before it, so that any noun fits any sentence: "al mulino", "alla fontana", "all’osteria".
The setting of a place is `house` or `open`, or nothing where it is both; a sentence with a table in it is not said in
an olive grove. Which words betray a setting, and which prove that something was shown, stands in lists of their own.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache, cached_property
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
HOUSE, OPEN_AIR = "house", "open"
UNPLACED = frozenset(
    {
        *("form", "prompt", "intro", "signs", "move", "flight", "taken", "memory", "question", "reply", "reply_more"),
        *("twist", "open", "return", "echo", "together", "part", "meet"),
    }
)
THREADS = ("close.errand", "close.promise", "close.cost")
"""What is said on the way, in thoughts or of another time: it fits under a roof and in the open."""
NAME_FORMS = ("of", "to")
VOWELS = "aeiouyhéèêàâîôû"

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
    setting: str = ""
    """Of a place: under a roof, in the open, or (nothing) both."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """One message of the grammar, ready to be said."""

    message: MessageFormat
    arguments: frozenset[str]
    sign: str
    """Its longest run of fixed words: where this stands, the sentence has been said."""
    fixed: str
    """All its fixed words."""
    setting: str
    """Where alone it can be said: under a roof or in the open; nothing for anywhere."""

    @property
    def bases(self) -> set[str]:
        """Whom and what it speaks of: `lover`, `there`, `thing`."""
        return {argument.split("_")[0] for argument in self.arguments}

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
        self._beginnings: dict[str, re.Pattern[str]] = {}

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
            placed = key.split(".", maxsplit=1)[0] not in UNPLACED and key not in THREADS
            self._sentences[key] = tuple(self._sentence(text, placed) for text in self.texts(key))
        return self._sentences[key]

    def _sentence(self, text: str, placed: bool) -> Sentence:
        fixed = fixed_words(text)
        setting = self.setting_of(fixed) if placed else ""
        return Sentence(MessageFormat(text, self.language), arguments_of(text), sign_of(text), fixed, setting)

    def setting_of(self, fixed: str) -> str:
        """Where a sentence with these words can be said."""
        found = [setting for setting in (HOUSE, OPEN_AIR) if self.has_word(f"prop.{setting}", fixed)]
        return "".join(found)

    def has_word(self, key: str, text: str) -> bool:
        """Whether a text, in the form in which texts are compared, has a word of a list.

        A list holds beginnings of words, and whole words behind which stands a `!`.
        """
        if key not in self._beginnings:
            words = "|".join(re.escape(plain_form(word)).replace("!", r"\b") for word in self.texts(key))
            self._beginnings[key] = re.compile(rf"(?<!\w)(?:{words})")
        return self._beginnings[key].search(text) is not None

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

    def name_form(self, name: str, form: str) -> str:
        """A name behind a preposition: "of Livia", "d’Aelia", "ad Aelia"; people's names may begin with an article."""
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
        """A noun as it is written in a lexicon: `noun|class|preposition|setting`."""
        bare, kind, preposition, setting = [*text.split("|"), "", ""][:4]
        return Noun(bare, kind, preposition, element, bare, setting)

    def lexicon(self, name: str) -> tuple[Noun, ...]:
        """All nouns of a lexicon, each with every tail that makes it particular, if the lexicon has tails."""
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


def fixed_words(message: str) -> str:
    """All words of a message that do not hang on its arguments, or stand in one of its branches.

    >>> fixed_words("{a, select, f {She} other {He}} hides {thing} under a table.")
    'she he hides under a table.'
    """
    return plain_form("".join(_fixed(iter(TOKENS.findall(message)))))


TOKENS = re.compile(r"\{\w+, (?:select|plural),|[{}]|[^{}]+")


def _fixed(tokens: Iterator[str], branching: bool = False) -> Iterator[str]:
    """What stands in a message or a branch, up to its end; between the branches stand only their names."""
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
