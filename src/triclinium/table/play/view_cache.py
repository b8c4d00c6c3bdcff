"""Encoded views, part by part: what has not changed is neither encoded nor sent again.

Which parts a viewer is sent says only which parts of their own view have changed. For that, encoded parts are compared,
never the numbers they were made from: a part may count privileges and yet be made from their names, and that such a
number has changed is itself a secret.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from itertools import compress
from operator import attrgetter, is_not, ne
from typing import Any, NamedTuple, Protocol, TypeAlias

from triclinium.core.game import AnyGame, Part, SharesView, View
from triclinium.table.protocol.messages import ENCODER, Eyes

Bodies: TypeAlias = tuple[bytes, ...]
"""Encoded parts: JSON objects without their braces."""


class WholeViews:
    """The views of a game without shared parts. Every field is a part, and all are encoded again."""

    __slots__ = ("_game", "_last")

    def __init__(self, game: AnyGame) -> None:
        self._game = game
        self._last: dict[str, bytes] = {}
        """Each field as last encoded for anybody, so that equal ones are kept in memory once."""

    def seen(self, state: Any, taken: int, eyes: Eyes) -> dict[str, bytes]:
        last = self._last
        seen = {}
        for name, value in self._game.view(state, eyes).items():
            body = ENCODER.encode({name: value})[1:-1]
            if body != last.get(name):
                last[name] = body
            seen[name] = last[name]
        return seen

    def whole(self, seen: dict[str, bytes]) -> bytes:
        return b"{%b}" % b",".join(seen.values())

    def changes(self, seen: dict[str, bytes], before: dict[str, bytes]) -> bytes | None:
        """What has changed in a view; None if a field is gone, which only a whole view can say."""
        if not before.keys() <= seen.keys():
            return None
        return b"{%b}" % b",".join([body for name, body in seen.items() if body != before.get(name)])

    def forget(self) -> None:
        """Nothing is reused without comparing it."""


class SharedSeen(NamedTuple):
    """A view of a game with shared parts."""

    shared: Bodies
    own: bytes


class SharedViews:
    """The parts of one table's views, each as last encoded, with the values it was made from."""

    __slots__ = ("_between", "_bodies", "_difference", "_own", "_own_numbers", "_own_view", "_parts", "_state",
                 "_taken", "_values")  # fmt: skip

    def __init__(self, game: SharesView) -> None:
        self._parts = _parts_of(game.shared_parts)
        self._own_numbers, self._own_view = game.own_numbers, game.own_view
        self._own: dict[Eyes, tuple[tuple[Any, ...], bytes]] = {}
        self._values: list[Any] = [None] * len(self._parts.fields)
        self._bodies: Bodies = (b"",) * len(game.shared_parts)
        self._state: Any = None
        self._taken = -1
        self._between: tuple[Bodies, Bodies] = (self._bodies, self._bodies)
        self._difference = b""
        """How the second of these shared parts differ from the first: most viewers were sent the same before."""

    def seen(self, state: Any, taken: int, eyes: Eyes) -> SharedSeen:
        """A view after so many answers. Parts that are equal to those sent before are the same objects."""
        # A sealed answer is told to its seat alone, and the game has not applied it yet.
        if taken != self._taken or state is not self._state:
            self._encode(state)
            self._state, self._taken = state, taken
        numbers = self._own_numbers(state, eyes)
        kept = self._own.get(eyes)
        if kept is None or kept[0] != numbers:
            body = ENCODER.encode(self._own_view(*numbers))[1:-1]
            if kept is not None and kept[1] == body:
                body = kept[1]
            kept = self._own[eyes] = (numbers, body)
        return SharedSeen(self._bodies, kept[1])

    def whole(self, seen: SharedSeen) -> bytes:
        return b"{%b,%b}" % (b",".join(seen.shared), seen.own)

    def changes(self, seen: SharedSeen, before: SharedSeen) -> bytes:
        """What has changed in a view. A part never lacks a field that it had, so nothing can be gone."""
        shared, own = seen
        old, new = self._between
        if before.shared is not old or shared is not new:
            self._between = before.shared, shared
            self._difference = b",".join(compress(shared, map(is_not, shared, before.shared)))
        if own is before.own:
            return b"{%b}" % self._difference
        return b"{%b,%b}" % (self._difference, own) if self._difference else b"{%b}" % own

    def forget(self) -> None:
        """After a cut, marks may reach the same numbers in another way, so everything is encoded again."""
        self._values = [None] * len(self._values)
        self._taken = -1

    def _encode(self, state: Any) -> None:
        """Encode the parts that may have changed, and keep those that have."""
        parts, kept = self._parts, self._values
        values = parts.look(state)
        changed = [*compress(parts.fields, map(ne, values, kept))]
        for at in changed:
            value = values[at]
            kept[at] = value if type(value) is int else _copied(value)
        bodies = list(self._bodies)
        for place in parts.always.union(*map(parts.showing.__getitem__, changed)):
            body = ENCODER.encode(parts.shown[place](state))[1:-1]
            if body != bodies[place]:
                bodies[place] = body
        self._bodies = tuple(bodies)


class _Parts(NamedTuple):
    """The parts of a game's views, arranged so that one look at the state finds those that may have changed."""

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


class Views(Protocol):
    """How the views of a game are encoded: `seen` is a view in parts, the others are what is sent of it."""

    def seen(self, state: Any, taken: int, eyes: Eyes) -> Any: ...

    def whole(self, seen: Any) -> bytes: ...

    def changes(self, seen: Any, before: Any) -> bytes | None: ...

    def forget(self) -> None: ...


def views_of(game: AnyGame) -> Views:
    return SharedViews(game) if isinstance(game, SharesView) else WholeViews(game)
