"""Every answer that is refused: with which key and rule, and that it changes nothing."""

from __future__ import annotations

import re
from collections.abc import Callable
from importlib.resources import files
from typing import Any

import pytest

from banquet.openings import CARDS, brought_home, table
from banquet.scene import GIVE_BACK, PASS, PASS_ROUND, Scene, claim, exchange, special_gift
from triclinium.core.decision import CHANCE, Illegal, Malformed, NotAsked

THREE = "caligula octavius septimus"
HANDS = ("give_back claim_keep_gift", "special_gift", "exchange_keep_gift")


# --- The questions of a round, each as a scene ------------------------------------------------------------


def picking() -> Scene:
    return Scene(THREE, HANDS)


def picking_from_a_short_row() -> Scene:
    scene = Scene(THREE)
    scene.lie_open(*CARDS.values())
    scene.pile_is()
    scene.discards_are()
    scene.round(**CARDS, to=1)
    assert scene.ring.count(None) == 2
    return scene


def assigning() -> Scene:
    scene = picking()
    scene.answer(0, {"kind": "pick", "slots": [1, 3, 6]})
    return scene


def initiative() -> Scene:
    scene = Scene(THREE, HANDS, edition="nl")
    for seat in (0, 2):
        scene.before(seat, "bill", "dance")
    scene.lays(**CARDS)
    return scene


def initiative_window() -> Scene:
    scene = initiative()
    scene.claims_gift(1)
    return scene


def offering() -> Scene:
    return table(*HANDS)


def window() -> Scene:
    scene = offering()
    scene.offer(1)
    return scene


def window_of_one_who_passes_for_the_round() -> Scene:
    scene = window()
    scene.answer(2, PASS_ROUND)
    scene.everyone_passes()
    scene.passes_on(1, 2)
    return scene


def home_window() -> Scene:
    scene = offering()
    brought_home(scene)
    return scene


def answering() -> Scene:
    scene = window()
    scene.everyone_passes()
    return scene


def answering_second() -> Scene:
    scene = answering()
    scene.passes_on(1, 2)
    scene.everyone_passes()
    return scene


def tasting(gift: str, *before: str) -> Scene:
    scene = Scene(THREE)
    scene.before(1, *before)
    scene.lays(discard="mirror", keep="vase", gift=gift)
    scene.offer(1)
    scene.accepts(1)
    return scene


def tasting_with_umbra() -> Scene:
    return tasting("carp", "umbra")


def tasting_with_taster() -> Scene:
    return tasting("carp", "food_taster")


def tasting_poison_with_both() -> Scene:
    return tasting("poison", "umbra", "food_taster")


def chance_deals() -> Scene:
    scene = Scene(THREE)
    scene.drawing = False
    scene.round(**CARDS, to=1)
    return scene


def chance_replaces() -> Scene:
    scene = Scene(THREE)
    scene.drawing = False
    scene.before(1, belt=9)
    scene.round(discard="mirror", keep="vase", gift="poison", to=1)
    return scene


def over() -> Scene:
    scene = Scene("caligula caesonia octavius")
    scene.before(1, "ring", "toga")
    scene.round(discard="mirror", keep="bill", gift="vase", to=1)
    return scene


Stage = Callable[[], Scene]

