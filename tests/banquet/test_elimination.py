"""Guests that burst, and who sits down in their place. Leaflet: "Élimination"."""

from __future__ import annotations

import pytest

from banquet.scene import Scene, claim
from triclinium.core.decision import CHANCE
from triclinium.core.event import told_to

PEACEFUL = "caligula claudius vespasianus"
"""A table without conspirators."""
FIVE = "caligula claudius vespasianus messalina caesonia"
"""Five without conspirators: the box holds Agrippina and the three of them."""


def bursts(scene: Scene, seat: int, *, discard: str = "mirror", keep: str = "vase") -> None:
    """A seat accepts a poison that bursts it."""
    scene.before(seat, belt=9)
    scene.round(discard=discard, keep=keep, gift="poison", to=seat)


def dealt(scene: Scene) -> list[str]:
    """The guests chance may deal now."""
    (question,) = scene.play.pending()
    assert (question.seat, question.kind) == (CHANCE, "deal_replacement")
    assert set(question.weights) == {1}
    return [str(option["guest"]) for option in question.options]


# --- Leaflet: Élimination -----------------------------------------------------------------------------------


@pytest.mark.parametrize("card", ["piglet", "amphora", "poison"])
def test_leaflet_elimination_by_dishes_wine_or_poison(card: str) -> None:
    scene = Scene(PEACEFUL)
    scene.before(1, belt=8)
    scene.round(discard="mirror", keep="vase", gift=card, to=1)
    assert scene.happened("guest_burst") == [{"seat": 1, "guest": "claudius"}]
    assert scene.out == 1


def test_leaflet_elimination_the_guest_is_shown() -> None:
    scene = Scene(PEACEFUL)
    bursts(scene, 1)
    for seat in (None, 0, 1, 2):
        assert {"kind": "guest_burst", "seat": 1, "guest": "claudius"} in scene.told(seat)
        assert scene.view(seat)["out"] == [{"guest": "claudius", "when": 1}]


def test_leaflet_elimination_all_accepted_cards_are_discarded_and_the_belt_is_empty() -> None:
    scene = Scene(PEACEFUL)
    scene.before(1, "ring", "dagger", "hymn", "carp", "cup", belt=9)
    scene.round(discard="mirror", keep="vase", gift="poison", to=1)
    assert (scene.belt(1), scene.accepted(1)) == (0, [])
    assert sorted(scene.discards) == sorted(["ring", "dagger", "hymn", "carp", "cup", "poison", "mirror"])


@pytest.mark.parametrize("edition", ["fr", "nl"])
def test_leaflet_elimination_the_cards_of_the_burst_come_back_with_the_discards(edition: str) -> None:
    scene = Scene(PEACEFUL, edition=edition)
    bursts(scene, 1)
    assert scene.gone == []


def test_leaflet_elimination_a_new_guest_is_drawn_at_once() -> None:
    scene = Scene(PEACEFUL)
    scene.next_guests("cassius")
    bursts(scene, 1)
    assert scene.guest(1) == "cassius"
    kinds = [event.kind for event in scene.events]
    assert kinds.index("guest_replaced") < kinds.index("round_shown"), "still in the same round"


def test_leaflet_elimination_no_new_privilege_but_an_unused_one_is_kept() -> None:
    scene = Scene(PEACEFUL, ["give_back claim_keep_gift", "special_gift", "exchange_keep_gift"])
    bursts(scene, 1)
    assert scene.holds(1) == ["special_gift"]
    assert [seat["privileges"] for seat in scene.view(None)["seats"]] == [2, 1, 1]


def test_leaflet_elimination_without_conspirators_play_goes_on_without_caligula() -> None:
    scene = Scene(PEACEFUL)
    scene.next_guests("messalina", "agrippina")
    bursts(scene, 1)
    scene.before(0, belt=9)
    scene.round(discard="mirror", keep="vase", gift="poison", to=0)
    assert scene.winners is None
    assert scene.guest(0) == "agrippina"
    assert [seat["guest"] for seat in scene.view(None)["seats"]] == [None, None, None]


def test_leaflet_elimination_after_caligula_no_conspirator_is_drawn_any_more() -> None:
    scene = Scene(PEACEFUL)
    scene.drawing = False
    scene.before(0, belt=9)
    scene.lays(discard="mirror", keep="vase", gift="poison")
    scene.offer(1)
    scene.passes_on(1, 2)
    scene.passes_on(2, 0)
    assert dealt(scene) == ["messalina", "caesonia", "agrippina"]


