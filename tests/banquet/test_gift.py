"""The Gift: offered, passed on, accepted, come home. Leaflet: "Le don"."""

from __future__ import annotations

import pytest

from banquet.scene import Scene

THREE = "caligula claudius octavius"
FOUR = "caligula claudius octavius vespasianus"
FIVE = "caligula claudius octavius vespasianus caesonia"


def laid(guests: str) -> Scene:
    """A scene in which the Gift, a toga, is about to be offered by Caligula."""
    scene = Scene(guests)
    scene.lays(discard="olives", keep="ring", gift="toga")
    return scene


# --- Leaflet: Le don ------------------------------------------------------------------------------------


def test_leaflet_le_don_the_gift_stays_face_down_until_it_is_accepted() -> None:
    scene = laid(FOUR)
    scene.offer(1)
    scene.passes_on(1, 2)
    scene.passes_on(2, 3)
    assert scene.happened("card_turned_up") == []
    for seat in (1, 2, 3, None):
        view = scene.view(seat)
        assert view["three"]["turned_up"] is None
        assert view["three"]["cards"] == ["olives", "ring", "toga"]
        assert seat is None or view["you"]["assigned"] == {}


def test_leaflet_le_don_who_receives_it_accepts_or_passes_it_on() -> None:
    scene = laid(FOUR)
    scene.offer(2)
    assert scene.asked == [2]
    assert scene.options(2) == [
        {"kind": "accept"},
        {"kind": "offer", "to": 1},
        {"kind": "offer", "to": 3},
    ]


def test_leaflet_le_don_accepted_card_is_turned_up_and_applied() -> None:
    scene = Scene(THREE)
    scene.lays(discard="olives", keep="ring", gift="carp")
    scene.offer(1)
    scene.accepts(1)
    assert scene.happened("gift_accepted") == [{"seat": 1}]
    assert scene.happened("card_turned_up")[0] == {"seat": 1, "card": "carp", "place": "gift"}
    assert scene.belt(1) == 2


def test_leaflet_le_don_accepted_cards_stay_face_up_before_the_player() -> None:
    scene = Scene(THREE)
    scene.round(discard="olives", keep="ring", gift="carp", to=1)
    scene.round(discard="figs", keep="vase", gift="mirror", to=2)
    assert scene.accepted(1) == ["carp", "vase"]
    for seat in (None, 0, 1, 2):
        assert scene.view(seat)["seats"][1]["accepted"] == {"carp": 1, "vase": 1}


def test_leaflet_le_don_accepted_cards_go_only_when_the_guest_is_eliminated() -> None:
    scene = Scene(THREE)
    scene.before(1, "ring", "toga", belt=6)
    scene.round(discard="olives", keep="vase", gift="poison", to=1)
    assert scene.accepted(1) == []
    assert scene.discards == ["olives", "poison", "ring", "toga"]


def test_leaflet_le_don_a_card_with_a_value_moves_the_belt() -> None:
    scene = Scene(THREE)
    scene.before(1, belt=5)
    scene.round(discard="olives", keep="ring", gift="feather", to=1)
    assert scene.happened("belt_moved") == [{"seat": 1, "before": 5, "after": 2}]


def test_leaflet_le_don_it_is_passed_on_only_to_somebody_not_yet_offered_it() -> None:
    scene = laid(FIVE)
    scene.offer(3)
    assert scene.offers(3) == [1, 2, 4]
    scene.passes_on(3, 1)
    assert scene.offers(1) == [2, 4]
    scene.passes_on(1, 4)
    assert scene.offers(4) == [2]
    scene.passes_on(4, 2)
    assert scene.offers(2) == [0]


def test_leaflet_le_don_everybody_offered_it_has_the_same_two_choices() -> None:
    scene = laid(FIVE)
    scene.offer(4)
    for giver, receiver in ((4, 3), (3, 2), (2, 1)):
        assert scene.options(giver)[0] == {"kind": "accept"}
        assert len(scene.options(giver)) >= 2
        scene.passes_on(giver, receiver)
    assert scene.options(1) == [{"kind": "accept"}, {"kind": "offer", "to": 0}]


