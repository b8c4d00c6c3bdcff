"""Play many games without a table: a loop that asks the rules, chance and a random player in turn.

The functions here are patterns: they call `asked`, `legal`, `luck_total`, `luck_code` and `apply`, which `playout_of`
binds to one game's rules. The bound functions are ordinary kernel functions. `watched_of` also binds a game's ledger,
to record games between bots.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from types import ModuleType
from typing import Any

from triclinium.core.decision import CHANCE
from triclinium.core.dice import below, sow
from triclinium.core.kernel import bind
from triclinium.core.ledger import DECISIONS, Ledger

OVER_NOW = -2

asked: Callable[[Any], int]
legal: Callable[[Any, int, list[int]], int]
luck_total: Callable[[Any], int]
luck_code: Callable[[Any, int], int]
apply: Callable[[Any, int, int], None]
choose: Callable[[Any, int, int, list[int], list[int]], int]
watch: Callable[[Any, list[list[int]]], None]
close: Callable[[Any, list[int], list[list[int]]], None]

DOORS = ("asked", "legal", "luck_total", "luck_code", "apply")


def settle_luck(s: Any, dice: list[int]) -> int:
    """Answer for chance until a player is asked; return that seat."""
    seat = asked(s)
    while seat == CHANCE:
        apply(s, CHANCE, luck_code(s, below(dice, luck_total(s))))
        seat = asked(s)
    return seat


def play_out(s: Any, dice: list[int], out: list[int]) -> int:
    """Play at random to the end; return the number of the players' decisions."""
    decisions = 0
    seat = settle_luck(s, dice)
    while seat != OVER_NOW:
        n = legal(s, seat, out)
        apply(s, seat, out[below(dice, n)])
        decisions += 1
        seat = settle_luck(s, dice)
    return decisions


def step(s: Any, dice: list[int], code: int, out: list[int]) -> int:
    """Apply one answer and list the answers to the next question; return 0 when the game is over."""
    apply(s, asked(s), code)
    seat = settle_luck(s, dice)
    if seat == OVER_NOW:
        return 0
    return legal(s, seat, out)


def play_watched(
    s: Any, seed: int, bots: list[int], row: list[int], seats: list[list[int]], notes: list[int], dice: list[int]
) -> None:
    """Play one seeded game between numbered bots and fill the rows of a ledger."""
    sow(dice, seed)
    decisions = 0
    seat = settle_luck(s, dice)
    watch(s, seats)
    while seat != OVER_NOW:
        apply(s, seat, choose(s, seat, bots[seat], notes, dice))
        decisions += 1
        seat = settle_luck(s, dice)
        watch(s, seats)
    close(s, row, seats)
    row[DECISIONS] = decisions


PATTERNS = (settle_luck, play_out, step)


class Playout:
    """The patterns bound to one game's rules."""

    def __init__(self, rules: ModuleType) -> None:
        bound = bind(PATTERNS, {door: getattr(rules, door) for door in DOORS}, rules.__name__)
        self.settle_luck: Callable[[Any, list[int]], int] = bound["settle_luck"]
        self.play_out: Callable[[Any, list[int], list[int]], int] = bound["play_out"]
        self.step: Callable[[Any, list[int], int, list[int]], int] = bound["step"]
        self.functions = tuple(bound.values())


@cache
def playout_of(rules: ModuleType) -> Playout:
    """Bind the patterns to a module of rules."""
    return Playout(rules)


@cache
def watched_of(rules: ModuleType, ledger: Ledger) -> Callable[..., None]:
    """`play_watched` bound to a game's rules and ledger."""
    doors = {
        "settle_luck": playout_of(rules).settle_luck,
        "apply": rules.apply,
        "choose": ledger.choose,
        "watch": ledger.watch,
        "close": ledger.close,
    }
    return bind((play_watched,), doors, rules.__name__)["play_watched"]
