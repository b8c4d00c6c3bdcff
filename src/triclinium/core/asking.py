"""Work that asks while it goes on: a generator that yields what it asks, is sent the answer, and gives an outcome."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import TypeVar

Asked = TypeVar("Asked")
Told = TypeVar("Told")
Outcome = TypeVar("Outcome")


def answered(asking: Generator[Asked, Told, Outcome], answer: Callable[[Asked], Told]) -> Outcome:
    """Answer all it asks; gives its outcome.

    >>> def asking():
    ...     one = yield "one"
    ...     two = yield "other"
    ...     return one + two
    >>> answered(asking(), len)
    8
    """
    try:
        asked = next(asking)
        while True:
            asked = asking.send(answer(asked))
    except StopIteration as over:
        outcome: Outcome = over.value
        return outcome
