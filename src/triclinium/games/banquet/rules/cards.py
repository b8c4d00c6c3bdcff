"""The cards of Bacchus' Banquet as small numbers, and their names.

The rules use the numbers, to index rows of counts. Everything else uses the names.
"""

from __future__ import annotations

SEATS_LEAST = 3
SEATS_MOST = 5

# Action cards by kind. Kinds of one class are adjacent.
KIND_NAMES = (
    "olives",
    "figs",
    "carp",
    "snails",
    "mullet",
    "peacock",
    "dormouse",
    "boar",
    "piglet",
    "small_cup",
    "cup",
    "amphora",
    "poison",
    "ring",
    "toga",
    "vase",
    "mirror",
    "perfume",
    "sandals",
    "dagger",
    "feather",
    "dance",
    "bill",
    "doze",
    "food_taster",
    "umbra",
    "hymn",
)
KINDS = 27
FIRST_WINE = 9
POISON = 12
FIRST_PRESENT = 13
DAGGER = 19
FEATHER = 20
DANCE = 21
BILL = 22
DOZE = 23
FOOD_TASTER = 24
UMBRA = 25
HYMN = 26

CLASS_NAMES = ("dish", "wine", "poison", "present", "dagger", "minus", "special")


def class_of(kind: int) -> str:
    """The class of a kind, as the data file and the views name it."""
    bounds = (FIRST_WINE, POISON, FIRST_PRESENT, DAGGER, FEATHER, FOOD_TASTER, KINDS)
    return next(name for name, end in zip(CLASS_NAMES, bounds, strict=True) if kind < end)


# Guests.
GUEST_NAMES = (
    "caligula",
    "octavius",
    "septimus",
    "cassius",
    "claudius",
    "vespasianus",
    "messalina",
    "caesonia",
    "agrippina",
)
GUESTS = 9
CALIGULA = 0
OCTAVIUS = 1
SEPTIMUS = 2
CASSIUS = 3
CLAUDIUS = 4
VESPASIANUS = 5
MESSALINA = 6
CAESONIA = 7
AGRIPPINA = 8
CONSPIRATORS = 1 << OCTAVIUS | 1 << SEPTIMUS | 1 << CASSIUS
ALL_GUESTS = (1 << GUESTS) - 1

# The places of a round's three cards.
PLACE_NAMES = ("discard", "keep", "gift")
DISCARD = 0
KEEP = 1
GIFT = 2
PAIRS = ((KEEP, DISCARD), (KEEP, GIFT), (DISCARD, GIFT))
"""The pairs of places on the three Claim and the three Exchange cards."""

# Privileges: Claim 0-2 and Exchange 3-5 have the pairs in the order above.
PRIVILEGE_NAMES = (
    "claim_keep_discard",
    "claim_keep_gift",
    "claim_discard_gift",
    "exchange_keep_discard",
    "exchange_keep_gift",
    "exchange_discard_gift",
    "give_back",
    "special_gift",
)
PRIVILEGES = 8
FIRST_EXCHANGE = 3
GIVE_BACK_CARD = 6
SPECIAL_GIFT_CARD = 7
ALL_PRIVILEGES = (1 << PRIVILEGES) - 1

EDITION_NAMES = ("fr", "nl")
FRENCH = 0
DUTCH = 1

PRIVILEGE_MODES = ("hidden", "open", "none")
HIDDEN = 0
OPEN = 1
NONE = 2

BELT_MOST = 10
RING = 7
ROUNDS_MOST = 200
DAGGERS_TO_WIN = 3
GUESTS_OUT_TO_END = 3
