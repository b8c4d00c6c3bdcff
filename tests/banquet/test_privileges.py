"""The window in which privileges are played, and who is first. Leaflet: "Privilèges"."""

from __future__ import annotations

from itertools import combinations, permutations
from typing import Any

import pytest

from banquet.openings import CARDS, THREE, brought_home, table
from banquet.scene import GIVE_BACK, PASS, PASS_ROUND, Scene, claim, exchange, special_gift
from triclinium.core.decision import Answer
from triclinium.core.undo import take_back
from triclinium.games.banquet.game import GAME

# --- BB-4: when a window opens ------------------------------------------------------------------------------


def test_bb_04_a_window_opens_each_time_the_gift_lies_before_a_player() -> None:
    scene = table("give_back claim_keep_gift", "special_gift", "exchange_keep_gift")
    scene.offer(1)
    assert (scene.phase, scene.asked) == ("window", [0, 1, 2])
    scene.everyone_passes()
    assert scene.phase == "answer"
    scene.passes_on(1, 2)
    assert (scene.phase, scene.asked) == ("window", [0, 1, 2])


def test_bb_04_also_when_it_comes_home_to_the_active_player() -> None:
    scene = table("give_back claim_keep_gift", "special_gift", "exchange_keep_gift")
    brought_home(scene)
    assert (scene.phase, scene.asked) == ("window", [0, 1, 2])
    scene.everyone_passes()
    assert scene.accepted(0) == ["vase", "sandals"]


def test_bb_04_come_home_the_gift_was_offered_to_the_others_alone() -> None:
    scene = table("give_back claim_keep_gift", "special_gift", "exchange_keep_gift")
    brought_home(scene)
    gift = scene.view(None)["gift"]
    assert (gift["holder"], gift["giver"], gift["offered"]) == (0, 2, [1, 2])


def test_bb_04_none_before_the_first_offer() -> None:
    scene = table("give_back claim_keep_gift", "special_gift", "exchange_keep_gift")
    assert (scene.phase, scene.asked) == ("offer", [0])
    assert scene.refused(0, claim("keep_gift", "gift")) == ("refused.no_window", "BB-4")


def test_bb_04_none_after_acceptance() -> None:
    scene = table("give_back claim_keep_gift", "special_gift", "exchange_keep_gift")
    scene.before(1, "food_taster")
    scene.offer(1)
    scene.everyone_passes()
    scene.accepts(1)
    assert (scene.phase, scene.asked) == ("taste", [1])
    assert scene.refused(1, special_gift(0)) == ("refused.no_window", "BB-4")


def test_bb_04_none_once_a_privilege_was_played_this_round() -> None:
    scene = table("give_back claim_keep_gift", "special_gift", "exchange_keep_gift")
    scene.offer(1)
    scene.plays(2, exchange("keep_gift"))
    assert scene.phase == "answer"
    scene.passes_on(1, 2)
    assert scene.phase == "answer"
    scene.passes_on(2, 0)
    assert (scene.phase, scene.active) == ("pick", 0)


def test_bb_04_the_next_round_has_windows_again() -> None:
    scene = table("give_back claim_keep_gift", "special_gift", "exchange_keep_gift")
    scene.offer(1)
    scene.plays(2, exchange("keep_gift"))
    scene.accepts(1)
    scene.lays(discard="olives", keep="figs", gift="toga")
    scene.offer(2)
    assert (scene.phase, scene.asked) == ("window", [0, 1]), "seat 2 has played its only privilege"


# --- BB-4: who is asked -------------------------------------------------------------------------------------


def test_bb_04_holders_of_give_back_and_special_gift_are_asked_while_they_can_only_pass() -> None:
    scene = table("exchange_keep_gift claim_keep_gift", "give_back", "special_gift", "claim_keep_discard")
    scene.offer(3)
    assert scene.asked == [0, 1, 2, 3]
    assert scene.options(1) == scene.options(2) == [PASS, PASS_ROUND]


def test_bb_04_who_holds_no_privilege_any_more_is_not_asked() -> None:
    scene = table("give_back claim_keep_gift", "special_gift", "exchange_keep_gift")
    scene.offer(1)
    scene.plays(1, special_gift(2))
    assert scene.holds(1) == []
    scene.lays(discard="olives", keep="figs", gift="toga")
    scene.offer(1)
    assert scene.asked == [0, 2]


