"""The protocol every game follows. A game is one folder; nothing shared is edited to add another."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from operator import attrgetter
from types import ModuleType
from typing import Any, Protocol, TypeAlias, TypeVar, runtime_checkable

from triclinium.core.decision import Answer, Asked, Decision, Json, Seat
from triclinium.core.event import Event
from triclinium.core.exact import same
from triclinium.core.observation import Layout
from triclinium.core.own import copied
from triclinium.core.record import Record

State = TypeVar("State")
Options: TypeAlias = dict[str, Json]
View: TypeAlias = dict[str, Json]


class BadOptions(Exception):
    """Options or a data file that no game can start with; the message says what is wrong and what would do."""


@dataclass(frozen=True, slots=True)
class Limit:
    """The least and the most a number may be: always, or where another option (or `seats`) has this value."""

    least: int
    most: int
    option: str | None = None
    value: Json = None


@dataclass(frozen=True, slots=True)
class Option:
    """One option of a game. Its meaning is in the game's words, under `option.NAME` and `option.NAME.VALUE`."""

    name: str
    default: Json
    choices: tuple[Json, ...] = ()
    read_file: Callable[[str], Json] | None = None
    """Set for an option given as a data file: makes the option's value of the file's text."""
    tried: tuple[Json, ...] = ()
    """The choices the laws are tried on, where trying all of them would show no more."""
    limits: tuple[Limit, ...] = ()
    """For a number: what it may be, so that it can be asked for; the game itself refuses the rest."""


@dataclass(frozen=True, slots=True)
class GameInfo:
    """What a game says of itself."""

    id: str
    rules_version: int
    seats: range
    options: tuple[Option, ...]
    reveals: frozenset[str] = field(default=frozenset())
    """Kinds of events by which a seat is told what was secret before. No undo crosses one."""
    speaks_for_absent: bool = True
    """Whether a bot plays for absent people who have not said so; if not, what silence means is answered for them."""
    boundaries: tuple[str, ...] = ()
    """Options that are lists of short texts to which every seat may add, unnamed."""


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended: the ending's name, the seats that won (none: a draw), a score for each seat."""

    ending: str
    winners: tuple[Seat, ...]
    scores: tuple[float, ...]
    details: Mapping[str, Json] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Kernel:
    """The rules as kernel functions, for those who play many games at once (`core.playout`, `core.compiled`)."""

    rules: ModuleType
    state: type
    options_most: int
    codes: int
    """Answers are numbers below this one."""
    observe: Callable[[Any, Seat, list[int]], int]
    """What a seat may know, written as a row of numbers."""
    layout: Layout
    """What each of these numbers is."""


class Game(Protocol[State]):
    """The rules of one game as the table, the terminal, bots, lab and adapters know them."""

    info: GameInfo
    kernel: Kernel | None
    """None for a game that has no compiled form."""

    def complete(self, options: Mapping[str, Json]) -> Options:
        """All options with their values; raises `BadOptions` for an unknown name or value."""

    def start(self, options: Mapping[str, Json], seats: int) -> State:
        """A new game. Chance is asked for everything that is dealt."""

    def pending(self, state: State) -> tuple[Decision, ...]:
        """The open questions. Empty means the game is over."""

    def asked(self, state: State) -> tuple[Asked, ...]:
        """The same without the options, which cost most: who is asked, for those who need no more."""

    def apply(self, state: State, seat: Seat, answer: Answer) -> list[Event]:
        """Take an answer. Raises `Refused`, the state unchanged, if it cannot be taken."""

    def view(self, state: State, seat: Seat | None) -> View:
        """What a seat, or a spectator, may know now: built up from nothing, as plain JSON."""

    def result(self, state: State) -> Result | None:
        """How it ended, or None while it runs."""

    def guess(self, view: View, seat: Seat, rng: random.Random) -> State:
        """A world this seat could be in: `view(guess(view)) == view`."""

    def fallback(self, decision: Decision) -> Answer:
        """The answer given for a seat whose time has run out."""

    def copy(self, state: State) -> State:
        """A state of its own, to think on."""

    def numbers(self, state: State) -> Json:
        """The whole state, secrets included, for comparison in tests; never sent to anybody."""

    def conserved(self, state: State) -> Json:
        """A count that never changes while a game runs (cards, chariots)."""


AnyGame: TypeAlias = Game[Any]


