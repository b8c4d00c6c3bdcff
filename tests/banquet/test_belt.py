"""The belt: how cards move it, when it bursts, what counts towards a goal. Leaflet: "Ajuster la boucle"."""

from __future__ import annotations

import pytest

from banquet.decks import DECK
from banquet.scene import Scene
from triclinium.games.banquet.rules.cards import DAGGER, FEATHER, FIRST_PRESENT, FOOD_TASTER, KIND_NAMES

THREE = "caligula octavius septimus"
"""A table at which dishes, wine and presents win for nobody but Caligula."""
PLUS = KIND_NAMES[:FIRST_PRESENT]
PRESENTS = KIND_NAMES[FIRST_PRESENT:DAGGER]
MINUS = KIND_NAMES[FEATHER:FOOD_TASTER]
WITHOUT = (*PRESENTS, "dagger", *KIND_NAMES[FOOD_TASTER:])


def takes(kind: str, belt: int) -> Scene:
    """Octavius, his belt at some number, accepts a card."""
    scene = Scene(THREE)
    scene.before(1, belt=belt)
    scene.round(discard="mirror", keep="vase", gift=kind, to=1)
    return scene


# --- Leaflet: Ajuster la boucle ---------------------------------------------------------------------------


@pytest.mark.parametrize("kind", PLUS)
def test_leaflet_boucle_dishes_wine_and_poison_move_it_up_by_their_value(kind: str) -> None:
    assert takes(kind, 2).belt(1) == 2 + DECK["cards"][kind][1]


@pytest.mark.parametrize("kind", MINUS)
def test_leaflet_boucle_minus_cards_move_it_down_by_their_value(kind: str) -> None:
    assert takes(kind, 7).belt(1) == 7 + DECK["cards"][kind][1]


@pytest.mark.parametrize("kind", WITHOUT)
def test_leaflet_boucle_cards_without_value_do_not_move_it(kind: str) -> None:
    scene = takes(kind, 4)
    assert scene.belt(1) == 4
    assert scene.happened("belt_moved") == []


@pytest.mark.parametrize("kind", MINUS)
def test_leaflet_boucle_below_zero_it_stays_at_zero(kind: str) -> None:
    assert takes(kind, 0).belt(1) == 0


def test_leaflet_boucle_above_ten_the_guest_is_eliminated() -> None:
    scene = takes("carp", 9)
    assert scene.happened("belt_moved") == [{"seat": 1, "before": 9, "after": 11}]
    assert scene.happened("guest_burst") == [{"seat": 1, "guest": "octavius"}]


# --- BB-2 -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("kind", "belt"), [("olives", 9), ("carp", 8), ("poison", 3), ("amphora", 7)])
def test_bb_02_exactly_ten_is_safe(kind: str, belt: int) -> None:
    scene = takes(kind, belt)
    assert scene.belt(1) == 10
    assert scene.happened("guest_burst") == []


@pytest.mark.parametrize(("kind", "belt"), [("olives", 10), ("carp", 9), ("poison", 4), ("amphora", 8)])
def test_bb_02_above_ten_bursts(kind: str, belt: int) -> None:
    scene = takes(kind, belt)
    assert scene.happened("guest_burst") == [{"seat": 1, "guest": "octavius"}]
    assert scene.belt(1) == 0, "the buckle is set back for the new guest"


def test_bb_02_below_zero_stays_zero_and_the_next_card_counts_from_there() -> None:
    scene = Scene(THREE)
    scene.before(1, belt=1)
    scene.round(discard="mirror", keep="vase", gift="feather", to=1)
    assert scene.happened("belt_moved") == [{"seat": 1, "before": 1, "after": 0}]
    scene.round(discard="figs", keep="carp", gift="ring", to=2)
    assert scene.belt(1) == 2


def test_bb_02_minus_cards_lower_the_belt_only() -> None:
    scene = Scene(THREE)
    scene.before(1, "carp", "cup", belt=4)
    scene.round(discard="mirror", keep="vase", gift="feather", to=1)
    seat = scene.view(None)["seats"][1]
    assert (seat["belt"], seat["dishes"], seat["wine"]) == (1, 1, 2)


