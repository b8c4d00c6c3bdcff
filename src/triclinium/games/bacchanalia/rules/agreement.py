"""What a table agrees before play: a title, lines never to cross, veils to draw (BC-23)."""

from __future__ import annotations

from collections.abc import Iterable

from triclinium.core.decision import Json, Refused
from triclinium.core.game import BadOptions
from triclinium.games.bacchanalia.rules.texts import check_name, plain_form

AGREED_MOST = 60


def parse_agreement(text: str) -> Json:
    """Lines or veils from a file, one in each row."""
    return [row.strip() for row in text.splitlines() if row.strip()]


def merged(lists: Iterable[Iterable[str]]) -> list[Json]:
    """Everybody's wishes as one anonymous list: sorted, each item once."""
    wishes: dict[str, str] = {}
    for wish in sorted(wish.strip() for wishes_of_one in lists for wish in wishes_of_one):
        wishes.setdefault(plain_form(wish), wish)
    return [wishes[form] for form in sorted(wishes)]


def agreed(name: str, value: Json) -> Json:
    """Check a list of lines or veils, and hide whose wishes they were."""
    if not isinstance(value, list) or len(value) > AGREED_MOST:
        raise BadOptions(f"option {name} is a list of at most {AGREED_MOST} short texts")
    texts: list[str] = []
    for wish in value:
        try:
            text = check_name(wish)
        except Refused:
            text = None
        if text is None:
            raise BadOptions(f"option {name} has an entry that is no short text in one line")
        texts.append(text)
    return merged([texts])


def check_title(value: Json) -> str:
    """The title of the story; empty for none."""
    if value == "":
        return ""
    try:
        title = check_name(value)
    except Refused:
        title = None
    if title is None:
        raise BadOptions("option title is a short text in one line")
    return title
