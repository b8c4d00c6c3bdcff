"""Food Taster, Umbra and Hymn to Bacchus. Leaflet: "Cartes action spéciales"."""

from __future__ import annotations

import pytest

from banquet.scene import GIVE_BACK, Scene, claim, special_gift
from triclinium.games.banquet.rules.cards import FIRST_WINE, KIND_NAMES

THREE = "caligula octavius septimus"
SPECIAL = ("food_taster", "umbra", "hymn")
EDITIONS = pytest.mark.parametrize("edition", ["fr", "nl"])
DISHES = KIND_NAMES[:FIRST_WINE]
NO_DISHES = [kind for kind in KIND_NAMES[FIRST_WINE:] if kind != "umbra"]


def offered(gift: str, *before: str, keep: str = "vase", edition: str = "fr") -> Scene:
    """Octavius, with some cards before him, has accepted the Gift, and it is turned up."""
    scene = Scene(THREE, edition=edition)
    scene.before(1, *before, belt=3)
    scene.lays(discard="mirror", keep=keep, gift=gift)
    scene.offer(1)
    scene.accepts(1)
    return scene


# --- Leaflet: Cartes action spéciales -----------------------------------------------------------------------


@pytest.mark.parametrize("kind", [kind for kind in KIND_NAMES if kind != "food_taster"])
def test_leaflet_food_taster_any_card_may_be_discarded_with_it(kind: str) -> None:
    scene = offered(kind, "food_taster")
    assert (scene.phase, scene.asked) == ("taste", [1])
    scene.tastes(1)
    assert scene.accepted(1) == []
    assert scene.belt(1) == 3
    assert sorted(scene.discards) == sorted(["food_taster", kind, "mirror"])


@pytest.mark.parametrize("kind", DISHES)
def test_leaflet_umbra_any_dish_may_be_discarded_with_it(kind: str) -> None:
    scene = offered(kind, "umbra")
    assert scene.options(1) == [{"kind": "apply"}, {"kind": "give_to_umbra"}]
    scene.gives_to_umbra(1)
    assert scene.accepted(1) == []
    assert sorted(scene.discards) == sorted(["umbra", kind, "mirror"])


@pytest.mark.parametrize("kind", NO_DISHES)
def test_leaflet_umbra_other_cards_are_not_hers(kind: str) -> None:
    scene = offered(kind, "umbra")
    assert scene.phase == "pick", "nothing was asked"
    assert kind in scene.accepted(1) and "umbra" in scene.accepted(1)


@pytest.mark.parametrize("wine", ["small_cup", "cup", "amphora"])
def test_leaflet_hymn_when_its_owner_drinks_everybody_else_drinks_one(wine: str) -> None:
    scene = offered(wine, "hymn")
    assert [scene.belt(0), scene.belt(2)] == [1, 1]


@pytest.mark.parametrize("kind", ["carp", "poison", "feather", "ring", "dagger"])
def test_leaflet_hymn_only_wine_makes_it_sing(kind: str) -> None:
    scene = Scene(THREE)
    scene.before(1, "hymn", belt=2)
    scene.round(discard="mirror", keep="vase", gift=kind, to=1)
    assert [scene.belt(0), scene.belt(2)] == [0, 0]


def test_leaflet_hymn_another_players_wine_does_not_make_it_sing() -> None:
    scene = Scene(THREE)
    scene.before(1, "hymn")
    scene.round(discard="mirror", keep="vase", gift="cup", to=2)
    assert [scene.belt(seat) for seat in range(3)] == [0, 0, 2]


# --- BB-9: tasting --------------------------------------------------------------------------------------------


def test_bb_09_it_is_decided_after_the_card_is_turned_up_and_before_the_belt_moves() -> None:
    scene = offered("poison", "food_taster")
    assert scene.happened("card_turned_up") == [{"seat": 1, "card": "poison", "place": "gift"}]
    assert scene.belt(1) == 3
    for seat in (None, 0, 1, 2):
        assert scene.view(seat)["three"]["turned_up"] == "poison"


def test_bb_09_on_a_keep() -> None:
    scene = Scene(THREE)
    scene.before(0, "food_taster")
    scene.lays(discard="mirror", keep="poison", gift="vase")
    scene.offer(1)
    scene.accepts(1)
    assert (scene.phase, scene.asked) == ("taste", [0])
    scene.tastes(0)
    assert scene.belt(0) == 0
    assert scene.happened("card_tasted") == [{"seat": 0, "card": "poison", "taster": "food_taster"}]


