"""How rows happen: each kind of row has one function, which lets it happen when it is written and when it is read."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias, TypeVar

Fold: TypeAlias = Callable[..., None]
"""Takes the table and the row; for a row with answers, what they have just told."""
FOLDS: dict[type, Fold] = {}
Folding = TypeVar("Folding", bound=Fold)


def folds(row: type) -> Callable[[Folding], Folding]:
    """Register the function that lets a kind of row happen."""

    def register(function: Folding) -> Folding:
        FOLDS[row] = function
        return function

    return register
