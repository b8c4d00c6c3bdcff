"""What each seat was told and has answered since the start of a game: in lines of text, and counted.

The compiled rules note nothing. So a game keeps its answers, and what was told is worked out by the plain rules when
somebody asks.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy
from numpy.typing import NDArray

from triclinium.adapters.setup import Setup
from triclinium.core.decision import CHANCE, Seat
from triclinium.core.event import Event, told_to
from triclinium.core.manifest import manifest_of

WHO = ("seat", "chariot")
"""The types of arguments that say whom an event is about."""


class Tally:
    """A summary of fixed size of what a seat was told: how often each kind of event was told, by whom it was about.

    Last come the seat's own answers, counted by code. The order of events is left out.
    """

    def __init__(self, table: Setup) -> None:
        self.seats_most = table.game.info.seats.stop - 1
        self.codes = table.codes
        events: dict[str, dict[str, str]] = manifest_of(table.game.info.id).part("happenings").EVENTS
        self.about = {kind: next((name for name in data if data[name] in WHO), None) for kind, data in events.items()}
        self.shapes: dict[str, tuple[int, ...]] = {
            f"told_{kind}": (1 if who is None else self.seats_most,) for kind, who in self.about.items()
        }
        self.places: dict[str, int] = {}
        at = 0
        for kind, shape in zip(self.about, self.shapes.values(), strict=True):
            self.places[kind] = at
            at += shape[0]
        self.answered_at = at
        self.shapes["own_answers"] = (self.codes,)
        self.size = at + self.codes

    def place_of(self, event: dict[str, Any]) -> int:
        """Where an event is counted."""
        who = self.about[event["kind"]]
        return self.places[event["kind"]] + (0 if who is None else int(event[who]))


@dataclass(frozen=True, slots=True)
class Recall:
    """A moment of a game: its state by the plain rules, and what was told up to then. Never changed once made."""

    table: Setup
    tally: Tally
    state: Any
    lines: tuple[tuple[str, ...], ...]
    """What each seat was told and has answered."""
    public: tuple[str, ...]
    """What everybody was told."""
    counts: NDArray[numpy.int32]
    """The tally of each seat and, last, of what everybody was told."""

    @classmethod
    def beginning(cls, table: Setup, tally: Tally) -> Recall:
        """A game before its first draw."""
        state = table.game.start(table.options, table.seats)
        state.taping = 1
        return cls(
            table, tally, state, ((),) * table.seats, (), numpy.zeros((table.seats + 1, tally.size), numpy.int32)
        )

    def after(self, codes: Iterable[int]) -> Recall:
        """The moment after some more answers."""
        rules, read_tape = self.table.kernel.rules, manifest_of(self.table.game.info.id).part("happenings").read_tape
        state, counts = self.table.game.copy(self.state), self.counts.copy()
        lines, public = [list(each) for each in self.lines], list(self.public)
        for code in codes:
            asked: Seat = rules.asked(state)
            if asked != CHANCE:
                lines[asked].append(as_text({"you_answered": code}))
                counts[asked, self.tally.answered_at + code] += 1
            rules.apply(state, asked, code)
            events: Sequence[Event] = read_tape(state)
            for seat, row in enumerate([*lines, public]):
                for event in told_to(events, seat if seat < self.table.seats else None):
                    row.append(as_text(event))
                    counts[seat, self.tally.place_of(event)] += 1
        return Recall(self.table, self.tally, state, tuple(map(tuple, lines)), tuple(public), counts)

    def in_world(self, state: Any, player: Seat) -> Recall:
        """The same moment for a player in another world.

        What the others were told in secret is unknown there: they have what everybody heard, and what they hold.
        """
        state = self.table.game.copy(state)
        state.taping = 1
        lines = [
            each if seat == player else (*self.public, as_text(self.table.game.view(state, seat)["you"]))
            for seat, each in enumerate(self.lines)
        ]
        counts = self.counts.copy()
        for seat in range(self.table.seats):
            if seat != player:
                counts[seat] = counts[-1]
        return Recall(self.table, self.tally, state, tuple(lines), self.public, counts)


class Heard:
    """What was told in a game: all of it up to some answer, and the answers since."""

    def __init__(self, recall: Recall, since: list[int]) -> None:
        self._recall = recall
        self._since = since

    def note(self, code: int) -> None:
        """Another answer was given."""
        self._since.append(code)

    def recall(self) -> Recall:
        """All that was told so far."""
        if self._since:
            self._recall = self._recall.after(self._since)
            self._since = []
        return self._recall

    def __deepcopy__(self, memory: Any) -> Heard:
        """A search clones states at every turn, and a moment never changes."""
        return Heard(self._recall, self._since.copy())


def as_text(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"))
