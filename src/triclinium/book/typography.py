"""Typed text set as a printer would: quotation marks, apostrophes, dashes and spaces of the language.

What is already set stays as it is, so that setting twice changes nothing.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

NARROW = "\u202f"
WIDE = "\u00a0"
QUOTES = {
    "en": ("“", "”", "‘", "’"),
    "fr": ("«" + NARROW, NARROW + "»", "“", "”"),
    "nl": ("“", "”", "‘", "’"),
    "it": ("«", "»", "“", "”"),
    "es": ("«", "»", "“", "”"),
}
"""Outer and inner marks, opening and closing."""

_BEFORE_OPENING = " \t\n\u00a0\u202f([{<-–—«“‘¿¡"
_DASHES = re.compile(r"(?<=\s)--?(?=\s)")
_SINGLE_CLOSING = re.compile(r"\S'(?!\w)")
_DOTS = re.compile(r"\.{3}")
_FRENCH_HIGH = re.compile(r"(?<=[^\s!?;«])[ \u00a0\u202f]?([;!?])(?=[\s!?»”)\]]|$)")
_FRENCH_COLON = re.compile(r"(?<=\S)[ \u00a0\u202f]?:(?=\s|$)")
_FRENCH_OPENING = re.compile(r"«[ \u00a0\u202f]*")
_FRENCH_CLOSING = re.compile(r"[ \u00a0\u202f]*»")


def typeset(text: str, language: str) -> str:
    """The text with the marks and spaces of a language.

    >>> typeset('"Come in", she said - \\'tis late...', "en")
    '“Come in”, she said – ’tis late…'
    >>> typeset('Il dit: "Viens!" Pourquoi?', "fr") == 'Il dit\u00a0: «\u202fViens\u202f!\u202f» Pourquoi\u202f?'
    True
    """
    text = _DOTS.sub("…", _DASHES.sub("–", unicodedata.normalize("NFC", text)))
    text = _quoted(text, QUOTES[language])
    return _spaced_in_french(text) if language == "fr" else text


def _quoted(text: str, marks: tuple[str, str, str, str]) -> str:
    opening, closing, inner_opening, inner_closing = marks
    out: list[str] = []
    within = False
    # A single mark opens a quotation only if one closes it later; else it is an apostrophe.
    last_closing = max((found.end() for found in _SINGLE_CLOSING.finditer(text)), default=0) - 1
    for place, sign in enumerate(text):
        before = text[place - 1] if place else " "
        opens = before in _BEFORE_OPENING or (before in "\"'" and out and out[-1] in (opening, inner_opening))
        if sign == '"':
            out.append(opening if opens else closing)
        elif sign == "'" and opens and place < last_closing:
            out.append(inner_opening)
            within = True
        elif sign == "'" and within and not text[place + 1 : place + 2].isalnum():
            out.append(inner_closing)
            within = False
        else:
            out.append("’" if sign == "'" else sign)
    return "".join(out)


def _spaced_in_french(text: str) -> str:
    text = _FRENCH_OPENING.sub("«" + NARROW, text)
    text = _FRENCH_CLOSING.sub(NARROW + "»", text)
    text = _FRENCH_HIGH.sub(NARROW + r"\1", text)
    return _FRENCH_COLON.sub(WIDE + ":", text)


@dataclass(frozen=True, slots=True)
class Opening:
    """The first paragraph of a chapter: what stands before its capital, the capital, and the rest."""

    before: str
    capital: str
    rest: str


_OPENING = re.compile(r"^([«“‘\"'¿¡(–—…\s]*)(\w)(.*)$", re.DOTALL)


def opening(text: str) -> Opening | None:
    """A paragraph parted for a drop capital; None if it starts with something else than a letter.

    >>> opening("« Été », dit-il.")
    Opening(before='« ', capital='É', rest='té », dit-il.')
    >>> opening("61 was hot.") is None
    True
    """
    found = _OPENING.match(unicodedata.normalize("NFC", text))
    if found is None or not found[2].isalpha():
        return None
    capital = found[2].upper()
    # Some letters have no single capital, as the German sharp s.
    return Opening(found[1], capital if len(capital) == 1 else found[2], found[3])