def test_bb_04_when_nobody_holds_one_any_more_no_window_opens() -> None:
    scene = table("give_back claim_keep_gift", "special_gift", "exchange_keep_gift")
    scene.before(1, "bill", "bill")
    scene.offer(1)
    scene.plays(1, special_gift(2))
    scene.lays(discard="olives", keep="figs", gift="toga")
    scene.offer(0)
    scene.plays(2, exchange("keep_gift"))
    scene.accepts(0)
    scene.lays(discard="olives", keep="boar", gift="toga")
    scene.offer(1)
    scene.plays(0, claim("keep_gift", "keep"))
    scene.accepts(1)
    scene.lays(discard="olives", keep="ring", gift="dance")
    scene.offer(0)
    scene.plays(0, GIVE_BACK)
    assert [scene.holds(seat) for seat in range(3)] == [[], [], []]
    scene.lays(discard="figs", keep="snails", gift="feather")
    scene.offer(2)
    assert (scene.phase, scene.asked) == ("answer", [2])


def test_bb_04_how_many_a_seat_holds_is_public_which_is_not() -> None:
    scene = table("give_back claim_keep_gift", "special_gift", "exchange_keep_gift")
    other = table("give_back claim_keep_gift", "exchange_keep_gift", "special_gift")
    for seat in (None, 0):
        assert scene.view(seat) == other.view(seat)
    assert [seat["privileges"] for seat in scene.view(None)["seats"]] == [2, 1, 1]


def test_bb_04_open_privileges_only_seats_with_a_usable_one_are_asked() -> None:
    scene = table("give_back special_gift", "exchange_keep_gift", "claim_keep_gift", open_privileges=True)
    scene.offer(1)
    assert scene.asked == [1, 2]


def test_bb_04_open_give_back_is_usable_by_the_receiver() -> None:
    scene = table("exchange_keep_discard exchange_discard_gift", "give_back", "special_gift", open_privileges=True)
    scene.offer(1)
    assert scene.asked == [0, 1]
    scene.everyone_passes()
    scene.passes_on(1, 2)
    assert scene.asked == [0, 2]


def test_bb_04_open_without_a_usable_one_no_window_opens() -> None:
    scene = table("give_back special_gift", "exchange_keep_gift", "claim_keep_gift", open_privileges=True)
    scene.offer(1)
    scene.plays(1, exchange("keep_gift"))
    scene.accepts(1)
    scene.lays(discard="olives", keep="figs", gift="toga")
    scene.offer(2)
    assert scene.asked == [2]
    scene.plays(2, claim("keep_gift", "keep"))
    scene.accepts(2)
    scene.lays(discard="olives", keep="boar", gift="toga")
    scene.offer(1)
    assert (scene.phase, scene.asked) == ("answer", [1])
    scene.passes_on(1, 0)
    assert (scene.phase, scene.asked) == ("window", [0])


# --- BB-4: sealed answers, priority -------------------------------------------------------------------------


def test_bb_04_answers_are_simultaneous_in_any_order() -> None:
    answers: dict[int, Answer] = {0: PASS, 1: claim("discard_gift", "discard"), 2: exchange("keep_gift"), 3: PASS_ROUND}
    ends = []
    for order in permutations(answers):
        scene = table("give_back claim_keep_gift", "claim_discard_gift", "exchange_keep_gift", "special_gift")
        scene.offer(3)
        for seat in order:
            scene.answer(seat, answers[seat])
        ends.append(GAME.numbers(scene.state))
    assert all(end == ends[0] for end in ends)


def test_bb_04_answers_are_sealed() -> None:
    scene = table("give_back claim_keep_gift", "special_gift", "exchange_keep_gift")
    scene.offer(1)
    assert all(decision.sealed for decision in scene.play.pending())
    assert scene.answer(2, exchange("keep_gift")) == []
    assert scene.holds(2) == ["exchange_keep_gift"], "nothing happens before all have answered"


def test_bb_04_a_seat_answers_a_window_once() -> None:
    scene = table("give_back claim_keep_gift", "special_gift", "exchange_keep_gift")
    scene.offer(1)
    scene.answer(2, PASS)
    assert scene.refused(2, exchange("keep_gift")) == ("refused.not_asked", "")


