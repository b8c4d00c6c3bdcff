"""What was said, done, lost, learned or promised comes back, and is resolved before the end."""

from __future__ import annotations

import random

from bacchanalia.told import EACH, IN_PROOF, SCENES, games, spoken
from triclinium.core.play import replay
from triclinium.games.bacchanalia.brain.narrator.grammar import grammar_of
from triclinium.games.bacchanalia.brain.narrator.threads import (
    DEEDS,
    FATES,
    OPENERS,
    TOPICS,
    next_of_threads,
    threads_of,
)
from triclinium.games.bacchanalia.game import GAME


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
            assert not told or any(thread.closed for thread in threads)
        assert here >= 1
        closed += here
    assert taken_up and closed >= 2 * len(games(language).finished)


@EACH
def test_the_threads_of_a_story_are_read_from_its_record_alone(language: str) -> None:
    play = games(language).finished[0]
    again = replay(GAME, play.record)
    for seat in range(play.state.seats):
        view, stored = GAME.view(play.state, None), GAME.view(again.state, None)
        assert threads_of(view, seat, grammar_of(language)) == threads_of(stored, seat, grammar_of(language))


def test_a_deed_told_in_anybodys_words_opens_a_thread() -> None:
    scene = {"seat": 0, "part": "scene", "text": "Somebody fell.", "cards": {"entry": "pluto"}, "turn": 4}
    veiled = scene | {"text": None, "cards": {"entry": "minerva_apart"}}
    threads = threads_of({"story": [scene, veiled]}, 0, grammar_of("en"))
    assert [(thread.kind, thread.closed) for thread in threads] == [("blood", False)]


@EACH
def test_an_end_is_spoken_of_only_when_it_is_known_and_once_by_each_teller(language: str) -> None:
    grammar = grammar_of(language)
    keys = {fate: f"ended.{fate}" for fate in {*FATES.values()}}
    for told in games(language).scenes:
        rumours = [fate for fate, key in keys.items() if spoken(told.text, grammar, key)]
        known = {FATES.get(seat["outcome"] or "") for seat in told.view["seats"]}
        assert set(rumours) <= known


@IN_PROOF
@EACH
def test_ends_and_meetings_are_remembered(language: str) -> None:
    grammar = grammar_of(language)
    scenes = games(language).scenes
    for keys in (("echo.met",), tuple(f"ended.{fate}" for fate in {*FATES.values()})):
        assert sum(bool(spoken(told.text, grammar, *keys)) for told in scenes) > len(scenes) // 100


@IN_PROOF
@EACH
def test_what_was_answered_to_bacchus_echoes(language: str) -> None:
    grammar = grammar_of(language)
    keys = [f"echo.{topic}" for topic in TOPICS]
    assert sum(len(spoken(told.text, grammar, *keys)) for told in games(language).scenes) > SCENES // 20


@EACH
def test_threads_are_whole_and_each_is_told_from_the_others(language: str) -> None:
    grammar = grammar_of(language)
    signs: list[str] = []
    for kind, key in OPENERS.items():
        openers = grammar.sentences(key)
        assert len(grammar.sentences(f"return.{kind}")) == len(grammar.sentences(f"resolve.{kind}")) == len(openers)
        for name in (key, f"return.{kind}", f"resolve.{kind}"):
            signs += [sentence.sign for sentence in grammar.sentences(name)]
    for kind in DEEDS.values():
        for name in (f"return.{kind}", f"resolve.{kind}"):
            assert len(grammar.sentences(name)) >= 3
            signs += [sentence.sign for sentence in grammar.sentences(name)]
    assert not [one for one in signs for other in signs if one is not other and one in other]


def test_a_deed_is_not_spoken_of_while_another_of_its_kind_is_done() -> None:
    grammar = grammar_of("en")
    told = [
        {"seat": 0, "part": "scene", "text": f"Scene {turn}.", "cards": {"entry": "pluto"}, "turn": turn, "agreed": []}
        for turn in range(4)
    ]
    view = {"story": told, "seats": [{"names": {}, "outcome": None}], "running": {"ending": False}, "turn": 4}
    signs = {sentence.sign for kind in ("return", "resolve") for sentence in grammar.sentences(f"{kind}.blood")}
    for entry, speaks in (("miles_near", True), ("pluto", False)):
        steps = [next_of_threads(view, 0, entry, grammar, random.Random(seed)) for seed in range(20)]
        assert any(sentence.sign in signs for step in steps for sentence in step.sentences) == speaks
