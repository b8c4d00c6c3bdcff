"""Set-up: drivers, dice for places, hands, exchange of accidents (leaflet: "Préparation de la course")."""

from __future__ import annotations

import pytest

from benhur.scene import Scene
from triclinium.core.game import BadOptions
from triclinium.games.benhur.game import GAME
from triclinium.games.benhur.rules.cards import CARD_NAMES
from triclinium.games.benhur.rules.state import EXCHANGE, State
from triclinium.games.benhur.rules.track import STANDARD_TRACK, track_of


def fresh(seats: int, **options: object) -> Scene:
    scene = Scene.__new__(Scene)
    scene.s = GAME.start(dict(options), seats)
    scene.cards = GAME.conserved(scene.s)
    scene.events = []
    return scene


def at_exchange(scene: Scene, *hand: str) -> None:
    """Stop at the exchange of the chariot on place I, with this hand."""
    scene.hold(first(scene.s), *hand)
    scene.s.phase = EXCHANGE
    scene.s.chariot = first(scene.s)
    scene.s.owing = 1 << scene.s.chariot % scene.s.seats


def first(s: State) -> int:
    return s.place.index(1)


def test_drivers_are_drawn_at_random_without_return() -> None:
    scene = fresh(3)
    scene.chance({"kind": "driver", "driver": "messala"})
    assert len(scene.options) == 5
    assert {"kind": "driver", "driver": "messala"} not in scene.options


def test_the_die_gives_the_start_place_and_a_taken_place_is_thrown_again() -> None:
    scene = fresh(2)
    for driver in ("sidon", "corinth"):
        scene.chance({"kind": "driver", "driver": driver})
    scene.dice(4)
    assert scene.pose(0) == (*track_of(STANDARD_TRACK).places[3], 0)
    scene.events = []
    scene.dice(4)
    assert scene.told == ["place_taken"] and scene.kind == "throw_start"
    scene.dice(1)
    assert scene.s.place[:2] == [4, 1]


def test_hands_are_two_cards_of_each_deck() -> None:
    scene = Scene(6)
    assert all(size == [2, 2] for size in scene.s.hand_size)


def test_place_one_begins_and_the_first_round_goes_by_place() -> None:
    """BH-3."""
    scene = Scene(3, places=(3, 1, 2))
    order = []
    for _ in range(3):
        order.append(scene.s.actor)
        scene.answer(next(o for o in scene.options if o["kind"] == "drive" and o["a"] == o["b"] == 0))
        scene.refill()
        while scene.kind == "whip":
            scene.say("hold")
    assert order == [1, 2, 0]


def test_bh_9_three_accidents_may_be_exchanged_for_two_and_two() -> None:
    scene = Scene(2)
    at_exchange(scene, "normal accident 1", "normal accident 1-2", "risky accident 1", "risky II")
    piles = list(scene.s.pile_size)
    scene.say("exchange_hand")
    assert scene.told == ["hand_shown", "hand_exchanged"]
    assert sum(map(sum, scene.s.aside)) == 4, "the shown cards wait until the new ones are drawn"
    for card in ("normal accident 1-2", "normal accident 1-3", "risky accident 1-2", "risky III"):
        scene.chance({"kind": "card", "card": card})
    assert scene.kind == "exchange" and scene.s.pile_size == piles
    assert "exchange_hand" in scene.kinds, "as often as it happens"


def test_bh_9_two_accidents_are_kept() -> None:
    scene = Scene(2)
    at_exchange(scene, "normal accident 1", "normal accident 1-2", "risky II", "risky III")
    assert scene.kinds == {"keep_hand"}
    assert scene.refused({"kind": "exchange_hand"}) == ("too_few_accidents", "BH-9")


def test_bh_9_every_driver_is_asked_in_order_of_place() -> None:
    """To ask only those who hold accidents would tell what they hold."""
    scene = fresh(3)
    asked = []
    while scene.kind != "drive":
        if scene.kind == "exchange":
            asked.append(scene.s.chariot)
            scene.say("keep_hand")
        elif scene.kind == "throw_start":
            scene.dice((2, 3, 1)[scene.s.chariot])
        else:
            scene.chance(scene.decision.options[0])
    assert asked == [2, 0, 1]


def test_bh_11_chariots_of_one_driver_keep_their_hands_apart() -> None:
    scene = Scene(2, chariots=3)
    assert scene.s.chariots == 6
    assert [GAME.view(scene.s, 0)["chariots"][c]["seat"] for c in range(6)] == [0, 1, 0, 1, 0, 1]
    scene.hold(0, "normal II")
    scene.hold(2, "normal III")
    scene.turn(0)
    assert scene.refused({"kind": "drive", "card": "normal III", "a": 0, "b": 0}) == ("not_in_hand", "BH-2")


def test_long_races_of_three_laps_take_five_accidents_out_of_each_deck() -> None:
    """Variant 2."""
    scene = Scene(2, format="long", length=3)
    assert scene.s.removed_size == [5, 5]
    assert all(sum(row[:10]) == 0 for row in scene.s.removed)
    assert Scene(2, format="long", length=2).s.removed_size == [0, 0]


@pytest.mark.parametrize(
    ("seats", "options", "words"),
    [
        (2, {"format": "races", "length": 1}, "takes 2 to 3"),
        (2, {"format": "laps", "length": 4}, "takes 1 to 3"),
        (2, {"format": "long", "length": 1}, "takes 2 to 4"),
        (2, {"length": True}, "length cannot be True"),
        (4, {"chariots": 2}, "too many"),
        (2, {"chariots": 4}, "1, 2 or 3"),
        (2, {"steering": "loose"}, "one of notched, free"),
        (2, {"colour": 1}, "no option"),
    ],
)
def test_bad_options_are_refused(seats: int, options: dict[str, object], words: str) -> None:
    with pytest.raises(BadOptions, match=words):
        GAME.start(options, seats)


def test_card_names_tell_the_deck() -> None:
    """BH-15: the backs of the cards are public."""
    assert len(set(CARD_NAMES)) == 26
    scene = Scene(2)
    seen = GAME.view(scene.s, 1)["chariots"][0]
    assert seen["hand"] == {"normal": 2, "risky": 2} and seen["known"] == {}
