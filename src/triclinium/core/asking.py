"""Work that asks questions on its way: a generator yields each question and is sent the answer."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import TypeVar

Asked = TypeVar("Asked")
Told = TypeVar("Told")
Outcome = TypeVar("Outcome")


def answered(asking: Generator[Asked, Told, Outcome], answer: Callable[[Asked], Told]) -> Outcome:
    """Run a generator to its end, answering each of its questions; return what it returns.

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
