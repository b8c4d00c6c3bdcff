"""Every message of Bacchanalia with its arguments and their types.

The words are in `words/`, one file for each language. Tests check them against this list.
"""

from __future__ import annotations

from triclinium.core.decision import Answer, Json
from triclinium.games.bacchanalia.rules.cards import (
    ACTS,
    APPEARANCES,
    CARD_NAMES,
    CHANCE_NAMES,
    EDITIONS,
    ELEMENTS,
    ENDINGS,
    LENGTHS,
    MINUTES,
    OUTCOMES,
    QUESTIONS,
    SEATS_MOST,
    SPANISH_FLIGHT,
    TONES,
    TWISTS,
)
from triclinium.games.bacchanalia.rules.state import CHANCE_PHASES, OVER, PHASES
from triclinium.games.bacchanalia.rules.texts import FORMS
from triclinium.games.bacchanalia.views.guidance import GUIDANCE
from triclinium.games.bacchanalia.views.happenings import EVENTS
from triclinium.games.bacchanalia.views.story import STORY

__all__ = [
    "ANSWERS",
    "EVENTS",
    "FAULTS",
    "GUIDANCE",
    "NAMES",
    "PROMPTS",
    "REFUSALS",
    "RULINGS",
    "STORY",
    "TEXTS",
    "TIDINGS",
    "UI",
    "WORDS",
    "answer_data",
    "answer_name",
    "prompt_data",
]

Declarations = dict[str, dict[str, str]]
_NUMBER = {"number": "number"}

TIDINGS = (
    "story_over",
    "story_ended",
    "seat_left",
    "sudden_began",
    "ending_began",
    "captured",
    "deus_rules",
    "turn_began",
)
"""What to tell somebody who comes back, most important first."""

PROMPTS: Declarations = {phase: {} for phase in PHASES if phase not in CHANCE_PHASES and phase != OVER} | {
    "introduction": {"question": "question"},
    "draw": {"number": "number"},
    "clock": {"minutes": "number"},
}
"""Every kind of decision. `prompt_data` picks the arguments from the decision's data."""

ANSWERS: Declarations = {
    "hand": {"card": "card", "to": "seat"},
    "introduce": {"form": "form"},
    "arrive": {"form": "form"},
    "draw": {},
    "leave": {},
    "sacrifice": {"card": "card"},
    "pass_bacchus": {"to": "seat"},
    "put": {"card": "card"},
    "take": {"card": "card"},
    "take_from": {"card": "card", "owner": "seat"},
    "leave_to_chance": {},
    "end": {"ruling": "ruling", "outcome": "outcome"},
    "end_with_twists": {"ruling": "ruling", "outcome": "outcome", "twists": "twists"},
    "tell": {"form": "form", "with_amans": "flag"},
    "tell_elsewhere": {"form": "form", "with_amans": "flag"},
    "tell_at": {"form": "form", "with_amans": "flag", "place": "text"},
    "lock": {"card": "card", "of": "seat", "element": "element", "text": "text"},
    "lock_aloud": {"card": "card", "of": "seat", "element": "element"},
    "no_lock": {},
    "ask": {"form": "form"},
    "reply": {"form": "form"},
    "pass": {},
    "end_turn": {},
    "react": {"acts": "acts"},
    "vote": {"refuse": "flag"},
    "abstain": {},
    "leave_bacchus": {"to": "seat"},
    "clock": {"up": "flag"},
}
"""Every label of an answer. `answer_name` and `answer_data` find it and its arguments."""

REFUSALS: Declarations = {
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
    "lock_not_in_scene": {"text": "text"},
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
"""Every reason to refuse an answer, a veil or a rewrite."""

FAULTS = (
    "not_reached",
    "not_taken",
    "nonsense",
    "declined",
    "language",
    "cut_off",
    "instructions",
    "missing",
    "repeated",
    "shunned",
)
"""Every reason not to tell a model's text."""

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
    "reason": ("all_ended", "one_left", "two_left", "parcae", "time"),
    "fault": FAULTS,
    "heading": ("cards", "entry", "must", "may", "must_not"),
    "option": (
        "edition",
        *(f"edition.{name}" for name in EDITIONS),
        "tone",
        *(f"tone.{name}" for name in TONES),
        "length",
        *(f"length.{name}" for name in LENGTHS),
        "appearances",
        *(f"appearances.{number}" for number in APPEARANCES),
        "minutes",
        *(f"minutes.{number}" for number in MINUTES),
        "youngest",
        *(f"youngest.{who}" for who in (CHANCE_NAMES, *range(SEATS_MOST))),
        "hedonist",
        *(f"hedonist.{who}" for who in (CHANCE_NAMES, *range(SEATS_MOST))),
        "title",
        "lines",
        "veils",
        "deck",
    ),
}
"""Things with a name: the word is under KIND.NAME."""

