"""The drivers at the table: the choices of their kernel functions, as messages.

A driver is given only its seat's view, and thinks about the state that the view describes.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from triclinium.core.decision import Answer
from triclinium.core.dice import sow
from triclinium.core.player import Look, Player
from triclinium.games.benhur.brain.driver import LOOK_AHEAD, SAFE, choose
from triclinium.games.benhur.rules.answers import message_of
from triclinium.games.benhur.rules.codes import OPTIONS_MOST
from triclinium.games.benhur.rules.state import DRIVE, PLAY_ON
from triclinium.games.benhur.rules.verdicts import look as look_for_ways
from triclinium.games.benhur.views.worlds import state_of


class Charioteer:
    """Drives like one of the drivers in `driver`."""

    def __init__(self, driver: int) -> None:
        self.driver = driver

    def choose(self, look: Look) -> Answer:
        state = state_of(look.view, look.seat)
        if state.phase in (DRIVE, PLAY_ON):
            look_for_ways(state, state.chariot)
        dice = [0]
        sow(dice, look.rng.getrandbits(60))
        return message_of(state, choose(state, self.driver, [0] * OPTIONS_MOST, dice))


BOTS: dict[str, Callable[[], Player]] = {
    "safe": partial(Charioteer, SAFE),
    "driver": partial(Charioteer, LOOK_AHEAD),
}
