"""What a narrator knows about its character. Read from the view each time; nothing else is stored."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from triclinium.games.bacchanalia.brain.narrator.grammar import Grammar, Noun, sentences_of
from triclinium.games.bacchanalia.rules.cards import QUESTIONS, SPANISH_FLIGHT
from triclinium.games.bacchanalia.rules.texts import plain_form, within


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody with a name, or with only a supposed gender."""

    name: str | None
    gender: str


@dataclass(frozen=True, slots=True)
class Memory:
    """One's own character, and everything told by anybody."""

    seat: int
    who: Person
    lover: Person
    accuser: Person
    crime: Noun
    place: Noun
    past: tuple[Noun, ...]
    """Places of earlier scenes, latest first, without the present one."""
    places: tuple[Noun, ...]
    """Every place that anybody has named, latest first."""
    together: bool
    told: str
    """Every word told so far, in normal form."""
    own_text: str
    """One's own words, in normal form."""
    sentences: frozenset[str]
    """Every sentence told so far, in normal form."""
    shunned: tuple[str, ...]
    """Beginnings of words in the table's lines and veils."""


Story = list[dict[str, Any]]
View = Mapping[str, Any]


def memory_of(view: View, seat: int, grammar: Grammar) -> Memory:
    """What a seat's character remembers."""
    own: dict[str, Any] = view["seats"][seat]
    story: Story = view["story"]
    texts = [text for passage in story for text in words_in(passage)]
    mine = [passage for passage in story if passage["seat"] == seat]
    return Memory(
        seat,
        person(own["names"].get("who"), grammar),
        person(own["names"].get("amans"), grammar),
        person(own["names"].get("accusator"), grammar),
        _crime(mine, grammar),
        grammar.place(own["place"]),
        _past(mine, own["place"], grammar),
        _past(story, None, grammar),
        own["with_amans"],
        "\n".join(plain(text) for text in texts),
        "\n".join(plain(passage["text"]) for passage in mine if passage["text"] is not None),
        frozenset(sentence for text in texts for sentence in plain_sentences(text)),
        shunned(view["table"]["lines"] + view["table"]["veils"]),
    )


@lru_cache(maxsize=4096)
def plain(text: str) -> str:
    """The normal form of a text, cached."""
    return plain_form(text)


@lru_cache(maxsize=4096)
def plain_sentences(text: str) -> tuple[str, ...]:
    """The sentences of a text, in normal form."""
    return tuple(plain_form(sentence) for sentence in sentences_of(text))


def words_in(passage: Mapping[str, Any]) -> list[str]:
    """The words of a passage: its text and the names it gives."""
    return [passage[part] for part in ("text", "name", "place") if passage[part] is not None]


def person(name: str | None, grammar: Grammar) -> Person:
    """Somebody by name. The gender of a name from our lists is known."""
    return Person(name, grammar.gender(name))


def _crime(mine: Story, grammar: Grammar) -> Noun:
    """The crime that one named when asked why one flees."""
    for passage in mine:
        if passage["part"] in (QUESTIONS[3], SPANISH_FLIGHT) and passage["text"] is not None:
            for crime in grammar.lexicon("crime"):
                if within(crime.bare, passage["text"]):
                    return crime
    return grammar.noun(grammar.texts("unnamed.crime")[0])


def _past(mine: Story, here: str | None, grammar: Grammar) -> tuple[Noun, ...]:
    names = dict.fromkeys(passage["place"] for passage in reversed(mine) if passage["place"] is not None)
    return tuple(grammar.place(name) for name in names if name != here)


def shunned(wishes: list[str]) -> tuple[str, ...]:
    """Beginnings of the longer words in lines and veils. No sentence with such a word is used (BC-23)."""
    words = {word for wish in wishes for word in plain_form(wish).split() if len(word) > 3}
    return tuple(sorted({word[:6] for word in words} | {plain_form(wish) for wish in wishes}))
