"""What happened, as events. All are told to everybody: this game deals nothing in secret."""

from __future__ import annotations

from triclinium.core.event import Event
from triclinium.games.bacchanalia.rules.state import State

EVENTS: dict[str, dict[str, str]] = {
    "youngest_named": {"seat": "seat"},
    "hedonist_named": {"seat": "seat"},
    "deus_handed": {"seat": "seat", "to": "seat", "card": "card"},
    "vinum_dealt": {},
    "turn_began": {"turn": "number", "seat": "seat"},
    "told": {"seat": "seat", "part": "part", "passage": "number", "form": "form"},
    "told_in_writing": {"seat": "seat", "part": "part", "passage": "number", "text": "text"},
    "named": {"seat": "seat", "part": "part", "name": "text"},
    "left_to_chance": {"seat": "seat"},
    "lock_discarded": {"seat": "seat", "card": "card"},
    "deck_renewed": {"cards": "number"},
    "umbra_drawn": {"seat": "seat", "card": "card"},
    "vinum_discarded": {"seat": "seat", "card": "card"},
    "parcae_shown": {"seat": "seat", "number": "number"},
    "amans_entered": {},
    "vinum_sacrificed": {"seat": "seat", "card": "card"},
    "minerva_stayed": {"seat": "seat"},
    "deus_put": {"seat": "seat", "card": "card"},
    "vinum_by_default": {"seat": "seat"},
    "gods_tied": {"seat": "seat", "cards": "cards"},
    "vinum_won_tie": {"seat": "seat", "card": "card"},
    "deus_rules": {"seat": "seat", "card": "card", "number": "number"},
    "bacchus_passed": {"seat": "seat", "to": "seat"},
    "deus_taken": {"seat": "seat", "card": "card"},
    "deus_taken_from": {"seat": "seat", "card": "card", "owner": "seat"},
    "deus_not_taken": {"seat": "seat"},
    "captured": {"seat": "seat"},
    "place_changed": {"seat": "seat", "place": "text"},
    "place_left": {"seat": "seat"},
    "amans_joined": {"seat": "seat"},
    "amans_parted": {"seat": "seat"},
    "lock_offered": {"seat": "seat", "card": "card", "of": "seat", "element": "element", "text": "text"},
    "lock_offered_aloud": {"seat": "seat", "card": "card", "of": "seat", "element": "element"},
    "lock_declined": {"seat": "seat"},
    "lock_objected": {"seat": "seat"},
    "votes_counted": {"accept": "number", "refuse": "number"},
    "lock_upheld": {"seat": "seat"},
    "lock_refused": {"seat": "seat"},
    "lock_kept": {"seat": "seat", "card": "card"},
    "question_passed": {"seat": "seat"},
    "minerva_given": {"seat": "seat", "to": "seat"},
    "meeting_agreed": {"seat": "seat", "teller": "seat"},
    "turn_ended": {"seat": "seat"},
    "ending_began": {"seat": "seat", "ending": "ending"},
    "hand_redrawn": {"seat": "seat"},
    "ending_chosen": {"seat": "seat", "ruling": "ruling", "outcome": "outcome", "twists": "twists"},
    "bacchus_left_to": {"seat": "seat", "to": "seat"},
    "bacchus_aside": {"seat": "seat"},
    "story_ended": {"seat": "seat", "ending": "ending", "outcome": "outcome"},
    "seat_left": {"seat": "seat"},
    "deck_mixed": {"cards": "number"},
    "sudden_began": {"reason": "reason"},
    "story_over": {},
}
"""Every kind of event with its arguments and their types. The words are checked against this."""

REVEALS = frozenset({"umbra_drawn", "vinum_discarded", "youngest_named", "hedonist_named", "votes_counted"})
"""Kinds of events that tell the table something new."""


def read_tape(s: State) -> list[Event]:
    """Turn the notes into events and clear them."""
    events = [Event(kind, data) for kind, data in s.tape]
    s.tape = []
    return events
