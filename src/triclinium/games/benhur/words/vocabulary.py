"""Every message of Ben Hur with its arguments and their types.

The words are in `words/`, one file for each language. Tests check them against this list.
"""

from __future__ import annotations

from collections.abc import Sequence

from triclinium.core.decision import Answer, Json
from triclinium.games.benhur.rules.cards import (
    ACCIDENTS,
    CARD_NAMES,
    DECK_NAMES,
    DRIVER_NAMES,
    FORMAT_NAMES,
    PLACE_NAMES,
    SPEED_NAMES,
    STEERING_NAMES,
)
from triclinium.games.benhur.rules.deck import RANGES
from triclinium.games.benhur.rules.state import ENDING_NAMES, STATUS_NAMES
from triclinium.games.benhur.views.happenings import EVENTS
from triclinium.words import Words

__all__ = [
    "ANSWERS",
    "EVENTS",
    "HINTS",
    "MISHAPS",
    "NAMES",
    "PROMPTS",
    "REFUSALS",
    "RULINGS",
    "TEXTS",
    "TIDINGS",
    "WORDS",
    "answer_data",
    "chariot_names",
    "mishap_key",
    "placement_key",
]

Declarations = dict[str, dict[str, str]]

_CHARIOT = {"chariot": "chariot"}
_CHARIOTS = {"chariots": "chariots"}
_NUMBER = {"number": "number"}
_PLACEMENT = {"a": "degrees", "b": "degrees"}

TIDINGS = (
    "game_won",
    "game_shared",
    "game_without_winner",
    "race_over",
    "race_tied",
    "laurel_won",
    "chariot_crashed",
    "chariot_left",
    "collision_won",
    "whip_won",
    "lap_counted",
    "race_began",
    "round_began",
)
"""What to tell somebody who comes back, most important first."""

PROMPTS: Declarations = {
    "exchange": _CHARIOT,
    "drive": _CHARIOT,
    "play_on": _CHARIOT,
    "refill": _CHARIOT,
    "whip": _CHARIOT,
    "loss": _CHARIOT,
}
"""Every kind of decision. Its data names the chariot, because a seat may drive three."""

ANSWERS: Declarations = {
    "drive": {"card": "card", **_PLACEMENT},
    "collide": {"card": "card", **_PLACEMENT, "rival": "chariot"},
    "crash": {"card": "card", **_PLACEMENT},
    "rein_in": {"card": "card"},
    "accident": {"card": "card"},
    "refill": {"deck": "deck"},
    "whip": {"rival": "chariot"},
    "hold": {},
    "lose_turn": {},
    "keep_hand": {},
    "exchange_hand": {},
    "stop": {},
}
"""Every kind of answer. `answer_data` makes the arguments of its message."""

REFUSALS: Declarations = {
    "stale": {},
    "not_asked": {},
    "no_such_answer": {},
    "wrong_fields": {},
    "no_such_deck": {},
    "no_such_chariot": {},
    "no_such_card": {},
    "no_such_angle": {},
    "not_to_be_drawn": {},
    "not_the_question": {},
    "too_few_accidents": {},
    "deck_empty": {},
    "wrong_card": {},
    "not_in_hand": {},
    "third_card_speed": {},
    "no_rein_in": {},
    "notched": {},
    "own_chariot": {},
    "no_contact": _CHARIOT,
    "one_fight": {},
    "owes_turn": _CHARIOT,
    "only_the_mover": _CHARIOT,
    "no_chosen_crash": {},
    "wall": {},
    "duty": _CHARIOT,
    "no_crash_there": {},
    "nobody_there": {},
    "is_collision": _CHARIOT,
    "other_rival": _CHARIOT,
    "blocked": _CHARIOTS,
    "several_rivals": _CHARIOTS,
}
"""Every reason to refuse an answer. `stale` and `not_asked` are in the shared words."""

HINTS: Declarations = {
    "finishes": {},
    "tight": _NUMBER,
    "wheel_to_wheel": {**_CHARIOT, **_NUMBER},
    "overtakes": _CHARIOT,
    "inside": _NUMBER,
    "advances": {"lengths": "number", **_NUMBER},
    "rams": {**_CHARIOT, **_NUMBER},
    "whips": _NUMBER,
    "holds": {**_CHARIOT, **_NUMBER},
    "may_stay_short": _NUMBER,
    "may_end_race": _NUMBER,
    "repairs": _NUMBER,
    "deck": {"slow": "number", "fast": "number", "accidents": "number"},
    "accidents_in_hand": _NUMBER,
    "no_way_out": {},
    "reins_in": {},
    "keeps_cards": {},
    "stops": {},
}
"""Every reason for a hint."""

SIDES = ("left", "straight", "right")
PLACEMENTS = tuple(f"{ruler}_{chariot}" for ruler in SIDES for chariot in SIDES)

