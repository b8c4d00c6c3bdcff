"""Every message of Bacchus' Banquet with its arguments and their types.

The words are in `words/`, one file for each language. Tests check them against this list.
"""

from __future__ import annotations

from collections.abc import Mapping

from triclinium.core.decision import Answer, Json
from triclinium.games.banquet.rules.cards import (
    EDITION_NAMES,
    GUEST_NAMES,
    KIND_NAMES,
    PLACE_NAMES,
    PRIVILEGE_MODES,
    PRIVILEGE_NAMES,
    class_of,
)
from triclinium.games.banquet.rules.state import ENDING_NAMES
from triclinium.games.banquet.views.happenings import EVENTS

__all__ = [
    "ANSWERS",
    "EVENTS",
    "HINTS",
    "NAMES",
    "PROMPTS",
    "REFUSALS",
    "RULINGS",
    "TEXTS",
    "TIDINGS",
    "WORDS",
    "answer_data",
]

Declarations = dict[str, dict[str, str]]

TIDINGS = (
    "game_won",
    "game_drawn",
    "guest_burst",
    "privilege_claims",
    "privilege_played",
    "gift_forced",
    "gift_claimed",
    "card_tasted",
    "card_turned_up",
    "round_began",
)
"""What to tell somebody who comes back, most important first."""

PROMPTS: Declarations = {
    "pick": {},
    "assign": {},
    "initiative": {},
    "offer": {},
    "window": {},
    "answer": {},
    "taste": {},
}
"""Every kind of decision."""

ANSWERS: Declarations = {
    "pick": {"cards": "cards"},
    "assign": {"discard": "card", "keep": "card", "gift": "card"},
    "leave_gift": {},
    "claim_gift": {},
    "offer": {"to": "seat"},
    "accept": {},
    "pass": {},
    "pass_round": {},
    "claim": {"card": "privilege", "place": "place"},
    "exchange": {"card": "privilege"},
    "give_back": {},
    "special_gift": {"to": "seat"},
    "apply": {},
    "taste": {},
    "give_to_umbra": {},
}
"""Every kind of answer. `answer_data` makes the arguments of its message."""

REFUSALS: Declarations = {
    "stale": {},
    "not_asked": {},
    "no_such_answer": {},
    "wrong_fields": {},
    "no_such_seat": {},
    "no_such_slot": {},
    "no_such_privilege": {},
    "no_such_place": {},
    "not_to_be_drawn": {},
    "no_window": {},
    "passing_round": {},
    "not_the_question": {},
    "assign_picked": {},
    "pick_three": {},
    "pick_empty": {},
    "accept_own_gift": {},
    "offer_self": {},
    "offer_home": {},
    "offer_again": {"seat": "seat"},
    "no_food_taster": {"card": "card"},
    "no_umbra": {"card": "card"},
    "umbra_dishes": {},
    "not_held": {"privilege": "privilege"},
    "not_on_card": {"privilege": "privilege"},
    "initiative_window": {},
    "not_receiver": {},
    "gift_to_self": {},
}
"""Every reason to refuse an answer. `stale` and `not_asked` are in the shared words."""

HINTS: Declarations = {
    "wins": {"card": "card"},
    "bursts": {"card": "card"},
    "feeds_goal": {"card": "card"},
    "dagger_helps": {"number": "number"},
    "dagger_harms": {"number": "number"},
    "loosens": {"card": "card", "number": "number"},
    "protects": {"card": "card"},
    "tightens": {"card": "card", "number": "number"},
    "bursts_other": {"card": "card", "seat": "seat"},
    "may_win_other": {"card": "card", "seat": "seat"},
    "poisons": {"seat": "seat"},
    "useless_to": {"card": "card", "seat": "seat"},
    "may_win": {"card": "card"},
    "may_burst": {"number": "number"},
    "may_feed": {"number": "number"},
    "leads": {},
    "passes_on": {"seat": "seat"},
    "leaves_gift": {},
    "saves_privilege": {},
    "sends_away": {"seat": "seat"},
    "exchange_blind": {},
    "spares": {"card": "card"},
    "plain": {},
}
"""Every reason for a hint; `reasons` chooses one."""

