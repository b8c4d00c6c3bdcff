"""The arguments a message asks for, read from its ICU text."""

from __future__ import annotations


def arguments_of(message: str) -> frozenset[str]:
    """The names of all arguments in a message that ICU has accepted.

    Our words write ’ and never the straight apostrophe, which ICU takes for a quote, so braces are always syntax.

    >>> sorted(arguments_of("{seat} eats {number, plural, one {# dish} other {# dishes with {friend}}}"))
    ['friend', 'number', 'seat']
    """
    names: set[str] = set()
    _read_text(message, 0, names)
    return frozenset(names)


def _read_text(message: str, at: int, names: set[str]) -> int:
    """Read text up to the brace that closes it, or to the end; says where it stopped."""
    while at < len(message) and message[at] != "}":
        at = _read_argument(message, at + 1, names) if message[at] == "{" else at + 1
    return at


def _read_argument(message: str, at: int, names: set[str]) -> int:
    """Read an argument from behind its opening brace; every brace inside it opens a branch of text."""
    end = at
    while message[end] not in ",}":
        end += 1
    names.add(message[at:end].strip())
    while message[end] != "}":
        end += 1
        if message[end] == "{":
            end = _read_text(message, end + 1, names) + 1
    return end + 1
