"""What happens to a card that somebody takes: turned up, perhaps tasted, applied; then who bursts and who has won.

Leaflet: "Don", "Ajuster la boucle", "Élimination", "Fin du jeu", "Cartes action spéciales".
"""

from __future__ import annotations

from triclinium.core.kernel import kernel
from triclinium.core.piles import bits
from triclinium.games.banquet.rules.cards import (
    AGRIPPINA,
    BELT_MOST,
    CAESONIA,
    CALIGULA,
    CLAUDIUS,
    CONSPIRATORS,
    DAGGER,
    DAGGERS_TO_WIN,
    DISCARD,
    DOZE,
    DUTCH,
    FIRST_PRESENT,
    FIRST_WINE,
    FOOD_TASTER,
    GIFT,
    GUESTS_OUT_TO_END,
    HYMN,
    KEEP,
    KINDS,
    MESSALINA,
    POISON,
    UMBRA,
    VESPASIANUS,
)
from triclinium.games.banquet.rules.state import (
    AFTER_CARD,
    APPLY_CARD,
    BY_CALIGULAS_FALL,
    BY_DAGGERS,
    BY_GOAL,
    BY_THIRD_OUT,
    COUNT_DAGGERS,
    DEAL_REPLACEMENT,
    DRAW_THIRD_OUT,
    NOBODY,
    NOTHING,
    OVER,
    SETTLE,
    TASTE,
    TURN_UP,
    State,
    ask,
)
from triclinium.games.banquet.rules.tape import (
    BELT_MOVED,
    CARD_APPLIED,
    CARD_DOUBLE,
    CARD_TASTED,
    CARD_TURNED_UP,
    CARDS_SHOWN,
    GAME_DRAWN,
    GAME_WON,
    GUEST_BURST,
    GUEST_REPLACED,
    GUEST_SHOWN,
    KEEP_LOST,
    note,
)


@kernel
def take(s: State, seat: int, place: int) -> None:
    """A seat takes the card at one of the three places. It is turned up next."""
    s.taker = seat
    s.card = s.place[place]
    s.card_place = place
    s.place[place] = NOTHING
    s.turned[place] = s.card
    s.phase = TURN_UP


@kernel
def turn_up(s: State) -> None:
    """Turn the taken card face up. A double special card goes; a taster may be used (BB-9, BB-10)."""
    seat = s.taker
    card = s.card
    mine = s.accepted[seat]
    note(s, CARD_TURNED_UP, seat, card, s.card_place)
    if card >= FOOD_TASTER and mine[card] > 0:
        note(s, CARD_DOUBLE, seat, card, s.edition == DUTCH)
        s.card = NOTHING
        if s.edition == DUTCH:
            s.gone[card] += 1
        else:
            throw_away(s, card)
        s.phase = AFTER_CARD
    elif mine[FOOD_TASTER] > 0 or (card < FIRST_WINE and mine[UMBRA] > 0):
        ask(s, TASTE, 1 << seat)
    else:
        s.phase = APPLY_CARD


@kernel
def taste(s: State, with_card: int) -> None:
    """Discard the Food Taster or Umbra together with the turned-up card, which is never applied (BB-9)."""
    seat = s.taker
    note(s, CARD_TASTED, seat, s.card, with_card)
    s.accepted[seat][with_card] -= 1
    s.cards[seat] -= 1
    throw_away(s, with_card)
    throw_away(s, s.card)
    s.card = NOTHING
    s.phase = AFTER_CARD


@kernel
def throw_away(s: State, card: int) -> None:
    s.discards[card] += 1
    s.discards_size += 1


@kernel
def move_belt(s: State, seat: int, steps: int) -> None:
    """Move a buckle. It stops at 0; above 10 the belt bursts (BB-2)."""
    before = s.belt[seat]
    after = before + steps
    after = max(after, 0)
    if after != before:
        s.belt[seat] = after
        note(s, BELT_MOVED, seat, before, after)
        if after > BELT_MOST:
            s.burst |= 1 << seat


@kernel
def apply_card(s: State) -> None:
    """The taker applies the card: it lies face up at the seat and moves the belt."""
    seat = s.taker
    card = s.card
    mine = s.accepted[seat]
    note(s, CARD_APPLIED, seat, card, s.card_place)
    mine[card] += 1
    s.cards[seat] += 1
    s.card = NOTHING
    s.burst = 0
    if card < FIRST_WINE:
        s.dishes[seat] += 1
        if mine[card] == 1:
            s.dish_kinds[seat] += 1
    elif card < POISON:
        s.wine[seat] += s.value[card]
    elif card == DAGGER:
        s.daggers += 1
    elif FIRST_PRESENT <= card < DAGGER and mine[card] == 1:
        s.present_kinds[seat] += 1
    if s.value[card] != 0:
        move_belt(s, seat, s.value[card])
        if FIRST_WINE <= card < POISON and mine[HYMN] > 0:
            sing_hymn(s, seat)
    if card == DOZE or s.burst & (1 << seat):
        s.slept |= 1 << seat
    s.phase = SETTLE


@kernel
def sing_hymn(s: State, owner: int) -> None:
    """Everybody else drinks too: one step each, no points, no further Hymn, no taster (BB-2, BB-11)."""
    for seat in range(s.seats):
        if seat != owner:
            move_belt(s, seat, 1)


@kernel
def goal_met(s: State, seat: int, guest: int) -> bool:
    """Whether the cards before a seat complete what a guest wants to eat, drink or collect."""
    if guest == CAESONIA or guest == AGRIPPINA:
        return s.present_kinds[seat] >= 3
    if guest == CALIGULA:
        return s.dishes[seat] >= 2 and s.wine[seat] >= 5
    dishes = s.dish_kinds[seat] if s.different_dishes else s.dishes[seat]
    if guest == CLAUDIUS:
        return dishes >= 3 and s.wine[seat] >= 3
    if guest == MESSALINA:
        return dishes >= 4 and s.wine[seat] >= 1
    if guest == VESPASIANUS:
        return dishes >= 5
    return False


