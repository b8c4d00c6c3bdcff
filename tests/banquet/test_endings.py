"""How the game is won, or not. Leaflet: "Objectifs", "Fin du jeu"."""

from __future__ import annotations

import pytest

from banquet.scene import Scene

PRESENTS = ("ring", "toga", "vase", "mirror", "perfume", "sandals")
GOALS = {
    "caligula": ("carp cup small_cup", "boar", "amphora"),
    "claudius": ("carp boar", "figs", "amphora"),
    "messalina": ("carp boar figs", "olives", "small_cup"),
}
"""A guest, what lies before him, the dish and the wine he lacks."""


def seated(guest: str) -> tuple[Scene, int]:
    """A table with this guest, and his seat."""
    scene = Scene("claudius caligula octavius" if guest == "caligula" else f"{guest} caligula octavius")
    return scene, 1 if guest == "caligula" else 0


def applies(scene: Scene, seat: int, card: str) -> None:
    """A seat comes to apply a card: as its Gift, or as its Keep if it is active."""
    if seat == scene.active:
        scene.round(discard="bill", keep=card, gift="mirror", to=(seat + 1) % 3)
    else:
        scene.round(discard="bill", keep="dance", gift=card, to=seat)


# --- Leaflet: Objectifs ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("guest", GOALS)
def test_leaflet_objectifs_dishes_and_wine_in_either_order(guest: str) -> None:
    before, dish, wine = GOALS[guest]
    for first, last in ((dish, wine), (wine, dish)):
        scene, seat = seated(guest)
        scene.before(seat, *before.split(), first, belt=0)
        applies(scene, seat, last)
        assert (scene.winners, scene.ending) == ((seat,), "goal")


@pytest.mark.parametrize("guest", GOALS)
def test_leaflet_objectifs_dishes_alone_or_wine_alone_are_not_enough(guest: str) -> None:
    before, dish, wine = GOALS[guest]
    for only in (dish, wine):
        scene, seat = seated(guest)
        scene.before(seat, *before.split(), belt=0)
        applies(scene, seat, only)
        assert scene.winners is None


def test_leaflet_objectifs_vespasianus_wants_five_dishes_and_no_wine() -> None:
    scene, seat = seated("vespasianus")
    scene.before(seat, "olives", "figs", "carp", belt=0)
    applies(scene, seat, "snails")
    assert scene.winners is None, "four are not enough"
    scene, seat = seated("vespasianus")
    scene.before(seat, "olives", "figs", "carp", "snails", belt=0)
    applies(scene, seat, "mullet")
    assert (scene.winners, scene.ending) == ((seat,), "goal")


@pytest.mark.parametrize(
    ("guest", "before", "last", "wins"),
    [
        ("caligula", "carp boar cup", "cup", False),
        ("caligula", "carp boar cup", "amphora", True),
        ("caligula", "amphora amphora carp", "olives", True),
        ("claudius", "carp boar figs", "cup", False),
        ("claudius", "carp boar figs", "amphora", True),
        ("claudius", "carp amphora", "figs", False),
        ("messalina", "carp boar figs", "small_cup", False),
        ("messalina", "carp boar figs olives", "small_cup", True),
        ("messalina", "carp boar figs olives", "cup", True),
        ("messalina", "carp boar figs olives", "poison", False),
    ],
)
def test_facts_goals_are_at_least(guest: str, before: str, last: str, wins: bool) -> None:
    scene, seat = seated(guest)
    scene.before(seat, *before.split(), belt=0)
    applies(scene, seat, last)
    assert scene.winners == ((seat,) if wins else None)


@pytest.mark.parametrize("guest", ["caesonia", "agrippina"])
@pytest.mark.parametrize("start", range(6))
def test_leaflet_objectifs_any_three_different_presents(guest: str, start: int) -> None:
    three = [PRESENTS[(start + step) % 6] for step in (0, 1, 3)]
    scene, seat = seated(guest)
    scene.before(seat, *three[:2])
    applies(scene, seat, three[2])
    assert (scene.winners, scene.ending) == ((seat,), "goal")


