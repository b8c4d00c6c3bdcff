"""The cards of Bacchanalia and the names that everything else uses.

Deus and Umbra cards share one numbering: an Umbra with a number below `DEUS_KINDS` honours the Deus of that number.
"""

from __future__ import annotations

BACCHUS = 0
PLUTO = 1
ACCUSATOR = 2
MINERVA = 3
VENUS = 4
AMANS = 5
SATYRUS = 6
MILES = 7
VINUM = 8
VINUM_SYMBOL = 9  # only as Umbra: Vinum with the symbol
PARCAE = 10  # only as Umbra

CARD_NAMES = (
    "bacchus",
    "pluto",
    "accusator",
    "minerva",
    "venus",
    "amans",
    "satyrus",
    "miles",
    "vinum",
    "vinum_symbol",
    "parcae",
)
DEUS_KINDS = 9
UMBRA_KINDS = 11
DEUS_NAMES = CARD_NAMES[:DEUS_KINDS]

DEUS_COUNTS = (1, 1, 1, 1, 1, 1, 3, 3, 6)
"""The Deus deck is fixed: 18 cards."""
UMBRA_CARDS = 62

SEATS_LEAST = 3
SEATS_MOST = 6
HAND = 4
"""Umbra before a player when the gods are honoured."""
DEALT = 2
"""Deus cards for each player in the set-up, besides Vinum."""

EDITIONS = ("it", "es")
TONES = ("veiled", "frank")
LENGTHS = ("parcae", "all", "time")
APPEARANCES = tuple(range(3, 10))
MINUTES = (30, 45, 60, 75, 90, 105, 120, 150, 180, 240)
CHANCE_NAMES = "chance"
"""The option value that lets chance decide who is youngest or most hedonistic (BC-1)."""

QUESTIONS = ("who", "mirror", "amans", "flight", "accusator", "where")
"""The six questions of an introduction. The Spanish edition asks the fourth differently."""
SPANISH_FLIGHT = "crime"
NAMED_PARTS = {"who", "amans", "accusator", "where"}
"""Answers that may include a short name: the character's, the lover's, the accuser's, the place's."""
ELEMENTS = ("person", "place", "thing")
"""What can be quoted for a lock (BC-15)."""

ACTS = ("agree", "eye", "object")
"""What others can do before a turn ends: agree to a meeting, give Minerva, object to a lock."""

# How a story ends.
HAPPY = "happy"
SLAIN = "slain"
VIOLENCE = "violence"
LOST = "lost"
FREED = "freed"
SACRIFICE = "sacrifice"
OPEN = "open"
SPARED = "spared"
LEFT = "left"
OUTCOMES = (HAPPY, SLAIN, VIOLENCE, LOST, FREED, SACRIFICE, OPEN, SPARED, LEFT)
ACCUSATOR_STRUCK = "accusator_struck"
AMANS_SAVED = "amans_saved"
TWISTS = (ACCUSATOR_STRUCK, AMANS_SAVED)

AMANS_ENDING = "amans"
MILES_ENDING = "miles"
SUDDEN_ENDING = "sudden"
ENDINGS = (AMANS_ENDING, MILES_ENDING, SUDDEN_ENDING, LEFT)


def honoured(umbra: int) -> int:
    """The Deus that an Umbra honours. Parcae honours none and gives a number that no Deus has (BC-4)."""
    return VINUM if umbra == VINUM_SYMBOL else umbra


def is_vinum(umbra: int) -> bool:
    """Whether an Umbra is Vinum, with or without the symbol."""
    return umbra in (VINUM, VINUM_SYMBOL)


def questions_of(edition: str) -> tuple[str, ...]:
    return tuple(SPANISH_FLIGHT if edition == "es" and part == "flight" else part for part in QUESTIONS)
