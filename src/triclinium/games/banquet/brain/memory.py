"""The counts of `rules.tape` for compiled games, which keep no history: what each guest did in the finished rounds.

A round is noted answer by answer and counted when the next one begins. Learning needs it; at a table the counts come
from the view.
"""

from __future__ import annotations

from triclinium.core.kernel import kernel
from triclinium.games.banquet.brain.features import GAVE_TO, LAID, REMEMBERED
from triclinium.games.banquet.rules.cards import SEATS_MOST
from triclinium.games.banquet.rules.codes import (
    ACCEPT,
    ASSIGN_CODES,
    ASSIGNMENTS,
    CLAIM_GIFT,
    OFFER_TO,
)
from triclinium.games.banquet.rules.state import ANSWER, ASSIGN, INITIATIVE, NOBODY, OFFER, PICK, State
from triclinium.games.banquet.rules.tape import (
    ACCEPTED,
    CLAIMED_GIFT,
    CLASS_NUMBERS,
    CLASSES,
    LED,
    LEFT_GIFT,
    PASSED,
)

# Columns of the notes on the current round.
DEALT = 0  # when each seat's guest was dealt, as far as it is counted
LEAD = 5
LAYING = 6  # the class of the card at each place
CLAIMER = 9
CLAIMED = 10
ACCEPTOR = 11
OFFERS = 12
OFFERED = 13
NOTES = 20


@kernel
def forget(counts: list[list[int]], notes: list[int]) -> None:
    """Before a game."""
    for seat in range(SEATS_MOST):
        for column in range(REMEMBERED):
            counts[seat][column] = 0
    for column in range(NOTES):
        notes[column] = 0
    notes[LEAD] = NOBODY


@kernel
def remember(s: State, seat: int, code: int, counts: list[list[int]], notes: list[int]) -> None:
    """Note an answer, before it is applied."""
    if s.phase == PICK:
        count_round(s, counts, notes)
    elif s.phase == ASSIGN:
        notes[LEAD] = seat
        notes[CLAIMER] = NOBODY
        notes[ACCEPTOR] = NOBODY
        notes[OFFERS] = 0
        for place in range(3):
            notes[LAYING + place] = CLASS_NUMBERS[s.picked[ASSIGNMENTS[code - ASSIGN_CODES][place]]]
    elif s.phase == INITIATIVE:
        notes[CLAIMER] = seat
        notes[CLAIMED] = code == CLAIM_GIFT
    elif s.phase == ANSWER and code == ACCEPT:
        notes[ACCEPTOR] = seat
    elif s.phase == ANSWER or s.phase == OFFER:
        notes[OFFERED + notes[OFFERS]] = code - OFFER_TO
        notes[OFFERS] += 1


@kernel
def count_round(s: State, counts: list[list[int]], notes: list[int]) -> None:
    """Count a finished round, once: what each guest did who sat through it."""
    lead = notes[LEAD]
    if lead == NOBODY:
        return
    stayed = 0
    for seat in range(s.seats):
        if s.dealt_when[seat] == notes[DEALT + seat]:
            stayed |= 1 << seat
        else:
            for column in range(REMEMBERED):
                counts[seat][column] = 0
            notes[DEALT + seat] = s.dealt_when[seat]
    if (stayed >> lead) & 1:
        counts[lead][LED] += 1
        for place in range(3):
            # Not counts[lead][... + notes[LAYING + place]]: NVVM of CUDA 13 adds up the addresses of such a loop.
            for number in range(CLASSES):
                counts[lead][LAID + CLASSES * place + number] += notes[LAYING + place] == number
    claimer = notes[CLAIMER]
    if claimer != NOBODY and (stayed >> claimer) & 1:
        counts[claimer][CLAIMED_GIFT if notes[CLAIMED] else LEFT_GIFT] += 1
    giver = lead
    for number in range(notes[OFFERS]):
        receiver = notes[OFFERED + number]
        if (stayed >> giver) & 1:
            counts[giver][GAVE_TO + receiver] += 1
            if giver != lead:
                counts[giver][PASSED] += 1
        giver = receiver
    if notes[ACCEPTOR] != NOBODY and (stayed >> notes[ACCEPTOR]) & 1:
        counts[notes[ACCEPTOR]][ACCEPTED] += 1
    notes[LEAD] = NOBODY
