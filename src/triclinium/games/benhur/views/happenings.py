"""Turn the tape into events: each with its data and its audience."""

from __future__ import annotations

from triclinium.core.decision import Json
from triclinium.core.event import Event
from triclinium.games.benhur.rules import tape
from triclinium.games.benhur.rules.cards import CARD_NAMES, DECK_NAMES, DRIVER_NAMES, FORMAT_NAMES, KINDS
from triclinium.games.benhur.rules.state import BY_WHIP, NO_WINNER, STATUS_NAMES, TAPE_STEP, WON, State, owner

EVENTS: dict[str, dict[str, str]] = {
    "driver_drawn": {"chariot": "chariot", "driver": "driver"},
    "accident_removed": {"card": "card"},
    "race_began": {"race": "number"},
    "start_thrown": {"chariot": "chariot", "place": "place", "x": "number", "y": "number"},
    "place_taken": {"chariot": "chariot", "place": "place"},
    "card_dealt": {"chariot": "chariot", "deck": "deck"},
    "card_yours": {"chariot": "chariot", "card": "card"},
    "hand_kept": {"chariot": "chariot"},
    "hand_exchanged": {"chariot": "chariot"},
    "round_began": {"round": "number"},
    "turn_began": {"chariot": "chariot"},
    "turn_lost": {"chariot": "chariot"},
    "speed_played": {"chariot": "chariot", "card": "card", "a": "degrees", "b": "degrees"},
    "chariot_moved": {"chariot": "chariot", "x": "number", "y": "number", "heading": "degrees"},
    "chariot_set_down": {"chariot": "chariot", "x": "number", "y": "number", "heading": "degrees"},
    "chariot_crashed": {"chariot": "chariot"},
    "chariot_left": {"chariot": "chariot", "status": "status"},
    "reined_in": {"chariot": "chariot", "card": "card"},
    "card_drawn": {"chariot": "chariot", "deck": "deck"},
    "deck_renewed": {"deck": "deck", "cards": "number"},
    "accident_played": {"chariot": "chariot", "card": "card"},
    "repair_played": {"chariot": "chariot", "card": "card"},
    "accident_good": {"chariot": "chariot", "die": "number"},
    "accident_bad": {"chariot": "chariot", "die": "number"},
    "whip_announced": {"chariot": "chariot", "rival": "chariot"},
    "whip_held": {"chariot": "chariot"},
    "collision_declared": {"chariot": "chariot", "rival": "chariot", "card": "card"},
    "hand_shown": {"chariot": "chariot", "cards": "cards"},
    "horseshoes_shown": {"chariot": "chariot", "cards": "cards"},
    "fight_thrown": {"chariot": "chariot", "die": "number", "horseshoes": "number", "total": "number"},
    "fight_tied": {"chariot": "chariot", "rival": "chariot"},
    "whip_won": {"chariot": "chariot", "rival": "chariot"},
    "collision_won": {"chariot": "chariot", "rival": "chariot"},
    "turn_will_be_lost": {"chariot": "chariot"},
    "third_card": {"chariot": "chariot"},
    "no_third_card": {"chariot": "chariot"},
    "stopped": {"chariot": "chariot"},
    "contact_made": {"chariot": "chariot", "rival": "chariot"},
    "lap_counted": {"chariot": "chariot", "lap": "number"},
    "lap_given_back": {"chariot": "chariot", "lap": "number"},
    "laurel_won": {"chariot": "chariot", "laurel": "laurel", "course": "number", "format": "format"},
    "race_over": {"race": "number"},
    "race_tied": {"seats": "seats"},
    "game_won": {"seats": "seats"},
    "game_shared": {"seats": "seats"},
    "game_without_winner": {},
}
"""Every kind of event with its arguments and their types. The words are checked against this."""

REVEALS = frozenset(
    {"card_yours", "speed_played", "reined_in", "accident_played", "repair_played", "hand_shown"}
    | {"horseshoes_shown", "third_card", "no_third_card", "accident_removed"}
)
"""Kinds of events that reveal a secret."""

ON_CHARIOTS = {
    tape.HAND_KEPT: "hand_kept",
    tape.HAND_EXCHANGED: "hand_exchanged",
    tape.TURN_BEGAN: "turn_began",
    tape.TURN_LOST: "turn_lost",
    tape.CHARIOT_CRASHED: "chariot_crashed",
    tape.WHIP_HELD: "whip_held",
    tape.TURN_WILL_BE_LOST: "turn_will_be_lost",
    tape.STOPPED: "stopped",
}
ON_PAIRS = {
    tape.WHIP_ANNOUNCED: "whip_announced",
    tape.FIGHT_TIED: "fight_tied",
    tape.CONTACT_MADE: "contact_made",
}
ON_CARDS = {tape.REINED_IN: "reined_in"}
ON_POSES = {tape.CHARIOT_MOVED: "chariot_moved", tape.CHARIOT_SET_DOWN: "chariot_set_down"}
DRAWN = {tape.CARD_DEALT: "card_dealt", tape.CARD_DRAWN: "card_drawn"}
SHOWN = {tape.HAND_SHOWN: "hand_shown", tape.HORSESHOES_SHOWN: "horseshoes_shown"}
ON_NUMBERS = {tape.RACE_BEGAN: ("race_began", "race"), tape.ROUND_BEGAN: ("round_began", "round")}


