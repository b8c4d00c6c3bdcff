"""Files that people bring are bounded before they are parsed."""

from __future__ import annotations

from typing import Any
from unittest.mock import patch

import pytest

from triclinium.core.datafile import DOTS_MOST, ITEMS_MOST, LETTERS_MOST, LINES_MOST, check_plain, read_toml
from triclinium.core.game import DEPTH_MOST, BadOptions
from triclinium.games import GAMES, game_named

HOSTILE = {
    "dotted key": "a." * 8000 + "a=1",
    "dotted quoted key": '"a b".' * 2700 + "a=1",
    "dotted header": "[" + "a." * 8000 + "a]",
    "arrays": "a=" + "[" * 8000 + "]" * 8000,
    "inline tables": "a=" + "{a=" * 5000 + "1" + "}" * 5000,
    "lines": "\n" * (LINES_MOST + 1),
    "letters": "#" * (LETTERS_MOST + 1),
}


@pytest.mark.parametrize("kind", HOSTILE)
def test_table_6_hostile_files_are_refused_before_they_are_parsed(kind: str) -> None:
    readers = [option.read_file for name in GAMES for option in game_named(name).info.options]
    for read in readers:
        if read is None or read.__name__ not in ("parse_deck", "parse_track"):
            continue
        with patch("tomllib.loads", side_effect=AssertionError("parsed")), pytest.raises(BadOptions):
            read(HOSTILE[kind])


def test_what_a_file_may_just_be() -> None:
    assert read_toml("a." * DOTS_MOST + "a = 1", "deck")
    assert read_toml("a = " + "[" * DEPTH_MOST + "]" * DEPTH_MOST, "deck")
    assert read_toml("a = 1" + "\n" * (LINES_MOST - 1), "deck") == {"a": 1}


def test_numbers_nobody_can_read_are_refused() -> None:
    with pytest.raises(BadOptions, match="number"):
        read_toml("a = " + "1" * 16_000, "deck")


def test_options_are_bounded_in_depth_and_number() -> None:
    nested: Any = 0
    for _ in range(DEPTH_MOST):
        nested = [nested]
    with pytest.raises(BadOptions, match="deep"):
        check_plain(nested)
    check_plain(nested[0])
    with pytest.raises(BadOptions, match="too much"):
        check_plain([0] * (ITEMS_MOST + 1))
    with pytest.raises(BadOptions, match="too much"):
        check_plain([[0] * 100] * 100)
