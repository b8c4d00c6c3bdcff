"""What happened in a banquet: the tape, read after every answer, and the history, which stays in the state.

The history holds what everybody at the table saw: this round and the last one step by step, and counts over all
finished rounds. Tape and history are written from the same notes, so neither can tell more than the other. Compiled
games keep neither, so this code runs only as plain Python.
"""

from __future__ import annotations

from collections.abc import Callable

from triclinium.core.kernel import spoken
from triclinium.games.banquet.rules.cards import (
    CLASS_NAMES,
    FIRST_EXCHANGE,
    FOOD_TASTER,
    GIFT,
    GIVE_BACK_CARD,
    KINDS,
    PAIRS,
    class_of,
)
from triclinium.games.banquet.rules.state import NOTHING, ROUND_NUMBERS, TAPE_STEP, State

# What the tape can say. The three numbers after each code are named in `happenings`.
CALIGULA_SEATED = 0
GUEST_DEALT = 1
PRIVILEGE_DEALT = 2
CARD_LAID = 3
ROUND_BEGAN = 4
CARDS_PICKED = 5
CARDS_ASSIGNED = 6
GIFT_CLAIMED = 7
GIFT_LEFT = 8
GIFT_OFFERED = 9
PRIVILEGE_PLAYED = 10
CARDS_EXCHANGED = 11
GIFT_ACCEPTED = 12
GIFT_FORCED = 13
CARD_TURNED_UP = 14
CARD_APPLIED = 15
BELT_MOVED = 16
CARD_DOUBLE = 17
CARD_TASTED = 18
GUEST_BURST = 19
GUEST_REPLACED = 20
KEEP_LOST = 21
ROUND_SHOWN = 22
PILE_RENEWED = 23
GUEST_SHOWN = 24
GAME_WON = 25
GAME_DRAWN = 26
CARDS_SHOWN = 27

CODES = 28

PILES_MOVE = (CARD_LAID, CARD_APPLIED, CARD_DOUBLE, CARD_TASTED, GUEST_BURST, ROUND_SHOWN, PILE_RENEWED, CARDS_SHOWN)
SEATS_MOVE = (CALIGULA_SEATED, GUEST_DEALT, PRIVILEGE_DEALT, PRIVILEGE_PLAYED, CARD_APPLIED, BELT_MOVED, CARD_DOUBLE,
              CARD_TASTED, GUEST_BURST, GUEST_REPLACED, GUEST_SHOWN, GAME_WON, GAME_DRAWN)  # fmt: skip
MOVES = tuple((int(what in PILES_MOVE), int(what in SEATS_MOVE)) for what in range(CODES))
"""For each code, whether it may come with a change of the piles, and of what belongs to a seat."""

# Columns of a round in the history. NOTHING where there is no value.
ROUND = 0  # its number; 0 before the first
LEAD = 1
PICKED = 2  # three kinds, sorted
INITIATIVE = 5  # the seat that could claim the Gift
CLAIMED = 6  # 1 if it did
OFFERS = 7  # how many
OFFERED = 8  # the seats it was offered to, in order: all but the last passed it on
PRIVILEGE = 13  # the card that was played
PLAYER = 14
CLAIMS = 15  # the place it claims
FORCED_ON = 16  # the seat it forces the Gift on
PLAYED_AFTER = 17  # after how many offers
ACCEPTOR = 18
TAKEN = 19  # how many cards were turned up
TAKES = 20  # three times: seat, place, kind, fate
TAKE = 4
BURSTS = 32  # how many
BURST = 33  # seat and guest, up to seven times: two before the card that ends the game, five by it
SHOWN = 47  # three kinds by their final places

FATE_NAMES = ("applied", "doubled", "tasted", "given_to_umbra")
APPLIED = 0
DOUBLED = 1
TASTED = 2
GIVEN_TO_UMBRA = 3

# Counts of a seat, over the finished rounds that its present guest took part in.
LED = 0
PASSED = 1
ACCEPTED = 2
CLAIMED_GIFT = 3
LEFT_GIFT = 4
GAVE_TO = 5  # five columns: how often it handed the Gift to each seat
LAID = 10  # by place and class of card: what it laid there itself
PLAYED = 31  # the privileges it played, as a set; kept when its guest leaves
CLASSES = 7

CLASS_NUMBERS = tuple(CLASS_NAMES.index(class_of(kind)) for kind in range(KINDS))
BLANK = tuple(0 if at in (OFFERS, TAKEN, BURSTS) else NOTHING for at in range(ROUND_NUMBERS))


def unheard(s: State, what: int, a: int, b: int, c: int) -> None:
    """What compiled rules call instead of `note`: nobody reads their notes."""


@spoken(unheard)
def note(s: State, what: int, a: int, b: int, c: int) -> None:
    """Add an event to the tape and the history, unless taping is off."""
    if s.taping:
        at = s.tape_used
        s.tape[at : at + TAPE_STEP] = what, a, b, c
        s.tape_used = at + TAPE_STEP
        piles, seats = MOVES[what]
        s.piles_moved += piles
        s.seats_moved += seats
        if what in KEPT:
            s.notes_kept += 1
            KEPT[what](s, s.history, a, b, c)


# --- This round -----------------------------------------------------------------------------------


