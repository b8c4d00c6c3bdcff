"""The pile, its renewal, and what happens when cards or rounds run out."""

from __future__ import annotations

from banquet.decks import deck_of
from banquet.scene import Scene
from triclinium.core.decision import CHANCE

THREE = "caligula claudius octavius"


# --- BB-17: the pile --------------------------------------------------------------------------------------


def test_bb_17_a_pile_that_empties_during_the_refill_is_renewed_from_all_discards() -> None:
    scene = Scene(THREE)
    scene.lie_open("olives", "ring", "toga")
    scene.pile_is("figs")
    scene.discards_are("carp", "cup")
    scene.next_cards("figs", "cup", "olives")
    scene.round(discard="olives", keep="ring", gift="toga", to=1)
    assert scene.happened("pile_renewed") == [{"cards": 3}]
    order = [event.kind for event in scene.events if event.kind in ("card_laid", "pile_renewed")]
    assert order == ["card_laid", "pile_renewed", "card_laid", "card_laid"]
    assert scene.discards == []
    assert scene.state.pile_size == 1


def test_bb_17_this_rounds_discard_is_among_the_renewed() -> None:
    scene = Scene(THREE)
    scene.lie_open("olives", "ring", "toga")
    scene.pile_is()
    scene.discards_are("carp", "cup")
    scene.next_cards("olives", "cup", "carp")
    scene.round(discard="olives", keep="ring", gift="toga", to=1)
    assert "olives" in scene.ring


def test_bb_17_an_empty_pile_is_renewed_only_when_a_card_is_wanted() -> None:
    scene = Scene(THREE)
    scene.lie_open("olives", "ring", "toga")
    scene.pile_is("figs", "carp", "cup")
    scene.discards_are()
    scene.round(discard="olives", keep="ring", gift="toga", to=1)
    assert scene.happened("pile_renewed") == []
    assert scene.discards == ["olives"]
    assert scene.state.pile_size == 0


def test_bb_17_if_cards_still_lack_the_row_is_shorter() -> None:
    scene = Scene(THREE)
    scene.lie_open("olives", "ring", "toga")
    scene.pile_is("figs")
    scene.discards_are()
    scene.round(discard="olives", keep="ring", gift="toga", to=1)
    assert sum(card is not None for card in scene.ring) == 6
    assert len(scene.options(1)) == 20


def test_bb_17_three_open_cards_are_enough_to_go_on() -> None:
    scene = Scene("caligula claudius messalina", deck=deck_of(dagger=11))
    for _ in range(4):
        scene.round(discard="dagger", keep="dagger", gift="dagger", to=(scene.active + 1) % 3)
    assert sum(card is not None for card in scene.ring) == 3
    assert len(scene.options(scene.active)) == 1
    scene.round(discard="dagger", keep="dagger", gift="dagger", to=(scene.active + 1) % 3)
    assert (scene.ending, scene.winners) == ("draw_few_cards", ())


def test_bb_17_with_fewer_than_three_open_the_game_is_a_draw() -> None:
    scene = Scene("caligula claudius messalina", deck=deck_of(dagger=10))
    rounds = 0
    while scene.winners is None:
        scene.round(discard="dagger", keep="dagger", gift="dagger", to=(scene.active + 1) % 3)
        rounds += 1
    assert rounds == 4, "two of ten cards stay with players every round"
    assert (scene.ending, scene.winners) == ("draw_few_cards", ())
    assert scene.happened("game_drawn") == [{"ending": "draw_few_cards"}]
    assert sum(card is not None for card in scene.ring) == 2


def test_bb_17_after_two_hundred_rounds_the_game_is_a_draw() -> None:
    """Second Hymns go back to the discards, so this deck never runs out."""
    scene = Scene("caligula claudius messalina", deck=deck_of(hymn=13))
    while scene.winners is None:
        scene.round(discard="hymn", keep="hymn", gift="hymn", to=(scene.active + 1) % 3)
    assert (scene.ending, scene.winners, scene.state.round) == ("draw_rounds", (), 200)
    assert len(scene.happened("round_shown")) == 200
    assert scene.happened("cards_shown") == [], "no card lies face down between two rounds"


def test_bb_17_the_pile_has_no_order_before_a_card_is_drawn() -> None:
    scene = Scene(THREE)
    scene.drawing = False
    scene.round(discard="olives", keep="ring", gift="toga", to=1)
    (question,) = scene.play.pending()
    assert question.seat == CHANCE
    pile = dict(zip((option["card"] for option in question.options), question.weights, strict=True))
    assert pile == scene.view(None)["pile"]
