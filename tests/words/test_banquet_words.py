"""The words of Bacchus' Banquet: names in sentences, cards, goals and winners."""

from __future__ import annotations

import pytest

from triclinium.games.banquet.rules import state
from triclinium.games.banquet.rules.answers import CHANCE_FIELDS, FIELDS
from triclinium.games.banquet.words import vocabulary
from triclinium.words import BadArguments, NoWords, Words
from words.saying import each_language

ODD_NAMES = ("{seat}", "{", "}", "it's '{x}'", "<b>Livia</b>", "[bold]Livia[/]", "🍷🏛️", "\u202eLivia\u202c", "# | %s")


def test_every_question_and_answer_is_declared() -> None:
    assert list(vocabulary.PROMPTS) == list(state.PHASE_NAMES[state.PICK : state.OVER])
    assert set(vocabulary.ANSWERS) == set(FIELDS)
    for kind, fields in FIELDS.items():
        wanted = {"cards"} if kind == "pick" else fields
        assert set(vocabulary.ANSWERS[kind]) == wanted
    assert not set(CHANCE_FIELDS) & set(vocabulary.ANSWERS)


@each_language
def test_places_stand_in_sentences(language: str) -> None:
    words = Words(language, "banquet")
    for place in vocabulary.NAMES["place"]:
        data = {"seat": 0, "card": "carp", "place": place}
        assert words.name("place", place) in words.tell("event", "card_turned_up", data, vocabulary.EVENTS, ["Livia"])


@each_language
@pytest.mark.parametrize("name", ODD_NAMES)
def test_a_name_is_never_read_as_anything_but_a_name(language: str, name: str) -> None:
    words = Words(language, "banquet")
    told = words.tell("event", "gift_offered", {"seat": 0, "to": 1}, vocabulary.EVENTS, [name, name])
    assert told.count(name) == 2
    won = {"seats": [0, 1, 0], "ending": "goal"}
    assert words.tell("event", "game_won", won, vocabulary.EVENTS, [name, "Livia"]).count(name) == 2
    assert name in words.say("ui.saved", file=name)


@each_language
def test_a_card_that_is_not_there_is_nothing(language: str) -> None:
    words = Words(language, "banquet")
    schema = {"cards_yours": vocabulary.EVENTS["cards_yours"]}
    told = words.tell("event", "cards_yours", {"discard": None, "keep": "figs", "gift": "cup"}, schema, [])
    assert words.say("nothing") in told


@each_language
@pytest.mark.parametrize("kind", ["round_shown", "cards_shown"])
def test_all_three_cards_are_shown_with_their_places(language: str, kind: str) -> None:
    words = Words(language, "banquet")
    shown = {"discard": "olives", "keep": "figs", "gift": "cup"}
    told = words.tell("event", kind, shown, vocabulary.EVENTS, [])
    for place, card in shown.items():
        assert f"{words.name('place', place)}" in told and words.name("card", card) in told


def test_winners_agree_in_number() -> None:
    words = Words("en", "banquet")
    names = ["Livia", "Marcus", "Irene"]
    alone = words.tell("event", "game_won", {"seats": [2], "ending": "goal"}, vocabulary.EVENTS, names)
    assert alone.startswith("Irene wins! ")
    three = words.tell("event", "game_won", {"seats": [0, 1, 2], "ending": "daggers"}, vocabulary.EVENTS, names)
    assert three.startswith("Livia, Marcus and Irene win together! ")


def test_answers_are_told_by_the_cards_that_lie_there() -> None:
    words = Words("en", "banquet")
    cards_at = {0: "olives", 3: "cup", 6: "dagger"}
    pick = vocabulary.answer_data({"kind": "pick", "slots": [0, 3, 6]}, cards_at)
    assert words.tell("answer", "pick", pick, vocabulary.ANSWERS, []) == "Pick Olives, Cup and Dagger"
    assign = vocabulary.answer_data({"kind": "assign", "discard": 6, "keep": 0, "gift": 3}, cards_at)
    told = words.tell("answer", "assign", assign, vocabulary.ANSWERS, [])
    assert told == "Discard: Dagger; Keep: Olives; Gift: Cup"
    claim = vocabulary.answer_data({"kind": "claim", "card": "claim_keep_gift", "place": "gift"}, cards_at)
    told = words.tell("answer", "claim", claim, vocabulary.ANSWERS, [])
    assert told == "Play Claim (Keep or Gift): take the Gift"


@each_language
def test_goals_say_whether_dishes_must_differ(language: str) -> None:
    words = Words(language, "banquet")
    for guest in vocabulary.NAMES["guest"]:
        key = f"guest.{guest}.goal"
        alike = words.say(key, different_dishes=False) == words.say(key, different_dishes=True)
        assert alike == (guest not in ("claudius", "vespasianus", "messalina"))


def test_arguments_that_do_not_fit_are_named() -> None:
    words = Words("en", "banquet")
    with pytest.raises(BadArguments, match=r"takes \['seat', 'to'\], not \['seat'\]"):
        words.tell("event", "gift_offered", {"seat": 0}, vocabulary.EVENTS, ["Livia"])
    with pytest.raises(BadArguments, match="no seat 1 among 1 names"):
        words.tell("event", "gift_offered", {"seat": 0, "to": 1}, vocabulary.EVENTS, ["Livia"])
    with pytest.raises(BadArguments, match="round must be a number, not 'one'"):
        words.tell("event", "round_began", {"seat": 0, "round": "one"}, vocabulary.EVENTS, ["Livia"])
    with pytest.raises(BadArguments, match=r"guest\.claudius\.goal in en cannot be said of"):
        words.say("guest.claudius.goal", different_dishes=1)
    with pytest.raises(NoWords, match=r"card\.pizza"):
        words.tell("event", "card_applied", {"seat": 0, "card": "pizza"}, vocabulary.EVENTS, ["Livia"])
    with pytest.raises(BadArguments, match="card must be the name of a card, not 3"):
        words.tell("event", "card_applied", {"seat": 0, "card": 3}, vocabulary.EVENTS, ["Livia"])
