"""Everything the shared words say: each key with its arguments and what each argument is."""

from __future__ import annotations

LANGUAGES = ("en", "fr", "nl", "it", "es")

_NUMBER = {"number": "number"}

TABLE_REFUSALS = (
    "address",
    "already_proposed",
    "bad_clock",
    "boundaries_full",
    "broken",
    "busy",
    "empty_text",
    "kept_closed",
    "knows_another_seat",
    "malformed",
    "no_boundaries",
    "no_hints",
    "no_passages",
    "no_story",
    "no_proposal",
    "no_right",
    "no_such_bot",
    "no_such_game",
    "no_such_link",
    "no_such_step",
    "no_such_table",
    "no_undo",
    "not_abandoned",
    "not_host",
    "not_over",
    "not_playing",
    "not_resting",
    "not_seated",
    "not_stored",
    "not_waiting",
    "not_your_boundary",
    "nothing_there",
    "other_origin",
    "other_rules",
    "put_away",
    "resting",
    "seat_taken",
    "seat_unknown",
    "seated",
    "table_full",
    "too_fast",
    "too_late",
    "too_long",
    "too_many_links",
    "undo_reveal",
    "wrong_share",
)

WORDS: dict[str, dict[str, str]] = {
    # Lists: `sound` is the letter the last item begins with, for the "and" of Italian and Spanish.
    "list.next": {"first": "text", "last": "text"},
    "list.last": {"first": "text", "last": "text", "sound": "text"},
    "nothing": {},
    "nobody": {},
    **{f"language.{language}": {} for language in LANGUAGES},
    # Bots that sit at more than one game.
    **{f"bot.{name}{line}": {} for name in ("random", "easy", "fair", "strong") for line in ("", ".line")},
    # An answer that came too late, or from a seat that was not asked.
    "refused.stale": {},
    "refused.not_asked": {},
    # What the table does not do, and why.
    **{f"refused.{name}": {} for name in TABLE_REFUSALS},
    "refused.bad_file": {"name": "text", "reason": "text"},
    "refused.bad_options": {"reason": "text"},
    "refused.hushed": {"reason": "text"},
    "refused.no_such_file": {"name": "text"},
    "refused.open_alone": {"minutes": "number"},
    # "Your turn" by push and webhook.
    "notice.your_turn": {"game": "text"},
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
    "ui.pile": _NUMBER,
    "ui.winner": {"names": "texts"},
    "ui.nobody_wins": {},
    "ui.saved": {"file": "text"},
    "ui.shelf_seats": {"from": "number", "to": "number"},
    "ui.help": {},
    "ui.help_keys": {},
    "ui.no_undo": {},
    "ui.labelled": {"label": "text", "text": "text"},
    "ui.goodbye": {},
}
