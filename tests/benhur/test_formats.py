"""Formats and scores: laps, races, long; the club's variant (BH-10, BH-11)."""

from __future__ import annotations

from benhur.scene import Scene
from triclinium.games.benhur.game import GAME
from triclinium.games.benhur.rules import engine as rules
from triclinium.games.benhur.rules.hands import discard
from triclinium.games.benhur.rules.state import CRASHED, END_RACE, FINISHED

PLAIN = ("normal +I+", "normal II", "risky III", "risky +III+")


def ended(seats: int, laurels: list[list[int]], **options: object) -> Scene:
    """A race that is over with these laurels, by chariot."""
    scene = Scene(seats, **options)
    s = scene.s
    for chariot, row in enumerate(laurels):
        for course, laurel in enumerate(row):
            s.laurel[chariot][course] = laurel
        s.status[chariot] = FINISHED if all(row) else CRASHED
        for card in range(26):
            while s.hand[chariot][card]:
                discard(s, chariot, card)
    finish(scene)
    return scene


def finish(scene: Scene) -> None:
    scene.s.phase = END_RACE
    rules.go_on(scene.s)
    scene.s.tape_used = 0


# --- laps -----------------------------------------------------------------------------------------


def test_laps_the_lowest_sum_wins() -> None:
    scene = ended(3, [[1, 2], [2, 1], [3, 3]], format="laps", length=2)
    result = GAME.result(scene.s)
    assert result is not None and result.scores == (-3.0, -3.0, -6.0)
    assert result.winners == (1,), "level sums: the better last laurel"


def test_laps_a_lap_missed_costs_chariots_and_one() -> None:
    scene = ended(3, [[1, 0], [2, 1], [0, 0]], format="laps", length=2)
    assert scene.s.score[:3] == [1 + 4, 3, 8]


def test_laps_level_to_the_last_is_shared() -> None:
    scene = ended(2, [[0], [0]], format="laps", length=1)
    result = GAME.result(scene.s)
    assert result is not None and result.ending == "shared" and result.winners == (0, 1)


def test_laps_laurels_go_by_the_order_of_the_passage_lapped_chariots_too() -> None:
    scene = Scene(3, format="laps", length=2)
    for chariot, wraps in enumerate((1, 0, 0)):
        scene.put(chariot, -1500, -900 - 900 * chariot, wraps=wraps)
        scene.hold(chariot, "normal II", "normal III")
    scene.s.laurel[0][0] = 1
    scene.turn(1)
    scene.drive("normal II")
    assert scene.s.laurel[1][:2] == [2, 0]
    scene.refill()
    scene.turn(0)
    scene.drive("normal II")
    assert scene.s.laurel[0][:2] == [1, 1] and scene.s.status[0] == FINISHED
    scene.turn(2)
    scene.drive("normal II")
    assert scene.s.laurel[2][:2] == [3, 0] and scene.s.status[2] != FINISHED


def test_bh_11_a_players_score_is_the_sum_of_his_chariots() -> None:
    scene = ended(2, [[1], [2], [4], [0]], format="laps", length=1, chariots=2)
    assert scene.s.score[:2] == [1 + 4, 2 + 5]


# --- races ----------------------------------------------------------------------------------------


def test_races_are_set_up_afresh_and_drop_outs_return() -> None:
    scene = ended(2, [[1], [0]], format="races", length=2)
    assert scene.s.race == 2 and scene.kind == "throw_start"
    scene.line_up()
    assert scene.s.status[:2] == [1, 1] and scene.s.round == 1 and scene.s.started == 0
    assert scene.s.score[:2] == [1, 3]


def test_races_level_one_more_race_for_all_once() -> None:
    scene = ended(2, [[1, 2], [2, 1]], format="races", length=2)
    scene.s.race, scene.s.phase = 2, END_RACE
    rules.go_on(scene.s)
    assert scene.s.race == 3 and scene.kind == "throw_start"
    scene.s.laurel[0][2], scene.s.laurel[1][2] = 0, 0
    finish(scene)
    result = GAME.result(scene.s)
    assert result is not None and result.ending == "shared" and result.scores == (-6.0, -6.0)


def test_races_the_lowest_sum_wins_the_season() -> None:
    scene = ended(3, [[1, 1], [2, 2], [0, 3]], format="races", length=2)
    scene.s.race, scene.s.phase = 2, END_RACE
    rules.go_on(scene.s)
    result = GAME.result(scene.s)
    assert result is not None and result.winners == (0,) and result.scores == (-2.0, -4.0, -7.0)


