"""How rows are applied: one function for each kind of row, both when it is written and when it is read."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias, TypeVar

Fold: TypeAlias = Callable[..., None]
"""Takes the table and the row; for a row with answers, also their events."""
FOLDS: dict[type, Fold] = {}
Folding = TypeVar("Folding", bound=Fold)


def folds(row: type) -> Callable[[Folding], Folding]:
    """Register the function that applies a kind of row."""

    def register(function: Folding) -> Folding:
        FOLDS[row] = function
        return function

    return register
