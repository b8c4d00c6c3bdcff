"""Answers as messages. Only this module maps messages to the codes of the rules."""

from __future__ import annotations

from triclinium.core.decision import Answer, Json
from triclinium.core.exact import kind_of, named, number_in
from triclinium.games.benhur.rules.cards import (
    ANGLE_MOST,
    CARD_NAMES,
    DECK_NAMES,
    DRIVER_NAMES,
    FREE,
    KINDS,
    NOTCH,
    SPEED_KINDS,
    SPEEDS,
)
from triclinium.games.benhur.rules.codes import (
    ACCIDENT,
    EXCHANGE_HAND,
    HOLD,
    KEEP_HAND,
    LOSE_TURN,
    REFILL_FROM,
    STOP,
    WHIP_AT,
    accident_code,
    angle_a_of,
    angle_b_of,
    card_of,
    drive_code,
    is_drive,
    rein_in_code,
)
from triclinium.games.benhur.rules.state import DEAL_CARD, DRAW_CARD, DRAW_DRIVER, REMOVE_ACCIDENT, State
from triclinium.games.benhur.rules.verdicts import WALL, judge, rival_in

PLAIN = {
    "hold": HOLD,
    "lose_turn": LOSE_TURN,
    "keep_hand": KEEP_HAND,
    "exchange_hand": EXCHANGE_HAND,
    "stop": STOP,
}
PLAIN_NAMES = {code: kind for kind, code in PLAIN.items()}

FIELDS = {
    "drive": {"card", "a", "b"},
    "collide": {"card", "a", "b", "rival"},
    "crash": {"card", "a", "b"},
    "rein_in": {"card"},
    "accident": {"card"},
    "refill": {"deck"},
    "whip": {"rival"},
    **{kind: set() for kind in PLAIN},
}
SPEED_ANSWERS = {"drive", "collide", "crash"}
KEYS = {kind: {"kind", *fields} for kind, fields in FIELDS.items()}
CHANCE_FIELDS = {"driver": "driver", "card": "card", "die": "die"}
CHANCE_KEYS = {kind: {"kind", field} for kind, field in CHANCE_FIELDS.items()}

ANGLES = range(-ANGLE_MOST, ANGLE_MOST + 1)
NO_SUCH_ANSWER = "refused.no_such_answer"
UNKNOWN = -1
"""The code of a well-formed answer that no question of this game accepts."""


def speed_of(card: int) -> int:
    return card % KINDS % SPEEDS


def message_of(s: State, code: int, hits: int | None = None) -> Answer:
    """The message for a player's code. Pass `hits` if it is known what the placement hits."""
    if code in PLAIN_NAMES:
        return {"kind": PLAIN_NAMES[code]}
    if is_drive(code):
        return _speed_message(s, code, hits)
    if code < ACCIDENT:
        return {"kind": "rein_in", "card": CARD_NAMES[card_of(code)]}
    if code < REFILL_FROM:
        return {"kind": "accident", "card": CARD_NAMES[card_of(code)]}
    if code < WHIP_AT:
        return {"kind": "refill", "deck": DECK_NAMES[code - REFILL_FROM]}
    return {"kind": "whip", "rival": code - WHIP_AT}


def _speed_message(s: State, code: int, hits: int | None) -> Answer:
    """Drive, collide or crash, depending on what the placement hits."""
    card, a, b = card_of(code), angle_a_of(code), angle_b_of(code)
    if hits is None:
        hits = judge(s, s.chariot, speed_of(card), a, b)
    played: Answer = {"card": CARD_NAMES[card], "a": a, "b": b}
    if hits == 0:
        return {"kind": "drive", **played}
    if hits & WALL:
        return {"kind": "crash", **played}
    return {"kind": "collide", **played, "rival": rival_in(hits)}


def chance_message_of(s: State, code: int) -> Answer:
    """The message for a code of chance in this state."""
    if s.phase in (DEAL_CARD, DRAW_CARD):
        return {"kind": "card", "card": CARD_NAMES[code]}
    if s.phase == REMOVE_ACCIDENT:
        return {"kind": "card", "card": CARD_NAMES[s.refill_deck * KINDS + code]}
    if s.phase == DRAW_DRIVER:
        return {"kind": "driver", "driver": DRIVER_NAMES[code]}
    return {"kind": "die", "die": code}


def code_of(s: State, answer: Answer) -> int:
    """The code of a message, or UNKNOWN. Raises `Malformed` if it is no message of this game."""
    kind = kind_of(answer, KEYS, NO_SUCH_ANSWER, "refused.wrong_fields")
    if kind in PLAIN:
        return PLAIN[kind]
    if kind == "refill":
        return REFILL_FROM + named(answer["deck"], DECK_NAMES, "refused.no_such_deck")
    if "rival" in answer:
        rival = chariot_number(s, answer["rival"])
        if kind == "whip":
            return WHIP_AT + rival
    card = card_number(answer["card"])
    if kind == "accident":
        return accident_code(card) if card % KINDS >= SPEED_KINDS else UNKNOWN
    if card % KINDS >= SPEED_KINDS:
        return UNKNOWN
    if kind == "rein_in":
        return rein_in_code(card)
    a, b = angle(answer["a"]), angle(answer["b"])
    return drive_code(s, card, a, b) if fits_notches(s, a, b) else UNKNOWN


def fits_notches(s: State, a: int, b: int) -> bool:
    """Whether the table's steering allows these two angles."""
    return s.steering == FREE or (a % NOTCH == 0 and b % NOTCH == 0)


def chariot_number(s: State, value: Json) -> int:
    return number_in(value, range(s.chariots), "refused.no_such_chariot")


def card_number(value: Json) -> int:
    return named(value, CARD_NAMES, "refused.no_such_card")


def angle(value: Json) -> int:
    """A whole number of degrees that a ruler can be turned by."""
    return number_in(value, ANGLES, "refused.no_such_angle")


def chance_code_of(s: State, answer: Answer) -> int:
    """The code of an answer of chance, or UNKNOWN. Raises `Malformed`."""
    kind = kind_of(answer, CHANCE_KEYS, NO_SUCH_ANSWER, NO_SUCH_ANSWER)
    value = answer[CHANCE_FIELDS[kind]]
    if kind == "die":
        return value if type(value) is int else UNKNOWN
    names = DRIVER_NAMES if kind == "driver" else CARD_NAMES
    if type(value) is not str or value not in names:
        return UNKNOWN
    code = names.index(value)
    return code - s.refill_deck * KINDS if s.phase == REMOVE_ACCIDENT else code
