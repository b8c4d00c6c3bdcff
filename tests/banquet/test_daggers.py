"""Daggers, and what everybody knows from wins that are declared at once. Leaflet: "Fin du jeu"."""

from __future__ import annotations

import random

from banquet.scene import Scene, claim
from triclinium.games.banquet.game import GAME
from triclinium.games.banquet.rules.cards import CONSPIRATORS, GUEST_NAMES

# --- BB-11: daggers are counted last --------------------------------------------------------------------------


def three_daggers_and_a_hymn() -> Scene:
    """Three daggers lie, no conspirator is in play, and Claudius' next wine bursts Vespasianus."""
    scene = Scene("caligula claudius vespasianus")
    scene.before(1, "hymn", "dagger", "dagger")
    scene.round(discard="bill", keep="dance", gift="dagger", to=1)
    scene.before(2, belt=10)
    scene.next_guests("cassius")
    return scene


def test_bb_11_daggers_are_counted_last_after_the_replacements() -> None:
    scene = three_daggers_and_a_hymn()
    scene.round(discard="bill", keep="cup", gift="mirror", to=0)
    assert (scene.winners, scene.ending) == ((2,), "daggers")
    kinds = [event.kind for event in scene.events]
    assert kinds.index("guest_burst") < kinds.index("guest_replaced") < kinds.index("game_won")


def test_bb_11_daggers_are_counted_last_after_the_appliers_goal() -> None:
    scene = three_daggers_and_a_hymn()
    scene.before(1, "carp", "boar", "figs", "cup", belt=0)
    scene.round(discard="bill", keep="cup", gift="mirror", to=0)
    assert (scene.winners, scene.ending) == ((1,), "goal")


def test_bb_11_daggers_are_counted_last_after_the_third_out() -> None:
    scene = three_daggers_and_a_hymn()
    scene.already_out("messalina", "caesonia")
    scene.round(discard="bill", keep="cup", gift="mirror", to=0)
    assert (scene.winners, scene.ending) == ((0,), "third_out")


# --- BB-13: daggers ---------------------------------------------------------------------------------------------


def test_bb_13_daggers_count_while_they_lie_face_up_with_anybody() -> None:
    scene = Scene("caligula claudius octavius vespasianus")
    for seat in (0, 3):
        scene.before(seat, "dagger")
    scene.round(discard="bill", keep="dance", gift="dagger", to=1)
    assert (scene.winners, scene.ending) == ((2,), "daggers")


def test_bb_13_a_discarded_or_face_down_dagger_does_not_count() -> None:
    scene = Scene("caligula claudius octavius")
    scene.before(0, "dagger", "dagger")
    scene.lays(discard="dagger", keep="dance", gift="dagger")
    scene.offer(1)
    assert scene.winners is None
    assert scene.daggers == 2


def three_daggers_without_conspirators() -> Scene:
    """Three daggers lie, nobody is a conspirator, Vespasianus is about to burst."""
    scene = Scene("caligula claudius vespasianus")
    scene.before(1, "dagger", "dagger")
    scene.round(discard="bill", keep="dance", gift="dagger", to=1)
    assert (scene.daggers, scene.winners) == (3, None)
    scene.before(2, belt=9)
    return scene


def test_bb_13_without_a_conspirator_in_play_three_daggers_win_for_nobody() -> None:
    scene = three_daggers_without_conspirators()
    assert scene.phase == "pick"


def test_bb_13_a_replacement_dealt_a_conspirator_while_three_daggers_lie_wins_at_once() -> None:
    scene = three_daggers_without_conspirators()
    scene.next_guests("cassius")
    scene.round(discard="olives", keep="ring", gift="poison", to=2)
    assert (scene.winners, scene.ending) == ((2,), "daggers")
    assert scene.accepted(1) == ["dagger"] * 3, "the Keep is not turned up any more"


def test_bb_13_another_replacement_plays_on_before_three_daggers() -> None:
    scene = three_daggers_without_conspirators()
    scene.next_guests("messalina")
    scene.round(discard="olives", keep="ring", gift="poison", to=2)
    assert scene.winners is None


