"""What a seat may know of a race as a row of numbers: the same allow-list as `view`, for programs that learn."""

from __future__ import annotations

from triclinium.core.kernel import kernel
from triclinium.core.observation import Layout, marks, number, put, put_choice, put_row, put_set
from triclinium.games.benhur.rules.cards import (
    CARDS,
    CHARIOTS_MOST,
    COURSES_MOST,
    DECKS,
    HAND,
    KINDS,
    ROUNDS_A_LAP,
    SEATS_MOST,
)
from triclinium.games.benhur.rules.deck import COUNT_MOST
from triclinium.games.benhur.rules.geometry import sine
from triclinium.games.benhur.rules.setup import courses
from triclinium.games.benhur.rules.state import LAST_OF_CHANCE, OVER, UNFINISHED, State

PHASES = OVER + 1
STATUSES = UNFINISHED + 1
FAR = 32767
"""The largest number that a state can hold."""
UNIT = 16384
"""The sine of a right angle."""
DIE = 6

LAYOUT = Layout(
    # The table.
    marks("seat", SEATS_MOST),  # the seat that observes
    number("seats", 2, SEATS_MOST),
    number("chariots", 2, CHARIOTS_MOST),
    marks("format", 3),
    number("length", 1, COURSES_MOST),
    marks("club"),
    number("track", -FAR, FAR, 4, usual=8192),  # half the axis, the middle wall, the outer wall, the line
    # Where the game stands.
    marks("phase", PHASES),
    marks("asked", SEATS_MOST),
    marks("chariot", CHARIOTS_MOST),  # which one is asked, deals, draws or throws
    number("race", 0, COURSES_MOST),
    number("round", 0, ROUNDS_A_LAP * COURSES_MOST, usual=30),
    marks("actor", CHARIOTS_MOST),
    marks("acted", CHARIOTS_MOST),
    number("score", 0, FAR, SEATS_MOST, usual=12),
    # Cards on the table.
    number("left", 0, COUNT_MOST * KINDS, DECKS, usual=40),
    number("discards", 0, COUNT_MOST, DECKS, KINDS, usual=8),
    number("removed", 0, COUNT_MOST, DECKS, KINDS, usual=8),
    number("aside", 0, COUNT_MOST, DECKS, KINDS, usual=8),
    # The turn and the fight.
    marks("fought", CHARIOTS_MOST),
    number("cards_played", 0, HAND),
    number("accidents_played", 0, HAND),
    marks("whip_asked", CHARIOTS_MOST),
    marks("exchanging"),
    marks("card", CARDS),
    number("die", 0, DIE),
    marks("repair"),
    marks("good"),
    marks("refill_deck", DECKS),
    marks("fight", 3),
    marks("attacker", CHARIOTS_MOST),
    marks("defender", CHARIOTS_MOST),
    number("attacker_die", 0, DIE),
    number("defender_die", 0, DIE),
    # The chariots. Chariot c is driven by seat c modulo the number of seats (BH-11).
    marks("status", CHARIOTS_MOST, STATUSES),
    number("x", -FAR, FAR, CHARIOTS_MOST, usual=8192),
    number("y", -FAR, FAR, CHARIOTS_MOST, usual=8192),
    number("heading", -UNIT, UNIT, CHARIOTS_MOST, 2),  # cosine and sine, times 16384
    number("place", 0, CHARIOTS_MOST, CHARIOTS_MOST),
    number("wraps", -COURSES_MOST, COURSES_MOST + 1, CHARIOTS_MOST),
    number("lap", -COURSES_MOST, COURSES_MOST + 1, CHARIOTS_MOST),
    marks("started", CHARIOTS_MOST),
    marks("owes_turn", CHARIOTS_MOST),
    marks("contact", CHARIOTS_MOST, CHARIOTS_MOST),
    marks("duty_to", CHARIOTS_MOST, CHARIOTS_MOST),
    number("duty_side", -1, 1, CHARIOTS_MOST),
    number("hand_size", 0, HAND, CHARIOTS_MOST, DECKS),
    number("known", 0, HAND, CHARIOTS_MOST, CARDS),
    number("bare", 0, HAND, CHARIOTS_MOST, DECKS),
    number("laurels", 0, FAR, CHARIOTS_MOST, COURSES_MOST, usual=CHARIOTS_MOST),
    # What only this seat knows about its own chariots.
    number("hand", 0, HAND, CHARIOTS_MOST, CARDS),
    marks("lapsed", CHARIOTS_MOST),
)


@kernel
def observe(s: State, seat: int, out: list[int]) -> int:
    """Write what a seat may know now; return how many numbers."""
    at = put_table(s, seat, out)
    at = put_decks(s, out, at)
    at = put_turn(s, out, at)
    at = put_poses(s, out, at)
    at = put_chariots(s, out, at)
    own = 0
    for chariot in range(CHARIOTS_MOST):
        mine = chariot < s.chariots and chariot % s.seats == seat
        own |= (1 if mine else 0) << chariot
        for card in range(CARDS):
            at = put(out, at, s.hand[chariot][card] if mine else 0)
    return put_set(out, at, s.lapsed & own, CHARIOTS_MOST)


