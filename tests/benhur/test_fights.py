"""Whips and collisions (BH-5, BH-6, BH-7, BH-12)."""

from __future__ import annotations

import pytest

from benhur.scene import Scene
from triclinium.games.benhur.game import GAME

PLAIN = ("normal +I+", "normal II", "normal +II+", "normal III")
SHOES = ("normal II horseshoe", "normal +I+ horseshoe", "risky III horseshoe", "risky +III+ horseshoe")


def side_by_side(**options: object) -> Scene:
    """Chariot 0 will come to stand beside chariot 1, which is then on its right, in contact."""
    scene = Scene(3, **options)
    scene.put(0, 0, -2000)
    scene.put(1, 2048, -2450)
    scene.put(2, 3000, 2000, 180)
    scene.s.started = 7
    for chariot in range(3):
        scene.hold(chariot, *PLAIN[:2], "risky III", "risky +III+")
    return scene


def in_contact(**options: object) -> Scene:
    scene = side_by_side(**options)
    scene.turn(0)
    scene.drive("normal II")
    scene.refill("normal", "normal +II+")
    return scene


# --- Contact --------------------------------------------------------------------------------------


def test_bh_5_a_speed_move_opens_a_pair_and_the_mover_is_asked_after_the_refill() -> None:
    scene = side_by_side()
    scene.turn(0)
    scene.drive("normal II")
    assert scene.event("contact_made") == {"chariot": 0, "rival": 1} and scene.kind == "refill"
    scene.refill()
    assert scene.kind == "whip" and scene.s.chariot == 0
    assert scene.options == [{"kind": "hold"}, {"kind": "whip", "rival": 1}]


def test_bh_5_then_the_touched_are_asked_in_race_order() -> None:
    scene = side_by_side()
    scene.put(2, 2100, -1550)
    scene.turn(0)
    scene.drive("normal II")
    scene.refill()
    asked = []
    while scene.kind == "whip":
        asked.append(scene.s.chariot)
        scene.say("hold")
    assert asked == [0, 2, 1]


def test_bh_5_the_start_grid_opens_no_pair() -> None:
    assert Scene(6).s.contact == [0] * 6


def test_bh_5_a_pair_closes_when_either_plays_a_speed_card() -> None:
    for mover in (0, 1):
        scene = in_contact()
        scene.say("hold")
        scene.say("hold")
        scene.turn(mover)
        scene.drive("risky +III+" if mover == 0 else "normal II")
        assert scene.s.contact[:2] == [0, 0]


def test_bh_5_one_may_whip_at_the_start_of_ones_own_turn_before_a_card() -> None:
    scene = in_contact()
    scene.say("hold")
    scene.say("hold")
    scene.turn(1)
    assert scene.may(kind="whip", rival=0)
    scene.whip(0)
    scene.dice(6, 1)
    assert scene.event("whip_won") == {"chariot": 1, "rival": 0}
    assert scene.kind == "drive" and scene.s.actor == 1, "the winner goes on with his turn"
    assert scene.s.owes == 1


def test_bh_5_an_accident_is_no_speed_card_and_leaves_the_pair_open() -> None:
    scene = in_contact()
    scene.say("hold")
    scene.say("hold")
    scene.hold(1, "normal accident 1", "normal II")
    scene.turn(1)
    scene.accident("normal accident 1", 1)
    assert scene.s.contact[:2] == [2, 1]


# --- Whips ----------------------------------------------------------------------------------------


def test_bh_5_hands_are_shown_and_horseshoes_added_to_the_die() -> None:
    scene = side_by_side()
    scene.hold(1, *SHOES)
    scene.turn(0)
    scene.drive("normal II")
    scene.refill()
    scene.whip(1)
    shown = [event.data["chariot"] for event in scene.events if event.kind == "hand_shown"]
    assert shown == [0, 1]
    scene.dice(5, 1)
    assert scene.s.fight == 1 and "fight_tied" in scene.told, "5 against 1 and four horseshoes: thrown again"
    scene.dice(5, 2)
    assert scene.event("whip_won") == {"chariot": 1, "rival": 0}


