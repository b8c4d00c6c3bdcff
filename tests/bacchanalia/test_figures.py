"""The deck, its checker, and the figures it is tuned for."""

from __future__ import annotations

from collections import Counter
from statistics import median
from typing import Any

import pytest

from triclinium.core.game import BadOptions
from triclinium.games.bacchanalia.cards import CARD_NAMES
from triclinium.games.bacchanalia.deck import STANDARD_DECK, parse_deck, umbra_counts
from triclinium.games.bacchanalia.figures import measure, table_of
from triclinium.games.bacchanalia.game import GAME

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
    figures = measure(seats, {"edition": edition}, 120)
    assert 7 <= median(figures.scenes) <= 15
    assert 0.12 <= figures.share(figures.outcomes, "happy") <= 0.38
    assert figures.share(figures.entries, "vinum") < 0.30
    kinds = Counter({"minerva": sum(figures.outcomes[name] for name in ("freed", "sacrifice", "open"))})
    kinds.update({name: figures.outcomes[name] for name in ("happy", "slain", "violence", "lost")})
    assert min(kinds.values()) > 0.015 * figures.outcomes.total()
    assert min(figures.share(figures.endings, name) for name in ("amans", "miles", "sudden")) > 0.02


def test_the_table_has_a_row_for_every_table():
    assert len(table_of(2, {"appearances": 3}).splitlines()) == 2 + 8