@kernel
def put_table(s: State, seat: int, out: list[int]) -> int:
    at = put_choice(out, 0, seat, SEATS_MOST)
    at = put(out, at, s.seats)
    at = put(out, at, s.chariots)
    at = put_choice(out, at, s.format, 3)
    at = put(out, at, s.length)
    at = put(out, at, s.club)
    at = put(out, at, s.half_axis)
    at = put(out, at, s.middle)
    at = put(out, at, s.outer)
    at = put(out, at, s.line)
    at = put_choice(out, at, s.phase, PHASES)
    at = put_set(out, at, s.owing if LAST_OF_CHANCE < s.phase < OVER else 0, SEATS_MOST)
    at = put_choice(out, at, s.chariot, CHARIOTS_MOST)
    at = put(out, at, s.race)
    at = put(out, at, s.round)
    at = put_choice(out, at, s.actor, CHARIOTS_MOST)
    at = put_set(out, at, s.acted, CHARIOTS_MOST)
    return put_row(out, at, s.score, SEATS_MOST)


@kernel
def put_decks(s: State, out: list[int], at: int) -> int:
    """The open cards of both decks, and the number of hidden ones."""
    at = put_row(out, at, s.pile_size, DECKS)
    for deck in range(DECKS):
        at = put_row(out, at, s.discards[deck], KINDS)
    for deck in range(DECKS):
        at = put_row(out, at, s.removed[deck], KINDS)
    for deck in range(DECKS):
        at = put_row(out, at, s.aside[deck], KINDS)
    return at


@kernel
def put_turn(s: State, out: list[int], at: int) -> int:
    at = put_set(out, at, s.fought, CHARIOTS_MOST)
    at = put(out, at, s.cards_played)
    at = put(out, at, s.accidents_played)
    at = put_set(out, at, s.whip_asked, CHARIOTS_MOST)
    at = put(out, at, s.exchanging)
    at = put_choice(out, at, s.card, CARDS)
    at = put(out, at, s.die)
    at = put(out, at, s.repair)
    at = put(out, at, s.good)
    at = put_choice(out, at, s.refill_deck, DECKS)
    at = put_choice(out, at, s.fight, 3)
    at = put_choice(out, at, s.attacker, CHARIOTS_MOST)
    at = put_choice(out, at, s.defender, CHARIOTS_MOST)
    at = put(out, at, s.attacker_die)
    return put(out, at, s.defender_die)


@kernel
def put_poses(s: State, out: list[int], at: int) -> int:
    for chariot in range(CHARIOTS_MOST):
        at = put_choice(out, at, s.status[chariot] if chariot < s.chariots else -1, STATUSES)
    at = put_row(out, at, s.x, CHARIOTS_MOST)
    at = put_row(out, at, s.y, CHARIOTS_MOST)
    for chariot in range(CHARIOTS_MOST):
        there = 1 if chariot < s.chariots else 0
        at = put(out, at, there * sine(s.heading[chariot] + 90))
        at = put(out, at, there * sine(s.heading[chariot]))
    at = put_row(out, at, s.place, CHARIOTS_MOST)
    at = put_row(out, at, s.wraps, CHARIOTS_MOST)
    return put_row(out, at, s.lap, CHARIOTS_MOST)


@kernel
def put_chariots(s: State, out: list[int], at: int) -> int:
    """What everybody knows about the chariots."""
    at = put_set(out, at, s.started, CHARIOTS_MOST)
    at = put_set(out, at, s.owes, CHARIOTS_MOST)
    for chariot in range(CHARIOTS_MOST):
        at = put_set(out, at, s.contact[chariot], CHARIOTS_MOST)
    for chariot in range(CHARIOTS_MOST):
        at = put_choice(out, at, s.duty_to[chariot] if chariot < s.chariots else -1, CHARIOTS_MOST)
    for chariot in range(CHARIOTS_MOST):
        at = put(out, at, s.duty_side[chariot] if s.duty_to[chariot] >= 0 else 0)
    for chariot in range(CHARIOTS_MOST):
        at = put_row(out, at, s.hand_size[chariot], DECKS)
    for chariot in range(CHARIOTS_MOST):
        at = put_row(out, at, s.known[chariot], CARDS)
    for chariot in range(CHARIOTS_MOST):
        at = put_row(out, at, s.bare[chariot], DECKS)
    for chariot in range(CHARIOTS_MOST):
        for course in range(COURSES_MOST):
            at = put(out, at, s.laurel[chariot][course] if course < courses(s) else 0)
    return at
