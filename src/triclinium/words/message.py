"""Find the arguments of a message in its ICU text."""

from __future__ import annotations


def arguments_of(message: str) -> frozenset[str]:
    """The names of all arguments in a message that ICU has accepted.

    Our words use ’ and never the straight apostrophe, which quotes in ICU, so braces are always syntax.

    >>> sorted(arguments_of("{seat} eats {number, plural, one {# dish} other {# dishes with {friend}}}"))
    ['friend', 'number', 'seat']
    """
    names: set[str] = set()
    _read_text(message, 0, names)
    return frozenset(names)


def _read_text(message: str, at: int, names: set[str]) -> int:
    """Read text up to the closing brace or the end; return where it stops."""
    while at < len(message) and message[at] != "}":
        at = _read_argument(message, at + 1, names) if message[at] == "{" else at + 1
    return at


def _read_argument(message: str, at: int, names: set[str]) -> int:
    """Read an argument after its opening brace. Every brace inside it opens a branch of text."""
    end = at
    while message[end] not in ",}":
        end += 1
    names.add(message[at:end].strip())
    while message[end] != "}":
        end += 1
        if message[end] == "{":
            end = _read_text(message, end + 1, names) + 1
    return end + 1
