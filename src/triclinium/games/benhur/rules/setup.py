"""Set-up of a race: drivers, dice for the start places, hands, exchanges (leaflet: "Préparation de la course")."""

from __future__ import annotations

from triclinium.core.kernel import kernel
from triclinium.core.piles import pour
from triclinium.games.benhur.rules.cards import (
    CARDS,
    DEALT_FROM_EACH,
    DECKS,
    EXCHANGE_ACCIDENTS,
    KINDS,
    LONG,
    NORMAL,
    RACES,
    REMOVED_ACCIDENTS,
    REMOVED_FROM_LAPS,
    RISKY,
    SPEED_KINDS,
)
from triclinium.games.benhur.rules.codes import EXCHANGE_HAND
from triclinium.games.benhur.rules.hands import accidents_held, cards_held, forget, show_hand, take_from_pile
from triclinium.games.benhur.rules.state import (
    DEAL_CARD,
    DRAW_DRIVER,
    EXCHANGE,
    NEXT_TURN,
    NOBODY,
    NOTHING,
    RACING,
    REMOVE_ACCIDENT,
    THROW_START,
    WAITING,
    State,
    ask,
)
from triclinium.games.benhur.rules.tape import (
    ACCIDENT_REMOVED,
    CARD_DEALT,
    DRIVER_DRAWN,
    HAND_EXCHANGED,
    HAND_KEPT,
    PLACE_TAKEN,
    RACE_BEGAN,
    ROUND_BEGAN,
    START_THROWN,
    note,
)
from triclinium.games.benhur.rules.verdicts import first_by_place


@kernel
def set_up(s: State) -> None:
    """Nothing drawn, nothing placed. The caller has set options, track, decks and seats."""
    for chariot in range(s.chariots):
        s.driver[chariot] = NOBODY
        s.duty_to[chariot] = NOBODY
    for deck in range(DECKS):
        pile_up(s, deck)
    s.card = NOTHING
    s.attacker = NOBODY
    s.defender = NOBODY
    s.way_speed = NOTHING
    s.actor = NOBODY
    s.chariot = 0
    s.phase = DRAW_DRIVER


@kernel
def pile_up(s: State, deck: int) -> None:
    """Put all cards of a deck into its pile, except the removed ones."""
    s.pile_size[deck] = 0
    s.discards_size[deck] = 0
    for kind in range(KINDS):
        s.pile[deck][kind] = s.deck[deck][kind] - s.removed[deck][kind]
        s.pile_size[deck] += s.pile[deck][kind]
        s.discards[deck][kind] = 0


@kernel
def draw_driver(s: State, driver: int) -> None:
    s.driver[s.chariot] = driver
    s.drivers_drawn |= 1 << driver
    note(s, DRIVER_DRAWN, s.chariot, driver, 0, 0, 0)
    s.chariot += 1
    if s.chariot == s.chariots:
        s.chariot = 0
        if s.format == LONG and s.length >= REMOVED_FROM_LAPS:
            s.refill_deck = NORMAL
            s.phase = REMOVE_ACCIDENT
        else:
            prepare_race(s)


@kernel
def remove_accident(s: State, kind: int) -> None:
    """Long races: remove five accidents at random from each deck, in the open (variant 2)."""
    deck = s.refill_deck
    s.pile[deck][kind] -= 1
    s.pile_size[deck] -= 1
    s.removed[deck][kind] += 1
    s.removed_size[deck] += 1
    note(s, ACCIDENT_REMOVED, deck * KINDS + kind, 0, 0, 0, 0)
    if s.removed_size[deck] == REMOVED_ACCIDENTS:
        if deck == NORMAL:
            s.refill_deck = RISKY
        else:
            s.refill_deck = NORMAL
            prepare_race(s)


@kernel
def accidents_in_pile(s: State, deck: int) -> int:
    n = 0
    for kind in range(SPEED_KINDS, KINDS):
        n += s.pile[deck][kind]
    return n


@kernel
def accident_at(s: State, deck: int, place: int) -> int:
    """The kind of the accident at a place of the pile, laid out kind by kind."""
    kind = SPEED_KINDS
    left = place - s.pile[deck][kind]
    while left >= 0:
        kind += 1
        left -= s.pile[deck][kind]
    return kind


