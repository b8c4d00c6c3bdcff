"""Turn the tape into events: each with its data and its audience."""

from __future__ import annotations

from collections.abc import Callable

from triclinium.core.decision import Json
from triclinium.core.event import Event
from triclinium.games.banquet.rules import tape
from triclinium.games.banquet.rules.cards import GUEST_NAMES, KIND_NAMES, OPEN, PLACE_NAMES, PRIVILEGE_NAMES, SEATS_MOST
from triclinium.games.banquet.rules.state import ENDING_NAMES, NOTHING, TAPE_STEP, State
from triclinium.games.banquet.views.view import members

EVENTS: dict[str, dict[str, str]] = {
    "caligula_seated": {"seat": "seat"},
    "guest_dealt": {"seat": "seat"},
    "guest_yours": {"seat": "seat", "guest": "guest"},
    "privilege_dealt": {"seat": "seat"},
    "privilege_yours": {"seat": "seat", "privilege": "privilege"},
    "privilege_open": {"seat": "seat", "privilege": "privilege"},
    "card_laid": {"slot": "number", "card": "card"},
    "round_began": {"round": "number", "seat": "seat"},
    "cards_picked": {"seat": "seat", "cards": "cards"},
    "cards_assigned": {"seat": "seat"},
    "cards_yours": {"discard": "card", "keep": "card", "gift": "card"},
    "gift_claimed": {"seat": "seat"},
    "gift_left": {"seat": "seat"},
    "gift_offered": {"seat": "seat", "to": "seat"},
    "gift_came_home": {"seat": "seat", "to": "seat"},
    "privilege_played": {"seat": "seat", "privilege": "privilege"},
    "privilege_claims": {"seat": "seat", "privilege": "privilege", "place": "place"},
    "cards_exchanged": {"one": "place", "other": "place"},
    "gift_accepted": {"seat": "seat"},
    "gift_forced": {"seat": "seat", "to": "seat"},
    "card_turned_up": {"seat": "seat", "card": "card", "place": "place"},
    "card_applied": {"seat": "seat", "card": "card"},
    "belt_moved": {"seat": "seat", "before": "number", "after": "number"},
    "card_double": {"seat": "seat", "card": "card"},
    "card_double_gone": {"seat": "seat", "card": "card"},
    "card_tasted": {"seat": "seat", "card": "card", "taster": "card"},
    "guest_burst": {"seat": "seat", "guest": "guest"},
    "guest_replaced": {"seat": "seat"},
    "guest_yours_now": {"seat": "seat", "guest": "guest"},
    "keep_lost": {"seat": "seat"},
    "round_shown": {"discard": "card", "keep": "card", "gift": "card"},
    "cards_shown": {"discard": "card", "keep": "card", "gift": "card"},
    "pile_renewed": {"cards": "number"},
    "guest_shown": {"seat": "seat", "guest": "guest"},
    "game_won": {"seats": "seats", "ending": "ending"},
    "game_drawn": {"ending": "ending"},
}
"""Every kind of event with its arguments and their types. The words are checked against this."""

REVEALS = frozenset(
    {"card_turned_up", "guest_burst", "round_shown", "cards_shown", "guest_shown"}
    | {"game_won", "game_drawn", "privilege_played", "privilege_claims"}
)
"""Kinds of events that reveal a secret."""


def read_tape(s: State) -> list[Event]:
    """Turn the tape into events and clear it."""
    events: list[Event] = []
    for at in range(0, s.tape_used, TAPE_STEP):
        what, a, b, c = s.tape[at : at + TAPE_STEP]
        events += TELLERS[what](s, a, b, c)
    s.tape_used = 0
    return events


Teller = Callable[[State, int, int, int], tuple[Event, ...]]
"""Makes the events for a code of the tape and its three numbers."""


ALONE = tuple(frozenset((seat,)) for seat in range(SEATS_MOST))


def _private(told: int, kind: str, **data: Json) -> Event:
    return Event(kind, data, ALONE[told])


def _of_seat(kind: str) -> Teller:
    return lambda s, seat, b, c: (Event(kind, {"seat": seat}),)


def _of_guest(kind: str) -> Teller:
    return lambda s, seat, guest, c: (Event(kind, {"seat": seat, "guest": GUEST_NAMES[guest]}),)


# --- A secret fact makes two events: a public one without the secret, and a private one -----------


def _guest(public: str, private: str) -> Teller:
    def tell(s: State, seat: int, guest: int, c: int) -> tuple[Event, ...]:
        return Event(public, {"seat": seat}), _private(seat, private, seat=seat, guest=GUEST_NAMES[guest])

    return tell


def _privilege_dealt(s: State, seat: int, privilege: int, c: int) -> tuple[Event, ...]:
    name = PRIVILEGE_NAMES[privilege]
    if s.privilege_mode == OPEN:
        return (Event("privilege_open", {"seat": seat, "privilege": name}),)
    return Event("privilege_dealt", {"seat": seat}), _private(seat, "privilege_yours", seat=seat, privilege=name)


def _cards_assigned(s: State, discard: int, keep: int, gift: int) -> tuple[Event, ...]:
    shadow = Event("cards_assigned", {"seat": s.active})
    return shadow, _private(s.active, "cards_yours", **_three(discard, keep, gift))


# --- What everybody is told -----------------------------------------------------------------------