ILLEGAL: list[tuple[Stage, int, Any, str, str]] = [
    (picking, 0, {"kind": "pick", "slots": [0, 1]}, "refused.pick_three", "BB-1"),
    (picking, 0, {"kind": "pick", "slots": [0, 1, 2, 3]}, "refused.pick_three", "BB-1"),
    (picking, 0, {"kind": "pick", "slots": []}, "refused.pick_three", "BB-1"),
    (picking, 0, {"kind": "pick", "slots": [0, 1, 1]}, "refused.pick_three", "BB-1"),
    (picking, 0, {"kind": "pick", "slots": [0, 1, 2, 2]}, "refused.pick_three", "BB-1"),
    (picking, 0, {"kind": "assign", "discard": 0, "keep": 1, "gift": 2}, "refused.not_the_question", "BB-1"),
    (picking, 0, {"kind": "accept"}, "refused.not_the_question", "BB-1"),
    (picking, 0, PASS, "refused.not_the_question", "BB-1"),
    (picking, 0, claim("keep_gift", "gift"), "refused.no_window", "BB-4"),
    (assigning, 0, {"kind": "assign", "discard": 1, "keep": 3, "gift": 5}, "refused.assign_picked", "BB-1"),
    (assigning, 0, {"kind": "assign", "discard": 1, "keep": 1, "gift": 6}, "refused.assign_picked", "BB-1"),
    (assigning, 0, {"kind": "pick", "slots": [0, 2, 4]}, "refused.not_the_question", "BB-1"),
    (assigning, 0, {"kind": "offer", "to": 1}, "refused.not_the_question", "BB-1"),
    (initiative, 1, {"kind": "accept"}, "refused.not_the_question", "BB-3"),
    (initiative, 1, {"kind": "offer", "to": 2}, "refused.not_the_question", "BB-3"),
    (initiative, 1, special_gift(2), "refused.no_window", "BB-4"),
    (initiative_window, 1, special_gift(2), "refused.initiative_window", "BB-3"),
    (initiative_window, 0, GIVE_BACK, "refused.initiative_window", "BB-3"),
    (offering, 0, {"kind": "accept"}, "refused.accept_own_gift", "BB-8"),
    (offering, 0, {"kind": "offer", "to": 0}, "refused.offer_self", "BB-8"),
    (offering, 0, PASS, "refused.not_the_question", "BB-8"),
    (offering, 0, {"kind": "claim_gift"}, "refused.not_the_question", "BB-8"),
    (offering, 0, GIVE_BACK, "refused.no_window", "BB-4"),
    (window, 0, {"kind": "accept"}, "refused.not_the_question", "BB-4"),
    (window_of_one_who_passes_for_the_round, 2, exchange("keep_gift"), "refused.passing_round", "BB-4"),
    (window_of_one_who_passes_for_the_round, 2, PASS_ROUND, "refused.passing_round", "BB-4"),
    (window, 1, {"kind": "offer", "to": 2}, "refused.not_the_question", "BB-4"),
    (window, 0, claim("discard_gift", "gift"), "refused.not_held", "BB-4"),
    (window, 1, exchange("keep_gift"), "refused.not_held", "BB-4"),
    (window, 2, GIVE_BACK, "refused.not_held", "BB-4"),
    (window, 2, special_gift(1), "refused.not_held", "BB-4"),
    (window, 0, claim("keep_gift", "discard"), "refused.not_on_card", "BB-5"),
    (window, 0, {"kind": "claim", "card": "give_back", "place": "gift"}, "refused.not_on_card", "BB-5"),
    (window, 2, {"kind": "claim", "card": "exchange_keep_gift", "place": "gift"}, "refused.not_on_card", "BB-5"),
    (window, 0, {"kind": "exchange", "card": "claim_keep_gift"}, "refused.not_on_card", "BB-6"),
    (window, 0, GIVE_BACK, "refused.not_receiver", "BB-7"),
    (window, 1, special_gift(1), "refused.gift_to_self", "BB-7"),
    (home_window, 1, special_gift(2), "refused.not_receiver", "BB-7"),
    (answering, 1, {"kind": "offer", "to": 0}, "refused.offer_home", "BB-8"),
    (answering, 1, {"kind": "offer", "to": 1}, "refused.offer_self", "BB-8"),
    (answering, 1, PASS, "refused.not_the_question", "BB-8"),
    (answering, 1, special_gift(2), "refused.no_window", "BB-4"),
    (answering_second, 2, {"kind": "offer", "to": 1}, "refused.offer_again", "BB-8"),
    (tasting_with_umbra, 1, {"kind": "taste"}, "refused.no_food_taster", "BB-9"),
    (tasting_with_taster, 1, {"kind": "give_to_umbra"}, "refused.no_umbra", "BB-9"),
    (tasting_poison_with_both, 1, {"kind": "give_to_umbra"}, "refused.umbra_dishes", "BB-9"),
    (tasting_with_umbra, 1, {"kind": "accept"}, "refused.not_the_question", "BB-9"),
    (chance_deals, CHANCE, {"kind": "card", "card": "swan"}, "refused.not_to_be_drawn", "BB-17"),
    (chance_replaces, CHANCE, {"kind": "guest", "guest": "caligula"}, "refused.not_to_be_drawn", "BB-17"),
    (chance_replaces, CHANCE, {"kind": "guest", "guest": "octavius"}, "refused.not_to_be_drawn", "BB-17"),
]


@pytest.mark.parametrize(("stage", "seat", "answer", "key", "rule"), ILLEGAL)
def test_refused_by_the_rules(stage: Stage, seat: int, answer: Any, key: str, rule: str) -> None:
    scene = stage()
    refusal = scene.refusal(seat, answer)
    assert (refusal.key, refusal.rule, type(refusal)) == (key, rule, Illegal)


def test_refused_bb_17_an_empty_place_of_a_short_row() -> None:
    scene = picking_from_a_short_row()
    full = [slot for slot, card in enumerate(scene.ring) if card is not None]
    empty = scene.ring.index(None)
    answer = {"kind": "pick", "slots": sorted([full[0], full[1], empty])}
    assert scene.refused(scene.active, answer) == ("refused.pick_empty", "BB-17")


def test_refused_bb_17_a_kind_of_which_none_is_left_in_the_pile() -> None:
    scene = chance_deals()
    scene.pile_is("carp", "cup")
    assert scene.refused(CHANCE, {"kind": "card", "card": "hymn"}) == ("refused.not_to_be_drawn", "BB-17")


