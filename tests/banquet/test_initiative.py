"""Who leads next, and the claim of whoever has least. Leaflet: "Initiative"."""

from __future__ import annotations

import pytest

from banquet.scene import GIVE_BACK, Scene, claim, exchange, special_gift

THREE = "caligula claudius octavius"
FOUR = "caligula claudius octavius vespasianus"
EDITIONS = pytest.mark.parametrize("edition", ["fr", "nl"])


def poor(edition: str = "fr", privileges: list[str] | None = None, guests: str = THREE) -> Scene:
    """Everybody has two cards but the seat of Claudius, which may therefore claim the Gift."""
    scene = Scene(guests, privileges, edition=edition)
    for seat in range(len(guests.split())):
        if seat != 1:
            scene.before(seat, "ring", "toga")
    return scene


# --- Leaflet: Initiative ----------------------------------------------------------------------------------


def test_leaflet_initiative_who_accepts_the_gift_leads_next() -> None:
    scene = Scene(FOUR)
    scene.round(discard="olives", keep="ring", gift="toga", to=3)
    assert scene.active == 3
    scene.lays(discard="figs", keep="vase", gift="mirror")
    scene.offer(0)
    scene.passes_on(0, 2)
    scene.accepts(2)
    assert scene.active == 2


def test_leaflet_initiative_a_gift_come_home_leaves_the_lead_where_it_is() -> None:
    scene = Scene(THREE)
    scene.lays(discard="olives", keep="ring", gift="toga")
    scene.offer(1)
    scene.passes_on(1, 2)
    scene.passes_on(2, 0)
    assert scene.active == 0


def test_leaflet_initiative_doze_gives_the_lead_to_the_left_neighbour() -> None:
    scene = Scene(FOUR)
    scene.round(discard="olives", keep="ring", gift="doze", to=1)
    assert scene.active == 2


def test_leaflet_initiative_the_left_neighbour_of_the_last_seat_is_the_first() -> None:
    scene = Scene("claudius caligula octavius vespasianus")
    scene.round(discard="olives", keep="ring", gift="doze", to=3)
    assert scene.active == 0


def test_leaflet_initiative_a_card_that_eliminates_gives_the_lead_to_the_left_neighbour() -> None:
    scene = Scene(FOUR)
    scene.before(1, belt=9)
    scene.round(discard="olives", keep="ring", gift="carp", to=1)
    assert scene.happened("guest_burst") == [{"seat": 1, "guest": "claudius"}]
    assert scene.active == 2


def test_leaflet_initiative_a_claimed_gift_is_applied_at_once() -> None:
    scene = poor()
    scene.lays(discard="olives", keep="figs", gift="carp")
    scene.claims_gift(1)
    assert scene.accepted(1) == ["carp"]
    assert scene.happened("gift_offered") == []
    assert scene.active == 1


def test_leaflet_initiative_if_it_is_not_claimed_the_round_goes_on() -> None:
    scene = poor()
    scene.lays(discard="olives", keep="figs", gift="carp")
    scene.leaves_gift(1)
    assert scene.happened("gift_left") == [{"seat": 1}]
    assert (scene.phase, scene.asked) == ("offer", [0])
    assert scene.offers(0) == [1, 2], "he who left it can still be offered it"


# --- BB-3: the initiative claim -----------------------------------------------------------------------------


def test_bb_03_two_fewer_than_every_other_player_is_enough() -> None:
    scene = poor()
    scene.lays(discard="olives", keep="figs", gift="carp")
    assert (scene.phase, scene.asked) == ("initiative", [1])
    assert scene.options(1) == [{"kind": "leave_gift"}, {"kind": "claim_gift"}]


def test_bb_03_two_fewer_than_all_but_one_is_not_enough() -> None:
    scene = Scene(FOUR)
    scene.before(0, "ring", "toga", "vase")
    scene.before(2, "ring", "toga")
    scene.before(3, "mirror")
    scene.lays(discard="olives", keep="figs", gift="carp")
    assert scene.phase == "offer"