# --- long -----------------------------------------------------------------------------------------


def test_long_the_owner_of_laurel_one_wins() -> None:
    scene = ended(2, [[2], [3], [0], [1]], format="long", length=2, chariots=2)
    result = GAME.result(scene.s)
    assert result is not None and result.winners == (1,)
    assert result.details["sums"] == [2 + 4, 3 + 1], "those not finished share the last place"


def test_long_none_finishes_no_winner() -> None:
    scene = ended(2, [[0], [0]], format="long", length=2)
    result = GAME.result(scene.s)
    assert result is not None and result.ending == "no_winner" and result.winners == ()


# --- club -----------------------------------------------------------------------------------------


def club(*hand: str, **options: object) -> Scene:
    scene = Scene(2, club=True, **options)
    scene.put(0, 0, -2000)
    scene.put(1, 3000, 2000, 180)
    scene.hold(1, "normal II", "normal +I+")
    scene.hold(0, *hand)
    scene.turn(0)
    return scene


def test_variant_3_a_bad_throw_ends_the_turn_without_refill_and_never_knocks_out() -> None:
    scene = club("normal accident 1", "normal II", format="races")
    scene.accident("normal accident 1", 1)
    assert scene.s.acted & 1 and scene.s.status[0] == 1 and sum(scene.s.hand_size[0]) == 1


def test_variant_3_a_good_throw_refills_and_lets_the_driver_play_on_or_stop() -> None:
    scene = club("normal accident 1", "normal II", "normal accident 1-2")
    scene.accident("normal accident 1", 2)
    scene.refill("normal", "normal +I+")
    assert scene.kind == "play_on" and scene.kinds == {"drive", "accident", "stop"}
    scene.say("stop")
    assert scene.s.acted & 1


def test_variant_3_up_to_two_more_cards() -> None:
    scene = club("normal accident 1", "normal II", "normal +I+", "normal accident 1-2")
    scene.accident("normal accident 1", 2)
    scene.refill()
    scene.drive("normal II")
    scene.refill()
    assert scene.kind == "play_on" and scene.kinds == {"drive", "stop"}
    refusal = scene.refused({"kind": "accident", "card": "normal accident 1-2"})
    assert refusal == ("third_card_speed", "variant 3")
    scene.drive("normal +I+")
    scene.refill()
    assert scene.s.acted & 1 and scene.s.x[0] == 2048 + 1536


def test_variant_3_after_two_accidents_with_no_safe_card_the_next_turn_is_lost() -> None:
    scene = club("normal accident 1", "normal accident 1-2", "normal accident 1-3")
    scene.accident("normal accident 1", 2)
    scene.refill("risky", "risky accident 1")
    scene.accident("normal accident 1-2", 3)
    scene.refill("risky", "risky accident 1-2")
    assert "no_third_card" in scene.told and "turn_will_be_lost" in scene.told and scene.s.owes == 1


def test_variant_3_after_two_accidents_the_third_is_a_speed_card() -> None:
    scene = club("normal accident 1", "normal accident 1-2", "normal accident 1-3", "normal II")
    scene.accident("normal accident 1", 2)
    scene.refill()
    scene.accident("normal accident 1-2", 3)
    scene.refill()
    assert "third_card" in scene.told and scene.kinds == {"drive", "stop"}


def test_variant_3_a_lost_collision_ends_the_turn() -> None:
    scene = club("normal accident 1", "normal II", "normal +I+")
    scene.put(1, 1800, -2000)
    scene.accident("normal accident 1", 2)
    scene.refill()
    scene.collide("normal II", 1)
    scene.dice(1, 6)
    scene.refill()
    assert scene.s.acted & 1


def test_variant_3_repairs_do_not_play_on() -> None:
    """BH-8: before the first speed card the throw decides only the refill."""
    scene = Scene(2, club=True)
    scene.hold(0, "normal accident 1", "normal II")
    scene.turn(0, started=False)
    scene.accident("normal accident 1", 6)
    scene.refill()
    assert scene.s.acted & 1


def test_variant_3_the_loser_of_a_whip_does_not_play_on() -> None:
    """BH-5."""
    scene = club("normal II", "normal +I+")
    scene.put(1, 2048, -2450)
    scene.hold(1, "normal accident 1", "normal +II+")
    scene.s.started |= 2
    scene.drive("normal II")
    scene.refill()
    scene.whip(1)
    scene.dice(6, 1)
    scene.accident("normal accident 1", 6)
    scene.refill()
    assert scene.kind == "drive" and scene.s.owes == 0 and scene.s.round == 3
