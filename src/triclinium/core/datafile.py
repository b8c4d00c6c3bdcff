"""Read data files from users (a deck, a track), with limits checked before parsing.

A hostile file can keep a TOML parser busy: a key of many parts takes quadratic time, and nested brackets recurse.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from typing import Any

from triclinium.core.decision import Json
from triclinium.core.game import DEPTH_MOST, BadOptions

LETTERS_MOST = 64 * 1024
LINES_MOST = 2000
DOTS_MOST = 40
"""Most dots in one line, which limits the parts of one key."""
ITEMS_MOST = 5000
BRACKETS = {"[": 1, "{": 1, "]": -1, "}": -1}


def read_toml(text: str, what: str) -> dict[str, Any]:
    """Parse TOML. Raises `BadOptions` if it is not TOML or is too large to be a `what`."""
    if len(text) > LETTERS_MOST:
        raise BadOptions(f"the {what} file is too long; {LETTERS_MOST} letters are the most")
    lines = text.split("\n", LINES_MOST)
    if len(lines) > LINES_MOST:
        raise BadOptions(f"the {what} file has too many lines; {LINES_MOST} are the most")
    for number, line in enumerate(lines, start=1):
        if line.count(".") > DOTS_MOST:
            raise BadOptions(f"line {number} of the {what} file has more than {DOTS_MOST} dots; write shorter names")
    if _deepest(text) > DEPTH_MOST:
        raise BadOptions(f"the {what} file has brackets in brackets more than {DEPTH_MOST} deep")
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadOptions(f"the {what} file is not TOML: {error}") from None
    except (ValueError, RecursionError):
        raise BadOptions(f"the {what} file holds a number that nobody can read") from None


def _deepest(text: str) -> int:
    """The deepest nesting of brackets. Brackets inside strings count too: no card needs that many."""
    depth = deepest = 0
    for step in filter(None, map(BRACKETS.get, text)):
        depth = max(0, depth + step)
        deepest = max(deepest, depth)
    return deepest


def check_plain(value: Json, depth: int = DEPTH_MOST, items: int = ITEMS_MOST) -> None:
    """Raise `BadOptions` for data that is nested too deep or has too many items."""
    level: list[Json] = [value]
    for _ in range(depth):
        level = [inner for outer in level for inner in _inside(outer)]
        items -= len(level)
        if items < 0:
            raise BadOptions("the options hold too much; a deck or a track is shorter")
        if not level:
            return
    raise BadOptions(f"the options are nested too deep; {depth} levels are the most")


def _inside(value: Json) -> Iterable[Json]:
    if isinstance(value, dict):
        return value.values()
    return value if isinstance(value, list) else ()
