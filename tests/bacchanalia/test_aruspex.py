"""The eleven entries of the Aruspex: cards, place, Amans (BC-10, BC-11, BC-16, BC-17)."""

from __future__ import annotations

import pytest

from bacchanalia.feast import ALOUD, UNTOLD, Feast, written
from triclinium.games.bacchanalia.views.guidance import ENTRIES

both = pytest.mark.parametrize("edition", ["it", "es"])


def at_scene(held: str, cards: str, parcae: int = 0, edition: str = "it", together: bool = False) -> Feast:
    """The first player, holding these Deus cards, has drawn these Umbra after so many Parcae."""
    feast = Feast(edition=edition).introduced()
    feast.fates(parcae)
    feast.lay(0, *held.split())
    feast.state.with_amans[0] = together
    feast.draws(*cards.split())
    return feast


def facts(feast: Feast) -> dict[str, object]:
    found: dict[str, object] = feast.decision().data["facts"]
    return found


# The entries.


@both
def test_tie_a_deus_of_ones_choice_goes_to_the_centre_and_the_place_changes(edition):
    feast = at_scene("pluto miles venus", "pluto miles amans amans", edition=edition)
    assert feast.phase == "pay_tie"
    assert feast.refused(0, "put", card="vinum") == "vinum_stays BC-10"
    assert feast.refused(0, "put", card="minerva") == "card_not_there BC-10"
    feast.say(0, "put", card="venus")
    assert feast.held(0) == ["pluto", "miles"]
    assert facts(feast)["place_rule"] == "must"
    assert feast.guidance()["entry"] == "entry_tie"


@pytest.mark.parametrize(
    ("parcae", "entry"),
    [(0, "accusator_near"), (1, "accusator_near"), (2, "accusator_confronts"), (4, "accusator_confronts")],
)
def test_accusator_takes_a_miles_and_goes_to_the_centre(parcae, entry):
    feast = at_scene("accusator pluto", "accusator accusator amans venus", parcae)
    assert feast.held(0) == ["pluto", "miles"]
    assert "accusator" in feast.centre
    assert feast.guidance()["entry"] == f"entry_{entry}"
    assert facts(feast)["place_rule"] == "must"


def test_pluto_takes_a_miles_and_goes_to_the_centre():
    feast = at_scene("accusator pluto", "pluto pluto amans venus")
    assert feast.held(0) == ["accusator", "miles"]
    assert "pluto" in feast.centre
    assert feast.guidance()["entry"] == "entry_pluto"
    assert facts(feast)["place_rule"] == "must"


def test_amans_is_the_amans_ending():
    feast = at_scene("amans pluto", "amans amans satyrus venus", 1)
    assert feast.state.ending == "amans"
    assert feast.guidance()["entry"] == "entry_amans"
    assert feast.guidance()["must"] == ["change_place", "be_with_amans", "this_is_your_ending"]
    feast.tells()
    assert feast.phase == "react" and feast.asked == [0]
    feast.ends()
    assert feast.state.outcomes[0] == "happy"


def test_bacchus_stays_and_so_does_the_place():
    feast = at_scene("bacchus pluto", "bacchus bacchus satyrus venus")
    assert facts(feast)["place_rule"] == "must_not"
    assert feast.guidance()["entry"] == "entry_bacchus"
    assert "keeps_bacchus" in feast.guidance()["cards"]


@pytest.mark.parametrize(
    ("parcae", "entry"),
    [(0, "miles_near"), (1, "miles_near"), (2, "miles_escape"), (3, "miles_capture"), (7, "miles_capture")],
)
def test_miles_by_the_count_of_parcae(parcae, entry):
    feast = at_scene("miles accusator", "miles miles satyrus venus", parcae)
    assert "accusator" in feast.centre
    assert feast.held(0) == ["miles"]
    assert feast.guidance()["entry"] == f"entry_{entry}"
    assert feast.state.captured[0] == (parcae >= 3)


def test_bc_4_a_parcae_drawn_now_counts_for_miles():
    feast = at_scene("miles pluto", "parcae miles miles venus", 2)
    assert feast.guidance()["entry"] == "entry_miles_capture"


def test_bc_16_minerva_apart_offers_a_meeting_only_to_whoever_holds_the_card():
    """And no entry then says that the two do not meet."""
    feast = at_scene("minerva amans", "vinum minerva minerva venus", 1)
    assert feast.guidance()["entry"] == "entry_minerva_apart"
    assert "meet_amans_by_card" in feast.guidance()["may"]
    feast = at_scene("minerva pluto", "vinum minerva minerva venus", 1)
    assert "meet_amans" in feast.guidance()["must_not"]
    assert not any(key.startswith("meet_amans") for key in feast.guidance()["may"])