def test_bb_02_wine_points_are_the_sum_of_the_wine_cards_by_the_display() -> None:
    scene = Scene(THREE)
    scene.before(1, "small_cup", "small_cup", "cup", "amphora", belt=0)
    assert scene.view(None)["seats"][1]["wine"] == 1 + 1 + 2 + 3


def test_bb_02_poison_is_neither_wine_nor_dish() -> None:
    scene = takes("poison", 0)
    seat = scene.view(None)["seats"][1]
    assert (seat["belt"], seat["dishes"], seat["wine"]) == (7, 0, 0)


def test_bb_02_a_hymn_move_adds_no_points() -> None:
    scene = Scene(THREE)
    scene.before(1, "hymn")
    scene.round(discard="mirror", keep="vase", gift="cup", to=1)
    seats = scene.view(None)["seats"]
    assert [seat["belt"] for seat in seats] == [1, 2, 1]
    assert [seat["wine"] for seat in seats] == [0, 2, 0]


def test_bb_02_dishes_count_by_number_not_by_kind() -> None:
    scene = Scene("caligula claudius octavius")
    scene.before(1, "carp", "carp", "cup", "small_cup", belt=0)
    scene.round(discard="mirror", keep="vase", gift="carp", to=1)
    assert (scene.winners, scene.ending) == ((1,), "goal")


def test_bb_02_with_different_dishes_the_same_dish_counts_once() -> None:
    scene = Scene("caligula claudius octavius", different_dishes=True)
    scene.before(1, "carp", "carp", "cup", "small_cup", belt=0)
    scene.round(discard="mirror", keep="vase", gift="carp", to=1)
    assert scene.winners is None
    scene.lays(discard="figs", keep="boar", gift="toga")
    scene.offer(2)
    scene.accepts(2)
    assert scene.winners is None, "two kinds are not three"


@pytest.mark.parametrize(
    ("guest", "has", "last"),
    [
        ("claudius", "carp boar amphora", "figs"),
        ("messalina", "carp boar figs small_cup", "olives"),
        ("vespasianus", "carp boar figs olives", "snails"),
    ],
)
def test_bb_02_with_different_dishes_different_ones_win(guest: str, has: str, last: str) -> None:
    scene = Scene(f"caligula {guest} octavius", different_dishes=True)
    scene.before(1, *has.split(), belt=0)
    scene.round(discard="mirror", keep="vase", gift=last, to=1)
    assert scene.winners == (1,)


@pytest.mark.parametrize(
    ("guest", "has"),
    [
        ("claudius", "carp boar amphora"),
        ("messalina", "carp boar figs small_cup"),
        ("vespasianus", "carp boar figs olives"),
    ],
)
def test_bb_02_with_different_dishes_a_dish_twice_does_not_win(guest: str, has: str) -> None:
    for different in (True, False):
        scene = Scene(f"caligula {guest} octavius", different_dishes=different)
        scene.before(1, *has.split(), belt=0)
        scene.round(discard="mirror", keep="vase", gift="boar", to=1)
        assert scene.winners == (None if different else (1,))


def test_bb_02_with_different_dishes_caligulas_goal_stays_as_it_is() -> None:
    scene = Scene("caligula claudius octavius", different_dishes=True)
    scene.before(0, "carp", "amphora", "cup", belt=0)
    scene.round(discard="mirror", keep="carp", gift="toga", to=1)
    assert scene.winners == (0,)


def test_bb_02_the_option_changes_no_present() -> None:
    scene = Scene("caligula caesonia octavius", different_dishes=True)
    scene.before(1, "ring", "ring", "toga")
    scene.round(discard="mirror", keep="carp", gift="vase", to=1)
    assert scene.winners == (1,)


def test_bb_02_wine_drunk_by_a_guest_who_is_out_is_gone() -> None:
    scene = Scene(THREE)
    scene.before(1, "amphora", "cup", belt=9)
    scene.round(discard="mirror", keep="vase", gift="carp", to=1)
    seat = scene.view(None)["seats"][1]
    assert (seat["belt"], seat["dishes"], seat["wine"], seat["cards"]) == (0, 0, 0, 0)
