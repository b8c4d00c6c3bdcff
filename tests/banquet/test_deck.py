"""The deck as data: what a deck file may say, and what the deck of the product must keep to."""

from __future__ import annotations

from importlib.resources import files
from typing import Any

import pytest

from triclinium.core.game import BadOptions
from triclinium.games.banquet.game import GAME
from triclinium.games.banquet.rules.cards import FIRST_WINE, KIND_NAMES, class_of
from triclinium.games.banquet.rules.deck import STANDARD_DECK, check_deck, counts_and_values, parse_deck

TEXT = files("triclinium.games.banquet").joinpath("data/cards.toml").read_text(encoding="utf-8")


def changed(old: str, new: str) -> str:
    """The product's deck file with one line changed; the line is found by its kind."""
    lines = TEXT.splitlines()
    (at,) = (number for number, line in enumerate(lines) if line.startswith(old))
    lines[at] = new
    return "\n".join(lines)


def standard() -> tuple[dict[str, int], dict[str, int]]:
    assert isinstance(STANDARD_DECK, dict)
    counts, values = counts_and_values(STANDARD_DECK)
    return dict(zip(KIND_NAMES, counts, strict=True)), dict(zip(KIND_NAMES, values, strict=True))


# --- The deck of the product --------------------------------------------------------------------------------


def test_facts_the_deck_has_93_action_cards() -> None:
    counts, _ = standard()
    assert sum(counts.values()) == 93


@pytest.mark.parametrize(("kind", "value"), [("piglet", 4), ("carp", 2), ("cup", 2), ("poison", 7)])
def test_facts_the_known_values(kind: str, value: int) -> None:
    _, values = standard()
    assert values[kind] == value


@pytest.mark.parametrize("kind", ["feather", "dance", "bill", "doze"])
def test_facts_the_minus_cards(kind: str) -> None:
    _, values = standard()
    assert values[kind] < 0


def test_facts_six_kinds_of_presents_and_every_kind_is_there() -> None:
    counts, _ = standard()
    assert sum(class_of(kind) == "present" for kind in range(27)) == 6
    assert all(count >= 1 for count in counts.values())


def test_facts_the_five_cheapest_dishes_fit_the_belt_together() -> None:
    counts, values = standard()
    dishes = [values[kind] for kind in KIND_NAMES[:FIRST_WINE] if counts[kind]]
    assert sum(sorted(dishes)[:5]) <= 10


def test_facts_all_goals_fit_the_belt() -> None:
    """Caligula 2 dishes and 5 wine points, Claudius 3 and 3, Messalina 4 and 1, Vespasianus 5."""
    _, values = standard()
    cheapest = sorted(values[kind] for kind in KIND_NAMES[:FIRST_WINE])
    for dishes, wine in ((2, 5), (3, 3), (4, 1), (5, 0)):
        assert sum(cheapest[:dishes]) + wine <= 10


def test_facts_three_daggers_can_lie_at_once() -> None:
    counts, _ = standard()
    assert counts["dagger"] >= 3


def test_facts_the_file_says_that_it_is_a_reconstruction() -> None:
    assert "RECONSTRUCTION" in TEXT
    assert isinstance(STANDARD_DECK, dict) and "reconstruction" in str(STANDARD_DECK["name"])


def test_deck_the_product_plays_with_its_own_file() -> None:
    assert parse_deck(TEXT) == STANDARD_DECK
    assert GAME.complete({})["deck"] == STANDARD_DECK


# --- A file of one's own ----------------------------------------------------------------------------------------


def test_deck_another_file_of_the_same_form_is_played_with() -> None:
    deck = parse_deck(changed("dagger ", "dagger = { count = 5 }"))
    state = GAME.start({"deck": deck}, 3)
    assert state.pile[KIND_NAMES.index("dagger")] == 5


def test_deck_a_kind_may_be_left_out_of_play_with_a_count_of_none() -> None:
    deck = parse_deck(changed("hymn ", "hymn = { count = 0 }"))
    assert GAME.start({"deck": deck}, 3).pile[KIND_NAMES.index("hymn")] == 0


def test_deck_a_file_needs_no_name() -> None:
    deck = parse_deck(changed("name ", ""))
    assert isinstance(deck, dict) and deck["name"] == ""


