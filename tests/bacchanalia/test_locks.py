"""Locks and what others may do before a turn ends (BC-14, BC-15, BC-22, BC-26, BC-27)."""

from __future__ import annotations

from typing import Any

import pytest

from bacchanalia.feast import ALOUD, HANDS, UNTOLD, Feast, written

GIRL = "the girl with the orange veil"


def told_feast(hands: str = HANDS[3], **options: Any) -> Feast:
    """Seat 0 has told of a girl, marked for quotation; it is the turn of seat 1, whose scene is told."""
    feast = Feast(hands, **options).introduced()
    feast.draws("pluto", "pluto", "satyrus", "accusator")
    mark = {"text": GIRL, "element": "person", "deus": None}
    feast.tells(written(f"By the well waits {GIRL}."), marks=[mark])
    feast.ends()
    feast.lay(1, "pluto", "venus")
    feast.draws("satyrus", "venus", "accusator", "accusator")
    feast.tells()
    return feast


def lock(**fields: Any) -> dict[str, Any]:
    return {"card": "venus", "of": 0, "element": "person", "words": written(GIRL)} | fields


def others_pass(feast: Feast) -> None:
    for seat in feast.asked:
        feast.say(seat, "end_turn" if seat == feast.active else "pass")


def test_bc_15_a_marked_element_is_offered_and_can_be_locked():
    feast = told_feast()
    assert {"kind": "lock", **lock()} in feast.options()
    feast.say(1, "lock", **lock())
    others_pass(feast)
    assert feast.locked(1) == "venus"
    assert feast.state.quotes[0].text == GIRL


def test_bc_15_any_words_of_the_scene_may_be_quoted_marked_or_not():
    feast = told_feast()
    feast.say(1, "lock", **lock(element="thing", words=written("BY  the well")))
    assert feast.state.offer.passage == 18


def test_bc_15_the_place_a_scene_leads_to_may_be_quoted():
    feast = Feast(HANDS[3]).introduced()
    feast.draws("miles", "miles", "satyrus", "accusator")
    feast.tells(written("We leave at dawn."), place={"name": "the old mill"})
    feast.ends()
    feast.lay(1, "pluto", "venus")
    feast.draws("satyrus", "venus", "accusator", "accusator")
    feast.tells()
    feast.say(1, "lock", **lock(element="place", words=written("The old mill")))
    assert feast.state.offer.passage == 18


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"of": 1}, "lock_own BC-15"),
        ({"card": "pluto"}, "lock_card BC-15"),
        ({"words": UNTOLD}, "form_not_here BC-28"),
        ({"element": "idea"}, "no_such_element"),
        ({"card": "jupiter"}, "no_such_card"),
        ({"of": 3}, "no_such_seat"),
        ({"of": True}, "no_such_seat"),
        ({"words": written("who of 1")}, "lock_not_new BC-15"),
        ({"words": written("amans of 0")}, "lock_anothers BC-15"),
        ({"words": written("accusator of 0")}, "lock_anothers BC-15"),
    ],
)
def test_bc_15_what_cannot_be_locked_or_quoted(fields, reason):
    assert told_feast().refused(1, "lock", **lock(**fields)) == reason


def test_bc_15_words_nobody_said():
    feast = Feast()
    for _ in range(3):
        feast.introduce(**dict.fromkeys(("who", "mirror", "amans", "flight", "accusator", "where"), "Nothing."))
    feast.draws("pluto", "pluto", "satyrus", "accusator")
    feast.tells()
    assert feast.refused(0, "lock", **lock(card="pluto", of=1)) == "lock_not_there BC-15"


def scene_by_seat_1(words: Any, **fields: Any) -> Feast:
    """Like `told_feast`, but with these words for the scene of seat 1."""
    feast = Feast(HANDS[3]).introduced()
    feast.draws("pluto", "pluto", "satyrus", "accusator")
    feast.tells(written(f"By the well waits {GIRL}."), marks=[{"text": GIRL, "element": "person", "deus": None}])
    feast.ends()
    feast.lay(1, "miles", "venus")
    feast.draws("satyrus", "venus", "miles", "miles")
    feast.tells(words, **fields)
    return feast


def test_bc_15_a_quotation_that_is_not_in_the_scene_is_refused():
    feast = scene_by_seat_1(written("I sleep until noon."))
    assert feast.refused(1, "lock", **lock()) == "lock_not_in_scene BC-15"
    assert not any(option.get("words") == written(GIRL) for option in feast.options())
    assert "quote_in_scene" in feast.guidance()["must"]
    assert "quote_particular" in feast.guidance()["must"]


