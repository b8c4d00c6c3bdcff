"""Races that drivers of the rule of thumb have driven so far."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from triclinium.core.dice import sow
from triclinium.core.playout import OVER_NOW, playout_of
from triclinium.games.benhur.brain.driver import SAFE, choose
from triclinium.games.benhur.game import GAME
from triclinium.games.benhur.rules import engine as rules
from triclinium.games.benhur.rules.codes import OPTIONS_MOST
from triclinium.games.benhur.rules.state import State

settle_luck = playout_of(rules).settle_luck


def positions(
    seats: int, options: dict[str, Any], seed: int, most: int, driver: int = SAFE
) -> Iterator[tuple[State, int]]:
    """The positions of a race in which somebody is asked, and who, up to so many."""
    s = GAME.start(options, seats)
    s.taping = 0
    dice, notes = [0], [0] * OPTIONS_MOST
    sow(dice, seed)
    while (seat := settle_luck(s, dice)) != OVER_NOW and most:
        yield s, seat
        rules.apply(s, seat, choose(s, driver, notes, dice))
        most -= 1