MALFORMED: list[tuple[Stage, int, Any, str]] = [
    (picking, 0, {}, "refused.no_such_answer"),
    (picking, 0, {"slots": [0, 1, 2]}, "refused.no_such_answer"),
    (picking, 0, {"kind": "eat"}, "refused.no_such_answer"),
    (picking, 0, {"kind": None}, "refused.no_such_answer"),
    (picking, 0, {"kind": ["pick"]}, "refused.no_such_answer"),
    (picking, 0, [], "refused.no_such_answer"),
    (picking, 0, "pick", "refused.no_such_answer"),
    (picking, 0, None, "refused.no_such_answer"),
    (picking, 0, {"kind": "card", "card": "carp"}, "refused.no_such_answer"),
    (picking, 0, {"kind": "pick"}, "refused.wrong_fields"),
    (picking, 0, {"kind": "pick", "slots": [0, 1, 2], "seat": 0}, "refused.wrong_fields"),
    (picking, 0, {"kind": "pick", "slots": 7}, "refused.wrong_fields"),
    (picking, 0, {"kind": "pick", "slots": "012"}, "refused.wrong_fields"),
    (picking, 0, {"kind": "pick", "slots": {"0": 1}}, "refused.wrong_fields"),
    (picking, 0, {"kind": "pick", "slots": [0, 1, 7]}, "refused.no_such_slot"),
    (picking, 0, {"kind": "pick", "slots": [-1, 0, 1]}, "refused.no_such_slot"),
    (picking, 0, {"kind": "pick", "slots": [0, 1, True]}, "refused.no_such_slot"),
    (picking, 0, {"kind": "pick", "slots": [0, 1, 2.0]}, "refused.no_such_slot"),
    (picking, 0, {"kind": "pick", "slots": [0, 1, None]}, "refused.no_such_slot"),
    (picking, 0, {"kind": "pick", "slots": [0, 1, [2]]}, "refused.no_such_slot"),
    (picking, 0, {"kind": "pick", "slots": [0, 1, 10**30]}, "refused.no_such_slot"),
    (assigning, 0, {"kind": "assign", "discard": 1, "keep": 3}, "refused.wrong_fields"),
    (assigning, 0, {"kind": "assign", "discard": 1, "keep": 3, "gift": "6"}, "refused.no_such_slot"),
    (offering, 0, {"kind": "offer"}, "refused.wrong_fields"),
    (offering, 0, {"kind": "offer", "to": 3}, "refused.no_such_seat"),
    (offering, 0, {"kind": "offer", "to": -1}, "refused.no_such_seat"),
    (offering, 0, {"kind": "offer", "to": True}, "refused.no_such_seat"),
    (offering, 0, {"kind": "offer", "to": 1.0}, "refused.no_such_seat"),
    (offering, 0, {"kind": "offer", "to": None}, "refused.no_such_seat"),
    (window, 1, {"kind": "special_gift", "to": 5}, "refused.no_such_seat"),
    (window, 0, {"kind": "claim", "card": "claim_all", "place": "gift"}, "refused.no_such_privilege"),
    (window, 0, {"kind": "claim", "card": 1, "place": "gift"}, "refused.no_such_privilege"),
    (window, 0, {"kind": "exchange", "card": ["exchange_keep_gift"]}, "refused.no_such_privilege"),
    (window, 0, {"kind": "claim", "card": "claim_keep_gift", "place": "ring"}, "refused.no_such_place"),
    (window, 0, {"kind": "claim", "card": "claim_keep_gift", "place": 2}, "refused.no_such_place"),
    (window, 0, {"kind": "claim", "card": "claim_keep_gift"}, "refused.wrong_fields"),
    (window, 0, {"kind": "pass", "card": "claim_keep_gift"}, "refused.wrong_fields"),
    (chance_deals, CHANCE, {"kind": "card"}, "refused.no_such_answer"),
    (chance_deals, CHANCE, {"kind": "card", "card": "carp", "slot": 1}, "refused.no_such_answer"),
    (chance_deals, CHANCE, {"kind": "pick", "slots": [0, 1, 2]}, "refused.no_such_answer"),
    (chance_deals, CHANCE, {"kind": "guest", "guest": "claudius"}, "refused.no_such_answer"),
    (chance_deals, CHANCE, {"kind": "caligula", "seat": 1}, "refused.no_such_answer"),
    (chance_deals, CHANCE, {"kind": "caligula", "seat": 9}, "refused.no_such_seat"),
    (chance_deals, CHANCE, [], "refused.no_such_answer"),
]


