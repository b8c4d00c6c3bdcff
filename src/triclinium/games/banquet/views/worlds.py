"""Possible worlds for a seat: the state that a view describes, with everything hidden dealt again (BB-21)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from triclinium.core.decision import Seat
from triclinium.core.dice import below
from triclinium.core.game import View
from triclinium.core.kernel import kernel
from triclinium.core.piles import bit_at, bits
from triclinium.games.banquet.rules.accepting import goal_met
from triclinium.games.banquet.rules.answers import code_of
from triclinium.games.banquet.rules.cards import (
    ALL_GUESTS,
    ALL_PRIVILEGES,
    CALIGULA,
    CONSPIRATORS,
    DAGGER,
    EDITION_NAMES,
    GUEST_NAMES,
    GUESTS,
    HIDDEN,
    KIND_NAMES,
    KINDS,
    PLACE_NAMES,
    PRIVILEGE_MODES,
    PRIVILEGE_NAMES,
    PRIVILEGES,
    RING,
)
from triclinium.games.banquet.rules.privileges import asked_in_window
from triclinium.games.banquet.rules.state import (
    ASSIGN,
    ENDING_NAMES,
    NOBODY,
    NOTHING,
    OVER,
    PHASE_NAMES,
    WINDOW,
    State,
)

TRIES_MOST = 20000
SOMEBODY = GUESTS
"""Stands for an unknown guest."""


# --- From a view to a state ---------------------------------------------------------------------


def state_of(view: View, seat: Seat) -> State:
    """The state that a view describes. `redeal` fills in what the seat does not know."""
    seen: Any = view
    s = State()
    _read_table(s, seen["table"])
    _read_course(s, seen)
    for kind in range(KINDS):
        name = KIND_NAMES[kind]
        s.pile[kind] = seen["pile"].get(name, 0)
        s.discards[kind] = seen["discards"].get(name, 0)
        s.gone[kind] = seen["gone"].get(name, 0)
    s.pile_size = sum(s.pile)
    s.discards_size = sum(s.discards)
    for slot in range(RING):
        s.ring[slot] = _number(KIND_NAMES, seen["ring"][slot])
        if s.ring[slot] != NOTHING:
            s.laid |= 1 << slot
    for out in seen["out"]:
        guest = GUEST_NAMES.index(out["guest"])
        s.out |= 1 << guest
        s.out_when[guest] = out["when"]
    s.caligula = NOBODY
    for other in range(s.seats):
        _read_seat(s, other, seen["seats"][other])
    _read_three(s, seen)
    _read_own(s, seat, seen["you"])
    return s


def _number(names: tuple[str, ...], name: str | None) -> int:
    return NOTHING if name is None else names.index(name)


def _seat_number(value: int | None) -> int:
    return NOBODY if value is None else value


def _set_of(seats: list[int]) -> int:
    return sum(1 << seat for seat in seats)


def _read_table(s: State, table: Mapping[str, Any]) -> None:
    s.seats = table["seats"]
    s.edition = EDITION_NAMES.index(table["edition"])
    s.privilege_mode = PRIVILEGE_MODES.index(table["privileges"])
    s.different_dishes = int(table["different_dishes"])
    for name, value in table["values"].items():
        s.value[KIND_NAMES.index(name)] = value


def _read_course(s: State, seen: Mapping[str, Any]) -> None:
    s.phase = PHASE_NAMES.index(seen["phase"])
    s.asks = seen["question"]
    s.round = seen["round"]
    s.active = _seat_number(seen["active"]) if seen["active"] is not None else 0
    s.eliminated = seen["eliminated"]
    s.barred = int(seen["conspirators_barred"])
    s.dealing = seen["dealing"]["to"]
    s.burst = _set_of(seen["dealing"]["burst"])
    s.privileges_used = sum(1 << PRIVILEGE_NAMES.index(name) for name in seen["privileges_used"])
    gift = seen["gift"]
    s.holder = _seat_number(gift["holder"])
    s.giver = _seat_number(gift["giver"])
    s.acceptor = _seat_number(gift["acceptor"])
    s.taker = _seat_number(gift["taker"])
    s.offered = _set_of(gift["offered"])
    s.initiative = int(gift["claimed_by_initiative"])
    s.privilege_played = int(gift["privilege_played"])
    s.slept = _set_of(gift["slept"])
    if s.phase != WINDOW:
        s.owing = _set_of(seen["asked"])
    if seen["result"] is not None:
        s.ending = ENDING_NAMES.index(seen["result"]["ending"])
        s.winners = _set_of(seen["result"]["winners"])


def _read_seat(s: State, seat: Seat, shown: Mapping[str, Any]) -> None:
    s.belt[seat] = shown["belt"]
    for name, count in shown["accepted"].items():
        s.accepted[seat][KIND_NAMES.index(name)] = count
    s.cards[seat] = shown["cards"]
    s.dishes[seat] = shown["dishes"]
    s.dish_kinds[seat] = shown["dish_kinds"]
    s.wine[seat] = shown["wine"]
    s.present_kinds[seat] = shown["presents"]
    s.daggers += s.accepted[seat][DAGGER]
    s.dealt_when[seat] = shown["dealt_when"]
    s.cleared |= int(shown["no_conspirator"]) << seat
    s.sealed[seat] = NOTHING
    s.guest[seat] = _number(GUEST_NAMES, shown["guest"])
    if shown["guest"] is None and shown["has_guest"]:
        s.guest[seat] = SOMEBODY
    if s.guest[seat] == CALIGULA:
        s.caligula = seat
    if shown["open_privileges"] is not None:
        s.privileges[seat] = sum(1 << PRIVILEGE_NAMES.index(name) for name in shown["open_privileges"])
    else:
        s.privileges[seat] = (1 << shown["privileges"]) - 1


def _read_three(s: State, seen: Mapping[str, Any]) -> None:
    """The face-down cards lie, for now, in the order of the view."""
    three = seen["three"]
    for place in range(3):
        s.picked[place] = NOTHING
        s.place[place] = NOTHING
        s.turned[place] = NOTHING
        s.picked_from[place] = NOTHING
    for number, slot in enumerate(three["picked_from"]):
        s.picked_from[number] = slot
    for name, card in three["turned"].items():
        s.turned[PLACE_NAMES.index(name)] = KIND_NAMES.index(card)
    cards = [KIND_NAMES.index(name) for name in three["cards"]]
    if s.phase == ASSIGN:
        s.picked[:] = cards
    elif s.phase == OVER:
        for name, kind in seen["result"]["places"].items():
            if name not in three["turned"]:
                s.place[PLACE_NAMES.index(name)] = _number(KIND_NAMES, kind)
    else:
        for name, card in zip(three["places"], cards, strict=True):
            s.place[PLACE_NAMES.index(name)] = card
    s.keep_lost = int(three["keep_lost"])
    s.card = _number(KIND_NAMES, three["turned_up"])
    if three["turned_up_from"] is not None:
        s.card_place = PLACE_NAMES.index(three["turned_up_from"])


def _read_own(s: State, seat: Seat, you: Mapping[str, Any]) -> None:
    s.guest[seat] = _number(GUEST_NAMES, you["guest"])
    s.privileges[seat] = sum(1 << PRIVILEGE_NAMES.index(name) for name in you["privileges"])
    for name, kind in you["assigned"].items():
        s.place[PLACE_NAMES.index(name)] = _number(KIND_NAMES, kind)
    if you["sealed"] is not None:
        s.sealed[seat] = code_of(s, you["sealed"])
    s.standing_pass = int(you["passing_this_round"]) << seat
    if s.phase == WINDOW:
        s.owing = asked_in_window(s)
        if s.sealed[seat] != NOTHING:
            s.owing &= ~(1 << seat)


# --- Dealing what is hidden ----------------------------------------------------------------------


@kernel
def redeal(s: State, seat: int, dice: list[int]) -> int:
    """Deal all that a seat does not know; returns 1 if it fits all public facts."""
    if s.phase == OVER:
        return 1
    redeal_places(s, seat, dice)
    redeal_privileges(s, seat, dice)
    return redeal_guests(s, seat, dice)


@kernel
def redeal_places(s: State, seat: int, dice: list[int]) -> None:
    """Shuffle the face-down cards over their places, unless this seat laid them."""
    if seat == s.active:
        return
    holding = 0
    for place in range(3):
        if s.place[place] != NOTHING:
            holding |= 1 << place
    for last in range(bits(holding) - 1, 0, -1):
        place = bit_at(holding, last)
        other = bit_at(holding, below(dice, last + 1))
        card = s.place[place]
        s.place[place] = s.place[other]
        s.place[other] = card


@kernel
def redeal_privileges(s: State, seat: int, dice: list[int]) -> None:
    """Deal the other seats as many privileges as they hold, from those that this seat has not seen."""
    if s.privilege_mode != HIDDEN:
        return
    unseen = ALL_PRIVILEGES & ~s.privileges_used & ~s.privileges[seat]
    for other in range(s.seats):
        if other != seat:
            held = s.privileges[other]
            s.privileges[other] = 0
            while held:
                held &= held - 1
                card = below(dice, PRIVILEGES)
                while not (unseen >> card) & 1:
                    card = below(dice, PRIVILEGES)
                unseen &= ~(1 << card)
                s.privileges[other] |= 1 << card
    s.privilege_box = unseen


@kernel
def redeal_guests(s: State, seat: int, dice: list[int]) -> int:
    """Draw the other guests until they fit what everybody knows; returns 1 if they do."""
    for _ in range(TRIES_MOST):
        used = 1 << CALIGULA
        if s.guest[seat] != NOBODY:
            used |= 1 << s.guest[seat]
        fits = 1
        for other in range(s.seats):
            if fits and other != seat and s.guest[other] > CALIGULA:
                guest = below(dice, GUESTS)
                while (used >> guest) & 1:
                    guest = below(dice, GUESTS)
                fits = may_be(s, other, guest)
                used |= 1 << guest
                s.guest[other] = guest
        if fits:
            s.box = ALL_GUESTS & ~used & ~s.out
            if returns_fit(s):
                return 1
    return 0


@kernel
def may_be(s: State, seat: int, guest: int) -> int:
    """1 unless public facts rule out this guest at this seat (BB-14, BB-21)."""
    if (CONSPIRATORS >> guest) & 1 and (s.cleared >> seat) & 1:
        return 0
    if (s.out >> guest) & 1 and not may_return(s, seat, guest):
        return 0
    return 0 if goal_met(s, seat, guest) else 1


@kernel
def may_return(s: State, seat: int, guest: int) -> bool:
    """A guest who is out can return only to a seat dealt a guest after Caligula fell and after the guest left."""
    if not s.barred or (CONSPIRATORS >> guest) & 1:
        return False
    return s.dealt_when[seat] >= s.out_when[CALIGULA] and s.dealt_when[seat] >= s.out_when[guest]


@kernel
def returns_fit(s: State) -> bool:
    """Guests return only when the box is empty, and then for everyone who is dealt a guest later."""
    for seat in range(s.seats):
        if s.guest[seat] != NOBODY and (s.out >> s.guest[seat]) & 1:
            if s.box & ~CONSPIRATORS:
                return False
            for later in range(s.seats):
                if s.dealt_when[later] > s.dealt_when[seat] and not (s.out >> s.guest[later]) & 1:
                    return False
    return True
