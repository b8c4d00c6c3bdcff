"""The tuning of Banquet's deck: what it may change, how it judges, and that the deck of the product keeps the aims."""

from __future__ import annotations

import io
import json
import random
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from sizes import many
from triclinium.core.intervals import Share
from triclinium.games.banquet.rules.cards import CAESONIA, GUEST_NAMES, KIND_NAMES
from triclinium.games.banquet.rules.deck import STANDARD_DECK, check_deck, counts_and_values
from triclinium.games.banquet.study.tuning import (
    SEATS,
    Measure,
    Search,
    deck_of,
    even,
    fair,
    loss,
    main,
    measure_all,
    mutant,
    pooled,
    search,
    sound,
)

assert isinstance(STANDARD_DECK, dict)
COUNTS, VALUES = counts_and_values(STANDARD_DECK)
DECK = tuple(COUNTS)


def measured(
    seats: int, ratio: float = 1.0, guest: int = CAESONIA, short: float = 0.3, median: float = 14.0
) -> Measure:
    """A table at which one guest wins more or less than all others."""
    shares = {
        name: Share(round(3000 * (ratio if n == guest else 1) / seats), 3000) for n, name in enumerate(GUEST_NAMES)
    }
    return Measure(seats, 3000, shares, shares, median, short, 0.05)


def test_only_sound_decks_are_tried() -> None:
    rng = random.Random(1)
    counts = DECK
    assert sound(counts, VALUES)
    for _ in range(300):
        counts = mutant(counts, VALUES, rng)
        assert sound(counts, VALUES)
        assert sum(counts) == 93
        check_deck(deck_of(counts, VALUES, "a deck on trial"))


@pytest.mark.parametrize(
    "change", [{"dagger": -1, "ring": 1}, {"ring": 2, "cup": -2}, {"dagger": 1}, {"carp": -9, "dagger": 9}]
)
def test_decks_against_what_is_known_are_not(change: dict[str, int]) -> None:
    counts = list(DECK)
    counts[KIND_NAMES.index("dagger")] = 4 if change.get("dagger", 0) < 0 else counts[KIND_NAMES.index("dagger")]
    for kind, by in change.items():
        counts[KIND_NAMES.index(kind)] += by
    assert not sound(tuple(counts), VALUES)


def test_the_worst_guest_counts_most_and_short_games_count() -> None:
    even = [measured(seats) for seats in SEATS]
    assert loss(even, DECK, DECK) == pytest.approx(0.0, abs=0.01)
    worse = [loss([measured(seats, ratio, guest=0) for seats in SEATS], DECK, DECK) for ratio in (1.2, 1.6, 2.4)]
    assert worse == sorted(worse) and worse[0] > 0.2
    assert loss([measured(3, 0.5, guest=0)], DECK, DECK) == pytest.approx(
        loss([measured(3, 2.0, guest=0)], DECK, DECK), abs=0.02
    )
    assert loss([measured(3, short=0.6)], DECK, DECK) > 1


def test_guests_with_the_same_goal_are_counted_together() -> None:
    shares = measured(4, 2.0).ending_with
    assert len(pooled(shares)) == 6
    assert sum(share.of for share in pooled(shares)) == 9 * 3000


def test_fair_means_every_guest_and_the_length() -> None:
    assert fair([measured(3), measured(4), measured(5)])
    assert not fair([measured(3), measured(4, 2.1)])
    assert not fair([measured(3, 0.45)])
    assert not fair([measured(3, median=11.0)])


def test_the_search_keeps_the_best_and_tells_every_generation() -> None:
    told = io.StringIO()
    with ThreadPoolExecutor(1) as pool:
        best = search(pool, Search(("thumb",), many(20, 60), 2, 2, 1), DECK, VALUES, told)
    lines = [json.loads(line) for line in told.getvalue().splitlines()]
    assert [line["generation"] for line in lines] == [0, 1]
    assert lines[-1]["counts"] == dict(zip(KIND_NAMES, best, strict=True))
    assert sound(best, VALUES)


def test_a_deck_is_measured_from_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    main(["measure", "--games", "40", "--processes", "1"])
    *tables, last = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [table["seats"] for table in tables] == [3, 4, 5]
    assert all(table["games"] == 40 for table in tables)
    assert set(last) == {"deck", "fair"}
    assert all(sum(share["games"] for share in table["dealt"].values()) == 40 * table["seats"] for table in tables)


def test_the_deck_of_the_product_is_even_by_rule_of_thumb() -> None:
    """Such games are short, 10 to 13 rounds; `test_feasts` looks at those of better players, and at their length."""
    deck: dict[str, Any] = dict(STANDARD_DECK)
    with ThreadPoolExecutor(1) as pool:
        (measures,) = measure_all(pool, [deck], ("thumb",), 3000, 11)
    assert even(measures), [each.ratios() for each in measures]
