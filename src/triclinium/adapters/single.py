"""The compiled core of `compiled_episode`: patterns over the record of one game, bound to its rules and bots."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from types import SimpleNamespace
from typing import Any

from triclinium.adapters.setup import ASKED_OUTSIDE
from triclinium.core.compiled import compile_kernels
from triclinium.core.kernel import bind
from triclinium.core.ledger import ledger_of
from triclinium.core.playout import OVER_NOW, playout_of
from triclinium.games import game_named

NO_ANSWER = -1
"""Instead of a code: only ask."""

settle_luck: Callable[[Any, Any], int]
asked: Callable[[Any], int]
luck_total: Callable[[Any], int]
luck_code: Callable[[Any, int], int]
legal: Callable[[Any, int, Any], int]
apply: Callable[[Any, int, int], None]
observe: Callable[[Any, int, Any], int]
choose: Callable[[Any, int, int, Any, Any], int]


def go_on(s: Any, bots: Any, out: Any, dice: Any) -> int:
    """Answer for chance and for the bots at their seats until another seat is asked; return that seat."""
    seat = settle_luck(s, dice)
    while seat != OVER_NOW and bots[seat] != ASKED_OUTSIDE:
        apply(s, seat, choose(s, seat, bots[seat], out, dice))
        seat = settle_luck(s, dice)
    return seat


def move(states: Any, code: int, going_on: bool, bots: Any, out: Any, dice: Any, mask: Any) -> int:
    """Apply an answer, if there is one, and perhaps go on; mask what may be answered now and return who is asked."""
    s = states[0]
    if code != NO_ANSWER:
        apply(s, asked(s), code)
    seat = go_on(s, bots, out, dice) if going_on else asked(s)
    for each in range(len(mask)):
        mask[each] = 0
    if seat >= 0:
        for number in range(legal(s, seat, out)):
            mask[out[number]] = 1
    return seat


def list_odds(states: Any, counts: Any, codes: Any, chances: Any) -> int:
    """List the answers of chance in ascending order with their probabilities; return how many there are."""
    s = states[0]
    for code in range(len(counts)):
        counts[code] = 0
    total = luck_total(s)
    for outcome in range(total):
        counts[luck_code(s, outcome)] += 1
    found = 0
    for code in range(len(counts)):
        if counts[code] > 0:
            codes[found] = code
            chances[found] = counts[code] / total
            found += 1
    return found


def look(states: Any, seat: int, row: Any) -> None:
    """What a seat may know."""
    observe(states[0], seat, row)


PATTERNS = (go_on, move, list_odds, look)


@cache
def single_of(game: str) -> Any:
    """The patterns above, compiled and bound to a game and its bots."""
    kernel = game_named(game).kernel
    assert kernel is not None, "a game for research has a compiled form"
    doors = {
        "settle_luck": playout_of(kernel.rules).settle_luck,
        "asked": kernel.rules.asked,
        "luck_total": kernel.rules.luck_total,
        "luck_code": kernel.rules.luck_code,
        "legal": kernel.rules.legal,
        "apply": kernel.rules.apply,
        "observe": kernel.observe,
        "choose": ledger_of(game).choose,
    }
    bound = bind(PATTERNS, doors, __name__)
    twins = compile_kernels(bound.values())
    return SimpleNamespace(**{name: twins[function] for name, function in bound.items()})
