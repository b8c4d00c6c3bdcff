"""Set-up: guests, privileges, an empty table (leaflet: "Préparation du jeu")."""

from __future__ import annotations

from triclinium.core.kernel import kernel
from triclinium.games.banquet.rules.cards import ALL_GUESTS, ALL_PRIVILEGES, CALIGULA, KINDS, NONE, RING
from triclinium.games.banquet.rules.state import (
    DEAL_GUEST,
    DEAL_PRIVILEGE,
    NOBODY,
    NOTHING,
    REFILL,
    SEAT_CALIGULA,
    State,
)
from triclinium.games.banquet.rules.tape import CALIGULA_SEATED, GUEST_DEALT, PRIVILEGE_DEALT, note


@kernel
def set_up(s: State) -> None:
    """Empty belts, a full draw pile, nothing dealt. The caller has set options, deck and seats."""
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
        s.turned[place] = NOTHING
        s.picked[place] = NOTHING
        s.picked_from[place] = NOTHING
    s.holder = NOBODY
    s.giver = NOBODY
    s.acceptor = NOBODY
    s.taker = NOBODY
    s.card = NOTHING


@kernel
def seat_caligula(s: State, seat: int) -> None:
    """Caligula is dealt among the guests. His seat shows him and leads first."""
    s.guest[seat] = CALIGULA
    s.caligula = seat
    s.active = seat
    s.cleared = 1 << seat
    note(s, CALIGULA_SEATED, seat, 0, 0)
    s.dealing = (seat + 1) % s.seats
    s.phase = DEAL_GUEST


@kernel
def deal_guest(s: State, guest: int) -> None:
    """Each of the other seats gets one of the eight other guests, face down."""
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
    """One privilege for each seat; Caligula gets two and is dealt last."""
    seat = s.dealing
    second = s.privileges[seat] != 0
    s.privileges[seat] |= 1 << privilege
    s.privilege_box &= ~(1 << privilege)
    note(s, PRIVILEGE_DEALT, seat, privilege, 0)
    if seat != s.caligula:
        s.dealing = (seat + 1) % s.seats
    elif second:
        s.phase = REFILL