@pytest.mark.parametrize("text", [f"There stands {GIRL}!", "Orange, a veil: a girl comes with the rain."])
def test_bc_15_an_element_is_in_the_scene_in_its_own_words_or_bent_to_the_sentence(text):
    feast = scene_by_seat_1(written(text))
    feast.say(1, "lock", **lock())
    assert feast.state.offer.text == GIRL


def test_bc_15_the_place_ones_scene_leads_to_is_in_the_scene():
    feast = scene_by_seat_1(written("I run."), place={"name": "the well of the orange veil, with a girl"})
    feast.say(1, "lock", **lock())
    assert feast.state.offer.text == GIRL


@pytest.mark.parametrize("words", [ALOUD, {"form": "veiled"}])
def test_bc_15_of_a_scene_told_aloud_or_veiled_a_quotation_is_believed(words):
    feast = scene_by_seat_1(words)
    assert "quote_in_scene" not in feast.guidance()["must"]
    feast.say(1, "lock", **lock())
    assert feast.state.offer.text == GIRL


def test_bc_15_what_is_quoted_aloud_may_have_its_words_noted():
    feast = scene_by_seat_1(written("I sleep until noon."))
    noted = {"form": "aloud", "text": "words nobody said"}
    quote = {"form": "aloud", "text": GIRL}
    feast.state.story = [each for each in feast.state.story if each.text is not None]
    assert feast.refused(1, "lock", **lock(words=noted)) == "lock_not_there BC-15"
    feast.say(1, "lock", **lock(words=quote))
    assert (feast.state.offer.form, feast.state.offer.text) == ("aloud", GIRL)


def test_bc_15_not_last_turns_lock_again():
    feast = told_feast()
    feast.say(1, "lock", **lock())
    others_pass(feast)
    feast.at(1)
    feast.draws("satyrus", "accusator", "accusator")
    feast.tells()
    assert feast.refused(1, "lock", **lock(of=2, words=ALOUD)) == "lock_again BC-15"
    assert {option.get("card") for option in feast.options()} == {None, "satyrus", "accusator"}


def test_bc_15_an_element_is_new_to_ones_own_scenes_and_quoted_once():
    feast = told_feast()
    feast.say(1, "lock", **lock())
    others_pass(feast)
    feast.at(1)
    feast.draws("satyrus", "accusator", "accusator")
    feast.tells()
    assert feast.refused(1, "lock", **lock(card="satyrus")) == "lock_not_new BC-15"


def test_bc_15_nothing_that_stands_for_a_deus_another_player_holds():
    feast = Feast().introduced()
    feast.draws("pluto", "pluto", "satyrus", "accusator")
    mark = {"text": "the goat man", "element": "person", "deus": "satyrus"}
    feast.tells(written("Then the goat man laughs."), marks=[mark])
    feast.ends()
    feast.lay(1, "pluto")
    feast.draws("satyrus", "venus", "accusator", "accusator")
    feast.tells()
    goat = lock(words=written("the goat man"))
    assert feast.held(2) == ["accusator", "satyrus"]
    assert feast.refused(1, "lock", **goat) == "lock_deus BC-15"
    feast.lay(2, "accusator")
    feast.say(1, "lock", **goat)


def test_bc_22_objection_and_a_majority_refuses():
    feast = told_feast(HANDS[4])
    feast.say(1, "lock", **lock())
    assert feast.asked == [0, 1, 2, 3]
    for seat, acts in ((0, ["object"]), (2, None), (3, None)):
        feast.say(seat, "react", acts=acts) if acts else feast.say(seat, "pass")
    feast.say(1, "end_turn")
    assert (feast.phase, feast.asked) == ("vote", [0, 2, 3])
    feast.say(0, "vote", refuse=True)
    feast.say(2, "vote", refuse=True)
    feast.say(3, "vote", refuse=False)
    assert feast.told("lock_refused") == [{"seat": 1}]
    # One other element, against which whoever objected cannot object again.
    assert (feast.phase, feast.decision().data["second"]) == ("lock", True)
    feast.say(1, "lock", **lock(words=ALOUD))
    assert feast.asked == [1, 2, 3]
    assert feast.refused(0, "react", acts=["object"]) == "not_asked"
    others_pass(feast)
    assert feast.locked(1) == "venus"


def test_bc_22_a_second_refusal_leaves_no_lock_and_the_scene_stands():
    feast = told_feast(HANDS[4])
    for objector in (0, 2):
        feast.say(1, "lock", **lock(words=ALOUD))
        feast.say(objector, "react", acts=["object"])
        others_pass(feast)
        for seat in feast.asked:
            feast.say(seat, "vote", refuse=True)
    assert feast.phase == "react" and feast.state.offer is None
    others_pass(feast)
    assert feast.locked(1) is None
    assert feast.state.story[-1].part == "scene"


