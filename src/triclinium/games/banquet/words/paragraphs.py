"""The paragraph behind each prompt and refusal of Bacchus' Banquet, shown to a player who asks why."""

from __future__ import annotations

_RESTING_ON = {
    "BB-1": (
        "prompt.pick",
        "prompt.assign",
        "refused.stale",
        "refused.not_asked",
        "refused.no_such_answer",
        "refused.wrong_fields",
        "refused.not_the_question",
        "refused.assign_picked",
        "refused.pick_three",
        "refused.no_such_slot",
        "refused.no_such_place",
    ),
    "BB-3": ("prompt.initiative", "refused.initiative_window"),
    "BB-4": (
        "prompt.window",
        "refused.no_window",
        "refused.passing_round",
        "refused.not_held",
        "refused.no_such_privilege",
    ),
    "BB-5": ("refused.not_on_card",),
    "BB-7": ("refused.not_receiver", "refused.gift_to_self"),
    "BB-8": (
        "prompt.offer",
        "prompt.answer",
        "refused.accept_own_gift",
        "refused.offer_self",
        "refused.offer_home",
        "refused.offer_again",
        "refused.no_such_seat",
    ),
    "BB-9": ("prompt.taste", "refused.no_food_taster", "refused.no_umbra", "refused.umbra_dishes"),
    "BB-17": ("refused.pick_empty", "refused.not_to_be_drawn"),
}

PARAGRAPHS = {key: ruling for ruling, keys in _RESTING_ON.items() for key in keys}
"""The paragraph of each prompt and refusal. A refusal that cites one itself takes precedence."""
