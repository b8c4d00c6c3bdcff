"""Answers as messages: only this module maps them to the codes of the rules, and lists those that a seat may give.

The same lists come again and again, so the rules list each of them once. A list depends on a few numbers of the state;
they are put into an empty state, and `legal` is asked there.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, partial

from triclinium.core.decision import Answer, Json, Listing, Malformed, Seat
from triclinium.core.exact import kind_of, named, number_in
from triclinium.games.banquet.rules.cards import (
    FIRST_EXCHANGE,
    GUEST_NAMES,
    KIND_NAMES,
    PAIRS,
    PLACE_NAMES,
    PRIVILEGE_NAMES,
    RING,
)
from triclinium.games.banquet.rules.codes import (
    ACCEPT,
    APPLY,
    ASSIGN_CODES,
    ASSIGNMENTS,
    CLAIM,
    CLAIM_GIFT,
    CODES,
    EXCHANGE,
    GIVE_BACK,
    GIVE_TO_UMBRA,
    LEAVE_GIFT,
    OFFER_TO,
    OPTIONS_MOST,
    PASS,
    PASS_ROUND,
    PICK_CODES,
    PICKS,
    SPECIAL_GIFT,
    TASTE_IT,
)
from triclinium.games.banquet.rules.engine import legal
from triclinium.games.banquet.rules.state import (
    ANSWER,
    ASSIGN,
    DEAL_PRIVILEGE,
    LAY_CARD,
    NOTHING,
    OFFER,
    PICK,
    SEAT_CALIGULA,
    WINDOW,
    State,
)

PLAIN = {
    "leave_gift": LEAVE_GIFT,
    "claim_gift": CLAIM_GIFT,
    "accept": ACCEPT,
    "pass": PASS,
    "pass_round": PASS_ROUND,
    "give_back": GIVE_BACK,
    "apply": APPLY,
    "taste": TASTE_IT,
    "give_to_umbra": GIVE_TO_UMBRA,
}
PLAIN_NAMES = {code: kind for kind, code in PLAIN.items()}

FIELDS = {
    "pick": {"slots"},
    "assign": {"discard", "keep", "gift"},
    "offer": {"to"},
    "claim": {"card", "place"},
    "exchange": {"card"},
    "special_gift": {"to"},
    **{kind: set() for kind in PLAIN},
}
KEYS = {kind: {"kind", *fields} for kind, fields in FIELDS.items()}
CHANCE_FIELDS = {"caligula": "seat", "guest": "guest", "privilege": "privilege", "card": "card"}
CHANCE_KEYS = {kind: {"kind", field} for kind, field in CHANCE_FIELDS.items()}
CHANCE_NAMES = {"guest": GUEST_NAMES, "privilege": PRIVILEGE_NAMES, "card": KIND_NAMES}

PICKED_SLOTS: list[list[Json]] = [[slot for slot in range(RING) if (pick >> slot) & 1] for pick in PICKS]
"""The slots of each pick."""

NO_SUCH_ANSWER = "refused.no_such_answer"
UNKNOWN = -1
"""The code of a well-formed answer that no question of this game accepts."""
LISTINGS_KEPT = 4096
"""More than a server meets: offers to sets of seats, sets of privileges."""


# --- What a seat may answer ---------------------------------------------------------------------


def listing_of(s: State, seat: Seat) -> Listing:
    """What a seat may answer now."""
    phase = s.phase
    if phase == WINDOW:
        holds = seat == s.holder and not s.initiative
        return _window(seat, s.seats, s.privileges[seat], (s.standing_pass >> seat) & 1, holds)
    if phase in (ANSWER, OFFER):
        return _offers(phase, seat, s.seats, s.active, s.offered)
    if phase == PICK:
        return _picks(s.laid)
    if phase == ASSIGN:
        return _layings(tuple(s.picked_from))
    return _listing(_codes(s, seat))


@lru_cache(LISTINGS_KEPT)
def _window(seat: Seat, seats: int, held: int, passing: int, holds: bool) -> Listing:
    s = State()
    s.phase, s.seats, s.privileges[seat], s.standing_pass = WINDOW, seats, held, passing << seat
    s.holder = seat if holds else NOTHING
    return _listing(_codes(s, seat))


@lru_cache(LISTINGS_KEPT)
def _offers(phase: int, seat: Seat, seats: int, active: Seat, offered: int) -> Listing:
    s = State()
    s.phase, s.seats, s.active, s.offered = phase, seats, active, offered
    return _listing(_codes(s, seat))


@lru_cache(1 << RING)
def _picks(laid: int) -> Listing:
    s = State()
    s.phase, s.laid = PICK, laid
    return _listing(_codes(s, 0))


@lru_cache(RING**3)
def _layings(picked_from: tuple[int, ...]) -> Listing:
    s = State()
    s.phase = ASSIGN
    return _listing(_codes(s, 0), picked_from)


@lru_cache(LISTINGS_KEPT)
def _listing(codes: tuple[int, ...], picked_from: tuple[int, ...] = ()) -> Listing:
    return Listing(partial(messages_of, codes, picked_from), codes)


def _codes(s: State, seat: Seat) -> tuple[int, ...]:
    codes = [NOTHING] * OPTIONS_MOST
    return tuple(codes[: legal(s, seat, codes)])


# --- Codes and messages -------------------------------------------------------------------------


def message_of(s: State, code: int) -> Answer:
    """The message for a player's code in this state."""
    return messages_of([code], s.picked_from)[0]