def test_bb_09_on_a_claimed_card() -> None:
    scene = Scene(THREE, ["give_back exchange_keep_gift", "special_gift", "claim_keep_discard"])
    scene.before(2, "umbra")
    scene.lays(discard="boar", keep="ring", gift="vase")
    scene.offer(1)
    scene.plays(2, claim("keep_discard", "discard"))
    assert (scene.phase, scene.asked) == ("taste", [2])
    scene.gives_to_umbra(2)
    assert scene.accepted(2) == []
    assert (scene.phase, scene.asked) == ("answer", [1]), "the Gift goes on"


def test_bb_09_on_a_forced_card() -> None:
    scene = Scene(THREE, ["give_back exchange_keep_gift", "special_gift", "claim_keep_discard"])
    scene.before(2, "food_taster")
    scene.lays(discard="boar", keep="ring", gift="poison")
    scene.offer(1)
    scene.plays(1, special_gift(2))
    assert (scene.phase, scene.asked) == ("taste", [2])
    scene.tastes(2)
    assert scene.belt(2) == 0
    assert scene.active == 2, "its acceptor still takes the lead"


def test_bb_09_on_a_gift_that_came_home() -> None:
    scene = Scene(THREE)
    scene.before(0, "food_taster")
    scene.lays(discard="mirror", keep="ring", gift="poison")
    scene.offer(1)
    scene.passes_on(1, 2)
    scene.passes_on(2, 0)
    scene.tastes(0)
    assert scene.accepted(0) == ["ring"]
    assert scene.belt(0) == 0


def test_bb_09_both_cards_are_discarded() -> None:
    scene = offered("poison", "food_taster")
    scene.tastes(1)
    assert scene.discards == ["poison", "mirror", "food_taster"]
    assert scene.gone == []


def test_bb_09_dutch_both_tasted_cards_go_to_the_discards_too() -> None:
    scene = offered("poison", "food_taster", edition="nl")
    scene.tastes(1)
    assert scene.discards == ["poison", "mirror", "food_taster"]
    assert scene.gone == []


def test_bb_09_a_tasted_card_brings_no_points() -> None:
    scene = offered("cup", "food_taster", "carp")
    scene.tastes(1)
    assert scene.view(None)["seats"][1]["wine"] == 0
    scene = offered("boar", "food_taster", "carp")
    scene.tastes(1)
    assert scene.view(None)["seats"][1]["dishes"] == 1


def test_bb_09_a_tasted_card_wins_nothing() -> None:
    scene = Scene("caligula claudius octavius")
    scene.before(1, "food_taster", "carp", "boar", "amphora", belt=0)
    scene.lays(discard="mirror", keep="vase", gift="figs")
    scene.offer(1)
    scene.accepts(1)
    scene.tastes(1)
    assert scene.winners is None


def test_bb_09_a_tasted_dagger_does_not_count() -> None:
    scene = Scene(THREE)
    scene.before(1, "food_taster")
    scene.before(2, "dagger", "dagger")
    scene.lays(discard="mirror", keep="vase", gift="dagger")
    scene.offer(1)
    scene.accepts(1)
    scene.tastes(1)
    assert scene.daggers == 2
    assert scene.winners is None


def test_bb_09_a_tasted_hymn_does_not_lie_there() -> None:
    scene = offered("hymn", "food_taster")
    scene.tastes(1)
    scene.round(discard="figs", keep="cup", gift="toga", to=2)
    assert [scene.belt(0), scene.belt(2)] == [0, 0]


def test_bb_09_a_tasted_wine_makes_no_hymn_sing() -> None:
    scene = offered("cup", "food_taster", "hymn")
    scene.tastes(1)
    assert [scene.belt(0), scene.belt(1), scene.belt(2)] == [0, 3, 0]


def test_bb_09_a_tasted_doze_costs_no_lead() -> None:
    scene = offered("doze", "food_taster")
    scene.tastes(1)
    assert scene.belt(1) == 3
    assert scene.active == 1


def test_bb_09_its_acceptor_still_takes_the_lead() -> None:
    scene = offered("carp", "umbra")
    scene.gives_to_umbra(1)
    assert scene.active == 1


@pytest.mark.parametrize("kind", ["poison", "carp", "dagger"])
def test_bb_09_the_food_taster_is_never_compulsory(kind: str) -> None:
    scene = offered(kind, "food_taster")
    scene.applies(1)
    assert sorted(scene.accepted(1)) == sorted(["food_taster", kind])


