"""Narrating bots: whole stories in every language, what they remember, and how they deal with the others."""

from __future__ import annotations

import random
import re
from collections import Counter
from typing import Any

import pytest

from sizes import PROOF, many
from triclinium.core.decision import CHANCE, Answer, Json
from triclinium.core.play import Play, replay
from triclinium.core.player import Look, Player, RandomPlayer
from triclinium.games.bacchanalia.brain.bots import Simple
from triclinium.games.bacchanalia.brain.narrator import Narrator, narrator
from triclinium.games.bacchanalia.brain.narrator.grammar import grammar_of, sentences_of
from triclinium.games.bacchanalia.brain.narrator.memory import memory_of
from triclinium.games.bacchanalia.brain.narrator.quoting import quotables, quotes_nothing
from triclinium.games.bacchanalia.game import GAME
from triclinium.games.bacchanalia.rules.state import State
from triclinium.games.bacchanalia.rules.texts import VEILED, WRITTEN, check_text, plain_form
from triclinium.words import LANGUAGES

SHORT: dict[str, Json] = {"appearances": 3}


def told(players: list[Player], seed: int, **options: Json) -> Play[State]:
    """A whole game."""
    rng = random.Random(seed)
    play = Play.begin(GAME, len(players), options)
    while pending := play.pending():
        decision = pending[0]
        if decision.seat == CHANCE:
            play.answer(CHANCE, rng.choices(decision.options, decision.weights)[0])
        else:
            look = Look(GAME, play.state, decision, rng)
            play.answer(decision.seat, players[decision.seat].choose(look), decision.id)
    return play


def texts(play: Play[State]) -> list[str]:
    return [passage.text for passage in play.state.story if passage.text is not None]


def repeated(play: Play[State]) -> list[str]:
    counted = Counter(plain_form(sentence) for text in texts(play) for sentence in sentences_of(text))
    return [sentence for sentence, times in counted.items() if times > 1]


def check_story(play: Play[State]) -> None:
    """What every story of narrators alone must be."""
    assert play.state.phase == "over"
    assert {passage.form for passage in play.state.story} == {WRITTEN}
    assert repeated(play) == []
    for text in texts(play):
        assert check_text(text) == text
        assert not re.search(r"[{}|_]|  | [,.]|unnamed|\bNone\b", text), text
        assert re.match(r"[«“‘’¿¡]*\s?[A-ZÀ-Ý]|’s [A-Z]", text), text
        assert re.search(r"[.!?…][”»’]?$|’\.?$|»\.?$", text), text
        assert not re.search(r"\.\s?[”»’]?\s+[«“‘¿¡]*[a-zà-ÿ]", text), text
    for passage in play.state.story:
        assert passage.place is not None or passage.part in ("who", "mirror", "amans", "flight", "crime", "accusator")
        if passage.moved:
            assert passage.place is not None


@pytest.mark.parametrize(
    ("language", "seats", "edition"),
    [
        (language, seats, edition)
        for number, language in enumerate(LANGUAGES)
        for seats in (3, 4, 5, 6)
        for other, edition in enumerate(("it", "es"))
        if PROOF or (number + seats + other) % 2
    ],
)
def test_a_story_told_by_narrators_ends_and_repeats_no_sentence(language: str, seats: int, edition: str) -> None:
    play = told([Narrator(language)] * seats, seats, edition=edition, **SHORT)
    check_story(play)
    assert replay(GAME, play.record).state.story == play.state.story


@pytest.mark.parametrize("language", LANGUAGES)
def test_there_is_enough_to_tell_for_six_until_all_have_ended(language: str) -> None:
    plays = [told([Narrator(language)] * 6, seed, length="all") for seed in (5, 8, 9)[: many(1, 3)]]
    for play in plays:
        check_story(play)
        assert len(play.state.quotes) > 3
    assert max(sum(play.state.scenes) for play in plays) > 60


def test_a_frank_story_may_be_bolder() -> None:
    bold = grammar_of("en").sentences("decadence_frank")
    heard = {
        tone: sum(
            sentence.sign in plain_form(text)
            for seed in range(2)
            for text in texts(told_in(tone, seed))
            for sentence in bold
        )
        for tone in ("veiled", "frank")
    }
    assert heard["veiled"] == 0
    assert heard["frank"] > 0


def told_in(tone: str, seed: int) -> Play[State]:
    return told([Narrator("en")] * 4, seed, tone=tone)


def test_a_narrator_keeps_nothing_between_two_questions() -> None:
    class Restarted:
        def choose(self, look: Look) -> Answer:
            return narrator("it").choose(look)

    assert told([Restarted()] * 3, 8, **SHORT).record.write() == told([Narrator("it")] * 3, 8, **SHORT).record.write()


def test_the_character_stays_itself_through_the_story() -> None:
    play = told([Narrator("en")] * 3, 4, **SHORT)
    grammar = grammar_of("en")
    for seat in range(3):
        names = play.state.names[seat]
        memory = memory_of(GAME.view(play.state, seat), seat, grammar)
        assert (memory.who.name, memory.lover.name, memory.accuser.name) == tuple(
            names[part] for part in ("who", "amans", "accusator")
        )
        flight = next(each for each in play.state.story if each.seat == seat and each.part == "flight")
        assert flight.text is not None and memory.crime.bare in flight.text
        assert grammar.form(memory.place, "the") == play.state.places[seat]
    everybody = [name for names in play.state.names for name in names.values()]
    assert len(set(everybody)) == len(everybody)


