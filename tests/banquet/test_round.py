"""The round from the pick to the refill. Leaflet: "Déroulement du jeu", "Fin d'un tour"."""

from __future__ import annotations

from itertools import combinations

import pytest

from banquet.scene import PASS, Scene, exchange
from triclinium.core.decision import Json

THREE = "caligula claudius octavius"
SOME = ["give_back claim_keep_gift", "special_gift", "exchange_keep_gift"]


def kinds(scene: Scene) -> list[str]:
    return [event.kind for event in scene.events]


# --- BB-1: the order of a round -----------------------------------------------------------------------


def test_bb_01_a_round_runs_pick_assign_offer_gift_keep_refill() -> None:
    scene = Scene(THREE)
    scene.round(discard="olives", keep="ring", gift="dagger", to=1)
    public = [kind for kind in kinds(scene) if kind != "cards_yours"]
    assert public == [
        "cards_picked",
        "cards_assigned",
        "gift_offered",
        "gift_accepted",
        "card_turned_up",
        "card_applied",
        "card_turned_up",
        "card_applied",
        "round_shown",
        "card_laid",
        "card_laid",
        "card_laid",
        "round_began",
    ]
    assert [turned["place"] for turned in scene.happened("card_turned_up")] == ["gift", "keep"]


def test_bb_01_the_window_follows_the_offer_and_comes_before_the_answer() -> None:
    scene = Scene(THREE, SOME)
    phases = [scene.phase]
    scene.pick("olives", "figs", "ring")
    phases.append(scene.phase)
    scene.assign(discard="olives", keep="figs", gift="ring")
    phases.append(scene.phase)
    scene.offer(1)
    phases.append(scene.phase)
    scene.everyone_passes()
    phases.append(scene.phase)
    assert phases == ["pick", "assign", "offer", "window", "answer"]


def test_bb_01_the_initiative_claim_comes_after_the_assignment_and_before_any_offer() -> None:
    scene = Scene(THREE, SOME)
    for seat in (0, 1):
        scene.before(seat, "ring", "toga")
    scene.lays(discard="olives", keep="figs", gift="vase")
    assert (scene.phase, scene.asked) == ("initiative", [2])


def test_bb_01_the_pick_is_public() -> None:
    scene = Scene(THREE)
    scene.pick("poison", "carp", "cup")
    (picked,) = scene.happened("cards_picked")
    assert picked["seat"] == 0
    assert sorted(picked["cards"]) == ["carp", "cup", "poison"]
    for seat in (None, 1, 2):
        assert sorted(scene.view(seat)["three"]["cards"]) == ["carp", "cup", "poison"]


def test_bb_01_the_assignment_is_secret() -> None:
    scene = Scene(THREE)
    scene.lays(discard="carp", keep="cup", gift="poison")
    other = Scene(THREE)
    other.lays(discard="poison", keep="carp", gift="cup")
    for seat in (None, 1, 2):
        told = [event for event in scene.told(seat) if event["kind"] != "cards_picked"]
        assert told == [{"kind": "cards_assigned", "seat": 0}]
    assert {"kind": "cards_yours", "discard": "carp", "keep": "cup", "gift": "poison"} in scene.told(0)


# --- Leaflet: Déroulement du jeu ------------------------------------------------------------------------


def test_leaflet_deroulement_any_three_of_the_seven_may_be_picked() -> None:
    scene = Scene(THREE)
    assert [option["slots"] for option in scene.options(0)] == [list(three) for three in combinations(range(7), 3)]


def test_leaflet_deroulement_the_picked_cards_leave_the_ring() -> None:
    scene = Scene(THREE, ring="poison carp cup dagger hymn umbra ring")
    scene.answer(0, {"kind": "pick", "slots": [1, 4, 6]})
    assert scene.ring == ["poison", None, "cup", "dagger", None, "umbra", None]