def test_bb_09_the_umbra_is_never_compulsory() -> None:
    scene = offered("carp", "umbra")
    scene.applies(1)
    assert scene.accepted(1) == ["carp", "umbra"]
    assert scene.belt(1) == 5


def test_bb_09_holding_both_against_a_dish_the_player_chooses() -> None:
    for with_umbra in (True, False):
        scene = offered("carp", "umbra", "food_taster")
        assert [option["kind"] for option in scene.options(1)] == ["apply", "taste", "give_to_umbra"]
        if with_umbra:
            scene.gives_to_umbra(1)
        else:
            scene.tastes(1)
        assert scene.accepted(1) == (["food_taster"] if with_umbra else ["umbra"])


def test_bb_09_holding_both_against_another_card_only_the_taster_helps() -> None:
    scene = offered("poison", "umbra", "food_taster")
    assert [option["kind"] for option in scene.options(1)] == ["apply", "taste"]


def test_bb_09_only_ones_own_taster_helps() -> None:
    scene = Scene(THREE)
    scene.before(2, "food_taster", "umbra")
    scene.round(discard="mirror", keep="vase", gift="carp", to=1)
    assert scene.accepted(1) == ["carp"]


def test_bb_09_a_taster_used_is_used_up() -> None:
    scene = offered("poison", "food_taster", keep="poison")
    scene.tastes(1)
    scene.lays(discard="figs", keep="carp", gift="toga")
    scene.offer(2)
    scene.accepts(2)
    assert scene.accepted(1) == ["carp"], "the Keep was applied without a question"


def test_bb_09_gift_and_keep_of_one_round_may_both_be_tasted() -> None:
    scene = Scene(THREE)
    scene.before(0, "food_taster", "umbra")
    scene.lays(discard="mirror", keep="boar", gift="poison")
    scene.offer(1)
    scene.passes_on(1, 2)
    scene.passes_on(2, 0)
    scene.tastes(0)
    assert (scene.phase, scene.asked) == ("taste", [0])
    scene.gives_to_umbra(0)
    assert scene.accepted(0) == []
    assert scene.belt(0) == 0


def test_bb_09_a_given_back_card_may_be_tasted() -> None:
    scene = Scene(THREE, ["special_gift exchange_keep_gift", "give_back", "claim_keep_discard"])
    scene.before(0, "food_taster")
    scene.lays(discard="mirror", keep="ring", gift="poison")
    scene.offer(1)
    scene.plays(1, GIVE_BACK)
    assert (scene.phase, scene.asked) == ("taste", [0])
    scene.tastes(0)
    assert scene.belt(0) == 0


# --- BB-10: a second special card -----------------------------------------------------------------------------


@pytest.mark.parametrize("kind", SPECIAL)
def test_bb_10_french_a_second_special_card_is_discarded(kind: str) -> None:
    scene = offered(kind, kind)
    assert scene.accepted(1) == [kind], "the older stays"
    assert sorted(scene.discards) == sorted([kind, "mirror"])
    assert scene.gone == []
    assert scene.happened("card_double") == [{"seat": 1, "card": kind}]


@pytest.mark.parametrize("kind", SPECIAL)
def test_bb_10_dutch_a_second_special_card_leaves_the_game(kind: str) -> None:
    scene = offered(kind, kind, edition="nl")
    assert scene.accepted(1) == [kind]
    assert scene.discards == ["mirror"]
    assert scene.gone == [kind]
    assert scene.happened("card_double_gone") == [{"seat": 1, "card": kind}]
    assert scene.view(None)["gone"] == {kind: 1}


@EDITIONS
@pytest.mark.parametrize("kind", SPECIAL)
def test_bb_10_without_a_tasting_choice(kind: str, edition: str) -> None:
    before = [kind] if kind == "food_taster" else [kind, "food_taster"]
    scene = offered(kind, *before, edition=edition)
    assert scene.phase == "pick"
    assert scene.happened("card_tasted") == []


@EDITIONS
@pytest.mark.parametrize("kind", SPECIAL)
def test_bb_10_its_acceptor_still_takes_the_lead(kind: str, edition: str) -> None:
    assert offered(kind, kind, edition=edition).active == 1