def test_bh_5_what_was_shown_stays_known_until_it_is_played() -> None:
    scene = side_by_side()
    scene.turn(0)
    scene.drive("normal II")
    scene.refill("normal", "normal +II+")
    scene.whip(1)
    seen = GAME.view(scene.s, 2)["chariots"][0]["known"]
    assert seen == {"normal +I+": 1, "normal +II+": 1, "risky III": 1, "risky +III+": 1}
    scene.dice(6, 1)
    scene.turn(0)
    scene.drive("risky III")
    assert "risky III" not in GAME.view(scene.s, 2)["chariots"][0]["known"]


def test_bh_5_a_loser_without_accidents_simply_loses_his_next_turn() -> None:
    scene = in_contact()
    scene.whip(1)
    scene.dice(6, 1)
    assert "turn_will_be_lost" in scene.told and scene.s.owes == 2
    scene.s.acted = 0b101
    scene.next_turn()
    assert scene.s.owes == 0 and scene.s.round == 3, "the turn is lost, and the round goes on"


def test_bh_5_the_current_turn_is_lost_if_no_card_is_played() -> None:
    scene = in_contact()
    scene.say("hold")
    scene.say("hold")
    scene.turn(1)
    scene.whip(0)
    scene.dice(1, 6)
    assert "turn_lost" in scene.told and scene.s.acted & 2 and scene.s.owes == 0


def test_bh_5_the_mover_who_loses_after_his_card_loses_his_next_turn() -> None:
    scene = in_contact()
    scene.whip(1)
    scene.dice(1, 6)
    assert scene.s.owes == 1 and scene.s.acted & 1


@pytest.mark.parametrize(("die", "size"), [(4, 4), (1, 3)])
def test_bh_5_the_loser_may_throw_an_accident_card_at_once(die: int, size: int) -> None:
    scene = side_by_side()
    scene.hold(1, *PLAIN[:3], "normal accident 1")
    scene.turn(0)
    scene.drive("normal II")
    scene.refill()
    scene.whip(1)
    scene.dice(6, 1)
    assert scene.kind == "loss" and scene.kinds == {"lose_turn", "accident"}
    scene.accident("normal accident 1", die)
    if die == 4:
        scene.refill()
    assert sum(scene.s.hand_size[1]) == size and scene.s.owes == 2


def test_bh_5_in_small_races_that_accident_can_knock_the_loser_out() -> None:
    scene = side_by_side(format="races")
    scene.hold(1, *PLAIN[:3], "normal accident 1")
    scene.turn(0)
    scene.drive("normal II")
    scene.refill()
    scene.whip(1)
    scene.dice(6, 1)
    scene.accident("normal accident 1", 1)
    assert scene.event("chariot_left") == {"chariot": 1, "status": "knocked_out"}
    assert scene.s.owes == 0 and scene.s.duty_to[1] == -1


def test_bh_5_who_owes_a_lost_turn_neither_whips_nor_is_whipped() -> None:
    scene = side_by_side()
    scene.s.owes = 2
    scene.turn(0)
    scene.drive("normal II")
    scene.refill()
    assert scene.kind == "drive", "neither was asked"


def test_bh_5_a_whip_closes_the_pairs_of_the_whipped() -> None:
    scene = in_contact()
    scene.touch(1, 2)
    scene.whip(1)
    assert scene.s.contact[:3] == [0, 0, 0]


def test_bh_5_the_loser_turns_away_with_his_next_speed_card() -> None:
    """Chariot 1 stood to the right of the winner's axis."""
    scene = in_contact()
    scene.whip(1)
    scene.dice(6, 1)
    assert GAME.view(scene.s, 0)["chariots"][1]["duty"] == {"to": 0, "side": "right"}
    scene.s.owes = 0
    scene.turn(1)
    drives = [option for option in scene.options if option["kind"] == "drive"]
    assert drives and all(option["a"] + option["b"] < 0 for option in drives)
    assert scene.refused({"kind": "drive", "card": "normal II", "a": 0, "b": 0}) == ("duty", "BH-5")
    scene.answer(drives[0])
    assert scene.s.duty_to[1] == -1


def test_bh_5_the_side_is_that_of_the_winners_axis() -> None:
    scene = side_by_side()
    scene.put(1, 2048, -1550)
    scene.turn(0)
    scene.drive("normal II")
    scene.refill()
    scene.whip(1)
    scene.dice(6, 1)
    assert scene.s.duty_side[1] == 1