def test_bb_03_it_counts_the_difference_not_the_number() -> None:
    scene = Scene(THREE)
    scene.before(0, "ring", "toga", "vase")
    scene.before(1, "mirror")
    scene.before(2, "ring", "toga", "vase")
    scene.lays(discard="olives", keep="figs", gift="carp")
    assert (scene.phase, scene.asked) == ("initiative", [1])


def test_bb_03_the_active_player_cannot_claim_his_own_gift() -> None:
    scene = Scene(THREE)
    scene.before(1, "ring", "toga")
    scene.before(2, "ring", "toga")
    scene.lays(discard="olives", keep="figs", gift="carp")
    assert (scene.phase, scene.asked) == ("offer", [0])


def test_bb_03_at_most_one_player_qualifies() -> None:
    scene = Scene(FOUR)
    scene.before(0, "ring", "toga", "vase")
    scene.before(3, "ring", "toga", "vase")
    scene.lays(discard="olives", keep="figs", gift="carp")
    assert scene.phase == "offer", "seats 1 and 2 have equally few"


def test_bb_03_kept_cards_count() -> None:
    """Both active players keep a card; with what they accepted before, seat 2 falls two behind."""
    scene = Scene(THREE)
    scene.before(0, "ring")
    scene.before(1, "ring")
    scene.lays(discard="olives", keep="figs", gift="toga")
    scene.offer(1)
    scene.accepts(1)
    assert (scene.accepted(0), scene.accepted(1)) == (["figs", "ring"], ["ring", "toga"])
    scene.lays(discard="olives", keep="vase", gift="carp")
    assert (scene.phase, scene.asked) == ("initiative", [2])


def test_bb_03_claimed_cards_count() -> None:
    scene = Scene(THREE, ["claim_keep_discard give_back", "special_gift", "exchange_keep_gift"])
    scene.before(1, "ring")
    scene.lays(discard="mirror", keep="figs", gift="toga")
    scene.offer(1)
    scene.plays(0, claim("keep_discard", "discard"))
    scene.accepts(1)
    assert (len(scene.accepted(0)), len(scene.accepted(1)), len(scene.accepted(2))) == (2, 2, 0)
    scene.lays(discard="olives", keep="vase", gift="carp")
    assert scene.asked == [2]


def test_bb_03_tasted_cards_do_not_count() -> None:
    """Seat 0 tastes its Keep: taster and card are gone, so it has one card fewer than before."""
    scene = Scene(THREE)
    scene.before(0, "food_taster", "ring")
    scene.before(1, "ring")
    scene.lays(discard="olives", keep="figs", gift="toga")
    scene.offer(1)
    scene.accepts(1)
    scene.tastes(0)
    assert (len(scene.accepted(0)), len(scene.accepted(1)), len(scene.accepted(2))) == (1, 2, 0)
    scene.lays(discard="olives", keep="vase", gift="carp")
    assert scene.phase == "offer"


@EDITIONS
def test_bb_03_duplicate_cards_do_not_count(edition: str) -> None:
    scene = Scene(THREE, edition=edition)
    scene.before(0, "umbra")
    scene.before(1, "ring")
    scene.lays(discard="olives", keep="umbra", gift="toga")
    scene.offer(1)
    scene.accepts(1)
    assert (len(scene.accepted(0)), len(scene.accepted(1)), len(scene.accepted(2))) == (1, 2, 0)
    scene.lays(discard="olives", keep="vase", gift="carp")
    assert scene.phase == "offer"


@EDITIONS
def test_bb_03_the_claimer_leads_next_and_the_keep_is_applied(edition: str) -> None:
    scene = poor(edition)
    scene.lays(discard="olives", keep="figs", gift="carp")
    scene.claims_gift(1)
    assert scene.active == 1
    assert scene.accepted(0) == ["figs", "ring", "toga"]