# --- BB-14: replacements ------------------------------------------------------------------------------------


def test_bb_14_replacements_come_from_the_guests_not_dealt() -> None:
    scene = Scene(PEACEFUL)
    scene.drawing = False
    bursts(scene, 1)
    assert dealt(scene) == ["octavius", "septimus", "cassius", "messalina", "caesonia", "agrippina"]


def test_bb_14_the_dead_do_not_come_back_while_others_are_left() -> None:
    scene = Scene(FIVE)
    scene.next_guests("octavius")
    bursts(scene, 1)
    scene.drawing = False
    scene.before(3, belt=9)
    scene.round(discard="mirror", keep="vase", gift="poison", to=3)
    assert dealt(scene) == ["septimus", "cassius", "agrippina"]


def test_bb_14_those_passed_over_are_not_shown() -> None:
    """Chance draws among the allowed alone, so a barred conspirator is never drawn and never seen."""
    scene = Scene(PEACEFUL)
    scene.before(0, belt=9)
    scene.next_guests("agrippina")
    scene.lays(discard="mirror", keep="vase", gift="poison")
    scene.offer(1)
    scene.passes_on(1, 2)
    scene.passes_on(2, 0)
    for seat in (None, 1, 2):
        text = str(scene.told(seat)) + str(scene.view(seat))
        assert not any(
            name in text for name in ("octavius", "septimus", "cassius", "messalina", "caesonia", "agrippina")
        )


def test_bb_14_only_its_own_seat_is_told_the_new_guest() -> None:
    scene = Scene(PEACEFUL)
    scene.drawing = False
    bursts(scene, 1)
    events = scene.play.answer(CHANCE, {"kind": "guest", "guest": "octavius"})
    for seat in (None, 0, 2):
        assert told_to(events, seat)[0] == {"kind": "guest_replaced", "seat": 1}
        assert "octavius" not in str(told_to(events, seat))
    assert told_to(events, 1)[1] == {"kind": "guest_yours_now", "seat": 1, "guest": "octavius"}


def test_bb_14_the_third_elimination_ends_the_game_before_any_replacement() -> None:
    scene = Scene(PEACEFUL)
    scene.already_out("messalina", "caesonia")
    bursts(scene, 1)
    assert scene.happened("guest_replaced") == []
    assert (scene.ending, scene.winners) == ("third_out", (0,))


def test_bb_14_after_caligulas_death_his_player_too_draws_a_new_guest() -> None:
    scene = Scene(PEACEFUL)
    scene.before(0, belt=9)
    scene.next_guests("messalina")
    scene.lays(discard="mirror", keep="vase", gift="poison")
    scene.offer(1)
    scene.passes_on(1, 2)
    scene.passes_on(2, 0)
    assert scene.guest(0) == "messalina"
    assert scene.view(None)["conspirators_barred"]
    assert scene.view(None)["seats"][0]["guest"] is None, "the new guest lies face down"


def test_bb_14_a_conspirator_burst_earlier_does_not_avenge_caligula() -> None:
    scene = Scene("caligula octavius vespasianus")
    scene.next_guests("messalina")
    bursts(scene, 1)
    scene.before(0, belt=9)
    scene.lays(discard="mirror", keep="vase", gift="poison")
    scene.offer(0)
    scene.accepts(0)
    assert scene.winners is None
    assert scene.out == 2


def test_bb_14_at_five_the_last_allowed_guest_sits_down_first() -> None:
    scene = Scene(FIVE)
    scene.drawing = False
    scene.before(0, belt=9)
    scene.lays(discard="mirror", keep="vase", gift="poison")
    for giver, receiver in ((0, 1), (1, 2), (2, 3), (3, 4), (4, 0)):
        scene.answer(giver, {"kind": "offer", "to": receiver})
    assert dealt(scene) == ["agrippina"]


def fallen_emperor() -> Scene:
    """Five at the table, Caligula is out and Agrippina, the last allowed guest, sits in his place."""
    scene = Scene(FIVE)
    scene.before(0, belt=9)
    scene.lays(discard="mirror", keep="vase", gift="poison")
    for giver, receiver in ((0, 1), (1, 2), (2, 3), (3, 4), (4, 0)):
        scene.answer(giver, {"kind": "offer", "to": receiver})
    assert (scene.guest(0), scene.active) == ("agrippina", 1)
    return scene


