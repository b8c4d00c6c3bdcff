"""Encoded views: a part that has not changed since it was last sent is not encoded again."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from itertools import compress
from operator import attrgetter, ne
from typing import Any, NamedTuple

from triclinium.core.game import AnyGame, Part, SharesView, View
from triclinium.table.protocol.messages import ENCODER, Eyes


class WholeViews:
    """The views of a game without shared parts: each is encoded again."""

    __slots__ = ("_game",)

    def __init__(self, game: AnyGame) -> None:
        self._game = game

    def shared(self, state: Any, taken: int) -> bytes:
        """Nothing is shared."""
        return b""

    def own(self, state: Any, eyes: Eyes) -> bytes:
        return ENCODER.encode(self._game.view(state, eyes))

    def forget(self) -> None:
        """Nothing is cached."""


class SharedViews:
    """The parts of one table's views, each as last encoded, with the values it was made from."""

    __slots__ = ("_bodies", "_own", "_own_numbers", "_own_view", "_parts", "_state", "_taken", "_values", "_whole")

    def __init__(self, game: SharesView) -> None:
        self._parts = _parts_of(game.shared_parts)
        self._own_numbers, self._own_view = game.own_numbers, game.own_view
        self._own: dict[Eyes, tuple[tuple[Any, ...], bytes]] = {}
        self._values: list[Any] = [None] * len(self._parts.fields)
        self._bodies = [b""] * len(game.shared_parts)
        self._state: Any = None
        self._taken = -1
        self._whole = b""

    def shared(self, state: Any, taken: int) -> bytes:
        """What everybody sees after so many answers: a JSON object without its closing brace."""
        # A sealed answer is told to its seat alone, and the game has not applied it yet.
        if taken != self._taken or state is not self._state:
            self._encode(state)
            self._state, self._taken = state, taken
            self._whole = b"{" + b",".join(self._bodies)
        return self._whole

    def own(self, state: Any, eyes: Eyes) -> bytes:
        """What only this viewpoint sees: the rest of the object."""
        numbers = self._own_numbers(state, eyes)
        kept = self._own.get(eyes)
        if kept is None or kept[0] != numbers:
            kept = self._own[eyes] = (numbers, b"," + ENCODER.encode(self._own_view(*numbers))[1:])
        return kept[1]

    def forget(self) -> None:
        """After a cut, marks may reach the same numbers in another way, so nothing is reused."""
        self._values = [None] * len(self._values)
        self._taken = -1

    def _encode(self, state: Any) -> None:
        """Encode the parts that have changed."""
        parts, kept = self._parts, self._values
        values = parts.look(state)
        changed = [*compress(parts.fields, map(ne, values, kept))]
        for at in changed:
            value = values[at]
            kept[at] = value if type(value) is int else _copied(value)
        for place in parts.always.union(*map(parts.showing.__getitem__, changed)):
            self._bodies[place] = ENCODER.encode(parts.shown[place](state))[1:-1]


class _Parts(NamedTuple):
    """The parts of a game's views, arranged so that one look at the state finds those that changed."""

    shown: tuple[Callable[[Any], View], ...]
    always: frozenset[int]
    """Parts that are encoded anew after every answer."""
    look: Callable[[Any], tuple[Any, ...]]
    """Reads the values of all fields that the others are compared by."""
    fields: range
    showing: tuple[frozenset[int], ...]
    """The parts that show each of these fields."""


@lru_cache
def _parts_of(parts: tuple[Part, ...]) -> _Parts:
    names = sorted({name for part in parts for name in part.compared})
    return _Parts(
        shown=tuple(part.shown for part in parts),
        always=frozenset(place for place, part in enumerate(parts) if not part.compared),
        look=attrgetter(*names),
        fields=range(len(names)),
        showing=tuple(frozenset(place for place, part in enumerate(parts) if name in part.compared) for name in names),
    )


def _copied(rows: list[Any]) -> list[Any]:
    """A copy of numbers, or rows of numbers: the rules go on writing to theirs."""
    return rows[:] if type(rows[0]) is int else [*map(list.copy, rows)]


def views_of(game: AnyGame) -> SharedViews | WholeViews:
    """How the views of a game are encoded: `shared` and `own`, joined, are a view."""
    return SharedViews(game) if isinstance(game, SharesView) else WholeViews(game)