def test_bb_04_a_sealed_answer_may_be_taken_back_while_the_window_is_open() -> None:
    """The window is part of a real game here, so that the record can be cut."""
    scene = Scene(
        THREE,
        ["give_back claim_keep_gift", "special_gift", "exchange_keep_gift"],
        ring="mirror vase sandals",
    )
    scene.lays(**CARDS)
    scene.offer(1)
    scene.answer(2, exchange("keep_gift"))
    scene.answer(0, PASS)
    again = take_back(scene.play, 2)
    assert again is not None
    assert [decision.seat for decision in again.pending()] == [1, 2]


def test_bb_04_the_active_player_has_priority() -> None:
    scene = table("exchange_keep_discard exchange_discard_gift", "claim_keep_gift", "claim_discard_gift")
    scene.offer(1)
    scene.answer(2, claim("discard_gift", "gift"))
    scene.answer(1, claim("keep_gift", "gift"))
    scene.answer(0, exchange("discard_gift"))
    assert scene.happened("privilege_played") == [{"seat": 0, "privilege": "exchange_discard_gift"}]
    assert scene.happened("privilege_claims") == []


def test_bb_04_then_the_nearest_to_his_left() -> None:
    """Seat 2 is active, so seat 3 goes before 0, and 0 before 1, wherever the Gift lies."""
    for silent, first in ((set(), 3), ({3}, 0), ({3, 0}, 1)):
        scene = Scene(
            "octavius septimus caligula claudius",
            ["claim_keep_discard", "claim_keep_gift", "give_back special_gift", "claim_discard_gift"],
        )
        scene.lays(**CARDS)
        scene.offer(1)
        plays = {0: claim("keep_discard", "keep"), 1: claim("keep_gift", "gift"), 3: claim("discard_gift", "gift")}
        scene.answer(2, PASS)
        for seat, play in plays.items():
            scene.answer(seat, PASS if seat in silent else play)
        (played,) = scene.happened("privilege_claims")
        assert played["seat"] == first


def test_bb_04_a_play_that_loses_on_priority_keeps_its_card() -> None:
    scene = table("exchange_keep_discard exchange_discard_gift", "claim_keep_gift", "claim_discard_gift")
    scene.offer(1)
    scene.answer(0, exchange("discard_gift"))
    scene.answer(1, claim("keep_gift", "gift"))
    scene.answer(2, claim("discard_gift", "gift"))
    assert scene.holds(1) == ["claim_keep_gift"]
    assert scene.holds(2) == ["claim_discard_gift"]
    assert scene.holds(0) == ["exchange_keep_discard"]


def test_bb_04_one_privilege_a_round_for_the_whole_table() -> None:
    scene = table("exchange_keep_discard exchange_discard_gift", "claim_keep_gift", "claim_discard_gift")
    scene.offer(1)
    for seat, play in ((0, exchange("discard_gift")), (1, claim("keep_gift", "keep")), (2, PASS)):
        scene.answer(seat, play)
    scene.passes_on(1, 2)
    scene.accepts(2)
    assert len(scene.happened("privilege_played")) + len(scene.happened("privilege_claims")) == 1


# --- BB-4: standing pass, fallback --------------------------------------------------------------------------


def test_bb_04_a_standing_pass_answers_all_windows_of_the_round() -> None:
    scene = table("give_back claim_keep_gift", "special_gift", "exchange_keep_gift")
    scene.offer(1)
    scene.answer(0, PASS_ROUND)
    scene.everyone_passes()
    scene.passes_on(1, 2)
    assert scene.asked == [0, 1, 2]
    assert scene.options(0) == [PASS]
    assert [decision.standing for decision in scene.play.pending()] == [True, False, False]
    assert scene.view(0)["you"]["passing_this_round"]


def test_bb_04_a_standing_pass_ends_with_the_round() -> None:
    scene = table("give_back claim_keep_gift", "special_gift", "exchange_keep_gift")
    scene.offer(1)
    scene.answer(0, PASS_ROUND)
    scene.everyone_passes()
    scene.accepts(1)
    assert not scene.view(0)["you"]["passing_this_round"]
    scene.lays(discard="olives", keep="figs", gift="toga")
    scene.offer(2)
    assert scene.asked == [0, 1, 2]


