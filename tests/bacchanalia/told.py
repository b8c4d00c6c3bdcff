"""Whole games by narrators in every language: twenty scenes each, two thousand in the proof."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

import pytest

from sizes import PROOF, many
from triclinium.core.decision import CHANCE, Answer
from triclinium.core.play import Play
from triclinium.core.player import Look
from triclinium.games.bacchanalia.brain.narrator import Narrator
from triclinium.games.bacchanalia.brain.narrator.fit import Wanted
from triclinium.games.bacchanalia.brain.narrator.grammar import Grammar, Sentence, grammar_of
from triclinium.games.bacchanalia.brain.narrator.memory import memory_of
from triclinium.games.bacchanalia.brain.narrator.plans import HOURS
from triclinium.games.bacchanalia.brain.narrator.telling import Telling
from triclinium.games.bacchanalia.game import GAME
from triclinium.games.bacchanalia.rules.texts import plain_form
from triclinium.words import LANGUAGES

SCENES = many(20, 2000)
EACH = pytest.mark.parametrize("language", LANGUAGES)
IN_PROOF = pytest.mark.skipif(not PROOF, reason="needs the two thousand scenes of the proof")


@dataclass
class Told:
    """One scene as it was told: what was asked, what was seen before, what was answered."""

    view: Any
    seat: int
    data: Any
    answer: Answer
    game: int

    @property
    def text(self) -> str:
        words: Any = self.answer["words"]
        return str(words["text"])


@dataclass
class Games:
    scenes: list[Told]
    finished: list[Play[Any]]


def tables() -> Iterator[tuple[int, dict[str, Any]]]:
    """Tables of every size and edition, one after the other."""
    number = 0
    while True:
        edition = ("it", "es")[number % 2]
        yield 3 + number % 4, {"edition": edition, "length": ("parcae", "all")[number // 2 % 2], "appearances": 4}
        number += 1


@cache
def games(language: str) -> Games:
    """Whole games by narrators, until there are enough scenes."""
    found = Games([], [])
    for number, (seats, options) in enumerate(tables()):
        found.finished.append(one_game(language, number, seats, options, found.scenes))
        if len(found.scenes) >= SCENES:
            return found
    raise AssertionError


def one_game(
    language: str, number: int, seats: int, options: dict[str, Any], scenes: list[Told] | None = None
) -> Play[Any]:
    """One game, with its scenes as they were told."""
    rng, player = random.Random(number), Narrator(language)
    play: Play[Any] = Play.begin(GAME, seats, options)
    while pending := play.pending():
        decision = pending[0]
        if decision.seat == CHANCE:
            play.answer(CHANCE, rng.choices(decision.options, decision.weights)[0])
            continue
        look = Look(GAME, play.state, decision, rng)
        answer = player.choose(look)
        if decision.kind == "scene" and scenes is not None:
            scenes.append(Told(look.view, decision.seat, decision.data, answer, number))
        play.answer(decision.seat, answer, decision.id)
    return play


def so_far(player: Narrator, turns: int, seed: int = 1) -> Play[Any]:
    """The beginning of a story by one narrator for all."""
    rng = random.Random(seed)
    play: Play[Any] = Play.begin(GAME, 3, {})
    while play.state.turn < turns and (pending := play.pending()):
        decision = pending[0]
        if decision.seat == CHANCE:
            play.answer(CHANCE, rng.choices(decision.options, decision.weights)[0])
        else:
            play.answer(decision.seat, player.choose(Look(GAME, play.state, decision, rng)))
    return play


def wanted(language: str = "en", **more: Any) -> Wanted:
    """A model's text in a language that has to show nothing in particular."""
    view: Any = GAME.view(Play.begin(GAME, 3, {}).state, 0)
    grammar = grammar_of(language)
    return Wanted(Telling(grammar, memory_of(view, 0, grammar), random.Random(1)), **more)


HEARD = {
    "hour": HOURS,
    "colour": ("tie", "accusator", "bacchus", "miles", "minerva", "pluto", "satyrus", "venus", "vinum"),
    "mood": ("hunted", "drunk", "alone"),
}
"""What gives a scene its air, by name."""


def spoken(text: str, grammar: Grammar, *keys: str) -> list[tuple[int, Sentence]]:
    """The sentences of some keys that stand in a text, by where they stand."""
    told = plain_form(text)
    found = [(told.find(each.sign), each) for key in keys if key in grammar.keys for each in grammar.sentences(key)]
    return sorted((each for each in found if each[0] >= 0), key=lambda each: each[0])
