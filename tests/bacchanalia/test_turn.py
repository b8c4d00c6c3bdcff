"""The steps of a turn up to the Aruspex (BC-4 to BC-9, BC-12, BC-13)."""

from __future__ import annotations

import pytest

from bacchanalia.feast import ALOUD, Feast, written
from triclinium.core.decision import CHANCE
from triclinium.games.bacchanalia.rules.cards import CARD_NAMES
from triclinium.games.bacchanalia.rules.gods import find_ruling
from triclinium.games.bacchanalia.rules.state import TIE

BACCHUS_AT_0 = "bacchus miles, pluto minerva, satyrus accusator"


def rules(held: str, hand: str) -> str:
    """Who rules with these Deus cards, Vinum besides, and this hand."""
    cards = [CARD_NAMES.index(name) for name in (*held.split(), "vinum")]
    ruling = find_ruling([cards.count(deus) for deus in range(9)], [CARD_NAMES.index(name) for name in hand.split()])
    if ruling.deus == TIE:
        return "tie " + " ".join(CARD_NAMES[deus] for deus in ruling.level)
    return CARD_NAMES[ruling.deus] + (" symbol" if ruling.symbol else "")


# Step 1, Bacchus arrives.


def test_step_1_bacchus_arrives_when_he_came_in_anothers_turn():
    feast = Feast(BACCHUS_AT_0).introduced()
    feast.draws("miles", "venus", "venus", "amans")
    feast.say(0, "pass_bacchus", to=1)
    feast.tells()
    feast.ends()
    assert (feast.active, feast.phase) == (1, "arrival")
    assert feast.guidance()["must"] == ["bacchus_arrives"]
    feast.say(1, "arrive", words=written("A leopard yawns by the well."))
    assert feast.told("told_in_writing")[0]["part"] == "arrival"
    assert feast.decision().seat == CHANCE


def test_bc_13_no_arrival_if_he_was_lost_before():
    feast = Feast(BACCHUS_AT_0).introduced()
    feast.draws("miles", "venus", "venus", "amans")
    feast.say(0, "pass_bacchus", to=2)
    feast.tells()
    feast.ends()
    feast.clear_centre()
    feast.draws("vinum_symbol", "vinum_symbol", "vinum_symbol", "amans")
    feast.say(1, "take", card="bacchus", **{"from": 2})
    feast.tells()
    feast.ends()
    assert (feast.active, feast.phase) == (2, "draw")


def test_bc_13_bacchus_taken_in_ones_own_turn_needs_no_arrival_and_brings_no_question():
    feast = Feast().introduced()
    assert "bacchus" in feast.centre
    feast.draws("vinum_symbol", "vinum_symbol", "pluto", "amans")
    feast.say(0, "take", card="bacchus", **{"from": None})
    feast.tells()
    feast.ends()
    assert not feast.state.arrives[0]
    assert feast.active == 1


# Step 2, the draw.


def test_step_2_four_cards_or_three_with_a_lock():
    feast = Feast().introduced()
    feast.draws("venus", "venus", "pluto", "pluto")
    feast.tells()
    feast.say(0, "lock", card="venus", of=1, element="thing", words=ALOUD)
    feast.ends()
    assert feast.locked(0) == "venus"
    feast.at(0)
    feast.draws("venus", "pluto", "pluto")
    assert feast.ruling == "venus"


def test_bc_4_parcae_works_at_once_and_fills_a_place():
    feast = Feast().introduced()
    feast.draws("parcae", "venus", "pluto", "pluto")
    assert feast.told("parcae_shown") == [{"seat": 0, "number": 1}]
    # Amans is in the centre before this turn's Aruspex, so Venus takes it.
    assert feast.ruling == "venus"
    assert "amans" in feast.held(0)


def test_bc_4_parcae_matches_nothing_and_cannot_be_locked():
    feast = Feast().introduced()
    feast.draws("parcae", "accusator", "pluto", "pluto")
    assert feast.ruling == "vinum"
    feast.tells()
    assert feast.refused(0, "lock", card="parcae", of=1, element="thing", words=ALOUD) == "lock_parcae BC-4"