BAD_LINES = [
    ("carp ", "swan = { count = 3, value = 2 }", "kind 'swan'"),
    ("carp ", "cup = { count = 3, value = 2 }", r"kind 'cup' under \[dishes\]"),
    ("carp ", "", "lacks the kind 'carp'"),
    ("carp ", "carp = { count = -1, value = 2 }", "carp cannot lie -1 times"),
    ("carp ", "carp = { count = 100, value = 2 }", "carp cannot lie 100 times"),
    ("carp ", "carp = { count = 3 }", "carp cannot have the value 0"),
    ("carp ", "carp = { count = 3, value = -2 }", "carp cannot have the value -2"),
    ("carp ", "carp = { count = 3, value = 11 }", "carp cannot have the value 11"),
    ("carp ", "carp = { value = 2 }", "carp needs a count"),
    ("carp ", "carp = 3", "carp needs a count"),
    ("carp ", "carp = { count = 3, value = 2, colour = 1 }", "carp needs a count"),
    ("carp ", "carp = { count = 2.5, value = 2 }", "carp needs a whole count"),
    ("carp ", 'carp = { count = "3", value = 2 }', "carp needs a whole count"),
    ("carp ", "carp = { count = true, value = 2 }", "carp needs a whole count"),
    ("carp ", "carp = { count = 3, value = 2.0 }", "carp needs a whole count"),
    ("small_cup ", "small_cup = { count = 5, value = -1 }", "small_cup cannot have the value -1"),
    ("poison ", "poison = { count = 5, value = 0 }", "poison cannot have the value 0"),
    ("feather ", "feather = { count = 4, value = 3 }", "feather cannot have the value 3"),
    ("feather ", "feather = { count = 4 }", "feather cannot have the value 0"),
    ("dagger ", "dagger = { count = 8, value = 1 }", "dagger cannot have the value 1"),
    ("ring ", "ring = { count = 3, value = 1 }", "ring cannot have the value 1"),
    ("hymn ", "hymn = { count = 2, value = 1 }", "hymn cannot have the value 1"),
    ("[dishes]", "[swans]", r"section \[swans\]"),
    ("[dishes]", "[dishes", "not TOML"),
    ("carp ", "carp = { count = 3, value = 2", "not TOML"),
    ("name ", "name = 5", "name of a deck"),
    ("name ", f'name = "{"x" * 61}"', "name of a deck"),
    ("name ", "dishes_too = 5", "dishes_too"),
]


@pytest.mark.parametrize(("line", "instead", "message"), BAD_LINES)
def test_deck_a_wrong_line_is_named(line: str, instead: str, message: str) -> None:
    with pytest.raises(BadOptions, match=message):
        parse_deck(changed(line, instead))


def test_deck_a_section_that_holds_no_kinds_is_named() -> None:
    with pytest.raises(BadOptions, match="daggers"):
        parse_deck("daggers = 8\n")


@pytest.mark.parametrize("text", ["", "[dishes]\n", "name = 'empty'\n"])
def test_deck_an_empty_file_lacks_its_kinds(text: str) -> None:
    with pytest.raises(BadOptions, match="lacks the kind"):
        parse_deck(text)


def test_deck_a_kind_twice_is_not_toml() -> None:
    with pytest.raises(BadOptions, match="not TOML"):
        parse_deck(changed("carp ", "carp = { count = 3, value = 2 }\ncarp = { count = 3, value = 2 }"))


def test_deck_too_few_cards_are_an_impossible_deck() -> None:
    """Seven lie open and three are drawn every round."""
    cards: dict[str, Any] = {kind: [0, standard()[1][kind]] for kind in KIND_NAMES}
    cards["dagger"] = [9, 0]
    with pytest.raises(BadOptions, match="a deck of 9 cards is impossible"):
        check_deck({"name": "small", "cards": cards})
    cards["ring"] = [1, 0]
    check_deck({"name": "small", "cards": cards})


@pytest.mark.parametrize(
    "deck",
    [
        None,
        5,
        [],
        "reconstruction 1",
        {},
        {"name": "no cards"},
        {"name": "x", "cards": []},
        {"name": "x", "cards": {}, "more": 1},
        {"name": "x", "cards": {"carp": 3}},
    ],
)
def test_deck_what_is_no_deck_is_refused_as_an_option(deck: Any) -> None:
    with pytest.raises(BadOptions):
        GAME.complete({"deck": deck})


@pytest.mark.parametrize("row", [3, [3], [3, 2, 1], ["3", 2], [3, None], [True, 2], [3, 2.0], None])
def test_deck_what_is_no_count_and_value_is_refused_as_an_option(row: Any) -> None:
    assert isinstance(STANDARD_DECK, dict) and isinstance(STANDARD_DECK["cards"], dict)
    cards: Any = {**STANDARD_DECK["cards"], "carp": row}
    with pytest.raises(BadOptions, match="carp"):
        GAME.complete({"deck": {"name": "x", "cards": cards}})


def test_deck_the_words_of_a_refusal_fit_one_line() -> None:
    for line, instead, _ in BAD_LINES:
        with pytest.raises(BadOptions) as refused:
            parse_deck(changed(line, instead))
        assert "\n" not in str(refused.value)
