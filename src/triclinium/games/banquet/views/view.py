"""What a seat may know of a banquet, as an allow-list. Secrets leave the game only here and in events.

What everybody sees comes in parts. Each names the fields of the state it reads; while they stay the same, a table does
not encode the part again.
"""

from __future__ import annotations

from itertools import compress
from typing import TypeAlias

from triclinium.core.decision import Json, Seat
from triclinium.core.game import Part, View
from triclinium.games.banquet.rules.answers import MESSAGES
from triclinium.games.banquet.rules.cards import (
    EDITION_NAMES,
    GUEST_NAMES,
    GUESTS,
    KIND_NAMES,
    OPEN,
    PLACE_NAMES,
    PRIVILEGE_MODES,
    PRIVILEGE_NAMES,
    SEATS_MOST,
)
from triclinium.games.banquet.rules.privileges import asked_in_window
from triclinium.games.banquet.rules.state import ASSIGN, ENDING_NAMES, NOBODY, NOTHING, PHASE_NAMES, WINDOW, State
from triclinium.games.banquet.views import history

OwnNumbers: TypeAlias = "tuple[Seat | None, int, int, tuple[int, ...], int, int]"

NONE_TURNED = [NOTHING] * 3
MEMBERS = tuple([member for member in range(GUESTS) if (mask >> member) & 1] for mask in range(1 << GUESTS))
"""The members of each set of seats, guests or privileges."""


def members(mask: int) -> list[int]:
    """The members of a set, lowest first."""
    return MEMBERS[mask][:]


def named(mask: int, names: tuple[str, ...]) -> list[Json]:
    return [names[member] for member in MEMBERS[mask]]


def counted(counts: list[int]) -> dict[str, Json]:
    """The kinds present, each with its count."""
    return dict(compress(zip(KIND_NAMES, counts, strict=True), counts))


def name_or_none(names: tuple[str, ...], number: int) -> str | None:
    """A name, or None for NOTHING."""
    return None if number < 0 else names[number]


KIND_OR_NONE = (*KIND_NAMES, None)
SEAT_OR_NONE = (*range(SEATS_MOST), None)
"""Indexed by seat: NOBODY is -1, the last one."""


def view(s: State, seat: Seat | None) -> View:
    """The view of a seat, or of a spectator (None)."""
    return {**shared_view(s), **own_view(*own_numbers(s, seat))}


def shared_view(s: State) -> View:
    shared: View = {}
    for part in SHARED:
        shared |= part.shown(s)
    return shared


def _course(s: State) -> View:
    """The phase of the game and who is asked. In a window that is everyone who was asked, answered or not (BB-4)."""
    return {
        "phase": PHASE_NAMES[s.phase],
        "asked": list(MEMBERS[asked_in_window(s) if s.phase == WINDOW else s.owing]),
        "question": s.asks,
        "round": s.round,
        "active": s.active if s.round else SEAT_OR_NONE[s.caligula],
    }


def _agreed(s: State) -> View:
    """The options of the table, which never change."""
    table: View = {
        "seats": s.seats,
        "edition": EDITION_NAMES[s.edition],
        "privileges": PRIVILEGE_MODES[s.privilege_mode],
        "different_dishes": bool(s.different_dishes),
        "values": counted(s.value),
    }
    return {"game": "banquet", "table": table}


def _ring(s: State) -> View:
    """The ring and the round's three cards as the table sees them: which cards, and which places hold one."""
    # Shown as picked only until they are laid at their places.
    cards = sorted(s.place) if s.picked[0] == NOTHING else s.picked
    face_down: list[Json] = [KIND_NAMES[kind] for kind in cards if kind != NOTHING]
    three: View = {
        "picked_from": [slot for slot in s.picked_from if slot != NOTHING],
        "cards": face_down,
        "places": [PLACE_NAMES[place] for place in range(3) if s.place[place] != NOTHING],
        "turned": _by_place(s.turned),
        "keep_lost": bool(s.keep_lost),
        "turned_up": KIND_OR_NONE[s.card],
        "turned_up_from": None if s.card == NOTHING else PLACE_NAMES[s.card_place],
    }
    return {"ring": [KIND_OR_NONE[kind] for kind in s.ring], "three": three}


def _by_place(kinds: list[int]) -> View:
    """The cards turned up, by place."""
    if kinds == NONE_TURNED:
        return {}
    return {PLACE_NAMES[place]: KIND_NAMES[kind] for place, kind in enumerate(kinds) if kind != NOTHING}


