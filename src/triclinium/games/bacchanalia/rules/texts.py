"""Texts that people write: checked on entry, stored as written, compared in a normal form.

A text is stored exactly as written, because normalising can change how a name looks. Only comparisons use the normal
form: Unicode composed, without case, so that é typed in two ways is the same é.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from triclinium.core.decision import Illegal, Json, Malformed

TEXT_BYTES_MOST = 32 * 1024
SHORT_BYTES_MOST = 256
"""Names, places and quoted elements."""

WRITTEN = "written"
ALOUD = "aloud"
UNTOLD = "untold"
VEILED = "veiled"
FORMS = (WRITTEN, ALOUD, UNTOLD, VEILED)
TOLD = (WRITTEN, ALOUD, VEILED)
"""Forms that count as a telling (BC-28). An untold passage does not (BC-25)."""
WHITE = "\n\r\t"
LONG_WORD = 4
"""Shorter words are ignored in comparisons: articles and most prepositions."""


@dataclass(frozen=True, slots=True)
class Wording:
    """How a passage was told: in writing, aloud, under a veil, or not at all."""

    form: str
    text: str | None = None

    def message(self) -> dict[str, Json]:
        """The words as an answer has them."""
        return {"form": self.form} if self.text is None else {"form": self.form, "text": self.text}


def check_text(value: Json, most: int = TEXT_BYTES_MOST) -> str:
    """A valid text. Raises `Refused` with the reason otherwise."""
    if not isinstance(value, str):
        raise Malformed("refused.text_no_text")
    if "\x00" in value:
        raise Malformed("refused.text_null")
    try:
        size = len(value.encode("utf-8"))
    except UnicodeEncodeError:
        raise Malformed("refused.text_surrogate") from None
    if size > most:
        raise Malformed("refused.text_long", size=size, most=most)
    if any(unicodedata.category(letter) == "Cc" and letter not in WHITE for letter in value):
        raise Malformed("refused.text_control")
    if not any(unicodedata.category(letter)[0] in "LNPS" for letter in value):
        raise Malformed("refused.text_blank", "BC-28")
    return value


def check_name(value: Json) -> str | None:
    """A short name in one line, or None."""
    if value is None:
        return None
    name = check_text(value, SHORT_BYTES_MOST)
    if any(letter in WHITE for letter in name):
        raise Malformed("refused.text_lines")
    return name


def check_words(
    value: Json, forms: tuple[str, ...] = FORMS, most: int = TEXT_BYTES_MOST, *, noted: bool = False
) -> Wording:
    """The words of an answer: `{"form": "written", "text": ...}`, or another form without a text.

    With `noted`, words told aloud may be noted too.
    """
    form = value.get("form") if isinstance(value, dict) else None
    if not isinstance(value, dict) or not isinstance(form, str) or form not in FORMS:
        raise Malformed("refused.wrong_words")
    has_text = form == WRITTEN or (noted and form == ALOUD and "text" in value)
    if set(value) != ({"form", "text"} if has_text else {"form"}):
        raise Malformed("refused.wrong_words")
    if form not in forms:
        raise Illegal("refused.form_not_here", "BC-28", form=form)
    return Wording(form, check_text(value["text"], most) if has_text else None)


@lru_cache(maxsize=1024)
def plain_form(text: str) -> str:
    """The form for comparisons: composed, without case, with single spaces.

    Kept for a while: each text of a tale is compared with every other, at every step.
    """
    return " ".join(unicodedata.normalize("NFC", unicodedata.normalize("NFC", text).casefold()).split())


def within(part: str, whole: str) -> bool:
    return plain_form(part) in plain_form(whole)


def mentions(whole: str, part: str) -> bool:
    """Whether a text mentions an element: in the same words, or with each of its longer words somewhere in it.

    Articles and prepositions change with the sentence, so they are ignored.

    >>> mentions("I sat down al mulino di pietra.", "il mulino di pietra")
    True
    >>> mentions("I sat down by a mill.", "the mill of stone")
    False
    """
    return mentioned_in(whole)(part)


def mentioned_in(whole: str) -> Callable[[str], bool]:
    """A test for many elements against one text, which is read once."""
    plain = plain_form(whole)
    there = {*_words(plain)}

    def mentioned(part: str) -> bool:
        if plain_form(part) in plain:
            return True
        words = _words(plain_form(part))
        return ({word for word in words if len(word) >= LONG_WORD} or {max(words, key=len, default="")}) <= there

    return mentioned


def _words(plain: str) -> list[str]:
    return re.findall(r"\w+", plain)
