"""The track file and the deck file: what they hold, and what is refused with which words."""

from __future__ import annotations

import copy
from importlib.resources import files
from typing import Any

import pytest

from sizes import many
from triclinium.core.game import BadOptions
from triclinium.games.benhur.rules.cards import KIND_NAMES
from triclinium.games.benhur.rules.deck import STANDARD_DECK, check_deck, counts_of, parse_deck
from triclinium.games.benhur.rules.track import STANDARD_TRACK, check_track, parse_track, track_of, turning_back

TRACK_FILE = files("triclinium.games.benhur").joinpath("data/track.toml").read_text(encoding="utf-8")
DECK_FILE = files("triclinium.games.benhur").joinpath("data/cards.toml").read_text(encoding="utf-8")


def track(**changes: Any) -> Any:
    return {**copy.deepcopy(STANDARD_TRACK), **changes}


def test_the_track_of_the_box_is_sound() -> None:
    assert parse_track(TRACK_FILE) == STANDARD_TRACK


def test_the_track_keeps_the_measures_of_the_rulings() -> None:
    sand = track_of(STANDARD_TRACK)
    assert 3.05 <= (sand.outer - sand.middle) / 1024 <= 3.10
    assert sand.outer / 1024 < 3.58


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"outer": 3500}, "too narrow"),
        ({"outer": 400}, "crosses the middle wall"),
        ({"middle": 430}, "turn round"),
        ({"outer": 3700}, r"\+III\+ alone"),
        ({"line": 5500}, "from a bend"),
        ({"axis": 2048}, "axis of 2048"),
        ({"axis": 12289}, "axis of 12289"),
        ({"middle": 0}, "too thin"),
        ({"line": -300}, "not wholly beyond the line"),
        ({"places": [[-200, -717], *track()["places"][1:]]}, "place I .* touches a wall"),
        ({"places": [[-200, -800], *track()["places"][1:]]}, "I and II are in contact"),
        ({"places": track()["places"][::-1]}, "farther inside"),
        ({"places": track()["places"][:5]}, "6 start places"),
        ({"places": [[1.5, 2]] * 6}, "two whole numbers"),
        ({"axis": 12288.0}, "must be a whole number"),
        ({"name": 7}, "name of a track"),
        ({"colour": "red"}, "exactly"),
    ],
)
def test_a_bad_track_is_refused(changes: dict[str, Any], words: str) -> None:
    with pytest.raises(BadOptions, match=words):
        check_track(track(**changes))


def test_no_room_to_start() -> None:
    """A place straight ahead of another, out of contact, but in the way of its shortest move."""
    places = track()["places"]
    places[1] = [places[0][0] + 1024 + 200, places[0][1] - 1]
    with pytest.raises(BadOptions, match="no room to start from place I"):
        check_track(track(places=places))


def test_a_file_that_is_no_toml_is_refused() -> None:
    for parse in (parse_track, parse_deck):
        with pytest.raises(BadOptions, match="not TOML"):
            parse("axis = ")


def test_u_turns_need_wide_sand() -> None:
    step = many(5, 1)
    assert not turning_back(track_of(STANDARD_TRACK).outer - track_of(STANDARD_TRACK).middle, step)
    assert turning_back(3225, 30)


def test_the_decks_of_the_box() -> None:
    """54 normal and 45 risky cards; the risky deck has more accidents and more speed."""
    assert parse_deck(DECK_FILE) == STANDARD_DECK
    normal, risky = counts_of(STANDARD_DECK, "normal"), counts_of(STANDARD_DECK, "risky")
    assert (sum(normal), sum(risky)) == (54, 45)
    speed, accidents = (
        [sum(k % 5 * n for k, n in enumerate(row[:10])) / sum(row[:10]) for row in (normal, risky)],
        [sum(row[10:]) / sum(row) for row in (normal, risky)],
    )
    assert speed[0] < speed[1] and accidents[0] < accidents[1]
    assert sum(normal[10:]) >= 5 and sum(risky[10:]) >= 5


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('"1" = ', '"1" = -', "cannot lie -"),
        ('"1" = ', '"7" = ', "exactly the ranges"),
        ('"II" = ', '"II" = 9 # ', "needs two counts"),
        ('"II" = ', "# ", "needs exactly"),
        ("[normal.accidents]", "[normal.accident]", "needs \\[normal.speeds\\]"),
        ('name = "reconstruction 5"', "[extra]", "may have a name"),
    ],
)
def test_a_bad_deck_file_is_refused(old: str, new: str, words: str) -> None:
    assert old in DECK_FILE
    with pytest.raises(BadOptions, match=words):
        parse_deck(DECK_FILE.replace(old, new, 1))


@pytest.mark.parametrize(
    ("speeds", "accidents", "words"), [(1, 1, "too few"), (5, 1, "accidents; long"), (1, 10, "speed cards")]
)
def test_a_deck_that_would_run_out_is_refused(speeds: int, accidents: int, words: str) -> None:
    decks: Any = copy.deepcopy(STANDARD_DECK)
    decks["risky"] = {kind: accidents if kind.startswith("accident") else speeds for kind in KIND_NAMES}
    with pytest.raises(BadOptions, match=words):
        check_deck(decks)
