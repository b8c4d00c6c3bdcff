"""The protocol that every game implements. A game is one folder; adding one changes no shared code."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any, Protocol, TypeAlias, TypeVar, runtime_checkable

from triclinium.core.copies import copied, is_deeper
from triclinium.core.decision import Answer, Asked, Decision, Json, Seat
from triclinium.core.event import Event
from triclinium.core.exact import same
from triclinium.core.observation import Layout
from triclinium.core.record import Record

State = TypeVar("State")
Options: TypeAlias = dict[str, Json]
View: TypeAlias = dict[str, Json]

DEPTH_MOST = 12
"""How deep an option may be nested: a deck and a track need four."""


class BadOptions(Exception):
    """Options or a data file that no game can start with. The message says what is wrong and what would work."""


@dataclass(frozen=True, slots=True)
class Limit:
    """The smallest and largest value of a number: always, or while another option (or `seats`) has a given value."""

    least: int
    most: int
    option: str | None = None
    value: Json = None


@dataclass(frozen=True, slots=True)
class Option:
    """One option of a game. Its meaning is in the game's words: `option.NAME` and `option.NAME.VALUE`."""

    name: str
    default: Json
    choices: tuple[Json, ...] = ()
    read_file: Callable[[str], Json] | None = None
    """For an option given as a data file: turns the file's text into the option's value."""
    tried: tuple[Json, ...] = ()
    """The choices to check the laws with, where checking all of them would show nothing more."""
    limits: tuple[Limit, ...] = ()
    """The range of a number, so that a form can ask for it. The game itself refuses everything else."""


@dataclass(frozen=True, slots=True)
class GameInfo:
    """What a game says of itself."""

    id: str
    rules_version: int
    seats: range
    options: tuple[Option, ...]
    reveals: frozenset[str] = field(default=frozenset())
    """Kinds of events that tell a seat a secret. Undo never crosses one."""
    speaks_for_absent: bool = True
    """Whether a bot plays for absent people by default. If not, their silence has a fixed answer."""
    boundaries: tuple[str, ...] = ()
    """Options that are lists of short texts. Every seat may add to them anonymously."""


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended: the name of the ending, the seats that won (none for a draw), a score for each seat."""

    ending: str
    winners: tuple[Seat, ...]
    scores: tuple[float, ...]
    details: Mapping[str, Json] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Kernel:
    """The rules as kernel functions, for playing many games at once (`core.playout`, `core.compiled`)."""

    rules: ModuleType
    state: type
    options_most: int
    codes: int
    """All answers are numbers below this one."""
    observe: Callable[[Any, Seat, list[int]], int]
    """Writes what a seat may know as a row of numbers."""
    layout: Layout
    """The meaning of each number in that row."""
    short: bool = False
    """Whether 32 bits hold every number that the rules work out, at every table."""


class Game(Protocol[State]):
    """The rules of one game, as the table, the terminal, bots, the lab and the adapters use them."""

    info: GameInfo
    kernel: Kernel | None
    """None for a game without a compiled form."""

    def complete(self, options: Mapping[str, Json]) -> Options:
        """All options with their values, defaults filled in. Raises `BadOptions` for an unknown name or value."""

    def start(self, options: Mapping[str, Json], seats: int) -> State:
        """A new game. Everything dealt is a question to chance."""

    def pending(self, state: State) -> tuple[Decision, ...]:
        """The open questions. None means that the game is over."""

    def asked(self, state: State) -> tuple[Asked, ...]:
        """The open questions without their options, which are the expensive part."""

    def apply(self, state: State, seat: Seat, answer: Answer) -> list[Event]:
        """Apply an answer. Raises `Refused` and leaves the state unchanged if the answer is not legal."""

    def view(self, state: State, seat: Seat | None) -> View:
        """What a seat, or a spectator (None), may know now, as plain JSON. Built as an allow-list."""

    def result(self, state: State) -> Result | None:
        """How the game ended, or None while it runs."""

    def guess(self, view: View, seat: Seat, rng: random.Random) -> State:
        """A possible state of the game for this seat: `view(guess(view)) == view`."""

    def fallback(self, decision: Decision) -> Answer:
        """The answer for a seat whose time has run out."""

    def copy(self, state: State) -> State: ...

    def numbers(self, state: State) -> Json:
        """The whole state, secrets included, for comparison in tests. Never sent to anybody."""

    def conserved(self, state: State) -> Json:
        """A count that stays the same during a game (cards, chariots)."""


AnyGame: TypeAlias = Game[Any]


class Part:
    """A part of a view: how to show it, and the only fields of the state that it reads.

    A part without fields may read anything and is rebuilt after every answer. Where the fields are long, `mark` names a
    counter that grows whenever one of them changes. Comparing the counter is enough, unless the game was cut by an
    undo.
    """

    __slots__ = ("compared", "fields", "shown")

    def __init__(self, shown: Callable[[Any], View], fields: str = "", mark: str = "") -> None:
        self.shown = shown
        self.fields = tuple(fields.split())
        self.compared = (mark,) if mark else self.fields
        """The fields, or their mark. While their values stay the same, so does the part."""


@runtime_checkable
class SharesView(Protocol):
    """A game with parts in its views that everybody sees. A table encodes them once for all, when they change."""

    shared_parts: tuple[Part, ...]

    def own_numbers(self, state: Any, seat: Seat | None) -> tuple[Any, ...]:
        """The numbers that only this seat is shown."""

    def own_view(self, *numbers: Any) -> View:
        """Shows them. A full view is the shared parts plus this."""


@runtime_checkable
class NamesOutcomes(Protocol):
    """A game that can name one outcome of chance without listing all: the list is the expensive part of a draw."""

    def outcomes(self, state: Any) -> int:
        """The number of equally likely outcomes of the open question to chance; 0 if there is none."""

    def take_outcome(self, state: Any, number: int) -> tuple[Answer, list[Event]]:
        """Apply chance's answer for the outcome of this number: the option it falls on (`core.play.drawn`)."""


