"""What narrators' scenes show: all that the guidance asks for, people where they are, roofs where there are any, and
threads that come back. Over 400 scenes in each language; over 2,000 in the proof."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

import pytest

from sizes import many
from triclinium.core.decision import CHANCE, Answer
from triclinium.core.play import Play
from triclinium.core.player import Look
from triclinium.games.bacchanalia.brain.narrator import Narrator
from triclinium.games.bacchanalia.brain.narrator.demands import SHOWS, demands_of, lacking, provers
from triclinium.games.bacchanalia.brain.narrator.grammar import HOUSE, OPEN_AIR, Grammar, Sentence, grammar_of
from triclinium.games.bacchanalia.brain.narrator.memory import memory_of
from triclinium.games.bacchanalia.brain.narrator.player import ARRIVALS_AT_LENGTH
from triclinium.games.bacchanalia.brain.narrator.scene import MOVING, OWN, PLANS
from triclinium.games.bacchanalia.brain.narrator.threads import OPENERS, TOPICS, threads_of
from triclinium.games.bacchanalia.game import GAME
from triclinium.games.bacchanalia.rules.texts import WRITTEN, plain_form, within
from triclinium.words import LANGUAGES

SCENES = many(400, 2000)
EACH = pytest.mark.parametrize("language", LANGUAGES)


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
    """Whole games by narrators, until there are scenes enough."""
    found = Games([], [])
    for number, (seats, options) in enumerate(tables()):
        rng, player = random.Random(number), Narrator(language)
        play: Play[Any] = Play.begin(GAME, seats, options)
        while pending := play.pending():
            decision = pending[0]
            if decision.seat == CHANCE:
                play.answer(CHANCE, rng.choices(decision.options, decision.weights)[0])
                continue
            look = Look(GAME, play.state, decision, rng)
            answer = player.choose(look)
            if decision.kind == "scene":
                found.scenes.append(Told(look.view, decision.seat, decision.data, answer, number))
            play.answer(decision.seat, answer, decision.id)
        found.finished.append(play)
        if len(found.scenes) >= SCENES:
            return found
    raise AssertionError


@EACH
def test_a_scene_shows_all_that_its_guidance_asks_for(language: str) -> None:
    grammar = grammar_of(language)
    for told in games(language).scenes:
        words: Any = told.answer["words"]
        assert words["form"] == WRITTEN
        memory = memory_of(told.view, told.seat, grammar)
        demands = demands_of(told.data, told.answer, told.view, grammar)
        assert lacking(told.text, demands, memory, grammar) == [], told.text


@EACH
def test_every_entry_comes_up(language: str) -> None:
    entries = {told.data["guidance"]["entry"]["key"].split("_", 1)[1] for told in games(language).scenes}
    assert len(entries & set(SHOWS)) > len(SHOWS) * 3 // 4


@EACH
def test_bc_27_whoever_is_met_is_named_and_is_where_the_scene_begins_or_leads(language: str) -> None:
    met = 0
    for told in games(language).scenes:
        place: Any = told.answer["place"]
        ends = told.view["seats"][told.seat]["place"] if place is None else place["name"]
        for seat in told.answer["meets"]:
            other = told.view["seats"][seat]
            assert within(other["names"]["who"], told.text)
            assert other["place"] in (told.view["seats"][told.seat]["place"], ends)
            met += 1
    assert met > len(games(language).scenes) // 50


def spoken(text: str, grammar: Grammar, *keys: str) -> list[tuple[int, Sentence]]:
    """The sentences of some keys that stand in a text, by where they stand."""
    told = plain_form(text)
    found = [(told.find(each.sign), each) for key in keys for each in grammar.sentences(key)]
    return sorted((each for each in found if each[0] >= 0), key=lambda each: each[0])


PLACED = ("sight", "decadence", "threat", "fates", *(f"{step}.{entry}" for step in OWN for entry in PLANS))


@EACH
def test_no_table_stands_in_an_olive_grove_and_no_stars_shine_in_a_cellar(language: str) -> None:
    grammar = grammar_of(language)
    placed = 0
    for told in games(language).scenes:
        here = grammar.place(told.view["seats"][told.seat]["place"]).setting
        place: Any = told.answer["place"]
        there = here if place is None else grammar.place(place["name"]).setting
        moved = spoken(told.text, grammar, *MOVING)
        for at, sentence in spoken(told.text, grammar, *PLACED):
            setting = there if moved and at > moved[0][0] else here
            assert not setting or sentence.setting in ("", setting), told.text
            placed += bool(sentence.setting)
    assert placed > len(games(language).scenes) // 10


@EACH
def test_a_place_is_named_in_full_once_by_each_teller(language: str) -> None:
    grammar = grammar_of(language)
    for play in games(language).finished:
        for seat in range(play.state.seats):
            own = [passage for passage in play.state.story if passage.seat == seat and passage.part != "question"]
            for place in {passage.place for passage in own if passage.place is not None}:
                noun = grammar.place(place)
                if noun.bare != noun.short:
                    named = [passage for passage in own if within(noun.bare, passage.text or "")]
                    assert len(named) <= 1, [passage.text for passage in named]


@EACH
def test_a_thread_comes_back_and_one_at_least_is_closed_before_the_end(language: str) -> None:
    grammar = grammar_of(language)
    taken_up = closed = 0
    for play in games(language).finished:
        here = 0
        for seat in range(play.state.seats):
            threads = threads_of(GAME.view(play.state, None), seat, grammar)
            taken_up += sum(thread.taken_up for thread in threads)
            here += sum(thread.closed for thread in threads)
            told = [passage for passage in play.state.story if passage.seat == seat and passage.part == "ending"]
            assert not (told and threads) or any(thread.closed for thread in threads)
        assert here >= 1
        closed += here
    assert taken_up and closed >= 2 * len(games(language).finished)


@EACH
def test_what_was_answered_to_bacchus_echoes(language: str) -> None:
    grammar = grammar_of(language)
    keys = [f"echo.{topic}" for topic in TOPICS]
    assert sum(len(spoken(told.text, grammar, *keys)) for told in games(language).scenes) > SCENES // 20


@EACH
def test_no_arrival_of_the_god_is_told_twice(language: str) -> None:
    grammar = grammar_of(language)
    frames = [*grammar.sentences("arrival"), *grammar.sentences("arrival_more")]
    for play in games(language).finished:
        arrivals = [plain_form(each.text or "") for each in play.state.story if each.part == "arrival"]
        if len(arrivals) <= len(frames) - ARRIVALS_AT_LENGTH:
            assert all(sum(frame.sign in text for text in arrivals) <= 1 for frame in frames)


@EACH
def test_there_are_sentences_for_every_demand_and_every_setting(language: str) -> None:
    grammar = grammar_of(language)
    for entry, steps in PLANS.items():
        for step in steps:
            name, _, proof = step.partition("=")
            key = f"{name}.{entry}" if name in OWN else name
            if name == "show":
                continue
            sentences = list(grammar.sentences(key))
            fit = provers(sentences, proof, grammar) if proof else sentences
            assert len(fit) >= 3, (key, proof)
            for setting in (HOUSE, OPEN_AIR):
                assert sum(each.setting in ("", setting) for each in fit) >= 2, (key, proof, setting)
    for deus in ("bacchus", "pluto", "minerva", "venus", "satyrus", "miles", "accusator", "amans"):
        shown = {"miles": "soldiers", "accusator": "accuser", "amans": "lover"}.get(deus, deus)
        sentences = list(grammar.sentences(f"show.{deus}"))
        assert provers(sentences, shown, grammar) == sentences, deus
        assert any(each.setting == "" for each in sentences), deus


@EACH
def test_threads_are_whole_and_each_is_told_from_the_others(language: str) -> None:
    grammar = grammar_of(language)
    signs: list[str] = []
    for kind, key in OPENERS.items():
        openers = grammar.sentences(key)
        assert len(grammar.sentences(f"return.{kind}")) == len(grammar.sentences(f"close.{kind}")) == len(openers)
        for name in (key, f"return.{kind}", f"close.{kind}"):
            signs += [sentence.sign for sentence in grammar.sentences(name)]
    assert not [one for one in signs for other in signs if one is not other and one in other]
