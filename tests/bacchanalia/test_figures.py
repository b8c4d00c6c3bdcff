"""The deck, its checker, and the figures it is tuned for."""

from __future__ import annotations

from collections import Counter
from statistics import median
from typing import Any

import pytest

from triclinium.core.game import BadOptions
from triclinium.games.bacchanalia.game import GAME
from triclinium.games.bacchanalia.rules.cards import CARD_NAMES
from triclinium.games.bacchanalia.rules.deck import STANDARD_DECK, parse_deck, umbra_counts
from triclinium.games.bacchanalia.study.figures import KINDS, WAYS, Figures, measure, measure_all, missed, table_of

GOOD: dict[str, Any] = dict(zip(CARD_NAMES, umbra_counts(STANDARD_DECK), strict=True))


def deck_file(**changes: Any) -> str:
    rows = [f"{name} = {count}" for name, count in (GOOD | changes).items()]
    return 'name = "x"\n[umbra]\n' + "\n".join(rows)


def test_the_deck_has_62_cards_and_one_parcae():
    assert sum(umbra_counts(STANDARD_DECK)) == 62
    assert GOOD["parcae"] == 1


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("[umbra", "not TOML"),
        ("[deus]\nmiles = 3", "section 'deus'"),
        (deck_file(jupiter=1), "jupiter"),
        (deck_file(miles=0), "at least one 'miles'"),
        (deck_file(miles="many"), "not TOML"),
        (deck_file(parcae=2, miles=GOOD["miles"] - 1), "one only"),
        (deck_file(miles=GOOD["miles"] + 1), "has 63 cards"),
        (deck_file(**(dict.fromkeys(GOOD, 1) | {"vinum": 52})), "besides Vinum"),
    ],
)
def test_an_impossible_deck_is_refused_with_one_clear_line(text, reason):
    with pytest.raises(BadOptions, match=reason):
        parse_deck(text)


def test_another_deck_can_be_played_with():
    deck = parse_deck(deck_file(miles=GOOD["miles"] - 1, pluto=GOOD["pluto"] + 1))
    assert GAME.start({"deck": deck}, 3).pile != GAME.start({}, 3).pile


@pytest.mark.parametrize("edition", ["it", "es"])
@pytest.mark.parametrize("seats", range(3, 7))
def test_stories_have_the_length_and_the_ends_the_deck_was_tuned_for(seats, edition):
    """With the leeway that so few games need; the figures over many are in the documentation."""
    figures = measure(seats, {"edition": edition}, 120)
    assert 7 <= median(figures.scenes) <= 15
    assert 0.12 <= figures.share(figures.outcomes, "happy") <= 0.38
    assert figures.share(figures.entries, "vinum") < 0.30
    assert all(figures.share(figures.outcomes, *outcomes) > 0.015 for outcomes in KINDS.values())
    assert all(figures.share(figures.endings, way) > 0.02 for way in WAYS)


def test_any_number_of_processes_counts_the_same_games():
    found = measure_all(3, {"appearances": 3}, processes=2)
    assert list(found) == [(seats, edition) for seats in range(3, 7) for edition in ("it", "es")]
    assert found[4, "es"] == measure(4, {"appearances": 3, "edition": "es"}, 3)
    assert len(table_of(found).splitlines()) == 2 + len(found)


def test_a_missed_aim_is_told():
    good = Figures(
        games=1,
        scenes=[9],
        outcomes=Counter(happy=20, slain=40, violence=5, lost=30, freed=5),
        endings=Counter(amans=10, miles=20, sudden=70),
        entries=Counter(vinum=20, miles=80),
    )
    assert list(missed(good)) == []
    bad = Figures(
        games=1,
        scenes=[6],
        outcomes=Counter(happy=40, slain=59, violence=1),
        endings=Counter(miles=20, sudden=80),
        entries=Counter(vinum=30, miles=70),
    )
    assert list(missed(bad)) == [
        "6 scenes a player",
        "40.0% happy",
        "30.0% plain vinum",
        "1.0% violence",
        "0.0% lost",
        "0.0% Minerva's",
        "0.0% amans ending",
    ]
