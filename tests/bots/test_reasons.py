"""The reasons of hints: they speak of what can be, from the seat that asks."""

from __future__ import annotations

import pytest

from banquet.scene import Scene
from triclinium.core.decision import Answer, Json
from triclinium.games.banquet.brain.reasons import reason
from triclinium.games.banquet.game import GAME


def why(scene: Scene, seat: int, answer: Answer) -> tuple[str, dict[str, Json]]:
    return reason(GAME.view(scene.state, seat), seat, answer)


def offered(scene: Scene, to: int) -> str:
    return why(scene, scene.active, {"kind": "offer", "to": to})[0]


def test_caligulas_goal_is_nobody_elses() -> None:
    """Two dishes and five points are what Caligula wants, and he sits elsewhere."""
    scene = Scene("caligula claudius octavius messalina")
    scene.before(1, "olives", "amphora", "cup", belt=0)
    scene.lays(discard="ring", keep="toga", gift="figs")
    assert offered(scene, 1) == "useless_to"


def test_caligula_has_no_other_guests_goal() -> None:
    scene = Scene("caligula claudius octavius")
    scene.before(1, "bill", belt=0)
    scene.before(0, "ring", "toga", belt=0)
    scene.round(discard="olives", keep="bill", gift="bill", to=1)
    scene.lays(discard="olives", keep="figs", gift="vase")
    assert scene.active == 1
    assert offered(scene, 0) == "useless_to"
    scene.before(0, "olives", "amphora", "small_cup", belt=0)
    assert offered(scene, 0) == "useless_to", "a present is no dish"


def test_caligula_may_wait_for_his_own() -> None:
    scene = Scene("caligula claudius octavius")
    scene.before(1, "bill", belt=0)
    scene.before(0, "olives", "amphora", "cup", belt=0)
    scene.round(discard="olives", keep="bill", gift="bill", to=1)
    scene.lays(discard="olives", keep="figs", gift="carp")
    assert offered(scene, 0) == "may_win_other"


@pytest.mark.parametrize("mine", ["octavius", "caesonia"])
def test_a_goal_somebody_may_have_is_spoken_of(mine: str) -> None:
    scene = Scene(f"caligula {mine} claudius")
    scene.round(discard="olives", keep="bill", gift="bill", to=1)
    scene.before(2, "ring", "toga", belt=0)
    scene.lays(discard="olives", keep="figs", gift="vase")
    assert offered(scene, 2) == "may_win_other"


def test_bb_21_a_goal_that_was_met_without_a_win_is_not_that_seats() -> None:
    """Seat 2 has three dishes and three points and did not win: one more dish makes no Claudius of it."""
    scene = Scene("caligula octavius septimus")
    scene.round(discard="olives", keep="bill", gift="bill", to=1)
    scene.before(2, "olives", "figs", "amphora", belt=0)
    scene.lays(discard="ring", keep="toga", gift="carp")
    assert offered(scene, 2) == "may_win_other"
    scene = Scene("caligula octavius septimus")
    scene.round(discard="olives", keep="bill", gift="bill", to=1)
    scene.before(2, "olives", "figs", "carp", "amphora", belt=0)
    scene.lays(discard="ring", keep="toga", gift="cup")
    assert offered(scene, 2) == "useless_to"


def test_a_guest_who_is_out_waits_for_nothing() -> None:
    scene = Scene("caligula claudius octavius messalina")
    scene.before(1, belt=9)
    scene.next_guests("caesonia")
    scene.round(discard="mirror", keep="bill", gift="poison", to=1)
    assert [out["guest"] for out in scene.view(None)["out"]] == ["claudius"]
    scene.before(3, "olives", "figs", "amphora", belt=0)
    scene.lays(discard="ring", keep="toga", gift="carp")
    assert offered(scene, 3) == "useless_to", "three dishes and three points were Claudius’ goal alone"


def test_bb_14_daggers_frighten_nobody_once_no_conspirator_can_come() -> None:
    scene = Scene("caligula claudius vespasianus messalina")
    scene.lays(discard="ring", keep="toga", gift="dagger")
    assert offered(scene, 1) == "dagger_harms"
    scene.state.barred = 1
    assert offered(scene, 1) == "useless_to"
