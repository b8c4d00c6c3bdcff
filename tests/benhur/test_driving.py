"""Turns without a fight: placements, order, refill, accidents, reining in, crash (BH-1 to BH-4, BH-8, BH-10, BH-12)."""

from __future__ import annotations

import pytest

from benhur.scene import Scene
from triclinium.games.benhur.game import GAME
from triclinium.games.benhur.rules.cards import SPEED_NAMES
from triclinium.games.benhur.rules.geometry import RULERS, chariots_overlap, placed
from triclinium.games.benhur.rules.state import NOTHING

SLOW = ("normal +I+", "normal II", "risky +II+", "risky III")


def lone(**options: object) -> Scene:
    """Chariot 0 in the middle of the near straight, its rival far behind."""
    scene = Scene(2, **options)
    scene.put(0, 0, -2000)
    scene.put(1, 3000, 2000, 180)
    scene.hold(0, *SLOW)
    scene.hold(1, *SLOW)
    return scene


# --- Rulers ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("speed", "lengths"), [*zip(SPEED_NAMES, (1.5, 2, 2.5, 3, 3.5), strict=True)])
def test_rulers_a_card_drives_its_lengths_straight_ahead(speed: str, lengths: float) -> None:
    scene = lone()
    deck = "risky" if speed == "+III+" else "normal"
    scene.hold(0, f"{deck} {speed}")
    scene.turn(0)
    scene.drive(f"{deck} {speed}")
    assert scene.pose(0) == (lengths * 1024, -2000, 0)


def test_rulers_turn_thirty_degrees_at_both_ends() -> None:
    scene = lone()
    scene.turn(0)
    angles = {(o["a"], o["b"]) for o in scene.options if o.get("card") == "normal II"}
    assert angles == {(a, b) for a in (-30, 0, 30) for b in (-30, 0, 30)}
    scene.drive("normal II", 30, -30)
    assert scene.s.heading[0] == 0 and scene.s.y[0] == -2000 + 512


def test_notched_steering_refuses_other_angles() -> None:
    scene = lone()
    scene.turn(0)
    assert scene.refused({"kind": "drive", "card": "normal II", "a": 15, "b": 0}) == ("notched", "steering")


def test_free_steering_takes_any_whole_degree() -> None:
    scene = lone(steering="free")
    scene.turn(0)
    assert not scene.decision.listed_all and len(scene.options) > 4 * 9
    assert all(option["a"] % 10 == option["b"] % 10 == 0 for option in scene.options)
    scene.drive("normal II", 17, -23)
    assert scene.s.heading[0] == 354


# --- BH-1 -----------------------------------------------------------------------------------------


def test_bh_1_a_placement_that_touches_a_wall_is_no_choice() -> None:
    scene = lone()
    scene.put(0, 0, -3656 + 206)
    scene.turn(0)
    assert scene.may(kind="drive", card="normal +I+", a=0, b=0)
    assert scene.refused({"kind": "drive", "card": "normal +I+", "a": -30, "b": 30}) == ("wall", "BH-2")
    assert scene.refused({"kind": "crash", "card": "normal +I+", "a": -30, "b": 30}) == ("no_chosen_crash", "BH-2")


def test_bh_1_a_ruler_must_be_clear_of_other_chariots() -> None:
    """The end pose is free, the ruler lies across a rival: it is a collision, not a move."""
    scene = lone()
    scene.put(1, 1400, -2000, 90)
    scene.turn(0)
    assert scene.refused({"kind": "drive", "card": "risky III", "a": 0, "b": 0}) == ("is_collision", "BH-6")
    assert scene.may(kind="collide", card="risky III", a=0, b=0, rival=1)


def test_bh_1_a_bare_touch_is_legal() -> None:
    scene = lone()
    scene.put(1, 2048, -2000 - 410)
    scene.turn(0)
    scene.drive("normal II")
    assert "contact_made" in scene.told


def test_bh_1_a_ruler_is_not_tested_against_its_own_chariot() -> None:
    scene = lone()
    scene.turn(0)
    assert scene.may(kind="drive", card="normal +I+", a=30, b=30)


# --- BH-2 -----------------------------------------------------------------------------------------


def boxed_in(**options: object) -> Scene:
    """A chariot stands crosswise before the tip of chariot 0: every ruler overlaps it."""
    scene = lone(**options)
    scene.put(1, 1000, -2000, 90)
    return scene