@pytest.mark.parametrize("guest", ["caesonia", "agrippina"])
def test_leaflet_objectifs_the_same_present_counts_once(guest: str) -> None:
    scene, seat = seated(guest)
    scene.before(seat, "ring", "ring", "toga")
    applies(scene, seat, "toga")
    assert scene.winners is None


@pytest.mark.parametrize("guest", ["octavius", "septimus", "cassius"])
def test_leaflet_objectifs_conspirators_win_by_no_dish_wine_or_present(guest: str) -> None:
    scene = Scene(f"{guest} caligula claudius")
    scene.before(0, "olives", "figs", "carp", "snails", "amphora", "cup", "ring", "toga", belt=0)
    applies(scene, 0, "vase")
    assert scene.winners is None


def test_leaflet_objectifs_anothers_goal_is_not_ones_own() -> None:
    scene = Scene("vespasianus caligula caesonia")
    scene.before(0, "ring", "toga")
    applies(scene, 0, "vase")
    assert scene.winners is None


# --- Leaflet: Fin du jeu --------------------------------------------------------------------------------------


def test_leaflet_fin_du_jeu_the_winner_shows_his_guest() -> None:
    scene, seat = seated("claudius")
    scene.before(seat, "carp", "boar", "amphora", belt=0)
    applies(scene, seat, "figs")
    assert {"seat": seat, "guest": "claudius"} in scene.happened("guest_shown")
    assert scene.happened("game_won") == [{"seats": [seat], "ending": "goal"}]


def test_leaflet_fin_du_jeu_the_right_cards_do_not_help_a_guest_who_bursts_by_them() -> None:
    scene, seat = seated("claudius")
    scene.before(seat, "carp", "boar", "amphora", belt=8)
    applies(scene, seat, "piglet")
    assert scene.winners is None
    assert scene.happened("guest_burst") == [{"seat": seat, "guest": "claudius"}]


def test_leaflet_fin_du_jeu_caligula_wins_when_three_are_out() -> None:
    scene = Scene("caligula claudius octavius")
    scene.already_out("messalina", "septimus")
    scene.before(1, belt=9)
    applies(scene, 1, "poison")
    assert (scene.winners, scene.ending) == ((0,), "third_out")


def test_leaflet_fin_du_jeu_conspirators_win_when_caligula_is_out_whoever_did_it() -> None:
    scene = Scene("caligula claudius octavius")
    scene.before(0, belt=9)
    applies(scene, 0, "poison")
    assert (scene.winners, scene.ending) == ((2,), "caligulas_fall")


def test_leaflet_fin_du_jeu_three_daggers_anywhere_even_with_caligula() -> None:
    scene = Scene("caligula claudius octavius")
    scene.before(0, "dagger")
    scene.before(1, "dagger")
    applies(scene, 0, "dagger")
    assert (scene.winners, scene.ending) == ((2,), "daggers")


def test_leaflet_fin_du_jeu_two_daggers_are_not_enough() -> None:
    scene = Scene("caligula claudius octavius")
    scene.before(0, "dagger")
    applies(scene, 1, "dagger")
    assert scene.winners is None


def test_leaflet_fin_du_jeu_a_conspirator_wins_alone_only_if_he_is_the_last() -> None:
    scene = Scene("caligula cassius octavius")
    scene.before(1, "dagger", "dagger")
    applies(scene, 2, "dagger")
    assert scene.winners == (1, 2)


def test_leaflet_fin_du_jeu_three_out_with_caligula_among_them_is_a_draw() -> None:
    scene = Scene("caligula claudius vespasianus")
    scene.already_out("messalina", "caesonia")
    scene.before(0, belt=9)
    applies(scene, 0, "poison")
    assert (scene.winners, scene.ending) == ((), "draw_third_out")


