"""The cards, chariots and options of Ben Hur as small numbers, and their names."""

from __future__ import annotations

SEATS_LEAST = 2
SEATS_MOST = 6
CHARIOTS_MOST = 6
CHARIOTS_EACH = 3

# Speed cards: five speeds without a horseshoe, the same five with one; then accidents by their range.
SPEED_NAMES = ("+I+", "II", "+II+", "III", "+III+")
SPEEDS = 5
SPEED_KINDS = 10
ACCIDENTS = 3
KINDS = 13
"""Kinds 0-4 are speeds, 5-9 speeds with a horseshoe, 10-12 accidents with a range up to 1, 2, 3."""
KIND_NAMES = (
    *SPEED_NAMES,
    *(f"{name} horseshoe" for name in SPEED_NAMES),
    "accident 1",
    "accident 1-2",
    "accident 1-3",
)

DECK_NAMES = ("normal", "risky")
DECKS = 2
NORMAL = 0
RISKY = 1
CARDS = DECKS * KINDS
"""A card is its deck times KINDS plus its kind. The deck of a card in hand is public (BH-15)."""
CARD_NAMES = tuple(f"{deck} {kind}" for deck in DECK_NAMES for kind in KIND_NAMES)

HAND = 4
DEALT_FROM_EACH = 2
EXCHANGE_ACCIDENTS = 3
"""With this many accidents at the start a hand may be exchanged (BH-9)."""

DRIVER_NAMES = ("ben_hur", "messala", "cleanthes", "byzantium", "corinth", "sidon")
PLACE_NAMES = ("I", "II", "III", "IV", "V", "VI")

FORMAT_NAMES = ("laps", "races", "long")
LAPS = 0
RACES = 1
LONG = 2
LENGTHS = {"laps": range(1, 4), "races": range(2, 4), "long": range(2, 5)}
COURSES_MOST = 4
"""The most laps of one race, and the most races including a tie-break."""
ROUNDS_A_LAP = 100
REMOVED_ACCIDENTS = 5
REMOVED_FROM_LAPS = 3
"""From this many laps on, long races leave out five accidents of each deck."""

STEERING_NAMES = ("notched", "free")
NOTCHED = 0
FREE = 1
NOTCH = 30
ANGLE_MOST = 30
ANGLES = 2 * ANGLE_MOST + 1
