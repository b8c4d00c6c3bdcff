"""What each seat and a spectator see at each point, and what nobody sees."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from banquet.openings import CARDS, table
from banquet.scene import PASS, PASS_ROUND, Scene, claim, exchange, special_gift
from triclinium.core.decision import Answer
from triclinium.games.banquet.game import GAME

THREE = "caligula octavius septimus"
HANDS = ("give_back claim_keep_gift", "special_gift", "exchange_keep_gift")
SECRET_GUESTS = ("octavius", "septimus", "cassius", "claudius", "vespasianus", "messalina", "caesonia", "agrippina")


def without_own(view: Any) -> Any:
    """What a view shares with all others."""
    return {name: part for name, part in view.items() if name not in ("you", "seat")}


def shared(scene: Scene) -> Any:
    """The part of the view that is the same for everybody; fails if it is not."""
    spectator = without_own(scene.view(None))
    for seat in range(scene.state.seats):
        assert without_own(scene.view(seat)) == spectator
    return spectator


def walk() -> list[Scene]:
    """The same game at every question of a round."""
    stops: list[Scene] = []
    for length in range(1, 9):
        scene = Scene(THREE, HANDS)
        steps: list[Callable[[Scene], Any]] = [
            lambda scene: scene.pick(*CARDS.values()),
            lambda scene: scene.assign(**CARDS),
            lambda scene: scene.offer(1),
            lambda scene: scene.answer(2, PASS),
            lambda scene: scene.everyone_passes(),
            lambda scene: scene.passes_on(1, 2),
            lambda scene: scene.everyone_passes(),
            lambda scene: scene.accepts(2),
        ]
        for step in steps[:length]:
            step(scene)
        stops.append(scene)
    return stops


# --- Everywhere ---------------------------------------------------------------------------------------------


def test_views_everybody_shares_the_table_and_only_the_own_part_differs() -> None:
    for scene in walk():
        shared(scene)
        assert "you" not in scene.view(None)
        assert [scene.view(seat)["seat"] for seat in (None, 0, 1, 2)] == [None, 0, 1, 2]


def test_views_are_plain_json() -> None:
    for scene in walk():
        for seat in (None, 0, 1, 2):
            view = scene.view(seat)
            assert json.loads(json.dumps(view)) == view


def test_views_a_guest_is_known_to_its_own_seat_alone() -> None:
    for scene in walk():
        assert not any(name in str(shared(scene)) for name in SECRET_GUESTS)
        assert [scene.view(seat)["you"]["guest"] for seat in range(3)] == ["caligula", "octavius", "septimus"]
        for seat in range(3):
            others = {"octavius", "septimus"} - {scene.view(seat)["you"]["guest"]}
            assert not any(name in str(scene.view(seat)) for name in others)


def test_views_a_hidden_privilege_is_known_to_its_own_seat_alone() -> None:
    for scene in walk():
        assert not any(name in str(shared(scene)) for hand in HANDS for name in hand.split())
        assert [scene.view(seat)["you"]["privileges"] for seat in range(3)] == [
            ["claim_keep_gift", "give_back"],
            ["special_gift"],
            ["exchange_keep_gift"],
        ]


def test_views_the_places_of_the_three_cards_are_known_to_the_active_player_alone() -> None:
    for scene in walk()[1:7]:
        assert scene.view(0)["you"]["assigned"] == CARDS
        for seat in (1, 2):
            assert scene.view(seat)["you"]["assigned"] == {}
        assert shared(scene)["three"]["cards"] == ["vase", "mirror", "sandals"]
        assert shared(scene)["three"]["places"] == ["discard", "keep", "gift"]


@pytest.mark.parametrize(
    "way", [("vase", "sandals", "mirror"), ("sandals", "mirror", "vase"), ("vase", "mirror", "sandals")]
)
def test_views_another_assignment_looks_the_same_to_the_others(way: tuple[str, str, str]) -> None:
    scene, other = table(*HANDS), table(*HANDS, laid=dict(zip(("discard", "keep", "gift"), way, strict=True)))
    for it in (scene, other):
        it.offer(1)
        it.everyone_passes()
        it.passes_on(1, 2)
    for seat in (None, 1, 2):
        assert scene.view(seat) == other.view(seat)
        assert scene.told(seat)[1:] == other.told(seat)[1:], "but for the order in which the cards were picked"


def test_views_other_guests_at_the_other_seats_look_the_same() -> None:
    one, other = Scene("caligula octavius claudius messalina"), Scene("caligula octavius agrippina cassius")
    for scene in (one, other):
        scene.before(2, belt=9)
        scene.lays(discard="mirror", keep="vase", gift="sandals")
        scene.offer(3)
    for seat in (None, 0, 1):
        assert one.view(seat) == other.view(seat)
        assert one.told(seat) == other.told(seat)


# --- The questions one by one ---------------------------------------------------------------------------------


def test_views_before_the_first_round_caligula_is_to_lead() -> None:
    scene = Scene("octavius caligula septimus")
    seen = shared(scene)
    assert (seen["phase"], seen["asked"], seen["active"], seen["round"]) == ("pick", [1], 1, 1)
    assert [seat["guest"] for seat in seen["seats"]] == [None, "caligula", None]


def test_views_while_he_assigns_all_see_the_picked_cards_and_where_they_lay() -> None:
    scene = Scene(THREE, ring="poison carp cup dagger hymn umbra ring")
    scene.answer(0, {"kind": "pick", "slots": [1, 2, 6]})
    three = shared(scene)["three"]
    assert (three["picked_from"], sorted(three["cards"]), three["places"]) == ([1, 2, 6], ["carp", "cup", "ring"], [])
    assert shared(scene)["ring"] == ["poison", None, None, "dagger", "hymn", "umbra", None]


def test_views_the_gift_shows_who_holds_it_who_gave_it_and_who_had_it() -> None:
    scene = Scene("caligula octavius septimus claudius")
    scene.lays(**CARDS)
    assert shared(scene)["gift"]["holder"] is None
    scene.offer(2)
    scene.passes_on(2, 1)
    gift = shared(scene)["gift"]
    assert (gift["holder"], gift["giver"], gift["offered"], gift["acceptor"]) == (1, 2, [1, 2], None)


def test_views_the_initiative_question_is_public() -> None:
    scene = Scene(THREE)
    for seat in (0, 2):
        scene.before(seat, "bill", "dance")
    scene.lays(**CARDS)
    assert (shared(scene)["phase"], shared(scene)["asked"]) == ("initiative", [1])
    assert shared(scene)["gift"]["holder"] is None, "who is only asked does not have the Gift"
    scene.claims_gift(1)
    assert {"kind": "gift_claimed", "seat": 1} in scene.told(None)


def test_views_a_turned_up_card_waiting_to_be_tasted_is_public() -> None:
    scene = Scene(THREE)
    scene.before(1, "food_taster")
    scene.lays(discard="mirror", keep="vase", gift="poison")
    scene.offer(1)
    scene.accepts(1)
    three = shared(scene)["three"]
    assert (three["turned_up"], three["turned_up_from"]) == ("poison", "gift")
    assert (three["cards"], three["places"]) == (["vase", "mirror"], ["discard", "keep"])
    assert shared(scene)["asked"] == [1]


def test_views_what_lies_before_a_seat_is_public() -> None:
    scene = Scene(THREE)
    scene.before(1, "carp", "carp", "cup", "ring", "dagger", belt=6)
    seat = shared(scene)["seats"][1]
    assert seat["accepted"] == {"carp": 2, "cup": 1, "ring": 1, "dagger": 1}
    assert (seat["belt"], seat["cards"], seat["dishes"], seat["dish_kinds"]) == (6, 5, 2, 1)
    assert (seat["wine"], seat["presents"]) == (2, 1)


def test_leaflet_deduction_all_accepted_cards_stay_visible() -> None:
    scene = Scene(THREE)
    scene.round(discard="olives", keep="ring", gift="toga", to=1)
    scene.round(discard="figs", keep="vase", gift="mirror", to=2)
    assert [seat["accepted"] for seat in shared(scene)["seats"]] == [{"ring": 1}, {"toga": 1, "vase": 1}, {"mirror": 1}]


def test_views_nobody_is_asked_while_chance_is() -> None:
    scene = Scene(THREE)
    scene.drawing = False
    scene.before(1, belt=9)
    scene.round(discard="mirror", keep="vase", gift="poison", to=1)
    assert (shared(scene)["phase"], shared(scene)["asked"]) == ("deal_replacement", [])
    scene.draw()
    assert (shared(scene)["phase"], shared(scene)["asked"]) == ("pick", [2])
    begun = GAME.start({}, 3)
    assert (GAME.view(begun, None)["phase"], GAME.view(begun, None)["asked"]) == ("seat_caligula", [])


def test_views_an_initiative_claimed_in_dutch_lies_before_the_claimer_while_privileges_answer() -> None:
    scene = Scene(THREE, HANDS, edition="nl")
    for seat in (0, 2):
        scene.before(seat, "bill", "dance")
    scene.lays(**CARDS)
    assert shared(scene)["gift"]["holder"] is None
    scene.claims_gift(1)
    assert (shared(scene)["phase"], shared(scene)["gift"]["holder"]) == ("window", 1)


def test_views_while_a_replacement_is_dealt_all_see_whose_seat_is_empty() -> None:
    scene = Scene(THREE)
    scene.drawing = False
    scene.before(1, belt=9)
    scene.round(discard="mirror", keep="vase", gift="poison", to=1)
    seen = shared(scene)
    assert seen["phase"] == "deal_replacement"
    assert [seat["has_guest"] for seat in seen["seats"]] == [True, False, True]
    assert seen["dealing"] == {"to": 1, "burst": [1]}
    assert scene.view(1)["you"]["guest"] is None


def test_views_it_is_public_when_a_seat_was_last_dealt_a_guest() -> None:
    scene = Scene(THREE)
    scene.before(1, belt=9)
    scene.round(discard="mirror", keep="vase", gift="poison", to=1)
    assert [seat["dealt_when"] for seat in shared(scene)["seats"]] == [0, 1, 0]
    assert shared(scene)["out"] == [{"guest": "octavius", "when": 1}]


def test_views_after_the_end_everything_is_shown_to_all() -> None:
    scene = Scene("caligula caesonia octavius", HANDS)
    scene.before(1, "ring", "toga")
    scene.round(discard="mirror", keep="bill", gift="vase", to=1)
    seen = shared(scene)
    assert [seat["guest"] for seat in seen["seats"]] == ["caligula", "caesonia", "octavius"]
    assert seen["result"]["winners"] == [1]
    assert seen["result"]["ending"] == "goal"


# --- BB-4: the window ---------------------------------------------------------------------------------------------


ANSWERS: dict[int, list[Answer]] = {
    0: [PASS, PASS_ROUND, claim("keep_gift", "keep"), claim("keep_gift", "gift")],
    1: [PASS, PASS_ROUND, special_gift(0), special_gift(2)],
    2: [PASS, PASS_ROUND, exchange("keep_gift")],
}


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_bb_04_nobody_sees_who_has_answered(seat: int) -> None:
    for answer in ANSWERS[seat]:
        scene = table(*HANDS)
        scene.offer(1)
        watchers = [watcher for watcher in (None, 0, 1, 2) if watcher != seat]
        before = [scene.view(watcher) for watcher in watchers]
        options = {other: scene.options(other) for other in range(3) if other != seat}
        assert scene.answer(seat, answer) == [], "nothing is told to anybody, not even to the seat itself"
        assert [scene.view(watcher) for watcher in watchers] == before
        assert {other: scene.options(other) for other in options} == options
        assert scene.view(None)["asked"] == [0, 1, 2]
        assert without_own(scene.view(seat)) == without_own(scene.view(None))


def test_bb_04_the_seat_itself_sees_what_it_has_sealed() -> None:
    scene = table(*HANDS)
    scene.offer(1)
    scene.answer(2, exchange("keep_gift"))
    assert scene.view(2)["you"]["sealed"] == exchange("keep_gift")
    assert scene.view(2)["you"]["privileges"] == ["exchange_keep_gift"]


def test_bb_04_a_standing_pass_is_seen_by_nobody_else() -> None:
    """In the second window seat 2 is asked like the others, though its answer is given."""
    scene, other = table(*HANDS), table(*HANDS)
    for it, answer in ((scene, PASS_ROUND), (other, PASS)):
        it.offer(1)
        it.answer(2, answer)
        it.everyone_passes()
        it.passes_on(1, 2)
    assert (scene.asked, other.asked) == ([0, 1, 2], [0, 1, 2])
    for seat in (None, 0, 1):
        assert scene.view(seat) == other.view(seat)
        assert scene.told(seat) == other.told(seat)


def test_bb_04_a_play_that_loses_on_priority_is_seen_by_nobody() -> None:
    """Whether the others pass or lose on priority, all views and events come out the same, for them too."""
    ends = []
    for losing in (PASS, claim("keep_discard", "keep"), claim("keep_discard", "discard")):
        for other in (PASS, special_gift(2), special_gift(0)):
            scene = table("exchange_keep_gift give_back", "special_gift", "claim_keep_discard")
            scene.offer(1)
            scene.answer(2, losing)
            scene.answer(1, other)
            scene.answer(0, exchange("keep_gift"))
            ends.append([(scene.view(seat), scene.told(seat)) for seat in (None, 0, 1, 2)])
    assert all(end == ends[0] for end in ends)


def test_bb_04_a_play_that_wins_is_seen_by_all() -> None:
    scene = table(*HANDS)
    scene.offer(1)
    scene.plays(2, exchange("keep_gift"))
    for seat in (None, 0, 1, 2):
        assert {"kind": "privilege_played", "seat": 2, "privilege": "exchange_keep_gift"} in scene.told(seat)
    assert shared(scene)["gift"]["privilege_played"]


def test_bb_04_who_exchanged_sees_no_more_than_the_others() -> None:
    scene = table(*HANDS)
    scene.offer(1)
    scene.plays(2, exchange("keep_gift"))
    assert scene.view(2)["you"]["assigned"] == {}
    assert shared(scene)["three"]["cards"] == ["vase", "mirror", "sandals"]


def test_bb_14_a_guest_dealt_again_is_not_shown_to_be_back() -> None:
    """Vespasianus is out and dealt again; the table sees him out and a face-down guest at the seat."""
    scene = Scene("caligula claudius vespasianus messalina caesonia")
    scene.before(0, belt=9)
    scene.lays(discard="mirror", keep="vase", gift="poison")
    for giver, receiver in ((0, 1), (1, 2), (2, 3), (3, 4), (4, 0)):
        scene.answer(giver, {"kind": "offer", "to": receiver})
    scene.before(2, belt=9)
    scene.round(discard="olives", keep="ring", gift="poison", to=2)
    assert scene.guest(2) == "vespasianus"
    seen = shared(scene)
    assert {"guest": "vespasianus", "when": 2} in seen["out"]
    assert seen["seats"][2]["guest"] is None


def test_views_the_piles_are_counted_by_kind_and_have_no_order() -> None:
    scene = Scene(THREE)
    scene.round(discard="olives", keep="ring", gift="toga", to=1)
    seen = shared(scene)
    assert seen["discards"] == {"olives": 1}
    assert sum(seen["pile"].values()) == 93 - 7 - 3


def test_views_the_agreed_options_are_on_the_table() -> None:
    scene = Scene(THREE, HANDS, edition="nl", open_privileges=True, different_dishes=True)
    agreed = shared(scene)["table"]
    assert (agreed["seats"], agreed["edition"], agreed["privileges"], agreed["different_dishes"]) == (
        3,
        "nl",
        "open",
        True,
    )
    assert agreed["values"]["poison"] == 7 and agreed["values"]["feather"] == -3