def test_a_scene_speaks_of_the_place_it_leads_to_and_marks_it() -> None:
    play = told([Narrator("fr")] * 4, 5, **SHORT)
    grammar = grammar_of("fr")
    moved = [passage for passage in play.state.story if passage.moved]
    assert any(plain_form(grammar.place(each.place).bare) in plain_form(each.text or "") for each in moved)
    for passage in moved:
        noun = grammar.place(passage.place)
        text = plain_form(passage.text or "")
        assert plain_form(noun.short) in text
        if plain_form(noun.bare) in text:
            assert noun.bare in [mark.text for mark in passage.marks]


def test_quoted_elements_stand_in_the_scene_that_locks_a_card() -> None:
    play = told([Narrator("nl")] * 4, 6)
    assert play.state.quotes
    for quote in play.state.quotes:
        scene = next(each for each in play.state.story if each.turn == quote.turn and each.part == "scene")
        assert quote.text is not None and scene.text is not None
        assert plain_form(quote.text) in plain_form(scene.text)
        assert quote.seat != quote.of


@pytest.mark.parametrize("wish", ("knife", "blood"))
def test_what_the_table_has_agreed_to_leave_out_is_not_told_bc_23(wish: str) -> None:
    for seed in range(3):
        play = told([Narrator("en")] * 4, seed, lines=[wish], **SHORT)
        assert not any(wish in text.casefold() for text in texts(play))


def test_where_nothing_may_be_said_a_veil_is_drawn_bc_28() -> None:
    play = told([Narrator("en")] * 3, 1, veils=["a", "e", "i", "o"], **SHORT)
    assert {passage.form for passage in play.state.story if passage.part != "question"} == {VEILED}


class Strange:
    """Writes as people might: names with braces and quotes, marks of its own, in no known language."""

    def choose(self, look: Look) -> Answer:
        data: Any = look.decision.data
        if look.decision.kind == "introduction":
            name = f"{{x}} 'y' | ¡{look.seat}! «Ω»" if data["named"] else None
            return {
                "kind": "introduce",
                "words": {"form": WRITTEN, "text": f"Βάκχος {data['question']}."},
                "name": name,
            }
        if look.decision.kind == "scene":
            turn = look.view["turn"]
            place = None if data["facts"]["place_rule"] == "must_not" else {"name": f"the {{place}} of 'turn' {turn}"}
            thing = f"thing | {turn} {{a, select, other {{b}}}}"
            mark: Json = {"text": thing, "element": "thing", "deus": None}
            return {
                "kind": "tell",
                "words": {"form": WRITTEN, "text": f"Behold {thing}!"},
                "place": place,
                "with_amans": data["facts"]["with_amans_allowed"][0],
                "marks": [mark],
                "meets": [],
            }
        if look.decision.kind == "ask":
            return {"kind": "ask", "words": {"form": WRITTEN, "text": "Τί;"}}
        return Simple().choose(look)


@pytest.mark.parametrize("language", LANGUAGES)
def test_narrators_get_on_with_people_who_write_strangely(language: str) -> None:
    for seed in range(2):
        play = told([Strange(), Narrator(language), Narrator(language)], seed)
        own = [passage for passage in play.state.story if passage.seat != 0]
        assert {passage.form for passage in own} == {WRITTEN}


def test_narrators_get_on_with_players_who_tell_aloud_or_anything_at_all() -> None:
    for seed, other in enumerate((Simple(), RandomPlayer())):
        told([other, Narrator("es"), Narrator("fr"), Narrator("es")], seed)


def test_a_narrator_can_take_over_a_character_it_does_not_know() -> None:
    rng = random.Random(3)
    play = Play.begin(GAME, 3, {})
    while pending := play.pending():
        decision = pending[0]
        if decision.seat == CHANCE:
            play.answer(CHANCE, rng.choices(decision.options, decision.weights)[0])
            continue
        player: Player = Simple() if decision.kind == "introduction" else Narrator("it")
        play.answer(decision.seat, player.choose(Look(GAME, play.state, decision, rng)))
    scenes = [passage for passage in play.state.story if passage.part in ("scene", "ending")]
    assert {passage.form for passage in scenes} == {WRITTEN}


def test_a_lock_is_objected_to_only_if_it_quotes_nothing_bc_22() -> None:
    scene = {"turn": 9, "part": "scene", "form": WRITTEN, "text": "I drink beside the mill with the blue door."}
    view = {"turn": 9, "story": [scene]}
    assert not quotes_nothing(view, {"text": "mill with the blue door"})
    assert not quotes_nothing(view, {"text": "the old blue house"})
    assert quotes_nothing(view, {"text": "silver comb"})
    assert not quotes_nothing(view, {"text": None})
    assert not quotes_nothing(view, None)


def test_narrators_never_object_to_each_other() -> None:
    play = told([Narrator("en")] * 5, 9)
    assert all("object" not in entry.answer.get("acts", []) for entry in play.record.entries)


def test_nobodys_lover_or_accuser_is_quoted_bc_15() -> None:
    play = told([Narrator("en")] * 4, 2, **SHORT)
    view = GAME.view(play.state, 0)
    names = {name for each in play.state.names for part, name in each.items() if part != "who"}
    assert names.isdisjoint(each.text for each in quotables(view, 0, grammar_of("en")))


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_of_our_questions_gets_its_own_answer(language: str) -> None:
    player = Narrator(language)
    grammar = player.grammar
    for key in (key for key in grammar.keys if key.startswith("question.")):
        replies = grammar.sentences(key.replace("question", "reply"))
        for number, question in enumerate(grammar.sentences(key)):
            asked = plain_form(question.say({"other": "Livia"}))
            assert player._understood(asked) == (question, [replies[number], replies[-1]])
    assert player._understood("what time is it?") == (None, [])