def test_leaflet_deroulement_the_order_in_which_places_are_named_does_not_matter() -> None:
    one, other = Scene(THREE), Scene(THREE)
    one.answer(0, {"kind": "pick", "slots": [1, 4, 6]})
    other.answer(0, {"kind": "pick", "slots": [6, 1, 4]})
    assert one.view(0) == other.view(0)


def test_leaflet_deroulement_three_cards_can_be_laid_in_six_ways() -> None:
    scene = Scene(THREE, ring="poison carp cup dagger hymn umbra ring")
    scene.answer(0, {"kind": "pick", "slots": [1, 4, 6]})
    ways = {(option["discard"], option["keep"], option["gift"]) for option in scene.options(0)}
    assert ways == {(1, 4, 6), (1, 6, 4), (4, 1, 6), (4, 6, 1), (6, 1, 4), (6, 4, 1)}


def test_leaflet_defausse_the_discard_goes_to_the_discards_unapplied() -> None:
    scene = Scene(THREE)
    scene.round(discard="poison", keep="ring", gift="toga", to=1)
    assert scene.discards == ["poison"]
    assert [scene.belt(seat) for seat in range(3)] == [0, 0, 0]


def test_leaflet_garde_the_keep_is_shown_and_applied_only_at_the_end() -> None:
    scene = Scene(THREE)
    scene.lays(discard="olives", keep="carp", gift="toga")
    scene.offer(1)
    assert scene.belt(0) == 0 and scene.accepted(0) == []
    scene.accepts(1)
    assert scene.belt(0) == 2 and scene.accepted(0) == ["carp"]


def test_leaflet_don_the_gift_is_given_to_another_player() -> None:
    scene = Scene(THREE)
    scene.lays(discard="olives", keep="carp", gift="toga")
    assert scene.offers(0) == [1, 2]


# --- Leaflet: Fin d'un tour -----------------------------------------------------------------------------


def test_leaflet_fin_d_un_tour_the_keep_is_applied_after_the_gift() -> None:
    scene = Scene(THREE)
    scene.round(discard="olives", keep="cup", gift="carp", to=2)
    assert [(applied["seat"], applied["card"]) for applied in scene.happened("card_applied")] == [
        (2, "carp"),
        (0, "cup"),
    ]
    assert scene.accepted(0) == ["cup"]


def test_leaflet_fin_d_un_tour_a_gift_come_home_is_applied_before_the_keep() -> None:
    scene = Scene(THREE)
    scene.before(0, belt=8)
    scene.lays(discard="olives", keep="carp", gift="dance")
    scene.offer(1)
    scene.passes_on(1, 2)
    scene.passes_on(2, 0)
    assert scene.accepted(0) == ["carp", "dance"]
    assert scene.belt(0) == 8
    assert [move["after"] for move in scene.happened("belt_moved")] == [6, 8]


def test_leaflet_fin_d_un_tour_a_gift_that_eliminates_the_active_player_stops_his_keep() -> None:
    scene = Scene("caligula claudius vespasianus")
    scene.before(0, belt=8)
    scene.lays(discard="olives", keep="ring", gift="piglet")
    scene.offer(1)
    scene.passes_on(1, 2)
    scene.passes_on(2, 0)
    assert scene.accepted(0) == []
    assert scene.belt(0) == 0
    assert "ring" in scene.discards


def test_leaflet_fin_d_un_tour_three_new_cards_fill_the_empty_places() -> None:
    scene = Scene(THREE, ring="poison carp cup dagger hymn umbra ring")
    scene.next_cards("toga", "vase", "mirror")
    scene.answer(0, {"kind": "pick", "slots": [1, 2, 6]})
    scene.assign(discard="carp", keep="cup", gift="ring")
    scene.offer(1)
    scene.accepts(1)
    assert scene.ring == ["poison", "toga", "vase", "dagger", "hymn", "umbra", "mirror"]