def test_bh_5_a_duty_without_a_fitting_card_lapses_for_good() -> None:
    scene = in_contact()
    scene.whip(1)
    scene.dice(6, 1)
    scene.s.owes = 0
    scene.put(1, 2048, -3400)
    scene.hold(1, "normal III", "normal accident 1")
    scene.turn(1)
    assert any(option["kind"] == "drive" for option in scene.options), "free to go, as no card turns right"
    assert GAME.view(scene.s, 1)["you"]["lapsed"] == [1]
    assert GAME.view(scene.s, 0)["chariots"][1]["duty"] is not None, "only its driver knows"
    scene.accident("normal accident 1", 6)
    scene.refill("normal", "normal +I+")
    scene.put(1, 2048, -2450)
    scene.turn(1)
    assert scene.may(kind="drive", card="normal +I+", a=0, b=0), "for good"


def test_bh_5_a_duty_ends_when_the_winner_has_left() -> None:
    scene = in_contact()
    scene.whip(1)
    scene.dice(6, 1)
    scene.put(0, 0, -3000, 270)
    scene.hold(0, "normal II")
    scene.turn(0)
    scene.answer(scene.options[0])
    assert scene.s.status[0] == 3 and scene.s.duty_to[1] == -1


# --- Collisions -----------------------------------------------------------------------------------


def on_course(**options: object) -> Scene:
    """Chariot 1 stands on the line of chariot 0."""
    scene = side_by_side(**options)
    scene.put(1, 1800, -2000)
    return scene


def test_bh_6_won_the_attacker_completes_his_move_and_the_rival_is_set_down_behind() -> None:
    scene = on_course()
    scene.s.acted = 2
    scene.turn(0)
    scene.collide("normal II", 1)
    scene.dice(6, 1)
    assert scene.pose(0) == (2048, -2000, 0) and scene.pose(1) == (0, -2000, 0)
    assert scene.told.index("chariot_moved") < scene.told.index("chariot_set_down")
    scene.refill()
    assert scene.s.acted & 3 == 3, "the rammed chariot keeps its mark (BH-3)"


def test_bh_6_lost_both_stay_and_the_attacker_discards_and_draws() -> None:
    scene = on_course()
    scene.turn(0)
    scene.collide("normal II", 1)
    scene.dice(1, 6)
    assert scene.pose(0) == (0, -2000, 0) and scene.pose(1) == (1800, -2000, 0)
    assert scene.kind == "refill"
    scene.refill()
    assert sum(scene.s.hand_size[0]) == 4 and scene.s.acted & 1


def test_bh_6_the_attacker_counts_only_the_horseshoe_of_his_card() -> None:
    scene = on_course()
    scene.hold(0, *SHOES)
    scene.turn(0)
    scene.collide("normal II horseshoe", 1)
    scene.dice(3)
    assert scene.event("fight_thrown") == {"chariot": 0, "die": 3, "horseshoes": 1, "total": 4}


def test_bh_6_the_rival_counts_and_shows_all_his_horseshoes_and_only_those() -> None:
    scene = on_course()
    scene.hold(1, *SHOES[:2], "risky III", "risky +III+")
    scene.turn(0)
    scene.collide("normal II", 1)
    assert scene.event("horseshoes_shown")["cards"] == ["normal +I+ horseshoe", "normal II horseshoe"]
    known = GAME.view(scene.s, 2)["chariots"][1]
    assert known["known"] == {"normal II horseshoe": 1, "normal +I+ horseshoe": 1}
    assert known["bare"] == {"normal": 0, "risky": 2}
    scene.dice(3, 1)
    assert "fight_tied" in scene.told, "3 against 1 and two horseshoes"
    scene.dice(6, 1)
    assert "collision_won" in scene.told


def test_bh_6_a_line_that_hits_two_rivals_is_blocked() -> None:
    scene = on_course()
    scene.put(2, 2950, -2000)
    scene.turn(0)
    answer = {"kind": "collide", "card": "risky III", "a": 0, "b": 0, "rival": 1}
    assert scene.refused(answer) == ("several_rivals", "BH-6")
    assert scene.refused({"kind": "drive", "card": "risky III", "a": 0, "b": 0}) == ("blocked", "BH-1")