def test_bc_4_after_clean_up_deck_and_discards_are_mixed_and_locks_stay_out():
    feast = Feast().introduced()
    feast.draws("venus", "venus", "pluto", "pluto")
    feast.tells()
    feast.say(0, "lock", card="pluto", of=1, element="thing", words=ALOUD)
    feast.ends()
    feast.turn("parcae", "accusator", "satyrus", "amans")
    assert feast.told("deck_mixed") == [{"cards": 61}]
    assert sum(feast.state.discards) == 0
    assert feast.state.pile[CARD_NAMES.index("parcae")] == 1


def test_bc_5_an_empty_deck_is_renewed_in_mid_draw():
    feast = Feast().introduced()
    s = feast.state
    s.discards, s.pile = s.pile, [0] * 11
    s.discards[1] -= 2
    s.pile[1] = 2
    feast.draws("pluto", "pluto", "venus")
    assert feast.told("deck_renewed") == [{"cards": 60}]
    feast.draws("venus")
    assert sum(s.discards) == 0
    assert feast.ruling == "venus"


# Step 3, wine for Minerva.


def test_bc_6_one_vinum_drawn_now_is_discarded_and_not_replaced():
    feast = Feast().introduced()
    feast.at(1)
    feast.draws("vinum", "vinum", "pluto", "venus")
    assert feast.told("vinum_sacrificed") == [{"seat": 1, "card": "vinum"}]
    assert len(feast.state.drawn) == 3
    assert feast.ruling == "pluto"


def test_bc_6_the_player_chooses_which_vinum():
    feast = Feast().introduced()
    feast.at(1)
    feast.draws("vinum", "vinum_symbol", "satyrus", "venus")
    assert feast.phase == "sacrifice"
    assert feast.refused(1, "sacrifice", card="venus") == "card_not_there BC-6"
    feast.say(1, "sacrifice", card="vinum_symbol")
    assert (feast.ruling, feast.state.symbol) == ("vinum", False)


@pytest.mark.parametrize("edition", ["it", "es"])
def test_bc_6_without_wine_minerva_goes_to_the_centre_before_counting(edition):
    feast = Feast(edition=edition).introduced()
    feast.at(1)
    feast.draws("minerva", "minerva", "minerva", "pluto")
    assert "minerva" in feast.centre
    assert feast.ruling == "pluto"
    assert "minerva_left" in feast.guidance()["cards"]


@pytest.mark.parametrize(("edition", "stays"), [("it", False), ("es", True)])
def test_bc_6_only_the_locked_card_is_vinum(edition, stays):
    feast = Feast(edition=edition).introduced()
    feast.at(1)
    feast.draws("vinum", "vinum", "satyrus", "venus")
    feast.tells()
    feast.say(1, "lock", card="vinum", of=0, element="thing", words=ALOUD)
    feast.ends()
    feast.at(1)
    feast.draws("satyrus", "satyrus", "venus")
    assert ("minerva" in feast.held(1)) == stays
    assert feast.ruling == "vinum"


# Steps 4 and 5.


@pytest.mark.parametrize(
    ("held", "hand", "ruler"),
    [
        ("miles pluto", "miles miles pluto venus", "miles"),
        ("miles miles pluto", "miles miles pluto venus", "tie pluto miles"),
        ("miles miles", "vinum vinum miles miles", "vinum"),
        ("miles miles pluto", "miles miles miles pluto", "miles"),
        ("miles miles", "miles miles venus pluto", "miles"),
        ("miles miles", "miles venus pluto pluto", "miles"),
    ],
)
def test_bc_7_and_bc_8_umbra_are_spread_over_twins(held, hand, ruler):
    assert rules(held, hand) == ruler


@pytest.mark.parametrize(
    ("held", "hand", "ruler"),
    [
        ("satyrus miles", "vinum miles pluto venus", "vinum"),
        ("pluto miles", "vinum miles venus venus", "miles"),
        ("pluto miles", "vinum miles pluto venus", "tie pluto miles"),
        ("satyrus miles", "vinum miles satyrus venus", "vinum"),
        ("amans miles", "amans miles pluto pluto", "tie amans miles"),
        ("amans venus", "amans venus pluto pluto", "tie venus amans"),
        ("pluto miles", "venus venus amans parcae", "vinum"),
        ("pluto", "parcae venus venus amans", "vinum"),
    ],
)
def test_bc_8_ties(held, hand, ruler):
    assert rules(held, hand) == ruler


