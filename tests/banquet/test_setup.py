"""Set-up: guests, privileges, the first seven cards. Leaflet: "Préparation du jeu"."""

from __future__ import annotations

from typing import Any

import pytest

from banquet.decks import DECK
from banquet.scene import Scene
from triclinium.core.decision import CHANCE, Json
from triclinium.core.event import told_to
from triclinium.core.game import BadOptions
from triclinium.core.play import Play
from triclinium.games.banquet.game import GAME, INFO
from triclinium.games.banquet.rules.cards import GUEST_NAMES, KIND_NAMES, PRIVILEGE_NAMES

OTHERS = list(GUEST_NAMES[1:])
SOME = ["give_back claim_keep_gift", "special_gift", "exchange_keep_gift"]


def begin(seats: int = 3, **options: Json) -> Play[Any]:
    return Play.begin(GAME, seats, {"deck": DECK, **options})


def deal(play: Play[Any], *values: str | int) -> None:
    fields = {"seat_caligula": ("caligula", "seat"), "deal_guest": ("guest", "guest")}
    fields |= {"deal_privilege": ("privilege", "privilege"), "lay_card": ("card", "card")}
    for value in values:
        kind, field = fields[play.pending()[0].kind]
        play.answer(CHANCE, {"kind": kind, field: value})


# --- Facts from outside the leaflets --------------------------------------------------------------


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_facts_three_to_five_play(seats: int) -> None:
    assert seats in INFO.seats
    assert begin(seats).pending()[0].kind == "seat_caligula"


@pytest.mark.parametrize("seats", [0, 1, 2, 6, 7])
def test_facts_fewer_or_more_do_not_play(seats: int) -> None:
    with pytest.raises(BadOptions, match="3 to 5 seats"):
        begin(seats)


def test_facts_nine_guests_and_eight_privileges() -> None:
    assert len(GUEST_NAMES) == 9
    assert len(PRIVILEGE_NAMES) == 8
    pairs = {"keep_discard", "keep_gift", "discard_gift"}
    claims = {f"claim_{pair}" for pair in pairs}
    exchanges = {f"exchange_{pair}" for pair in pairs}
    assert set(PRIVILEGE_NAMES) == claims | exchanges | {"give_back", "special_gift"}


# --- Leaflet: Préparation du jeu --------------------------------------------------------------------


def test_leaflet_concepts_de_base_everybody_begins_with_an_empty_belt() -> None:
    scene = Scene("octavius caligula claudius vespasianus")
    assert [scene.belt(seat) for seat in range(4)] == [0, 0, 0, 0]
    assert [scene.accepted(seat) for seat in range(4)] == [[], [], [], []]


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_leaflet_preparation_caligula_is_always_dealt_and_any_seat_may_get_him(seats: int) -> None:
    (question,) = begin(seats).pending()
    assert question.seat == CHANCE
    assert question.options == tuple({"kind": "caligula", "seat": seat} for seat in range(seats))
    assert set(question.weights) == {1}


def test_leaflet_preparation_every_other_seat_gets_one_of_the_eight_other_guests() -> None:
    play = begin(5)
    deal(play, 3)
    for dealt in range(4):
        (question,) = play.pending()
        assert question.kind == "deal_guest"
        assert [option["guest"] for option in question.options] == OTHERS[dealt:]
        assert set(question.weights) == {1}
        deal(play, OTHERS[dealt])
    dealt_to = [GUEST_NAMES[guest] for guest in play.state.guest]
    assert dealt_to == ["septimus", "cassius", "claudius", "caligula", "octavius"]


def test_leaflet_preparation_caligula_is_shown_and_the_others_are_not() -> None:
    play = begin(3, privileges="none")
    events = play.answer(CHANCE, {"kind": "caligula", "seat": 1})
    assert told_to(events, None) == [{"kind": "caligula_seated", "seat": 1}]
    events = play.answer(CHANCE, {"kind": "guest", "guest": "cassius"})
    assert told_to(events, None) == told_to(events, 0) == told_to(events, 1) == [{"kind": "guest_dealt", "seat": 2}]
    assert told_to(events, 2)[1:] == [{"kind": "guest_yours", "seat": 2, "guest": "cassius"}]


def test_leaflet_preparation_unused_guests_stay_unseen_in_the_box() -> None:
    scene = Scene("caligula claudius octavius")
    in_the_box = [name for guest, name in enumerate(GUEST_NAMES) if scene.state.box >> guest & 1]
    assert in_the_box == ["septimus", "cassius", "vespasianus", "messalina", "caesonia", "agrippina"]
    for seat in (None, 0, 1, 2):
        assert "septimus" not in str(scene.view(seat))


def test_leaflet_preparation_one_privilege_each_and_two_for_caligula() -> None:
    scene = Scene(
        "claudius caligula octavius vespasianus messalina",
        [
            "give_back",
            "special_gift claim_keep_gift",
            "claim_keep_discard",
            "exchange_keep_gift",
            "exchange_discard_gift",
        ],
    )
    assert [len(scene.holds(seat)) for seat in range(5)] == [1, 2, 1, 1, 1]


