"""What the tape says, told as events: each with its data, and to whom it is told."""

from __future__ import annotations

from triclinium.core.decision import Json
from triclinium.core.event import Event
from triclinium.games.banquet.rules import state as tape
from triclinium.games.banquet.rules.cards import GUEST_NAMES, KIND_NAMES, OPEN, PLACE_NAMES, PRIVILEGE_NAMES
from triclinium.games.banquet.rules.state import ENDING_NAMES, TAPE_STEP, State
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
"""Every kind of event with its arguments and what each argument is; words are checked against this."""

REVEALS = frozenset(
    {"card_turned_up", "guest_burst", "round_shown", "cards_shown", "guest_shown"}
    | {"game_won", "game_drawn", "privilege_played", "privilege_claims"}
)
"""Kinds by which seats are told what was secret before."""


def read_tape(s: State) -> list[Event]:
    """Turn the tape into events and wind it back."""
    events: list[Event] = []
    for at in range(0, s.tape_used, TAPE_STEP):
        what, a, b, c = s.tape[at : at + TAPE_STEP]
        events += _events(s, what, a, b, c)
    s.tape_used = 0
    return events


def _private(told: int, kind: str, **data: Json) -> Event:
    return Event(kind, data, frozenset((told,)))


def _events(s: State, what: int, a: int, b: int, c: int) -> list[Event]:
    if what in SECRETS:
        return _secret(s, what, a, b, c)
    if what in ON_CARDS:
        return [Event(ON_CARDS[what], {"seat": a, "card": KIND_NAMES[b]})]
    if what in ON_SEATS:
        return [Event(ON_SEATS[what], {"seat": a})]
    if what in ON_GUESTS:
        return [Event(ON_GUESTS[what], {"seat": a, "guest": GUEST_NAMES[b]})]
    return [_other(s, what, a, b, c)]


SECRETS = {tape.GUEST_DEALT, tape.PRIVILEGE_DEALT, tape.CARDS_ASSIGNED, tape.GUEST_REPLACED}
ON_CARDS = {tape.CARD_APPLIED: "card_applied"}
ON_SEATS = {
    tape.CALIGULA_SEATED: "caligula_seated",
    tape.GIFT_CLAIMED: "gift_claimed",
    tape.GIFT_LEFT: "gift_left",
    tape.GIFT_ACCEPTED: "gift_accepted",
    tape.KEEP_LOST: "keep_lost",
}
ON_GUESTS = {tape.GUEST_BURST: "guest_burst", tape.GUEST_SHOWN: "guest_shown"}


def _secret(s: State, what: int, a: int, b: int, c: int) -> list[Event]:
    """A secret fact makes two events: the public shadow and the private fact."""
    if what == tape.GUEST_DEALT:
        return [Event("guest_dealt", {"seat": a}), _private(a, "guest_yours", seat=a, guest=GUEST_NAMES[b])]
    if what == tape.GUEST_REPLACED:
        return [Event("guest_replaced", {"seat": a}), _private(a, "guest_yours_now", seat=a, guest=GUEST_NAMES[b])]
    if what == tape.CARDS_ASSIGNED:
        cards = {PLACE_NAMES[place]: KIND_NAMES[kind] for place, kind in enumerate((a, b, c))}
        return [Event("cards_assigned", {"seat": s.active}), _private(s.active, "cards_yours", **cards)]
    if s.privilege_mode == OPEN:
        return [Event("privilege_open", {"seat": a, "privilege": PRIVILEGE_NAMES[b]})]
    return [
        Event("privilege_dealt", {"seat": a}),
        _private(a, "privilege_yours", seat=a, privilege=PRIVILEGE_NAMES[b]),
    ]


def _other(s: State, what: int, a: int, b: int, c: int) -> Event:
    if what == tape.CARD_LAID:
        return Event("card_laid", {"slot": a, "card": KIND_NAMES[b]})
    if what == tape.ROUND_BEGAN:
        return Event("round_began", {"round": a, "seat": b})
    if what == tape.CARDS_PICKED:
        return Event("cards_picked", {"seat": s.active, "cards": [KIND_NAMES[kind] for kind in (a, b, c)]})
    if what == tape.GIFT_OFFERED:
        return Event("gift_came_home" if c else "gift_offered", {"seat": a, "to": b})
    if what == tape.PRIVILEGE_PLAYED:
        played: dict[str, Json] = {"seat": a, "privilege": PRIVILEGE_NAMES[b]}
        if c >= 0:
            return Event("privilege_claims", {**played, "place": PLACE_NAMES[c]})
        return Event("privilege_played", played)
    if what == tape.CARDS_EXCHANGED:
        return Event("cards_exchanged", {"one": PLACE_NAMES[a], "other": PLACE_NAMES[b]})
    if what == tape.GIFT_FORCED:
        return Event("gift_forced", {"seat": a, "to": b})
    if what == tape.CARD_TURNED_UP:
        return Event("card_turned_up", {"seat": a, "card": KIND_NAMES[b], "place": PLACE_NAMES[c]})
    if what == tape.BELT_MOVED:
        return Event("belt_moved", {"seat": a, "before": b, "after": c})
    if what == tape.CARD_DOUBLE:
        return Event("card_double_gone" if c else "card_double", {"seat": a, "card": KIND_NAMES[b]})
    if what == tape.CARD_TASTED:
        return Event("card_tasted", {"seat": a, "card": KIND_NAMES[b], "taster": KIND_NAMES[c]})
    if what in (tape.ROUND_SHOWN, tape.CARDS_SHOWN):
        shown: dict[str, Json] = {PLACE_NAMES[place]: KIND_NAMES[kind] for place, kind in enumerate((a, b, c))}
        return Event("round_shown" if what == tape.ROUND_SHOWN else "cards_shown", shown)
    if what == tape.PILE_RENEWED:
        return Event("pile_renewed", {"cards": a})
    if what == tape.GAME_WON:
        return Event("game_won", {"seats": list(members(a)), "ending": ENDING_NAMES[b]})
    return Event("game_drawn", {"ending": ENDING_NAMES[a]})
