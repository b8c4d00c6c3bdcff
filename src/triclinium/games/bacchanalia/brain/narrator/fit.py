"""Whether a model's text can be told: whole sentences in the right language that show what they must, and nothing else.
A text that fails raises `NoTelling` with its fault, and the grammar tells instead.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from triclinium.core.decision import Refused
from triclinium.games.bacchanalia.brain.narrator.demands import Demands, lacking
from triclinium.games.bacchanalia.brain.narrator.grammar import Grammar, grammar_of, sentences_of
from triclinium.games.bacchanalia.brain.narrator.telling import Telling
from triclinium.games.bacchanalia.rules.texts import check_text, plain_form, within
from triclinium.games.bacchanalia.words.vocabulary import FAULTS
from triclinium.words import LANGUAGES

TELLING_BYTES_MOST = 2 * 1024
LETTERS_LEAST = 8
WORDS_TO_TELL = 8
"""The least number of words for judging the language of a text."""
LATIN_LEAST = 0.7
LEAKED_RUN = 6
"""This many consecutive words from the instructions count as a leak."""
OPENING_LETTERS = 80
"""Where to look for an apology or an announcement instead of a story."""
WHOLE = re.compile(r"[.!?…][”’»\"')\]]*$|[”»]$")
ROLE = re.compile(r"^(assistant|system|user|narrator)\s*:", re.IGNORECASE)


class NoTelling(Exception):
    """A model's text cannot be told. `fault` is one of `FAULTS`."""

    def __init__(self, fault: str) -> None:
        super().__init__(fault)
        assert fault in FAULTS
        self.fault = fault


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a text must contain."""

    telling: Telling
    """The grammar's version, which the text would replace."""
    instructions: Sequence[str] = ()
    needed: str = ""
    """A name that it must contain."""
    demands: Demands | None = None


def judged(content: str, finished: bool, wanted: Wanted) -> str:
    """The text to tell. Raises `NoTelling`."""
    grammar = wanted.telling.grammar
    if declines(content, grammar):
        raise NoTelling("declined")
    text = cleaned(content)
    if text is None:
        raise NoTelling("nonsense")
    if not finished or not WHOLE.search(text):
        raise NoTelling("cut_off")
    if leaks(text, wanted.instructions, grammar):
        raise NoTelling("instructions")
    if not speaks(text, grammar.language):
        raise NoTelling("language")
    if wanted.telling.names_shunned(text):
        raise NoTelling("shunned")
    if not wanted.telling.is_new(text):
        raise NoTelling("repeated")
    lacks = wanted.demands is not None and lacking(text, wanted.demands, wanted.telling.memory, grammar)
    if lacks or not within(wanted.needed, text):
        raise NoTelling("missing")
    return text


def cleaned(content: str) -> str | None:
    """A model's text as whole sentences of a scene's length; None if it is not a text.

    >>> cleaned("<think>What now?</think> **The lamps go out.** I run.")
    'The lamps go out. I run.'
    >>> cleaned("…") is None
    True
    """
    text = re.sub(r"<think>.*?</think>", " ", content, flags=re.DOTALL)
    text = " ".join(re.sub(r"[*_#`]+", "", text).split())
    told: list[str] = []
    for sentence in sentences_of(text):
        if len(" ".join([*told, sentence]).encode("utf-8", "replace")) > TELLING_BYTES_MOST:
            break
        told.append(sentence)
    whole = " ".join(told)
    if sum(letter.isalpha() for letter in whole) < LETTERS_LEAST or any(sign in whole for sign in "{}<>"):
        return None
    try:
        return check_text(whole, TELLING_BYTES_MOST)
    except Refused:
        return None


def _plain(text: str) -> str:
    return plain_form(text).replace("’", "'")


def declines(content: str, grammar: Grammar) -> bool:
    """Whether a model declines, in the requested language or in English.

    >>> declines("I’m sorry, but I can’t help with that.", grammar_of("it"))
    True
    """
    opening = _plain(content)[:OPENING_LETTERS]
    excuses = [*grammar.texts("model.declines"), *grammar_of("en").texts("model.declines")]
    return any(_plain(excuse) in opening for excuse in excuses)


def leaks(text: str, instructions: Sequence[str], grammar: Grammar) -> bool:
    """Whether a text repeats its instructions or announces itself."""
    opening = _plain(text)[:OPENING_LETTERS]
    prefaces = [*grammar.texts("model.prefaces"), *grammar_of("en").texts("model.prefaces")]
    announced = any(opening.startswith(_plain(preface)) for preface in prefaces) and ":" in opening
    told, asked = _runs(text), {run for line in instructions for run in _runs(line)}
    return bool(ROLE.match(text)) or announced or not told.isdisjoint(asked)


def _runs(text: str) -> set[tuple[str, ...]]:
    words = re.findall(r"\w+", plain_form(text))
    return {tuple(words[at : at + LEAKED_RUN]) for at in range(len(words) - LEAKED_RUN + 1)}


def speaks(text: str, language: str) -> bool:
    """Whether a text is in a language, judged by its short words.

    >>> speaks("I run through the vines, and the soldiers do not see me.", "en")
    True
    >>> speaks("I run through the vines, and the soldiers do not see me.", "it")
    False
    """
    letters = [letter for letter in text if letter.isalpha()]
    latin = sum("LATIN" in unicodedata.name(letter, "") for letter in letters)
    if latin < LATIN_LEAST * len(letters):
        return False
    words = re.findall(r"\w+", plain_form(text))
    if len(words) < WORDS_TO_TELL:
        return True
    known = {each: sum(word in _small(each) for word in words) for each in LANGUAGES}
    return known[language] == max(known.values()) > 0


def _small(language: str) -> frozenset[str]:
    return frozenset(grammar_of(language).texts("model.small_words"))
