"""Nearly correct answers: with one thing wrong, or one type wrong."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from triclinium.core.copies import copied
from triclinium.core.decision import Answer

NONSENSE: tuple[Any, ...] = (None, 7, "x", [], {}, {"kind": None}, {"kind": "no_such_kind"}, {"kind": ["pass"]})


def mutated(option: Answer, rng: random.Random) -> Any:
    if rng.random() < 0.2:
        return rng.choice(NONSENSE)
    mutant: dict[str, Any] = copied(option)
    field = rng.choice(list(mutant))
    roll = rng.random()
    if roll < 0.2:
        del mutant[field]
    elif roll < 0.4:
        mutant["more"] = 1
    else:
        mutant[field] = _changed(mutant[field], rng)
    return mutant


def _changed(value: Any, rng: random.Random) -> Any:
    if isinstance(value, bool) or value is None:
        return rng.choice((0, "true", [], 2))
    if isinstance(value, int):
        return rng.choice((value + 1, value - 1, 99, -99, True, str(value), 1 << 70, float(value)))
    if isinstance(value, str):
        return rng.choice((value + "x", "", value.upper(), 0, None, [value]))
    if isinstance(value, list) and value:
        at = rng.randrange(len(value))
        return rng.choice(
            (
                value[:at] + value[at + 1 :],
                [*value, value[at]],
                [*value[:at], _changed(value[at], rng), *value[at + 1 :]],
            )
        )
    return rng.choice((0, "x", None))


def retyped(value: Any) -> Iterator[Any]:
    """The same value with the type of one part changed. None of these is ever an answer.

    >>> list(retyped({"to": 1}))[:4]
    [[], True, {'to': 1.0}, {'to': '1'}]
    """
    yield from _other_types(value)
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for place, part in parts:
        for other in retyped(part):
            mutant = copied(value)
            mutant[place] = other
            yield mutant


def _other_types(value: Any) -> tuple[Any, ...]:
    """What a lenient reader would accept for this value."""
    if value is None:
        return (False, 0, 0.0, [])
    if isinstance(value, bool):
        return (int(value), float(value), str(value).lower(), [value])
    if isinstance(value, int):
        plain: tuple[Any, ...] = (float(value), str(value), [value])
        return (*plain, bool(value)) if value in (0, 1) else plain
    if isinstance(value, str):
        return ([value], True, 0, 1.0)
    return ([], True) if isinstance(value, dict) else ({}, "", False)
