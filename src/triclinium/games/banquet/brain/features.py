"""What the learned player looks at: a seat's knowledge as one row of small numbers, seen from that seat.

The observer comes first and the others follow clockwise, so that one net serves every seat. Cards at hand are counts by
kind: their order says nothing. What people remember of earlier rounds comes as the counts of `views.history`. `secrets`
adds what the seat does not know; only the judge of simulated worlds reads it.
"""

from __future__ import annotations

from triclinium.core.kernel import kernel
from triclinium.core.observation import put, put_choice, put_set
from triclinium.core.piles import bits
from triclinium.games.banquet.rules.cards import (
    BELT_MOST,
    GUESTS,
    KINDS,
    OPEN,
    PRIVILEGES,
    RING,
    SEATS_LEAST,
    SEATS_MOST,
)
from triclinium.games.banquet.rules.codes import CODES, OFFER_TO, PASS_ROUND, SPECIAL_GIFT
from triclinium.games.banquet.rules.state import ASSIGN, NOTHING, PICK, TASTE, State

REMEMBERED = 31
"""The counts of `rules.tape` for a seat that the net reads: all but the privileges it played."""
GAVE_TO = 5
LAID = 10
FEATURES = 731
SECRETS = (SEATS_MOST - 1) * (GUESTS + PRIVILEGES) + 3 * KINDS
JUDGED = FEATURES + SECRETS + SEATS_MOST
"""What the judge sees: a row, the secrets, and a mark for every seat that plays by rule of thumb."""
LARGEST = 100
"""Larger numbers are cut off here, so that a row fits into bytes."""


@kernel
def relative(s: State, me: int, seat: int) -> int:
    """How many places clockwise from the observer somebody sits."""
    return NOTHING if seat < 0 else (seat - me + s.seats) % s.seats


@kernel
def seat_at(s: State, me: int, place: int) -> int:
    """The seat so many places clockwise from the observer; NOTHING beyond the last."""
    return (me + place) % s.seats if place < s.seats else NOTHING


@kernel
def relative_set(s: State, me: int, seats: int) -> int:
    """A set of seats, seen from the observer."""
    return ((seats >> me) | (seats << (s.seats - me))) & ((1 << s.seats) - 1)


@kernel
def relative_code(s: State, me: int, code: int) -> int:
    """The code of an answer, with the seat it names seen from the observer."""
    if OFFER_TO <= code < OFFER_TO + SEATS_MOST:
        return OFFER_TO + relative(s, me, code - OFFER_TO)
    if SPECIAL_GIFT <= code < SPECIAL_GIFT + SEATS_MOST:
        return SPECIAL_GIFT + relative(s, me, code - SPECIAL_GIFT)
    return code


@kernel
def absolute_code(s: State, me: int, code: int) -> int:
    """The other way round."""
    if OFFER_TO <= code < OFFER_TO + SEATS_MOST:
        return OFFER_TO + (code - OFFER_TO + me) % s.seats
    if SPECIAL_GIFT <= code < SPECIAL_GIFT + SEATS_MOST:
        return SPECIAL_GIFT + (code - SPECIAL_GIFT + me) % s.seats
    return code


@kernel
def mask_answers(s: State, me: int, listed: list[int], count: int, mask: list[int]) -> int:
    """Mark the listed answers, seen from the observer. To pass for the whole round is never better than to pass now."""
    for code in range(CODES):
        mask[code] = 0
    left = 0
    for number in range(count):
        if listed[number] != PASS_ROUND:
            mask[relative_code(s, me, listed[number])] = 1
            left += 1
    return left


@kernel
def cards_at_hand(s: State, out: list[int]) -> None:
    """The kinds that picks and layings are about: the ring, or the three picked cards."""
    for slot in range(RING):
        out[slot] = NOTHING
        if s.phase == ASSIGN:
            if slot < 3:
                out[slot] = s.picked[slot]
        elif s.phase == PICK:
            out[slot] = s.ring[slot]


@kernel
def put_counts(out: list[int], at: int, cards: list[int], length: int, shown: int) -> int:
    """Write how many of each kind are in a row of cards."""
    for kind in range(KINDS):
        out[at + kind] = 0
    for place in range(length):
        if shown and cards[place] != NOTHING:
            out[at + cards[place]] += 1
    return at + KINDS