def test_bb_03_french_no_privilege_can_answer_the_claim() -> None:
    scene = poor("fr", ["claim_keep_gift give_back", "special_gift", "claim_discard_gift"])
    scene.lays(discard="olives", keep="figs", gift="carp")
    scene.claims_gift(1)
    assert scene.accepted(1) == ["carp"]
    assert scene.phase == "pick"


def test_bb_03_dutch_one_window_opens_after_the_claim() -> None:
    scene = poor("nl", ["claim_keep_gift give_back", "special_gift", "claim_discard_gift"])
    scene.lays(discard="olives", keep="figs", gift="carp")
    scene.claims_gift(1)
    assert (scene.phase, scene.asked) == ("window", [0, 1, 2])
    scene.everyone_passes()
    assert scene.accepted(1) == ["carp"]
    assert scene.phase == "pick", "no second window, and the claimer is not asked again"


def test_bb_03_dutch_only_claim_and_exchange_are_played_in_that_window() -> None:
    scene = poor("nl", ["exchange_keep_gift give_back", "special_gift", "claim_discard_gift"])
    scene.lays(discard="olives", keep="figs", gift="carp")
    scene.claims_gift(1)
    assert [option["kind"] for option in scene.options(0)] == ["pass", "pass_round", "exchange"]
    assert [option["kind"] for option in scene.options(1)] == ["pass", "pass_round"]
    assert [option["kind"] for option in scene.options(2)] == ["pass", "pass_round", "claim", "claim"]
    assert scene.refused(1, special_gift(0)) == ("refused.initiative_window", "BB-3")
    assert scene.refused(0, GIVE_BACK) == ("refused.initiative_window", "BB-3")


def test_bb_03_dutch_a_claim_on_the_gift_makes_that_player_the_acceptor() -> None:
    scene = poor("nl", ["claim_keep_gift give_back", "special_gift", "claim_discard_gift"])
    scene.lays(discard="olives", keep="figs", gift="carp")
    scene.claims_gift(1)
    scene.plays(2, claim("discard_gift", "gift"))
    assert scene.accepted(1) == []
    assert scene.accepted(2) == ["carp", "ring", "toga"]
    assert scene.active == 2


def test_bb_03_dutch_the_active_player_may_claim_the_claimed_gift_himself() -> None:
    scene = poor("nl", ["claim_keep_gift give_back", "special_gift", "claim_discard_gift"])
    scene.lays(discard="olives", keep="figs", gift="carp")
    scene.claims_gift(1)
    scene.plays(0, claim("keep_gift", "gift"))
    assert scene.accepted(0) == ["figs", "carp", "ring", "toga"]
    assert scene.active == 0


def test_bb_03_dutch_an_exchange_changes_what_the_claimer_takes() -> None:
    scene = poor("nl", ["exchange_keep_gift give_back", "special_gift", "claim_discard_gift"])
    scene.lays(discard="olives", keep="figs", gift="carp")
    scene.claims_gift(1)
    scene.plays(0, exchange("keep_gift"))
    assert scene.accepted(1) == ["figs"]
    assert "carp" in scene.accepted(0)
    assert scene.active == 1


def test_bb_03_dutch_after_a_claim_on_the_keep_the_claimer_takes_the_gift() -> None:
    scene = poor("nl", ["exchange_keep_gift give_back", "special_gift", "claim_keep_discard"])
    scene.lays(discard="olives", keep="figs", gift="carp")
    scene.claims_gift(1)
    scene.plays(2, claim("keep_discard", "keep"))
    assert scene.accepted(2) == ["figs", "ring", "toga"]
    assert scene.accepted(1) == ["carp"]
    assert scene.accepted(0) == ["ring", "toga"]
    assert scene.active == 1