@pytest.mark.parametrize("together", [True, False])
def test_bc_16_venus_together_binds_closer_and_the_amans_may_still_go(together):
    feast = at_scene("venus amans", "venus venus pluto miles", 1, together=True)
    assert "let_amans_go" in feast.guidance()["may"]
    feast.tells(place={"name": "the ford"}, with_amans=together)
    assert feast.state.with_amans[0] is together


@pytest.mark.parametrize(("together", "entry"), [(True, "minerva_together"), (False, "minerva_apart")])
def test_minerva_goes_to_the_centre_and_the_place_stays(together, entry):
    feast = at_scene("minerva pluto", "vinum minerva minerva venus", together=together)
    assert feast.held(0) == ["pluto"]
    assert facts(feast)["place_rule"] == "must_not"
    assert feast.guidance()["entry"] == f"entry_{entry}"


def test_satyrus_moves_no_card_and_changes_place():
    feast = at_scene("satyrus pluto", "satyrus satyrus venus venus")
    assert feast.held(0) == ["pluto", "satyrus"]
    assert facts(feast)["place_rule"] == "must"


def test_bc_11_venus_without_amans_in_play_moves_no_card():
    feast = at_scene("venus pluto", "venus venus amans miles")
    assert feast.held(0) == ["pluto", "venus"]
    assert feast.guidance()["entry"] == "entry_venus_memory"
    assert facts(feast)["with_amans_allowed"] == [False]


def test_bc_11_venus_takes_amans_from_the_centre():
    feast = at_scene("venus pluto", "venus venus amans miles", 1)
    assert feast.held(0) == ["pluto", "amans"]
    assert "venus" in feast.centre
    assert feast.guidance()["entry"] == "entry_venus_finds"
    assert facts(feast)["with_amans_allowed"] == [True]


def test_bc_11_venus_takes_amans_from_its_holder():
    feast = Feast().introduced()
    feast.fates(1)
    feast.lay(2, "amans")
    feast.draws("venus", "venus", "pluto", "amans")
    assert feast.told("deus_taken_from") == [{"seat": 0, "card": "amans", "owner": 2}]


def test_bc_11_whoever_holds_amans_already_loses_only_venus():
    feast = at_scene("venus amans", "venus venus pluto miles", 1, together=True)
    assert feast.held(0) == ["amans"]
    assert feast.guidance()["entry"] == "entry_venus_together"


@pytest.mark.parametrize(("edition", "rule"), [("it", "may"), ("es", "must")])
def test_editions_the_symbol_vinum_scene_may_or_must_change_place(edition, rule):
    feast = at_scene("venus pluto", "vinum_symbol vinum amans miles", edition=edition)
    feast.say(0, "take", card="satyrus", **{"from": None})
    assert feast.guidance()["entry"] == "entry_vinum_symbol"
    assert "show_deus" in feast.guidance()["must"]
    assert facts(feast)["place_rule"] == rule


def test_plain_vinum_moves_no_card_and_stays():
    feast = at_scene("venus pluto", "vinum vinum amans miles")
    assert facts(feast)["place_rule"] == "must_not"
    assert feast.guidance()["entry"] == "entry_vinum"


def test_vinum_rules_when_nothing_matches():
    feast = at_scene("venus pluto", "satyrus satyrus amans miles")
    assert feast.guidance()["entry"] == "entry_vinum"
    assert "no_match" in feast.guidance()["cards"]


def test_every_entry_has_been_named():
    assert len(ENTRIES) == 17 and len({entry.split("_")[0] for entry in ENTRIES}) == 10


# Taking.


def test_bc_10_a_named_card_comes_from_the_centre_first():
    feast = at_scene("pluto", "pluto pluto amans venus")
    assert feast.told("deus_taken") == [{"seat": 0, "card": "miles"}]


def test_bc_10_else_from_a_player_of_ones_choice_captured_ones_included():
    feast = Feast("venus pluto, miles minerva, miles accusator").introduced()
    feast.state.captured[2] = True
    feast.draws("pluto", "pluto", "amans", "satyrus")
    assert feast.phase == "take"
    assert [option.get("from") for option in feast.options()] == [1, 2, None]
    assert feast.refused(0, "take", card="miles", **{"from": 0}) == "take_self BC-10"
    assert feast.refused(0, "take", card="satyrus", **{"from": None}) == "card_not_there BC-10"
    assert feast.refused(0, "take", card="minerva", **{"from": 1}) == "take_elsewhere BC-10"
    feast.say(0, "take", card="miles", **{"from": 2})
    assert feast.held(2) == ["accusator"]


def test_bc_10_else_no_card_moves_and_the_rest_of_the_entry_applies():
    feast = Feast("venus pluto, satyrus minerva, satyrus accusator").introduced()
    feast.clear_centre()
    feast.draws("pluto", "pluto", "amans", "satyrus")
    assert feast.told("deus_not_taken") == [{"seat": 0}]
    assert feast.held(0) == ["venus"]


