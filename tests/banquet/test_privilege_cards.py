"""What each privilege does: Claim, Exchange, Give back, Special gift. Leaflet: "Privilèges"."""

from __future__ import annotations

import pytest

from banquet.openings import CARDS, brought_home, table
from banquet.scene import GIVE_BACK, PASS, PASS_ROUND, claim, exchange, special_gift

EDITIONS = pytest.mark.parametrize("edition", ["fr", "nl"])
PAIRS = [("keep", "discard"), ("keep", "gift"), ("discard", "gift")]


# --- BB-5: Claim --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("pair", PAIRS)
@pytest.mark.parametrize("which", [0, 1])
@EDITIONS
def test_leaflet_claim_one_of_the_two_cards_is_taken_and_applied(
    pair: tuple[str, str], which: int, edition: str
) -> None:
    name, place = "_".join(pair), pair[which]
    scene = table("give_back special_gift", "exchange_keep_gift", f"claim_{name}", edition=edition)
    scene.offer(1)
    scene.plays(2, claim(name, place))
    assert scene.accepted(2) == [CARDS[place]]
    assert scene.happened("privilege_claims") == [{"seat": 2, "privilege": f"claim_{name}", "place": place}]
    assert scene.happened("card_turned_up")[0] == {"seat": 2, "card": CARDS[place], "place": place}
    assert scene.holds(2) == []


def test_bb_05_claim_is_not_an_offer_who_has_passed_may_use_it() -> None:
    scene = table("give_back special_gift", "claim_keep_gift", "exchange_keep_gift")
    scene.offer(1)
    scene.everyone_passes()
    scene.passes_on(1, 2)
    scene.plays(1, claim("keep_gift", "gift"))
    assert scene.accepted(1) == ["sandals"]
    assert scene.active == 1


def test_bb_05_the_active_player_may_claim_his_own_keep() -> None:
    scene = table("claim_keep_discard give_back", "special_gift", "exchange_keep_gift")
    scene.offer(1)
    scene.plays(0, claim("keep_discard", "keep"))
    assert scene.accepted(0) == ["vase"], "at once, not at the end of the round"
    assert (scene.phase, scene.asked) == ("answer", [1])
    scene.accepts(1)
    assert scene.accepted(0) == ["vase"]


def test_bb_05_the_active_player_may_claim_his_own_discard() -> None:
    scene = table("claim_keep_discard give_back", "special_gift", "exchange_keep_gift")
    scene.offer(1)
    scene.plays(0, claim("keep_discard", "discard"))
    scene.accepts(1)
    assert scene.accepted(0) == ["vase", "mirror"]


def test_bb_05_the_active_player_may_claim_his_own_gift() -> None:
    scene = table("claim_keep_gift give_back", "special_gift", "exchange_keep_gift")
    scene.offer(1)
    scene.plays(0, claim("keep_gift", "gift"))
    assert scene.accepted(0) == ["vase", "sandals"]
    assert scene.active == 0


def test_bb_05_the_one_before_whom_the_gift_lies_may_use_it() -> None:
    scene = table("give_back special_gift", "claim_keep_gift", "exchange_keep_gift")
    scene.offer(1)
    scene.plays(1, claim("keep_gift", "keep"))
    assert scene.accepted(1) == ["vase"]
    assert scene.options(1)[0] == {"kind": "accept"}, "and then answers the Gift"
    scene.passes_on(1, 2)
    scene.accepts(2)
    assert scene.accepted(2) == ["sandals"]


def test_bb_05_the_card_is_taken_blindly() -> None:
    scene = table("give_back special_gift", "claim_keep_gift", "exchange_keep_gift")
    other = table(
        "give_back special_gift",
        "claim_keep_gift",
        "exchange_keep_gift",
        laid={"discard": "vase", "keep": "sandals", "gift": "mirror"},
    )
    scene.offer(1)
    other.offer(1)
    assert scene.options(1) == other.options(1)
    assert scene.view(1) == other.view(1)


def test_bb_05_a_claimed_card_is_applied_at_once_and_counts_as_accepted() -> None:
    scene = table(
        "give_back special_gift",
        "exchange_keep_gift",
        "claim_keep_discard",
        laid={"discard": "carp", "keep": "vase", "gift": "toga"},
    )
    scene.offer(1)
    scene.plays(2, claim("keep_discard", "discard"))
    assert (scene.belt(2), scene.accepted(2)) == (2, ["carp"])
    assert scene.view(None)["seats"][2]["cards"] == 1


def test_bb_05_after_a_claim_on_the_keep_the_active_player_simply_has_none() -> None:
    scene = table("give_back special_gift", "exchange_keep_gift", "claim_keep_discard")
    scene.offer(1)
    scene.plays(2, claim("keep_discard", "keep"))
    scene.accepts(1)
    assert scene.accepted(0) == []
    assert scene.discards == ["mirror"]
    assert scene.happened("keep_lost") == []