def test_bb_04_when_all_stand_on_pass_a_window_opens_all_the_same() -> None:
    """The receiver would know otherwise that no privilege can come."""
    scene = table("give_back claim_keep_gift", "special_gift", "exchange_keep_gift")
    scene.offer(1)
    for seat in range(3):
        scene.answer(seat, PASS_ROUND)
    scene.passes_on(1, 2)
    assert (scene.phase, scene.asked) == ("window", [0, 1, 2])
    scene.everyone_passes()
    scene.passes_on(2, 0)
    assert (scene.phase, scene.asked) == ("window", [0, 1, 2])
    scene.everyone_passes()
    assert scene.accepted(0) == ["vase", "sandals"]


def test_bb_04_who_stands_on_pass_plays_no_privilege_this_round() -> None:
    scene = table("give_back claim_keep_gift", "special_gift", "exchange_keep_gift")
    scene.offer(1)
    scene.answer(2, PASS_ROUND)
    scene.everyone_passes()
    scene.passes_on(1, 2)
    for answer in (exchange("keep_gift"), PASS_ROUND, claim("keep_gift", "gift")):
        assert scene.refused(2, answer) == ("refused.passing_round", "BB-4")


def test_bb_04_a_pass_that_was_left_standing_is_nothing_to_take_back() -> None:
    scene = Scene(
        THREE,
        ["give_back claim_keep_gift", "special_gift", "exchange_keep_gift"],
        ring="mirror vase sandals",
    )
    scene.lays(**CARDS)
    scene.offer(1)
    scene.answer(2, PASS_ROUND)
    scene.everyone_passes()
    scene.passes_on(1, 2)
    scene.answer(2, PASS)
    assert take_back(scene.play, 2) is None


def rhythm(scene: Scene, answers: dict[int, Answer]) -> list[Any]:
    """What everybody sees, is told and is asked from the first offer until the Gift is home, standing seats aside."""
    steps: list[Any] = []

    def look() -> None:
        watchers = [seat for seat in (None, 0, 1, 2) if seat not in answers]
        pending = [(decision.id, decision.seat, decision.sealed) for decision in scene.play.pending()]
        steps.append([pending, [(scene.view(seat), scene.told(seat)) for seat in watchers]])
        steps.append(len(scene.play.record.entries))

    scene.offer(1)
    look()
    for seat in range(3):
        scene.answer(seat, answers.get(seat, PASS))
        look()
    for giver, receiver in ((1, 2), (2, 0)):
        scene.passes_on(giver, receiver)
        look()
        while scene.phase == "window":
            scene.answer(scene.asked[0], PASS)
            look()
    return steps


@pytest.mark.parametrize("standing", [subset for size in (1, 2, 3) for subset in combinations(range(3), size)])
def test_bb_04_the_rhythm_of_a_round_is_the_same_whatever_was_passed(standing: tuple[int, ...]) -> None:
    """Questions and their numbers, views, events, and the length of the record."""
    hands = ("give_back claim_keep_gift", "special_gift", "exchange_keep_gift")
    told = [rhythm(table(*hands), dict.fromkeys(standing, answer)) for answer in (PASS, PASS_ROUND)]
    assert told[0] == told[1]


def test_bb_04_the_clocks_fallback_is_pass() -> None:
    scene = table("give_back claim_keep_gift", "special_gift", "exchange_keep_gift")
    scene.offer(1)
    for decision in scene.play.pending():
        assert GAME.fallback(decision) == PASS


def test_bb_04_every_other_question_has_a_lawful_fallback() -> None:
    """Leave the Gift, pass it on, apply what was turned up."""
    scene = Scene(THREE)
    scene.before(0, "food_taster", "toga")
    scene.before(2, "ring", "toga")
    for kind, wanted in (("pick", "pick"), ("assign", "assign"), ("initiative", "leave_gift")):
        (decision,) = scene.play.pending()
        assert (decision.kind, GAME.fallback(decision)["kind"]) == (kind, wanted)
        assert GAME.fallback(decision) in decision.options
        scene.answer(decision.seat, GAME.fallback(decision))
    scene.offer(1)
    assert GAME.fallback(scene.play.pending()[0]) == {"kind": "offer", "to": 2}
    scene.accepts(1)
    assert scene.phase == "taste"
    assert GAME.fallback(scene.play.pending()[0]) == {"kind": "apply"}
