"""What a driver has to choose from: the answers worth a thought, and what the racer finds them worth.

Kernel functions. Worths are distances, as the racer counts them. They read only what the asked seat may know.
"""

from __future__ import annotations

from typing import Any

from triclinium.core.kernel import kernel
from triclinium.games.benhur.brain.driver import card_to_play
from triclinium.games.benhur.brain.outlook import NO_WAY, distance
from triclinium.games.benhur.brain.prospects import (
    count_of_hand,
    page_of,
    prospect,
    prospect_of_refill,
    weight_of,
)
from triclinium.games.benhur.brain.racer import (
    LANDINGS,
    best_landing,
    gain_by_ram,
    note_landings,
    out_of_need,
    prospect_of_pile,
    race_on,
    worth_of_ram,
    worth_of_throw,
)
from triclinium.games.benhur.rules.cards import ANGLE_MOST, DECKS, KINDS, SPEED_KINDS, SPEEDS
from triclinium.games.benhur.rules.codes import (
    HOLD,
    LOSE_TURN,
    REFILL_FROM,
    STOP,
    WHIP_AT,
    accident_code,
    drive_code,
)
from triclinium.games.benhur.rules.fights import whip_targets
from triclinium.games.benhur.rules.geometry import RULERS, TIP
from triclinium.games.benhur.rules.hands import deck_left, holds_speed
from triclinium.games.benhur.rules.state import DRIVE, LOSS, PLAY_ON, REFILL, WHIP, State
from triclinium.games.benhur.rules.verdicts import judge, listed_step, may_collide

CHOICES_MOST = 12
"""The most answers that are thought about at once, ..."""
PLACEMENTS_MOST = 7
"""... and the most placements among them, ..."""
A_SPEED_MOST = 4
"""... of one speed that hit nobody. In a crowd the best of them may come after many that do."""
TO_FIGHT, NOT_TO_FIGHT = 300, -600
"""What a whip counts beside holding back, if the racer would whip and if not; likewise for losing a turn."""


@kernel
def list_choices(s: State, chart: Any, book: Any, r: Any) -> int:
    """List the answers of the asked chariot in `r.codes` with their worths in `r.worths`; return how many.

    What lies in the piles must be noted (`outlook.note_draws`). One answer means that the racer's own is taken.
    """
    me = s.chariot
    if s.phase == DRIVE or s.phase == PLAY_ON:
        return list_moves(s, me, chart, book, r)
    if s.phase == REFILL and deck_left(s, 0) and deck_left(s, 1):
        page = page_of(s, chart, s.x[me], s.y[me], s.heading[me])
        counted = count_of_hand(s, me)
        for deck in range(DECKS):
            r.codes[deck] = REFILL_FROM + deck
            r.worths[deck] = prospect_of_pile(s, chart, book, page, counted, deck, r.notes)
        return DECKS
    r.codes[0] = race_on(s, chart, book, r.notes)
    r.worths[0] = 0
    if s.phase == WHIP:
        return list_whips(s, me, r)
    if s.phase == LOSS:
        return list_losses(s, me, r)
    return 1


@kernel
def list_moves(s: State, me: int, chart: Any, book: Any, r: Any) -> int:
    """The best placements of each speed, every sort of accident, and whips before the card."""
    here = distance(s, s.x[me], s.y[me], s.wraps[me])
    page = page_of(s, chart, s.x[me], s.y[me], s.heading[me])
    counted = count_of_hand(s, me)
    usual = race_on(s, chart, book, r.notes)
    count = 0
    for speed in range(SPEEDS - 1, -1, -1):
        if holds_speed(s, me, speed):
            count = list_speed(s, me, speed, counted - weight_of(speed), here, page, count, chart, book, r)
    if s.phase == PLAY_ON:
        r.codes[count] = STOP
        r.worths[count] = here + prospect(s, chart, book, page, counted)
        return count + 1
    count = list_accidents(s, me, here, page, counted, count, chart, book, r)
    if count == 0:
        r.codes[0] = out_of_need(s, me, page, counted, chart, book)
        r.worths[0] = here
        r.hits[0] = 0
        count = 1
    best = NO_WAY
    for number in range(count):
        best = max(best, r.worths[number])
    targets = whip_targets(s, me)
    for rival in range(s.chariots):
        if (targets >> rival) & 1 and count < CHOICES_MOST:
            r.codes[count] = WHIP_AT + rival
            r.worths[count] = best + (TO_FIGHT if usual == WHIP_AT + rival else NOT_TO_FIGHT)
            count += 1
    return count


