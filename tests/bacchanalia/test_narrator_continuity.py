"""What a reader of a whole story notices: nothing and nobody comes back who cannot, and nothing comes back too soon."""

from __future__ import annotations

import random
from typing import Any

import pytest

from bacchanalia.told import EACH, games, wanted
from triclinium.games.bacchanalia.brain.narrator.facts import Scene
from triclinium.games.bacchanalia.brain.narrator.grammar import grammar_of
from triclinium.games.bacchanalia.brain.narrator.telling import Telling
from triclinium.games.bacchanalia.brain.narrator.threads import Step
from triclinium.games.bacchanalia.rules.texts import plain_form


def scene(entry: str, telling: Telling, **more: Any) -> Scene:
    """A scene that stays where it is and meets nobody."""
    kept: dict[str, Any] = {"goal": None, "place": None, "with_amans": False, "meets": [], "quoted": None} | more
    return Scene(entry, telling, met_here=False, met_before=False, thread=Step(), rumour=Step(), **kept)


@EACH
def test_no_two_tellers_of_a_game_have_the_same_trade_or_are_accused_by_the_same_office(language: str) -> None:
    grammar = grammar_of(language)
    for play in games(language).finished:
        for part, key in (("who", "calling"), ("accusator", "office")):
            texts = [plain_form(each.text or "") for each in play.state.story if each.part == part]
            for pair in grammar.texts(key):
                forms = {plain_form(form) for form in pair.split("/")}
                # One trade may stand in another's name: a judge, and whoever bribed a judge.
                assert sum(any(f" {form}" in text for form in forms) for text in texts) <= 1, pair


@EACH
@pytest.mark.parametrize("element", ["person", "place", "thing"])
def test_a_sentence_comes_again_only_after_all_others_of_its_kind(language: str, element: str) -> None:
    telling = wanted(language).telling
    sentences = telling.grammar.sentences(f"quote.{element}")
    for number in range(3 * len(sentences)):
        telling.nouns["element"] = telling.grammar.lexicon(element)[7 * number]
        assert telling.say(f"quote.{element}")
    said = [next(each.sign for each in sentences if each.sign in plain_form(text)) for text in telling.said]
    for start in range(len(said) - len(sentences) + 1):
        assert len(set(said[start : start + len(sentences)])) == len(sentences)


def test_whoever_was_in_a_scene_of_blood_is_not_there_to_be_met_by_others() -> None:
    telling = wanted().telling
    person, thing = telling.draw("person"), telling.draw("thing")
    telling.drawn, telling.said = [person, thing], [f"The {person.bare} falls on the {thing.bare}."]
    assert [mark["text"] for mark in marks_of("vinum", telling)] == [person.bare, thing.bare]
    for entry in ("pluto", "violence", "slain", "slain_by_deeds", "sacrifice"):
        assert [mark["text"] for mark in marks_of(entry, telling)] == [thing.bare]


def marks_of(entry: str, telling: Telling) -> list[Any]:
    return scene(entry, telling).marks


@EACH
def test_nobody_has_the_trade_of_whom_the_scene_quotes(language: str) -> None:
    telling = wanted(language).telling
    telling.nouns["element"] = quoted = telling.grammar.lexicon("person")[0]
    assert all(telling.draw("person").short != quoted.short for _ in range(40))


@EACH
def test_no_trade_comes_back_before_most_have_come(language: str) -> None:
    telling = wanted(language).telling
    telling.rng = random.Random(4)
    trades = [text.partition("|")[0] for text in grammar_of(language).texts("person")]
    for _ in trades:
        telling.said.append(telling.draw("person").bare)
    drawn = {trade for trade in trades for said in telling.said if said.startswith(trade)}
    assert len(drawn) >= len(trades) - 3
