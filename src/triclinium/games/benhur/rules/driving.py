"""How a chariot moves: the ruler, the new place, contacts, laps, laurels, and leaving the sand.

Leaflet: "Début de la partie", "Réglettes". Rulings BH-1, BH-5, BH-10, BH-12 to BH-15.
"""

from __future__ import annotations

from triclinium.core.kernel import kernel
from triclinium.games.benhur.rules.cards import CARDS, KINDS, LAPS, RACES, SPEEDS
from triclinium.games.benhur.rules.geometry import RULERS, in_contact, placed, sector_of, wraps_between
from triclinium.games.benhur.rules.hands import cards_held, discard, forget, show_hand
from triclinium.games.benhur.rules.setup import laps_to_drive
from triclinium.games.benhur.rules.state import FINISHED, NOBODY, RACING, State
from triclinium.games.benhur.rules.tape import (
    CHARIOT_LEFT,
    CHARIOT_MOVED,
    CHARIOT_SET_DOWN,
    CONTACT_MADE,
    LAP_COUNTED,
    LAUREL_WON,
    note,
)
from triclinium.games.benhur.rules.verdicts import laps_of


@kernel
def move(s: State, chariot: int) -> None:
    """Lay the ruler of the card in play and set the chariot at its end."""
    speed = s.card % KINDS % SPEEDS
    _, _, _, _, x, y, heading = placed(
        s.x[chariot], s.y[chariot], s.heading[chariot], RULERS[speed], s.angle_a, s.angle_b
    )
    stand(s, chariot, x, y, heading)
    note(s, CHARIOT_MOVED, chariot, x, y, heading, 0)


@kernel
def set_down(s: State, chariot: int, x: int, y: int, heading: int) -> None:
    """Set a rammed chariot where its attacker stood (BH-6). That opens no pair (BH-5)."""
    close_pairs(s, chariot)
    stand(s, chariot, x, y, heading)
    note(s, CHARIOT_SET_DOWN, chariot, x, y, heading, 0)


@kernel
def stand(s: State, chariot: int, x: int, y: int, heading: int) -> None:
    """Put a chariot in a pose. Its wraps change with the sector it moves to (BH-12, BH-13)."""
    before = sector_of(s.x[chariot], s.y[chariot], s.half_axis, s.line)
    s.x[chariot] = x
    s.y[chariot] = y
    s.heading[chariot] = heading
    s.wraps[chariot] += wraps_between(before, sector_of(x, y, s.half_axis, s.line))


@kernel
def close_pairs(s: State, chariot: int) -> None:
    for other in range(s.chariots):
        s.contact[other] &= ~(1 << chariot)
    s.contact[chariot] = 0


@kernel
def open_pairs(s: State, chariot: int) -> None:
    """A speed move opens a pair with each rival in contact at its end (BH-5)."""
    for other in range(s.chariots):
        if other % s.seats == chariot % s.seats or s.status[other] != RACING:
            continue
        if in_contact(s.x[chariot], s.y[chariot], s.heading[chariot], s.x[other], s.y[other], s.heading[other]):
            s.contact[chariot] |= 1 << other
            s.contact[other] |= 1 << chariot
            note(s, CONTACT_MADE, chariot, other, 0, 0, 0)


@kernel
def arrive(s: State, chariot: int) -> None:
    """Count laps, award laurels, and take a finished chariot off the sand (BH-10, BH-12)."""
    if s.status[chariot] != RACING:
        return
    laps = laps_of(s, chariot)
    if laps != s.lap[chariot]:
        note(s, LAP_COUNTED, chariot, s.lap[chariot], laps, 0, 0)
        s.lap[chariot] = laps
    if s.format == LAPS:
        for course in range(s.length):
            if laps > course and s.laurel[chariot][course] == 0:
                give_laurel(s, chariot, course)
    if laps >= laps_to_drive(s):
        if s.format != LAPS:
            give_laurel(s, chariot, s.race - 1 if s.format == RACES else 0)
        leave(s, chariot, FINISHED)


@kernel
def give_laurel(s: State, chariot: int, course: int) -> None:
    laurel = 1
    for other in range(s.chariots):
        if s.laurel[other][course] > 0:
            laurel += 1
    s.laurel[chariot][course] = laurel
    note(s, LAUREL_WON, chariot, laurel, course + 1, 0, 0)


@kernel
def leave(s: State, chariot: int, status: int) -> None:
    """A chariot leaves the sand. Its hand is discarded (BH-15), and duties towards it lapse (BH-5)."""
    s.status[chariot] = status
    s.owes &= ~(1 << chariot)
    s.lapsed &= ~(1 << chariot)
    s.duty_to[chariot] = NOBODY
    s.duty_side[chariot] = 0
    close_pairs(s, chariot)
    for other in range(s.chariots):
        if s.duty_to[other] == chariot:
            end_duty(s, other)
    note(s, CHARIOT_LEFT, chariot, status, 0, 0, 0)
    if cards_held(s, chariot):
        show_hand(s, chariot)
    for card in range(CARDS):
        while s.hand[chariot][card] > 0:
            discard(s, chariot, card)
    forget(s, chariot)


@kernel
def end_duty(s: State, chariot: int) -> None:
    """A duty is done or has lapsed, and everybody sees it."""
    s.duty_to[chariot] = NOBODY
    s.duty_side[chariot] = 0
    s.lapsed &= ~(1 << chariot)