@kernel
def list_speed(
    s: State, me: int, speed: int, rest: int, here: int, page: int, count: int, chart: Any, book: Any, r: Any
) -> int:
    """Add the best placements of a speed. `rest` is the hand that then waits for a card."""
    stay = here + prospect_of_refill(s, chart, book, page, rest)
    landings = note_landings(s, me, speed, rest, chart, book, r.notes)
    step = listed_step(s)
    turns = 2 * ANGLE_MOST // step + 1
    gain = max(0, gain_by_ram(s, me, RULERS[speed] + 4 * TIP, here))
    taken = 0
    while taken < A_SPEED_MOST:
        at = best_landing(r.notes, landings)
        worth = r.notes[LANDINGS + at]
        if worth == NO_WAY or (count == PLACEMENTS_MOST and max(stay, worth + gain) <= r.worths[count - 1]):
            return count
        r.notes[LANDINGS + at] = NO_WAY
        a = at // turns * step - ANGLE_MOST
        b = at % turns * step - ANGLE_MOST
        hits = judge(s, me, speed, a, b)
        if hits and not may_collide(s, me, hits):
            continue
        card = card_to_play(s, me, speed, hits != 0)
        if hits:
            worth = worth_of_ram(s, me, card, hits, worth, here, stay, r.notes)
        else:
            taken += 1
        count = insert(drive_code(s, card, a, b), worth, hits, count, r)
    return count


@kernel
def insert(code: int, worth: int, hits: int, count: int, r: Any) -> int:
    """Insert a placement among the best, best first; return how many there are."""
    at = count
    while at > 0 and r.worths[at - 1] < worth:
        at -= 1
    if at == PLACEMENTS_MOST:
        return count
    last = min(count, PLACEMENTS_MOST - 1)
    for place in range(last, at, -1):
        r.codes[place] = r.codes[place - 1]
        r.worths[place] = r.worths[place - 1]
        r.hits[place] = r.hits[place - 1]
    r.codes[at] = code
    r.worths[at] = worth
    r.hits[at] = hits
    return last + 1


@kernel
def list_accidents(
    s: State, me: int, here: int, page: int, counted: int, count: int, chart: Any, book: Any, r: Any
) -> int:
    """Add an accident of each range in hand."""
    for kind in range(SPEED_KINDS, KINDS):
        for deck in range(DECKS):
            card = deck * KINDS + kind
            if s.hand[me][card] > 0:
                r.codes[count] = accident_code(card)
                r.worths[count] = worth_of_throw(s, me, card, here, page, counted, chart, book)
                count += 1
                break
    return count


@kernel
def list_whips(s: State, me: int, r: Any) -> int:
    """Beside the racer's answer: holding back, and every rival in reach of the whip."""
    usual = r.codes[0]
    r.codes[0] = HOLD
    count = 1
    targets = whip_targets(s, me)
    for rival in range(s.chariots):
        if (targets >> rival) & 1:
            r.codes[count] = WHIP_AT + rival
            r.worths[count] = TO_FIGHT if usual == WHIP_AT + rival else NOT_TO_FIGHT
            count += 1
    return count


@kernel
def list_losses(s: State, me: int, r: Any) -> int:
    """Beside the racer's answer: losing the turn, or an accident of each range."""
    usual = r.codes[0]
    count = 1
    if usual != LOSE_TURN:
        r.codes[1] = LOSE_TURN
        r.worths[1] = NOT_TO_FIGHT
        count = 2
    for card in range(DECKS * KINDS):
        if card % KINDS >= SPEED_KINDS and s.hand[me][card] > 0 and accident_code(card) != usual:
            r.codes[count] = accident_code(card)
            r.worths[count] = NOT_TO_FIGHT
            count += 1
    return count
