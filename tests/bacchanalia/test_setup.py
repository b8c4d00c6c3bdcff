"""Set-up: naming, handing out, Vinum (BC-1, BC-2) and the introductions (BC-3)."""

from __future__ import annotations

import pytest

from bacchanalia.feast import ALOUD, HANDS, Feast, written
from triclinium.core.decision import CHANCE
from triclinium.core.game import BadOptions
from triclinium.core.play import Play
from triclinium.games.bacchanalia.game import GAME
from triclinium.games.bacchanalia.rules.cards import CARD_NAMES, DEUS_COUNTS


def test_bc_1_chance_names_the_youngest_and_the_most_hedonistic():
    play = Play.begin(GAME, 4)
    assert play.pending()[0].kind == "youngest"
    assert play.pending()[0].weights == (1, 1, 1, 1)
    play.answer(CHANCE, {"kind": "youngest", "seat": 2})
    assert play.state.owing == [2]
    while play.state.phase == "hand_out":
        play.answer(play.state.active, play.pending()[0].options[0])
    assert play.pending()[0].kind == "hedonist"
    play.answer(CHANCE, {"kind": "hedonist", "seat": 3})
    assert play.state.active == 3


def test_bc_1_the_host_may_name_them():
    feast = Feast(youngest=0, hedonist=2)
    assert feast.active == 2
    with pytest.raises(BadOptions, match="seats 0 to 2"):
        Play.begin(GAME, 3, {"youngest": 3})


@pytest.mark.parametrize(("seats", "left"), [(3, 3), (4, 1), (5, 1), (6, 0)])
def test_bc_2_so_many_cards_stay_in_the_centre(seats, left):
    feast = Feast(HANDS[seats])
    assert len(feast.centre) == left
    hands = [len(feast.held(seat)) for seat in range(seats)]
    assert hands == ([2] * 5 + [1] if seats == 6 else [2] * seats)


def test_bc_2_third_satyrus_and_miles_and_spare_vinum_are_out_of_the_game():
    aside = Feast(HANDS[4]).state.aside
    assert {CARD_NAMES[deus]: count for deus, count in enumerate(aside) if count} == {
        "amans": 1,
        "satyrus": 1,
        "miles": 1,
        "vinum": 2,
    }
    assert sum(DEUS_COUNTS) == 18


def test_bc_2_only_players_with_fewer_than_two_receive_and_never_the_giver():
    play = Play.begin(GAME, 3, {"youngest": 0, "hedonist": 0})
    feast = Feast.__new__(Feast)
    feast.play, feast.conserved, feast.news = play, GAME.conserved(play.state), []
    assert feast.refused(0, "hand", card="venus", to=0) == "give_self BC-2"
    assert feast.refused(0, "hand", card="amans", to=1) == "card_not_there BC-2"
    feast.say(0, "hand", card="venus", to=1)
    feast.say(1, "hand", card="miles", to=2)
    feast.say(2, "hand", card="pluto", to=1)
    assert feast.refused(0, "hand", card="miles", to=1) == "hand_full BC-2"
    feast.say(0, "hand", card="miles", to=2)
    # Only the youngest still lacks cards, so he is passed over as a giver.
    assert feast.active == 1
    feast.say(1, "hand", card="satyrus", to=0)
    assert feast.active == 2
    feast.say(2, "hand", card="satyrus", to=0)
    assert feast.phase == "introduction"


def test_everybody_gets_a_vinum():
    assert all(Feast(HANDS[5]).state.held[seat][8] == 1 for seat in range(5))


def test_bc_3_the_first_turn_is_the_introduction_alone():
    feast = Feast()
    asked = []
    for _ in range(6):
        asked.append(feast.decision().data["question"])
        feast.say(0, "introduce", words=ALOUD, name=None)
    assert asked == ["who", "mirror", "amans", "flight", "accusator", "where"]
    assert feast.phase == "react" and feast.asked == [0]
    feast.say(0, "end_turn")
    assert feast.active == 1 and feast.phase == "introduction"
    assert not feast.state.drawn


def test_bc_3_names_are_given_where_somebody_is_named():
    feast = Feast()
    feast.say(0, "introduce", words=ALOUD, name="Livia")
    assert feast.told("named") == [{"seat": 0, "part": "who", "name": "Livia"}]
    assert feast.refused(0, "introduce", words=ALOUD, name="x") == "name_not_here BC-3"


def test_bc_3_what_an_introduction_describes_can_be_quoted():
    feast = Feast()
    feast.introduce(where="Under the red oak of Bertinoro.")
    feast.introduce()
    feast.introduce()
    feast.turn("vinum", "vinum", "vinum", "pluto")
    feast.draws("pluto", "pluto", "vinum", "amans")
    feast.tells()
    feast.say(1, "lock", card="pluto", of=0, element="thing", words=written("the red oak"))
    assert feast.state.offer.passage == 5


def test_bc_3_the_first_player_adds_the_first_signs_of_the_feast():
    feast = Feast()
    for _ in range(5):
        feast.say(0, "introduce", words=ALOUD, name=None)
    assert feast.guidance()["must"] == ["answer_question", "near_bertinoro", "first_signs"]
    assert feast.guidance()["must_not"] == ["amans_here"]
    feast.say(0, "introduce", words=ALOUD, name=None)
    feast.say(0, "end_turn")
    for _ in range(5):
        feast.say(1, "introduce", words=ALOUD, name=None)
    assert feast.guidance()["must"] == ["answer_question", "near_bertinoro"]


def test_bc_3_bacchus_dealt_in_the_set_up_needs_no_arrival():
    feast = Feast("bacchus miles, pluto minerva, satyrus accusator").introduced()
    assert feast.phase == "draw"


def test_editions_the_fourth_question_in_spanish_asks_for_the_crime():
    feast = Feast(edition="es")
    for _ in range(3):
        feast.say(0, "introduce", words=ALOUD, name=None)
    assert feast.decision().data["question"] == "crime"
    assert feast.guidance()["may"] == ["maybe_innocent", "crime_examples"]
