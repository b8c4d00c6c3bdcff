"""What a seat may know of a banquet, built up from nothing: the only door out for secrets besides events."""

from __future__ import annotations

from itertools import compress

from triclinium.core.decision import Json, Seat
from triclinium.core.game import View
from triclinium.games.banquet.answers import message_of
from triclinium.games.banquet.cards import (
    EDITION_NAMES,
    GUEST_NAMES,
    GUESTS,
    KIND_NAMES,
    OPEN,
    PLACE_NAMES,
    PRIVILEGE_MODES,
    PRIVILEGE_NAMES,
)
from triclinium.games.banquet.privileges import asked_in_window
from triclinium.games.banquet.state import ASSIGN, ENDING_NAMES, NOBODY, NOTHING, OVER, PHASE_NAMES, WINDOW, State


def members(mask: int, most: int) -> list[int]:
    """The members of a set, lowest first."""
    return [member for member in range(most) if (mask >> member) & 1] if mask else []


def named(mask: int, names: tuple[str, ...]) -> list[Json]:
    """The members of a set by name."""
    return [names[member] for member in members(mask, len(names))]


def counted(counts: list[int]) -> dict[str, Json]:
    """The kinds that are there, each with its count."""
    return dict(compress(zip(KIND_NAMES, counts, strict=True), counts))


def name_or_none(names: tuple[str, ...], number: int) -> str | None:
    """A name, or None for a number that stands for nothing."""
    return None if number < 0 else names[number]


def number_or_none(number: int) -> int | None:
    """A seat, or None for a number that stands for nobody."""
    return None if number < 0 else number


def view(s: State, seat: Seat | None) -> View:
    """The whole view of a seat, or of a spectator."""
    return {**shared_view(s), **own_view(s, seat)}


def own_view(s: State, seat: Seat | None) -> View:
    """What a view has beside what everybody sees."""
    return {"seat": None} if seat is None else {"seat": seat, "you": _you(s, seat)}


def shared_view(s: State) -> View:
    """What everybody sees."""
    return {
        "game": "banquet",
        "table": _table(s),
        "phase": PHASE_NAMES[s.phase],
        "asked": list(asked_publicly(s)),
        "question": s.asks,
        "round": s.round,
        "active": s.active if s.round else number_or_none(s.caligula),
        "ring": [name_or_none(KIND_NAMES, kind) for kind in s.ring],
        "pile": counted(s.pile),
        "discards": counted(s.discards),
        "gone": counted(s.gone),
        "three": _three(s),
        "gift": _gift(s),
        "out": [
            {"guest": GUEST_NAMES[guest], "when": s.out_when[guest]} for guest in range(GUESTS) if (s.out >> guest) & 1
        ],
        "eliminated": s.eliminated,
        "conspirators_barred": bool(s.barred),
        "privileges_used": named(s.privileges_used, PRIVILEGE_NAMES),
        "dealing": _dealing(s),
        "seats": [_seat(s, other) for other in range(s.seats)],
        "result": _result(s),
    }


def asked_publicly(s: State) -> list[int]:
    """The seats everybody sees being asked. In a window that is all who were asked, answered or not (BB-4)."""
    return members(asked_in_window(s) if s.phase == WINDOW else s.owing, s.seats)


def _table(s: State) -> Json:
    """What was agreed before the game; it never changes."""
    return {
        "seats": s.seats,
        "edition": EDITION_NAMES[s.edition],
        "privileges": PRIVILEGE_MODES[s.privilege_mode],
        "different_dishes": bool(s.different_dishes),
        "values": counted(s.value),
    }


def _three(s: State) -> Json:
    """The three cards of the round, as the table sees them: the cards, and the places that hold one."""
    cards = s.picked if s.phase == ASSIGN else sorted(s.place)
    face_down: list[Json] = [KIND_NAMES[kind] for kind in cards if kind != NOTHING]
    return {
        "picked_from": [slot for slot in s.picked_from if slot != NOTHING],
        "cards": face_down,
        "places": [PLACE_NAMES[place] for place in range(3) if s.place[place] != NOTHING],
        "keep_lost": bool(s.keep_lost),
        "turned_up": name_or_none(KIND_NAMES, s.card),
        "turned_up_from": None if s.card == NOTHING else PLACE_NAMES[s.card_place],
    }


def _gift(s: State) -> Json:
    return {
        "holder": number_or_none(s.holder),
        "giver": number_or_none(s.giver),
        "offered": list(members(s.offered, s.seats)),
        "acceptor": number_or_none(s.acceptor),
        "taker": number_or_none(s.taker),
        "claimed_by_initiative": bool(s.initiative),
        "privilege_played": bool(s.privilege_played),
        "slept": list(members(s.slept, s.seats)),
    }


def _dealing(s: State) -> Json:
    """Who waits for a guest or a privilege while chance deals."""
    burst = members(s.burst, s.seats)
    return {"to": s.dealing, "burst": list(burst)}


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
    if s.phase == OVER:
        shown["guest"] = GUEST_NAMES[s.guest[seat]]
    return shown


def _you(s: State, seat: Seat) -> Json:
    """What only this seat knows."""
    assigned: dict[str, Json] = {}
    if seat == s.active and s.phase != ASSIGN:
        assigned = {PLACE_NAMES[place]: name_or_none(KIND_NAMES, s.place[place]) for place in range(3)}
    answered = s.phase == WINDOW and s.sealed[seat] != NOTHING
    return {
        "guest": name_or_none(GUEST_NAMES, s.guest[seat]),
        "privileges": named(s.privileges[seat], PRIVILEGE_NAMES),
        "assigned": assigned,
        "sealed": message_of(s, s.sealed[seat]) if answered else None,
        "passing_this_round": bool((s.standing_pass >> seat) & 1),
    }


def _result(s: State) -> Json:
    if s.phase != OVER:
        return None
    return {
        "ending": ENDING_NAMES[s.ending],
        "winners": list(members(s.winners, s.seats)),
        "places": {PLACE_NAMES[place]: name_or_none(KIND_NAMES, s.place[place]) for place in range(3)},
    }