def _three(discard: int, keep: int, gift: int) -> dict[str, Json]:
    return {"discard": KIND_NAMES[discard], "keep": KIND_NAMES[keep], "gift": KIND_NAMES[gift]}


def _cards_shown(kind: str) -> Teller:
    return lambda s, discard, keep, gift: (Event(kind, _three(discard, keep, gift)),)


def _card_laid(s: State, slot: int, card: int, c: int) -> tuple[Event, ...]:
    return (Event("card_laid", {"slot": slot, "card": KIND_NAMES[card]}),)


def _round_began(s: State, number: int, seat: int, c: int) -> tuple[Event, ...]:
    return (Event("round_began", {"round": number, "seat": seat}),)


def _cards_picked(s: State, a: int, b: int, c: int) -> tuple[Event, ...]:
    return (Event("cards_picked", {"seat": s.active, "cards": [KIND_NAMES[a], KIND_NAMES[b], KIND_NAMES[c]]}),)


def _gift_offered(s: State, giver: int, receiver: int, home: int) -> tuple[Event, ...]:
    return (Event("gift_came_home" if home else "gift_offered", {"seat": giver, "to": receiver}),)


def _privilege_played(s: State, seat: int, privilege: int, place: int) -> tuple[Event, ...]:
    played: dict[str, Json] = {"seat": seat, "privilege": PRIVILEGE_NAMES[privilege]}
    if place == NOTHING:
        return (Event("privilege_played", played),)
    return (Event("privilege_claims", {**played, "place": PLACE_NAMES[place]}),)


def _cards_exchanged(s: State, one: int, other: int, c: int) -> tuple[Event, ...]:
    return (Event("cards_exchanged", {"one": PLACE_NAMES[one], "other": PLACE_NAMES[other]}),)


def _gift_forced(s: State, giver: int, receiver: int, c: int) -> tuple[Event, ...]:
    return (Event("gift_forced", {"seat": giver, "to": receiver}),)


def _card_turned_up(s: State, seat: int, card: int, place: int) -> tuple[Event, ...]:
    return (Event("card_turned_up", {"seat": seat, "card": KIND_NAMES[card], "place": PLACE_NAMES[place]}),)


def _card_applied(s: State, seat: int, card: int, place: int) -> tuple[Event, ...]:
    return (Event("card_applied", {"seat": seat, "card": KIND_NAMES[card]}),)


def _belt_moved(s: State, seat: int, before: int, after: int) -> tuple[Event, ...]:
    return (Event("belt_moved", {"seat": seat, "before": before, "after": after}),)


def _card_double(s: State, seat: int, card: int, gone: int) -> tuple[Event, ...]:
    return (Event("card_double_gone" if gone else "card_double", {"seat": seat, "card": KIND_NAMES[card]}),)


def _card_tasted(s: State, seat: int, card: int, taster: int) -> tuple[Event, ...]:
    return (Event("card_tasted", {"seat": seat, "card": KIND_NAMES[card], "taster": KIND_NAMES[taster]}),)


def _pile_renewed(s: State, cards: int, b: int, c: int) -> tuple[Event, ...]:
    return (Event("pile_renewed", {"cards": cards}),)


def _game_won(s: State, winners: int, ending: int, c: int) -> tuple[Event, ...]:
    return (Event("game_won", {"seats": list(members(winners)), "ending": ENDING_NAMES[ending]}),)


def _game_drawn(s: State, ending: int, b: int, c: int) -> tuple[Event, ...]:
    return (Event("game_drawn", {"ending": ENDING_NAMES[ending]}),)


TELLERS: dict[int, Teller] = {
    tape.CALIGULA_SEATED: _of_seat("caligula_seated"),
    tape.GUEST_DEALT: _guest("guest_dealt", "guest_yours"),
    tape.PRIVILEGE_DEALT: _privilege_dealt,
    tape.CARD_LAID: _card_laid,
    tape.ROUND_BEGAN: _round_began,
    tape.CARDS_PICKED: _cards_picked,
    tape.CARDS_ASSIGNED: _cards_assigned,
    tape.GIFT_CLAIMED: _of_seat("gift_claimed"),
    tape.GIFT_LEFT: _of_seat("gift_left"),
    tape.GIFT_OFFERED: _gift_offered,
    tape.PRIVILEGE_PLAYED: _privilege_played,
    tape.CARDS_EXCHANGED: _cards_exchanged,
    tape.GIFT_ACCEPTED: _of_seat("gift_accepted"),
    tape.GIFT_FORCED: _gift_forced,
    tape.CARD_TURNED_UP: _card_turned_up,
    tape.CARD_APPLIED: _card_applied,
    tape.BELT_MOVED: _belt_moved,
    tape.CARD_DOUBLE: _card_double,
    tape.CARD_TASTED: _card_tasted,
    tape.GUEST_BURST: _of_guest("guest_burst"),
    tape.GUEST_REPLACED: _guest("guest_replaced", "guest_yours_now"),
    tape.KEEP_LOST: _of_seat("keep_lost"),
    tape.ROUND_SHOWN: _cards_shown("round_shown"),
    tape.CARDS_SHOWN: _cards_shown("cards_shown"),
    tape.PILE_RENEWED: _pile_renewed,
    tape.GUEST_SHOWN: _of_guest("guest_shown"),
    tape.GAME_WON: _game_won,
    tape.GAME_DRAWN: _game_drawn,
}