def test_bh_2_boxed_in_one_may_collide_or_rein_in() -> None:
    scene = boxed_in()
    scene.turn(0)
    assert scene.kinds == {"collide", "rein_in"}
    scene.answer({"kind": "rein_in", "card": "normal II"})
    assert scene.kind == "refill"
    scene.refill()
    assert scene.pose(0) == (0, -2000, 0) and scene.s.acted & 1


def test_bh_2_with_an_accident_card_one_may_not_rein_in() -> None:
    scene = boxed_in()
    scene.hold(0, *SLOW[:3], "normal accident 1")
    scene.turn(0)
    assert scene.kinds == {"collide", "accident"}
    assert scene.refused({"kind": "rein_in", "card": "normal II"}) == ("no_rein_in", "BH-2")


def test_bh_2_behind_an_own_chariot_one_can_only_rein_in() -> None:
    scene = Scene(2, chariots=2)
    scene.put(0, 0, -2000)
    scene.put(2, 1000, -2000, 90)
    scene.put(1, 3000, 2000, 180)
    scene.put(3, 0, 2000, 180)
    scene.hold(0, "normal +I+", "normal II")
    scene.turn(0)
    assert scene.kinds == {"rein_in"}
    refusal = scene.refused({"kind": "collide", "card": "normal II", "a": 0, "b": 0, "rival": 2})
    assert refusal == ("own_chariot", "BH-11")


def facing_the_wall(**options: object) -> Scene:
    scene = lone(**options)
    scene.put(0, 0, -3000, 270)
    return scene


def test_bh_2_with_no_room_a_crash_must_be_chosen() -> None:
    scene = facing_the_wall()
    scene.turn(0)
    assert scene.kinds == {"crash"}
    scene.answer({"kind": "crash", "card": "normal II", "a": 0, "b": 0})
    assert scene.told[:3] == ["speed_played", "chariot_crashed", "chariot_left"]
    assert GAME.view(scene.s, 1)["chariots"][0]["status"] == "crashed"


def test_bh_2_an_accident_card_saves_from_the_crash() -> None:
    scene = facing_the_wall()
    scene.hold(0, *SLOW[:3], "normal accident 1")
    scene.turn(0)
    assert scene.kinds == {"accident"}


def test_bh_2_there_is_no_passing() -> None:
    scene = lone()
    scene.turn(0)
    assert scene.kinds == {"drive"}
    assert scene.refused({"kind": "stop"}) == ("not_the_question", "BH-2")


def test_bh_2_free_steering_finds_a_way_between_the_listed_angles() -> None:
    """Three chariots leave a gap that no tenth degree leads through: a way is found and listed, nobody reins in."""
    scene = Scene(4, steering="free")
    scene.put(0, 0, -2000)
    for chariot, pose in enumerate(((1690, -2827, 323), (859, -1543, 26), (689, -3035, 135)), start=1):
        scene.put(chariot, *pose)
    scene.hold(0, "normal +I+")
    scene.turn(0)
    drives = [option for option in scene.options if option["kind"] == "drive"]
    assert drives == [{"kind": "drive", "card": "normal +I+", "a": -27, "b": 29}]
    assert "rein_in" not in scene.kinds
    scene.answer(drives[0])


# --- BH-3 -----------------------------------------------------------------------------------------


def test_bh_3_the_foremost_who_has_not_acted_is_next() -> None:
    scene = Scene(3)
    for chariot, x in enumerate((0, 2000, 1000)):
        scene.put(chariot, x, -1000 - 700 * chariot)
        scene.hold(chariot, *SLOW)
    scene.s.round, scene.s.acted, scene.s.started = 2, 0, 7
    scene.next_turn()
    order = []
    for _ in range(3):
        order.append(scene.s.actor)
        scene.drive("risky III")
        scene.refill()
    assert order == [1, 2, 0]
    assert scene.s.round == 3 and scene.s.actor == 1


def test_bh_3_the_order_is_looked_up_before_every_turn() -> None:
    """The foremost who has not acted comes next; a chariot that passes others acts only once a round."""
    scene = Scene(3)
    for chariot, x in enumerate((2000, 1500, 1000)):
        scene.put(chariot, x, -1000 - 700 * chariot)
        scene.hold(chariot, *SLOW)
    scene.s.round, scene.s.acted, scene.s.started = 2, 1, 7
    scene.put(2, 1800, -2400)
    scene.next_turn()
    assert scene.s.actor == 2, "the place on the sand now decides, not the place at the start of the round"


