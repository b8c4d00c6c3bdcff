"""Who leads the next round. Leaflet: "Initiative"."""

from __future__ import annotations

from banquet.scene import Scene, claim, special_gift

THREE = "caligula claudius octavius"
FOUR = "caligula claudius octavius vespasianus"


# --- BB-15: who is active next ------------------------------------------------------------------------------


def test_bb_15_the_seat_that_accepted_the_gift_is_next() -> None:
    scene = Scene(THREE)
    scene.round(discard="olives", keep="ring", gift="toga", to=2)
    assert scene.active == 2


def test_bb_15_a_doze_in_the_keep_of_a_gift_come_home_sends_the_lead_left() -> None:
    scene = Scene(THREE)
    scene.lays(discard="olives", keep="doze", gift="toga")
    scene.offer(1)
    scene.passes_on(1, 2)
    scene.passes_on(2, 0)
    assert scene.active == 1


def test_bb_15_a_doze_kept_by_the_active_player_does_not_hinder_the_acceptor() -> None:
    scene = Scene(THREE)
    scene.round(discard="olives", keep="doze", gift="toga", to=2)
    assert scene.active == 2


def test_bb_15_a_doze_claimed_by_the_later_acceptor_sends_the_lead_left() -> None:
    scene = Scene(THREE, ["give_back exchange_keep_gift", "claim_keep_discard", "special_gift"])
    scene.lays(discard="doze", keep="ring", gift="toga")
    scene.offer(1)
    scene.plays(1, claim("keep_discard", "discard"))
    assert scene.accepted(1) == ["doze"]
    scene.accepts(1)
    assert scene.active == 2


def test_bb_15_a_doze_claimed_by_somebody_else_does_not_hinder_the_acceptor() -> None:
    scene = Scene(THREE, ["give_back exchange_keep_gift", "claim_keep_discard", "special_gift"])
    scene.lays(discard="doze", keep="ring", gift="toga")
    scene.offer(2)
    scene.plays(1, claim("keep_discard", "discard"))
    scene.accepts(2)
    assert scene.active == 2


def test_bb_15_bursting_by_a_claimed_card_sends_the_later_lead_left() -> None:
    scene = Scene(THREE, ["give_back exchange_keep_gift", "claim_keep_discard", "special_gift"])
    scene.before(1, belt=9)
    scene.lays(discard="poison", keep="ring", gift="toga")
    scene.offer(1)
    scene.plays(1, claim("keep_discard", "discard"))
    scene.accepts(1)
    assert scene.accepted(1) == ["toga"]
    assert scene.active == 2


def test_bb_15_bursting_by_the_keep_of_a_gift_come_home_sends_the_lead_left() -> None:
    scene = Scene("caligula claudius vespasianus")
    scene.before(0, belt=9)
    scene.lays(discard="olives", keep="poison", gift="toga")
    scene.offer(1)
    scene.passes_on(1, 2)
    scene.passes_on(2, 0)
    assert scene.happened("guest_burst") == [{"seat": 0, "guest": "caligula"}]
    assert scene.active == 1


def test_bb_15_a_burst_by_hymn_does_not_cost_the_lead() -> None:
    scene = Scene("caligula claudius vespasianus")
    scene.before(0, "hymn")
    scene.before(1, belt=10)
    scene.round(discard="olives", keep="small_cup", gift="ring", to=1)
    assert scene.happened("guest_burst") == [{"seat": 1, "guest": "claudius"}]
    assert scene.active == 1


def test_bb_15_the_wine_that_bursts_the_singer_himself_is_a_card_he_took() -> None:
    scene = Scene("caligula claudius vespasianus")
    scene.before(1, "hymn", belt=10)
    scene.round(discard="olives", keep="ring", gift="small_cup", to=1)
    assert scene.happened("guest_burst") == [{"seat": 1, "guest": "claudius"}]
    assert scene.active == 2


def test_bb_15_the_singer_who_bursts_another_keeps_the_lead() -> None:
    scene = Scene("caligula claudius vespasianus")
    scene.before(1, "hymn")
    scene.before(2, belt=10)
    scene.round(discard="olives", keep="ring", gift="small_cup", to=1)
    assert scene.happened("guest_burst") == [{"seat": 2, "guest": "vespasianus"}]
    assert scene.active == 1


def test_bb_15_a_tasted_doze_does_not_cost_the_lead() -> None:
    scene = Scene(THREE)
    scene.before(1, "food_taster")
    scene.lays(discard="olives", keep="ring", gift="doze")
    scene.offer(1)
    scene.accepts(1)
    scene.tastes(1)
    assert scene.active == 1


def test_bb_15_a_doze_applied_at_zero_still_costs_the_lead() -> None:
    scene = Scene(THREE)
    scene.round(discard="olives", keep="ring", gift="doze", to=1)
    assert scene.belt(1) == 0 and scene.happened("belt_moved") == []
    assert scene.active == 2


def test_bb_15_the_left_neighbour_leads_even_if_he_slept_too() -> None:
    """Two Dozes in one round: seat 2 claimed one, seat 1 accepts the other; the lead goes to seat 2."""
    scene = Scene(THREE, ["give_back exchange_keep_gift", "special_gift", "claim_keep_discard"])
    scene.lays(discard="doze", keep="ring", gift="doze")
    scene.offer(1)
    scene.plays(2, claim("keep_discard", "discard"))
    scene.accepts(1)
    assert scene.active == 2


def test_bb_15_sleep_lasts_one_round() -> None:
    scene = Scene(THREE)
    scene.round(discard="olives", keep="ring", gift="doze", to=1)
    assert scene.active == 2
    scene.round(discard="figs", keep="vase", gift="toga", to=1)
    assert scene.active == 1


def test_bb_15_a_forced_receiver_leads() -> None:
    scene = Scene(THREE, ["give_back exchange_keep_gift", "special_gift", "claim_keep_discard"])
    scene.lays(discard="olives", keep="ring", gift="toga")
    scene.offer(1)
    scene.plays(1, special_gift(2))
    assert scene.active == 2


def test_bb_15_a_forced_doze_sends_the_lead_past_its_receiver() -> None:
    scene = Scene(FOUR, ["give_back exchange_keep_gift", "special_gift", "claim_keep_discard", "claim_keep_gift"])
    scene.lays(discard="olives", keep="ring", gift="doze")
    scene.offer(1)
    scene.plays(1, special_gift(2))
    assert scene.active == 3