# --- BB-11: the order of the endings --------------------------------------------------------------------------


def test_bb_11_first_the_appliers_own_goal_before_caligulas_fall() -> None:
    """Claudius drinks his last wine; his Hymn bursts Caligula, but Octavius comes too late."""
    scene = Scene("caligula claudius octavius")
    scene.before(1, "hymn", "carp", "boar", "figs", "cup", belt=0)
    scene.before(0, belt=10)
    applies(scene, 1, "cup")
    assert (scene.winners, scene.ending) == ((1,), "goal")
    assert scene.happened("guest_burst") == []


def test_bb_11_first_the_appliers_own_goal_before_the_third_out() -> None:
    scene = Scene("caligula claudius octavius")
    scene.already_out("messalina", "caesonia")
    scene.before(1, "hymn", "carp", "boar", "figs", "cup", belt=0)
    scene.before(2, belt=10)
    applies(scene, 1, "cup")
    assert (scene.winners, scene.ending) == ((1,), "goal")


def test_bb_11_caligulas_own_goal_comes_before_the_third_out() -> None:
    scene = Scene("caligula claudius octavius")
    scene.already_out("messalina", "caesonia")
    scene.before(0, "hymn", "carp", "boar", "amphora", belt=0)
    scene.before(2, belt=10)
    applies(scene, 0, "cup")
    assert (scene.winners, scene.ending) == ((0,), "goal")


def test_bb_11_the_goal_counts_only_if_the_applier_did_not_burst() -> None:
    scene = Scene("caligula claudius octavius")
    scene.before(1, "hymn", "carp", "boar", "figs", "cup", belt=9)
    applies(scene, 1, "cup")
    assert scene.winners is None
    assert scene.out == 1


def test_bb_11_caligulas_fall_comes_before_the_third_out() -> None:
    scene = Scene("caligula claudius octavius")
    scene.already_out("messalina", "caesonia")
    scene.before(0, belt=9)
    applies(scene, 0, "poison")
    assert (scene.winners, scene.ending) == ((2,), "caligulas_fall")


def test_bb_11_a_conspirator_burst_by_the_same_card_does_not_win() -> None:
    """One Hymn bursts Caligula and Octavius; Septimus, still in play, wins alone."""
    scene = Scene("caligula claudius octavius septimus")
    scene.before(1, "hymn")
    scene.before(0, belt=10)
    scene.before(2, belt=10)
    scene.round(discard="bill", keep="dance", gift="small_cup", to=1)
    assert (scene.winners, scene.ending) == ((3,), "caligulas_fall")


def test_bb_11_conspirator_and_caligula_bursting_on_one_hymn_go_out_together() -> None:
    scene = Scene("caligula claudius octavius vespasianus")
    scene.before(1, "hymn")
    scene.before(0, belt=10)
    scene.before(2, belt=10)
    scene.round(discard="bill", keep="dance", gift="small_cup", to=1)
    assert scene.winners is None
    assert scene.out == 2
    assert scene.view(None)["conspirators_barred"]
    assert not {scene.guest(0), scene.guest(2)} & {"caligula", "octavius", "septimus", "cassius"}


def test_bb_11_the_applier_burst_by_his_own_wine_may_be_the_conspirator() -> None:
    """Octavius bursts by the wine that makes Caligula drink along: nobody is left to win."""
    scene = Scene("caligula octavius claudius")
    scene.before(1, "hymn", belt=10)
    scene.before(0, belt=10)
    applies(scene, 1, "small_cup")
    assert scene.winners is None
    assert scene.out == 2


def test_bb_11_three_at_once_are_three_out() -> None:
    scene = Scene("caligula claudius octavius vespasianus messalina")
    scene.before(1, "hymn")
    for seat in (2, 3, 4):
        scene.before(seat, belt=10)
    scene.round(discard="bill", keep="dance", gift="small_cup", to=1)
    assert (scene.winners, scene.ending, scene.out) == ((0,), "third_out", 3)