def test_bh_3_a_lost_turn_counts_as_having_acted() -> None:
    scene = lone()
    scene.s.round, scene.s.acted, scene.s.owes = 2, 0, 2
    scene.next_turn()
    assert scene.s.actor == 0 and scene.s.acted == 2 and scene.s.owes == 0


# --- BH-4 -----------------------------------------------------------------------------------------


def test_bh_4_one_card_from_the_deck_of_choice() -> None:
    scene = lone()
    scene.turn(0)
    scene.drive("normal II")
    assert scene.options == [{"kind": "refill", "deck": "normal"}, {"kind": "refill", "deck": "risky"}]
    scene.refill("risky", "risky +III+")
    assert sum(scene.s.hand_size[0]) == 4 and scene.s.hand_size[0] == [1, 3]


def test_bh_4_refill_is_one_for_one_never_back_to_four() -> None:
    scene = lone()
    scene.hold(0, "normal II", "normal +I+")
    scene.turn(0)
    scene.drive("normal II")
    scene.refill()
    assert sum(scene.s.hand_size[0]) == 2


def test_bh_4_an_empty_deck_is_made_anew_from_its_own_discards() -> None:
    scene = lone()
    s = scene.s
    for kind in range(13):
        s.discards[0][kind] += s.pile[0][kind]
        s.pile[0][kind] = 0
    s.discards_size[0] += s.pile_size[0]
    s.pile_size[0] = 0
    scene.turn(0)
    scene.drive("normal II")
    scene.answer({"kind": "refill", "deck": "normal"})
    assert "deck_renewed" in scene.told and s.discards_size[0] == 0 and s.pile_size[0] > 0
    scene.chance({"kind": "card", "card": "normal II"})


# --- BH-8 -----------------------------------------------------------------------------------------


def test_bh_8_an_accident_costs_the_turn_and_a_good_throw_refills() -> None:
    scene = lone()
    scene.hold(0, *SLOW[:3], "normal accident 1-2")
    scene.turn(0)
    scene.accident("normal accident 1-2", 3)
    assert scene.kind == "refill" and "accident_good" in scene.told
    scene.refill()
    assert scene.s.acted & 1 and sum(scene.s.hand_size[0]) == 4


def test_bh_8_a_throw_inside_the_range_gives_no_refill() -> None:
    scene = lone()
    scene.hold(0, *SLOW[:3], "normal accident 1-2")
    scene.turn(0)
    scene.accident("normal accident 1-2", 2)
    assert "accident_bad" in scene.told and scene.s.acted & 1 and sum(scene.s.hand_size[0]) == 3


def test_variant_1_a_bad_throw_knocks_out() -> None:
    scene = lone(format="races")
    scene.hold(0, *SLOW[:3], "risky accident 1-3")
    scene.turn(0)
    scene.accident("risky accident 1-3", 3)
    assert scene.event("chariot_left") == {"chariot": 0, "status": "knocked_out"}


def test_bh_8_before_the_first_speed_card_it_is_a_repair() -> None:
    scene = lone(format="races")
    scene.hold(0, "normal accident 1", "normal accident 1-2", "risky III", "risky +II+")
    scene.turn(0, started=False)
    scene.accident("normal accident 1-2", 1)
    assert "repair_played" in scene.told and scene.s.status[0] == 1 and sum(scene.s.hand_size[0]) == 3
    scene.turn(0, started=False)
    scene.accident("normal accident 1", 1)
    assert "repair_played" in scene.told and sum(scene.s.hand_size[0]) == 2


@pytest.mark.parametrize("club", [False, True])
@pytest.mark.parametrize("form", ["laps", "races", "long"])
@pytest.mark.parametrize("started", [False, True])
def test_bh_8_an_empty_hand_is_out_in_every_format(form: str, club: bool, started: bool) -> None:
    scene = lone(format=form, club=club)
    scene.hold(0, "risky accident 1-3")
    scene.turn(0, started=started)
    scene.accident("risky accident 1-3", 2)
    assert scene.event("chariot_left") == {"chariot": 0, "status": "hand_empty"}


# --- BH-10, BH-12, BH-14, BH-15 -------------------------------------------------------------------


def test_bh_10_a_finisher_leaves_at_once_with_the_next_laurel_before_any_whip() -> None:
    scene = lone(format="long")
    scene.put(0, -1500, -2000, wraps=1)
    scene.put(1, 548, -2000 - 450, wraps=1)
    scene.turn(0)
    scene.drive("normal II")
    assert scene.event("laurel_won")["laurel"] == 1 and scene.event("chariot_left")["status"] == "finished"
    assert "contact_made" not in scene.told and scene.kind == "drive" and scene.s.actor == 1
    assert sum(scene.s.hand_size[0]) == 0, "its hand is discarded (BH-15)"


