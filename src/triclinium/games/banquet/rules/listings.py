"""The lists of options that come again and again. The rules list each of them once.

Each list depends on a few numbers of the state. They are put into an empty state, and `legal` is asked there.
"""

from __future__ import annotations

from functools import lru_cache, partial

from triclinium.core.decision import Listing, Seat
from triclinium.games.banquet.rules.answers import messages_of
from triclinium.games.banquet.rules.cards import RING
from triclinium.games.banquet.rules.codes import OPTIONS_MOST
from triclinium.games.banquet.rules.engine import legal
from triclinium.games.banquet.rules.state import ANSWER, ASSIGN, NOTHING, OFFER, PICK, WINDOW, State

LISTINGS_KEPT = 4096
"""More than a server meets: offers to sets of seats, sets of privileges."""


def listing_of(s: State, seat: Seat) -> Listing:
    """What a seat may answer now."""
    phase = s.phase
    if phase == WINDOW:
        holds = seat == s.holder and not s.initiative
        return _window(seat, s.seats, s.privileges[seat], (s.standing_pass >> seat) & 1, holds)
    if phase in (ANSWER, OFFER):
        return _offers(phase, seat, s.seats, s.active, s.offered)
    if phase == PICK:
        return _picks(s.laid)
    if phase == ASSIGN:
        return _layings(tuple(s.picked_from))
    return _listing(_codes(s, seat))


@lru_cache(LISTINGS_KEPT)
def _window(seat: Seat, seats: int, held: int, passing: int, holds: bool) -> Listing:
    s = State()
    s.phase, s.seats, s.privileges[seat], s.standing_pass = WINDOW, seats, held, passing << seat
    s.holder = seat if holds else NOTHING
    return _listing(_codes(s, seat))


@lru_cache(LISTINGS_KEPT)
def _offers(phase: int, seat: Seat, seats: int, active: Seat, offered: int) -> Listing:
    s = State()
    s.phase, s.seats, s.active, s.offered = phase, seats, active, offered
    return _listing(_codes(s, seat))


@lru_cache(1 << RING)
def _picks(laid: int) -> Listing:
    s = State()
    s.phase, s.laid = PICK, laid
    return _listing(_codes(s, 0))


@lru_cache(RING**3)
def _layings(picked_from: tuple[int, ...]) -> Listing:
    s = State()
    s.phase = ASSIGN
    return _listing(_codes(s, 0), picked_from)


@lru_cache(LISTINGS_KEPT)
def _listing(codes: tuple[int, ...], picked_from: tuple[int, ...] = ()) -> Listing:
    return Listing(partial(messages_of, codes, picked_from), codes)


def _codes(s: State, seat: Seat) -> tuple[int, ...]:
    codes = [NOTHING] * OPTIONS_MOST
    return tuple(codes[: legal(s, seat, codes)])
