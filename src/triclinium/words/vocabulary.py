"""Everything the shared words say: each key with its arguments and what each argument is."""

from __future__ import annotations

LANGUAGES = ("en", "fr", "nl", "it", "es")

_NUMBER = {"number": "number"}

WORDS: dict[str, dict[str, str]] = {
    # Lists: `sound` is the letter the last item begins with, for the "and" of Italian and Spanish.
    "list.next": {"first": "text", "last": "text"},
    "list.last": {"first": "text", "last": "text", "sound": "text"},
    "nothing": {},
    "nobody": {},
    **{f"language.{language}": {} for language in LANGUAGES},
    # An answer that came too late, or from a seat that was not asked.
    "refused.stale": {},
    "refused.not_asked": {},
    # What a check of a finished record finds.
    "verify.sound": {},
    "verify.unfinished": {},
    "verify.digest": {},
    "verify.ending": {},
    "verify.no_pledge": {},
    "verify.no_secret": {},
    "verify.commitment": {},
    "verify.contribution": {},
    "verify.draw": {},
    # The table itself.
    "ui.choose_range": {"from": "number", "to": "number"},
    "ui.not_a_choice": {},
    "ui.you": {},
    "ui.round": _NUMBER,
    "ui.belt": {},
    "ui.accepted": {},
    "ui.privileges": _NUMBER,
    "ui.your_guest": {},
    "ui.your_goal": {},
    "ui.ring": {},
    "ui.pile": _NUMBER,
    "ui.out_guests": {},
    "ui.wine_points": _NUMBER,
    "ui.dishes": _NUMBER,
    "ui.presents": _NUMBER,
    "ui.winner": {"names": "texts"},
    "ui.nobody_wins": {},
    "ui.saved": {"file": "text"},
    "ui.help": {},
    "ui.help_keys": {},
    "ui.no_undo": {},
    "ui.pick_by_number": {},
    "ui.gift_lies_before": {"seat": "seat"},
    "ui.face_down": {},
    "ui.secret": {},
    "ui.labelled": {"label": "text", "text": "text"},
    "ui.goodbye": {},
}