def test_bh_14_the_whole_chariot_must_be_beyond_the_line() -> None:
    scene = lone(format="long")
    scene.put(0, -2500, -2000, wraps=1)
    scene.turn(0)
    scene.drive("normal +I+")
    assert scene.s.x[0] == -964 and scene.s.wraps[0] == 2 and scene.s.lap[0] == 1
    assert "laurel_won" not in scene.told


def test_bh_14_driving_back_subtracts() -> None:
    scene = lone()
    scene.put(0, -400, -2000, heading=180, wraps=1)
    assert scene.s.lap[0] == 1
    scene.turn(0)
    scene.drive("normal II")
    assert scene.s.wraps[0] == 0 and scene.s.lap[0] == 0 and "lap_given_back" in scene.told


def test_bh_10_crash_beats_finish() -> None:
    scene = lone(format="long")
    scene.put(0, -1150, -3080, heading=290, wraps=1)
    scene.turn(0)
    assert scene.kinds == {"crash"}
    scene.answer(next(o for o in scene.options if o["a"] == 30 and o["b"] == 30))
    assert scene.s.laurel[0][0] == 0 and scene.event("chariot_left")["status"] == "crashed"


def test_bh_10_a_lone_chariot_drives_on_until_a_hundred_rounds_a_lap() -> None:
    scene = lone(format="long", length=2)
    scene.hold(1, "normal II")
    scene.turn(1)
    scene.s.status[1] = 3
    scene.hold(1)
    scene.s.round, scene.s.acted = 199, 1
    scene.next_turn()
    assert scene.s.round == 200 and scene.s.actor == 0 and scene.kind == "drive"
    scene.s.acted = 1
    scene.next_turn()
    assert scene.kind == "over" and scene.s.status[0] == 6


def test_bh_15_a_leavers_hand_goes_to_its_own_discards() -> None:
    scene = facing_the_wall()
    before = list(scene.s.discards_size)
    scene.turn(0)
    scene.answer(scene.options[0])
    assert [after - old for after, old in zip(scene.s.discards_size, before, strict=True)] == [2, 2]
    assert "hand_shown" in scene.told


# --- Preview --------------------------------------------------------------------------------------


def test_preview_tells_verdict_ruler_and_pose_of_every_placement() -> None:
    scene = lone()
    scene.put(1, 1400, -2000, 90)
    scene.turn(0)
    data = scene.decision.data
    assert data is not None and data["chariot"] == 0 and data["duty"] is None
    cards = {row["card"]: row["placements"] for row in data["cards"]}
    assert set(cards) == set(SLOW) and all(len(rows) == 9 for rows in cards.values())
    straight = next(row for row in cards["risky III"] if row["a"] == row["b"] == 0)
    assert straight == {
        "a": 0,
        "b": 0,
        "verdict": "collision",
        "chariots": [1],
        "allowed": True,
        "ruler": [512, -2000, 2560, -2000],
        "pose": [3072, -2000, 0],
    }
    for card, rows in cards.items():
        for row in rows:
            offered = any(
                o.get("card") == card and o.get("a") == row["a"] and o["b"] == row["b"] for o in scene.options
            )
            assert offered == row["allowed"]


def test_preview_of_any_two_angles() -> None:
    from triclinium.games.benhur.views.preview import preview_placement

    scene = lone(steering="free")
    scene.turn(0)
    seen = preview_placement(scene.s, 0, "normal II", 7, -11)
    assert seen is not None and seen["verdict"] == "safe"
    scene.drive("normal II", 7, -11)
    assert list(scene.pose(0)) == seen["pose"]
    assert preview_placement(scene.s, 0, "normal II", 0, 0) is None


def test_no_move_ends_where_it_overlaps_its_own_start() -> None:
    """So the place an attacker leaves is always clear for the rival (BH-6)."""
    for heading in range(0, 360, 5):
        for ruler in RULERS:
            for a in range(-30, 31, 5):
                for b in range(-30, 31, 5):
                    *_, x, y, last = placed(0, 0, heading, ruler, a, b)
                    assert not chariots_overlap(0, 0, heading, x, y, last)


def test_a_new_game_has_no_way_noted() -> None:
    assert GAME.start({}, 2).way_speed == NOTHING