def test_bb_05_after_a_claim_on_the_discard_the_discards_have_one_card_less() -> None:
    scene = table("give_back special_gift", "exchange_keep_gift", "claim_keep_discard")
    scene.offer(1)
    scene.plays(2, claim("keep_discard", "discard"))
    scene.accepts(1)
    assert scene.discards == []
    assert scene.happened("round_shown") == [{"discard": "mirror", "keep": "vase", "gift": "sandals"}]


def test_bb_05_after_a_claim_on_keep_or_discard_the_gift_goes_on_where_it_lies() -> None:
    scene = table("give_back special_gift", "exchange_keep_gift", "claim_keep_discard", "exchange_keep_discard")
    scene.offer(1)
    scene.everyone_passes()
    scene.passes_on(1, 3)
    scene.plays(2, claim("keep_discard", "discard"))
    assert scene.asked == [3]
    assert scene.offers(3) == [2], "his claim did not count as an offer to him"
    assert scene.view(None)["gift"]["acceptor"] is None


def test_bb_05_a_claim_on_the_gift_makes_the_claimer_its_acceptor() -> None:
    scene = table("give_back special_gift", "exchange_keep_gift", "claim_discard_gift")
    scene.offer(1)
    scene.plays(2, claim("discard_gift", "gift"))
    assert scene.accepted(2) == ["sandals"]
    assert scene.accepted(0) == ["vase"]
    assert scene.active == 2


def test_bb_05_a_gift_come_home_may_still_be_claimed_by_another() -> None:
    scene = table("give_back special_gift", "exchange_keep_gift", "claim_discard_gift")
    brought_home(scene)
    scene.plays(2, claim("discard_gift", "gift"))
    assert scene.accepted(2) == ["sandals"]
    assert scene.active == 2


def test_bb_05_a_claimed_keep_when_the_gift_is_home_leaves_him_the_gift() -> None:
    scene = table("give_back special_gift", "exchange_keep_gift", "claim_keep_discard")
    brought_home(scene)
    scene.plays(2, claim("keep_discard", "keep"))
    assert scene.accepted(0) == ["sandals"]
    assert scene.accepted(2) == ["vase"]


def test_bb_05_a_claim_on_the_discard_that_bursts_the_holder_leaves_the_gift_to_his_new_guest() -> None:
    scene = table(
        "give_back special_gift",
        "claim_keep_discard",
        "exchange_keep_gift",
        laid={"discard": "poison", "keep": "vase", "gift": "toga"},
    )
    scene.before(1, belt=9)
    scene.offer(1)
    scene.next_guests("messalina")
    scene.plays(1, claim("keep_discard", "discard"))
    assert scene.guest(1) == "messalina"
    assert scene.options(1) == [{"kind": "accept"}, {"kind": "offer", "to": 2}]


def test_bb_05_a_claim_may_win_the_game_before_the_gift_is_accepted() -> None:
    scene = table(
        "give_back special_gift",
        "exchange_keep_gift",
        "exchange_discard_gift",
        "claim_keep_discard",
        laid={"discard": "carp", "keep": "vase", "gift": "toga"},
    )
    scene.before(3, "boar", "figs", "amphora", belt=0)
    scene.offer(1)
    scene.plays(3, claim("keep_discard", "discard"))
    assert (scene.winners, scene.ending) == ((3,), "goal")
    assert scene.happened("round_shown") == [], "the game is over, the round is not"
    assert scene.happened("cards_shown") == [{"discard": "carp", "keep": "vase", "gift": "toga"}]


# --- BB-6: Exchange -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("pair", PAIRS)
@EDITIONS
def test_leaflet_exchange_the_two_cards_change_places(pair: tuple[str, str], edition: str) -> None:
    name = "_".join(pair)
    scene = table("give_back special_gift", "claim_keep_gift", f"exchange_{name}", edition=edition)
    scene.offer(1)
    scene.plays(2, exchange(name))
    scene.accepts(1)
    ends = {**CARDS, pair[0]: CARDS[pair[1]], pair[1]: CARDS[pair[0]]}
    assert scene.accepted(1) == [ends["gift"]]
    assert scene.accepted(0) == [ends["keep"]]
    assert scene.discards == [ends["discard"]]
    assert scene.happened("cards_exchanged") == [{"one": pair[0], "other": pair[1]}]


def test_leaflet_exchange_the_round_then_goes_on() -> None:
    scene = table("give_back special_gift", "claim_keep_gift", "exchange_keep_gift")
    scene.offer(1)
    scene.plays(2, exchange("keep_gift"))
    assert (scene.phase, scene.asked) == ("answer", [1])