def test_bc_10_a_free_choice_from_players_only_if_the_centre_is_empty():
    feast = at_scene("venus pluto", "vinum_symbol vinum amans miles")
    assert all(option.get("from") is None for option in feast.options())
    feast = Feast().introduced()
    feast.clear_centre()
    feast.draws("vinum_symbol", "vinum", "amans", "accusator")
    taken = [(option["card"], option["from"]) for option in feast.options()[:-1]]
    assert taken == [("pluto", 1), ("minerva", 1), ("accusator", 2), ("satyrus", 2)]
    assert feast.refused(0, "take", card="vinum", **{"from": 1}) == "vinum_stays BC-10"


# The facts of the fiction.


def test_bc_16_a_scene_that_must_change_place_names_the_new_one():
    feast = at_scene("satyrus pluto", "satyrus satyrus venus venus")
    scene = {"words": written("He runs."), "with_amans": False, "marks": [], "meets": []}
    assert feast.refused(0, "tell", **scene, place=None) == "place_must_change BC-16"
    assert feast.refused(0, "tell", **scene, place={"name": None}) == "place_unnamed BC-16"
    assert feast.refused(0, "tell", **scene, place={"name": "WHERE of  0"}) == "place_same BC-16"
    feast.say(0, "tell", **scene, place={"name": "the red farm"})
    assert feast.state.places[0] == "the red farm"


def test_bc_16_a_scene_that_must_not_cannot():
    feast = at_scene("venus pluto", "vinum vinum amans miles")
    scene = {"words": ALOUD, "with_amans": False, "marks": [], "meets": []}
    assert feast.refused(0, "tell", **scene, place={"name": "Rome"}) == "place_must_stay BC-16"


def test_bc_16_once_apart_reunion_only_with_the_card():
    feast = at_scene("venus pluto", "vinum vinum amans miles", 1)
    scene = {"words": ALOUD, "place": None, "marks": [], "meets": []}
    assert feast.refused(0, "tell", **scene, with_amans=True) == "amans_no_reunion BC-16"
    feast = at_scene("amans pluto", "vinum vinum venus miles", 1)
    feast.say(0, "tell", **scene, with_amans=True)
    assert feast.told("amans_joined") == [{"seat": 0}]


def test_bc_16_losing_the_card_does_not_part_you():
    feast = at_scene("amans pluto", "vinum vinum venus miles", 1, together=True)
    feast.tells()
    feast.lay(1, "amans")
    feast.ends()
    assert feast.state.with_amans[0]


@pytest.mark.parametrize("parcae", [2, 3])
def test_bc_16_capture_and_miles_with_two_parcae_part_you(parcae):
    feast = at_scene("miles amans", "miles miles satyrus venus", parcae, together=True)
    assert "part_from_amans" in feast.guidance()["must"]
    scene = {"words": ALOUD, "place": {"name": "x"}, "marks": [], "meets": []}
    assert feast.refused(0, "tell", **scene, with_amans=True) == "amans_must_part BC-16"
    feast.tells()
    assert not feast.state.with_amans[0]
    assert "amans" in feast.held(0)


def test_bc_16_venus_brings_them_together():
    feast = at_scene("venus pluto", "venus venus amans miles", 1)
    scene = {"words": ALOUD, "place": {"name": "x"}, "marks": [], "meets": []}
    assert feast.refused(0, "tell", **scene, with_amans=False) == "amans_must_be_there BC-16"
    feast.tells(UNTOLD, place={"name": None})
    assert feast.state.with_amans[0]


def test_bc_25_a_scene_left_untold_changes_only_what_must_change():
    feast = at_scene("amans satyrus", "satyrus satyrus venus venus", 1)
    scene = {"words": UNTOLD, "marks": [], "meets": []}
    named = {"place": {"name": "Rome"}, "with_amans": False}
    assert feast.refused(0, "tell", **scene, **named) == "untold_says_nothing BC-25"
    reunion = {"place": {"name": None}, "with_amans": True}
    assert feast.refused(0, "tell", **scene, **reunion) == "untold_says_nothing BC-25"
    feast.say(0, "tell", **scene, place={"name": None}, with_amans=False)
    assert feast.state.places[0] is None
    # No lock without a scene.
    assert feast.phase == "react"


# What the cards did, as guidance.


def test_guidance_tells_what_the_cards_did_in_order():
    feast = at_scene("minerva satyrus", "vinum vinum miles miles", 1)
    assert feast.guidance()["cards"] == ["drew", "parcae_before", "minerva_cut", "rules"]
    feast = at_scene("pluto satyrus", "vinum pluto miles miles")
    assert feast.guidance()["cards"] == ["drew", "rules", "rules_by_satyrus"]
    feast = at_scene("pluto satyrus", "pluto pluto parcae venus")
    assert feast.guidance()["cards"] == ["drew", "parcae_now", "rules", "took", "put"]


def test_bc_28_the_tone_of_the_table_stands_in_every_question():
    assert Feast().decision().data["tone"] == "veiled"
    assert Feast(tone="frank").decision().data["tone"] == "frank"
