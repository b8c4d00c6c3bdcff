"""The drivers at the table: what their kernel functions choose, as messages.

A driver gets its seat's view and nothing else; the state it thinks about is the one the view tells of.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from triclinium.core.decision import Answer
from triclinium.core.dice import sow
from triclinium.core.kernel import kernel
from triclinium.core.player import Look, Player
from triclinium.games.benhur.brain.driver import LOOK_AHEAD, SAFE, choose
from triclinium.games.benhur.rules.answers import message_of
from triclinium.games.benhur.rules.codes import OPTIONS_MOST
from triclinium.games.benhur.rules.state import DRIVE, PLAY_ON, State
from triclinium.games.benhur.rules.verdicts import look as look_for_ways
from triclinium.games.benhur.views.worlds import state_of


class Charioteer:
    """Drives as one of the drivers of `driver` does."""

    def __init__(self, driver: int) -> None:
        self.driver = driver

    def choose(self, look: Look) -> Answer:
        state = state_of(look.view, look.seat)
        if state.phase in (DRIVE, PLAY_ON):
            look_for_ways(state, state.chariot)
        dice = [0]
        sow(dice, look.rng.getrandbits(60))
        return message_of(state, choose(state, self.driver, [0] * OPTIONS_MOST, dice))


@kernel
def drive_safely(s: State, seat: int, out: list[int], dice: list[int]) -> int:
    """The answer of the safe driver."""
    return choose(s, SAFE, out, dice)


@kernel
def drive_ahead(s: State, seat: int, out: list[int], dice: list[int]) -> int:
    """The answer of the driver who looks ahead."""
    return choose(s, LOOK_AHEAD, out, dice)


BOTS: dict[str, Callable[[], Player]] = {
    "safe": partial(Charioteer, SAFE),
    "driver": partial(Charioteer, LOOK_AHEAD),
}

HABITS: dict[str, Callable[[State, int, list[int], list[int]], int]] = {"safe": drive_safely, "driver": drive_ahead}
"""The same drivers as kernel functions of state, seat, a row for notes, and dice, for those who play many games."""
