"""What can be quoted from other scenes for a lock, and whether a lock quotes anything at all (BC-15, BC-22)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from triclinium.games.bacchanalia.brain.narrator.grammar import Grammar, Noun
from triclinium.games.bacchanalia.brain.narrator.memory import View, plain
from triclinium.games.bacchanalia.rules.texts import TOLD, UNTOLD, WHITE, WRITTEN, plain_form, within

QUOTED_PARTS = ("scene", "ending", "where")
"""Passages whose marks and places may be quoted. Lovers and accusers stay with their own character."""
WORD_LEAST = 4


@dataclass(frozen=True, slots=True)
class Quotable:
    """Words from another player's earlier scene."""

    of: int
    element: str
    text: str
    noun: Noun | None
    """The words as a noun of ours; None if we cannot inflect them."""


def quotables(view: View, seat: int, grammar: Grammar) -> list[Quotable]:
    """What others marked or named, if it is new to one's own scenes and nobody's Deus, Amans or Accusator."""
    earlier = [passage for passage in view["story"] if passage["turn"] < view["turn"]]
    own, barred = _own_words(view, seat, earlier), _barred(view, seat)
    found: dict[str, Quotable] = {}
    for passage in earlier:
        if passage["seat"] != seat and passage["form"] in TOLD:
            for element, text in _elements(passage):
                noun = grammar.element(text)
                words = text if noun is None else noun.bare
                if plain(words) not in own and plain(words) not in barred:
                    found.setdefault(plain(words), Quotable(passage["seat"], element, words, noun))
    return list(found.values())


def _elements(passage: dict[str, Any]) -> list[tuple[str, str]]:
    """The marks of a passage that stand for no Deus, and the place that an introduction names."""
    if passage["form"] != WRITTEN or passage["part"] not in QUOTED_PARTS:
        return []
    marks = [(mark["element"], mark["text"]) for mark in passage["marks"] if mark["deus"] is None]
    named = [("place", passage["name"])] if passage["name"] is not None else []
    return [(element, text) for element, text in marks + named if not any(letter in WHITE for letter in text)]


def _own_words(view: View, seat: int, earlier: list[dict[str, Any]]) -> str:
    """Everything one told, marked and quoted before this turn."""
    words: list[str | None] = [quote["text"] for quote in view["quotes"] if quote["seat"] == seat]
    for passage in earlier:
        if passage["seat"] == seat:
            words += [passage["text"], passage["name"], *(mark["text"] for mark in passage["marks"])]
    return "\n".join(plain(word) for word in words if word is not None)


def _barred(view: View, seat: int) -> set[str]:
    """Everything that stands for a Deus, and every lover and accuser."""
    marks = [mark for passage in view["story"] if passage["seat"] != seat for mark in passage["marks"]]
    names = [name for each in view["seats"] for part, name in each["names"].items() if part != "who"]
    return {plain(word) for word in [*names, *(mark["text"] for mark in marks if mark["deus"] is not None)]}


def scene_told(view: View) -> dict[str, Any] | None:
    """The scene of this turn."""
    scenes = [each for each in view["story"] if each["turn"] == view["turn"] and each["part"] in ("scene", "ending")]
    return scenes[-1] if scenes and scenes[-1]["form"] != UNTOLD else None


def quoted_in_scene(view: View, seat: int, grammar: Grammar) -> list[Quotable]:
    """What can be quoted and is in the scene just told."""
    scene = scene_told(view)
    if scene is None or scene["text"] is None:
        return []
    return [each for each in quotables(view, seat, grammar) if within(each.text, scene["text"])]


def quotes_nothing(view: View, lock: dict[str, Any] | None) -> bool:
    """Whether a lock quotes words that are in no written scene: the only reason to object."""
    scene = scene_told(view)
    if lock is None or lock["text"] is None or scene is None or scene["text"] is None:
        return False
    words = [word.strip(".,;:!?…«»“”’\"'") for word in plain_form(lock["text"]).split()]
    long = [word for word in words if len(word) >= WORD_LEAST] or words
    return not any(word in plain_form(scene["text"]) for word in long)
