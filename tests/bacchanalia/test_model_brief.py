"""What a model is sent: facts, guidance and one's own words; lines only with consent, and no words of other people."""

from __future__ import annotations

import json
import random
import re
from typing import Any

from bacchanalia.told import so_far
from stub_model import Heard, model, says
from triclinium.core.decision import CHANCE
from triclinium.core.play import Play
from triclinium.core.player import Look, ModelAt
from triclinium.games.bacchanalia.brain.narrator import narrator
from triclinium.games.bacchanalia.brain.narrator.brief import said
from triclinium.games.bacchanalia.brain.narrator.grammar import grammar_of
from triclinium.games.bacchanalia.game import GAME


def test_what_must_not_be_is_sent_as_such() -> None:
    with model(lambda heard: (500, b"")) as (url, heard):
        so_far(narrator("en", url), 8)
    briefs = [each.asked for each in heard]
    assert any("It must not:\n- move to another place" in brief for brief in briefs)
    assert any("It must not:\n- end the scene with your Amans at your side" in brief for brief in briefs)


SHOWN = (
    "soldiers and wine and dancing, a kiss and a blow and blood, a woman who yawns in the silence, the god Bacchus, "
    "Pluto, Minerva and Venus with a satyr, death, a pardon, and a wound"
)


def by_facts(number: int, heard: Heard) -> str:
    """What a good model makes of its facts: one sentence of its own with everything that has to be shown."""
    asked = heard.asked
    people = re.findall(
        r"character is (.+?); the lover is (.+?); the accuser is (.+?); the crime is .*?: (.+?);", asked
    )
    names = asked.split("Use these words as they stand: ")[1] if "Use these words as they stand: " in asked else ""
    met = re.findall(r"what they do or say: (.+)", asked)
    told = ", ".join([*people[0], *names.split("; "), *met])
    return f"Sentence number {number} is about {told}, and I see {SHOWN}."


def test_a_whole_story_through_a_model_from_facts_and_not_over_a_draft() -> None:
    numbers = iter(range(10_000))
    with model(lambda each: says(by_facts(next(numbers), each))) as (url, heard):
        play = so_far(narrator("en", url, "some-model"), 12)
    told = [passage.text for passage in play.state.story]
    assert told and all(text is not None and text.startswith("Sentence number") for text in told)
    assert all(play.state.names[seat].keys() == {"who", "amans", "accusator"} for seat in range(3))
    assert {each.body["model"] for each in heard} == {"some-model"}
    assert all(each.body["max_tokens"] <= 400 for each in heard)
    briefs = [each.asked for each in heard]
    assert any("it ends at this place" in brief for brief in briefs)
    assert not any(text in brief for text in _own_sentences("opening.vinum", "episode.vinum") for brief in briefs)


def _own_sentences(*keys: str) -> list[str]:
    return [text for key in keys for text in grammar_of("en").texts(key) if "{" not in text]


def test_only_ones_own_words_and_only_with_consent_the_lines_are_sent() -> None:
    rng = random.Random(2)
    play = Play.begin(GAME, 3, {"lines": ["spiders"]})
    player = narrator("en")
    seen = 0
    while play.state.turn < 8 and (pending := play.pending()):
        decision = pending[0]
        if decision.seat == CHANCE:
            play.answer(CHANCE, rng.choices(decision.options, decision.weights)[0])
            continue
        look = Look(GAME, play.state, decision, rng)
        if decision.kind in ("scene", "introduction", "arrival", "reply"):
            for lines in (False, True):
                asked = Look(GAME, play.state, decision, random.Random(1))
                brief = player.brief(asked, {}, lines)
                assert brief is not None
                assert ("spiders" in json.dumps(brief)) == lines
                others = [
                    each.text for each in play.state.story if each.seat != decision.seat and each.part != "question"
                ]
                assert not any(text in brief[1]["content"] for text in others if text)
                seen += 1
        play.answer(decision.seat, player.choose(look))
    assert seen > 20