def read_tape(s: State) -> list[Event]:
    """Turn the tape into events and clear it."""
    events: list[Event] = []
    for at in range(0, s.tape_used, TAPE_STEP):
        events += _events(s, *s.tape[at : at + TAPE_STEP])
    s.tape_used = 0
    return events


def _events(s: State, what: int, a: int, b: int, c: int, d: int, e: int) -> list[Event]:
    if what in DRAWN:  # a secret fact makes two events: a public one without the secret, and a private one
        yours: dict[str, Json] = {"chariot": a, "card": CARD_NAMES[b]}
        return [
            Event(DRAWN[what], {"chariot": a, "deck": DECK_NAMES[b // KINDS]}),
            Event("card_yours", yours, frozenset((owner(s, a),))),
        ]
    if what in ON_CHARIOTS:
        return [Event(ON_CHARIOTS[what], {"chariot": a})]
    if what in ON_PAIRS:
        return [Event(ON_PAIRS[what], {"chariot": a, "rival": b})]
    if what in ON_CARDS:
        return [Event(ON_CARDS[what], {"chariot": a, "card": CARD_NAMES[b]})]
    if what in ON_POSES:
        return [Event(ON_POSES[what], {"chariot": a, "x": b, "y": c, "heading": d})]
    if what in SHOWN:
        cards: list[Json] = [CARD_NAMES[card] for card in (b, c, d, e) if card >= 0]
        return [Event(SHOWN[what], {"chariot": a, "cards": cards})]
    if what in ON_NUMBERS:
        kind, name = ON_NUMBERS[what]
        return [Event(kind, {name: a})]
    return [_of_the_race(s, what, a, b, c) or _of_the_cards(what, a, b, c, d)]


def _seats(s: State, mask: int) -> list[Json]:
    return [seat for seat in range(s.seats) if (mask >> seat) & 1]


def _of_the_race(s: State, what: int, a: int, b: int, c: int) -> Event | None:
    if what == tape.START_THROWN:
        return Event("start_thrown", {"chariot": a, "place": b, "x": c, "y": s.place_y[b - 1]})
    if what == tape.PLACE_TAKEN:
        return Event("place_taken", {"chariot": a, "place": b})
    if what == tape.CHARIOT_LEFT:
        return Event("chariot_left", {"chariot": a, "status": STATUS_NAMES[b]})
    if what == tape.LAP_COUNTED:
        return Event("lap_counted" if c > b else "lap_given_back", {"chariot": a, "lap": c})
    if what == tape.LAUREL_WON:
        return Event("laurel_won", {"chariot": a, "laurel": b, "course": c, "format": FORMAT_NAMES[s.format]})
    if what == tape.RACE_OVER:
        return Event("race_over", {"race": a})
    if what == tape.RACE_TIED:
        return Event("race_tied", {"seats": _seats(s, a)})
    if what == tape.GAME_OVER:
        if a == NO_WINNER:
            return Event("game_without_winner", {})
        return Event("game_won" if a == WON else "game_shared", {"seats": _seats(s, b)})
    return None


def _of_the_cards(what: int, a: int, b: int, c: int, d: int) -> Event:
    if what == tape.DRIVER_DRAWN:
        return Event("driver_drawn", {"chariot": a, "driver": DRIVER_NAMES[b]})
    if what == tape.ACCIDENT_REMOVED:
        return Event("accident_removed", {"card": CARD_NAMES[a]})
    if what == tape.SPEED_PLAYED:
        return Event("speed_played", {"chariot": a, "card": CARD_NAMES[b], "a": c, "b": d})
    if what == tape.DECK_RENEWED:
        return Event("deck_renewed", {"deck": DECK_NAMES[a], "cards": b})
    if what == tape.ACCIDENT_PLAYED:
        return Event("repair_played" if c else "accident_played", {"chariot": a, "card": CARD_NAMES[b]})
    if what == tape.ACCIDENT_THROWN:
        return Event("accident_good" if c else "accident_bad", {"chariot": a, "die": b})
    if what == tape.COLLISION_DECLARED:
        return Event("collision_declared", {"chariot": a, "rival": b, "card": CARD_NAMES[c]})
    if what == tape.FIGHT_THROWN:
        return Event("fight_thrown", {"chariot": a, "die": b, "horseshoes": c, "total": b + c})
    if what == tape.FIGHT_WON:
        return Event("whip_won" if c == BY_WHIP else "collision_won", {"chariot": a, "rival": b})
    return Event("third_card" if b else "no_third_card", {"chariot": a})