def test_leaflet_preparation_privileges_are_dealt_at_random_from_those_left() -> None:
    play = begin(3)
    deal(play, 0, "claudius", "octavius")
    left = list(PRIVILEGE_NAMES)
    for privilege in ("special_gift", "claim_keep_gift", "give_back", "exchange_keep_gift"):
        (question,) = play.pending()
        assert [option["privilege"] for option in question.options] == left
        assert set(question.weights) == {1}
        deal(play, privilege)
        left.remove(privilege)
    assert play.pending()[0].kind == "lay_card"


def test_leaflet_preparation_privileges_lie_face_down() -> None:
    play = begin(3)
    deal(play, 0, "claudius", "octavius")
    events = play.answer(CHANCE, {"kind": "privilege", "privilege": "give_back"})
    assert told_to(events, 0) == told_to(events, None) == [{"kind": "privilege_dealt", "seat": 1}]
    assert told_to(events, 1)[1:] == [{"kind": "privilege_yours", "seat": 1, "privilege": "give_back"}]


def test_leaflet_preparation_seven_cards_lie_open_around_the_pile() -> None:
    wanted = "poison carp cup dagger hymn umbra ring"
    scene = Scene("caligula claudius octavius", ring=wanted)
    assert scene.ring == wanted.split()
    assert scene.state.pile_size == 93 - 7
    assert scene.view(None)["ring"] == wanted.split()


def test_leaflet_preparation_a_card_comes_up_as_likely_as_it_lies_in_the_pile() -> None:
    play = begin(3, privileges="none")
    deal(play, 0, "claudius", "octavius")
    (question,) = play.pending()
    assert {option["card"]: weight for option, weight in zip(question.options, question.weights, strict=True)} == {
        kind: row[0] for kind, row in DECK["cards"].items()
    }
    deal(play, "hymn", "hymn")
    (question,) = play.pending()
    assert "hymn" not in [option["card"] for option in question.options]
    assert sum(question.weights) == 91


def test_leaflet_deroulement_caligula_is_the_first_active_player() -> None:
    for emperor in range(3):
        guests = ["claudius", "octavius"]
        guests.insert(emperor, "caligula")
        scene = Scene(" ".join(guests))
        assert scene.active == emperor
        assert (scene.phase, scene.asked) == ("pick", [emperor])
        assert scene.view(None)["active"] == emperor


# --- Editions and options ---------------------------------------------------------------------------


def test_options_defaults_are_french_hidden_and_any_dishes() -> None:
    options = GAME.complete({})
    assert (options["edition"], options["privileges"], options["different_dishes"]) == ("fr", "hidden", False)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("edition", "de"),
        ("edition", None),
        ("edition", 0),
        ("privileges", "some"),
        ("different_dishes", "yes"),
        ("different_dishes", None),
        ("different_dishes", 2),
        ("language", "fr"),
    ],
)
def test_options_unknown_names_and_values_are_refused(name: str, value: Json) -> None:
    with pytest.raises(BadOptions, match=name):
        GAME.complete({name: value})


@pytest.mark.parametrize("value", [1, 0, 1.0])
def test_options_a_number_is_not_a_yes_or_no(value: Json) -> None:
    """A 1 that passed for True in the check, but not in the game, would play other rules than it says."""
    with pytest.raises(BadOptions, match="different_dishes"):
        GAME.complete({"different_dishes": value})


def test_options_privileges_none_deals_none_and_opens_no_window() -> None:
    scene = Scene("caligula claudius octavius")
    assert [scene.holds(seat) for seat in range(3)] == [[], [], []]
    scene.lays(discard="olives", keep="figs", gift="ring")
    scene.offer(1)
    assert (scene.phase, scene.asked) == ("answer", [1])


def test_leaflet_variantes_open_privileges_are_seen_by_everybody() -> None:
    play = begin(3, privileges="open")
    deal(play, 0, "claudius", "octavius")
    events = play.answer(CHANCE, {"kind": "privilege", "privilege": "give_back"})
    for seat in (None, 0, 1, 2):
        assert told_to(events, seat) == [{"kind": "privilege_open", "seat": 1, "privilege": "give_back"}]
    scene = Scene("caligula claudius octavius", SOME, open_privileges=True)
    for seat in (None, 0, 1, 2):
        shown = [row["open_privileges"] for row in scene.view(seat)["seats"]]
        assert shown == [["claim_keep_gift", "give_back"], ["special_gift"], ["exchange_keep_gift"]]


def test_options_hidden_privileges_show_only_how_many() -> None:
    scene = Scene("caligula claudius octavius", SOME)
    for row in scene.view(2)["seats"]:
        assert row["open_privileges"] is None
    assert [row["privileges"] for row in scene.view(2)["seats"]] == [2, 1, 1]
    assert scene.view(2)["you"]["privileges"] == ["exchange_keep_gift"]
    assert "special_gift" not in str(scene.view(2))


def test_options_every_kind_has_a_name_of_its_own() -> None:
    assert len(set(KIND_NAMES)) == len(KIND_NAMES) == 27