@kernel
def features(s: State, me: int, counts: list[list[int]], dealt: list[int], out: list[int]) -> int:
    """Write what a seat knows; return how many numbers.

    `counts` are those of the history, by seat, kept since `dealt`: older counts are a former guest's.
    """
    at = put_choice(out, 0, s.guest[me], GUESTS)
    at = put_choice(out, at, s.seats - SEATS_LEAST, SEATS_MOST - SEATS_LEAST + 1)
    at = put(out, at, s.edition)
    at = put_choice(out, at, s.privilege_mode, 3)
    at = put(out, at, s.different_dishes)
    at = put_choice(out, at, s.phase - PICK, TASTE - PICK + 1)
    at = put(out, at, min(LARGEST, s.round))
    at = put_choice(out, at, relative(s, me, s.active), SEATS_MOST)
    at = put_counts(out, at, s.ring, RING, 1)
    at = put_counts(out, at, s.picked, 3, s.phase == ASSIGN)
    at = put_counts(out, at, s.place, 3, 1)
    for kind in range(KINDS):
        out[at + kind] = min(LARGEST, s.pile[kind])
    at += KINDS
    at = put_choice(out, at, s.card, KINDS)
    at = put_choice(out, at, NOTHING if s.card == NOTHING else s.card_place, 3)
    for place in range(3):
        at = put(out, at, s.place[place] != NOTHING)
    for place in range(3):
        at = put_choice(out, at, s.place[place] if me == s.active else NOTHING, KINDS)
    at = put(out, at, s.keep_lost)
    at = put_choice(out, at, relative(s, me, s.holder), SEATS_MOST)
    at = put_choice(out, at, relative(s, me, s.giver), SEATS_MOST)
    at = put_choice(out, at, relative(s, me, s.acceptor), SEATS_MOST)
    at = put_choice(out, at, relative(s, me, s.taker) if s.card != NOTHING else NOTHING, SEATS_MOST)
    at = put_set(out, at, relative_set(s, me, s.offered), SEATS_MOST)
    at = put(out, at, s.initiative)
    at = put(out, at, s.privilege_played)
    at = put(out, at, (s.standing_pass >> me) & 1)
    at = put_set(out, at, s.out, GUESTS)
    at = put(out, at, s.eliminated)
    at = put(out, at, s.barred)
    at = put(out, at, s.daggers)
    at = put_set(out, at, s.privileges_used, PRIVILEGES)
    for place in range(SEATS_MOST):
        at = put_seat(s, me, seat_at(s, me, place), counts, dealt, out, at)
    return at


SEAT_FEATURES = BELT_MOST + 1 + KINDS + 9 + PRIVILEGES + REMEMBERED


@kernel
def put_seat(s: State, me: int, seat: int, counts: list[list[int]], dealt: list[int], out: list[int], at: int) -> int:
    """What lies before a seat, and what its guest did in earlier rounds."""
    if seat == NOTHING:
        for place in range(SEAT_FEATURES):
            out[at + place] = 0
        return at + SEAT_FEATURES
    at = put_choice(out, at, min(BELT_MOST, s.belt[seat]), BELT_MOST + 1)
    for kind in range(KINDS):
        out[at + kind] = min(LARGEST, s.accepted[seat][kind])
    at += KINDS
    at = put(out, at, 1)
    at = put(out, at, min(LARGEST, s.cards[seat]))
    at = put(out, at, min(LARGEST, s.dishes[seat]))
    at = put(out, at, s.dish_kinds[seat])
    at = put(out, at, min(LARGEST, s.wine[seat]))
    at = put(out, at, s.present_kinds[seat])
    at = put(out, at, seat == s.caligula)
    at = put(out, at, (s.cleared >> seat) & 1)
    at = put(out, at, bits(s.privileges[seat]))
    at = put_set(out, at, s.privileges[seat] if seat == me or s.privilege_mode == OPEN else 0, PRIVILEGES)
    own = s.dealt_when[seat] == dealt[seat]
    for column in range(REMEMBERED):
        out[at + column] = min(LARGEST, counts[seat][column]) if own else 0
    for place in range(SEATS_MOST):
        other = seat_at(s, me, place)
        out[at + GAVE_TO + place] = min(LARGEST, counts[seat][GAVE_TO + other]) if own and other != NOTHING else 0
    return at + REMEMBERED


@kernel
def secrets(s: State, me: int, out: list[int], at: int) -> int:
    """Write what a seat does not know: the others' guests and privileges, and where the three cards lie."""
    for place in range(1, SEATS_MOST):
        seat = seat_at(s, me, place)
        at = put_choice(out, at, NOTHING if seat == NOTHING else s.guest[seat], GUESTS)
        at = put_set(out, at, 0 if seat == NOTHING else s.privileges[seat], PRIVILEGES)
    for place in range(3):
        at = put_choice(out, at, s.place[place], KINDS)
    return at