BELL = "the drowned bell of Bertinoro"
"""Words of a person at the first seat: they ask and mark with them."""


def test_neither_what_a_person_asked_nor_what_they_marked_is_sent_for_another() -> None:
    rng = random.Random(3)
    play = Play.begin(GAME, 3, {})
    player = narrator("en")
    kinds: set[str] = set()
    while pending := play.pending():
        decision = pending[0]
        if decision.seat == CHANCE:
            play.answer(CHANCE, rng.choices(decision.options, decision.weights)[0])
            continue
        answer: Any = player.choose(Look(GAME, play.state, decision, rng))
        if decision.seat == 0 and answer["kind"] == "tell":
            answer["words"] = {"form": "written", "text": f"{answer['words']['text']} And there was {BELL}."}
            answer["marks"] = [{"text": BELL, "element": "thing", "deus": None}]
        elif decision.seat == 0 and decision.kind == "ask":
            answer = {"kind": "ask", "words": {"form": "written", "text": f"Who taught you to lie, if not {BELL}?"}}
        elif decision.seat != 0 and decision.kind in ("scene", "reply"):
            brief = player.brief(Look(GAME, play.state, decision, random.Random(1)), {}, False)
            assert brief is not None
            own = [each.text[:600] for each in play.state.story if each.seat == decision.seat and each.text]
            sent = brief[1]["content"]
            for text in own:
                sent = sent.replace(text, "")
            assert BELL not in sent
            last = play.state.story[-1]
            kinds.add("asked" if decision.kind == "reply" and BELL in (last.text or "") else decision.kind)
        play.answer(decision.seat, answer)
    assert {"asked", "scene"} <= kinds


def test_facts_that_a_person_has_chosen_are_what_is_told() -> None:
    play = so_far(narrator("en"), 6)
    while (decision := play.pending()[0]).kind != "scene":
        rng = random.Random(1)
        if decision.seat == CHANCE:
            play.answer(CHANCE, rng.choices(decision.options, decision.weights)[0])
        else:
            play.answer(decision.seat, narrator("en").choose(Look(GAME, play.state, decision, rng)))
    facts: Any = decision.data
    chosen: dict[str, Any] = {"place": "the inn of the Two Thieves", "meets": [(decision.seat + 1) % 3]}
    if facts["facts"]["place_rule"] == "must_not":
        chosen["place"] = None
    look = Look(GAME, play.state, decision, random.Random(1))
    brief = narrator("en").brief(look, chosen, False)
    assert brief is not None
    other = play.state.names[(decision.seat + 1) % 3]["who"]
    assert f"do not decide what they do or say: {other}" in brief[1]["content"]
    assert ("Two Thieves" in brief[1]["content"]) == bool(chosen["place"])
    with model(lambda heard: (500, b"")) as (url, _):
        written = narrator("en").written(
            Look(GAME, play.state, decision, random.Random(1)), chosen, False, ModelAt(url, reach="home")
        )
    assert written.fault == "not_taken"
    assert other in written.text
    assert written.facts["place"] == chosen["place"]


def test_the_brief_holds_the_guidance_the_tone_and_what_is_shunned_and_no_more_than_everybody_knows() -> None:
    with model(lambda heard: (500, b"")) as (url, heard):
        play = so_far(narrator("fr", url), 8)
    body = heard[-1].body
    system, user = (message["content"] for message in body["messages"])
    assert "français" in system and "hors de scène" in system
    assert play.state.names[0]["who"] in json.dumps([each.body for each in heard], ensure_ascii=False)
    assert "sealed" not in user and "pile" not in user
    assert set(body) == {"messages", "max_tokens", "temperature"}


def test_guidance_without_words_is_told_by_its_key() -> None:
    item = {"key": "guidance.no_such_guidance", "arguments": {"card": "miles"}}
    assert said(item, "en", ["Livia"]) == "no_such_guidance {'card': 'miles'}"
