"""The state of a banquet: named whole numbers, the phases of a round, and the notes of what happened."""

from __future__ import annotations

from typing import Annotated

from triclinium.core.kernel import SMALL, kernel, state
from triclinium.games.banquet.rules.cards import GUESTS, KINDS, RING, SEATS_MOST

# Phases in which chance is asked.
SEAT_CALIGULA = 0
DEAL_GUEST = 1
DEAL_PRIVILEGE = 2
LAY_CARD = 3
DEAL_REPLACEMENT = 4
# Phases in which players are asked.
PICK = 5
ASSIGN = 6
INITIATIVE = 7
OFFER = 8
WINDOW = 9
ANSWER = 10
TASTE = 11
OVER = 12
# Steps the rules take by themselves.
OPEN_WINDOW = 13
CLOSE_WINDOW = 14
AFTER_WINDOW = 15
TURN_UP = 16
APPLY_CARD = 17
SETTLE = 18
COUNT_DAGGERS = 19
AFTER_CARD = 20
END_ROUND = 21
REFILL = 22

PHASE_NAMES = (
    "seat_caligula",
    "deal_guest",
    "deal_privilege",
    "lay_card",
    "deal_replacement",
    "pick",
    "assign",
    "initiative",
    "offer",
    "window",
    "answer",
    "taste",
    "over",
)

# Why the game ended.
BY_GOAL = 1
BY_CALIGULAS_FALL = 2
BY_DAGGERS = 3
BY_THIRD_OUT = 4
DRAW_THIRD_OUT = 5
DRAW_FEW_CARDS = 6
DRAW_ROUNDS = 7
ENDING_NAMES = (
    "running",
    "goal",
    "caligulas_fall",
    "daggers",
    "third_out",
    "draw_third_out",
    "draw_few_cards",
    "draw_rounds",
)

NOBODY = -1
NOTHING = -1

TAPE_PLACES = 256
TAPE_STEP = 4
ROUND_NUMBERS = 50
COUNTS = 32


@state
class State:
    """A banquet at one moment. Seats run clockwise: seat 1 sits to the left of seat 0."""

    # The options of the table and the deck it plays with.
    seats: int
    edition: int
    privilege_mode: int
    different_dishes: int
    value: Annotated[list[int], KINDS, SMALL]

    # Where the game stands.
    phase: int
    owing: int  # seats that still owe an answer, as a set
    asks: int  # number of questions so far; identifies a decision
    round: int
    active: int
    ending: int
    winners: int  # as a set of seats

    # Cards on the table. Piles are counts by kind, without an order.
    pile: Annotated[list[int], KINDS, SMALL]
    pile_size: int
    discards: Annotated[list[int], KINDS, SMALL]
    discards_size: int
    gone: Annotated[list[int], KINDS, SMALL]  # out of the game (BB-10, Dutch)
    ring: Annotated[list[int], RING, SMALL]  # the kind at each of the seven places, or NOTHING
    laid: int  # places of the ring that hold a card, as a set

    # The round's three cards.
    picked: Annotated[list[int], 3, SMALL]
    picked_from: Annotated[list[int], 3, SMALL]
    place: Annotated[list[int], 3, SMALL]  # the kind face down at Discard, Keep, Gift, or NOTHING
    turned: Annotated[list[int], 3, SMALL]  # the kind turned up from there this round, or NOTHING
    holder: int  # the seat the Gift lies before
    giver: int  # the seat that handed it over last
    offered: int  # seats the Gift has been offered to, as a set
    acceptor: int
    initiative: int  # 1 once the Gift was claimed by initiative (BB-3)
    keep_lost: int  # 1 if the Keep will not be applied (BB-16)
    slept: int  # seats that lose the lead this round (BB-15), as a set

    # The card being applied.
    taker: int
    card: int
    card_place: int  # which of the three cards it was
    burst: int  # seats burst by it, as a set

    # The guests.
    guest: Annotated[list[int], SEATS_MOST, SMALL]
    caligula: int  # his seat, or NOBODY once he is out
    box: int  # guests not dealt, as a set
    out: int  # guests shown and out, as a set; a guest dealt again (BB-14) stays in it, because that is secret
    out_when: Annotated[list[int], GUESTS, SMALL]  # how many guests were out when this one left
    dealt_when: Annotated[list[int], SEATS_MOST, SMALL]  # how many guests were out when this seat last got a guest
    eliminated: int  # how many since the start
    barred: int  # 1 once conspirators are no longer allowed (BB-14)
    cleared: int  # seats known to be no conspirators (BB-21), as a set
    dealing: int  # the seat that chance deals to

    # What lies before each seat.
    belt: Annotated[list[int], SEATS_MOST, SMALL]
    accepted: Annotated[list[list[int]], SEATS_MOST, KINDS, SMALL]
    cards: Annotated[list[int], SEATS_MOST]  # how many accepted cards
    dishes: Annotated[list[int], SEATS_MOST]
    dish_kinds: Annotated[list[int], SEATS_MOST, SMALL]
    wine: Annotated[list[int], SEATS_MOST]  # points
    present_kinds: Annotated[list[int], SEATS_MOST, SMALL]
    daggers: int  # face up at any seat

    # Privileges.
    privileges: Annotated[list[int], SEATS_MOST]  # held, as a set
    privilege_box: int  # not dealt, as a set
    privileges_used: int  # played and out of the game, as a set
    privilege_played: int  # 1 once one was played this round
    standing_pass: int  # seats that pass for the whole round, as a set
    sealed: Annotated[list[int], SEATS_MOST, SMALL]  # answers in the open window, or NOTHING

    # Events since the last reading of the tape, and what everybody saw of the rounds (see `tape`).
    taping: int
    tape_used: int
    tape: Annotated[list[int], TAPE_PLACES]
    piles_moved: int  # grows whenever a pile, the discards or what is out of the game changes
    seats_moved: int  # grows whenever anything that lies before a seat, its guest or its privileges change
    notes_kept: int  # grows whenever `history` changes
    rounds_kept: int  # grows whenever one of the two rows below it changes
    history: Annotated[list[int], ROUND_NUMBERS]  # this round
    history_last: Annotated[list[int], ROUND_NUMBERS]  # the last round
    history_counts: Annotated[list[list[int]], SEATS_MOST, COUNTS]  # by seat, over the finished rounds


@kernel
def ask(s: State, phase: int, seats: int) -> None:
    """Ask a set of seats."""
    s.phase = phase
    s.owing = seats
    s.asks += 1