@kernel
def prepare_race(s: State) -> None:
    """Set up a race. Chariots that dropped out return (variant 1)."""
    s.race += 1
    s.round = 0
    s.acted = 0
    s.started = 0
    s.owes = 0
    s.lapsed = 0
    s.fought = 0
    s.actor = NOBODY
    for deck in range(DECKS):
        pile_up(s, deck)
    for chariot in range(s.chariots):
        s.place[chariot] = 0
        s.status[chariot] = WAITING
        s.wraps[chariot] = 0
        s.lap[chariot] = 0
        s.contact[chariot] = 0
        s.duty_to[chariot] = NOBODY
        s.duty_side[chariot] = 0
    note(s, RACE_BEGAN, s.race, 0, 0, 0, 0)
    s.chariot = 0
    s.phase = THROW_START


@kernel
def throw_start(s: State, die: int) -> None:
    """The die gives the start place. If the place is taken, throw again."""
    s.die = die
    for other in range(s.chariots):
        if s.place[other] == die:
            note(s, PLACE_TAKEN, s.chariot, die, 0, 0, 0)
            return
    chariot = s.chariot
    s.place[chariot] = die
    s.status[chariot] = RACING
    s.x[chariot] = s.place_x[die - 1]
    s.y[chariot] = s.place_y[die - 1]
    s.heading[chariot] = 0
    note(s, START_THROWN, chariot, die, s.x[chariot], s.y[chariot], 0)
    s.chariot += 1
    if s.chariot == s.chariots:
        s.chariot = 0
        s.phase = DEAL_CARD


@kernel
def dealing_deck(s: State) -> int:
    """Two normal cards first, then two risky ones."""
    return NORMAL if s.hand_size[s.chariot][NORMAL] < DEALT_FROM_EACH else RISKY


@kernel
def deal_card(s: State, card: int) -> None:
    """Deal two cards of each deck to every chariot, then ask who exchanges."""
    take_from_pile(s, s.chariot, card)
    note(s, CARD_DEALT, s.chariot, card, 0, 0, 0)
    if cards_held(s, s.chariot) < 2 * DEALT_FROM_EACH:
        return
    if s.exchanging:
        s.exchanging = 0
        for deck in range(DECKS):
            for kind in range(KINDS):
                s.pile_size[deck] += s.aside[deck][kind]
            pour(s.aside[deck], s.pile[deck], KINDS)
        ask(s, EXCHANGE, s.chariot)
    elif s.chariot + 1 < s.chariots:
        s.chariot += 1
    else:
        ask(s, EXCHANGE, first_by_place(s, (1 << s.chariots) - 1))


@kernel
def may_exchange(s: State, chariot: int) -> bool:
    """With three or four accidents at the start a hand may be exchanged (BH-9)."""
    return accidents_held(s, chariot) >= EXCHANGE_ACCIDENTS


@kernel
def answer_exchange(s: State, code: int) -> None:
    """Keep the hand, or show it and draw a new one before it is shuffled back (BH-9).

    Every driver is asked, in order of start place. Asking only some would tell what they hold.
    """
    chariot = s.chariot
    if code == EXCHANGE_HAND:
        show_hand(s, chariot)
        note(s, HAND_EXCHANGED, chariot, 0, 0, 0, 0)
        for card in range(CARDS):
            s.aside[card // KINDS][card % KINDS] += s.hand[chariot][card]
            s.hand[chariot][card] = 0
        for deck in range(DECKS):
            s.hand_size[chariot][deck] = 0
        forget(s, chariot)
        s.exchanging = 1
        s.phase = DEAL_CARD
        return
    note(s, HAND_KEPT, chariot, 0, 0, 0, 0)
    later = 0
    for other in range(s.chariots):
        if s.place[other] > s.place[chariot]:
            later |= 1 << other
    if later:
        ask(s, EXCHANGE, first_by_place(s, later))
    else:
        s.round = 1
        note(s, ROUND_BEGAN, 1, 0, 0, 0, 0)
        s.phase = NEXT_TURN


@kernel
def courses(s: State) -> int:
    """How many laurels a chariot can have by now: one for each lap or race begun, or one in a long race."""
    if s.format == LONG:
        return 1
    if s.format == RACES:
        return s.race
    return s.length


@kernel
def laps_to_drive(s: State) -> int:
    return 1 if s.format == RACES else s.length