def test_bh_6_the_line_must_be_clear_of_walls() -> None:
    scene = on_course()
    scene.put(0, 0, -3200, 330)
    scene.put(1, 1250, -3400)
    scene.turn(0)
    answer = {"kind": "collide", "card": "risky III", "a": 0, "b": 0, "rival": 1}
    assert scene.refused(answer) == ("wall", "BH-2")


def test_bh_6_a_collision_names_the_rival_it_hits() -> None:
    scene = on_course()
    scene.turn(0)
    answer = {"kind": "collide", "card": "normal II", "a": 0, "b": 0, "rival": 2}
    assert scene.refused(answer) == ("other_rival", "BH-6")
    nowhere = {"kind": "collide", "card": "normal +I+", "a": 30, "b": 30, "rival": 1}
    assert scene.refused(nowhere) == ("nobody_there", "BH-6")


def test_bh_6_any_rival_may_be_rammed_and_keeps_its_debts() -> None:
    scene = on_course()
    scene.s.owes, scene.s.acted = 2, 2
    scene.turn(0)
    scene.collide("normal II", 1)
    scene.dice(6, 1)
    assert scene.s.owes == 2


def test_bh_6_being_set_down_closes_pairs_and_opens_none() -> None:
    scene = on_course()
    scene.put(2, 0, -2450)
    scene.touch(1, 2)
    scene.turn(0)
    scene.collide("normal II", 1)
    scene.dice(6, 1)
    assert scene.s.contact[1] == 0 and scene.s.contact[2] == 0


# --- BH-7, BH-11, BH-12 ---------------------------------------------------------------------------


def test_bh_7_one_fight_a_turn_no_collision_after_a_whip() -> None:
    scene = on_course()
    scene.put(2, 0, -2450)
    scene.touch(0, 2)
    scene.turn(0)
    assert scene.may(kind="collide", card="normal II", a=0, b=0, rival=1)
    scene.whip(2)
    scene.dice(6, 1)
    answer = {"kind": "collide", "card": "normal II", "a": 0, "b": 0, "rival": 1}
    assert scene.refused(answer) == ("one_fight", "BH-7")


def test_bh_7_no_whip_after_a_collision_in_the_same_turn() -> None:
    scene = on_course()
    scene.put(2, 2048, -2450)
    scene.turn(0)
    scene.collide("normal II", 1)
    scene.dice(6, 1)
    scene.refill()
    assert scene.s.contact[0] == 4 and scene.kind == "drive", "the pair is open, but nobody is asked this turn"
    scene.turn(2)
    assert scene.may(kind="whip", rival=0), "in his own turn the touched may"


def test_bh_7_only_one_of_the_touched_fights_the_mover() -> None:
    scene = side_by_side()
    scene.put(2, 2048, -1550)
    scene.turn(0)
    scene.drive("normal II")
    scene.refill()
    scene.say("hold")
    first = scene.s.chariot
    scene.whip(0)
    scene.dice(1, 6)
    assert scene.kind == "drive" and first in (1, 2)


def test_bh_11_own_chariots_are_not_rivals() -> None:
    scene = Scene(2, chariots=2)
    scene.put(0, 0, -2000)
    scene.put(2, 2048, -2450)
    scene.put(1, 3000, 2000, 180)
    scene.put(3, 0, 2000, 180)
    scene.hold(0, "normal II", "normal +I+")
    scene.turn(0)
    scene.drive("normal II")
    assert scene.s.contact == [0] * 6


def test_bh_12_pushed_back_over_the_line_the_lap_counter_goes_back_and_the_laurel_is_kept() -> None:
    scene = on_course(format="laps", length=2)
    scene.put(0, -2000, -2000)
    scene.put(1, -400, -2000, wraps=1)
    scene.s.laurel[1][0] = 1
    scene.turn(0)
    scene.collide("normal II", 1)
    scene.dice(6, 1)
    assert scene.s.wraps[:2] == [1, 0] and scene.s.lap[:2] == [1, 0]
    assert "lap_given_back" in scene.told
    assert scene.event("laurel_won") == {"chariot": 0, "laurel": 2, "course": 1, "format": "laps"}
    assert scene.s.laurel[1][0] == 1
    scene.refill()
    scene.put(0, 3000, -2000, wraps=1)
    scene.turn(1)
    scene.drive("normal II")
    assert scene.s.lap[1] == 1 and scene.s.laurel[1] == [1, 0, 0, 0] and "laurel_won" not in scene.told