def test_leaflet_fin_d_un_tour_the_new_active_player_begins_the_next_round() -> None:
    scene = Scene(THREE)
    scene.round(discard="olives", keep="cup", gift="carp", to=2)
    assert (scene.phase, scene.asked, scene.active) == ("pick", [2], 2)
    assert scene.happened("round_began") == [{"round": 2, "seat": 2}]


# --- BB-16: a Keep that is lost -------------------------------------------------------------------------


def keep_lost_by_hymn() -> Scene:
    """Octavius drinks, his Hymn bursts the active Claudius before his Keep is turned up."""
    scene = Scene("caligula claudius octavius")
    scene.before(2, "hymn")
    scene.before(1, "olives", belt=10)
    scene.round(discard="toga", keep="mirror", gift="vase", to=1)
    assert scene.active == 1
    scene.next_guests("messalina")
    scene.lays(discard="olives", keep="ring", gift="cup")
    scene.offer(2)
    return scene


def test_bb_16_a_hymn_that_bursts_the_active_player_loses_his_keep() -> None:
    scene = keep_lost_by_hymn()
    scene.accepts(2)
    assert scene.happened("keep_lost") == [{"seat": 1}]
    assert scene.accepted(1) == []
    assert scene.guest(1) == "messalina"


def test_bb_16_the_lost_keep_stays_face_down_until_the_round_ends_and_is_then_discarded() -> None:
    scene = keep_lost_by_hymn()
    scene.accepts(2)
    assert all(turned["card"] != "ring" for turned in scene.happened("card_turned_up"))
    assert scene.happened("round_shown")[-1] == {"discard": "olives", "keep": "ring", "gift": "cup"}
    assert "ring" in scene.discards


def test_bb_16_only_that_rounds_keep_is_lost() -> None:
    scene = keep_lost_by_hymn()
    scene.accepts(2)
    scene.round(discard="figs", keep="carp", gift="sandals", to=0)
    assert "carp" in scene.accepted(2)
    assert not scene.view(None)["three"]["keep_lost"]


def test_bb_16_he_stays_active_with_his_new_guest() -> None:
    """The Keep is lost by a claimed card while the Gift still lies open: the round goes on as his."""
    scene = Scene(
        "caligula claudius vespasianus", ["claim_keep_discard give_back", "special_gift", "exchange_keep_gift"]
    )
    scene.before(0, belt=8)
    scene.lays(discard="poison", keep="ring", gift="cup")
    scene.offer(1)
    scene.next_guests("messalina")
    scene.plays(0, {"kind": "claim", "card": "claim_keep_discard", "place": "discard"})
    assert scene.guest(0) == "messalina"
    assert (scene.active, scene.phase, scene.asked) == (0, "answer", [1])
    assert scene.view(1)["three"]["keep_lost"]
    scene.passes_on(1, 2)
    scene.passes_on(2, 0)
    assert scene.accepted(0) == ["cup"], "the Gift comes home to the seat, but the Keep is not applied"


def test_bb_16_a_claimed_card_that_bursts_the_active_player_loses_his_keep() -> None:
    scene = Scene(
        "caligula claudius vespasianus", ["claim_keep_discard give_back", "special_gift", "exchange_keep_gift"]
    )
    scene.before(0, belt=8)
    scene.lays(discard="poison", keep="ring", gift="cup")
    scene.offer(1)
    scene.plays(0, {"kind": "claim", "card": "claim_keep_discard", "place": "discard"})
    scene.accepts(1)
    assert scene.accepted(0) == []
    assert scene.happened("round_shown")[-1]["keep"] == "ring"


def test_bb_16_a_forced_gift_that_bursts_the_active_player_loses_his_keep() -> None:
    scene = Scene("caligula claudius vespasianus", SOME)
    scene.before(0, belt=8)
    scene.lays(discard="olives", keep="ring", gift="poison")
    scene.offer(1)
    scene.plays(1, {"kind": "special_gift", "to": 0})
    assert scene.happened("keep_lost") == [{"seat": 0}]
    assert scene.accepted(0) == []


