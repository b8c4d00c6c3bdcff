"""The game as each viewpoint is told it, encoded part by part: what has not changed is neither encoded nor sent again.

Which parts a viewer is sent says only which parts of their own view have changed. For that, encoded parts are compared,
never the numbers they were made from: a part may count privileges and yet be made from their names, and that such a
number has changed is itself a secret.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import compress
from operator import is_not
from typing import Any, Protocol, TypeAlias, TypeVar

from triclinium.core.decision import Answer, Decision, Listed, Listing
from triclinium.core.game import AnyGame, SharesView, View
from triclinium.table.log.kept import News
from triclinium.table.play import clock
from triclinium.table.play.parts import parts_of
from triclinium.table.play.pieces import Views
from triclinium.table.play.table import Table
from triclinium.table.protocol.messages import ENCODER, Data, DecisionTold, Eyes, Moved

NOTHING = b"null"
NOTHING_ASKED = b',"decision":null,"sealed":null'
STATE, SINCE, VIEW = b'{"type":"state","version":', b',"since":', b',"view":'
EVENTS = b',"events":[%b],"events_at":'
DECISION, SEALED, WITHOUT_NUMBER = b',"decision":{"id":', b',"sealed":', b'{"id":0'
Bodies: TypeAlias = tuple[bytes, ...]
"""Encoded parts: JSON objects without their braces."""
NO_CHANGE = b"{}"


class Listener(Protocol):
    """Somebody who is sent states."""

    sent: Any
    """The last view they were sent, in parts; None if it must be a whole one."""
    version: int
    """Its version."""


AnyListener = TypeVar("AnyListener", bound=Listener)
number = lru_cache(8192)(b"%d".__mod__)
"""A number as it is written. The same few come again and again."""


def states_told(
    table: Table, listening: Iterable[tuple[Eyes, Sequence[AnyListener]]], news: Sequence[News]
) -> list[tuple[AnyListener, bytes]]:
    """The game as several viewpoints may see it, each an encoded `State`; nothing before it has begun.

    Built from parts that are encoded once for all: most of what is sent is the same for everybody. Listeners with the
    same eyes who were sent the same before share the bytes.
    """
    if table.play is None:
        return []
    state, questions = table.play.state, table.questions
    if (views := table.views) is None:
        views = table.views = views_of(table.game)
    views.renew(state, len(table.play.record.entries))
    times, alone, counted, own_events = table.times_told, table.told_alone, table.public_events, table.own_events
    ends = _ends(table.moved)
    public = [body for audience, body in news if audience is None]
    seen, events = len(public), EVENTS % b",".join(public)
    private = seen < len(news)
    told = []
    for eyes, listeners in listening:
        place = -1 if eyes is None else eyes
        asked = _asked(questions[place].decision, table.sealed.get(place)) if place in questions else NOTHING_ASKED
        if private:
            own = [body for audience, body in news if audience is None or eyes in audience]
            seen, events = len(own), EVENTS % b",".join(own)
        if table.clocked:
            ends = b',"clock":%b,"moved":%b}' % (ENCODER.encode(clock.told(table, eyes)), ENCODER.encode(table.moved))
        at, version = number(counted + own_events[place] - seen), times + alone[place]
        view = views.seen(state, eyes)
        since: Any = None
        body = b""
        for listener in listeners:
            if listener.sent is not since or not body:
                since = listener.sent
                changes = None if since is None else views.changes(view, since)
                if changes is None:
                    base, changes = NOTHING, views.whole(view)
                else:
                    base = number(listener.version)
                # Joining is much cheaper than formatting.
                body = b"".join((STATE, number(version), SINCE, base, VIEW, changes, asked, events, at, ends))
            listener.sent, listener.version = view, version
            told.append((listener, body))
    return told


def _asked(decision: Decision, sealed: Data | None) -> bytes:
    """The question to a seat and its sealed answer; nothing if it answered in advance."""
    if decision.standing and sealed is not None:
        return NOTHING_ASKED
    if isinstance(decision, Listed):
        told = _listed(decision.listing, decision.kind, decision.sealed)
    else:
        told = _told(decision.kind, decision.options, decision.data, decision.sealed, decision.listed_all)
    answered = NOTHING if sealed is None else ENCODER.encode(sealed)
    return b"".join((DECISION, number(decision.id), told, SEALED, answered))


@lru_cache(4096)
def _listed(listing: Listing, kind: str, sealed: bool) -> bytes:
    """The same question comes again and again: its options are encoded once."""
    return _told(kind, listing.options(), None, sealed, True)


def _told(kind: str, options: tuple[Answer, ...], data: Any, sealed: bool, listed_all: bool) -> bytes:
    """A question without its number."""
    told = DecisionTold(id=0, kind=kind, options=list(options), data=data, sealed=sealed, listed_all=listed_all)
    return ENCODER.encode(told)[len(WITHOUT_NUMBER) :]


@lru_cache(1024)
def _ends(moved: Moved | None) -> bytes:
    """How a state ends at a table without a clock."""
    return b',"clock":null,"moved":%b}' % ENCODER.encode(moved)


# --- Views --------------------------------------------------------------------------------------


def views_of(game: AnyGame) -> Views:
    return SharedViews(game) if isinstance(game, SharesView) else WholeViews(game)


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
        self._parts = parts_of(game.shared_parts)
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
        """Encode what is shared after so many answers: the parts that may have changed, of which those are kept that
        have.
        """
        if taken == self._taken and state is self._state:
            return  # a sealed answer is told to its seat alone, and the game has not applied it yet
        bodies = list(self._bodies)
        for place, shown in self._parts.named(self._parts.touched(state, self._values)):
            body = ENCODER.encode(shown(state))[1:-1]
            if body != bodies[place]:
                bodies[place] = body
        self._bodies, self._state, self._taken = tuple(bodies), state, taken

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


@lru_cache(4096)
def _own(own_view: Callable[..., View], numbers: tuple[Any, ...]) -> bytes:
    """The encoded part that only one viewpoint sees: the same few come again and again."""
    return ENCODER.encode(own_view(*numbers))[1:-1]