def test_bb_11_four_at_once_are_more_than_three_out() -> None:
    scene = Scene("caligula claudius octavius vespasianus messalina")
    scene.before(0, "hymn")
    for seat in (1, 2, 3, 4):
        scene.before(seat, belt=10)
    scene.round(discard="bill", keep="small_cup", gift="ring", to=1)
    assert (scene.winners, scene.ending, scene.out) == ((0,), "third_out", 4)


def test_bb_11_the_third_out_with_caligula_among_them_is_a_draw() -> None:
    scene = Scene("caligula claudius vespasianus messalina")
    scene.already_out("caesonia")
    scene.before(1, "hymn")
    scene.before(0, belt=10)
    scene.before(2, belt=10)
    scene.round(discard="bill", keep="dance", gift="small_cup", to=1)
    assert (scene.winners, scene.ending) == ((), "draw_third_out")


def test_bb_11_the_third_out_after_caligula_fell_is_a_draw() -> None:
    scene = Scene("caligula claudius vespasianus")
    scene.before(0, belt=9)
    scene.round(discard="bill", keep="poison", gift="ring", to=1)
    assert scene.out == 1
    scene.before(2, belt=9)
    scene.round(discard="olives", keep="toga", gift="poison", to=2)
    assert scene.active == 0
    scene.before(1, belt=9)
    scene.round(discard="figs", keep="vase", gift="poison", to=1)
    assert (scene.winners, scene.ending, scene.out) == ((), "draw_third_out", 3)


# --- BB-12 ----------------------------------------------------------------------------------------------------


def test_bb_12_wins_are_declared_at_once() -> None:
    """The Gift wins, so the Keep is not turned up any more."""
    scene = Scene("caligula claudius octavius")
    scene.before(1, "carp", "boar", "amphora", belt=0)
    scene.round(discard="bill", keep="poison", gift="figs", to=1)
    assert scene.winners == (1,)
    assert scene.accepted(0) == []
    assert scene.play.pending() == ()


def test_bb_12_conspirators_in_play_win_together() -> None:
    scene = Scene("caligula octavius septimus cassius claudius")
    scene.before(0, belt=9)
    scene.round(discard="bill", keep="poison", gift="ring", to=4)
    assert scene.winners == (1, 2, 3)
    assert scene.result is not None and scene.result.scores == (0.0, 1.0, 1.0, 1.0, 0.0)


def test_bb_12_a_draw_has_no_winner() -> None:
    scene = Scene("caligula claudius vespasianus")
    scene.already_out("messalina", "caesonia")
    scene.before(0, belt=9)
    applies(scene, 0, "poison")
    assert scene.result is not None
    assert (scene.result.winners, scene.result.scores) == ((), (0.0, 0.0, 0.0))
    assert scene.happened("game_won") == []
    assert scene.happened("game_drawn") == [{"ending": "draw_third_out"}]


def test_bb_12_all_guests_are_shown_at_the_end() -> None:
    scene = Scene("caligula claudius octavius")
    scene.before(1, "carp", "boar", "amphora", belt=0)
    scene.round(discard="bill", keep="poison", gift="figs", to=1)
    assert [shown["guest"] for shown in scene.happened("guest_shown")] == ["caligula", "claudius", "octavius"]
    for seat in (None, 0, 1, 2):
        assert [row["guest"] for row in scene.view(seat)["seats"]] == ["caligula", "claudius", "octavius"]


def test_bb_12_nothing_can_be_answered_after_the_end() -> None:
    scene = Scene("caligula claudius octavius")
    scene.before(1, "carp", "boar", "amphora", belt=0)
    scene.round(discard="bill", keep="poison", gift="figs", to=1)
    for seat in (-1, 0, 1, 2):
        assert scene.refused(seat, {"kind": "pick", "slots": [0, 1, 2]}) == ("refused.not_asked", "")
