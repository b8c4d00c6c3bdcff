"""The Umbra deck as data: read from a file like `cards.toml`, checked, and stored in the options of a game."""

from __future__ import annotations

from triclinium.core.datafile import read_toml
from triclinium.core.decision import Json
from triclinium.core.game import BadOptions
from triclinium.games.bacchanalia.manifest import MANIFEST
from triclinium.games.bacchanalia.rules.cards import (
    CARD_NAMES,
    HAND,
    PARCAE,
    SEATS_MOST,
    UMBRA_CARDS,
    VINUM,
    VINUM_SYMBOL,
)

NAME_LONGEST = 60
SOBER_LEAST = 2 * HAND + SEATS_MOST
"""Cards besides Vinum: an ending draws until there are four, while every player may have a locked card."""


def parse_deck(text: str) -> Json:
    """Read a deck from a file's text. Raises `BadOptions`."""
    data = read_toml(text, "deck")
    unknown = set(data) - {"name", "umbra"}
    if unknown:
        raise BadOptions(f"the deck has a section {sorted(unknown)[0]!r}; it may have a name and [umbra]")
    deck: Json = {"name": data.get("name", ""), "umbra": data.get("umbra", {})}
    check_deck(deck)
    return deck


def check_deck(deck: Json) -> None:
    """Raise `BadOptions` for a deck that cannot be played."""
    if not isinstance(deck, dict) or set(deck) != {"name", "umbra"}:
        raise BadOptions("a deck has a name and umbra cards")
    name, umbra = deck["name"], deck["umbra"]
    if not isinstance(name, str) or len(name) > NAME_LONGEST:
        raise BadOptions(f"the name of a deck is a text of at most {NAME_LONGEST} letters")
    if not isinstance(umbra, dict):
        raise BadOptions("the umbra cards of a deck are kinds with their count")
    for kind in umbra:
        if kind not in CARD_NAMES:
            raise BadOptions(f"the deck has a kind {kind!r} that the game does not know")
    for kind in CARD_NAMES:
        count = umbra.get(kind)
        if type(count) is not int or count < 1:
            raise BadOptions(f"the deck needs at least one {kind!r}, as a whole number")
    _check_counts(umbra_counts(deck))


def _check_counts(counts: list[int]) -> None:
    if counts[PARCAE] != 1:
        raise BadOptions(f"the deck has {counts[PARCAE]} Parcae; there is one only")
    if sum(counts) != UMBRA_CARDS:
        raise BadOptions(f"the deck has {sum(counts)} cards; the Umbra deck has {UMBRA_CARDS}")
    sober = sum(counts) - counts[VINUM] - counts[VINUM_SYMBOL]
    if sober < SOBER_LEAST:
        raise BadOptions(f"a deck with {sober} cards besides Vinum is impossible; endings need {SOBER_LEAST}")


def umbra_counts(deck: Json) -> list[int]:
    """The counts by kind."""
    assert isinstance(deck, dict) and isinstance(deck["umbra"], dict)
    counts = []
    for kind in CARD_NAMES:
        count = deck["umbra"][kind]
        assert isinstance(count, int)
        counts.append(count)
    return counts


STANDARD_DECK: Json = parse_deck(MANIFEST.folder("data").joinpath("cards.toml").read_text(encoding="utf-8"))
