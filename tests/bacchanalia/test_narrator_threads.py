"""What was said, done, lost, learned or promised comes back, and is resolved before the end."""

from __future__ import annotations

import random
from typing import Any

from bacchanalia.told import EACH, IN_PROOF, SCENES, games, spoken
from triclinium.core.play import replay
from triclinium.games.bacchanalia.brain.narrator.grammar import grammar_of
from triclinium.games.bacchanalia.brain.narrator.threads import (
    DEEDS,
    FATES,
    OPENERS,
    TOPICS,
    met_before,
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
        assert not (rumours and told.view["seats"][told.seat]["captured"])


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


def story_with(language: str, opener: str, number: int, **own: bool) -> dict[str, Any]:
    """A view in which seat 0 opened a thread a few scenes ago."""
    message = grammar_of(language).sentences(opener)[number]
    passage = {"seat": 0, "part": "scene", "cards": {"entry": "vinum"}, "turn": 1, "agreed": [1]}
    texts = [message.say({"lover": "Livia", "lover_is": "f", "lover_of": "Livia"}), "One.", "Two.", "Three.", "Four."]
    seat = {"names": {"who": "Appius"}, "ended": False, "captured": False, "with_amans": False} | own
    return {
        "story": [passage | {"text": text} for text in texts],
        "seats": [seat, {"names": {"who": "Crispus"}, "ended": False, "captured": False}],
        "running": {"ending": False},
        "turn": 9,
    }


def continued(language: str, view: dict[str, Any], with_amans: bool) -> set[str]:
    """All that may continue a thread in the next scene, by the signs of the sentences."""
    grammar = grammar_of(language)
    steps = [next_of_threads(view, 0, "pluto", grammar, random.Random(n), with_amans, [1]) for n in range(30)]
    return {sentence.sign for step in steps for sentence in step.sentences}


@EACH
def test_the_lovers_sign_is_seen_only_by_one_who_is_apart(language: str) -> None:
    grammar = grammar_of(language)
    cloth = {grammar.sentences(key)[0].sign for key in ("return.promise", "resolve.promise")}
    apart, beside = (story_with(language, "open.promise", 0, with_amans=so) for so in (False, True))
    assert continued(language, apart, with_amans=False) == cloth
    assert not continued(language, beside, with_amans=True) & cloth
    assert not continued(language, apart, with_amans=True) & cloth


@EACH
def test_a_captive_settles_nothing_outside_the_prison(language: str) -> None:
    grammar = grammar_of(language)
    bed, verse = (grammar.sentences("resolve.errand")[number].sign for number in (8, 4))
    for number, captured, expected in ((8, False, {bed}), (8, True, set()), (4, True, {verse})):
        view = story_with(language, "open.errand", number, captured=captured)
        view["story"].append(view["story"][-1] | {"cards": {"entry": "pluto"}})
        view["story"].append(view["story"][-1] | {"text": grammar.sentences("resolve.blood")[0].say({})})
        view["running"]["ending"] = True
        assert continued(language, view, with_amans=False) == expected


@EACH
def test_nobody_looks_out_for_somebody_who_is_there(language: str) -> None:
    grammar = grammar_of(language)
    view = story_with(language, "open.errand", 0)
    assert met_before(view, 0, grammar, random.Random(1), present=[]).about == 1
    assert not met_before(view, 0, grammar, random.Random(1), present=[1]).sentences


def test_a_deed_is_not_spoken_of_while_another_of_its_kind_is_done() -> None:
    grammar = grammar_of("en")
    view = story_with("en", "open.errand", 0)
    view["story"] = [each | {"text": "Somebody fell.", "cards": {"entry": "pluto"}} for each in view["story"]]
    signs = {sentence.sign for kind in ("return", "resolve") for sentence in grammar.sentences(f"{kind}.blood")}
    assert not continued("en", view, with_amans=False) & signs
    steps = [next_of_threads(view, 0, "miles_near", grammar, random.Random(n), False, [1]) for n in range(30)]
    assert {sentence.sign for step in steps for sentence in step.sentences} & signs