def test_bb_06_no_card_is_looked_at() -> None:
    scene = table("give_back special_gift", "claim_keep_gift", "exchange_keep_gift")
    scene.offer(1)
    scene.plays(2, exchange("keep_gift"))
    assert scene.happened("card_turned_up") == []
    for seat in (None, 1, 2):
        assert all(card not in str(scene.told(seat)[3:]) for card in CARDS.values())


def test_bb_06_the_offers_do_not_start_again() -> None:
    scene = table("give_back special_gift", "claim_keep_gift", "exchange_keep_gift", "claim_keep_discard")
    scene.offer(1)
    scene.everyone_passes()
    scene.passes_on(1, 3)
    scene.plays(2, exchange("keep_gift"))
    assert scene.offers(3) == [2], "seat 1 has passed and stays passed"


def test_bb_06_a_home_gift_exchanged_with_the_keep_only_changes_their_order() -> None:
    scene = table(
        "give_back exchange_keep_gift",
        "claim_keep_gift",
        "special_gift",
        laid={"discard": "mirror", "keep": "feather", "gift": "cup"},
    )
    scene.before(0, belt=9)
    brought_home(scene)
    scene.plays(0, exchange("keep_gift"))
    assert scene.happened("guest_burst") == []
    assert scene.belt(0) == 9 - 3 + 2


def test_bb_06_an_exchange_by_the_active_player_moves_what_he_knows() -> None:
    scene = table("give_back exchange_keep_gift", "claim_keep_gift", "special_gift")
    scene.offer(1)
    scene.plays(0, exchange("keep_gift"))
    assert scene.view(0)["you"]["assigned"] == {"discard": "mirror", "keep": "sandals", "gift": "vase"}


# --- BB-7: Give back and Special gift -----------------------------------------------------------------------


@EDITIONS
def test_leaflet_give_back_the_giver_must_take_it(edition: str) -> None:
    scene = table("exchange_keep_gift special_gift", "give_back", "claim_keep_gift", edition=edition)
    scene.offer(1)
    scene.plays(1, GIVE_BACK)
    assert scene.accepted(0) == ["vase", "sandals"]
    assert scene.happened("gift_forced") == [{"seat": 1, "to": 0}]
    assert scene.active == 0


def test_bb_07_give_back_goes_to_the_seat_that_handed_it_over_last() -> None:
    scene = table("exchange_keep_gift special_gift", "claim_keep_gift", "give_back")
    scene.offer(1)
    scene.everyone_passes()
    scene.passes_on(1, 2)
    scene.plays(2, GIVE_BACK)
    assert scene.accepted(1) == ["sandals"], "to the one who passed it on, not to the active player"
    assert scene.active == 1


@EDITIONS
def test_leaflet_special_gift_another_player_must_take_it(edition: str) -> None:
    scene = table("exchange_keep_gift give_back", "special_gift", "claim_keep_gift", edition=edition)
    scene.offer(1)
    scene.plays(1, special_gift(2))
    assert scene.accepted(2) == ["sandals"]
    assert scene.active == 2


def test_leaflet_special_gift_also_to_the_active_player_or_one_who_passed_it_on() -> None:
    scene = table("exchange_keep_gift give_back", "claim_keep_gift", "special_gift", "claim_keep_discard")
    scene.offer(1)
    scene.everyone_passes()
    scene.passes_on(1, 2)
    targets = [option["to"] for option in scene.options(2) if option["kind"] == "special_gift"]
    assert targets == [0, 1, 3]


@pytest.mark.parametrize("to", [0, 1, 3])
def test_bb_07_special_gift_goes_to_any_other_seat(to: int) -> None:
    scene = table("exchange_keep_gift give_back", "claim_keep_gift", "special_gift", "claim_keep_discard")
    scene.offer(1)
    scene.everyone_passes()
    scene.passes_on(1, 2)
    scene.plays(2, special_gift(to))
    assert "sandals" in scene.accepted(to)
    assert scene.active == to


def test_bb_07_only_on_receiving_the_gift() -> None:
    scene = table("exchange_keep_gift claim_keep_gift", "give_back", "special_gift", "claim_keep_discard")
    scene.offer(3)
    assert scene.refused(1, GIVE_BACK) == ("refused.not_receiver", "BB-7")
    assert scene.refused(2, special_gift(1)) == ("refused.not_receiver", "BB-7")


def test_bb_07_not_any_more_after_passing_it_on() -> None:
    scene = table("exchange_keep_gift claim_keep_gift", "give_back", "special_gift", "claim_keep_discard")
    scene.offer(1)
    scene.everyone_passes()
    scene.passes_on(1, 3)
    assert scene.refused(1, GIVE_BACK) == ("refused.not_receiver", "BB-7")