def test_bb_14_if_nobody_allowed_is_left_the_one_just_burst_comes_back() -> None:
    scene = fallen_emperor()
    scene.drawing = False
    bursts(scene, 2)
    assert dealt(scene) == ["vespasianus"]
    scene.draw()
    assert scene.guest(2) == "vespasianus"
    assert scene.accepted(2) == []


def test_bb_14_the_returned_guest_can_win() -> None:
    scene = fallen_emperor()
    bursts(scene, 3)
    assert scene.guest(3) == "messalina"
    scene.before(3, "olives", "figs", "carp", "small_cup")
    scene.round(discard="mirror", keep="toga", gift="snails", to=3)
    assert (scene.winners, scene.ending) == ((3,), "goal")


def test_bb_14_caligula_after_another_gets_the_dead_guest() -> None:
    """Claudius burst first and the last allowed guest replaced him, so Caligula's player becomes Claudius."""
    scene = Scene(FIVE)
    scene.next_guests("agrippina")
    bursts(scene, 1)
    scene.drawing = False
    scene.before(0, belt=9)
    scene.round(discard="mirror", keep="vase", gift="poison", to=0)
    assert dealt(scene) == ["claudius"], "not Caligula himself, not the conspirators"


def test_bb_14_a_dead_conspirator_does_not_come_back() -> None:
    """Octavius burst and Agrippina replaced him, then Caligula: nobody but conspirators and he are dead."""
    scene = Scene("caligula octavius vespasianus messalina caesonia")
    scene.next_guests("agrippina")
    bursts(scene, 1)
    scene.drawing = False
    scene.before(0, belt=9)
    scene.round(discard="mirror", keep="vase", gift="poison", to=0)
    assert dealt(scene) == ["claudius"], "Claudius is still in the box"


def test_bb_14_two_at_once_may_empty_the_box_between_them() -> None:
    """A Hymn bursts Caligula and Vespasianus: the first clockwise from the singer gets Agrippina."""
    scene = Scene(FIVE)
    scene.drawing = False
    scene.before(1, "hymn")
    scene.before(0, belt=10)
    scene.before(2, belt=10)
    scene.round(discard="mirror", keep="vase", gift="small_cup", to=1)
    assert scene.out == 2
    assert scene.view(None)["dealing"]["to"] == 2
    assert dealt(scene) == ["agrippina"]
    scene.play.answer(CHANCE, {"kind": "guest", "guest": "agrippina"})
    assert scene.view(None)["dealing"]["to"] == 0
    assert dealt(scene) == ["vespasianus"]


def test_bb_14_a_guest_in_play_again_is_dealt_to_no_other_seat() -> None:
    scene = fallen_emperor()
    bursts(scene, 2)
    assert sorted(str(scene.guest(seat)) for seat in range(5)) == sorted(
        ["agrippina", "claudius", "vespasianus", "messalina", "caesonia"]
    )


def long_dead(scene: Scene, *guests: str) -> None:
    """These guests are out, but no elimination is counted: no game of five gets so far before it ends."""
    scene.already_out(*guests)
    scene.state.eliminated = 0


def test_bb_14_dead_conspirators_do_not_come_back_even_if_nobody_else_is_left() -> None:
    scene = Scene(FIVE)
    long_dead(scene, "octavius", "agrippina")
    scene.drawing = False
    scene.before(0, belt=9)
    scene.round(discard="mirror", keep="poison", gift="vase", to=1)
    assert dealt(scene) == ["agrippina"]


def test_bb_14_two_dead_guests_come_back_to_two_seats() -> None:
    scene = Scene(FIVE)
    long_dead(scene, "agrippina")
    scene.drawing = False
    scene.before(1, "hymn")
    scene.before(0, belt=10)
    scene.before(2, belt=10)
    scene.round(discard="mirror", keep="vase", gift="small_cup", to=1)
    assert dealt(scene) == ["vespasianus", "agrippina"], "the one just burst included"
    scene.play.answer(CHANCE, {"kind": "guest", "guest": "agrippina"})
    assert dealt(scene) == ["vespasianus"]


def test_bb_14_after_caligulas_death_everybody_is_known_to_be_no_conspirator() -> None:
    scene = fallen_emperor()
    assert all(seat["no_conspirator"] for seat in scene.view(None)["seats"])
    bursts(scene, 2)
    assert all(seat["no_conspirator"] for seat in scene.view(None)["seats"])