@pytest.mark.parametrize("votes", [(True, False, None), (None, None, None), (True, False, False)])
def test_bc_22_a_tie_or_silence_accepts(votes):
    feast = told_feast(HANDS[4])
    feast.say(1, "lock", **lock())
    feast.say(3, "react", acts=["object"])
    others_pass(feast)
    for seat, refuse in zip((0, 2, 3), votes, strict=True):
        feast.say(seat, "abstain") if refuse is None else feast.say(seat, "vote", refuse=refuse)
    assert feast.locked(1) == "venus"
    assert feast.active == 2


def test_bc_22_and_bc_26_ended_players_vote_too():
    feast = told_feast(HANDS[4])
    feast.state.ended[3] = "left"
    feast.lay(3)
    feast.state.held[3][8] = 0
    feast.state.aside[8] += 1
    feast.say(1, "lock", **lock())
    feast.say(0, "react", acts=["object"])
    others_pass(feast)
    assert feast.asked == [0, 2, 3]


def test_bc_22_there_is_nothing_to_object_to_without_a_lock():
    feast = told_feast()
    feast.say(1, "no_lock")
    assert feast.asked == [1]


def test_bc_22_votes_are_sealed():
    feast = told_feast(HANDS[4])
    feast.say(1, "lock", **lock())
    feast.say(0, "react", acts=["object"])
    others_pass(feast)
    feast.say(2, "vote", refuse=True)
    game, state = feast.play.game, feast.state
    assert game.view(state, 2)["you"] == {"sealed": ["refuse"]}
    assert game.view(state, 0)["you"] == {"sealed": None}
    assert game.view(state, None)["asked"] == [0, 2, 3]


# The eye of the goddess.


def test_bc_14_minerva_is_handed_to_the_teller():
    feast = told_feast()
    feast.lay(2, "minerva", "accusator")
    feast.say(1, "no_lock")
    assert feast.asked == [1, 2]
    feast.say(2, "react", acts=["eye"])
    feast.say(1, "end_turn")
    assert "minerva" in feast.held(1)
    assert feast.held(2) == ["accusator"]


def test_bc_14_once_a_turn_and_by_the_holder_only():
    feast = told_feast(HANDS[4])
    feast.lay(2, "minerva", "accusator")
    feast.say(1, "lock", **lock())
    assert feast.refused(0, "react", acts=["eye"]) == "eye_not_now BC-14"
    feast.say(2, "react", acts=["eye", "object"])
    others_pass(feast)
    for seat in feast.asked:
        feast.say(seat, "vote", refuse=True)
    feast.say(1, "no_lock")
    assert feast.asked == [1]


def test_bc_14_not_without_words_nor_in_introductions_or_endings():
    feast = Feast()
    for _ in range(6):
        feast.say(0, "introduce", words=ALOUD, name=None)
    assert feast.held(1) == ["pluto", "minerva"] and feast.asked == [0]
    feast.say(0, "end_turn")
    feast.introduced()
    feast.draws("vinum", "vinum", "satyrus", "accusator")
    feast.tells(UNTOLD)
    assert feast.asked == [0]
    feast.ends()
    feast.at(0)
    feast.fates(1)
    feast.lay(0, "amans")
    feast.draws("amans", "amans", "satyrus", "accusator")
    feast.tells()
    assert feast.asked == [0]


# Meetings.


def test_bc_27_a_met_character_needs_the_players_yes():
    feast = Feast().introduced()
    feast.draws("pluto", "pluto", "satyrus", "accusator")
    feast.tells(ALOUD, meets=[1, 2])
    feast.say(0, "no_lock")
    assert feast.asked == [0, 1, 2]
    feast.say(1, "react", acts=["agree"])
    feast.say(2, "pass")
    feast.say(0, "end_turn")
    scene = next(passage for passage in feast.state.story if passage.part == "scene")
    # Silence means he is only seen.
    assert (scene.meets, scene.agreed) == ((1, 2), (1,))


@pytest.mark.parametrize(
    ("meets", "reason"),
    [([0], "meets_self BC-27"), ([1, 1], "wrong_fields"), ([9], "no_such_seat"), (1, "wrong_fields")],
)
def test_bc_27_whom_one_cannot_meet(meets, reason):
    feast = Feast().introduced()
    feast.draws("pluto", "pluto", "satyrus", "accusator")
    scene = {"words": ALOUD, "place": None, "with_amans": False, "marks": []}
    assert feast.refused(0, "tell", **scene, meets=meets) == reason


@pytest.mark.parametrize("acts", [[], ["no"], ["object", "eye"], "eye", None, ["eye", "eye"]])
def test_a_reaction_is_a_list_of_acts_in_their_order(acts):
    feast = told_feast()
    feast.lay(2, "minerva", "accusator")
    feast.say(1, "lock", **lock())
    assert feast.refused(2, "react", acts=acts) == "no_such_act"
