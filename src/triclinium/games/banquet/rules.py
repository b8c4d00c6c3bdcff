"""The round of a banquet, from the deal to the refill, as the leaflet tells it (BB-1).

`asked` says who is asked, `legal` lists what may be answered, `apply` does it and carries the game on
to the next question. Chance is asked too: `luck_total` and `luck_code` say what it may answer.
"""

from __future__ import annotations

from triclinium.core.decision import CHANCE
from triclinium.core.kernel import kernel
from triclinium.core.piles import bit_at, bits, kind_at, pour
from triclinium.games.banquet.accepting import (
    allowed_guests,
    apply_card,
    count_daggers,
    finish,
    replace_guest,
    settle,
    show_round,
    take,
    taste,
    throw_away,
    turn_up,
)
from triclinium.games.banquet.cards import (
    ALL_GUESTS,
    ALL_PRIVILEGES,
    CALIGULA,
    DISCARD,
    DUTCH,
    FIRST_WINE,
    FOOD_TASTER,
    GIFT,
    KEEP,
    KINDS,
    NONE,
    RING,
    ROUNDS_MOST,
    UMBRA,
)
from triclinium.games.banquet.codes import (
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
from triclinium.games.banquet.privileges import close_window, list_window, open_window, seal
from triclinium.games.banquet.state import (
    AFTER_CARD,
    AFTER_WINDOW,
    ANSWER,
    APPLY_CARD,
    ASSIGN,
    CALIGULA_SEATED,
    CARD_LAID,
    CARDS_ASSIGNED,
    CARDS_PICKED,
    CLOSE_WINDOW,
    COUNT_DAGGERS,
    DEAL_GUEST,
    DEAL_PRIVILEGE,
    DEAL_REPLACEMENT,
    DRAW_FEW_CARDS,
    DRAW_ROUNDS,
    END_ROUND,
    GIFT_ACCEPTED,
    GIFT_CLAIMED,
    GIFT_LEFT,
    GIFT_OFFERED,
    GUEST_DEALT,
    INITIATIVE,
    LAY_CARD,
    NOBODY,
    NOTHING,
    OFFER,
    OPEN_WINDOW,
    OVER,
    PICK,
    PILE_RENEWED,
    PRIVILEGE_DEALT,
    REFILL,
    ROUND_BEGAN,
    SEAT_CALIGULA,
    SETTLE,
    TASTE,
    TURN_UP,
    WINDOW,
    State,
    ask,
    note,
)

OVER_NOW = -2
FULL_RING = (1 << RING) - 1


# --- Set-up -------------------------------------------------------------------------------------


@kernel
def set_up(s: State) -> None:
    """Empty belts, a full draw pile, nothing dealt; options, deck and seats are set before."""
    s.phase = SEAT_CALIGULA
    s.box = ALL_GUESTS & ~(1 << CALIGULA)
    s.privilege_box = ALL_PRIVILEGES
    s.caligula = NOBODY
    s.pile_size = 0
    for kind in range(KINDS):
        s.pile_size += s.pile[kind]
    for seat in range(s.seats):
        s.guest[seat] = NOBODY
        s.sealed[seat] = NOTHING
    for slot in range(RING):
        s.ring[slot] = NOTHING
    for place in range(3):
        s.place[place] = NOTHING
        s.picked[place] = NOTHING
        s.picked_from[place] = NOTHING
    s.holder = NOBODY
    s.giver = NOBODY
    s.acceptor = NOBODY
    s.taker = NOBODY
    s.card = NOTHING


@kernel
def seat_caligula(s: State, seat: int) -> None:
    """Caligula is mixed among the drawn guests; who gets him shows him and begins."""
    s.guest[seat] = CALIGULA
    s.caligula = seat
    s.active = seat
    s.cleared = 1 << seat
    note(s, CALIGULA_SEATED, seat, 0, 0)
    s.dealing = (seat + 1) % s.seats
    s.phase = DEAL_GUEST


@kernel
def deal_guest(s: State, guest: int) -> None:
    """Every other seat gets one of the eight other guests, face down."""
    seat = s.dealing
    s.guest[seat] = guest
    s.box &= ~(1 << guest)
    note(s, GUEST_DEALT, seat, guest, 0)
    s.dealing = (seat + 1) % s.seats
    if s.dealing == s.caligula:
        if s.privilege_mode == NONE:
            s.phase = REFILL
        else:
            s.dealing = (s.caligula + 1) % s.seats
            s.phase = DEAL_PRIVILEGE


@kernel
def deal_privilege(s: State, privilege: int) -> None:
    """One privilege to each seat, two to Caligula, dealt last to him."""
    seat = s.dealing
    second = s.privileges[seat] != 0
    s.privileges[seat] |= 1 << privilege
    s.privilege_box &= ~(1 << privilege)
    note(s, PRIVILEGE_DEALT, seat, privilege, 0)
    if seat != s.caligula:
        s.dealing = (seat + 1) % s.seats
    elif second:
        s.phase = REFILL


# --- The ring of seven --------------------------------------------------------------------------


@kernel
def refill(s: State) -> None:
    """Fill the ring to seven from the pile; an empty pile is renewed from all discards (BB-17)."""
    if s.laid != FULL_RING:
        if s.pile_size == 0 and s.discards_size > 0:
            pour(s.discards, s.pile, KINDS)
            s.pile_size = s.discards_size
            s.discards_size = 0
            note(s, PILE_RENEWED, s.pile_size, 0, 0)
        if s.pile_size > 0:
            s.phase = LAY_CARD
            return
    if bits(s.laid) < 3:
        finish(s, DRAW_FEW_CARDS, 0)
    elif s.round >= ROUNDS_MOST:
        finish(s, DRAW_ROUNDS, 0)
    else:
        begin_round(s)


@kernel
def lay_card(s: State, kind: int) -> None:
    """Lay the drawn card on the first empty place of the ring."""
    slot = bit_at(~s.laid & FULL_RING, 0)
    s.pile[kind] -= 1
    s.pile_size -= 1
    s.ring[slot] = kind
    s.laid |= 1 << slot
    note(s, CARD_LAID, slot, kind, 0)
    s.phase = REFILL


# --- The round ----------------------------------------------------------------------------------


@kernel
def begin_round(s: State) -> None:
    """A new round: the active player picks three of the seven open cards."""
    s.round += 1
    s.holder = NOBODY
    s.giver = NOBODY
    s.acceptor = NOBODY
    s.offered = 0
    s.initiative = 0
    s.keep_lost = 0
    s.slept = 0
    s.privilege_played = 0
    s.standing_pass = 0
    note(s, ROUND_BEGAN, s.round, s.active, 0)
    ask(s, PICK, 1 << s.active)


@kernel
def pick(s: State, picks: int) -> None:
    """Pick three cards for all to see."""
    n = 0
    for slot in range(RING):
        if (picks >> slot) & 1:
            s.picked[n] = s.ring[slot]
            s.picked_from[n] = slot
            s.ring[slot] = NOTHING
            n += 1
    s.laid &= ~picks
    note(s, CARDS_PICKED, s.picked[0], s.picked[1], s.picked[2])
    ask(s, ASSIGN, 1 << s.active)


@kernel
def assign(s: State, way: int) -> None:
    """Lay them face down as Discard, Keep and Gift; then a claim by initiative, or the first offer."""
    laying = ASSIGNMENTS[way]
    for place in range(3):
        s.place[place] = s.picked[laying[place]]
    for place in range(3):
        s.picked[place] = NOTHING
    note(s, CARDS_ASSIGNED, s.place[DISCARD], s.place[KEEP], s.place[GIFT])
    claimer = entitled(s)
    if claimer == NOBODY:
        ask(s, OFFER, 1 << s.active)
    else:
        s.holder = claimer
        ask(s, INITIATIVE, 1 << claimer)


@kernel
def entitled(s: State) -> int:
    """The seat, other than the active one, with two accepted cards fewer than everybody else (BB-3)."""
    fewest = 0
    for seat in range(1, s.seats):
        if s.cards[seat] < s.cards[fewest]:
            fewest = seat
    if fewest == s.active:
        return NOBODY
    for seat in range(s.seats):
        if seat != fewest and s.cards[seat] < s.cards[fewest] + 2:
            return NOBODY
    return fewest


@kernel
def answer_initiative(s: State, code: int) -> None:
    """Claim the Gift before any offer, or let the round go on (BB-3)."""
    seat = s.holder
    if code == CLAIM_GIFT:
        note(s, GIFT_CLAIMED, seat, 0, 0)
        s.initiative = 1
        s.phase = OPEN_WINDOW if s.edition == DUTCH else AFTER_WINDOW
    else:
        note(s, GIFT_LEFT, seat, 0, 0)
        s.holder = NOBODY
        ask(s, OFFER, 1 << s.active)


@kernel
def offer(s: State, giver: int, receiver: int) -> None:
    """Lay the Gift face down before a player; privileges may answer first."""
    s.giver = giver
    s.holder = receiver
    if receiver != s.active:
        s.offered |= 1 << receiver
    note(s, GIFT_OFFERED, giver, receiver, receiver == s.active)
    s.phase = OPEN_WINDOW


@kernel
def list_offers(s: State, seat: int, out: list[int], n: int) -> int:
    """Anyone not yet offered it; the active player only when nobody else is left (BB-8)."""
    first = n
    for other in range(s.seats):
        if other != seat and other != s.active and not (s.offered >> other) & 1:
            out[n] = OFFER_TO + other
            n += 1
    if n == first:
        out[n] = OFFER_TO + s.active
        n += 1
    return n


@kernel
def after_window(s: State) -> None:
    """Nobody moved the Gift: a claimer by initiative or the active player takes it, others may choose."""
    if s.initiative or s.holder == s.active:
        accept(s, s.holder)
    else:
        ask(s, ANSWER, 1 << s.holder)


@kernel
def accept(s: State, seat: int) -> None:
    """Accept the Gift."""
    s.acceptor = seat
    note(s, GIFT_ACCEPTED, seat, 0, 0)
    take(s, seat, GIFT)


@kernel
def after_card(s: State) -> None:
    """What follows an applied card: the Gift goes on, the Keep is turned up, or the round ends (BB-1, BB-5)."""
    if s.place[GIFT] != NOTHING:
        s.phase = AFTER_WINDOW
    elif s.place[KEEP] != NOTHING and not s.keep_lost:
        take(s, s.active, KEEP)
    else:
        s.phase = END_ROUND


@kernel
def end_round(s: State) -> None:
    """Show and discard what is left, and find who leads next (BB-15, BB-18)."""
    show_round(s)
    for place in range(3):
        if s.place[place] != NOTHING:
            throw_away(s, s.place[place])
            s.place[place] = NOTHING
    lead = s.acceptor
    if s.slept & (1 << lead):
        lead = (lead + 1) % s.seats
    s.active = lead
    s.phase = REFILL


# --- The three doors of the rules ---------------------------------------------------------------


@kernel
def asked(s: State) -> int:
    """The seat to be asked next: CHANCE, the lowest seat that owes an answer, or OVER_NOW."""
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
    """How many equally likely outcomes chance chooses from."""
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
    """What the outcome means: a kind of card, a seat, a privilege or a guest."""
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
    """Fill `out` with every answer this seat may give now; say how many."""
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
    """Do what a seat, or chance, answered, and go on to the next question."""
    phase = s.phase
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
        answer_initiative(s, code)
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
    """Take the steps that need nobody's answer."""
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
