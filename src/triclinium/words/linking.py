"""Small words that change before a name: "de Marcus", but "d’Anna".

A message writes such a word with a tilde before its argument: `de~{seat}`. The word is chosen by the sound that the
argument begins with. The page does the same (`web/src/lib/linking.ts`).

>>> linked("la ceinture de~{seat}", "fr")
'la ceinture {seat_sound, select, a {d’} e {d’} h {d’} i {d’} o {d’} u {d’} other {de }}{seat}'
>>> linked("offre il Dono a~{to}", "it")
'offre il Dono {to_sound, select, a {ad } other {a }}{to}'
"""

from __future__ import annotations

import re
import unicodedata

SOUND = "_sound"

LINKS: dict[str, dict[str, tuple[str, str]]] = {
    "fr": {"de": ("d’", "aehiou"), "De": ("D’", "aehiou"), "que": ("qu’", "aehiou"), "Que": ("Qu’", "aehiou")},
    "it": {"a": ("ad ", "a"), "e": ("ed ", "e")},
    "es": {"y": ("e ", "i"), "o": ("u ", "o")},
}
"""For each language the words that change: their other form, and the sounds it comes before."""

_LINK = re.compile(r"(\w+)~\{(\w+)\}")


def linked(message: str, language: str) -> str:
    """The message with every such word chosen by the sound of what follows."""
    words = LINKS.get(language, {})

    def choice(found: re.Match[str]) -> str:
        word, name = found.groups()
        before, sounds = words[word]
        branches = " ".join(f"{sound} {{{before}}}" for sound in sounds)
        return f"{{{name}{SOUND}, select, {branches} other {{{word} }}}}{{{name}}}"

    return _LINK.sub(choice, message)


def first_sound(text: str) -> str:
    """The sound that a text begins with, as far as these languages care.

    A mute h is skipped before an i, and a y before a consonant counts as i. Spanish uses "e" for "and" before an i that
    is not part of a diphthong, Italian "ed" before an e. French drops an e before every vowel and mute h.

    >>> first_sound("Íñigo"), first_sound("Hilario"), first_sound("hielo"), first_sound("Yves"), first_sound("Yann")
    ('i', 'i', 'h', 'i', 'y')
    >>> first_sound("Œdipe"), first_sound("🍷")
    ('o', 'other')
    """
    plain = unicodedata.normalize("NFKD", text).casefold().replace("œ", "oe").replace("æ", "ae")
    plain = "".join(letter for letter in plain if not unicodedata.combining(letter))
    if re.match(r"h?i(?![aeou])|y(?![aeiou])", plain):
        return "i"
    return plain[0] if re.match(r"[a-z]", plain) else "other"
