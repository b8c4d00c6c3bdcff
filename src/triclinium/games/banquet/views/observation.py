"""What a seat may know of a banquet as a row of numbers: the same allow-list as `view`, for programs that learn."""

from __future__ import annotations

from triclinium.core.kernel import kernel
from triclinium.core.observation import Layout, marks, number, put, put_choice, put_row, put_set
from triclinium.core.piles import bits
from triclinium.games.banquet.rules.cards import (
    BELT_MOST,
    DISCARD,
    FIRST_WINE,
    GIFT,
    GUESTS,
    GUESTS_OUT_TO_END,
    KINDS,
    OPEN,
    POISON,
    PRIVILEGES,
    RING,
    ROUNDS_MOST,
    SEATS_LEAST,
    SEATS_MOST,
)
from triclinium.games.banquet.rules.deck import COUNT_MOST
from triclinium.games.banquet.rules.privileges import asked_in_window
from triclinium.games.banquet.rules.state import ASSIGN, NOTHING, OVER, WINDOW, State

PHASES = OVER + 1
VALUE_MOST = 11
"""The heaviest poison a deck may hold, and so the most by which a belt can burst."""
CARDS_MOST = COUNT_MOST * KINDS
POINTS_MOST = 10 * COUNT_MOST * (POISON - FIRST_WINE)
PLACES = GIFT + 1

LAYOUT = Layout(
    # The table.
    marks("seat", SEATS_MOST),  # the seat that observes
    number("seats", SEATS_LEAST, SEATS_MOST),
    marks("edition", 2),
    marks("privilege_mode", 3),
    marks("different_dishes"),
    number("value", -VALUE_MOST, VALUE_MOST, KINDS, usual=5),
    # Where the game stands.
    marks("phase", PHASES),
    number("round", 0, ROUNDS_MOST, usual=20),
    marks("active", SEATS_MOST),
    marks("asked", SEATS_MOST),
    # Cards on the table.
    marks("ring", RING, KINDS),
    number("pile", 0, COUNT_MOST, KINDS, usual=5),
    number("discards", 0, COUNT_MOST, KINDS, usual=5),
    number("gone", 0, COUNT_MOST, KINDS, usual=5),
    # The round's three cards.
    marks("picked", PLACES, KINDS),  # in the order of their slots, until they are laid
    number("face_down", 0, PLACES, KINDS, usual=1),
    marks("places", PLACES),  # which of Discard, Keep and Gift still hold a card
    marks("keep_lost"),
    marks("turned_up", KINDS),
    marks("turned_up_from", PLACES),
    marks("assigned", PLACES, KINDS),  # only for the seat that laid them
    # The Gift.
    marks("holder", SEATS_MOST),
    marks("giver", SEATS_MOST),
    marks("offered", SEATS_MOST),
    marks("acceptor", SEATS_MOST),
    marks("taker", SEATS_MOST),
    marks("slept", SEATS_MOST),
    marks("claimed_by_initiative"),
    marks("privilege_played"),
    # The guests and what lies before each seat.
    marks("out", GUESTS),
    number("eliminated", 0, GUESTS_OUT_TO_END + SEATS_MOST, usual=GUESTS_OUT_TO_END),
    marks("conspirators_barred"),
    marks("privileges_used", PRIVILEGES),
    number("belt", 0, BELT_MOST + VALUE_MOST, SEATS_MOST, usual=BELT_MOST),
    number("accepted", 0, COUNT_MOST, SEATS_MOST, KINDS, usual=2),
    number("cards", 0, CARDS_MOST, SEATS_MOST, usual=8),
    number("dishes", 0, CARDS_MOST, SEATS_MOST, usual=5),
    number("dish_kinds", 0, KINDS, SEATS_MOST, usual=5),
    number("wine", 0, POINTS_MOST, SEATS_MOST, usual=5),
    number("presents", 0, KINDS, SEATS_MOST, usual=3),
    marks("guest", SEATS_MOST, GUESTS),  # Caligula, one's own, and all of them at the end
    marks("no_conspirator", SEATS_MOST),
    number("privileges", 0, PRIVILEGES, SEATS_MOST, usual=2),
    marks("known_privileges", SEATS_MOST, PRIVILEGES),  # one's own, and everybody's if privileges are open
    # The open window: a seat sees only its own answer.
    marks("answered"),
    marks("passing_this_round"),
)


