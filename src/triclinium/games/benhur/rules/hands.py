"""Cards drawn, played, shown and discarded, and what everybody knows of a hand.

The deck of a card in hand is public (BH-15). Cards that were shown stay known until they are played.
"""

from __future__ import annotations

from triclinium.core.kernel import kernel
from triclinium.core.piles import pour
from triclinium.games.benhur.rules.cards import CARDS, DECKS, HAND, KINDS, SPEED_KINDS, SPEEDS
from triclinium.games.benhur.rules.state import NOTHING, REFILL, State, ask
from triclinium.games.benhur.rules.tape import DECK_RENEWED, HAND_SHOWN, HORSESHOES_SHOWN, note


@kernel
def holds_speed(s: State, chariot: int, speed: int) -> bool:
    """Whether a hand holds a card of this speed, from either deck, with or without a horseshoe."""
    held = s.hand[chariot]
    return held[speed] + held[speed + SPEEDS] + held[speed + KINDS] + held[speed + SPEEDS + KINDS] > 0


@kernel
def has_horseshoe(card: int) -> bool:
    return SPEEDS <= card % KINDS < SPEED_KINDS


@kernel
def horseshoes(s: State, chariot: int) -> int:
    n = 0
    for card in range(CARDS):
        if has_horseshoe(card):
            n += s.hand[chariot][card]
    return n


@kernel
def accidents_held(s: State, chariot: int) -> int:
    n = 0
    for deck in range(DECKS):
        for kind in range(SPEED_KINDS, KINDS):
            n += s.hand[chariot][deck * KINDS + kind]
    return n


@kernel
def cards_held(s: State, chariot: int) -> int:
    return s.hand_size[chariot][0] + s.hand_size[chariot][1]


@kernel
def take_from_pile(s: State, chariot: int, card: int) -> None:
    """Take the drawn card into a hand."""
    deck = card // KINDS
    s.pile[deck][card % KINDS] -= 1
    s.pile_size[deck] -= 1
    s.hand[chariot][card] += 1
    s.hand_size[chariot][deck] += 1


@kernel
def discard(s: State, chariot: int, card: int) -> None:
    """Discard a card from a hand in the open."""
    deck = card // KINDS
    s.hand[chariot][card] -= 1
    s.hand_size[chariot][deck] -= 1
    s.discards[deck][card % KINDS] += 1
    s.discards_size[deck] += 1
    if s.known[chariot][card] > 0:
        s.known[chariot][card] -= 1
    elif s.bare[chariot][deck] > 0 and not has_horseshoe(card):
        s.bare[chariot][deck] -= 1


@kernel
def card_number(s: State, chariot: int, number: int) -> int:
    """The card at a place of a hand, laid out kind by kind, or NOTHING."""
    left = number
    for card in range(CARDS):
        left -= s.hand[chariot][card]
        if left < 0:
            return card
    return NOTHING


@kernel
def show_hand(s: State, chariot: int) -> None:
    """Show a whole hand to everybody (BH-5, BH-9)."""
    for card in range(CARDS):
        s.known[chariot][card] = s.hand[chariot][card]
    for deck in range(DECKS):
        s.bare[chariot][deck] = 0
    note(
        s,
        HAND_SHOWN,
        chariot,
        card_number(s, chariot, 0),
        card_number(s, chariot, 1),
        card_number(s, chariot, 2),
        card_number(s, chariot, 3),
    )


@kernel
def show_horseshoes(s: State, chariot: int) -> None:
    """Show the cards with a horseshoe, which also shows that the others have none (BH-6)."""
    for deck in range(DECKS):
        unknown = s.hand_size[chariot][deck]
        for kind in range(KINDS):
            card = deck * KINDS + kind
            if has_horseshoe(card):
                s.known[chariot][card] = s.hand[chariot][card]
            unknown -= s.known[chariot][card]
        s.bare[chariot][deck] = unknown
    shown = horseshoes(s, chariot)
    note(
        s,
        HORSESHOES_SHOWN,
        chariot,
        horseshoe_number(s, chariot, 0) if shown > 0 else NOTHING,
        horseshoe_number(s, chariot, 1) if shown > 1 else NOTHING,
        horseshoe_number(s, chariot, 2) if shown > 2 else NOTHING,
        horseshoe_number(s, chariot, 3) if shown >= HAND else NOTHING,
    )


@kernel
def horseshoe_number(s: State, chariot: int, number: int) -> int:
    """The card with a horseshoe at a place of a hand, laid out kind by kind."""
    left = number
    for card in range(CARDS):
        if has_horseshoe(card):
            left -= s.hand[chariot][card]
            if left < 0:
                return card
    return NOTHING


@kernel
def forget(s: State, chariot: int) -> None:
    """Clear what is known of a hand."""
    for card in range(CARDS):
        s.known[chariot][card] = 0
    for deck in range(DECKS):
        s.bare[chariot][deck] = 0


@kernel
def refill(s: State, chariot: int, then: int) -> None:
    """Draw one card from a deck of the driver's choice, then continue with step `then` (BH-4)."""
    s.then = then
    if deck_left(s, 0) or deck_left(s, 1):
        ask(s, REFILL, chariot)
    else:
        s.phase = then


@kernel
def deck_left(s: State, deck: int) -> bool:
    """Whether a card can be drawn from a deck, counting its discards."""
    return s.pile_size[deck] + s.discards_size[deck] > 0


@kernel
def renew(s: State, deck: int) -> None:
    """The discards of an empty deck form a new one (BH-4)."""
    if s.pile_size[deck] == 0:
        pour(s.discards[deck], s.pile[deck], KINDS)
        s.pile_size[deck] = s.discards_size[deck]
        s.discards_size[deck] = 0
        note(s, DECK_RENEWED, deck, s.pile_size[deck], 0, 0, 0)