@kernel
def conspirators_in_play(s: State) -> int:
    """The seats whose guest is Octavius, Septimus or Cassius, as a set."""
    seats = 0
    for seat in range(s.seats):
        if (CONSPIRATORS >> s.guest[seat]) & 1:
            seats |= 1 << seat
    return seats


@kernel
def settle(s: State) -> None:
    """After an applied card and all its belt moves, check the endings in their order (BB-11)."""
    seat = s.taker
    burst = s.burst
    if not burst & (1 << seat) and goal_met(s, seat, s.guest[seat]):
        finish(s, BY_GOAL, 1 << seat)
        return
    if burst == 0:
        s.phase = COUNT_DAGGERS
        return
    s.eliminated += bits(burst)
    for other in range(s.seats):
        if burst & (1 << other):
            s.out |= 1 << s.guest[other]
            s.out_when[s.guest[other]] = s.eliminated
            note(s, GUEST_BURST, other, s.guest[other], 0)
    caligula_burst = s.caligula != NOBODY and burst & (1 << s.caligula)
    conspirators = conspirators_in_play(s) & ~burst
    if caligula_burst and conspirators:
        finish(s, BY_CALIGULAS_FALL, conspirators)
        return
    if s.eliminated >= GUESTS_OUT_TO_END:
        if s.caligula == NOBODY or caligula_burst:
            finish(s, DRAW_THIRD_OUT, 0)
        else:
            finish(s, BY_THIRD_OUT, 1 << s.caligula)
        return
    if caligula_burst:
        s.caligula = NOBODY
        s.barred = 1
    eliminate(s)


@kernel
def eliminate(s: State) -> None:
    """Guests who burst leave with all their cards; new guests are dealt clockwise (BB-11, BB-14)."""
    if s.burst & (1 << s.active) and s.place[KEEP] != NOTHING:
        s.keep_lost = 1
        note(s, KEEP_LOST, s.active, 0, 0)
    for seat in range(s.seats):
        if s.burst & (1 << seat):
            s.guest[seat] = NOBODY
            clear_display(s, seat)
    s.dealing = s.taker
    seek_replacement(s)


@kernel
def clear_display(s: State, seat: int) -> None:
    """Discard all accepted cards of a seat and set its buckle to 0."""
    mine = s.accepted[seat]
    s.daggers -= mine[DAGGER]
    for card in range(KINDS):
        s.discards[card] += mine[card]
        mine[card] = 0
    s.discards_size += s.cards[seat]
    s.cards[seat] = 0
    s.belt[seat] = 0
    s.dishes[seat] = 0
    s.dish_kinds[seat] = 0
    s.wine[seat] = 0
    s.present_kinds[seat] = 0
    s.cleared &= ~(1 << seat)


@kernel
def seek_replacement(s: State) -> None:
    """Find the next seat, clockwise, that waits for a new guest."""
    for _ in range(s.seats):
        if s.guest[s.dealing] == NOBODY:
            s.phase = DEAL_REPLACEMENT
            return
        s.dealing = (s.dealing + 1) % s.seats
    s.phase = COUNT_DAGGERS


@kernel
def allowed_guests(s: State) -> int:
    """The guests that a replacement may be, as a set (BB-14)."""
    allowed = s.box
    if s.barred:
        allowed &= ~CONSPIRATORS
    if allowed == 0:
        allowed = s.out & ~CONSPIRATORS & ~(1 << CALIGULA)
        for seat in range(s.seats):
            if s.guest[seat] != NOBODY:
                allowed &= ~(1 << s.guest[seat])
    return allowed


@kernel
def replace_guest(s: State, guest: int) -> None:
    s.guest[s.dealing] = guest
    s.box &= ~(1 << guest)
    s.dealt_when[s.dealing] = s.eliminated
    note(s, GUEST_REPLACED, s.dealing, guest, 0)
    seek_replacement(s)


@kernel
def count_daggers(s: State) -> None:
    """With three daggers face up anywhere, all conspirators in play win together (BB-11, BB-13)."""
    if s.daggers >= DAGGERS_TO_WIN:
        conspirators = conspirators_in_play(s)
        if conspirators:
            finish(s, BY_DAGGERS, conspirators)
            return
        s.cleared = (1 << s.seats) - 1
    elif s.barred:
        s.cleared = (1 << s.seats) - 1
    s.phase = AFTER_CARD


@kernel
def show_cards(s: State, what: int) -> None:
    """Show the three cards and their final places: those still face down and those turned up before (BB-18)."""
    discard = max(s.place[DISCARD], s.turned[DISCARD])
    keep = max(s.place[KEEP], s.turned[KEEP])
    gift = max(s.place[GIFT], s.turned[GIFT])
    if gift != NOTHING:
        note(s, what, discard, keep, gift)


@kernel
def finish(s: State, ending: int, winners: int) -> None:
    """End the game. Show all guests and, if it ends within a round, the three cards (BB-12, BB-18)."""
    s.phase = OVER
    s.owing = 0
    s.ending = ending
    s.winners = winners
    show_cards(s, CARDS_SHOWN)
    for seat in range(s.seats):
        note(s, GUEST_SHOWN, seat, s.guest[seat], 0)
    if winners:
        note(s, GAME_WON, winners, ending, 0)
    else:
        note(s, GAME_DRAWN, ending, 0, 0)
