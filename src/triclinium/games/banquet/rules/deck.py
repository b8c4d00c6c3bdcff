"""The deck as data: read from a file like `cards.toml`, checked, and stored in the options of a game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from triclinium.core.datafile import read_toml
from triclinium.core.decision import Json
from triclinium.core.game import BadOptions
from triclinium.games.banquet.manifest import MANIFEST
from triclinium.games.banquet.rules.cards import KIND_NAMES, RING, class_of

SECTIONS = {
    "dishes": "dish",
    "wine": "wine",
    "poison": "poison",
    "presents": "present",
    "daggers": "dagger",
    "minus": "minus",
    "special": "special",
}
VALUES = {
    "dish": range(1, 11),
    "wine": range(1, 11),
    "poison": range(1, 12),
    "present": range(1),
    "dagger": range(1),
    "minus": range(-10, 0),
    "special": range(1),
}
COUNT_MOST = 99
NAME_LONGEST = 60


def parse_deck(text: str) -> Json:
    """Read a deck from a file's text. Raises `BadOptions`, naming the line that is wrong."""
    data = read_toml(text, "deck")
    name = data.pop("name", "")
    cards: dict[str, Json] = {}
    for section, rows in data.items():
        if section not in SECTIONS:
            raise BadOptions(f"the deck has a section [{section}]; it may have {', '.join(SECTIONS)}")
        if not isinstance(rows, dict):
            raise BadOptions(f"section {section} of the deck must hold kinds of cards")
        for kind, row in rows.items():
            if kind not in KIND_NAMES or class_of(KIND_NAMES.index(kind)) != SECTIONS[section]:
                raise BadOptions(f"the deck has a kind {kind!r} under [{section}] that the game does not know")
            cards[kind] = _row(kind, row)
    deck: Json = {"name": name, "cards": cards}
    check_deck(deck)
    return deck


def _row(kind: str, row: Any) -> Json:
    if not isinstance(row, dict) or not set(row) <= {"count", "value"} or "count" not in row:
        raise BadOptions(f"{kind} needs a count, and a value if it moves the belt: {{ count = 3, value = 2 }}")
    return [row["count"], row.get("value", 0)]


def check_deck(deck: Json) -> None:
    """Raise `BadOptions` for a deck that cannot be played."""
    if not isinstance(deck, dict) or set(deck) != {"name", "cards"}:
        raise BadOptions("a deck has a name and cards")
    name, cards = deck["name"], deck["cards"]
    if not isinstance(name, str) or len(name) > NAME_LONGEST:
        raise BadOptions(f"the name of a deck is a text of at most {NAME_LONGEST} letters")
    if not isinstance(cards, dict):
        raise BadOptions("the cards of a deck are kinds with their count and value")
    for kind in cards:
        if kind not in KIND_NAMES:
            raise BadOptions(f"the deck has a kind {kind!r} that the game does not know")
    for kind in KIND_NAMES:
        if kind not in cards:
            raise BadOptions(f"the deck lacks the kind {kind!r}; give it a count of 0 to play without")
        _check_row(kind, cards[kind])
    total = sum(counts_and_values(deck)[0])
    if total < RING + 3:
        raise BadOptions(f"a deck of {total} cards is impossible: {RING} lie open and 3 are drawn every round")


def _check_row(kind: str, row: Json) -> None:
    if not (isinstance(row, list) and len(row) == 2 and all(type(number) is int for number in row)):
        raise BadOptions(f"{kind} needs a whole count and a whole value")
    count, value = row
    assert isinstance(count, int) and isinstance(value, int)
    if not 0 <= count <= COUNT_MOST:
        raise BadOptions(f"{kind} cannot lie {count} times in the deck; 0 to {COUNT_MOST} can be")
    fitting = VALUES[class_of(KIND_NAMES.index(kind))]
    if value not in fitting:
        wanted = f"{fitting.start} to {fitting.stop - 1}" if len(fitting) > 1 else f"{fitting.start}"
        raise BadOptions(f"{kind} cannot have the value {value}; a card of its class has {wanted}")


def counts_and_values(deck: Mapping[str, Any]) -> tuple[list[int], list[int]]:
    """Counts and values by kind, for the rules."""
    rows = [deck["cards"][kind] for kind in KIND_NAMES]
    return [row[0] for row in rows], [row[1] for row in rows]


STANDARD_DECK: Json = parse_deck(MANIFEST.folder("data").joinpath("cards.toml").read_text(encoding="utf-8"))