RULINGS = tuple(f"BC-{number}" for number in range(1, 29))

TEXTS: Declarations = {
    "game.name": {},
    "game.tagline": {},
    "bot.simple": {},
    "bot.simple.line": {},
    "bot.lover": {},
    "bot.lover.line": {},
    "bot.narrator": {},
    "bot.narrator.line": {},
    "deck.reconstruction": {},
    "about.game": {},
    "about.people": {},
    **{f"paper.{name}": {} for name in ("deus", "umbra")},
    **{f"card.{name}.text": {} for name in CARD_NAMES},
    **{f"rule.{ruling}": {} for ruling in RULINGS},
}
"""Other messages, by full key."""

UI: Declarations = {
    "ui.deus": {},
    "ui.locked": {},
    "ui.whereabouts": {},
    "ui.with_amans": {},
    "ui.without_amans": {},
    "ui.captured": {},
    "ui.scenes": _NUMBER,
    "ui.centre": {},
    "ui.parcae": _NUMBER,
    "ui.parcae_of": {"number": "number", "most": "number"},
    "ui.lying_before": {"seat": "seat"},
    "ui.passages": {},
    "ui.type_words": {"skip": "text", "aloud": "text"},
    "ui.type_question": {"aloud": "text"},
    "ui.type_new_words": {},
    "ui.type_name": {},
    "ui.names_to_choose": {"names": "texts"},
    "ui.type_place": {},
    "ui.type_place_or_elsewhere": {},
    "ui.type_place_or_stay": {},
    "ui.places_named": {"places": "texts"},
    "ui.with_amans_or_not": {},
    "ui.type_mark": {},
    "ui.which_element": {},
    "ui.type_lock": {},
    "ui.type_quote": {},
    "ui.whose_story": {},
    "ui.press_enter": {"label": "text"},
    "ui.type_passage": {},
    "ui.veil_drawn": {},
    "ui.words_changed": {},
    "ui.no_words_to_change": {},
    "ui.no_such_command": {},
    "ui.story_help": {"skip": "text", "aloud": "text", "veil": "text", "edit": "text"},
    "ui.no_winner": {},
    "ui.narrator_sends": {"address": "text"},
    "ui.narrator_silent": {"fault": "fault"},
    **{f"ui.command_{name}": {} for name in ("skip", "aloud", "veil", "edit")},
}
"""Messages of the table itself."""

SHARED_REFUSALS = {"stale", "not_asked"}

WORDS: Declarations = {
    **{f"event.{name}": arguments for name, arguments in EVENTS.items()},
    **{f"prompt.{name}": arguments for name, arguments in PROMPTS.items()},
    **{f"answer.{name}": arguments for name, arguments in ANSWERS.items()},
    **{f"refused.{name}": arguments for name, arguments in REFUSALS.items() if name not in SHARED_REFUSALS},
    **{f"guidance.{name}": arguments for name, arguments in GUIDANCE.items()},
    **{f"story.{name}": arguments for name, arguments in STORY.items()},
    **{f"{kind}.{name}": {} for kind, names in NAMES.items() for name in names},
    **TEXTS,
    **UI,
}
"""Every key of this game's words with its arguments."""


def prompt_data(kind: str, data: dict[str, Json]) -> dict[str, Json]:
    """The arguments of a decision's prompt, from its data."""
    return {name: data[name] for name in PROMPTS[kind]}


def answer_name(answer: Answer) -> str:
    """The label of an answer.

    >>> answer_name({"kind": "take", "card": "miles", "from": 2})
    'take_from'
    """
    kind = str(answer["kind"])
    place, words = answer.get("place"), answer.get("words")
    if kind == "take" and answer["from"] is not None:
        return "take_from"
    if kind == "end" and answer["twists"]:
        return "end_with_twists"
    if kind == "tell" and isinstance(place, dict):
        return "tell_elsewhere" if place["name"] is None else "tell_at"
    if kind == "lock" and isinstance(words, dict) and "text" not in words:
        return "lock_aloud"
    return kind


def answer_data(answer: Answer) -> dict[str, Json]:
    """The arguments of an answer's label.

    >>> answer_data({"kind": "take", "card": "miles", "from": 2})
    {'card': 'miles', 'owner': 2}
    """
    place, words = answer.get("place"), answer.get("words")
    known: dict[str, Json] = {**answer, "owner": answer.get("from")}
    known["place"] = place["name"] if isinstance(place, dict) else None
    if isinstance(words, dict):
        known |= words
    return {name: known[name] for name in ANSWERS[answer_name(answer)]}
