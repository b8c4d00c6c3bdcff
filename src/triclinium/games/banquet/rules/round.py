"""A round of the banquet, from the pick to the refill, in the order of the leaflet (BB-1)."""

from __future__ import annotations

from triclinium.core.kernel import kernel
from triclinium.core.piles import bit_at, bits, pour
from triclinium.games.banquet.rules.accepting import finish, show_cards, take, throw_away
from triclinium.games.banquet.rules.cards import DISCARD, DUTCH, GIFT, KEEP, KINDS, NONE, RING, ROUNDS_MOST
from triclinium.games.banquet.rules.codes import ASSIGNMENTS, CLAIM_GIFT, OFFER_TO
from triclinium.games.banquet.rules.state import (
    AFTER_WINDOW,
    ANSWER,
    ASSIGN,
    DRAW_FEW_CARDS,
    DRAW_ROUNDS,
    END_ROUND,
    INITIATIVE,
    LAY_CARD,
    NOBODY,
    NOTHING,
    OFFER,
    OPEN_WINDOW,
    PICK,
    REFILL,
    State,
    ask,
)
from triclinium.games.banquet.rules.tape import (
    CARD_LAID,
    CARDS_ASSIGNED,
    CARDS_PICKED,
    GIFT_ACCEPTED,
    GIFT_CLAIMED,
    GIFT_LEFT,
    GIFT_OFFERED,
    PILE_RENEWED,
    ROUND_BEGAN,
    ROUND_SHOWN,
    note,
)

FULL_RING = (1 << RING) - 1


@kernel
def begin_round(s: State) -> None:
    """Start a round: the active player picks three of the seven open cards."""
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
    """Pick three cards in the open."""
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
    """Lay them face down as Discard, Keep and Gift. Next comes a claim by initiative or the first offer."""
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
def answer_initiative(s: State, seat: int, code: int) -> None:
    """Claim the Gift before any offer, or let the round go on (BB-3)."""
    if code == CLAIM_GIFT:
        note(s, GIFT_CLAIMED, seat, 0, 0)
        s.holder = seat
        s.initiative = 1
        s.phase = OPEN_WINDOW if s.edition == DUTCH else AFTER_WINDOW
    else:
        note(s, GIFT_LEFT, seat, 0, 0)
        ask(s, OFFER, 1 << s.active)


@kernel
def offer(s: State, giver: int, receiver: int) -> None:
    """Lay the Gift face down before a player. Privileges, if the table has any, may be played first."""
    s.giver = giver
    s.holder = receiver
    if receiver != s.active:
        s.offered |= 1 << receiver
    note(s, GIFT_OFFERED, giver, receiver, receiver == s.active)
    s.phase = AFTER_WINDOW if s.privilege_mode == NONE else OPEN_WINDOW


@kernel
def list_offers(s: State, seat: int, out: list[int], n: int) -> int:
    """Everyone not offered it yet; the active player only when nobody else is left (BB-8)."""
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
    """Nobody moved the Gift. A claimer by initiative or the active player must take it; others may choose."""
    if s.initiative or s.holder == s.active:
        accept(s, s.holder)
    else:
        ask(s, ANSWER, 1 << s.holder)


@kernel
def accept(s: State, seat: int) -> None:
    s.acceptor = seat
    note(s, GIFT_ACCEPTED, seat, 0, 0)
    take(s, seat, GIFT)


@kernel
def after_card(s: State) -> None:
    """After an applied card: the Gift goes on, the Keep is turned up, or the round ends (BB-1, BB-5)."""
    if s.place[GIFT] != NOTHING:
        s.phase = AFTER_WINDOW
    elif s.place[KEEP] != NOTHING and not s.keep_lost:
        take(s, s.active, KEEP)
    else:
        s.phase = END_ROUND


@kernel
def end_round(s: State) -> None:
    """Show and discard what is left, and find who leads next (BB-15, BB-18)."""
    show_cards(s, ROUND_SHOWN)
    for place in range(3):
        s.turned[place] = NOTHING
        if s.place[place] != NOTHING:
            throw_away(s, s.place[place])
            s.place[place] = NOTHING
    lead = s.acceptor
    if s.slept & (1 << lead):
        lead = (lead + 1) % s.seats
    s.active = lead
    s.phase = REFILL


@kernel
def refill(s: State) -> None:
    """Fill the ring to seven from the pile. All discards form a new pile when it is empty (BB-17)."""
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
