"""Every key people are shown in this game, with its arguments: words in each language are checked against this.

Keys are written without their family: an event `told` is said by `event.told`, a prompt `scene` by `prompt.scene`,
guidance `change_place` by `guidance.change_place`, and so on for `answer.`, `refused.`, `story.`, `name.`.
"""

from __future__ import annotations

from triclinium.games.bacchanalia.answers import CHANCE_FIELDS, FIELDS
from triclinium.games.bacchanalia.cards import (
    ACTS,
    CARD_NAMES,
    EDITIONS,
    ELEMENTS,
    ENDINGS,
    LENGTHS,
    OUTCOMES,
    QUESTIONS,
    SPANISH_FLIGHT,
    TONES,
    TWISTS,
)
from triclinium.games.bacchanalia.guidance import GUIDANCE
from triclinium.games.bacchanalia.happenings import EVENTS
from triclinium.games.bacchanalia.state import CHANCE_PHASES, OVER, PHASES
from triclinium.games.bacchanalia.story import STORY
from triclinium.games.bacchanalia.texts import FORMS

PROMPTS: dict[str, dict[str, str]] = {phase: {} for phase in PHASES if phase not in CHANCE_PHASES and phase != OVER} | {
    "introduction": {"question": "question"},
    "draw": {"number": "number"},
    "clock": {"minutes": "number"},
}
"""The kinds of questions put to players; arguments stand in the question's data under the same names."""

ANSWERS: dict[str, dict[str, str]] = FIELDS
"""The kinds of answers players give; arguments are the answer's fields."""

CHANCE_ANSWERS: dict[str, dict[str, str]] = CHANCE_FIELDS

REFUSALS: dict[str, dict[str, str]] = {
    "not_asked": {},
    "stale": {},
    "no_such_answer": {},
    "wrong_fields": {},
    "wrong_words": {},
    "no_such_seat": {},
    "no_such_card": {},
    "no_such_element": {},
    "no_such_ending": {},
    "no_such_passage": {},
    "not_the_question": {},
    "not_to_be_drawn": {},
    "text_no_text": {},
    "text_null": {},
    "text_surrogate": {},
    "text_control": {},
    "text_blank": {},
    "text_lines": {},
    "text_long": {"size": "number", "most": "number"},
    "form_not_here": {"form": "form"},
    "name_not_here": {},
    "untold_says_nothing": {},
    "give_self": {},
    "seat_ended": {"seat": "seat"},
    "hand_full": {"seat": "seat"},
    "card_not_there": {"card": "card"},
    "vinum_stays": {},
    "take_self": {},
    "take_elsewhere": {"card": "card"},
    "place_must_change": {},
    "place_must_stay": {},
    "place_unnamed": {},
    "place_same": {},
    "amans_must_part": {},
    "amans_must_be_there": {},
    "amans_no_reunion": {},
    "marks_many": {"most": "number"},
    "marks_without_words": {},
    "mark_not_there": {},
    "meets_self": {},
    "lock_parcae": {},
    "lock_again": {"card": "card"},
    "lock_card": {"card": "card"},
    "lock_own": {},
    "lock_nothing_told": {"seat": "seat"},
    "lock_not_there": {},
    "lock_veiled": {},
    "lock_not_new": {},
    "lock_deus": {"card": "card"},
    "lock_anothers": {"card": "card", "seat": "seat"},
    "object_no_lock": {},
    "object_once": {},
    "eye_not_now": {},
    "agree_not_met": {},
    "no_such_act": {},
    "end_turn_not_yours": {},
    "rewrite_not_yours": {},
    "rewrite_too_late": {},
    "rewrite_untold": {},
    "rewrite_veiled": {},
}
"""Why an answer, a veil or a rewriting is refused."""

NAMES: dict[str, tuple[str, ...]] = {
    "card": CARD_NAMES,
    "ruling": (*CARD_NAMES, "tie"),
    "question": (*QUESTIONS, SPANISH_FLIGHT),
    "part": (*QUESTIONS, SPANISH_FLIGHT, "arrival", "scene", "ending", "question", "reply"),
    "form": FORMS,
    "element": ELEMENTS,
    "act": ACTS,
    "ending": ENDINGS,
    "outcome": OUTCOMES,
    "twist": TWISTS,
    "reason": ("one_left", "two_left", "parcae", "time"),
    "edition": EDITIONS,
    "tone": TONES,
    "length": LENGTHS,
    "result": ("all_ended", "one_left", "two_left", "parcae", "time"),
}
"""What an argument of each type can be, by name."""

TYPES = {
    "seat",
    "seat?",
    "seats",
    "number",
    "flag",
    "text",
    "text?",
    "name",
    "words",
    "place?",
    "marks",
    "cards",
    "twists",
} | {*NAMES}
"""What an argument can be; a question mark says it can be missing (null)."""

FAMILIES: dict[str, dict[str, dict[str, str]]] = {
    "event": EVENTS,
    "prompt": PROMPTS,
    "answer": ANSWERS,
    "refused": REFUSALS,
    "guidance": GUIDANCE,
    "story": STORY,
}
"""Every family of keys."""
