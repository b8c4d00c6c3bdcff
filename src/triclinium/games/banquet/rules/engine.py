"""The entry points of the rules of Bacchus' Banquet.

`asked` says who is asked, `legal` lists the possible answers, `apply` applies one and continues to the next question.
Chance is asked too: `luck_total` and `luck_code` define its answers.

The rules are in `setup` (the deal), `round` (a round), `privileges` (the windows) and `accepting` (what a taken card
does, and who wins).
"""

from __future__ import annotations

from triclinium.core.decision import CHANCE
from triclinium.core.kernel import kernel
from triclinium.core.piles import bit_at, bits, kind_at
from triclinium.games.banquet.rules.accepting import (
    allowed_guests,
    apply_card,
    count_daggers,
    replace_guest,
    settle,
    taste,
    turn_up,
)
from triclinium.games.banquet.rules.cards import FIRST_WINE, FOOD_TASTER, UMBRA
from triclinium.games.banquet.rules.codes import (
    ACCEPT,
    APPLY,
    ASSIGN_CODES,
    ASSIGNMENTS,
    CLAIM_GIFT,
    GIVE_TO_UMBRA,
    LEAVE_GIFT,
    OFFER_TO,
    PICKS,
    TASTE_IT,
)
from triclinium.games.banquet.rules.privileges import close_window, list_window, open_window, seal
from triclinium.games.banquet.rules.round import (
    accept,
    after_card,
    after_window,
    answer_initiative,
    assign,
    end_round,
    lay_card,
    list_offers,
    offer,
    pick,
    refill,
)
from triclinium.games.banquet.rules.setup import deal_guest, deal_privilege, seat_caligula
from triclinium.games.banquet.rules.state import (
    AFTER_CARD,
    AFTER_WINDOW,
    ANSWER,
    APPLY_CARD,
    ASSIGN,
    CLOSE_WINDOW,
    COUNT_DAGGERS,
    DEAL_GUEST,
    DEAL_PRIVILEGE,
    DEAL_REPLACEMENT,
    END_ROUND,
    INITIATIVE,
    LAY_CARD,
    OFFER,
    OPEN_WINDOW,
    OVER,
    PICK,
    SEAT_CALIGULA,
    SETTLE,
    TASTE,
    TURN_UP,
    WINDOW,
    State,
)

OVER_NOW = -2


@kernel
def asked(s: State) -> int:
    """The seat to ask next: CHANCE, the lowest seat that owes an answer, or OVER_NOW."""
    if s.phase <= DEAL_REPLACEMENT:
        return CHANCE
    if s.phase == OVER:
        return OVER_NOW
    seat = 0
    while not (s.owing >> seat) & 1:
        seat += 1
    return seat


@kernel
def luck_total(s: State) -> int:
    """The number of equally likely outcomes of chance."""
    if s.phase == LAY_CARD:
        return s.pile_size
    if s.phase == SEAT_CALIGULA:
        return s.seats
    if s.phase == DEAL_PRIVILEGE:
        return bits(s.privilege_box)
    if s.phase == DEAL_GUEST:
        return bits(s.box)
    return bits(allowed_guests(s))


@kernel
def luck_code(s: State, outcome: int) -> int:
    """What an outcome means: a kind of card, a seat, a privilege or a guest."""
    if s.phase == LAY_CARD:
        return kind_at(s.pile, outcome)
    if s.phase == SEAT_CALIGULA:
        return outcome
    if s.phase == DEAL_PRIVILEGE:
        return bit_at(s.privilege_box, outcome)
    if s.phase == DEAL_GUEST:
        return bit_at(s.box, outcome)
    return bit_at(allowed_guests(s), outcome)


@kernel
def legal(s: State, seat: int, out: list[int]) -> int:
    """Fill `out` with every answer that this seat may give now; return how many."""
    n = 0
    if s.phase == WINDOW:
        n = list_window(s, seat, out)
    elif s.phase == ANSWER:
        out[0] = ACCEPT
        n = list_offers(s, seat, out, 1)
    elif s.phase == PICK:
        for code in range(len(PICKS)):
            if PICKS[code] & ~s.laid == 0:
                out[n] = code
                n += 1
    elif s.phase == ASSIGN:
        for way in range(len(ASSIGNMENTS)):
            out[n] = ASSIGN_CODES + way
            n += 1
    elif s.phase == OFFER:
        n = list_offers(s, seat, out, 0)
    elif s.phase == TASTE:
        out[0] = APPLY
        n = 1
        if s.accepted[seat][FOOD_TASTER] > 0:
            out[n] = TASTE_IT
            n += 1
        if s.card < FIRST_WINE and s.accepted[seat][UMBRA] > 0:
            out[n] = GIVE_TO_UMBRA
            n += 1
    elif s.phase == INITIATIVE:
        out[0] = LEAVE_GIFT
        out[1] = CLAIM_GIFT
        n = 2
    return n


@kernel
def apply(s: State, seat: int, code: int) -> None:
    """Apply the answer of a seat or of chance, and continue to the next question."""
    phase = s.phase
    if phase != WINDOW:
        s.owing = 0
    if phase == WINDOW:
        seal(s, seat, code)
    elif phase == LAY_CARD:
        lay_card(s, code)
    elif phase == ANSWER:
        if code == ACCEPT:
            accept(s, seat)
        else:
            offer(s, seat, code - OFFER_TO)
    elif phase == PICK:
        pick(s, PICKS[code])
    elif phase == ASSIGN:
        assign(s, code - ASSIGN_CODES)
    elif phase == OFFER:
        offer(s, seat, code - OFFER_TO)
    elif phase == TASTE:
        if code == APPLY:
            s.phase = APPLY_CARD
        else:
            taste(s, FOOD_TASTER if code == TASTE_IT else UMBRA)
    elif phase == INITIATIVE:
        answer_initiative(s, seat, code)
    elif phase == DEAL_REPLACEMENT:
        replace_guest(s, code)
    elif phase == DEAL_GUEST:
        deal_guest(s, code)
    elif phase == DEAL_PRIVILEGE:
        deal_privilege(s, code)
    else:
        seat_caligula(s, code)
    go_on(s)


@kernel
def go_on(s: State) -> None:
    """Take the steps that need no answer."""
    while s.phase > OVER:
        phase = s.phase
        if phase == OPEN_WINDOW:
            open_window(s)
        elif phase == CLOSE_WINDOW:
            close_window(s)
        elif phase == AFTER_WINDOW:
            after_window(s)
        elif phase == TURN_UP:
            turn_up(s)
        elif phase == APPLY_CARD:
            apply_card(s)
        elif phase == SETTLE:
            settle(s)
        elif phase == COUNT_DAGGERS:
            count_daggers(s)
        elif phase == AFTER_CARD:
            after_card(s)
        elif phase == END_ROUND:
            end_round(s)
        else:
            refill(s)
