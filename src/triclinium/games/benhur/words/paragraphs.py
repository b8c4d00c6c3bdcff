"""The paragraph behind each prompt and refusal of Ben Hur, shown to a player who asks why."""

from __future__ import annotations

_RESTING_ON = {
    "BH-1": ("refused.blocked",),
    "BH-2": (
        "prompt.drive",
        "refused.no_such_answer",
        "refused.wrong_fields",
        "refused.not_the_question",
        "refused.no_such_card",
        "refused.wrong_card",
        "refused.not_in_hand",
        "refused.no_rein_in",
        "refused.no_chosen_crash",
        "refused.wall",
        "refused.no_crash_there",
    ),
    "BH-3": ("refused.stale", "refused.not_asked"),
    "BH-4": ("prompt.refill", "refused.deck_empty", "refused.no_such_deck", "refused.not_to_be_drawn"),
    "BH-5": (
        "prompt.whip",
        "prompt.loss",
        "refused.no_contact",
        "refused.owes_turn",
        "refused.only_the_mover",
        "refused.duty",
    ),
    "BH-6": (
        "refused.nobody_there",
        "refused.is_collision",
        "refused.other_rival",
        "refused.several_rivals",
        "refused.no_such_chariot",
    ),
    "BH-7": ("refused.one_fight",),
    "BH-9": ("prompt.exchange", "refused.too_few_accidents"),
    "BH-11": ("refused.own_chariot",),
    "variant 3": ("prompt.play_on", "refused.third_card_speed"),
    "steering": ("refused.notched", "refused.no_such_angle"),
}

PARAGRAPHS = {key: ruling for ruling, keys in _RESTING_ON.items() for key in keys}
"""The paragraph of each prompt and refusal. A refusal that cites one itself takes precedence."""
