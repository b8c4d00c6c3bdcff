"""The two decks as data: read from a file like `cards.toml`, checked, and stored in the options of a game."""

from __future__ import annotations

from typing import Any

from triclinium.core.datafile import read_toml
from triclinium.core.decision import Json
from triclinium.core.game import BadOptions
from triclinium.games.benhur.manifest import MANIFEST
from triclinium.games.benhur.rules.cards import (
    CHARIOTS_MOST,
    DECK_NAMES,
    HAND,
    KIND_NAMES,
    REMOVED_ACCIDENTS,
    SPEED_KINDS,
    SPEED_NAMES,
)

RANGES = ("1", "1-2", "1-3")
COUNT_MOST = 99
NAME_LONGEST = 60
CARDS_LEAST = CHARIOTS_MOST * HAND + HAND + REMOVED_ACCIDENTS
"""Six full hands from one deck, an exchanged hand set aside (BH-9), and five accidents removed."""
SPEED_CARDS_LEAST = 12


def parse_deck(text: str) -> Json:
    """Read the decks from a file's text. Raises `BadOptions`, naming the line that is wrong."""
    data = read_toml(text, "deck")
    if not set(data) <= {"name", *DECK_NAMES}:
        raise BadOptions(f"the deck file may have a name, {' and '.join(DECK_NAMES)}, not {', '.join(data)}")
    decks: dict[str, Json] = {"name": data.get("name", "")}
    for deck in DECK_NAMES:
        decks[deck] = _cards(deck, data.get(deck))
    check_deck(decks)
    return decks


def _cards(deck: str, section: Any) -> Json:
    if not isinstance(section, dict) or set(section) != {"speeds", "accidents"}:
        raise BadOptions(f"the {deck} deck needs [{deck}.speeds] and [{deck}.accidents]")
    speeds, accidents = section["speeds"], section["accidents"]
    if not isinstance(speeds, dict) or set(speeds) != set(SPEED_NAMES):
        raise BadOptions(f"[{deck}.speeds] needs exactly {', '.join(SPEED_NAMES)}")
    if not isinstance(accidents, dict) or set(accidents) != set(RANGES):
        raise BadOptions(f"[{deck}.accidents] needs exactly the ranges {', '.join(RANGES)}")
    cards: dict[str, Json] = {}
    for name in SPEED_NAMES:
        row = speeds[name]
        if not isinstance(row, dict) or set(row) != {"plain", "horseshoe"}:
            raise BadOptions(f"{deck} {name} needs two counts: {{ plain = 8, horseshoe = 4 }}")
        cards[name] = row["plain"]
        cards[f"{name} horseshoe"] = row["horseshoe"]
    return cards | {f"accident {name}": accidents[name] for name in RANGES}


def check_deck(decks: Json) -> None:
    """Raise `BadOptions` for decks that cannot be played."""
    if not isinstance(decks, dict) or set(decks) != {"name", *DECK_NAMES}:
        raise BadOptions(f"decks have a name, {' and '.join(DECK_NAMES)}")
    name = decks["name"]
    if not isinstance(name, str) or len(name) > NAME_LONGEST:
        raise BadOptions(f"the name of the decks is a text of at most {NAME_LONGEST} letters")
    for deck in DECK_NAMES:
        cards = decks[deck]
        if not isinstance(cards, dict) or set(cards) != set(KIND_NAMES):
            raise BadOptions(f"the {deck} deck needs a count for each of {', '.join(KIND_NAMES)}")
        for kind, count in cards.items():
            if type(count) is not int or not 0 <= count <= COUNT_MOST:
                raise BadOptions(f"{kind} cannot lie {count!r} times in the {deck} deck; 0 to {COUNT_MOST} can be")
        _check_size(deck, counts_of(decks, deck))


def _check_size(deck: str, counts: list[int]) -> None:
    speeds, accidents = sum(counts[:SPEED_KINDS]), sum(counts[SPEED_KINDS:])
    if speeds + accidents < CARDS_LEAST:
        raise BadOptions(f"{speeds + accidents} cards are too few for the {deck} deck; {CARDS_LEAST} are the least")
    if accidents < REMOVED_ACCIDENTS:
        raise BadOptions(f"the {deck} deck has {accidents} accidents; long races take {REMOVED_ACCIDENTS} of them out")
    if speeds < SPEED_CARDS_LEAST:
        raise BadOptions(f"the {deck} deck has {speeds} speed cards; {SPEED_CARDS_LEAST} are the least")


def counts_of(decks: Any, deck: str) -> list[int]:
    """The counts of one deck by kind."""
    return [decks[deck][kind] for kind in KIND_NAMES]


STANDARD_DECK: Json = parse_deck(MANIFEST.folder("data").joinpath("cards.toml").read_text(encoding="utf-8"))