# --- BB-11: bursting --------------------------------------------------------------------------------------------


def test_bb_11_all_belts_have_moved_before_anybody_bursts() -> None:
    scene = Scene("caligula claudius vespasianus messalina")
    scene.before(1, "hymn")
    scene.before(2, belt=10)
    scene.round(discard="mirror", keep="vase", gift="cup", to=1)
    kinds = [event.kind for event in scene.events if event.kind in ("belt_moved", "guest_burst")]
    assert kinds == ["belt_moved"] * 4 + ["guest_burst"]


def test_bb_11_burst_seats_discard_before_replacements_are_dealt() -> None:
    scene = Scene("caligula claudius vespasianus messalina")
    scene.drawing = False
    scene.before(1, "hymn")
    scene.before(2, "ring", belt=10)
    scene.before(3, "toga", belt=10)
    scene.round(discard="mirror", keep="vase", gift="cup", to=1)
    assert (scene.accepted(2), scene.accepted(3)) == ([], [])
    assert (scene.guest(2), scene.guest(3)) == (None, None)
    assert [seat["has_guest"] for seat in scene.view(None)["seats"]] == [True, True, False, False]


def test_bb_11_replacements_are_dealt_clockwise_from_the_applier() -> None:
    scene = Scene("caligula claudius vespasianus messalina")
    scene.before(2, "hymn", belt=10)
    scene.before(1, belt=10)
    scene.next_guests("agrippina", "caesonia")
    scene.round(discard="mirror", keep="vase", gift="cup", to=2)
    assert scene.happened("guest_replaced") == [{"seat": 2}, {"seat": 1}]
    assert (scene.guest(2), scene.guest(1)) == ("agrippina", "caesonia")


def test_bb_11_the_count_of_the_burst_is_since_the_start_whoever_they_were() -> None:
    scene = Scene(PEACEFUL)
    scene.next_guests("messalina", "caesonia")
    bursts(scene, 1)
    scene.before(1, belt=9)
    scene.round(discard="mirror", keep="vase", gift="poison", to=1)
    assert scene.out == 2
    assert scene.guest(1) == "caesonia"


# --- BB-13: daggers of the burst ----------------------------------------------------------------------------------


def test_bb_13_an_elimination_takes_that_players_daggers_away() -> None:
    scene = Scene("caligula claudius octavius")
    scene.before(1, "dagger", "dagger")
    bursts(scene, 1)
    assert scene.daggers == 0
    scene.round(discard="olives", keep="dagger", gift="toga", to=0)
    assert scene.winners is None


# --- BB-19: dead guests are out -------------------------------------------------------------------------------------


def test_bb_19_dead_guests_are_out_of_the_game() -> None:
    scene = Scene(PEACEFUL)
    scene.next_guests("messalina")
    bursts(scene, 1)
    scene.drawing = False
    bursts(scene, 1)
    assert dealt(scene) == ["octavius", "septimus", "cassius", "caesonia", "agrippina"]


# --- Interactions ---------------------------------------------------------------------------------------------------


def test_elimination_the_keep_is_applied_after_the_acceptor_burst() -> None:
    scene = Scene(PEACEFUL)
    bursts(scene, 1, keep="carp")
    assert scene.accepted(0) == ["carp"]


def test_elimination_gift_and_keep_may_burst_two_guests_in_one_round() -> None:
    scene = Scene("caligula claudius vespasianus")
    bursts(scene, 1)
    assert scene.active == 2
    scene.before(1, belt=9)
    scene.before(2, belt=9)
    scene.round(discard="olives", keep="poison", gift="poison", to=1)
    assert (scene.out, scene.ending, scene.winners) == (3, "third_out", (0,))


def test_elimination_a_new_guest_before_an_empty_display_plays_on_in_the_same_round() -> None:
    """Claimed poison bursts the active player; the Gift comes home to his new guest, who must take it."""
    scene = Scene(
        "claudius caligula vespasianus", ["special_gift", "claim_keep_discard give_back", "exchange_keep_gift"]
    )
    scene.before(1, belt=9)
    scene.lays(discard="poison", keep="vase", gift="carp")
    scene.offer(2)
    scene.plays(1, claim("keep_discard", "discard"))
    assert scene.out == 1
    scene.passes_on(2, 0)
    scene.passes_on(0, 1)
    assert (scene.belt(1), scene.accepted(1)) == (2, ["carp"])
    assert scene.active == 2, "he was burst by a card he took himself"