NAMES: dict[str, tuple[str, ...]] = {
    "card": KIND_NAMES,
    "guest": GUEST_NAMES,
    "privilege": PRIVILEGE_NAMES,
    "place": PLACE_NAMES,
    "ending": ENDING_NAMES[1:],
    "option": (
        "edition",
        *(f"edition.{name}" for name in EDITION_NAMES),
        "privileges",
        *(f"privileges.{name}" for name in PRIVILEGE_MODES),
        "different_dishes",
        "different_dishes.false",
        "different_dishes.true",
        "deck",
    ),
}
"""Things with a name: the word is under KIND.NAME. The yes and no of an option are written as in JSON."""

RULINGS = tuple(f"BB-{number}" for number in range(1, 22))

_MOVES_BELT = {"dish", "wine", "poison", "minus"}
_WANTS_DISHES = {"claudius", "vespasianus", "messalina"}

TEXTS: Declarations = {
    "game.name": {},
    "game.tagline": {},
    "bot.thumb": {},
    "bot.thumb.line": {},
    "ui.belt": {},
    "ui.accepted": {},
    "ui.privileges": {"number": "number"},
    "ui.your_guest": {},
    "ui.your_goal": {},
    "ui.ring": {},
    "ui.out_guests": {},
    "ui.wine_points": {"number": "number"},
    "ui.dishes": {"number": "number"},
    "ui.presents": {"number": "number"},
    "ui.gift_lies_before": {"seat": "seat"},
    "ui.face_down": {},
    "ui.secret": {},
    "ui.pick_by_number": {},
    "deck.reconstruction": {},
    "about.game": {},
    "about.people": {},
    **{f"paper.{name}": {} for name in ("actions", "guests", "privileges", "belt_note", "buckle", "lead")},
    **{
        f"card.{name}.text": {"value": "number"} if class_of(kind) in _MOVES_BELT else {}
        for kind, name in enumerate(KIND_NAMES)
    },
    **{f"guest.{name}.goal": {"different_dishes": "flag"} if name in _WANTS_DISHES else {} for name in GUEST_NAMES},
    **{f"privilege.{name}.text": {} for name in PRIVILEGE_NAMES},
    **{f"rule.{ruling}": {} for ruling in RULINGS},
}
"""Other messages, by full key. Values come from the deck in play, `different_dishes` from the options."""

SHARED_REFUSALS = {"stale", "not_asked"}

WORDS: Declarations = {
    **{f"event.{name}": arguments for name, arguments in EVENTS.items()},
    **{f"prompt.{name}": arguments for name, arguments in PROMPTS.items()},
    **{f"answer.{name}": arguments for name, arguments in ANSWERS.items()},
    **{f"refused.{name}": arguments for name, arguments in REFUSALS.items() if name not in SHARED_REFUSALS},
    **{f"hint.{name}": arguments for name, arguments in HINTS.items()},
    **{f"{kind}.{name}": {} for kind, names in NAMES.items() for name in names},
    **TEXTS,
}
"""Every key of this game's words with its arguments."""


def answer_data(answer: Answer, cards_at: Mapping[int, str]) -> dict[str, Json]:
    """The arguments of an answer's label. `cards_at` gives the card at each slot, or before the pick.

    >>> answer_data({"kind": "pick", "slots": [0, 2, 6]}, {0: "figs", 2: "carp", 6: "dagger"})
    {'cards': ['figs', 'carp', 'dagger']}
    """
    data = {name: value for name, value in answer.items() if name != "kind"}
    if answer["kind"] == "pick":
        slots = data["slots"]
        assert isinstance(slots, list)
        return {"cards": [_card_at(slot, cards_at) for slot in slots]}
    if answer["kind"] == "assign":
        return {place: _card_at(data[place], cards_at) for place in PLACE_NAMES}
    return data


def _card_at(slot: Json, cards_at: Mapping[int, str]) -> str:
    assert isinstance(slot, int)
    return cards_at[slot]