@EDITIONS
def test_bb_10_a_kept_double_goes_too(edition: str) -> None:
    scene = Scene(THREE, edition=edition)
    scene.before(0, "umbra")
    scene.round(discard="mirror", keep="umbra", gift="vase", to=1)
    assert scene.accepted(0) == ["umbra"]
    assert (scene.gone if edition == "nl" else scene.discards[-1:]) == ["umbra"]


def test_bb_10_different_special_cards_lie_side_by_side() -> None:
    scene = offered("hymn", "umbra")
    assert scene.accepted(1) == ["umbra", "hymn"]


def test_bb_10_two_players_may_each_have_one() -> None:
    scene = Scene(THREE)
    scene.before(2, "hymn")
    scene.round(discard="mirror", keep="vase", gift="hymn", to=1)
    assert scene.accepted(1) == scene.accepted(2) == ["hymn"]


def test_bb_10_a_double_before_the_new_guest_is_none() -> None:
    scene = Scene(THREE)
    scene.before(1, "umbra", belt=9)
    scene.round(discard="mirror", keep="vase", gift="poison", to=1)
    scene.round(discard="figs", keep="toga", gift="umbra", to=1)
    assert scene.accepted(1) == ["umbra"]
    assert scene.happened("card_double") == []


# --- BB-11: the Hymn ------------------------------------------------------------------------------------------


def test_bb_11_hymn_fires_on_a_kept_wine() -> None:
    scene = Scene(THREE)
    scene.before(0, "hymn")
    scene.round(discard="mirror", keep="cup", gift="ring", to=1)
    assert [scene.belt(seat) for seat in range(3)] == [2, 1, 1]


def test_bb_11_hymn_fires_on_a_claimed_wine() -> None:
    scene = Scene(THREE, ["give_back exchange_keep_gift", "special_gift", "claim_keep_discard"])
    scene.before(2, "hymn")
    scene.lays(discard="cup", keep="ring", gift="vase")
    scene.offer(1)
    scene.plays(2, claim("keep_discard", "discard"))
    assert [scene.belt(seat) for seat in range(3)] == [1, 1, 2]


def test_bb_11_hymn_fires_on_a_forced_wine() -> None:
    scene = Scene(THREE, ["give_back exchange_keep_gift", "special_gift", "claim_keep_discard"])
    scene.before(2, "hymn")
    scene.lays(discard="ring", keep="toga", gift="cup")
    scene.offer(1)
    scene.plays(1, special_gift(2))
    assert [scene.belt(seat) for seat in range(3)] == [1, 1, 2]


def test_bb_11_hymn_fires_also_when_that_wine_bursts_its_owner() -> None:
    scene = Scene(THREE)
    scene.before(1, "hymn", belt=10)
    scene.round(discard="mirror", keep="vase", gift="small_cup", to=1)
    assert scene.happened("guest_burst") == [{"seat": 1, "guest": "octavius"}]
    assert [scene.belt(0), scene.belt(2)] == [1, 1]


def test_bb_11_a_hymn_move_fires_no_other_hymn() -> None:
    scene = Scene(THREE)
    scene.before(1, "hymn")
    scene.before(2, "hymn")
    scene.round(discard="mirror", keep="vase", gift="cup", to=1)
    assert [scene.belt(seat) for seat in range(3)] == [1, 2, 1]


def test_bb_11_taster_and_umbra_cannot_answer_a_hymn() -> None:
    scene = Scene(THREE)
    scene.before(1, "hymn")
    scene.before(0, "food_taster")
    scene.before(2, "umbra", "food_taster")
    scene.lays(discard="mirror", keep="vase", gift="cup")
    scene.offer(1)
    scene.accepts(1)
    assert (scene.phase, scene.asked) == ("taste", [0]), "asked for his Keep alone"
    assert [scene.belt(seat) for seat in range(3)] == [1, 2, 1]


def test_bb_11_a_hymn_accepted_now_does_not_sing_for_wine_drunk_before() -> None:
    scene = Scene(THREE)
    scene.before(1, "cup")
    scene.round(discard="mirror", keep="vase", gift="hymn", to=1)
    assert [scene.belt(0), scene.belt(2)] == [0, 0]


def test_bb_11_a_hymn_raises_a_full_belt_above_ten() -> None:
    scene = Scene("caligula claudius vespasianus")
    scene.before(1, "hymn")
    scene.before(2, belt=10)
    scene.round(discard="mirror", keep="vase", gift="small_cup", to=1)
    assert scene.happened("guest_burst") == [{"seat": 2, "guest": "vespasianus"}]