@pytest.mark.parametrize(("stage", "seat", "answer", "key"), MALFORMED)
def test_refused_as_no_answer_of_this_game(stage: Stage, seat: int, answer: Any, key: str) -> None:
    scene = stage()
    refusal = scene.refusal(seat, answer)
    assert (refusal.key, refusal.rule, type(refusal)) == (key, "", Malformed)


FOREIGN: list[tuple[Stage, int, Any]] = [
    (picking, 1, {"kind": "pick", "slots": [0, 1, 2]}),
    (picking, CHANCE, {"kind": "card", "card": "carp"}),
    (picking, 3, {"kind": "pick", "slots": [0, 1, 2]}),
    (picking, -2, {"kind": "pick", "slots": [0, 1, 2]}),
    (picking, 99, {"kind": "pick", "slots": [0, 1, 2]}),
    (answering, 0, {"kind": "accept"}),
    (answering, 2, {"kind": "accept"}),
    (tasting_with_umbra, 0, {"kind": "apply"}),
    (initiative, 0, {"kind": "claim_gift"}),
    (initiative, 2, {"kind": "claim_gift"}),
    (chance_deals, 0, {"kind": "card", "card": "carp"}),
    (chance_deals, 1, {"kind": "pick", "slots": [0, 1, 2]}),
    (over, 0, {"kind": "pick", "slots": [0, 1, 2]}),
    (over, CHANCE, {"kind": "card", "card": "carp"}),
]


@pytest.mark.parametrize(("stage", "seat", "answer"), FOREIGN)
def test_refused_to_a_seat_that_is_not_asked(stage: Stage, seat: int, answer: Any) -> None:
    scene = stage()
    refusal = scene.refusal(seat, answer)
    assert (refusal.key, type(refusal)) == ("refused.not_asked", NotAsked)


def test_refused_a_seat_that_has_answered_the_window() -> None:
    scene = window()
    scene.answer(0, PASS_ROUND)
    assert scene.refused(0, PASS) == ("refused.not_asked", "")


def test_refused_a_stale_answer() -> None:
    scene = picking()
    asked = scene.play.pending()[0].id
    scene.answer(0, {"kind": "pick", "slots": [1, 3, 6]})
    assert scene.refused(0, {"kind": "assign", "discard": 1, "keep": 3, "gift": 6}, asked) == ("refused.stale", "")
    assert scene.refused(1, {"kind": "accept"}, asked) == ("refused.stale", "")
    assert scene.refused(0, {"kind": "assign", "discard": 1, "keep": 3, "gift": 6}, asked + 99) == ("refused.stale", "")


def test_refused_a_stale_answer_of_the_last_window_in_the_next() -> None:
    scene = window()
    asked = scene.play.pending()[0].id
    scene.everyone_passes()
    scene.passes_on(1, 2)
    assert scene.phase == "window"
    assert scene.refused(0, claim("keep_gift", "gift"), asked) == ("refused.stale", "")


def test_refused_no_question_has_the_number_of_another() -> None:
    """Questions are numbered, so that an answer meant for one never falls to the next."""
    scene = Scene(THREE, HANDS)
    seen: list[int] = []
    while scene.play.pending():
        ids = {decision.id for decision in scene.play.pending()}
        assert len(ids) == 1, "simultaneous questions are one question put to several seats"
        seen += ids
        if scene.phase == "window":
            scene.everyone_passes()
        else:
            scene.answer(scene.asked[0], scene.options(scene.asked[0])[0])
    assert len(set(seen)) == len(seen) > 10


def test_refused_a_refusal_names_the_card_or_seat_it_is_about() -> None:
    assert answering_second().refusal(2, {"kind": "offer", "to": 1}).arguments == {"seat": 1}
    assert window().refusal(1, exchange("keep_gift")).arguments == {"privilege": "exchange_keep_gift"}


def test_refused_a_refusal_tells_no_secret_of_another_seat() -> None:
    """Whatever seat 2 holds, seat 1 is refused its card in the same words."""
    for hand in ("exchange_keep_gift", "claim_keep_discard"):
        scene = table("give_back claim_keep_gift", "special_gift", hand)
        scene.offer(2)
        refusal = scene.refusal(1, exchange("keep_gift"))
        assert (refusal.key, refusal.arguments) == ("refused.not_held", {"privilege": "exchange_keep_gift"})


def test_refused_every_key_of_the_rules_is_tried_here() -> None:
    tried = {row[3] for row in ILLEGAL} | {row[3] for row in MALFORMED} | {"refused.not_asked", "refused.pick_empty"}
    folder = files("triclinium")
    written: set[str] = set()
    own = "games/banquet"
    for name in ("core/kernel_game.py", f"{own}/rules/answers.py", f"{own}/game.py", f"{own}/rules/refusals.py"):
        written |= set(re.findall(r'"(refused\.[a-z_]+)"', folder.joinpath(name).read_text(encoding="utf-8")))
    assert written == tried