class Part:
    """A part of a view: how it is shown, and the fields of the state that it looks at, and no others.

    Without fields it may look at anything, and is taken to change with every answer. Where the fields are long, `mark`
    names one that grows whenever one of them changes: looking at it is enough, as long as the game is not cut.
    """

    __slots__ = ("fields", "numbers", "shown")

    def __init__(self, shown: Callable[[Any], View], fields: str = "", mark: str = "") -> None:
        self.shown = shown
        self.fields = tuple(fields.split())
        looked_at = (mark,) if mark else self.fields
        self.numbers: Callable[[Any], Any] | None = attrgetter(*looked_at) if looked_at else None
        """What the fields, or their mark, hold: while it stays the same, so does what is shown."""


@runtime_checkable
class SharesView(Protocol):
    """A game with parts in its view that everybody sees: a table writes them once for all, and when they change."""

    shared_parts: tuple[Part, ...]
    """What everybody sees."""

    def own_numbers(self, state: Any, seat: Seat | None) -> tuple[Any, ...]:
        """The numbers that only this seat is shown."""

    def own_view(self, *numbers: Any) -> View:
        """How they are shown: `view` is the shared parts and this."""


@runtime_checkable
class NamesOutcomes(Protocol):
    """A game that can name one outcome of chance without listing all: most of what a draw costs is the list."""

    def outcomes(self, state: Any) -> int:
        """How many equally likely outcomes chance chooses from now; 0 while it is not asked."""

    def outcome(self, state: Any, number: int) -> Answer:
        """Chance's answer if the outcome of this number comes: the option on which it falls (`core.play.drawn`)."""

    def take_outcome(self, state: Any, number: int) -> list[Event]:
        """Apply that answer, which need not be checked."""


@runtime_checkable
class EditsPassages(Protocol):
    """A game of words, in which a passage can be taken out of the record or told anew afterwards."""

    def veil(self, record: Record, *passages: int) -> Record:
        """The record without the words of these passages; raises `Refused`."""

    def tellings(self, record: Record) -> list[int]:
        """For each passage the number of the entry in which it was told."""

    def rewrite(self, record: Record, seat: Seat, passage: int, words: Json) -> Record:
        """The record with a seat's own passage in other words; raises `Refused`."""

    def told_in(self, answers: Sequence[Answer], told: Sequence[Sequence[Event]]) -> list[int]:
        """For each passage of a game under other rules the entry in which it was told, by what the entries told."""

    def strike(
        self, answers: Sequence[Answer], told: Sequence[Sequence[Event]], passages: Collection[int]
    ) -> tuple[list[Answer], list[list[Event]]]:
        """Answers and events of such a game without the words of these passages, without asking the rules."""


@runtime_checkable
class ChecksAnswers(Protocol):
    """A game that can tell whether it would take an answer without playing it on a copy of the state."""

    def check(self, state: Any, seat: Seat, answer: Answer) -> None:
        """Raise `Refused` where `apply` would; changes nothing."""


@runtime_checkable
class EndsForLeavers(Protocol):
    """A game that is over for who leaves it for good, instead of being played on in their name."""

    def farewell(self, decision: Decision) -> Answer | None:
        """The answer by which a seat that was left ends; None where the rules take none yet."""


def complete_options(info: GameInfo, options: Mapping[str, Json]) -> Options:
    """Fill in defaults; refuse unknown names and values that are not among the choices."""
    known = {option.name: option for option in info.options}
    for name in options:
        if name not in known:
            raise BadOptions(f"{info.id} has no option {name!r}; it has {', '.join(known)}")
    complete: Options = {}
    for name, option in known.items():
        try:
            # A copy: whoever writes on a game's options changes neither the default nor another game.
            value = copied(options.get(name, option.default))
        except RecursionError:
            raise BadOptions(f"option {name} is nested too deep") from None
        if option.choices and not any(same(value, choice) for choice in option.choices):
            choices = ", ".join(str(choice) for choice in option.choices)
            raise BadOptions(f"option {name} cannot be {value!r}; it is one of {choices}")
        complete[name] = value
    return complete


def check_seats(info: GameInfo, seats: int) -> None:
    """Refuse a number of seats the game is not made for."""
    if seats not in info.seats:
        raise BadOptions(f"{info.id} is for {info.seats.start} to {info.seats.stop - 1} seats, not {seats}")