def test_bb_07_the_active_player_gives_back_a_gift_come_home() -> None:
    scene = table("exchange_keep_gift give_back", "claim_keep_gift", "special_gift")
    brought_home(scene)
    scene.plays(0, GIVE_BACK)
    assert scene.accepted(2) == ["sandals"], "to the last who passed it on"
    assert scene.accepted(0) == ["vase"]
    assert scene.active == 2


def test_bb_07_the_active_player_makes_a_special_gift_of_a_gift_come_home() -> None:
    scene = table("exchange_keep_gift special_gift", "claim_keep_gift", "give_back")
    brought_home(scene)
    scene.plays(0, special_gift(1))
    assert scene.accepted(1) == ["sandals"]
    assert scene.active == 1


def test_bb_07_the_active_player_cannot_use_them_before_it_comes_home() -> None:
    scene = table("special_gift give_back", "claim_keep_gift", "exchange_keep_gift")
    scene.offer(1)
    assert scene.options(0) == [PASS, PASS_ROUND]


def test_bb_07_the_forced_receiver_cannot_refuse() -> None:
    scene = table("exchange_keep_gift give_back", "special_gift", "claim_keep_gift")
    scene.offer(1)
    scene.plays(1, special_gift(2))
    assert scene.happened("gift_accepted") == []
    assert scene.phase == "pick", "seat 2 was not asked"


def test_bb_07_a_forced_receiver_who_bursts_is_replaced_and_his_neighbour_leads() -> None:
    scene = table(
        "exchange_keep_gift give_back",
        "special_gift",
        "claim_keep_gift",
        "claim_keep_discard",
        laid={"discard": "mirror", "keep": "vase", "gift": "poison"},
    )
    scene.before(2, belt=9)
    scene.offer(1)
    scene.plays(1, special_gift(2))
    assert scene.happened("guest_burst") == [{"seat": 2, "guest": "septimus"}]
    assert scene.active == 3


def test_bb_07_give_back_and_exchange_cannot_both_be_played() -> None:
    """Seat 1 gives back while the active player exchanges: his has priority, and no window follows."""
    scene = table("exchange_keep_gift special_gift", "give_back", "claim_keep_gift")
    scene.offer(1)
    scene.answer(1, GIVE_BACK)
    scene.plays(0, exchange("keep_gift"))
    assert scene.holds(1) == ["give_back"]
    assert (scene.phase, scene.asked) == ("answer", [1])
    scene.accepts(1)
    assert scene.accepted(1) == ["vase"]


# --- BB-19, leaflet: used once ------------------------------------------------------------------------------


def test_leaflet_privileges_each_is_used_once() -> None:
    scene = table("give_back special_gift", "claim_keep_gift", "exchange_keep_gift")
    scene.offer(1)
    scene.plays(2, exchange("keep_gift"))
    scene.accepts(1)
    assert scene.holds(2) == []
    scene.lays(discard="olives", keep="figs", gift="toga")
    scene.offer(0)
    assert scene.refused(2, exchange("keep_gift")) == ("refused.not_asked", "")


def test_bb_19_used_privileges_are_out_of_the_game() -> None:
    scene = table("give_back special_gift", "claim_keep_gift", "exchange_keep_gift")
    scene.offer(1)
    scene.plays(2, exchange("keep_gift"))
    for seat in (None, 0, 1, 2):
        assert scene.view(seat)["privileges_used"] == ["exchange_keep_gift"]
    scene.before(1, belt=9)
    scene.accepts(1)
    scene.lays(discard="olives", keep="poison", gift="toga")
    scene.offer(0)
    scene.everyone_passes()
    scene.accepts(0)
    assert scene.happened("guest_replaced") == [{"seat": 1}]
    assert [scene.holds(seat) for seat in range(3)] == [["give_back", "special_gift"], ["claim_keep_gift"], []]


def test_leaflet_privileges_are_played_before_the_gift_is_accepted_and_shown() -> None:
    scene = table("give_back special_gift", "claim_keep_gift", "exchange_keep_gift")
    scene.offer(1)
    scene.plays(2, exchange("keep_gift"))
    scene.accepts(1)
    kinds = [event.kind for event in scene.events]
    assert kinds.index("privilege_played") < kinds.index("gift_accepted") < kinds.index("card_turned_up")


def test_leaflet_privileges_keep_and_gift_exchanged_then_accepted() -> None:
    scene = table(
        "give_back special_gift",
        "exchange_keep_gift",
        "claim_keep_gift",
        laid={"discard": "mirror", "keep": "cup", "gift": "poison"},
    )
    scene.offer(1)
    scene.plays(1, exchange("keep_gift"))
    scene.accepts(1)
    assert (scene.belt(1), scene.belt(0)) == (2, 7)
    assert [turned["place"] for turned in scene.happened("card_turned_up")] == ["gift", "keep"]