@runtime_checkable
class EditsPassages(Protocol):
    """A game of words, whose passages can be struck or retold afterwards."""

    def veil(self, record: Record, *passages: int) -> Record:
        """The record without the words of these passages. Raises `Refused`."""

    def tellings(self, record: Record) -> list[int]:
        """For each passage, the index of the entry that told it."""

    def rewrite(self, record: Record, seat: Seat, passage: int, words: Json) -> Record:
        """The record with one of the seat's own passages in other words. Raises `Refused`."""

    def told_in(self, answers: Sequence[Answer], told: Sequence[Sequence[Event]]) -> list[int]:
        """The same as `tellings` for a game under other rules, worked out from its answers and events."""

    def strike(
        self, answers: Sequence[Answer], told: Sequence[Sequence[Event]], passages: Collection[int]
    ) -> tuple[list[Answer], list[list[Event]]]:
        """Answers and events of such a game without the words of these passages; needs no rules."""


@runtime_checkable
class BindsBook(Protocol):
    """A game whose story can be read as a book by people who were not there."""

    def bound(self, state: Any) -> View:
        """What the book shows, and nothing else of the game: an allow-list, part of the public view."""


@runtime_checkable
class ChecksAnswers(Protocol):
    """A game that can test an answer without playing it on a copy of the state."""

    def check(self, state: Any, seat: Seat, answer: Answer) -> None:
        """Raise `Refused` where `apply` would. Changes nothing."""


@runtime_checkable
class RestoresState(Protocol):
    """A game whose states can be written down and read again."""

    def restored(self, numbers: Json) -> Any:
        """The state of which these are the `numbers`. Raises an error for anything else."""


@runtime_checkable
class PacksStates(Protocol):
    """A game whose states can be kept for less than a copy takes."""

    def packed(self, state: Any) -> Any: ...

    def unpacked(self, packed: Any) -> Any:
        """A new state like the one that was packed."""


@runtime_checkable
class EndsForLeavers(Protocol):
    """A game that ends for a player who leaves for good, instead of playing on in their name."""

    def farewell(self, decision: Decision) -> Answer | None:
        """The answer that ends the game for a seat whose player left; None while the rules allow none."""


def complete_options(info: GameInfo, options: Mapping[str, Json]) -> Options:
    """Fill in defaults. Raises `BadOptions` for unknown names and values."""
    known = {option.name: option for option in info.options}
    for name in options:
        if name not in known:
            raise BadOptions(f"{info.id} has no option {name!r}; it has {', '.join(known)}")
    complete: Options = {}
    for name, option in known.items():
        given = options.get(name, option.default)
        if is_deeper(given, DEPTH_MOST):
            raise BadOptions(f"option {name} is nested too deep; {DEPTH_MOST} levels are the most")
        # A copy, so that writing to one game's options changes neither the default nor another game.
        value = copied(given)
        if option.choices and not any(same(value, choice) for choice in option.choices):
            choices = ", ".join(str(choice) for choice in option.choices)
            raise BadOptions(f"option {name} cannot be {value!r}; it is one of {choices}")
        complete[name] = value
    return complete


def check_seats(info: GameInfo, seats: int) -> None:
    if seats not in info.seats:
        raise BadOptions(f"{info.id} is for {info.seats.start} to {info.seats.stop - 1} seats, not {seats}")