def messages_of(codes: Sequence[int], picked_from: Sequence[int]) -> tuple[Answer, ...]:
    """The messages for a player's codes, each a new dict: the player may write to it."""
    if codes[0] < ASSIGN_CODES:
        return tuple([{"kind": "pick", "slots": PICKED_SLOTS[code].copy()} for code in codes])
    if codes[0] < LEAVE_GIFT:
        return tuple([_assign_message(code, picked_from) for code in codes])
    return tuple([MESSAGES[code].copy() for code in codes])


def _assign_message(code: int, picked_from: Sequence[int]) -> Answer:
    discard, keep, gift = ASSIGNMENTS[code - ASSIGN_CODES]
    return {"kind": "assign", "discard": picked_from[discard], "keep": picked_from[keep], "gift": picked_from[gift]}


def _plain_message(code: int) -> Answer:
    if code in PLAIN_NAMES:
        return {"kind": PLAIN_NAMES[code]}
    if code < ACCEPT:
        return {"kind": "offer", "to": code - OFFER_TO}
    if code < EXCHANGE:
        pair, which = divmod(code - CLAIM, 2)
        return {"kind": "claim", "card": PRIVILEGE_NAMES[pair], "place": PLACE_NAMES[PAIRS[pair][which]]}
    if code < GIVE_BACK:
        return {"kind": "exchange", "card": PRIVILEGE_NAMES[FIRST_EXCHANGE + code - EXCHANGE]}
    return {"kind": "special_gift", "to": code - SPECIAL_GIFT}


MESSAGES = {code: _plain_message(code) for code in range(LEAVE_GIFT, CODES)}
"""All messages but picks and assignments, by code. They are flat, so a shallow copy is independent."""


def chance_message_of(s: State, code: int) -> Answer:
    """The message for a code of chance in this state."""
    if s.phase == LAY_CARD:
        return {"kind": "card", "card": KIND_NAMES[code]}
    if s.phase == SEAT_CALIGULA:
        return {"kind": "caligula", "seat": code}
    if s.phase == DEAL_PRIVILEGE:
        return {"kind": "privilege", "privilege": PRIVILEGE_NAMES[code]}
    return {"kind": "guest", "guest": GUEST_NAMES[code]}


def code_of(s: State, answer: Answer) -> int:
    """The code of a message, or UNKNOWN. Raises `Malformed` if it is no message of this game."""
    kind = kind_of(answer, KEYS, NO_SUCH_ANSWER, "refused.wrong_fields")
    if kind in PLAIN:
        return PLAIN[kind]
    if kind == "pick":
        return _pick_code(answer["slots"])
    if kind == "assign":
        return _assign_code(s, answer)
    if kind in ("offer", "special_gift"):
        return (OFFER_TO if kind == "offer" else SPECIAL_GIFT) + seat_number(s, answer["to"])
    return _privilege_code(kind, answer)


def seat_number(s: State, value: Json) -> int:
    return number_in(value, range(s.seats), "refused.no_such_seat")


def _slot_number(value: Json) -> int:
    return number_in(value, range(RING), "refused.no_such_slot")


def _pick_code(slots: Json) -> int:
    if type(slots) is not list:
        raise Malformed("refused.wrong_fields")
    picks = 0
    for slot in slots:
        picks |= 1 << _slot_number(slot)
    if len(slots) == 3 and picks in PICKS:
        return PICK_CODES + PICKS.index(picks)
    return UNKNOWN


def _assign_code(s: State, answer: Answer) -> int:
    slots = [_slot_number(answer[place]) for place in PLACE_NAMES]
    if sorted(slots) != sorted(s.picked_from):
        return UNKNOWN
    return ASSIGN_CODES + ASSIGNMENTS.index(tuple(s.picked_from.index(slot) for slot in slots))


def _privilege_code(kind: str, answer: Answer) -> int:
    number = named(answer["card"], PRIVILEGE_NAMES, "refused.no_such_privilege")
    if kind == "exchange":
        return EXCHANGE + number - FIRST_EXCHANGE if PRIVILEGE_NAMES[number].startswith("exchange") else UNKNOWN
    place = named(answer["place"], PLACE_NAMES, "refused.no_such_place")
    if number >= FIRST_EXCHANGE or place not in PAIRS[number]:
        return UNKNOWN
    return CLAIM + number * 2 + PAIRS[number].index(place)


def chance_code_of(s: State, answer: Answer) -> int:
    """The code of an answer of chance, or UNKNOWN. Raises `Malformed`."""
    kind = kind_of(answer, CHANCE_KEYS, NO_SUCH_ANSWER, NO_SUCH_ANSWER)
    value = answer[CHANCE_FIELDS[kind]]
    if kind == "caligula":
        return seat_number(s, value)
    names = CHANCE_NAMES[kind]
    return names.index(value) if type(value) is str and value in names else UNKNOWN