NAMES: dict[str, tuple[str, ...]] = {
    "card": CARD_NAMES,
    "speed": SPEED_NAMES,
    "deck": DECK_NAMES,
    "accident": tuple(str(number) for number in range(1, ACCIDENTS + 1)),
    "driver": DRIVER_NAMES,
    "place": tuple(str(number) for number in range(1, len(PLACE_NAMES) + 1)),
    "laurel": tuple(str(number) for number in range(1, len(PLACE_NAMES) + 1)),
    "status": STATUS_NAMES,
    "ending": ENDING_NAMES[1:],
    "format": FORMAT_NAMES,
    "verdict": ("safe", "crash", "blocked", "collision"),
    "placement": PLACEMENTS,
    "option": (
        "format",
        *(f"format.{name}" for name in FORMAT_NAMES),
        "length",
        "club",
        "club.false",
        "club.true",
        "steering",
        *(f"steering.{name}" for name in STEERING_NAMES),
        "chariots",
        "deck",
        "track",
    ),
}
"""Things with a name: the word is under KIND.NAME. The yes and no of an option are written as in JSON."""

RULINGS = (*(f"BH-{number}" for number in range(1, 16)), "variant 3", "steering")
"""What a refusal can cite."""

MISHAPS = 5
"""How many small stories there are for the accidents of each range."""

TEXTS: Declarations = {
    "game.name": {},
    "game.tagline": {},
    "bot.safe": {},
    "bot.safe.line": {},
    "bot.driver": {},
    "bot.driver.line": {},
    "deck.reconstruction": {},
    "about.game": {},
    "about.people": {},
    **{f"paper.{name}": {} for name in ("chariot_note", "dice", "die", "bad", "good")},
    "track.reconstruction": {},
    "chariot.driven": {"driver": "driver", "seat": "seat"},
    "chariot.numbered": {"seat": "seat", "number": "number"},
    "degrees.left": _NUMBER,
    "degrees.straight": {},
    "degrees.right": _NUMBER,
    "placement.free": _PLACEMENT,
    **{f"driver.{name}.full": {} for name in DRIVER_NAMES},
    **{f"accident.{number}.{mishap}": {} for number in range(1, ACCIDENTS + 1) for mishap in range(1, MISHAPS + 1)},
    **{f"rule.{ruling}": {} for ruling in RULINGS},
    "ui.race": {"race": "number"},
    "ui.race_round": _NUMBER,
    "ui.lap": {"lap": "number", "laps": "number"},
    "ui.ranking": {},
    "ui.hand": {},
    "ui.your_hand": {},
    "ui.cards": _NUMBER,
    "ui.horseshoes": _NUMBER,
    "ui.laurels": {},
    "ui.sum": _NUMBER,
    "ui.choose_card": {},
    "ui.choose_placement": {},
    "ui.type_angles": {},
    "ui.duty": {"side": "text"},
    "ui.owes_turn": {},
    "ui.contact": _CHARIOTS,
    "ui.out": {},
    "ui.track": {},
    "ui.line": {},
    "ui.ruler": {},
    "ui.chariot": {},
}
"""Other messages, by full key. The `side` of a duty is "left" or "right", as in a view."""

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


def answer_data(answer: Answer) -> dict[str, Json]:
    """The arguments of an answer's label.

    >>> answer_data({"kind": "drive", "card": "risky +II+ horseshoe", "a": -30, "b": 0})
    {'card': 'risky +II+ horseshoe', 'a': -30, 'b': 0}
    """
    return {name: value for name, value in answer.items() if name != "kind"}


def chariot_names(words: Words, drivers: Sequence[str | None], names: Sequence[str]) -> list[str]:
    """The name of each chariot: its driver, then its player. Pass these to `Words.tell` as `{"chariot": ...}`.

    `drivers` has one entry for each chariot, None until its driver is drawn; `names` are the seats' names.

    >>> chariot_names(Words("en", "benhur"), ["messala", None], ["Livia", "Marcus"])
    ['Messala (Livia)', 'Marcus']
    """
    called = []
    for chariot, driver in enumerate(drivers):
        seat = names[chariot % len(names)]  # BH-11: chariots go round the seats
        if driver is not None:
            called.append(words.say("chariot.driven", driver=words.name("driver", driver), seat=seat))
        elif len(drivers) > len(names):
            called.append(words.say("chariot.numbered", seat=seat, number=chariot // len(names) + 1))
        else:
            called.append(seat)
    return called


def placement_key(a: int, b: int) -> str | None:
    """The key of a notched placement's name; None with free steering, for which `placement.free` is the key.

    >>> placement_key(30, 0), placement_key(0, -30), placement_key(12, -5)
    ('placement.left_straight', 'placement.straight_right', None)
    """
    sides = {30: "left", 0: "straight", -30: "right"}
    return f"placement.{sides[a]}_{sides[b]}" if a in sides and b in sides else None


def mishap_key(card: str, number: int) -> str:
    """The key of a small story for a played accident card. `number` picks the story, the same for everybody.

    >>> mishap_key("risky accident 1-3", 12)
    'accident.3.3'
    """
    worst = RANGES.index(card.rpartition(" ")[2]) + 1
    return f"accident.{worst}.{number % MISHAPS + 1}"