def test_bb_16_a_keep_already_claimed_away_is_not_lost() -> None:
    scene = Scene(
        "caligula claudius vespasianus",
        ["give_back claim_keep_gift", "claim_keep_discard", "exchange_keep_gift"],
    )
    scene.before(0, belt=8)
    scene.lays(discard="olives", keep="ring", gift="poison")
    scene.offer(1)
    scene.plays(1, {"kind": "claim", "card": "claim_keep_discard", "place": "keep"})
    scene.passes_on(1, 2)
    scene.passes_on(2, 0)
    assert scene.happened("guest_burst") == [{"seat": 0, "guest": "caligula"}]
    assert scene.happened("keep_lost") == []
    assert scene.accepted(1) == ["ring"]


def test_bb_16_bursting_by_the_keep_itself_loses_nothing() -> None:
    scene = Scene("caligula claudius vespasianus")
    scene.before(0, belt=8)
    scene.round(discard="olives", keep="poison", gift="ring", to=1)
    assert scene.happened("keep_lost") == []
    assert scene.happened("guest_burst") == [{"seat": 0, "guest": "caligula"}]


def test_bb_16_another_player_who_bursts_loses_no_keep() -> None:
    scene = Scene(THREE)
    scene.before(1, belt=8)
    scene.round(discard="olives", keep="ring", gift="poison", to=1)
    assert scene.happened("keep_lost") == []
    assert scene.accepted(0) == ["ring"]


# --- BB-18: what is shown -----------------------------------------------------------------------------------


def places_shown(scene: Scene, kind: str = "round_shown") -> dict[str, Json]:
    """Where each of the round's cards ended, as the whole table was told when the round, or the game, was over."""
    (shown,) = scene.happened(kind)
    for turned in scene.happened("card_turned_up"):
        assert shown[str(turned["place"])] == turned["card"], "a card turned up is shown where it lay"
    return shown


def test_bb_18_when_the_round_ends_all_three_cards_are_shown_with_their_places() -> None:
    scene = Scene(THREE)
    scene.round(discard="poison", keep="ring", gift="toga", to=1)
    assert places_shown(scene) == {"discard": "poison", "keep": "ring", "gift": "toga"}


def test_bb_18_the_places_shown_are_the_final_ones() -> None:
    scene = Scene(THREE, SOME)
    scene.lays(discard="poison", keep="ring", gift="toga")
    scene.offer(1)
    scene.plays(2, exchange("keep_gift"))
    scene.accepts(1)
    assert places_shown(scene) == {"discard": "poison", "keep": "toga", "gift": "ring"}


def test_bb_18_when_the_game_ends_all_three_cards_are_shown_too() -> None:
    scene = Scene(THREE)
    scene.before(1, "olives", "figs", "cup", belt=0)
    scene.before(1, "small_cup", belt=0)
    scene.round(discard="poison", keep="ring", gift="carp", to=1)
    assert scene.winners == (1,)
    assert places_shown(scene, "cards_shown") == {"discard": "poison", "keep": "ring", "gift": "carp"}
    assert scene.happened("round_shown") == [], "the game ended inside the round"
    assert scene.view(None)["result"]["places"] == {"discard": "poison", "keep": "ring", "gift": "carp"}


def test_bb_18_a_card_that_was_tasted_is_shown_where_it_lay() -> None:
    scene = Scene(THREE)
    scene.before(1, "food_taster")
    scene.round(discard="olives", keep="ring", gift="poison", to=1)
    scene.tastes(1)
    assert places_shown(scene) == {"discard": "olives", "keep": "ring", "gift": "poison"}


def test_bb_18_during_the_round_the_table_sees_what_was_turned_up_and_from_where() -> None:
    scene = Scene(THREE, SOME)
    scene.lays(discard="poison", keep="ring", gift="toga")
    assert scene.view(None)["three"]["turned"] == {}
    scene.before(1, "food_taster")
    scene.offer(1)
    scene.everyone_passes()
    scene.accepts(1)
    for seat in (None, 0, 1, 2):
        assert scene.view(seat)["three"]["turned"] == {"gift": "toga"}
    scene.applies(1)
    assert scene.view(None)["three"]["turned"] == {}, "a new round"