@pytest.mark.parametrize(
    ("hand", "ruler"),
    [
        ("vinum_symbol vinum venus amans", "vinum symbol"),
        ("vinum vinum venus amans", "vinum"),
        ("vinum_symbol miles miles amans", "miles"),
    ],
)
def test_bc_12_one_symbol_in_the_ruling_stack(hand, ruler):
    assert rules("miles pluto", hand) == ruler


def test_bc_12_the_symbol_is_looked_for_after_minervas_cut():
    feast = Feast().introduced()
    feast.at(1)
    feast.draws("vinum_symbol", "vinum", "satyrus", "satyrus")
    feast.say(1, "sacrifice", card="vinum_symbol")
    assert not feast.state.symbol


# Step 6, Bacchus moves on.


def test_step_6_bacchus_stays_when_he_rules():
    feast = Feast(BACCHUS_AT_0).introduced()
    feast.draws("bacchus", "bacchus", "venus", "amans")
    assert feast.ruling == "bacchus"
    assert feast.phase == "scene"
    assert "bacchus" in feast.held(0)


def test_bc_9_bacchus_passes_before_the_aruspex_to_a_player_still_in():
    feast = Feast(BACCHUS_AT_0).introduced()
    feast.state.ended[2] = "left"
    feast.lay(2)
    feast.state.held[2][8] = 0
    feast.state.aside[8] += 1
    feast.draws("miles", "venus", "amans", "amans")
    assert feast.told("bacchus_passed") == [{"seat": 0, "to": 1}]
    assert feast.told("deus_put") == []


def test_bc_9_in_a_tie_bacchus_passes_even_if_he_is_in_it_and_the_rest_pays():
    feast = Feast(BACCHUS_AT_0).introduced()
    feast.draws("bacchus", "miles", "venus", "amans")
    assert feast.ruling == "tie"
    assert feast.refused(0, "pass_bacchus", to=0) == "give_self BC-9"
    feast.say(0, "pass_bacchus", to=2)
    assert feast.told("deus_put") == [{"seat": 0, "card": "miles"}]
    assert feast.phase == "scene"


# Step 8, the question.


def test_bc_13_the_receiver_owes_the_question_and_the_active_player_answers():
    feast = Feast(BACCHUS_AT_0).introduced()
    feast.draws("miles", "venus", "amans", "amans")
    feast.say(0, "pass_bacchus", to=2)
    feast.tells()
    feast.say(0, "no_lock")
    assert (feast.phase, feast.asked) == ("ask", [2])
    feast.say(2, "ask", words=written("Whom did you betray?"))
    assert (feast.phase, feast.asked) == ("reply", [0])
    feast.say(0, "reply", words=written("My brother."))
    assert feast.phase == "react"
    assert [passage.part for passage in feast.state.story[-3:]] == ["scene", "question", "reply"]


def test_bc_13_he_may_pass():
    feast = Feast(BACCHUS_AT_0).introduced()
    feast.draws("miles", "venus", "amans", "amans")
    feast.say(0, "pass_bacchus", to=2)
    feast.tells()
    feast.say(0, "no_lock")
    feast.say(2, "pass")
    assert feast.told("question_passed") == [{"seat": 2}]
    assert feast.phase == "react"


def test_bc_13_he_owes_it_even_if_he_has_lost_bacchus_since():
    feast = Feast(BACCHUS_AT_0).introduced()
    feast.clear_centre()
    feast.draws("vinum_symbol", "vinum_symbol", "amans", "amans")
    feast.say(0, "pass_bacchus", to=2)
    feast.say(0, "take", card="bacchus", **{"from": 2})
    assert "bacchus" in feast.held(0)
    feast.tells()
    feast.say(0, "no_lock")
    assert (feast.phase, feast.asked) == ("ask", [2])


# Step 9.


def test_step_9_all_umbra_but_the_lock_go_to_the_discards():
    feast = Feast().introduced()
    feast.draws("venus", "venus", "pluto", "amans")
    feast.tells()
    feast.say(0, "lock", card="amans", of=2, element="person", words=ALOUD)
    feast.ends()
    assert sum(feast.state.discards) == 3
    assert feast.active == 1
