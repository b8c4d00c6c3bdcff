"""Encoded views, part by part: what has not changed is neither encoded nor sent again.

Which parts a viewer is sent says only which parts of their own view have changed. For that, encoded parts are compared,
never the numbers they were made from: a part may count privileges and yet be made from their names, and that such a
number has changed is itself a secret.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from itertools import compress
from operator import is_not
from typing import Any, NamedTuple, Protocol, TypeAlias

from triclinium.core.game import AnyGame, Part, SharesView, View
from triclinium.table.protocol.messages import ENCODER, Eyes

Bodies: TypeAlias = tuple[bytes, ...]
"""Encoded parts: JSON objects without their braces."""
NO_CHANGE = b"{}"


class WholeViews:
    """The views of a game without shared parts. Every field is a part, and all are encoded again."""

    __slots__ = ("_game", "_last")

    def __init__(self, game: AnyGame) -> None:
        self._game = game
        self._last: dict[str, bytes] = {}
        """Each field as last encoded for anybody, so that equal ones are kept in memory once."""

    def renew(self, state: Any, taken: int) -> None:
        """Nothing is shared."""

    def seen(self, state: Any, eyes: Eyes) -> dict[str, bytes]:
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


SharedSeen: TypeAlias = tuple[Bodies, bytes]
"""A view of a game with shared parts: those, and its own."""


class SharedViews:
    """The parts of one table's views, each as last encoded, with the values it was made from."""

    __slots__ = ("_bodies", "_difference", "_new", "_old", "_own", "_own_numbers", "_own_view", "_parts", "_state",
                 "_taken", "_values")  # fmt: skip

    def __init__(self, game: SharesView) -> None:
        self._parts = _parts_of(game.shared_parts)
        self._own_numbers, self._own_view = game.own_numbers, game.own_view
        self._own: dict[Eyes, tuple[tuple[Any, ...], bytes]] = {}
        """What each viewpoint alone was last shown, with the numbers it was made from."""
        self._values: list[Any] = [None] * self._parts.fields
        self._bodies: Bodies = (b"",) * len(game.shared_parts)
        self._state: Any = None
        self._taken = -1
        self._old: Bodies = self._bodies
        self._new: Bodies = self._bodies
        self._difference = NO_CHANGE
        """How the new one of these shared parts differ from the old: most viewers were sent the same before."""

    def renew(self, state: Any, taken: int) -> None:
        """Encode what is shared after so many answers."""
        # A sealed answer is told to its seat alone, and the game has not applied it yet.
        if taken != self._taken or state is not self._state:
            self._encode(state)
            self._state, self._taken = state, taken

    def seen(self, state: Any, eyes: Eyes) -> SharedSeen:
        """A view as it was renewed. Shared parts that are equal to those sent before are the same objects."""
        numbers = self._own_numbers(state, eyes)
        before = self._own.get(eyes)
        if before is None or before[0] != numbers:
            before = self._own[eyes] = numbers, _own(self._own_view, numbers)
        return self._bodies, before[1]

    def whole(self, seen: SharedSeen) -> bytes:
        return b"{%b,%b}" % (b",".join(seen[0]), seen[1])

    def changes(self, seen: SharedSeen, before: SharedSeen) -> bytes:
        """What has changed in a view. A part never lacks a field that it had, so nothing can be gone."""
        shared, own = seen
        if before[0] is not self._old or shared is not self._new:
            self._old, self._new = before[0], shared
            self._difference = b"{%b}" % b",".join(compress(shared, map(is_not, shared, before[0])))
        if own == before[1]:
            return self._difference
        return b"{%b}" % own if self._difference == NO_CHANGE else b"%b,%b}" % (self._difference[:-1], own)

    def forget(self) -> None:
        """After a cut, marks may reach the same numbers in another way, so everything is encoded again."""
        self._values = [None] * len(self._values)
        self._taken = -1

    def _encode(self, state: Any) -> None:
        """Encode the parts that may have changed, and keep those that have."""
        bodies = list(self._bodies)
        for place, shown in self._parts.named(self._parts.touched(state, self._values)):
            body = ENCODER.encode(shown(state))[1:-1]
            if body != bodies[place]:
                bodies[place] = body
        self._bodies = tuple(bodies)


@lru_cache(4096)
def _own(own_view: Callable[..., View], numbers: tuple[Any, ...]) -> bytes:
    """The encoded part that only one viewpoint sees: the same few come again and again."""
    return ENCODER.encode(own_view(*numbers))[1:-1]


class _Parts(NamedTuple):
    """The parts of a game's views, arranged so that one look at the state finds those that may have changed."""

    fields: int
    """How many fields of the state parts are compared by."""
    touched: Callable[[Any, list[Any]], int]
    """The parts that may have changed since these values, as a set of bits; the values become today's."""
    named: Callable[[int], tuple[tuple[int, Callable[[Any], View]], ...]]
    """The parts of such a set, each with its place."""


@lru_cache
def _parts_of(parts: tuple[Part, ...]) -> _Parts:
    names = sorted({name for part in parts for name in part.compared})
    bits = [1 << place for place in range(len(parts))]
    return _Parts(
        fields=len(names),
        touched=_comparison(
            {name: sum(compress(bits, [name in part.compared for part in parts])) for name in names},
            sum(compress(bits, [not part.compared for part in parts])),
        ),
        named=lru_cache(lambda touched: tuple((at, part.shown) for at, part in enumerate(parts) if touched & bits[at])),
    )


def _comparison(showing: Mapping[str, int], always: int) -> Callable[[Any, list[Any]], int]:
    """Generate the function that compares the fields, written out one by one: a loop takes three times as long.

    `showing` are the parts that show each field; `always` are those that are encoded anew after every answer.
    """
    lines = [f"def touched(state, kept):\n found = {always}"]
    for at, (name, shown) in enumerate(showing.items()):
        lines.append(f" if (value := state.{name}) != kept[{at}]:")
        lines.append(f"  kept[{at}] = value if type(value) is int else row(value, kept[{at}]); found |= {shown}")
    world: dict[str, Any] = {"row": _row}
    exec("\n".join([*lines, " return found"]), world)
    touched: Callable[[Any, list[Any]], int] = world["touched"]
    return touched


def _row(row: list[Any], before: list[Any] | None) -> list[Any]:
    """Numbers, or rows of numbers, as they are now: the rules go on writing to theirs."""
    if type(row[0]) is not int:
        return [*map(list.copy, row)]
    if before is None:
        return row[:]
    before[:] = row
    return before


class Views(Protocol):
    """How the views of a game are encoded: `renew` them after an answer; `seen` is a view in parts, `whole` and
    `changes` are what is sent of it.
    """

    def renew(self, state: Any, taken: int) -> None: ...

    def seen(self, state: Any, eyes: Eyes) -> Any: ...

    def whole(self, seen: Any) -> bytes: ...

    def changes(self, seen: Any, before: Any) -> bytes | None: ...

    def forget(self) -> None: ...


def views_of(game: AnyGame) -> Views:
    return SharedViews(game) if isinstance(game, SharesView) else WholeViews(game)