def test_bb_13_the_burst_players_daggers_are_gone_before_the_count() -> None:
    scene = Scene("caligula claudius vespasianus")
    scene.before(1, "dagger", "dagger")
    scene.round(discard="bill", keep="dance", gift="dagger", to=1)
    scene.before(1, belt=9)
    scene.next_guests("cassius")
    scene.round(discard="olives", keep="poison", gift="ring", to=2)
    assert scene.happened("guest_burst") == [{"seat": 1, "guest": "claudius"}]
    assert (scene.daggers, scene.winners) == (0, None)


def test_bb_13_two_replacements_who_are_conspirators_win_together() -> None:
    scene = Scene("caligula claudius vespasianus messalina")
    scene.before(1, "dagger", "dagger", "hymn")
    scene.round(discard="bill", keep="dance", gift="dagger", to=1)
    assert scene.daggers == 3
    for seat in (2, 3):
        scene.before(seat, belt=10)
    scene.next_guests("cassius", "octavius")
    scene.round(discard="olives", keep="small_cup", gift="ring", to=0)
    assert (scene.winners, scene.ending) == ((2, 3), "daggers")


def test_bb_13_a_claimed_dagger_counts() -> None:
    scene = Scene("caligula claudius octavius", ["give_back special_gift", "claim_keep_discard", "exchange_keep_gift"])
    scene.before(0, "dagger", "dagger")
    scene.lays(discard="dagger", keep="ring", gift="toga")
    scene.offer(2)
    scene.plays(1, claim("keep_discard", "discard"))
    assert (scene.winners, scene.ending) == ((2,), "daggers")


def test_bb_13_after_caligulas_fall_daggers_win_for_nobody() -> None:
    scene = Scene("caligula claudius vespasianus")
    scene.before(0, belt=9)
    scene.round(discard="bill", keep="poison", gift="ring", to=1)
    scene.before(1, "dagger", "dagger")
    scene.round(discard="olives", keep="toga", gift="dagger", to=2)
    assert (scene.daggers, scene.winners) == (3, None)


# --- BB-21: what is public by itself ------------------------------------------------------------------------------


def guesses(scene: Scene, seat: int) -> list[list[str]]:
    """The guests of many worlds this seat could be in."""
    view = GAME.view(scene.state, seat)
    rng = random.Random(21)
    return [[GUEST_NAMES[guest] for guest in GAME.guess(view, seat, rng).guest[: scene.state.seats]] for _ in range(60)]


def test_bb_21_a_seat_whose_display_meets_a_goal_is_not_that_guest() -> None:
    scene = Scene("caligula octavius septimus")
    scene.before(1, "ring", "toga")
    scene.round(discard="bill", keep="dance", gift="vase", to=1)
    worlds = guesses(scene, 2)
    assert not {world[1] for world in worlds} & {"caesonia", "agrippina"}
    assert {world[1] for world in worlds} >= {"octavius", "claudius"}


def test_bb_21_three_daggers_lying_mean_no_conspirator_is_in_play() -> None:
    scene = three_daggers_without_conspirators()
    for world in guesses(scene, 0):
        assert not set(world) & {"octavius", "septimus", "cassius"}
    assert all(seat["no_conspirator"] for seat in scene.view(None)["seats"])


def test_bb_21_a_seat_once_known_to_be_no_conspirator_stays_so_when_daggers_go() -> None:
    scene = three_daggers_without_conspirators()
    scene.before(1, belt=9)
    scene.next_guests("messalina")
    scene.round(discard="olives", keep="poison", gift="ring", to=0)
    assert scene.daggers == 0
    assert [seat["no_conspirator"] for seat in scene.view(None)["seats"]] == [True, False, True]


def test_bb_21_before_anything_is_known_everybody_may_be_a_conspirator_but_caligula() -> None:
    scene = Scene("caligula claudius vespasianus")
    assert [seat["no_conspirator"] for seat in scene.view(None)["seats"]] == [True, False, False]
    seen = {name for world in guesses(scene, 0) for name in world[1:]}
    assert {GUEST_NAMES[guest] for guest in range(9) if CONSPIRATORS >> guest & 1} <= seen
