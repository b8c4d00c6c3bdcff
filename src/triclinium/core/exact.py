"""Read answers by exact type. In Python 0, 0.0 and False are equal; at a table they are three different things.

Every game reads its messages with these functions, which raise `Malformed` with a key of the game's words. To test
whether an answer is in a list, use `among`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from typing import Any

from triclinium.core.decision import Answer, Json, Malformed


def same(one: Json, other: Json) -> bool:
    """Whether two values are the same JSON, written the same way.

    >>> same({"to": 0}, {"to": 0}), same({"to": 0}, {"to": 0.0}), same([1], [True])
    (True, False, False)
    """
    # Fast path: most values that differ are not equal either. Equal ones are compared type by type.
    return type(one) is type(other) and one == other and _same_types(one, other)


def _same_types(one: Any, other: Any) -> bool:
    if type(one) is not type(other):
        return False
    if type(one) is dict:
        return all(_same_types(value, other[key]) for key, value in one.items())
    if type(one) is list:
        return all(map(_same_types, one, other))
    return True


def among(answer: Json, options: Iterable[Answer]) -> bool:
    """Like `answer in options`, but by exact type."""
    return any(same(answer, option) for option in options)


def kind_of(answer: Answer, keys: Mapping[str, Set[str]], unknown: str, wrong_fields: str) -> str:
    """The kind of a message that has exactly the fields of its kind."""
    kind = answer.get("kind") if type(answer) is dict else None
    if type(kind) is not str or kind not in keys:
        raise Malformed(unknown)
    if answer.keys() != keys[kind]:
        raise Malformed(wrong_fields)
    return kind


def number_in(value: Json, numbers: range, refusal: str) -> int:
    """A whole number within a range: a seat, a place, an angle."""
    if type(value) is not int or value not in numbers:
        raise Malformed(refusal)
    return value


def named(value: Json, names: Sequence[str], refusal: str) -> int:
    """The index of a name in a list of names: a card, a deck."""
    if type(value) is not str or value not in names:
        raise Malformed(refusal)
    return names.index(value)


def flag(value: Json, refusal: str) -> bool:
    if type(value) is not bool:
        raise Malformed(refusal)
    return value