def test_leaflet_le_don_if_nobody_accepts_the_active_player_must() -> None:
    scene = laid(THREE)
    scene.offer(2)
    scene.passes_on(2, 1)
    scene.passes_on(1, 0)
    assert scene.happened("gift_came_home") == [{"seat": 1, "to": 0}]
    assert scene.happened("gift_accepted") == [{"seat": 0}]
    assert scene.accepted(0) == ["ring", "toga"]
    assert (scene.active, scene.phase) == (0, "pick"), "he was not asked"


@pytest.mark.parametrize("edition", ["fr", "nl"])
def test_leaflet_le_don_is_the_same_in_both_editions(edition: str) -> None:
    scene = Scene(FOUR, edition=edition)
    scene.lays(discard="olives", keep="ring", gift="toga")
    scene.offer(3)
    scene.passes_on(3, 1)
    scene.passes_on(1, 2)
    assert scene.offers(2) == [0]
    scene.passes_on(2, 0)
    assert scene.accepted(0) == ["ring", "toga"]


# --- BB-8: who may be offered the Gift --------------------------------------------------------------------


@pytest.mark.parametrize("guests", [THREE, FOUR, FIVE])
def test_bb_08_anyone_not_yet_offered_it_may_be_offered_it(guests: str) -> None:
    scene = laid(guests)
    seats = len(guests.split())
    assert scene.offers(0) == list(range(1, seats))


def test_bb_08_the_active_player_is_offered_the_gift_only_when_nobody_else_is_left() -> None:
    scene = laid(FOUR)
    scene.offer(1)
    assert scene.refused(1, {"kind": "offer", "to": 0}) == ("refused.offer_home", "BB-8")
    scene.passes_on(1, 2)
    assert scene.refused(2, {"kind": "offer", "to": 0}) == ("refused.offer_home", "BB-8")
    scene.passes_on(2, 3)
    assert scene.offers(3) == [0]


def test_bb_08_when_nobody_else_is_left_it_can_go_nowhere_but_home() -> None:
    scene = laid(THREE)
    scene.offer(1)
    scene.passes_on(1, 2)
    assert scene.refused(2, {"kind": "offer", "to": 1}) == ("refused.offer_again", "BB-8")
    assert scene.refused(2, {"kind": "offer", "to": 2}) == ("refused.offer_self", "BB-8")
    assert scene.offers(2) == [0]


def test_bb_08_the_active_player_cannot_keep_his_own_gift_at_once() -> None:
    scene = laid(THREE)
    assert scene.refused(0, {"kind": "accept"}) == ("refused.accept_own_gift", "BB-8")
    assert scene.refused(0, {"kind": "offer", "to": 0}) == ("refused.offer_self", "BB-8")


def test_bb_08_come_home_he_must_take_it_even_if_it_bursts_him() -> None:
    scene = Scene("caligula claudius vespasianus")
    scene.before(0, belt=9)
    scene.lays(discard="olives", keep="ring", gift="poison")
    scene.offer(1)
    scene.passes_on(1, 2)
    scene.passes_on(2, 0)
    assert scene.happened("guest_burst") == [{"seat": 0, "guest": "caligula"}]


def test_bb_08_unless_a_privilege_in_that_window_moves_it() -> None:
    scene = Scene("caligula claudius vespasianus", ["give_back claim_keep_gift", "exchange_keep_gift", "special_gift"])
    scene.lays(discard="olives", keep="ring", gift="poison")
    scene.offer(1)
    scene.everyone_passes()
    scene.passes_on(1, 2)
    scene.everyone_passes()
    scene.passes_on(2, 0)
    assert scene.phase == "window"
    scene.plays(0, {"kind": "give_back"})
    assert scene.accepted(2) == ["poison"]
    assert scene.accepted(0) == ["ring"]


def test_bb_08_offers_start_anew_every_round() -> None:
    scene = laid(FOUR)
    scene.offer(1)
    scene.passes_on(1, 2)
    scene.accepts(2)
    scene.lays(discard="figs", keep="vase", gift="mirror")
    assert scene.offers(2) == [0, 1, 3]


def test_bb_08_seats_keep_their_numbers_clockwise_when_caligula_sits_elsewhere() -> None:
    scene = Scene("claudius octavius caligula vespasianus")
    scene.lays(discard="olives", keep="ring", gift="toga")
    assert scene.offers(2) == [0, 1, 3]
    scene.offer(0)
    assert scene.offers(0) == [1, 3]