def test_bb_18_everybody_is_shown_the_cards_also_spectators() -> None:
    scene = Scene(THREE)
    scene.round(discard="poison", keep="ring", gift="toga", to=1)
    for seat in (None, 0, 1, 2):
        assert {"kind": "round_shown", "discard": "poison", "keep": "ring", "gift": "toga"} in scene.told(seat)


# --- BB-20: what belongs to the seat --------------------------------------------------------------------------


def test_bb_20_a_new_guest_answers_the_gift_that_lies_before_it() -> None:
    scene = Scene(
        "caligula claudius vespasianus",
        ["give_back claim_keep_gift", "claim_discard_gift", "exchange_keep_gift"],
    )
    scene.before(1, belt=8)
    scene.lays(discard="poison", keep="ring", gift="cup")
    scene.offer(1)
    scene.next_guests("messalina")
    scene.plays(1, {"kind": "claim", "card": "claim_discard_gift", "place": "discard"})
    assert scene.guest(1) == "messalina"
    assert (scene.phase, scene.asked) == ("answer", [1])
    scene.accepts(1)
    assert scene.accepted(1) == ["cup"]


def test_bb_20_a_seat_once_offered_is_not_offered_again_under_its_new_guest() -> None:
    scene = Scene(
        "caligula claudius vespasianus caesonia",
        ["give_back claim_keep_gift", "claim_discard_gift", "exchange_keep_gift", "special_gift"],
    )
    scene.before(1, belt=8)
    scene.lays(discard="poison", keep="ring", gift="cup")
    scene.offer(1)
    scene.everyone_passes()
    scene.passes_on(1, 2)
    scene.plays(1, {"kind": "claim", "card": "claim_discard_gift", "place": "discard"})
    assert scene.happened("guest_replaced") == [{"seat": 1}]
    assert scene.offers(2) == [3]


def test_bb_20_lead_and_privileges_stay_with_the_seat() -> None:
    scene = Scene("caligula claudius vespasianus", SOME)
    scene.before(2, "hymn")
    scene.before(1, belt=10)
    scene.lays(discard="olives", keep="ring", gift="cup")
    scene.offer(2)
    scene.everyone_passes()
    scene.accepts(2)
    assert scene.happened("guest_replaced") == [{"seat": 1}]
    assert scene.holds(1) == ["special_gift"]
    scene.lays(discard="figs", keep="toga", gift="vase")
    scene.offer(1)
    assert scene.refused(1, {"kind": "special_gift", "to": 1}) == ("refused.gift_to_self", "BB-7")
    scene.answer(1, {"kind": "special_gift", "to": 0})
    scene.everyone_passes()
    assert "vase" in scene.accepted(0)


def test_bb_20_the_lead_of_a_burst_seat_goes_to_its_new_guest() -> None:
    """Claudius accepts and leads; a Hymn in the same round bursts him, his seat leads all the same."""
    scene = Scene("caligula claudius vespasianus")
    scene.before(0, "hymn")
    scene.before(1, belt=10)
    scene.round(discard="olives", keep="cup", gift="ring", to=1)
    assert scene.happened("guest_replaced") == [{"seat": 1}]
    assert scene.active == 1


@pytest.mark.parametrize("answer", [PASS, {"kind": "pass_round"}])
def test_bb_01_a_round_ends_alike_whichever_way_all_pass(answer: dict[str, str]) -> None:
    scene = Scene(THREE, SOME)
    scene.lays(discard="olives", keep="ring", gift="toga")
    scene.offer(1)
    for seat in range(3):
        scene.answer(seat, dict(answer))
    scene.accepts(1)
    assert (scene.active, scene.phase) == (1, "pick")