@kernel
def observe(s: State, seat: int, out: list[int]) -> int:
    """Write what a seat may know now; return how many numbers."""
    at = put_table(s, seat, out)
    at = put_cards(s, out, at)
    at = put_three(s, seat, out, at)
    at = put_gift(s, out, at)
    at = put_set(out, at, s.out, GUESTS)
    at = put(out, at, s.eliminated)
    at = put(out, at, s.barred)
    at = put_set(out, at, s.privileges_used, PRIVILEGES)
    at = put_row(out, at, s.belt, SEATS_MOST)
    for other in range(SEATS_MOST):
        at = put_row(out, at, s.accepted[other], KINDS)
    at = put_row(out, at, s.cards, SEATS_MOST)
    at = put_row(out, at, s.dishes, SEATS_MOST)
    at = put_row(out, at, s.dish_kinds, SEATS_MOST)
    at = put_row(out, at, s.wine, SEATS_MOST)
    at = put_row(out, at, s.present_kinds, SEATS_MOST)
    at = put_secrets(s, seat, out, at)
    answered = s.phase == WINDOW and s.sealed[seat] != NOTHING
    at = put(out, at, 1 if answered else 0)
    return put(out, at, (s.standing_pass >> seat) & 1)


@kernel
def put_table(s: State, seat: int, out: list[int]) -> int:
    at = put_choice(out, 0, seat, SEATS_MOST)
    at = put(out, at, s.seats)
    at = put_choice(out, at, s.edition, 2)
    at = put_choice(out, at, s.privilege_mode, 3)
    at = put(out, at, s.different_dishes)
    at = put_row(out, at, s.value, KINDS)
    at = put_choice(out, at, s.phase, PHASES)
    at = put(out, at, s.round)
    at = put_choice(out, at, s.active if s.round else s.caligula, SEATS_MOST)
    # In a window everyone who was asked is shown, answered or not (BB-4).
    return put_set(out, at, asked_in_window(s) if s.phase == WINDOW else s.owing, SEATS_MOST)


@kernel
def put_cards(s: State, out: list[int], at: int) -> int:
    for slot in range(RING):
        at = put_choice(out, at, s.ring[slot], KINDS)
    at = put_row(out, at, s.pile, KINDS)
    at = put_row(out, at, s.discards, KINDS)
    return put_row(out, at, s.gone, KINDS)


@kernel
def put_three(s: State, seat: int, out: list[int], at: int) -> int:
    """The round's cards: everyone sees which they are; only the player who laid them knows where each lies."""
    laying = s.phase == ASSIGN
    for place in range(PLACES):
        at = put_choice(out, at, s.picked[place] if laying else NOTHING, KINDS)
    for kind in range(KINDS):
        out[at + kind] = 0
    holding = 0
    for place in range(DISCARD, PLACES):
        if s.place[place] != NOTHING:
            out[at + s.place[place]] += 1
            holding |= 1 << place
    at = put_set(out, at + KINDS, holding, PLACES)
    at = put(out, at, s.keep_lost)
    at = put_choice(out, at, s.card, KINDS)
    at = put_choice(out, at, NOTHING if s.card == NOTHING else s.card_place, PLACES)
    for place in range(PLACES):
        at = put_choice(out, at, s.place[place] if seat == s.active else NOTHING, KINDS)
    return at


@kernel
def put_gift(s: State, out: list[int], at: int) -> int:
    at = put_choice(out, at, s.holder, SEATS_MOST)
    at = put_choice(out, at, s.giver, SEATS_MOST)
    at = put_set(out, at, s.offered, SEATS_MOST)
    at = put_choice(out, at, s.acceptor, SEATS_MOST)
    at = put_choice(out, at, s.taker, SEATS_MOST)
    at = put_set(out, at, s.slept, SEATS_MOST)
    at = put(out, at, s.initiative)
    return put(out, at, s.privilege_played)


@kernel
def put_secrets(s: State, seat: int, out: list[int], at: int) -> int:
    """Guests and privileges that this seat knows."""
    for other in range(SEATS_MOST):
        known = other < s.seats and (other == seat or other == s.caligula or s.phase == OVER)
        at = put_choice(out, at, s.guest[other] if known else NOTHING, GUESTS)
    at = put_set(out, at, s.cleared, SEATS_MOST)
    for other in range(SEATS_MOST):
        at = put(out, at, bits(s.privileges[other]))
    for other in range(SEATS_MOST):
        known = other == seat or s.privilege_mode == OPEN
        at = put_set(out, at, s.privileges[other] if known else 0, PRIVILEGES)
    return at
