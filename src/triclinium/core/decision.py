"""Decisions and answers. Every input to a game answers a decision; so does every draw of chance."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"
Seat: TypeAlias = int
"""A place at the table: 0, 1, 2, ... clockwise. CHANCE is a seat too."""
Answer: TypeAlias = dict[str, Json]
"""A typed message: `{"kind": "offer", "to": 2}`."""

CHANCE: Seat = -1


@dataclass(slots=True)
class Decision:
    """A question to one seat.

    `options` lists the legal answers. If there are too many to list, it holds a sample and `listed_all` is false.
    `sealed` marks one of several simultaneous questions: nobody learns who has answered. `standing` marks a sealed
    question that the seat answered in advance: it is still asked, so that nobody notices, but its one option is given
    without asking the person again.
    """

    # Treat as immutable. Not frozen, because a frozen one takes four times as long to make.

    id: int
    seat: Seat
    kind: str
    options: tuple[Answer, ...]
    weights: tuple[int, ...] = ()
    data: Mapping[str, Json] | None = None
    sealed: bool = False
    listed_all: bool = True
    standing: bool = False


class Listing:
    """A list of options that comes again and again: how to write it out. The same list is the same object.

    >>> listing = Listing(lambda: ({"kind": "pass"},))
    >>> listing.options() is listing.options()
    False
    """

    __slots__ = ("codes", "options")

    def __init__(self, options: Callable[[], tuple[Answer, ...]], codes: tuple[int, ...] = ()) -> None:
        self.options = options
        """Writes them out, each time anew: whoever asks may write to them."""
        self.codes = codes
        """The same as numbers of the rules, if they have any."""


class Listed(Decision):
    """A decision whose options are written out when somebody looks at them. A table only sends them, encoded once."""

    __slots__ = ("_options", "listing")
    _options: tuple[Answer, ...] | None
    listing: Listing

    @classmethod
    def of(
        cls, number: int, seat: Seat, kind: str, listing: Listing, sealed: bool = False, standing: bool = False
    ) -> Listed:
        made = cls.__new__(cls)
        made.id, made.seat, made.kind, made.listing = number, seat, kind, listing
        made.weights, made.data, made.listed_all = (), None, True
        made.sealed, made.standing = sealed, standing
        made._options = None
        return made

    @property
    def options(self) -> tuple[Answer, ...]:
        if self._options is None:
            self._options = self.listing.options()
        return self._options

    @options.setter
    def options(self, options: tuple[Answer, ...]) -> None:
        self._options = options
        self.listing = Listing(lambda: options)

    def __eq__(self, other: object) -> bool:
        fields = Decision.__slots__
        return isinstance(other, Decision) and all(getattr(self, name) == getattr(other, name) for name in fields)

    __hash__ = None  # type: ignore[assignment]  # like any decision

    def __reduce__(self) -> tuple[type[Decision], tuple[object, ...]]:
        """For another process, or a copy: a plain decision."""
        return Decision, tuple(getattr(self, name) for name in Decision.__slots__)


class Asked(NamedTuple):
    """Who is asked which question: a decision without its options."""

    seat: Seat
    id: int
    sealed: bool
    standing: bool = False


class Refused(Exception):
    """An answer that changes nothing. It carries a message key and the rule that refuses it, never a secret."""

    def __init__(self, key: str, rule: str = "", **arguments: Json) -> None:
        super().__init__(key if not rule else f"{key} ({rule})")
        self.key = key
        self.rule = rule
        self.arguments = arguments

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Refused) and (type(self), self.key, self.rule, self.arguments) == (
            type(other),
            other.key,
            other.rule,
            other.arguments,
        )

    __hash__ = Exception.__hash__


class Malformed(Refused):
    """Not an answer at all: unknown kind, missing or extra fields, values of the wrong type."""


class Illegal(Refused):
    """An answer the rules do not allow now. `rule` names the paragraph or ruling."""


class NotAsked(Refused):
    """The seat is not asked, or its question is no longer open."""
