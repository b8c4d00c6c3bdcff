"""Answers as small numbers for the rules. `answers` maps them to messages.

With notched steering there are few, fixed codes: a speed card times nine placements. With free steering a code packs
the speed card and both angles.
"""

from __future__ import annotations

from triclinium.core.kernel import kernel
from triclinium.games.benhur.rules.cards import ANGLE_MOST, ANGLES, FREE, KINDS, NOTCH, SPEED_KINDS
from triclinium.games.benhur.rules.state import State

SPEED_CARDS = 2 * SPEED_KINDS
PLACEMENTS = 9

DRIVE_CODES = 0
REIN_IN = 180
ACCIDENT = 200
REFILL_FROM = 206
WHIP_AT = 208
HOLD = 214
LOSE_TURN = 215
KEEP_HAND = 216
EXCHANGE_HAND = 217
STOP = 218
CODES = 219
FREE_CODES = 256
"""Codes of free steering begin here."""
FREE_CODES_END = FREE_CODES + SPEED_CARDS * ANGLES * ANGLES

LATTICE_STEP = 10
"""With free steering every tenth degree is listed for bots; any whole degree is legal."""
LATTICE = 49
OPTIONS_MOST = 4 * LATTICE + 16


@kernel
def drive_code(s: State, card: int, a: int, b: int) -> int:
    """The code of a speed card with two angles."""
    speed_card = card // KINDS * SPEED_KINDS + card % KINDS
    if s.steering == FREE:
        return FREE_CODES + (speed_card * ANGLES + a + ANGLE_MOST) * ANGLES + b + ANGLE_MOST
    return DRIVE_CODES + speed_card * PLACEMENTS + (a // NOTCH + 1) * 3 + b // NOTCH + 1


@kernel
def is_drive(code: int) -> bool:
    """Whether a code plays a speed card."""
    return code < REIN_IN or code >= FREE_CODES


@kernel
def card_of(code: int) -> int:
    """The card of a code: a speed card, one discarded to rein in, or an accident."""
    if code >= FREE_CODES:
        speed_card = (code - FREE_CODES) // (ANGLES * ANGLES)
    elif code < REIN_IN:
        speed_card = code // PLACEMENTS
    elif code < ACCIDENT:
        speed_card = code - REIN_IN
    else:
        accident = code - ACCIDENT
        return accident // 3 * KINDS + SPEED_KINDS + accident % 3
    return speed_card // SPEED_KINDS * KINDS + speed_card % SPEED_KINDS


@kernel
def angle_a_of(code: int) -> int:
    """The angle between the chariot and the ruler."""
    if code >= FREE_CODES:
        return (code - FREE_CODES) // ANGLES % ANGLES - ANGLE_MOST
    return (code % PLACEMENTS // 3 - 1) * NOTCH


@kernel
def angle_b_of(code: int) -> int:
    """The angle between the ruler and the new chariot."""
    if code >= FREE_CODES:
        return (code - FREE_CODES) % ANGLES - ANGLE_MOST
    return (code % 3 - 1) * NOTCH


@kernel
def rein_in_code(card: int) -> int:
    return REIN_IN + card // KINDS * SPEED_KINDS + card % KINDS


@kernel
def accident_code(card: int) -> int:
    return ACCIDENT + card // KINDS * 3 + card % KINDS - SPEED_KINDS