def _gift(s: State) -> View:
    """Where the Gift lies and where it has been."""
    gift: View = {
        "holder": SEAT_OR_NONE[s.holder],
        "giver": SEAT_OR_NONE[s.giver],
        "offered": list(MEMBERS[s.offered]),
        "acceptor": SEAT_OR_NONE[s.acceptor],
        "taker": SEAT_OR_NONE[s.taker],
        "claimed_by_initiative": bool(s.initiative),
        "privilege_played": bool(s.privilege_played),
        "slept": list(MEMBERS[s.slept]),
    }
    return {"gift": gift}


def _guests(s: State) -> View:
    """Which guests and privileges are out, and who waits for a new guest."""
    return {
        "out": [{"guest": GUEST_NAMES[guest], "when": s.out_when[guest]} for guest in MEMBERS[s.out]],
        "eliminated": s.eliminated,
        "conspirators_barred": bool(s.barred),
        "privileges_used": named(s.privileges_used, PRIVILEGE_NAMES),
        "dealing": {"to": s.dealing, "burst": list(MEMBERS[s.burst])},
    }


def _seat(s: State, seat: Seat) -> Json:
    """What lies open before a seat."""
    shown: dict[str, Json] = {
        "belt": s.belt[seat],
        "accepted": counted(s.accepted[seat]),
        "cards": s.cards[seat],
        "dishes": s.dishes[seat],
        "dish_kinds": s.dish_kinds[seat],
        "wine": s.wine[seat],
        "presents": s.present_kinds[seat],
        "guest": "caligula" if s.caligula == seat else None,
        "has_guest": s.guest[seat] != NOBODY,
        "dealt_when": s.dealt_when[seat],
        "no_conspirator": bool((s.cleared >> seat) & 1),
        "privileges": s.privileges[seat].bit_count(),
        "open_privileges": None,
    }
    if s.privilege_mode == OPEN:
        shown["open_privileges"] = named(s.privileges[seat], PRIVILEGE_NAMES)
    if s.ending:
        shown["guest"] = GUEST_NAMES[s.guest[seat]]
    return shown


def own_numbers(s: State, seat: Seat | None) -> OwnNumbers:
    """What only this seat knows: its guest, its privileges, what it laid and sealed, and whether it passes."""
    if seat is None:
        return None, NOBODY, 0, (), NOTHING, 0
    return (
        seat,
        s.guest[seat],
        s.privileges[seat],
        tuple(s.place) if seat == s.active and s.phase != ASSIGN else (),
        s.sealed[seat] if s.phase == WINDOW else NOTHING,
        (s.standing_pass >> seat) & 1,
    )


def own_view(
    seat: Seat | None, guest: int, privileges: int, assigned: tuple[int, ...], sealed: int, passing: int
) -> View:
    """The part of a view that only its seat sees."""
    if seat is None:
        return {"seat": None}
    places = zip(PLACE_NAMES, assigned, strict=False)
    you: View = {
        "guest": name_or_none(GUEST_NAMES, guest),
        "privileges": named(privileges, PRIVILEGE_NAMES),
        "assigned": {place: name_or_none(KIND_NAMES, kind) for place, kind in places},
        "sealed": None if sealed == NOTHING else MESSAGES[sealed].copy(),
        "passing_this_round": bool(passing),
    }
    return {"seat": seat, "you": you}


def _result(s: State) -> View:
    if not s.ending:
        return {"result": None}
    result: View = {
        "ending": ENDING_NAMES[s.ending],
        "winners": list(MEMBERS[s.winners]),
        "places": {
            PLACE_NAMES[place]: name_or_none(KIND_NAMES, max(s.place[place], s.turned[place])) for place in range(3)
        },
    }
    return {"result": result}


SHARED = (
    Part(_agreed, "seats edition privilege_mode different_dishes value", "seats"),
    Part(_course),
    Part(_ring, "ring picked_from picked place turned keep_lost card card_place"),
    Part(lambda s: {"pile": counted(s.pile), "discards": counted(s.discards)}, "pile discards", "piles_moved"),
    Part(lambda s: {"gone": counted(s.gone)}, "gone", "piles_moved"),
    Part(_gift, "holder giver offered acceptor taker initiative privilege_played slept"),
    Part(_guests, "out out_when eliminated barred privileges_used dealing burst"),
    Part(
        lambda s: {"seats": [_seat(s, seat) for seat in range(s.seats)]},
        "seats belt accepted cards dishes dish_kinds wine present_kinds caligula guest dealt_when cleared privileges "
        "privilege_mode ending",
        "seats_moved",
    ),
    Part(history.this_round, "history", "notes_kept"),
    Part(history.rounds_over, "seats history_last history_counts", "rounds_kept"),
    Part(_result, "ending winners place turned", "ending"),
)