def test_bb_03_dutch_a_claimer_burst_in_that_window_takes_the_gift_as_a_new_guest() -> None:
    """His own Claim on the Discard bursts Claudius; the seat claimed the Gift, so its new guest takes it (BB-20)."""
    scene = poor("nl", ["exchange_keep_gift give_back", "claim_keep_discard", "special_gift"])
    scene.before(1, belt=9)
    scene.lays(discard="poison", keep="figs", gift="carp")
    scene.claims_gift(1)
    scene.next_guests("messalina")
    scene.plays(1, claim("keep_discard", "discard"))
    assert scene.guest(1) == "messalina"
    assert scene.accepted(1) == ["carp"]
    assert scene.active == 2, "the seat was burst by a card it took itself (BB-15)"


def test_bb_03_dutch_without_privileges_left_no_window_opens() -> None:
    scene = poor("nl")
    scene.lays(discard="olives", keep="figs", gift="carp")
    scene.claims_gift(1)
    assert scene.accepted(1) == ["carp"]
    assert scene.phase == "pick"


def test_bb_03_dutch_with_open_privileges_only_claims_and_exchanges_are_asked() -> None:
    scene = Scene(
        THREE,
        ["exchange_keep_gift give_back", "special_gift", "claim_discard_gift"],
        edition="nl",
        open_privileges=True,
    )
    scene.before(0, "ring", "toga")
    scene.before(2, "ring", "toga")
    scene.lays(discard="olives", keep="figs", gift="carp")
    scene.claims_gift(1)
    assert scene.asked == [0, 2]


@EDITIONS
def test_bb_03_whoever_leaves_the_gift_can_still_play_a_privilege_later(edition: str) -> None:
    scene = poor(edition, ["exchange_keep_gift give_back", "special_gift", "claim_discard_gift"])
    scene.lays(discard="olives", keep="figs", gift="carp")
    scene.leaves_gift(1)
    scene.offer(1)
    assert scene.asked == [0, 1, 2]
    scene.plays(1, special_gift(2))
    assert scene.accepted(2) == ["carp", "ring", "toga"]


@EDITIONS
def test_bb_03_a_claimed_doze_sends_the_lead_to_the_left(edition: str) -> None:
    scene = poor(edition)
    scene.lays(discard="olives", keep="figs", gift="doze")
    scene.claims_gift(1)
    assert scene.active == 2


def test_bb_03_a_claimed_gift_may_be_tasted() -> None:
    scene = Scene(THREE)
    scene.before(1, "food_taster")
    for seat in (0, 2):
        scene.before(seat, "ring", "toga", "vase")
    scene.lays(discard="olives", keep="figs", gift="poison")
    scene.claims_gift(1)
    scene.tastes(1)
    assert scene.belt(1) == 0
    assert scene.active == 1


@EDITIONS
def test_bb_03_the_next_round_is_a_round_like_any_other(edition: str) -> None:
    scene = poor(edition)
    scene.lays(discard="olives", keep="figs", gift="carp")
    scene.claims_gift(1)
    scene.lays(discard="olives", keep="snails", gift="mullet")
    scene.offer(2)
    assert (scene.phase, scene.asked) == ("answer", [2])


def test_bb_03_a_gift_that_is_left_lies_before_nobody() -> None:
    scene = poor()
    scene.lays(discard="olives", keep="figs", gift="carp")
    scene.leaves_gift(1)
    assert scene.view(None)["gift"]["holder"] is None


def test_bb_03_the_newly_burst_are_poor_again() -> None:
    """A new guest sits before an empty display, so the claim arises for it."""
    scene = Scene(THREE)
    scene.before(0, "ring", "vase")
    scene.before(1, "toga", belt=9)
    scene.before(2, "ring")
    scene.round(discard="olives", keep="mirror", gift="poison", to=1)
    assert scene.accepted(1) == [] and scene.active == 2
    scene.round(discard="figs", keep="perfume", gift="sandals", to=0)
    scene.lays(discard="olives", keep="figs", gift="carp")
    assert (scene.phase, scene.asked) == ("initiative", [1])