def _began(s: State, row: list[int], number: int, lead: int, _: int) -> None:
    """This round becomes the last one, and a new one begins."""
    s.history_last[:] = row
    row[:] = BLANK
    row[ROUND] = number
    row[LEAD] = lead
    s.rounds_kept += 1


def _picked(s: State, row: list[int], a: int, b: int, c: int) -> None:
    row[PICKED : PICKED + 3] = sorted((a, b, c))


def _claimed(s: State, row: list[int], seat: int, _: int, __: int) -> None:
    row[INITIATIVE], row[CLAIMED] = seat, 1


def _left(s: State, row: list[int], seat: int, _: int, __: int) -> None:
    row[INITIATIVE], row[CLAIMED] = seat, 0


def _offered(s: State, row: list[int], giver: int, receiver: int, home: int) -> None:
    row[OFFERED + row[OFFERS]] = receiver
    row[OFFERS] += 1


def _played(s: State, row: list[int], seat: int, card: int, place: int) -> None:
    row[PRIVILEGE], row[PLAYER], row[CLAIMS], row[PLAYED_AFTER] = card, seat, place, row[OFFERS]
    s.history_counts[seat][PLAYED] |= 1 << card
    s.rounds_kept += 1


def _forced(s: State, row: list[int], giver: int, receiver: int, _: int) -> None:
    row[FORCED_ON] = receiver


def _turned_up(s: State, row: list[int], seat: int, card: int, place: int) -> None:
    at = TAKES + TAKE * row[TAKEN]
    row[at : at + TAKE] = seat, place, card, NOTHING
    row[TAKEN] += 1
    if place == GIFT:
        row[ACCEPTOR] = seat


def _applied(s: State, row: list[int], seat: int, card: int, place: int) -> None:
    row[TAKES + TAKE * row[TAKEN] - 1] = APPLIED


def _doubled(s: State, row: list[int], seat: int, card: int, gone: int) -> None:
    row[TAKES + TAKE * row[TAKEN] - 1] = DOUBLED


def _tasted(s: State, row: list[int], seat: int, card: int, taster: int) -> None:
    row[TAKES + TAKE * row[TAKEN] - 1] = TASTED if taster == FOOD_TASTER else GIVEN_TO_UMBRA


def _burst(s: State, row: list[int], seat: int, guest: int, _: int) -> None:
    """Clear the counts of a guest who leaves: they say nothing about the next one."""
    at = BURST + 2 * row[BURSTS]
    row[at : at + 2] = seat, guest
    row[BURSTS] += 1
    s.history_counts[seat][:PLAYED] = [0] * PLAYED
    s.rounds_kept += 1


def _shown(s: State, row: list[int], discard: int, keep: int, gift: int) -> None:
    row[SHOWN : SHOWN + 3] = discard, keep, gift
    count_round(s.history_counts, row)
    s.rounds_kept += 1


Keeping = Callable[[State, list[int], int, int, int], None]
KEPT: dict[int, Keeping] = {
    ROUND_BEGAN: _began,
    CARDS_PICKED: _picked,
    GIFT_CLAIMED: _claimed,
    GIFT_LEFT: _left,
    GIFT_OFFERED: _offered,
    PRIVILEGE_PLAYED: _played,
    GIFT_FORCED: _forced,
    CARD_TURNED_UP: _turned_up,
    CARD_APPLIED: _applied,
    CARD_DOUBLE: _doubled,
    CARD_TASTED: _tasted,
    GUEST_BURST: _burst,
    ROUND_SHOWN: _shown,
    CARDS_SHOWN: _shown,
}
"""What the history keeps, and how. The rest follows from it, lies on the table, or is secret."""


# --- Counting a finished round --------------------------------------------------------------------


def count_round(counts: list[list[int]], row: list[int]) -> None:
    """Count what each guest did who sat through the round."""
    gone = row[BURST : BURST + 2 * row[BURSTS] : 2]
    lead = row[LEAD]
    if lead not in gone:
        counts[lead][LED] += 1
        count_laying(counts[lead], row)
    if row[INITIATIVE] != NOTHING and row[INITIATIVE] not in gone:
        counts[row[INITIATIVE]][CLAIMED_GIFT if row[CLAIMED] else LEFT_GIFT] += 1
    giver = lead
    for receiver in row[OFFERED : OFFERED + row[OFFERS]]:
        if giver not in gone:
            counts[giver][GAVE_TO + receiver] += 1
            counts[giver][PASSED] += giver != lead
        giver = receiver
    # A Gift that came home, was claimed or was forced on a seat was not accepted by choice.
    moved = row[PRIVILEGE] >= GIVE_BACK_CARD or row[CLAIMS] == GIFT
    if row[ACCEPTOR] == giver != lead and giver not in gone and not moved:
        counts[giver][ACCEPTED] += 1


def count_laying(counts: list[int], row: list[int]) -> None:
    """Count where the lead laid its three cards, undoing an Exchange."""
    laid = row[SHOWN : SHOWN + 3]
    if FIRST_EXCHANGE <= row[PRIVILEGE] < GIVE_BACK_CARD:
        one, other = PAIRS[row[PRIVILEGE] - FIRST_EXCHANGE]
        laid[one], laid[other] = laid[other], laid[one]
    for place, card in enumerate(laid):
        counts[LAID + CLASSES * place + CLASS_NUMBERS[card]] += 1
